use bcast::dim;

dim!(3);

fn main() {}
