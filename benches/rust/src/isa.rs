//! Compiles one kernel source for several instruction sets.

/// Defines a kernel for each instruction set: a function that returns the variants this processor can run, with their
/// names.
///
/// In the body `FMA` tells whether `mul_add` is an instruction. The body may have one constant parameter.
macro_rules! per_isa {
    ($(#[$doc:meta])* pub fn $name:ident $(<const $flag:ident: $kind:ty>)? ($($arg:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$doc])*
        #[allow(clippy::type_complexity)]
        pub fn $name $(<const $flag: $kind>)? () -> Vec<(&'static str, fn($($type),*))> {
            fn baseline $(<const $flag: $kind>)? ($($arg: $type),*) {
                #[allow(dead_code)]
                const FMA: bool = false;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,bmi2")]
            fn avx2 $(<const $flag: $kind>)? ($($arg: $type),*) {
                #[allow(dead_code)]
                const FMA: bool = true;
                $body
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma,bmi2,avx512f,avx512vl,avx512bw,avx512dq")]
            fn avx512 $(<const $flag: $kind>)? ($($arg: $type),*) {
                #[allow(dead_code)]
                const FMA: bool = true;
                $body
            }
            let mut kernels: Vec<(&'static str, fn($($type),*))> = vec![("baseline", baseline $(::<$flag>)?)];
            #[cfg(target_arch = "x86_64")]
            {
                if $crate::isa::avx2() {
                    // SAFETY: the processor has the instructions, as just checked.
                    kernels.push(("AVX2", |$($arg),*| unsafe { avx2 $(::<$flag>)? ($($arg),*) }));
                }
                if $crate::isa::avx512() {
                    // SAFETY: the processor has the instructions, as just checked.
                    kernels.push(("AVX-512", |$($arg),*| unsafe { avx512 $(::<$flag>)? ($($arg),*) }));
                }
            }
            kernels
        }
    };
}

pub(crate) use per_isa;

/// True if the processor can run the AVX2 kernels.
pub fn avx2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") && is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// True if the processor can run the AVX-512 kernels.
pub fn avx512() -> bool {
    #[cfg(target_arch = "x86_64")]
    return avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq");
    #[cfg(not(target_arch = "x86_64"))]
    false
}
