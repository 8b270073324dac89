/* Signals and slots: a listener is disconnected by a search through all of
   them, and all are disconnected one after the other.
   culprit: disconnect_all disconnect

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <algorithm>
#include <functional>
#include <list>
#include <memory>
#include <vector>
#include "numbers.h"

namespace {

class Signal {
   struct Slot {
      unsigned id;
      std::function<void(unsigned)> call;
   };
   std::list<Slot> slots;
   unsigned ids = 0;

public:
   template <class F> unsigned connect(F &&f)
   {
      slots.push_front({ ++ids, std::forward<F>(f) });
      return ids;
   }

   void disconnect(unsigned id)
   {
      auto at = std::find_if(slots.begin(), slots.end(),
                             [id](const Slot &s) { return s.id == id; });
      if (at != slots.end())
         slots.erase(at);
   }

   void emit(unsigned value) const
   {
      for (const Slot &s : slots)
         s.call(value);
   }
};

class Window {
   Signal changed;
   std::vector<unsigned> connections;
   unsigned long sum = 0;

public:
   explicit Window(unsigned n)
   {
      for (unsigned i = 0; i < n; i++)
         connections.push_back(
            changed.connect([this, i](unsigned v) { sum += v ^ i; }));
   }

   void change(unsigned times)
   {
      for (unsigned i = 0; i < times; i++)
         changed.emit(i);
   }

   void disconnect_all()
   {
      for (unsigned id : connections)
         changed.disconnect(id);
      connections.clear();
   }

   unsigned long result() const { return sum; }
};

}

int main()
{
   unsigned long sum = 0;

   for (int i = 0; i < 40; i++) {
      auto window = std::make_unique<Window>(20 + number_below(500));
      window->change(3);
      window->disconnect_all();
      sum += window->result();
   }
   return sum == 0;
}
