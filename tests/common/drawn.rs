//! Elements as functions of their position, the same as `values` in checks/numpy/calls.py.

/// SplitMix64 at a position.
pub fn bits(seed: u64, position: usize) -> u64 {
    let z = seed.wrapping_add((position as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// An integer of a kind of data, before its cast to the element type.
pub fn integer(kind: &str, z: u64, count: i64, least: i64) -> i64 {
    let high = (z >> 32) as i64;
    match kind {
        "plain" => high % count - least,
        "ties" => high % 5 - 2,
        "product" if high % 4096 == 0 => 0,
        "product" if high % 2048 == 1 => 3,
        "product" => 1 - 2 * (z % 2) as i64,
        "factors" => high % 6 - 2,
        unknown => panic!("no integers of kind {unknown}"),
    }
}

/// A number that is exact in both float types, or the same double for products.
pub fn float(kind: &str, z: u64) -> f64 {
    let (unit, high) = ((z >> 40) as f64 / f64::from(1 << 24), z >> 32);
    let few = (high % 5) as f64 - 2.0;
    match kind {
        "plain" => unit,
        "signed" => 2.0 * unit - 1.0,
        "hard" => (2.0 * unit - 1.0) * f64::powi(2.0, (z % 32) as i32 - 16),
        "ties" => few,
        "zeros" => [0.0, -0.0][(z % 2) as usize],
        "special" if z.is_multiple_of(4) => {
            [f64::NAN, -0.0, 0.0, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 1.0][(high % 8) as usize]
        }
        "special" => few,
        "product" => {
            let size = if high % 16 == 0 { 0.5 + unit } else { 1.0 };
            if z.is_multiple_of(2) { size } else { -size }
        }
        unknown => panic!("no floats of kind {unknown}"),
    }
}
