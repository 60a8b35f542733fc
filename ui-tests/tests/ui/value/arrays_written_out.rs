use bcast::bcast;

fn main() {
    let sums: [i32; 3] = bcast!([1, 2, 3] + [10, 20, 30]);
    println!("{sums:?}");
}
