use bcast::dim;

dim!(Batch Time);

fn main() {}
