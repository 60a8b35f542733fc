use bcast::dim;

dim!(N);

fn main() {}
