use bcast::dim;

dim!(batch);

fn main() {}
