//! The photograph, PNG files and times.

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::Cursor;
use std::time::{Duration, Instant};

use ndarray::Array3;

pub const PHOTO: &[u8] = include_bytes!("../data/coffee.png");

pub fn time<T>(run: impl Fn() -> T) -> Duration {
    let start = Instant::now();
    let answer = black_box(run());
    let time = start.elapsed();
    drop(answer);
    time
}

pub fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64()
}

pub fn read_png(bytes: &[u8]) -> Result<Array3<u8>, Box<dyn Error>> {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info()?;
    let mut levels = vec![0; reader.output_buffer_size().ok_or("the photograph is too large")?];
    let info = reader.next_frame(&mut levels)?;
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
    Ok(Array3::from_shape_vec((info.height as usize, info.width as usize, 3), levels)?)
}

pub fn write_png(path: &str, image: &Array3<u8>) -> Result<(), Box<dyn Error>> {
    let (h, w, _) = image.dim();
    fs::create_dir_all("target")?;
    let mut encoder = png::Encoder::new(File::create(path)?, u32::try_from(w)?, u32::try_from(h)?);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(image.as_standard_layout().as_slice().ok_or("the image is not in C order")?)?;
    Ok(writer.finish()?)
}
