use bcast::bcast;

macro_rules! plus_ones {
    ($x:ident) => {{
        let ones = [1.0; 3];
        bcast!($x + ones)
    }};
}

fn main() {
    let ones = [5.0; 3];
    let _ = plus_ones!(ones);
}
