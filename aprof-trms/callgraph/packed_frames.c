/* Packed frames: see callgraph/packed_frames.h.

   A frame is foretold from the frame below it: as the frame that was last seen
   above a frame of the same routine, with the same distances in stack and cost.
   A byte says which parts of that are right; the others follow.  In a recursion
   of a few routines nearly all are right.

   Nothing is lost: each field is kept, or is what was foretold.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/packed_frames.h"
#include "engine/fast/fast.h"
#include "engine/platform.h"
#include "engine/shadow/varint.h"

/* What follows the byte of a frame. */
enum {
   OTHER_CALL = 1,       /* routine, edge, pending and flags */
   OTHER_RETURN = 2,     /* return_address */
   OTHER_DISTANCE = 4,   /* sp, less than that of the frame below */
   OTHER_COST = 8,       /* cost, more than that of the frame below */
   OTHER_CALLEES = 16,   /* callees */
   OTHER_BELOW = 32      /* below */
};

/* The most bytes of a frame. */
enum { MOST = 1 + 3 * VARINT_MOST + 4 + 5 * VARINT_MOST };

/* What was seen above frames of a routine. */
typedef struct {
   const Frame *frame;
   ULong distance, cost;
} Seen;

enum { SEEN = 64 };

typedef struct {
   Seen seen[SEEN];
   const Frame *below;
} Model;

struct _PackedSegment {
   UInt size;
   UChar bytes[];
};

static Model model;

static const Frame no_frame;

static void begin_model(void)
{
   for (UInt i = 0; i < SEEN; i++)
      model.seen[i] = (Seen){ .frame = &no_frame };
   model.below = &no_frame;
}

static inline Seen *foretold(void)
{
   return &model.seen[((Addr)model.below->routine >> 4) % SEEN];
}

/* What the model learns from the next frame. */
static inline void learn(Seen *s, const Frame *f)
{
   s->distance = model.below->sp - f->sp;
   s->cost = f->cost - model.below->cost;
   s->frame = f;
   model.below = f;
}

static UInt flags_of(const Frame *f)
{
   return f->foreign | f->outside << 1 | f->sized << 2 | f->collector << 3;
}

static void set_flags(Frame *f, UInt flags)
{
   f->foreign = flags & 1;
   f->outside = flags >> 1 & 1;
   f->sized = flags >> 2 & 1;
   f->collector = flags >> 3 & 1;
}

/* The flags as they lie in the frame, to compare them. */
static inline UInt all_flags(const Frame *f)
{
   UInt all;

   _Static_assert(offsetof(Frame, collector) - offsetof(Frame, foreign) + 1
                  == sizeof all, "the flags are next to each other");
   __builtin_memcpy(&all, &f->foreign, sizeof all);
   return all;
}

/* Is the frame as it was foretold, in all parts?  Nearly each frame of a simple
   recursion is: so all parts are looked at without a jump. */
static inline Bool is_foretold(const Seen *s, const Frame *f)
{
   const Frame *e = s->frame;

   return (((Addr)f->routine ^ (Addr)e->routine)
           | ((Addr)f->edge ^ (Addr)e->edge)
           | ((Addr)f->pending ^ (Addr)e->pending)
           | (f->return_address ^ e->return_address)
           | ((model.below->sp - f->sp) ^ s->distance)
           | ((f->cost - model.below->cost) ^ s->cost)
           | (f->callees ^ e->callees)
           | (f->below ^ (e->below + 1))
           | (all_flags(f) ^ all_flags(e))) == 0;
}

/* The same as learn() for such a frame. */
static inline void learn_foretold(Seen *s, const Frame *f)
{
   s->frame = f;
   model.below = f;
}

static inline UInt differences(const Seen *s, const Frame *f)
{
   const Frame *e = s->frame;

   return (f->routine != e->routine || f->edge != e->edge
           || f->pending != e->pending || flags_of(f) != flags_of(e)
              ? OTHER_CALL : 0)
          | (f->return_address != e->return_address ? OTHER_RETURN : 0)
          | (model.below->sp - f->sp != s->distance ? OTHER_DISTANCE : 0)
          | (f->cost - model.below->cost != s->cost ? OTHER_COST : 0)
          | (f->callees != e->callees ? OTHER_CALLEES : 0)
          | (f->below != e->below + 1 ? OTHER_BELOW : 0);
}

/* A function apart, so that the loop over frames that are as foretold has
   registers for what it needs. */
static __attribute__((noinline))
UChar *put_other_frame(UChar *to, Seen *s, const Frame *f)
{
   const UInt other = differences(s, f);

   *to++ = other;
   if (other & OTHER_CALL) {
      to = varint_put(to, (Addr)f->routine);
      to = varint_put(to, (Addr)f->edge);
      to = varint_put(to, (Addr)f->pending);
      *to++ = flags_of(f);
   }
   if (other & OTHER_RETURN)
      to = varint_put(to, varint_signed(f->return_address
                                        - s->frame->return_address));
   if (other & OTHER_DISTANCE)
      to = varint_put(to, varint_signed(model.below->sp - f->sp));
   if (other & OTHER_COST)
      to = varint_put(to, varint_signed(f->cost - model.below->cost));
   if (other & OTHER_CALLEES)
      to = varint_put(to, f->callees);
   if (other & OTHER_BELOW)
      to = varint_put(to, f->below);
   learn(s, f);
   return to;
}

static inline UChar *put_frame(UChar *to, const Frame *f)
{
   Seen *s = foretold();

   if (!is_foretold(s, f))
      return put_other_frame(to, s, f);
   *to = 0;
   learn_foretold(s, f);
   return to + 1;
}

/* The rest of get_frame for a frame that is not as foretold. */
static __attribute__((noinline))
const UChar *get_other_frame(const UChar *from, Seen *s, Frame *f, UInt other)
{
   if (other & OTHER_CALL) {
      f->routine = (Routine *)(Addr)varint_get(&from);
      f->edge = (Edge *)(Addr)varint_get(&from);
      f->pending = (UInt *)(Addr)varint_get(&from);
      set_flags(f, *from++);
   }
   if (other & OTHER_RETURN)
      f->return_address += varint_unsigned(varint_get(&from));
   if (other & OTHER_DISTANCE)
      f->sp = model.below->sp - varint_unsigned(varint_get(&from));
   if (other & OTHER_COST)
      f->cost = model.below->cost + varint_unsigned(varint_get(&from));
   if (other & OTHER_CALLEES)
      f->callees = varint_get(&from);
   if (other & OTHER_BELOW)
      f->below = varint_get(&from);
   learn(s, f);
   return from;
}

static inline const UChar *get_frame(const UChar *from, Frame *f)
{
   Seen *s = foretold();
   const UInt other = *from++;

   *f = *s->frame;
   f->sp = model.below->sp - s->distance;
   f->cost = model.below->cost + s->cost;
   f->below++;
   if (other != 0)
      return get_other_frame(from, s, f, other);
   learn_foretold(s, f);
   return from;
}

/* Pack a segment into a scratch area, and keep what it takes of that. */
static PackedSegment *pack(const Frame *f)
{
   static UChar scratch[PACKED_FRAMES_SEGMENT * MOST];
   UChar *to = scratch;
   PackedSegment *s;

   begin_model();
   for (UInt i = 0; i < PACKED_FRAMES_SEGMENT; i++)
      to = put_frame(to, &f[i]);
   s = VG_(malloc)("aprof.calls.packed", sizeof *s + (to - scratch));
   s->size = to - scratch;
   VG_(memcpy)(s->bytes, scratch, s->size);
   return s;
}

static void unpack(Frame *f, const PackedSegment *s)
{
   const UChar *from = s->bytes;

   begin_model();
   for (UInt i = 0; i < PACKED_FRAMES_SEGMENT; i++)
      from = get_frame(from, &f[i]);
   tl_assert(from == s->bytes + s->size);
}

static XArray *segments_of(Control *c)
{
   if (c->segments == NULL)
      c->segments = VG_(newXA)(VG_(malloc), "aprof.calls.segments", VG_(free),
                               sizeof(PackedSegment *));
   return c->segments;
}

static void set_packed(Control *c, UInt packed)
{
   c->packed = packed;
   control_set_floor(c, c->callers_floor);
}

/* Move n frames.  Valgrind's memmove moves four bytes at once. */
static void move_frames(Frame *to, const Frame *from, UInt n)
{
   if (to < from)
      for (UInt i = 0; i < n; i++)
         to[i] = from[i];
   else
      while (n-- > 0)
         to[n] = from[n];
}

/* Let the stack's memory begin with another frame: move the frames that are not
   packed.  There must be room for them. */
static void slide(Control *c, UInt first)
{
   Frame *memory = control_memory(c);
   const UInt depth = control_depth(c);

   move_frames(memory + (c->packed - first), &c->frames[c->packed],
               depth - c->packed);
   c->slid = first;
   control_set_frames(c, memory, depth);
}

/* Pack whole segments below the frame of this index; return the number of
   frames that are packed now. */
static UInt pack_below(Control *c, UInt past)
{
   UInt at = c->packed;

   if (at == 0)
      c->root_sp = c->frames[0].sp;
   for (; at + PACKED_FRAMES_SEGMENT <= past; at += PACKED_FRAMES_SEGMENT) {
      PackedSegment *s = pack(&c->frames[at]);
      VG_(addToXA)(segments_of(c), &s);
   }
   return at;
}

/* The stamps of the stack of the root stay. */
static void pack_stamps(Control *c, UInt from, UInt past)
{
   trms_fast_pack_stamps(c->fast, c->frames[past].sp,
                         from > 0 ? c->frames[from].sp
                                  : c->frames[1].sp - PLATFORM_BLOCK);
   trms_fast_pack(c->fast);
   c->unpacked_from = c->frames[past].sp;
}

void packed_frames_pack(Control *c)
{
   const UInt from = c->packed, depth = control_depth(c);
   UInt at;

   if (depth < PACKED_FRAMES_DEEP || c->split_depth > 0)
      return;
   at = pack_below(c, depth - PACKED_FRAMES_KEPT);
   if (at == from)
      return;
   if (c->fast != NULL)
      pack_stamps(c, from, at);
   set_packed(c, at);
   slide(c, at);
   control_give_back(c);
}

/* A recursion goes on as it was: the next frames will take as much of the
   program's stack, and stamps there, as the last ones.  These stamps get their
   memory at once; a fault for each page takes longer.  Frames that are larger
   than this may have parts that are not touched. */
static void expect_stack(const Control *c, UInt frames)
{
   enum { SMALL = 128 };
   const Addr sp = c->top->sp, before = c->frames[c->packed].sp;
   const Addr size = (before - sp) / (control_depth(c) - c->packed);

   if (before > sp && size <= SMALL && size * frames < sp)
      trms_fast_expect(c->fast, sp - size * frames, sp);
}

void packed_frames_grow(Control *c)
{
   enum { MORE = 8 * PACKED_FRAMES_SEGMENT };
   const UInt before = c->packed;

   packed_frames_pack(c);
   if (c->packed == before)
      return;
   control_set_room(c, control_depth(c) - c->slid + MORE);
   if (c->fast != NULL)
      expect_stack(c, MORE);
}

/* The program's stack below unpacked_from has no unpacked stamps but near the
   top: pack what the stack has left. */
static void leave_stack(Control *c)
{
   enum { NEAR = PLATFORM_BLOCK, MUCH = 1 << 20 };

   if (c->top->sp <= c->unpacked_from + NEAR + MUCH)
      return;
   trms_fast_pack_stamps(c->fast, c->unpacked_from, c->top->sp - NEAR);
   c->unpacked_from = c->top->sp - NEAR;
}

/* Make memory for the frames from this one on; if there is room, for some below
   it, too, so that the frames need not be moved for each segment. */
static void make_memory(Control *c, UInt first)
{
   const UInt depth = control_depth(c);
   SizeT least = depth - first, spare;

   if (first >= c->slid)
      return;
   if (least > c->room)
      control_grow(c, least);
   spare = (c->room - least) / 2 & ~(SizeT)(PACKED_FRAMES_SEGMENT - 1);
   slide(c, spare < first ? first - spare : 0);
   control_set_room(c, c->room);
}

static void unpack_one(Control *c)
{
   const UInt at = c->packed - PACKED_FRAMES_SEGMENT;
   PackedSegment **last = VG_(indexXA)(c->segments,
                                       VG_(sizeXA)(c->segments) - 1);

   unpack(&c->frames[at], *last);
   VG_(free)(*last);
   VG_(dropTailXA)(c->segments, 1);
   set_packed(c, at);
}

void packed_frames_unpack(Control *c, UInt frame)
{
   make_memory(c, frame & ~(UInt)(PACKED_FRAMES_SEGMENT - 1));
   while (frame < c->packed)
      unpack_one(c);
}

void packed_frames_fall(Control *c)
{
   const UInt past = c->packed;

   packed_frames_unpack(c, past - 1);
   if (c->fast == NULL || c->split_depth > 0)
      return;
   trms_fast_unpack_stamps(c->fast, c->frames[past].sp,
                           c->frames[c->packed > 0 ? c->packed : 1].sp);
   leave_stack(c);
}

void packed_frames_free(Control *c)
{
   if (c->segments == NULL)
      return;
   for (Word i = 0; i < VG_(sizeXA)(c->segments); i++)
      VG_(free)(*(PackedSegment **)VG_(indexXA)(c->segments, i));
   VG_(deleteXA)(c->segments);
   c->segments = NULL;
}
