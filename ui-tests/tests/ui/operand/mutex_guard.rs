use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = std::sync::Mutex::new(Array1::<f32>::zeros(3));
    let guard = a.lock().unwrap();
    let _ = bcast!(guard * 2.0);
}
