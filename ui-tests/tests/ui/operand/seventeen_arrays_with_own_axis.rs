use bcast::bcast;

fn main() {
    let [a, b, c, d, e, f, g, h] = [[0.0; 2]; 8];
    let [i, j, k, l, m, n, o, p, q] = [[0.0; 2]; 9];
    let _ = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p + q, axis(q) = 0);
}
