/* Compressed sections: see elf/compressed_section.h.

   Why a span has the same bytes whenever it is inflated: what a block gives
   depends on its bits and on the INFLATE_WINDOW bytes before it alone.  The bits
   are those of the file, which is compared with the one that was opened; the
   bytes were copied when the section was inflated as a whole.  They are put back
   to where they were, so that they change nothing that is set.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/compressed_section.h"
#include "elf/inflate.h"
#include "sys/pages.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

/* The copies take a part in SPAN / INFLATE_WINDOW of the section's size. */
enum { SPAN = 1 << 20 };

/* No data gives more bytes for one of its own: a match of 258 bytes has two
   bits at least. */
enum { MOST_FOR_ONE = 1032 };

typedef struct {
   InflatePlace place;          /* where it begins */
   UChar *before;               /* up to INFLATE_WINDOW bytes; NULL: none */
   Bool is_set;
} Span;

struct _CompressedSection {
   ULong at;                    /* in the file */
   SizeT size, inflated;
   XArray *spans;               /* ascending */
};

static Span *span_at(const CompressedSection *c, Word i)
{
   return VG_(indexXA)(c->spans, i);
}

static SizeT window_of(const InflatePlace *p)
{
   return p->out < INFLATE_WINDOW ? p->out : INFLATE_WINDOW;
}

/* Note a span that is about to be inflated behind out[place->out - 1]. */
static void add_span(CompressedSection *c, const InflatePlace *place,
                     const UChar *out)
{
   const SizeT n = window_of(place);
   Span span = { .place = *place, .is_set = True };

   if (n > 0) {
      span.before = VG_(malloc)("aprof.compressed_section.before", n);
      VG_(memcpy)(span.before, out + place->out - n, n);
   }
   VG_(addToXA)(c->spans, &span);
}

/* Inflate all, and note the spans.  False: it is damaged. */
static Bool find_spans(CompressedSection *c, const UChar *in, UChar *out)
{
   InflatePlace place;
   UInt sum = 1;

   if (!inflate_begin(in, c->size, &place))
      return False;
   while (!place.is_last) {
      const SizeT from = place.out;
      add_span(c, &place, out);
      if (!inflate_blocks(in, c->size, out, c->inflated, from + SPAN, &place))
         return False;
      sum = inflate_checksum(sum, out + from, place.out - from);
   }
   return place.out == c->inflated
          && inflate_ends_with(in, c->size, &place, sum);
}

CompressedSection *compressed_section_new(const ElfFile *f, ULong at,
                                          ULong size, ULong inflated,
                                          UChar *bytes)
{
   CompressedSection *c;
   UChar *in;
   Bool good;

   if (at > f->size || size > f->size - at || size == 0
       || inflated / MOST_FOR_ONE > size)
      return NULL;
   in = pages_map(VG_PGROUNDUP(size));
   if (in == NULL)
      return NULL;
   c = VG_(calloc)("aprof.compressed_section", 1, sizeof *c);
   *c = (CompressedSection){
      .at = at, .size = size, .inflated = inflated,
      .spans = VG_(newXA)(VG_(malloc), "aprof.compressed_section.spans",
                          VG_(free), sizeof(Span))
   };
   good = elf_file_read(f, at, size, in) && find_spans(c, in, bytes);
   pages_unmap(in, VG_PGROUNDUP(size));
   if (good)
      return c;
   compressed_section_free(c);
   return NULL;
}

void compressed_section_free(CompressedSection *c)
{
   for (Word i = 0; i < VG_(sizeXA)(c->spans); i++)
      VG_(free)(span_at(c, i)->before);
   VG_(deleteXA)(c->spans);
   VG_(free)(c);
}

void compressed_section_forget(CompressedSection *c)
{
   for (Word i = 0; i < VG_(sizeXA)(c->spans); i++)
      span_at(c, i)->is_set = False;
}

/* Return the span that a byte lies in. */
static Word find_span(const CompressedSection *c, SizeT at)
{
   Word low = 0, high = VG_(sizeXA)(c->spans);

   while (high - low > 1) {
      const Word middle = low + (high - low) / 2;
      if (span_at(c, middle)->place.out <= at)
         low = middle;
      else
         high = middle;
   }
   return low;
}

/* Return where a span ends. */
static SizeT end_of(const CompressedSection *c, Word i)
{
   return i + 1 < VG_(sizeXA)(c->spans) ? span_at(c, i + 1)->place.out
                                        : c->inflated;
}

static void set_span(const CompressedSection *c, Word i, const ElfFileLater *l,
                     UChar *bytes)
{
   const Span *span = span_at(c, i);
   const SizeT n = window_of(&span->place), first = span->place.bit / 8;
   const SizeT past = i + 1 < VG_(sizeXA)(c->spans)
                      ? (span_at(c, i + 1)->place.bit + 7) / 8 : c->size;
   UChar *in = pages_map(VG_PGROUNDUP(past - first));
   InflatePlace place = { span->place.bit % 8, span->place.out, False };

   if (in == NULL)
      return;
   if (elf_file_later_read(l, c->at + first, past - first, in)) {
      if (n > 0)
         VG_(memcpy)(bytes + place.out - n, span->before, n);
      inflate_blocks(in, past - first, bytes, end_of(c, i), end_of(c, i),
                     &place);
   }
   pages_unmap(in, VG_PGROUNDUP(past - first));
}

SizeT compressed_section_need(CompressedSection *c, const ElfFileLater *l,
                              SizeT from, SizeT past, UChar *bytes,
                              ULong *n_set)
{
   Word i = find_span(c, from);

   for (; ; i++) {
      Span *span = span_at(c, i);
      if (!span->is_set) {
         set_span(c, i, l, bytes);
         span->is_set = True;
         *n_set += end_of(c, i) - span->place.out;
      }
      if (end_of(c, i) >= past)
         return end_of(c, i);
   }
}
