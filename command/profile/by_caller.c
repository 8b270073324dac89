/* Calling contexts as routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/by_caller.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Return the names of a chain, NULL at the end, and all of them joined in
   *joined. */
static char **chain_names(const model *m, const model_context *c,
                          char **joined)
{
   char **names = memory_new(c->length + 1, sizeof *names);
   size_t length = 0;
   char *to;

   for (size_t i = 0; i < c->length; i++) {
      names[i] = memory_string(m->routines[c->chain[i]].shown);
      length += strlen(BY_CALLER_SEPARATOR) + strlen(names[i]);
   }
   to = *joined = memory_new(length + 1, 1);
   for (size_t i = 0; i < c->length; i++) {
      if (i > 0)
         to = stpcpy(to, BY_CALLER_SEPARATOR);
      to = stpcpy(to, names[i]);
   }
   return names;
}

static model_routine routine_of(const model *m, const model_context *c)
{
   model_routine r = m->routines[c->chain[0]];

   r.name = memory_string(r.name);
   r.file = memory_string(r.file);
   r.context = chain_names(m, c, &r.shown);
   return r;
}

/* Replace the indices of routines by the indices of their contexts, which
   are sorted by routine. */
static void find_contexts(const model *m, size_t **found, size_t *count)
{
   size_t *contexts = memory_new(m->context_count, sizeof *contexts);
   size_t n = 0, next = 0;

   for (size_t i = 0; i < m->context_count; i++) {
      while (next < *count && (*found)[next] < m->contexts[i].chain[0])
         next++;
      if (next < *count && (*found)[next] == m->contexts[i].chain[0])
         contexts[n++] = i;
   }
   free(*found);
   *found = contexts;
   *count = n;
}

void by_caller(model *m, size_t **found, size_t *count)
{
   model *old = memory_new(1, sizeof *old);

   if (found)
      find_contexts(m, found, count);
   /* The parts of the model that are replaced are freed as a model. */
   *old = (model){
      .routines = m->routines, .routine_count = m->routine_count,
      .profs = m->profs, .prof_count = m->prof_count, .edges = m->edges,
      .contexts = m->contexts, .context_count = m->context_count,
      .optionals = m->optionals, .optional_count = m->optional_count,
   };
   m->routines = memory_new(m->context_count, sizeof *m->routines);
   m->routine_count = m->context_count;
   for (size_t i = 0; i < m->context_count; i++)
      m->routines[i] = routine_of(old, &m->contexts[i]);
   m->profs = m->context_profs;
   m->prof_count = m->context_prof_count;
   m->edges = m->context_edges;
   m->edge_count = m->context_edge_count;
   m->contexts = NULL;
   m->context_profs = NULL;
   m->context_edges = NULL;
   m->optionals = NULL;
   m->optional_count = 0;
   m->context_count = m->context_prof_count = m->context_edge_count = 0;
   m->callers = 0;
   model_free(old);
}
