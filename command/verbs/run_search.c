/* Where the program and the tool of `aprof run` are.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "verbs/run_search.h"
#include "base/memory.h"
#include "base/message.h"
#include "profile/file_kind.h"

#include <errno.h>
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

bool run_search_program(const char *name, const char **reason)
{
   static const char profile[] =
      "a profile, not a program; aprof report reads it";
   const char *search = getenv("PATH");
   bool found = false;
   char *copy, *rest;

   if (strchr(name, '/') || search == NULL) {
      found = is_program(name);
      *reason = strerror(errno);
      if (!found && profile_is_file(name))
         *reason = profile;
      return found;
   }
   copy = rest = memory_string(search);
   while (!found && rest) {
      const char *folder = strsep(&rest, ":");
      char *path = memory_format("%s/%s", *folder ? folder : ".", name);

      found = is_program(path);
      free(path);
   }
   free(copy);
   *reason = access(name, F_OK) != 0 ? "no such program"
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
