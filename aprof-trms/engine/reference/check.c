/* Two engines in one: see engine/reference/check.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/reference/check.h"

struct trms_thread {
   trms_thread *fast, *timestamps;
   trms_thread *next, *previous;
};

static trms_thread *threads;

static trms_check_result results;

trms_thread *trms_check_fast(const trms_thread *t)
{
   return t ? t->fast : NULL;
}

const trms_check_result *trms_check_results(void)
{
   return &results;
}

void trms_check_forget(void)
{
   platform_zero(&results, sizeof results);
}

void trms_check_read(trms_thread *t, uintptr_t a, size_t n)
{
   trms_timestamps.read(t->timestamps, a, n);
}

void trms_check_write(trms_thread *t, uintptr_t a, size_t n)
{
   trms_timestamps.write(t->timestamps, a, n);
}

void trms_check_write_apart(trms_thread *t, uintptr_t a, size_t n)
{
   trms_timestamps.write_apart(t->timestamps, a, n);
}

static void init(const trms_options *options)
{
   platform_zero(&results, sizeof results);
   trms_fast.init(options);
   trms_timestamps.init(options);
}

static trms_thread *both(trms_thread *fast, trms_thread *timestamps)
{
   trms_thread *t = platform_alloc("aprof.check", sizeof *t);

   t->fast = fast;
   t->timestamps = timestamps;
   t->next = threads;
   if (t->next)
      t->next->previous = t;
   threads = t;
   return t;
}

static trms_thread *thread_new(void)
{
   return both(trms_fast.thread_new(), trms_timestamps.thread_new());
}

static trms_thread *context_new(void)
{
   return both(trms_fast.context_new(), trms_timestamps.context_new());
}

static void thread_end(trms_thread *t)
{
   trms_fast.thread_end(t->fast);
   trms_timestamps.thread_end(t->timestamps);
   if (t->next)
      t->next->previous = t->previous;
   if (t->previous)
      t->previous->next = t->next;
   else
      threads = t->next;
   platform_free(t);
}

static void finish(void)
{
   while (threads)
      thread_end(threads);
   trms_fast.finish();
   trms_timestamps.finish();
}

static void call(trms_thread *t)
{
   trms_fast.call(t->fast);
   trms_timestamps.call(t->timestamps);
}

static bool equal(const trms_sizes *a, const trms_sizes *b)
{
   return a->rms == b->rms && a->ext == b->ext && a->trms == b->trms
          && a->external == b->external && a->thread == b->thread
          && a->wms == b->wms;
}

static void compare(trms_thread *t, const trms_sizes *sizes)
{
   trms_sizes other;

   trms_timestamps.ret(t->timestamps, &other);
   results.compared++;
   if (!equal(sizes, &other) && results.different++ == 0) {
      results.fast = *sizes;
      results.timestamps = other;
   }
}

static void ret(trms_thread *t, trms_sizes *sizes)
{
   trms_fast.ret(t->fast, sizes);
   compare(t, sizes);
}

void trms_check_call(trms_thread *t)
{
   trms_timestamps.call(t->timestamps);
}

void trms_check_return(trms_thread *t, uint64_t size)
{
   trms_sizes sizes = { .rms = size, .ext = size, .trms = size };

   compare(t, &sizes);
}

static void read(trms_thread *t, uintptr_t a, size_t n)
{
   trms_fast.read(t->fast, a, n);
   trms_timestamps.read(t->timestamps, a, n);
}

static void write(trms_thread *t, uintptr_t a, size_t n)
{
   trms_fast.write(t->fast, a, n);
   trms_timestamps.write(t->timestamps, a, n);
}

static void write_apart(trms_thread *t, uintptr_t a, size_t n)
{
   trms_fast.write_apart(t->fast, a, n);
   trms_timestamps.write_apart(t->timestamps, a, n);
}

static void kernel_read(trms_thread *t, uintptr_t a, size_t n)
{
   trms_fast.kernel_read(t->fast, a, n);
   trms_timestamps.kernel_read(t->timestamps, a, n);
}

static void kernel_write(uintptr_t a, size_t n)
{
   trms_fast.kernel_write(a, n);
   trms_timestamps.kernel_write(a, n);
}

static void forget(uintptr_t a, size_t n)
{
   trms_fast.forget(a, n);
   trms_timestamps.forget(a, n);
}

static void move(uintptr_t from, uintptr_t to, size_t n)
{
   trms_fast.move(from, to, n);
   trms_timestamps.move(from, to, n);
}

static void copy(uintptr_t from, uintptr_t to, size_t n)
{
   trms_fast.copy(from, to, n);
   trms_timestamps.copy(from, to, n);
}

static void clear(trms_thread *t, uintptr_t a, size_t n)
{
   trms_fast.clear(t->fast, a, n);
   trms_timestamps.clear(t->timestamps, a, n);
}

static size_t depth(const trms_thread *t)
{
   return trms_fast.depth(t->fast);
}

static void pending(const trms_thread *t, trms_sizes *sizes)
{
   trms_fast.pending(t->fast, sizes);
}

static const char *broken(size_t chunks)
{
   const char *what = trms_fast.broken(chunks);
   const trms_thread *t;

   if (!what)
      what = trms_timestamps.broken(chunks);
   for (t = threads; t && !what; t = t->next)
      if (trms_fast.depth(t->fast) != trms_timestamps.depth(t->timestamps))
         what = "the stacks of both engines are equally deep";
   return what;
}

const trms_engine trms_check = {
   .name = "check",
   .init = init,
   .finish = finish,
   .thread_new = thread_new,
   .context_new = context_new,
   .thread_end = thread_end,
   .call = call,
   .ret = ret,
   .read = read,
   .write = write,
   .write_apart = write_apart,
   .kernel_read = kernel_read,
   .kernel_write = kernel_write,
   .forget = forget,
   .move = move,
   .copy = copy,
   .clear = clear,
   .depth = depth,
   .pending = pending,
   .broken = broken,
};
