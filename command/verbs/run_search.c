/* Where the program and the tool of `aprof run` are.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "verbs/run_search.h"
#include "base/memory.h"
#include "base/message.h"
#include "profile/file_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TOOL "aprof-" APROF_PLATFORM

static bool is_program(const char *path)
{
   struct stat file;

   if (stat(path, &file) != 0)
      return false;
   if (S_ISDIR(file.st_mode)) {
      errno = EISDIR;
      return false;
   }
   return access(path, X_OK) == 0;
}

void run_search_first_line(const char *path, char line[RUN_SCRIPT_LINE])
{
   FILE *f = fopen(path, "re");

   *line = '\0';
   if (f == NULL)
      return;
   if (fgets(line, RUN_SCRIPT_LINE, f) && strncmp(line, "#!", 2) == 0)
      memmove(line, line + 2, strlen(line + 2) + 1);
   else
      *line = '\0';
   fclose(f);
}

/* Return whether a program is a script whose interpreter can't be executed. */
static bool lacks_interpreter(const char *path)
{
   char line[RUN_SCRIPT_LINE];
   const char *word;

   run_search_first_line(path, line);
   word = strtok(line, " \t\n");
   return word && access(word, X_OK) != 0;
}

/* As is_program.  *lacks: it is one, but nothing can execute it. */
static bool is_complete(const char *path, bool *lacks)
{
   if (!is_program(path))
      return false;
   *lacks = lacks_interpreter(path);
   return !*lacks;
}

bool run_search_program(const char *name, const char **reason)
{
   static const char profile[] =
      "a profile, not a program; aprof report reads it";
   static const char no_interpreter[] =
      "a script whose first line names an interpreter that is not there";
   bool lacks = false;
   const char *search = getenv("PATH");
   bool found = false;
   char *copy, *rest;

   if (strchr(name, '/') || search == NULL) {
      found = is_complete(name, &lacks);
      *reason = lacks ? no_interpreter : strerror(errno);
      if (!found && profile_is_file(name))
         *reason = profile;
      return found;
   }
   copy = rest = memory_string(search);
   while (!found && rest) {
      const char *folder = strsep(&rest, ":");
      char *path = memory_format("%s/%s", *folder ? folder : ".", name);

      found = is_complete(path, &lacks);
      free(path);
   }
   free(copy);
   *reason = lacks ? no_interpreter
      : access(name, F_OK) != 0 ? "no such program"
      : profile_is_file(name) ? profile
      : "no such program in $PATH; for the file in this folder put ./ before "
        "its name";
   return found;
}

static bool holds_tool(const char *folder)
{
   char *path = memory_format("%s/%s", folder, TOOL);
   bool found = access(path, X_OK) == 0;

   free(path);
   return found;
}

const char *run_search_tool(void)
{
   const char *users = getenv("VALGRIND_LIB");

   return users && holds_tool(users) ? users :
          holds_tool(APROF_TOOL_DIR) ? APROF_TOOL_DIR :
          holds_tool(VALGRIND_LIBEXEC) ? VALGRIND_LIBEXEC : NULL;
}

bool run_search_set_tool(void)
{
   const char *users = getenv("VALGRIND_LIB");
   const char *folder = run_search_tool();

   if (folder == NULL) {
      if (users)
         message_error("run: the tool %s is neither in %s, as $VALGRIND_LIB "
                       "says, nor in %s", TOOL, users, APROF_TOOL_DIR);
      else
         message_error("run: the tool %s is not in %s; $VALGRIND_LIB may name "
                       "its folder", TOOL, APROF_TOOL_DIR);
      return false;
   }
   /* Valgrind searches its own folder anyway, unless VALGRIND_LIB names another
      one. */
   if (folder != users && (users || strcmp(folder, VALGRIND_LIBEXEC) != 0) &&
       setenv("VALGRIND_LIB", folder, 1) != 0)
      message_fatal("out of memory");
   return true;
}

void run_search_preload_coz(void)
{
   const char *folder = run_search_tool(), *users = getenv("LD_PRELOAD");
   char *path, *list;

   if (folder == NULL)
      return;
   path = memory_format("%s/libaprof-coz.so", folder);
   if (access(path, R_OK) == 0) {
      list = users && *users ? memory_format("%s:%s", path, users)
                             : memory_string(path);
      if (setenv("LD_PRELOAD", list, 1) != 0)
         message_fatal("out of memory");
      free(list);
   }
   free(path);
}
