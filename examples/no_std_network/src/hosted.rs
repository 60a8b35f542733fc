//! The program with a C library, which provides `memcpy`: compiled Rust code calls it implicitly.

use no_std_network::WORDS;

// The library's start code calls `main`.
#[link(name = "c")]
unsafe extern "C" {
    fn write(file: i32, bytes: *const u8, count: usize) -> isize;
    fn abort() -> !;
}

/// Handles a panic.
pub fn stop() -> ! {
    // SAFETY: the C library's function has this type.
    unsafe { abort() }
}

fn print(text: &[u8]) {
    // SAFETY: the C library's function has this type, and the slice this number of bytes.
    unsafe { write(1, text.as_ptr(), text.len()) };
}

/// The program: returns 0 on success.
// SAFETY: the name is unique in the program; the type is that of C's `main`, which may omit its parameters.
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
