//! Compiles the largest accepted calls.

use bcast::bcast;

/// 16 arrays and 84 constants, the maximum.
#[test]
#[rustfmt::skip]
fn a_hundred_operands() {
    let row: Vec<f64> = (0..5).map(f64::from).collect();
    let arrays: [&[f64]; 16] = [&row; 16];
    let constants: [f64; 84] = std::array::from_fn(|index| index as f64);
    let [
        a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15
    ] = arrays;
    let [
        c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21,
        c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, c37, c38, c39, c40, c41,
        c42, c43, c44, c45, c46, c47, c48, c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61,
        c62, c63, c64, c65, c66, c67, c68, c69, c70, c71, c72, c73, c74, c75, c76, c77, c78, c79, c80, c81,
        c82, c83
    ] = constants;
    let sum = bcast!(
        a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12 + a13 + a14 + a15 + c0 + c1 + c2 +
        c3 + c4 + c5 + c6 + c7 + c8 + c9 + c10 + c11 + c12 + c13 + c14 + c15 + c16 + c17 + c18 + c19 + c20 +
        c21 + c22 + c23 + c24 + c25 + c26 + c27 + c28 + c29 + c30 + c31 + c32 + c33 + c34 + c35 + c36 + c37 +
        c38 + c39 + c40 + c41 + c42 + c43 + c44 + c45 + c46 + c47 + c48 + c49 + c50 + c51 + c52 + c53 + c54 +
        c55 + c56 + c57 + c58 + c59 + c60 + c61 + c62 + c63 + c64 + c65 + c66 + c67 + c68 + c69 + c70 + c71 +
        c72 + c73 + c74 + c75 + c76 + c77 + c78 + c79 + c80 + c81 + c82 + c83
    );
    let all: f64 = constants.iter().sum();
    assert_eq!(sum, row.iter().map(|entry| 16.0 * entry + all).collect::<Vec<_>>());
}

#[test]
#[rustfmt::skip]
#[allow(unused_braces, double_negations, clippy::double_parens, reason = "that is what is nested")]
fn a_hundred_levels() {
    let x = [1.0, 2.0];
    let parentheses = bcast!(
        ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((x))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
    );
    let signs = bcast!(
        ----------------------------------------------------------------------------------------------------x
    );
    let blocks = bcast!(
        {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{x}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
    );
    assert_eq!([parentheses, signs, blocks], [x; 3]);
}
