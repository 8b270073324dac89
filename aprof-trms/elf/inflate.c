/* Compressed data in zlib's format: see elf/inflate.h.

   Invariants:
   - at <= in_size, and done <= out_size: both are compared before a byte is
     read or written;
   - of `bits` the lowest n are the next of the data.  The others are zeros, or
     those that follow in the data: to add these once more changes nothing;
   - what asks for more bits than there are sets is_bad; nothing then goes on.

   Source: RFC 1950 (the stream), RFC 1951 (its blocks).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/inflate.h"

enum {
   LONGEST = 15,                /* bits of a code */
   FAST = 10,                   /* bits that are looked up at once */
   LITERALS = 288, DISTANCES = 32, ORDERS = 19,
   MOST_LITERALS = 286, MOST_DISTANCES = 30,
   END_OF_BLOCK = 256
};

typedef struct {
   const UChar *in;
   SizeT in_size, at;
   UChar *out;
   SizeT out_size, done;
   ULong bits;
   UInt n;
   Bool is_bad;
} State;

/* A Huffman code.  Codes of one length are numbers in a row, in the order of
   their symbols; those of the next length follow, with a zero behind. */
typedef struct {
   UShort fast[1 << FAST];      /* by the next bits: 16 * symbol + the code's
                                   length; 0: it is longer, or there is none */
   UInt past[LONGEST + 1];      /* by length: behind the last code... */
   Int place[LONGEST + 1];      /* ...and the index of code 0 in `symbols` */
   UShort symbols[LITERALS];    /* in the order of their codes */
} Code;

/* --- bits --- */

/* Make n at least 56, if the data has as much. */
static inline void fill(State *s)
{
   if (s->in_size - s->at >= 8) {
      ULong word;
      __builtin_memcpy(&word, s->in + s->at, sizeof word);
      s->bits |= word << s->n;
      s->at += (63 - s->n) / 8;
      s->n |= 56;
      return;
   }
   while (s->n < 56 && s->at < s->in_size) {
      s->bits |= (ULong)s->in[s->at++] << s->n;
      s->n += 8;
   }
}

/* Return the next bits, up to 16, that `fill` has got. */
static inline UInt take(State *s, UInt count)
{
   const UInt value = (UInt)s->bits & ((1U << count) - 1);

   if (count > s->n) {
      s->is_bad = True;
      return 0;
   }
   s->bits >>= count;
   s->n -= count;
   return value;
}

static UInt fetch(State *s, UInt count)
{
   fill(s);
   return take(s, count);
}

/* --- Huffman codes --- */

static UInt reversed(UInt code, UInt length)
{
   UInt r = 0;

   for (UInt i = 0; i < length; i++)
      r |= (code >> i & 1) << (length - 1 - i);
   return r;
}

/* Make the code whose symbols have these lengths; 0: it has no such symbol.
   False: there are more codes than numbers; or fewer, except that one symbol
   may have a code of one bit, or, where they are not asked for, none any. */
static Bool make_code(Code *c, const UChar *lengths, UInt symbols)
{
   UInt count[LONGEST + 1] = { 0 }, next[LONGEST + 1], first = 0, used = 0;

   for (UInt i = 0; i < symbols; i++)
      count[lengths[i]]++;
   count[0] = 0;
   for (UInt length = 1; length <= LONGEST; length++) {
      first *= 2;
      next[length] = first;
      c->place[length] = (Int)used - (Int)first;
      used += count[length];
      first += count[length];
      c->past[length] = first;
      if (first > 1U << length)
         return False;
   }
   if (first != 1U << LONGEST && used > 0 && (used != 1 || count[1] != 1))
      return False;
   for (UInt k = 0; k < 1 << FAST; k++)
      c->fast[k] = 0;
   for (UInt i = 0; i < symbols; i++) {
      const UInt length = lengths[i];
      if (length == 0)
         continue;
      const UInt code = next[length]++;
      c->symbols[c->place[length] + (Int)code] = i;
      for (UInt k = reversed(code, length); length <= FAST && k < 1 << FAST;
           k += 1 << length)
         c->fast[k] = 16 * i + length;
   }
   return True;
}

/* Return the symbol of the next code, of bits that `fill` has got.  If there is
   none, then is_bad is set. */
static inline UInt decode(State *s, const Code *c)
{
   const UInt entry = c->fast[s->bits & ((1 << FAST) - 1)];

   if (entry != 0) {
      take(s, entry % 16);
      return entry / 16;
   }
   for (UInt length = FAST + 1; length <= LONGEST; length++) {
      const UInt code = reversed((UInt)s->bits & ((1U << length) - 1), length);
      if (code < c->past[length]) {
         take(s, length);
         return c->symbols[c->place[length] + (Int)code];
      }
   }
   s->is_bad = True;
   return 0;
}

/* --- blocks --- */

static void copy_stored(State *s)
{
   UInt length, complement;

   take(s, s->n % 8);
   length = fetch(s, 16);
   complement = fetch(s, 16);
   if (s->is_bad || (length ^ complement) != 0xffff)
      s->is_bad = True;
   /* Whole bytes that were fetched and not taken are read again. */
   s->at -= s->n / 8;
   s->bits = s->n = 0;
   if (s->is_bad || length > s->in_size - s->at
       || length > s->out_size - s->done) {
      s->is_bad = True;
      return;
   }
   for (UInt i = 0; i < length; i++)
      s->out[s->done++] = s->in[s->at++];
}

/* Copy what stands before it. */
static inline void copy_match(State *s, UInt length, UInt distance)
{
   UChar *to = s->out + s->done;

   if (distance > s->done || length > s->out_size - s->done) {
      s->is_bad = True;
      return;
   }
   for (UInt i = 0; i < length; i++)   /* they may overlap */
      to[i] = (to - distance)[i];
   s->done += length;
}

/* Symbol 257 + i, and symbol i of the distances: the first value, and the bits
   that are added to it. */
static void read_match(State *s, UInt symbol, const Code *distances)
{
   static const UShort lengths[] = {
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59,
      67, 83, 99, 115, 131, 163, 195, 227, 258
   };
   static const UChar length_bits[] = {
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4,
      5, 5, 5, 5, 0
   };
   UInt length, d, bits, distance;

   if (symbol >= MOST_LITERALS) {
      s->is_bad = True;
      return;
   }
   symbol -= END_OF_BLOCK + 1;
   length = lengths[symbol] + take(s, length_bits[symbol]);
   d = decode(s, distances);
   if (s->is_bad || d >= MOST_DISTANCES) {
      s->is_bad = True;
      return;
   }
   /* 1, 2, 3, 4, and then two with each number of bits. */
   bits = d < 4 ? 0 : d / 2 - 1;
   distance = d < 4 ? d + 1 : ((2 + d % 2) << bits) + 1;
   distance += take(s, bits);
   if (!s->is_bad)
      copy_match(s, length, distance);
}

static void read_symbols(State *s, const Code *literals, const Code *distances)
{
   while (!s->is_bad) {
      fill(s);                  /* a match has at most 15 + 5 + 15 + 13 bits */
      const UInt symbol = decode(s, literals);
      if (s->is_bad || symbol == END_OF_BLOCK)
         return;
      if (symbol > END_OF_BLOCK)
         read_match(s, symbol, distances);
      else if (s->done < s->out_size)
         s->out[s->done++] = symbol;
      else
         s->is_bad = True;
   }
}

static void read_fixed(State *s)
{
   static Code literals, distances;
   static Bool are_made;
   UChar lengths[LITERALS];

   if (!are_made) {
      for (UInt i = 0; i < LITERALS; i++)
         lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
      make_code(&literals, lengths, LITERALS);
      for (UInt i = 0; i < DISTANCES; i++)
         lengths[i] = 5;
      make_code(&distances, lengths, DISTANCES);
      are_made = True;
   }
   read_symbols(s, &literals, &distances);
}

/* Read the lengths of `count` codes, in the code that is given. */
static void read_lengths(State *s, const Code *c, UChar *lengths, UInt count)
{
   UInt i = 0;

   while (i < count && !s->is_bad) {
      fill(s);
      const UInt symbol = decode(s, c);
      UInt times = 1;
      UChar value = symbol;

      if (symbol >= 16) {
         value = symbol == 16 && i > 0 ? lengths[i - 1] : 0;
         times = symbol == 18 ? 11 + take(s, 7)
                 : symbol == 17 ? 3 + take(s, 3) : 3 + take(s, 2);
         if ((symbol == 16 && i == 0) || times > count - i) {
            s->is_bad = True;
            return;
         }
      }
      while (times-- > 0)
         lengths[i++] = value;
   }
}

static void read_dynamic(State *s)
{
   static const UChar order[ORDERS] = {
      16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
   };
   static Code literals, distances;   /* too large for the stack */
   UChar lengths[LITERALS + DISTANCES] = { 0 }, of_lengths[ORDERS] = { 0 };
   const UInt n_literals = 257 + fetch(s, 5), n_distances = 1 + fetch(s, 5);
   const UInt n_orders = 4 + fetch(s, 4);

   for (UInt i = 0; i < n_orders; i++)
      of_lengths[order[i]] = fetch(s, 3);
   if (s->is_bad || n_literals > MOST_LITERALS || n_distances > MOST_DISTANCES
       || !make_code(&literals, of_lengths, ORDERS)) {
      s->is_bad = True;
      return;
   }
   read_lengths(s, &literals, lengths, n_literals + n_distances);
   if (s->is_bad || lengths[END_OF_BLOCK] == 0
       || !make_code(&literals, lengths, n_literals)
       || !make_code(&distances, lengths + n_literals, n_distances)) {
      s->is_bad = True;
      return;
   }
   read_symbols(s, &literals, &distances);
}

static void read_block(State *s, UInt kind)
{
   switch (kind) {
   case 0: copy_stored(s); break;
   case 1: read_fixed(s); break;
   case 2: read_dynamic(s); break;
   default: s->is_bad = True;
   }
}

Bool inflate_blocks(const UChar *in, SizeT in_size, UChar *out, SizeT out_size,
                    SizeT until, InflatePlace *place)
{
   State s = { .in = in, .in_size = in_size, .at = place->bit / 8, .out = out,
               .out_size = out_size, .done = place->out };

   if (s.at > in_size || s.done > out_size)
      return False;
   fetch(&s, place->bit % 8);
   while (!s.is_bad && !place->is_last && s.done < until) {
      place->is_last = fetch(&s, 1) == 1;
      read_block(&s, take(&s, 2));
   }
   place->bit = 8 * (ULong)s.at - s.n;
   place->out = s.done;
   return !s.is_bad;
}

/* --- the stream --- */

Bool inflate_begin(const UChar *in, SizeT in_size, InflatePlace *place)
{
   enum { DEFLATE = 8, MOST_WINDOW = 7, DICTIONARY = 0x20 };

   *place = (InflatePlace){ .bit = 16 };
   return in_size >= 2 && in[0] % 16 == DEFLATE && in[0] / 16 <= MOST_WINDOW
          && (256 * in[0] + in[1]) % 31 == 0 && (in[1] & DICTIONARY) == 0;
}

UInt inflate_checksum(UInt sum, const UChar *bytes, SizeT size)
{
   enum { MODULUS = 65521, MOST = 5552 };   /* the sums of MOST bytes fit */
   UInt a = sum & 0xffff, b = sum >> 16;

   while (size > 0) {
      const SizeT n = size < MOST ? size : MOST;
      for (SizeT i = 0; i < n; i++) {
         a += bytes[i];
         b += a;
      }
      a %= MODULUS;
      b %= MODULUS;
      bytes += n;
      size -= n;
   }
   return b << 16 | a;
}

Bool inflate_ends_with(const UChar *in, SizeT in_size,
                       const InflatePlace *place, UInt sum)
{
   const SizeT at = (place->bit + 7) / 8;

   return place->is_last && at <= in_size && in_size - at >= 4
          && ((UInt)in[at] << 24 | (UInt)in[at + 1] << 16
              | (UInt)in[at + 2] << 8 | in[at + 3]) == sum;
}
