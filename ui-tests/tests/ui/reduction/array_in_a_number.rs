//! Only a result that is a number goes into a variable.

use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (x, mut n) = (Array2::<f64>::ones((3, 4)), 0.0);
    bcast!(n += sum(x, axis = 0));
    println!("{n}");
}
