/* Client requests of aprof: for programs that want to talk to the profiler.

   Copyright (C) 2026 the aprof authors.

   This file alone, unlike the rest of aprof, is under the following licence, so
   that programs under any licence can include it:

   Redistribution and use in source and binary forms, with or without
   modification, are permitted provided that the following conditions are met:

   1. Redistributions of source code must retain the above copyright notice,
      this list of conditions and the following disclaimer.

   2. Redistributions in binary form must reproduce the above copyright notice,
      this list of conditions and the following disclaimer in the documentation
      and/or other materials provided with the distribution.

   THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
   AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
   IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE
   ARE DISCLAIMED.  IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE
   LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR
   CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF
   SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS
   INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
   CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE)
   ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE
   POSSIBILITY OF SUCH DAMAGE.

   SPDX-License-Identifier: BSD-2-Clause */

#ifndef APROF_H
#define APROF_H

/* Valgrind's header lies beside this file, or where Valgrind was installed. */
#ifndef __has_include
#include "valgrind.h"
#elif __has_include("valgrind.h")
#include "valgrind.h"
#else
#include <valgrind/valgrind.h>
#endif

/* The numbers are part of the interface between programs and the tool: new
   numbers are added at the end. */
typedef enum {
   VG_USERREQ__APROF_SNAPSHOT = VG_USERREQ_TOOL_BASE('A', 'P'),
   VG_USERREQ__APROF_START,
   VG_USERREQ__APROF_STOP,
   VG_USERREQ__APROF_TOGGLE,
   VG_USERREQ__APROF_ZERO,
   VG_USERREQ__APROF_REGION_BEGIN,
   VG_USERREQ__APROF_REGION_END,
   VG_USERREQ__APROF_SIZE,
   VG_USERREQ__APROF_PROGRESS,
   VG_USERREQ__APROF_BEGIN,
   VG_USERREQ__APROF_END,
   VG_USERREQ__APROF_COUNTER
} Vg_AprofClientRequest;

/* Write the profile as it stands now, as a snapshot.  The result is 1 if it was
   written; 0 if it could not be written, or the program does not run under
   aprof. */
#define APROF_SNAPSHOT() \
   ((unsigned)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, \
      VG_USERREQ__APROF_SNAPSHOT, 0, 0, 0, 0, 0))

/* Start or stop collecting.  While nothing is collected, the program is as fast
   as under Valgrind without a tool.  Only activations that begin after a start
   and end before the next stop are recorded.  --collect-atstart=no begins
   without collecting.  TOGGLE starts where nothing is collected, and stops
   otherwise; ZERO forgets all that has been recorded so far, and what is
   pending.  The result is 1, or 0 if the program does not run under aprof. */
#define APROF_START() APROF_REQUEST_(VG_USERREQ__APROF_START, 0)
#define APROF_STOP() APROF_REQUEST_(VG_USERREQ__APROF_STOP, 0)
#define APROF_TOGGLE() APROF_REQUEST_(VG_USERREQ__APROF_TOGGLE, 0)
#define APROF_ZERO() APROF_REQUEST_(VG_USERREQ__APROF_ZERO, 0)

/* A region of a routine becomes a routine of its own, with this name: a request
   of a server, or the body of a loop.  Its end is END in the same activation,
   another BEGIN of the same name, or the end of the activation.  The result is
   1; 0 if END finds no such region, or the program does not run under aprof. */
#define APROF_REGION_BEGIN(name) \
   APROF_REQUEST_(VG_USERREQ__APROF_REGION_BEGIN, (name))
#define APROF_REGION_END(name) \
   APROF_REQUEST_(VG_USERREQ__APROF_REGION_END, (name))

/* The size of the routine, or region, that executes this is `n` for this
   activation, in place of the cells that it reads: for example where the input
   is a number. */
#define APROF_SIZE(n) APROF_REQUEST_(VG_USERREQ__APROF_SIZE, (n))

/* Progress points for `aprof what-if`.  PROGRESS: a piece of the program's work
   is done, and how many are done in a time is the throughput.  BEGIN and END: a
   piece of work begins and ends, in this thread or another one, and how long it
   takes in the mean is the latency.  The name tells points apart.  The result
   is 1; 0 if the program does not run under aprof in virtual time. */
#define APROF_PROGRESS(name) APROF_REQUEST_(VG_USERREQ__APROF_PROGRESS, (name))
#define APROF_BEGIN(name) APROF_REQUEST_(VG_USERREQ__APROF_BEGIN, (name))
#define APROF_END(name) APROF_REQUEST_(VG_USERREQ__APROF_END, (name))

/* The word at `address` counts such events, and is incremented by locked
   instructions.  kind: 1 PROGRESS, 2 BEGIN, 3 END. */
#define APROF_COUNTER(kind, name, address) \
   ((unsigned)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, VG_USERREQ__APROF_COUNTER, \
                                              (kind), (name), (address), 0, 0))

/* Of this header alone. */
#define APROF_REQUEST_(request, argument) \
   ((unsigned)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, (request), (argument), \
                                              0, 0, 0, 0))

#endif
