/* The names that just-in-time compilers give to generated code.

   V8 writes "JS:*name file:line:column": the kind of code, and its tier (~
   interpreter, ^ baseline, + and * optimized).  CPython writes "py::name:file".
   Profiles have the name and the file (aprof-trms/symbols/perf_map.c), so
   samples and profiles of one routine meet there, whatever its tier, and so do
   the samples of several processes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_GENERATED_H
#define APROF_SAMPLES_GENERATED_H

typedef struct {
   char *routine;
   char *file;                        /* ""; it has none */
} generated_name;

/* Take a name apart; the caller frees both parts.  Another compiler's is that
   of the routine. */
generated_name generated_read(const char *text);

#endif
