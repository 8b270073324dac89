// The routines of program.c in Rust, as far as its library has their like.
//
// SPDX-License-Identifier: GPL-2.0-or-later

const LARGEST: usize = 1024;

static mut INPUT: [i32; LARGEST] = [0; LARGEST];
static mut RESULT: i32 = 0;

#[inline(always)]
fn input(i: usize) -> i32 {
    unsafe {
        let first = std::ptr::addr_of!(INPUT) as *const i32;
        std::ptr::read_volatile(first.add(i))
    }
}

#[inline(always)]
fn result(s: i32) {
    unsafe { std::ptr::write_volatile(std::ptr::addr_of_mut!(RESULT), s) }
}

// n cells, O(n): a table that is cleared.
#[no_mangle]
#[inline(never)]
pub extern "C" fn count(n: usize) {
    let mut table = vec![0i32; n];
    for i in 0..n {
        table[i * 7 % n] += input(i);
    }
    result(table.iter().sum::<i32>());
}

// n cells: a buffer that grows.
#[no_mangle]
#[inline(never)]
pub extern "C" fn collect(n: usize) {
    let mut buffer = Vec::new();
    for i in 0..n {
        buffer.push(input(i));
    }
    result(buffer.iter().sum::<i32>());
}

// n cells: a buffer that grows and shrinks by one element.
#[no_mangle]
#[inline(never)]
pub extern "C" fn push_and_pop(n: usize) {
    let mut buffer = Vec::new();
    let mut s = 0;
    for i in 0..n {
        buffer.reserve_exact(1);
        buffer.push(input(i));
    }
    while let Some(last) = buffer.pop() {
        s += last;
        buffer.shrink_to_fit();
    }
    result(s);
}

// n cells, O(n): a list of its own.
struct Node {
    next: Option<Box<Node>>,
    value: i32,
}

#[no_mangle]
#[inline(never)]
pub extern "C" fn walk_list(n: usize) {
    let mut list = None;
    let mut s = 0;
    for i in 0..n {
        list = Some(Box::new(Node { next: list, value: input(i) }));
    }
    while let Some(mut node) = list {
        s += node.value;
        list = node.next.take();
    }
    result(s);
}

// n cells, O(n^2): all pairs of n boxes.
#[no_mangle]
#[inline(never)]
pub extern "C" fn all_pairs(n: usize) {
    let mut boxes = Vec::with_capacity(n);
    let mut s = 0;
    for i in 0..n {
        boxes.push(Box::new(input(i)));
    }
    for a in &boxes {
        for b in &boxes {
            unsafe {
                s += (std::ptr::read_volatile(&**a)
                    > std::ptr::read_volatile(&**b)) as i32;
            }
        }
    }
    result(s);
}

fn main() {
    for i in 0..LARGEST {
        unsafe {
            std::ptr::write_volatile(
                (std::ptr::addr_of_mut!(INPUT) as *mut i32).add(i),
                (i * 7919 % 1000) as i32,
            )
        }
    }
    let mut n = 16;
    while n <= LARGEST {
        count(n);
        collect(n);
        push_and_pop(n);
        walk_list(n);
        if n < 400 {
            all_pairs(n);
        }
        n += n / 4;
    }
}
