/* Test results in the XML of JUnit.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "formats/junit.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char replacement[] = "\xef\xbf\xbd";   /* U+FFFD */

/* Return whether U+FFFE or U+FFFF is at p: they are UTF-8, but no
   characters. */
static bool is_noncharacter(const char *p)
{
   return strncmp(p, "\xef\xbf\xbe", 3) == 0 ||
          strncmp(p, "\xef\xbf\xbf", 3) == 0;
}

static void put_text(FILE *f, const char *text)
{
   char *valid = utf8_valid(text);

   for (const char *p = valid; *p; p++) {
      if (is_noncharacter(p)) {
         fputs(replacement, f);
         p += 2;
         continue;
      }
      switch (*p) {
      case '&': fputs("&amp;", f); break;
      case '<': fputs("&lt;", f); break;
      case '>': fputs("&gt;", f); break;
      case '"': fputs("&quot;", f); break;
      case '\t': fputs("&#9;", f); break;
      case '\n': fputs("&#10;", f); break;
      case '\r': fputs("&#13;", f); break;
      default:
         /* XML has no reference for the other control bytes. */
         if ((unsigned char)*p < 0x20)
            fputs(replacement, f);
         else
            putc(*p, f);
      }
   }
   free(valid);
}

static void put_attribute(FILE *f, const char *name, const char *value)
{
   fprintf(f, " %s=\"", name);
   put_text(f, value);
   putc('"', f);
}

static void put_case(FILE *f, const char *class_name, const junit_case *c)
{
   const char *element = c->outcome == JUNIT_FAILED ? "failure" : "error";

   fputs("  <testcase", f);
   put_attribute(f, "classname", class_name);
   put_attribute(f, "name", c->name);
   fputs(" time=\"0\">\n", f);
   if (c->outcome == JUNIT_PASSED) {
      fputs("    <system-out>", f);
      put_text(f, c->message);
      fputs("</system-out>\n", f);
   } else {
      fprintf(f, "    <%s", element);
      put_attribute(f, "type", c->type);
      put_attribute(f, "message", c->message);
      fputs("/>\n", f);
   }
   fputs("  </testcase>\n", f);
}

void junit_write(FILE *f, const char *suite, const char *class_name,
                 const junit_case *cases, size_t count)
{
   size_t of[JUNIT_ERROR + 1] = { 0 };

   for (size_t i = 0; i < count; i++)
      of[cases[i].outcome]++;
   fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
         " <testsuite", f);
   put_attribute(f, "name", suite);
   fprintf(f, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"0\" "
           "time=\"0\">\n", count, of[JUNIT_FAILED], of[JUNIT_ERROR]);
   for (size_t i = 0; i < count; i++)
      put_case(f, class_name, &cases[i]);
   fputs(" </testsuite>\n</testsuites>\n", f);
}
