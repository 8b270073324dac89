/* Lists of file names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/file_list.h"
#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return all of a stream, with a NUL after it. */
static char *read_all(FILE *f, size_t *length)
{
   char *text = memory_new(1, 1);
   size_t room = 1, n;

   *length = 0;
   do {
      if (room - *length < BUFSIZ + 1) {
         room = 2 * room + BUFSIZ;
         text = memory_resize(text, room, 1);
      }
      n = fread(text + *length, 1, BUFSIZ, f);
      *length += n;
   } while (n > 0);
   text[*length] = '\0';
   return text;
}

bool file_list_read(file_list *list, const char *name)
{
   bool is_stdin = strcmp(name, "-") == 0;
   FILE *f = is_stdin ? stdin : fopen(name, "re");
   size_t length, room = 0;
   bool good;

   *list = (file_list){ .text = NULL };
   if (f == NULL) {
      message_error("%s: %s", name, strerror(errno));
      return false;
   }
   list->text = read_all(f, &length);
   if (is_stdin)
      name = "stdin";
   good = !ferror(f);
   if (!good)
      message_error("%s: %s", name, strerror(errno));
   if (f != stdin)
      fclose(f);
   if (memchr(list->text, '\0', length) == NULL)
      for (char *p = list->text; (p = strchr(p, '\n')) != NULL; p++)
         *p = '\0';
   for (char *p = list->text; p < list->text + length; p += strlen(p) + 1) {
      if (*p == '\0')
         continue;
      list->names = memory_grow(list->names, list->count, &room,
                                sizeof *list->names);
      list->names[list->count++] = p;
   }
   if (good && list->count == 0) {
      message_error("%s: there is no file name in it", name);
      good = false;
   }
   if (!good)
      file_list_free(list);
   return good;
}

void file_list_free(file_list *list)
{
   free(list->text);
   free(list->names);
   *list = (file_list){ .text = NULL };
}
