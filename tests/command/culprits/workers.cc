/* A pool of std::thread: tasks are lambdas in a queue.  The intervals of each
   task are merged one by one, and each looks at all that are there.
   culprit: merge_all

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
#include "numbers.h"

namespace {

class Pool {
   std::mutex lock;
   std::condition_variable filled;
   std::deque<std::function<void()>> tasks;
   std::vector<std::thread> threads;
   bool is_closed = false;

   void work()
   {
      for (;;) {
         std::function<void()> task;
         {
            std::unique_lock<std::mutex> held(lock);
            filled.wait(held, [this] { return is_closed || !tasks.empty(); });
            if (tasks.empty())
               return;
            task = std::move(tasks.front());
            tasks.pop_front();
         }
         task();
      }
   }

public:
   explicit Pool(int n)
   {
      while (n-- > 0)
         threads.emplace_back([this] { work(); });
   }

   void add(std::function<void()> task)
   {
      std::lock_guard<std::mutex> held(lock);
      tasks.push_back(std::move(task));
      filled.notify_one();
   }

   ~Pool()
   {
      {
         std::lock_guard<std::mutex> held(lock);
         is_closed = true;
      }
      filled.notify_all();
      for (auto &t : threads)
         t.join();
   }
};

struct Interval {
   unsigned from, to;
};

bool overlap(const Interval &a, const Interval &b)
{
   return a.from <= b.to && b.from <= a.to;
}

std::vector<Interval> merge_all(const std::vector<Interval> &all)
{
   std::vector<Interval> merged;

   for (const Interval &next : all) {
      bool found = false;
      for (Interval &m : merged)
         if (overlap(m, next)) {
            m.from = std::min(m.from, next.from);
            m.to = std::max(m.to, next.to);
            found = true;
            break;
         }
      if (!found)
         merged.push_back(next);
   }
   return merged;
}

unsigned long covered(const std::vector<Interval> &all)
{
   unsigned long sum = 0;

   for (const Interval &i : all)
      sum += i.to - i.from;
   return sum;
}

std::vector<Interval> make_intervals(unsigned n)
{
   std::vector<Interval> all(n);

   for (Interval &i : all) {
      i.from = number_below(1000000);
      i.to = i.from + number_below(100);
   }
   return all;
}

}

int main()
{
   unsigned long sums[50];

   {
      Pool pool(3);
      for (unsigned long &sum : sums) {
         auto intervals = make_intervals(20 + number_below(500));
         pool.add([&sum, intervals] { sum = covered(merge_all(intervals)); });
      }
   }
   return sums[0] == 0;
}
