// Algorithms in C++ on the standard library's containers.  The comment of each
// routine has its class, over the n cells that it reads.
//
// SPDX-License-Identifier: GPL-2.0-or-later

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "heaps.h"

static volatile long result;

// O(n log n)
ROUTINE void map_count(const int *a, int n)
{
   std::map<int, int> count;

   for (int i = 0; i < n; i++)
      count[a[i]]++;
   result = count.begin()->second;
}

// O(n log n)
ROUTINE void set_insert(const int *a, int n)
{
   std::set<int> all;

   for (int i = 0; i < n; i++)
      all.insert(a[i]);
   result = *all.begin();
}

// O(n)
ROUTINE void unordered_count(const int *a, int n)
{
   std::unordered_map<int, int> count;

   for (int i = 0; i < n; i++)
      count[a[i]]++;
   result = count.size();
}

// O(n log n)
ROUTINE void vector_sort(const int *a, int n)
{
   std::vector<int> v;

   for (int i = 0; i < n; i++)
      v.push_back(a[i]);
   std::sort(v.begin(), v.end());
   result = v[0];
}

// O(n log n)
ROUTINE void vector_stable_sort(const int *a, int n)
{
   std::vector<int> v(a, a + n);

   std::stable_sort(v.begin(), v.end());
   result = v[0];
}

// O(n)
ROUTINE void vector_push(const int *a, int n)
{
   std::vector<int> v;
   long s = 0;

   for (int i = 0; i < n; i++)
      v.push_back(a[i]);
   for (int i = 0; i < n; i++)
      s += v[i];
   result = s;
}

// O(n log n)
ROUTINE void list_sort(const int *a, int n)
{
   std::list<int> list;

   for (int i = 0; i < n; i++)
      list.push_back(a[i]);
   list.sort();
   result = list.front();
}

// O(n^2)
ROUTINE void list_remove(const int *a, int n)
{
   std::list<int> list(a, a + n);
   long s = 0;

   while (!list.empty()) {
      auto least = std::min_element(list.begin(), list.end());
      s ^= *least;
      list.erase(least);
   }
   result = s;
}

// O(n): a few digits of each.
ROUTINE void string_join(const int *a, int n)
{
   std::string text;

   for (int i = 0; i < n; i++)
      text += std::string(1 + (a[i] & 7), 'x') + ",";
   result = text.size();
}

// O(n log n)
ROUTINE void priority_queue(const int *a, int n)
{
   std::priority_queue<int> queue;
   long s = 0;

   for (int i = 0; i < n; i++)
      queue.push(a[i]);
   for (; !queue.empty(); queue.pop())
      s = s * 3 + queue.top();
   result = s;
}

// O(n)
ROUTINE void deque_rotate(const int *a, int n)
{
   std::deque<int> queue;
   long s = 0;

   for (int i = 0; i < n; i++)
      queue.push_back(a[i]);
   for (int i = 0; i < 2 * n; i++) {
      queue.push_back(queue.front() + 1);
      queue.pop_front();
   }
   while (!queue.empty()) {
      s += queue.front();
      queue.pop_front();
   }
   result = s;
}

// O(n log n) | O(n): a number in digits costs as much as ten steps in the tree,
// and memcmp reads whole vectors, with uninitialized memory behind the strings.
ROUTINE void string_map(const int *a, int n)
{
   std::map<std::string, int> count;

   for (int i = 0; i < n; i++)
      count[std::to_string(a[i])]++;
   result = count.size();
}

int main(int argc, char **argv)
{
   prepare(argc, argv);
   AT_SIZES(map_count, LINEAR, 1 << 30)
   AT_SIZES(set_insert, LINEAR, 1 << 30)
   AT_SIZES(unordered_count, LINEAR, 1 << 30)
   AT_SIZES(vector_sort, LINEAR, 1 << 30)
   AT_SIZES(vector_stable_sort, LINEAR, 1 << 30)
   AT_SIZES(vector_push, LINEAR, 1 << 30)
   AT_SIZES(list_sort, LINEAR, 1 << 30)
   AT_SIZES(list_remove, QUADRATIC, 1 << 30)
   AT_SIZES(string_join, LINEAR, 1 << 30)
   AT_SIZES(priority_queue, LINEAR, 1 << 30)
   AT_SIZES(deque_rotate, LINEAR, 1 << 30)
   AT_SIZES(string_map, LINEAR, 1 << 30)
   return 0;
}
