/* A queue that is a vector: each message is erased at the begin, and the others
   move.
   culprit: drain

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <numeric>
#include <vector>
#include "numbers.h"

namespace {

struct Message {
   unsigned sender, length;
   unsigned words[6];
};

class Mailbox {
   std::vector<Message> messages;

public:
   void fill(unsigned n)
   {
      for (unsigned i = 0; i < n; i++) {
         Message m = { number_below(16), 6, { 0 } };
         std::iota(m.words, m.words + m.length, i);
         messages.push_back(m);
      }
   }

   unsigned long checksum() const
   {
      unsigned long sum = 0;

      for (const Message &m : messages)
         sum = std::accumulate(m.words, m.words + m.length, sum);
      return sum;
   }

   unsigned long drain()
   {
      unsigned long sum = 0;

      while (!messages.empty()) {
         sum += messages.front().sender;
         messages.erase(messages.begin());
      }
      return sum;
   }
};

}

int main()
{
   unsigned long sum = 0;

   for (int i = 0; i < 40; i++) {
      Mailbox box;
      box.fill(20 + number_below(600));
      sum += box.checksum();
      sum += box.drain();
   }
   return sum == 0;
}
