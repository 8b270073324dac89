// An inlined call in a host that stays: known sizes.
//
// SPDX-License-Identifier: GPL-2.0-or-later

// That of std::hint is of Rust 1.66.
#[inline(never)]
fn black_box<T: Copy>(x: T) -> T {
    unsafe { std::ptr::read_volatile(&x) }
}

#[inline(always)]
fn inlined_total(a: &[i32]) -> i32 {
    let mut s = 0i32;
    for i in 0..a.len() {
        s = s.wrapping_mul(3) ^ a[i];
    }
    s
}

fn main() {
    let mut data = [0i32; 100];
    for i in 0..100 {
        data[i] = black_box(i as i32);
    }
    for k in 1..6 {
        black_box(inlined_total(&data[..black_box(10 * k)]));
    }
}
