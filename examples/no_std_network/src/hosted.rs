//! With a C library, which has `memcpy`: compiled Rust code calls that by itself.

use no_std_network::WORDS;

// The library's start code calls `main`.
#[link(name = "c")]
unsafe extern "C" {
    fn write(file: i32, bytes: *const u8, count: usize) -> isize;
    fn abort() -> !;
}

/// What a panic does.
pub fn stop() -> ! {
    // SAFETY: the C library's function, of this type.
    unsafe { abort() }
}

fn print(text: &[u8]) {
    // SAFETY: the C library's function, of this type; the slice has so many bytes.
    unsafe { write(1, text.as_ptr(), text.len()) };
}

/// The program: 0 if everything is right.
// SAFETY: nothing else in the program has the name; the type is that of C's `main`, which need not take its arguments.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let (scores, right) = crate::run();
    for (word, score) in WORDS.iter().zip(scores) {
        print(&[score / 100, score / 10 % 10, score % 10].map(|digit| b'0' + digit));
        print(b"/255 ");
        print(word.as_bytes());
        print(b"\n");
    }
    i32::from(!right)
}
