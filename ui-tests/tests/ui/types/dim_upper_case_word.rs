use bcast::dim;

dim!(BATCH_SIZE);

fn main() {}
