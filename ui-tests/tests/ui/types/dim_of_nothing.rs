use bcast::dim;

dim!();

fn main() {}
