/* What the head of a report says where no routine is a suspect, put together: the
   terminal and the page show the same.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_WITHOUT_SUSPECT_H
#define APROF_ADVICE_WITHOUT_SUSPECT_H

#include "advice/hints.h"
#include "advice/no_suspect.h"

/* In the order in which it is said: memory that is filled again; a garbage
   collector; small calls; a recursion that leads; the excess, and the calls of the
   hints, if they lead; the praise; the heading with the routines listed below it; a
   recursion that does not lead; files that were the same in all runs.  A text is NULL
   if there is nothing to say. */
typedef struct {
   char *filled;
   char *collections;
   char *small_calls;
   char *recursion;                   /* or what does very much on few cells; none
                                         if it is known what is filled */
   bool recursion_leads;
   char *praise;
   bool in_proportion;                /* it is that of all runs: more of them do not
                                         tell more */
   no_suspect listed;                 /* heading: NULL if what stands before it
                                         says more */
   char *unvaried;
} without_suspect;

/* rows: the rows of the report, none of which is a suspect.
   without_suspect_free frees what is found. */
without_suspect without_suspect_find(const model *m,
                                     const order_ranking *ranking,
                                     const hints *h, const ranked *const *rows,
                                     size_t count);
void without_suspect_free(without_suspect *w);

#endif
