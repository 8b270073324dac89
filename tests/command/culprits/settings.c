/* Settings from stdin: "[section]" and "key = value" lines.  A key replaces an
   earlier one of its section, which is looked for in all of them.
   culprit: read_section set_value
   input: settings.awk

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 32, MOST = 2000 };

typedef struct {
   char key[LENGTH], value[LENGTH];
} Setting;

typedef struct {
   char name[LENGTH];
   Setting settings[MOST];
   unsigned n;
} Section;

static char *strip(char *text)
{
   char *end;

   while (isspace((unsigned char)*text))
      text++;
   end = text + strlen(text);
   while (end > text && isspace((unsigned char)end[-1]))
      end--;
   *end = '\0';
   return text;
}

static void set_value(Section *s, const char *key, const char *value)
{
   unsigned i = 0;

   while (i < s->n && strcmp(s->settings[i].key, key) != 0)
      i++;
   if (i == s->n)
      strcpy(s->settings[s->n++].key, key);
   strcpy(s->settings[i].value, value);
}

/* Read up to the next section, whose name is in `next` then. */
static int read_section(Section *s, char *next)
{
   static char line[256];
   char *text, *equal;

   strcpy(s->name, next);
   s->n = 0;
   while (fgets(line, sizeof line, stdin) != NULL) {
      text = strip(line);
      if (*text == '[') {
         text[strlen(text) - 1] = '\0';
         strcpy(next, text + 1);
         return 1;
      }
      equal = strchr(text, '=');
      if (equal == NULL)
         continue;
      *equal = '\0';
      set_value(s, strip(text), strip(equal + 1));
   }
   return 0;
}

static unsigned sum_values(const Section *s)
{
   unsigned sum = 0;

   for (unsigned i = 0; i < s->n; i++)
      sum += atoi(s->settings[i].value);
   return sum;
}

int main(void)
{
   static Section s;
   char next[LENGTH] = "";
   unsigned sum = 0;
   int more;

   do {
      more = read_section(&s, next);
      sum += sum_values(&s);
   } while (more);
   printf("%u\n", sum);
   return 0;
}
