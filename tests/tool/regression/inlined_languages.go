// An inlined call in a host that stays: known sizes.
//
// SPDX-License-Identifier: GPL-2.0-or-later

package main

func inlined_total(a []int32) int32 {
	s := int32(0)
	for i := 0; i < len(a); i++ {
		s = s*3 ^ a[i]
	}
	return s
}

var sink int32

func main() {
	var data [100]int32
	for i := range data {
		data[i] = int32(i)
	}
	for i := 10; i <= 50; i += 10 {
		sink += inlined_total(data[:i])
	}
}
