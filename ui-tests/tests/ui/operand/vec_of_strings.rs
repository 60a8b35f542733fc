use bcast::bcast;

fn main() {
    let words = vec![String::from("a")];
    let _ = bcast!(words.len());
}
