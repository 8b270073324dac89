// Goroutines build and walk trees, which the collector then finds, and count
// words in a map.
//
// SPDX-License-Identifier: GPL-2.0-or-later

package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

type tree struct{ left, right *tree }

func build(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{build(depth - 1), build(depth - 1)}
}

func (t *tree) count() int {
	if t.left == nil {
		return 1
	}
	return 1 + t.left.count() + t.right.count()
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var all sync.WaitGroup
	var lock sync.Mutex
	sum, words := 0, map[string]int{}
	for g := 0; g < 4; g++ {
		all.Add(1)
		go func(g int) {
			defer all.Done()
			for i := 0; i < n; i++ {
				c := build(12).count()
				lock.Lock()
				sum += c
				words[strconv.Itoa((i*7919+g)%1000)]++
				lock.Unlock()
			}
		}(g)
	}
	all.Wait()
	fmt.Println(sum, len(words))
}
