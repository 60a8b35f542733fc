use bcast::bcast;

pub fn write(y: &mut [bool], x: &[bool]) {
    bcast!(y += x);
}

fn main() {}
