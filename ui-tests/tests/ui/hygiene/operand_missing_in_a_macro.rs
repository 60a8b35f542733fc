use bcast::bcast;

macro_rules! double {
    ($x:expr) => {
        bcast!($x * 2.0 +)
    };
}

fn main() {
    let a = [1.0; 3];
    let _ = double!(a + a);
}
