/* Objects and source files of two profiles that are the same under different
   paths: the versions of a program that are compared often lie in different
   folders.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_PARTNERS_H
#define APROF_COMPARE_PARTNERS_H

#include "profile/model.h"

/* A path of one profile. */
typedef struct {
   char *path;
   const char *partner;               /* path of the other profile; NULL: the
                                         path itself, or none */
} partner;

typedef struct {
   partner *list;                     /* by file name, then by path; each path
                                         once */
   size_t count;
} partner_list;

/* Make a list of `count` paths, of which NULL is none; partners_free frees
   it. */
void partners_begin(partner_list *p, char *const *paths, size_t count);
void partners_free(partner_list *p);

/* Find the partners of the paths that only one list has: paths that end in the
   same file name.  If there are several, then the pair with the most equal
   parts at the end wins; of pairs that are equally good none does. */
void partners_by_tail(partner_list *old, partner_list *new);

/* Return the path of the other profile for a path of the list; the path itself
   if it has no partner. */
const char *partners_name(const partner_list *p, const char *path);

/* Find the objects of `old` that are objects of `new` under another path, and
   replace their names in `names`, one for each object, which are freed: objects
   of one build; then objects with the same file name; then two versions of a
   shared library, if each profile has one; then the two objects that hold the
   program's main, if each profile has one.  new_names: of the objects of
   `new`. */
void partners_objects(const model *old, char **names, const model *new,
                      char *const *new_names);

#endif
