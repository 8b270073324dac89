/* Step counts of sorting algorithms and heaps.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_SORTING_H
#define TESTS_INFER_SORTING_H

double sorting_merge_sort(unsigned n);
double sorting_quick_sort(unsigned n);
double sorting_quick_sort_sorted(unsigned n);
double sorting_insertion_sort(unsigned n);
double sorting_insertion_sort_sorted(unsigned n);
double sorting_insertion_sort_few_swaps(unsigned n);
double sorting_heap_build(unsigned n);
double sorting_heap_sort(unsigned n);
double sorting_heap_pop(unsigned n);
double sorting_bubble_sort(unsigned n);
double sorting_selection_sort(unsigned n);
double sorting_radix_sort(unsigned n);
double sorting_counting_sort(unsigned n);

#endif
