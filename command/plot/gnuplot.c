/* Scripts for gnuplot: putting one together, and running it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "plot/gnuplot.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"

#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SCRIPT_FD 3

extern char **environ;

/* --- putting a script together --- */

static void put_string(FILE *script, const char *text)
{
   static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
      " _.,:;()<>[]*/+-=~^&|!?%";
   char *visible = utf8_shorten(text, SIZE_MAX);

   putc('"', script);
   for (const char *p = visible; *p; p++) {
      if (strchr(plain, *p) || (*p & 0x80))
         putc(*p, script);
      else
         fprintf(script, "\\%03o", (unsigned)*p);
   }
   putc('"', script);
   free(visible);
}

void gnuplot_set(FILE *script, const char *name, const char *text)
{
   fprintf(script, "%s = ", name);
   put_string(script, text);
   putc('\n', script);
}

void gnuplot_set_array(FILE *script, const char *name,
                       const char *const *texts, size_t count)
{
   fprintf(script, "array %s[%zu] = [", name, count ? count : 1);
   for (size_t i = 0; i < count; i++) {
      fputs(i ? ", \\\n   " : " ", script);
      put_string(script, texts[i]);
   }
   fputs(count ? " ]\n" : " \"\" ]\n", script);
}

static FILE *open_script(const char *name)
{
   const char *folder = getenv("APROF_SCRIPTS");
   char *path = memory_format("%s/%s", folder && *folder ? folder :
                              APROF_SCRIPTS_DIR, name);
   FILE *f = fopen(path, "r");

   if (f == NULL)
      message_error("%s: %s; $APROF_SCRIPTS may name the scripts' folder",
                    path, strerror(errno));
   free(path);
   return f;
}

bool gnuplot_add_file(FILE *script, const char *name)
{
   FILE *f = open_script(name);
   char *line = NULL, *start, *end;
   size_t room = 0;
   bool good = f != NULL;

   while (good && getline(&line, &room, f) >= 0) {
      end = strncmp(line, "load ", 5) == 0 ? strrchr(line, '"') : NULL;
      if (end == NULL) {
         fputs(line, script);
         continue;
      }
      *end = '\0';
      start = strrchr(line, '"');
      good = start && gnuplot_add_file(script, start + 1);
   }
   free(line);
   if (f)
      fclose(f);
   return good;
}

/* --- running it --- */

static FILE *temporary_file(void)
{
   FILE *f = tmpfile();

   if (f == NULL)
      message_error("cannot make a temporary file: %s", strerror(errno));
   return f;
}

/* Return the status of gnuplot, or -1, after one line on stderr, if it did not
   start. */
static int run(FILE *script, FILE *picture, FILE *errors)
{
   const char *const argv[] = {
      "gnuplot", "--default-settings", "/dev/fd/3", NULL,
   };
   posix_spawn_file_actions_t actions;
   int status, wrong;
   pid_t pid;

   /* Names are UTF-8 and numbers have points, whatever the user's locale. */
   if (setenv("LC_ALL", "C.UTF-8", 1) != 0)
      message_fatal("out of memory");

   if (posix_spawn_file_actions_init(&actions) != 0 ||
       posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", 0, 0) ||
       posix_spawn_file_actions_adddup2(&actions, fileno(picture), 1) ||
       posix_spawn_file_actions_adddup2(&actions, fileno(errors), 2) ||
       posix_spawn_file_actions_adddup2(&actions, fileno(script), SCRIPT_FD))
      message_fatal("out of memory");
   wrong = posix_spawnp(&pid, "gnuplot", &actions, NULL, (char **)argv,
                        environ);
   posix_spawn_file_actions_destroy(&actions);
   if (wrong == ENOENT) {
      message_error("gnuplot is not there: install the package gnuplot-nox");
      return -1;
   }
   if (wrong) {
      message_error("cannot start gnuplot: %s", strerror(wrong));
      return -1;
   }
   while (waitpid(pid, &status, 0) < 0)
      if (errno != EINTR)
         return -1;
   return status;
}

/* Print why gnuplot failed: its last message that names a place in the
   script. */
static void report_failure(FILE *errors)
{
   char line[400], reason[400] = "it gave no reason";

   rewind(errors);
   while (fgets(line, sizeof line, errors)) {
      line[strcspn(line, "\n")] = '\0';
      if (strstr(line, "\" line ") && !strstr(line, ": warning: "))
         strcpy(reason, line);
   }
   message_error("gnuplot failed: %s", reason);
}

static bool copy(FILE *from, FILE *to)
{
   char block[65536];
   size_t n, all = 0;

   rewind(from);
   while ((n = fread(block, 1, sizeof block, from)) > 0) {
      fwrite(block, 1, n, to);
      all += n;
   }
   return all > 0 && !ferror(from);
}

/* Copy a picture of text without the form feed, blanks and empty lines around
   it. */
static bool copy_text(FILE *from, FILE *to)
{
   char *line = NULL;
   size_t room = 0, blank = 0;
   bool any = false;

   rewind(from);
   while (getline(&line, &room, from) >= 0) {
      const char *text = line + strspn(line, "\f");
      size_t length = strlen(line);

      while (length > 0 && strchr(" \n", line[length - 1]))
         line[--length] = '\0';
      if (*text == '\0') {
         blank++;
         continue;
      }
      for (; any && blank > 0; blank--)
         putc('\n', to);
      blank = 0;
      any = true;
      fprintf(to, "%s\n", text);
   }
   free(line);
   return any && !ferror(from);
}

bool gnuplot_draw(FILE *script, FILE *out, bool is_text)
{
   FILE *picture = temporary_file(), *errors = temporary_file();
   bool good = false;

   if (picture && errors) {
      int status = run(script, picture, errors);

      good = status == 0 && (is_text ? copy_text : copy)(picture, out);
      if (!good && status != -1)
         report_failure(errors);
   }
   if (picture)
      fclose(picture);
   if (errors)
      fclose(errors);
   return good;
}
