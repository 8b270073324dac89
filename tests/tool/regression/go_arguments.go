// Routines whose input is a number in a register, with arguments before it that
// take none, one and two registers.
//
// SPDX-License-Identifier: GPL-2.0-or-later

package main

type counter struct{ step int }

//go:noinline
func squares(c *counter, label string, weight float64, n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			sum += i ^ j
		}
	}
	return sum + c.step + len(label) + int(weight)
}

//go:noinline
func (c counter) steps(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		sum += i * c.step
	}
	return sum
}

func main() {
	c := counter{3}
	sum := 0
	for n := 10; n < 200; n += 10 {
		sum += squares(&c, "label", 1.5, n) + c.steps(5*n)
	}
	println(sum)
}
