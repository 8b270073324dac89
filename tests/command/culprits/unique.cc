/* Templates over containers of the library, with lambdas: what is in one is
   looked for in the other from its begin to its end.
   culprit: without_duplicates
   calls: 30

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>
#include "numbers.h"

struct Order {
   std::string customer;
   unsigned amount;
};

template <class Container, class Same>
static Container without_duplicates(const Container &all, Same same)
{
   Container kept;

   for (const auto &item : all)
      if (std::none_of(kept.begin(), kept.end(),
                       [&](const auto &k) { return same(k, item); }))
         kept.push_back(item);
   return kept;
}

template <class Container, class Key>
static auto group_by(const Container &all, Key key)
{
   std::map<decltype(key(*all.begin())), unsigned> groups;

   for (const auto &item : all)
      groups[key(item)]++;
   return groups;
}

static std::vector<Order> make_orders(unsigned n)
{
   std::vector<Order> orders;

   for (unsigned i = 0; i < n; i++)
      orders.push_back({ "customer " + std::to_string(number_below(n)),
                         number_below(1000) });
   return orders;
}

static unsigned long handle(unsigned n)
{
   auto orders = make_orders(n);
   auto groups = group_by(orders, [](const Order &o) { return o.amount / 10; });
   auto customers = without_duplicates(
      orders, [](const Order &a, const Order &b) {
         return a.customer == b.customer;
      });
   std::sort(orders.begin(), orders.end(),
             [](const Order &a, const Order &b) {
                return a.amount < b.amount;
             });
   return groups.size() + customers.size()
          + std::accumulate(orders.begin(), orders.end(), 0ul,
                            [](unsigned long s, const Order &o) {
                               return s + o.amount;
                            });
}

int main()
{
   unsigned long sum = 0;

   for (int i = 0; i < 30; i++)
      sum += handle(20 + number_below(400));
   return sum == 0;
}
