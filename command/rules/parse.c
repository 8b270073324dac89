/* The rule files of `aprof check`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/parse.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rule files are smaller; /dev/zero is larger. */
#define LARGEST_FILE (1 << 24)
/* Width in which an error shows a wrong word. */
#define SHOWN_WIDTH 60
/* A file with more wrong rules is of another kind. */
#define MOST_FAULTS 50
#define DEFAULT_CONFIDENCE 0.9
/* The factor of the rule on cost that is added to a set without such a rule. */
#define DEFAULT_FACTOR 1.5

static const char *const operators[] = {
   [RULE_LE] = "<=", [RULE_LT] = "<", [RULE_GE] = ">=", [RULE_GT] = ">",
   [RULE_EQ] = "==",
};

static const char *const metrics[] = {
   [RULE_EXTERNAL] = ".external", [RULE_THREAD] = ".thread",
};

static bool is_blank(char c)
{
   return c == ' ' || c == '\t';
}

static char *skip_blanks(char *p)
{
   while (is_blank(*p))
      p++;
   return p;
}

static char *skip_word(char *p)
{
   while (*p && !is_blank(*p))
      p++;
   return p;
}

/* Return "PREFIX'WORD'SUFFIX", with the word shortened. */
static char *complain(const char *prefix, const char *word, const char *suffix)
{
   char *shown = utf8_shorten(word, SHOWN_WIDTH);
   char *text = memory_format("%s'%s'%s", prefix, shown, suffix);

   free(shown);
   return text;
}

/* --- the parts of a rule --- */

/* Read a pattern between quotes; p is at the opening quote.  The pattern is
   unescaped in place; *rest is the rest of the line. */
static char *read_quoted(char *p, char **pattern, char **rest)
{
   char *to = p + 1;

   *pattern = to;
   for (p++; *p != '"'; p++) {
      if (*p == '\0')
         return memory_string("the quote that opens a pattern is not closed");
      if (*p == '\\') {
         p++;
         if (*p != '"' && *p != '\\')
            return memory_string("in quotes a backslash stands only before "
                                 "a quote or a backslash");
      }
      *to++ = *p;
   }
   *rest = p + 1;
   *to = '\0';
   return NULL;
}

/* Cut a suffix off a name; false: it has none. */
static bool take_suffix(char *name, const char *suffix)
{
   const size_t length = strlen(name);

   if (!paths_ends_with(name, length, suffix))
      return false;
   name[length - strlen(suffix)] = '\0';
   return true;
}

static bool take_metric(char *name, rule_metric *metric)
{
   for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
      if (take_suffix(name, metrics[i])) {
         *metric = i;
         return true;
      }
   }
   return false;
}

/* Read a number before the last character of a bound, and blanks. */
static bool read_number(const char *bound, double *value)
{
   size_t length = strlen(bound) - 1;
   char *number;
   bool good;

   while (length > 0 && is_blank(bound[length - 1]))
      length--;
   number = memory_part(bound, length);
   good = numbers_read_decimal(number, value);
   free(number);
   return good;
}

/* Return whether a bound is a factor, such as `1.2x`. */
static bool is_factor(const char *bound)
{
   const size_t length = strlen(bound);

   return length > 1 && bound[length - 1] == 'x' &&
          strspn(bound, "0123456789. \t") == length - 1;
}

static char *read_class(const char *s, growth *bound)
{
   if (!growth_parse(s, bound) || bound->kind == GROWTH_UNDECIDED)
      return complain("", s, " is no class: O(1), O(log n), O(sqrt n), O(n), "
                      "O(n log n), O(n^2 log n), O(n^K) or O(2^n)");
   return NULL;
}

/* Cut ` at P` off the end of what follows the operator. */
static char *take_confidence(char *bound, double *confidence)
{
   char *at = bound;

   *confidence = DEFAULT_CONFIDENCE;
   while (*at) {
      char *word = skip_blanks(at), *end = skip_word(word);

      if (end - word == 2 && strncmp(word, "at", 2) == 0) {
         char *value = skip_blanks(end);

         *at = '\0';
         if (!numbers_read_decimal(value, confidence) || *confidence <= 0 ||
             *confidence > 1)
            return complain("at ", value,
                            ": a confidence is a number above 0 and up to 1");
         return NULL;
      }
      at = end;
   }
   return NULL;
}

static char *parse_no_new(char *bound, rule *r)
{
   char *wrong = take_confidence(bound, &r->confidence);

   r->kind = RULE_NO_NEW;
   if (wrong)
      return wrong;
   if (*bound == '\0')
      return memory_string("'no new' is followed by a class");
   return read_class(bound, &r->bound);
}

/* Parse what follows a pattern.  suffix: what follows the pattern's quotes, or
   the pattern itself. */
static char *parse_bound(char *pattern, char *suffix, char *p, rule *r)
{
   char *operator = skip_blanks(p), *end = skip_word(operator);
   char *bound = skip_blanks(end), *wrong;
   size_t length;
   int op = -1;

   for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
      if (strlen(operators[i]) == (size_t)(end - operator) &&
          strncmp(operators[i], operator, end - operator) == 0)
         op = i;
   if (op < 0 && operator == end)
      return memory_string("a rule is PATTERN OP BOUND with blanks around OP, "
                           "one of <= < >= > ==; here nothing follows PATTERN");
   if (op < 0) {
      *end = '\0';
      return complain("a rule is PATTERN OP BOUND with blanks around OP, one "
                      "of <= < >= > ==, and not ", operator, "");
   }
   r->operator = op;
   wrong = take_confidence(bound, &r->confidence);
   if (wrong)
      return wrong;
   length = strlen(bound);
   if (length == 0)
      return memory_string("there is no bound");

   if (bound[length - 1] == '%') {
      if (!take_metric(suffix, &r->metric))
         return memory_string("a bound in percent needs PATTERN.external or "
                              "PATTERN.thread");
      r->kind = RULE_SHARE;
      if (!read_number(bound, &r->share) || r->share > 100)
         wrong = complain("", bound, " is no percentage");
   } else if (is_factor(bound)) {
      r->kind = RULE_COST;
      if (op != RULE_LE && op != RULE_LT)
         return memory_string("a rule on cost is <= or < a factor");
      if (!read_number(bound, &r->factor) || r->factor <= 0)
         return complain("", bound, " is no factor, such as 1.2x");
      if (suffix == pattern && strcmp(pattern, "cost") == 0)
         return NULL;
      if (!take_suffix(suffix, ".cost"))
         return memory_string("a factor needs cost or PATTERN.cost");
   } else {
      r->kind = RULE_CLASS;
      wrong = read_class(bound, &r->bound);
   }
   if (wrong)
      return wrong;
   if (suffix != pattern && *suffix)
      return complain("after the closing quote stands ", suffix, "");
   if (*pattern == '\0')
      return memory_string("the pattern is empty");
   r->pattern = memory_string(pattern);
   return NULL;
}

/* Parse a line without its comment and the blanks around it; changes the
   line. */
static char *parse_rule(char *p, rule *r)
{
   char *word_end = skip_word(p), *second = skip_blanks(word_end);
   char *pattern = p, *suffix = p, *rest;

   if (strncmp(p, "no", 2) == 0 && word_end == p + 2 &&
       skip_word(second) == second + 3 && strncmp(second, "new", 3) == 0)
      return parse_no_new(skip_blanks(second + 3), r);

   if (*p == '"') {
      char *wrong = read_quoted(p, &pattern, &suffix);

      if (wrong)
         return wrong;
      rest = skip_word(suffix);
      /* "main.external" <= 20% can only mean this. */
      if (rest == suffix)
         suffix = pattern;
   } else {
      rest = word_end;
      if (memchr(p, '"', rest - p))
         return memory_string("a pattern that holds a quote stands in quotes");
   }
   if (*rest)
      *rest++ = '\0';
   return parse_bound(pattern, suffix, rest, r);
}

/* --- lines --- */

/* Cut a `?` off the end of a line.  Return whether there was one. */
static bool take_pass(char *line)
{
   size_t length = strlen(line);

   if (length < 2 || line[length - 1] != '?')
      return false;
   do
      line[--length] = '\0';
   while (length > 0 && is_blank(line[length - 1]));
   return true;
}

/* End a line at its comment or after its last word. */
static void cut_comment(char *line)
{
   bool quoted = false;
   char *end = line;

   for (char *p = line; *p; p++) {
      if (*p == '#' && !quoted)
         break;
      if (*p == '"')
         quoted = !quoted;
      else if (*p == '\\' && quoted && p[1])
         p++;
      if (!is_blank(*p))
         end = p + 1;
   }
   *end = '\0';
}

/* Return what is wrong with the bytes of a line; NULL: nothing. */
static char *find_control(const char *text, size_t length)
{
   for (size_t i = 0; i < length; i++) {
      unsigned char c = text[i];

      if ((c < 0x20 && c != '\t') || c == 0x7f)
         return memory_format("a control byte, 0x%02x: this is no text", c);
   }
   return NULL;
}

static char *parse_line(const char *text, size_t length, rule_set *set,
                        size_t *room, size_t number)
{
   rule r = { .line = number };
   char *copy = memory_part(text, length), *line = skip_blanks(copy), *wrong;

   cut_comment(line);
   if (*line == '\0') {
      free(copy);
      return NULL;
   }
   r.text = memory_string(line);
   r.pass = take_pass(line);
   wrong = parse_rule(line, &r);
   free(copy);
   if (wrong) {
      free(r.text);
      return wrong;
   }
   set->rules = memory_grow(set->rules, set->count, room, sizeof r);
   set->rules[set->count++] = r;
   return NULL;
}

/* Add a fault; it takes the text, and NULL is none. */
static void add_fault(rule_faults *faults, size_t line, char *reason)
{
   if (reason == NULL)
      return;
   faults->list = memory_resize(faults->list, faults->count + 1,
                                sizeof *faults->list);
   faults->list[faults->count++] = (rule_fault){ line, reason };
}

static void parse_lines(const char *p, const char *end, rule_set *set,
                        rule_faults *faults)
{
   size_t room = 0;
   bool is_text = true;

   for (size_t number = 1; p < end && is_text; number++) {
      const char *newline = memchr(p, '\n', end - p);
      size_t n = (newline ? newline : end) - p;
      char *wrong;

      if (n > 0 && p[n - 1] == '\r')
         n--;
      wrong = find_control(p, n);
      is_text = wrong == NULL;
      if (is_text)
         wrong = parse_line(p, n, set, &room, number);
      if (wrong && faults->count == MOST_FAULTS) {
         free(wrong);
         add_fault(faults, 0, memory_format("more than %d rules are wrong",
                                            MOST_FAULTS));
         return;
      }
      add_fault(faults, number, wrong);
      p = newline ? newline + 1 : end;
   }
}

bool rules_parse(const char *text, size_t length, rule_set *set,
                 rule_faults *faults)
{
   static const char mark[] = "\xef\xbb\xbf";   /* the mark of UTF-8, which some
                                                   editors write */
   const char *p = text, *end = text + length;

   *set = (rule_set){ NULL, 0 };
   *faults = (rule_faults){ NULL, 0 };
   if (length > LARGEST_FILE) {
      add_fault(faults, 0, memory_string("too large for a rule file"));
      return false;
   }
   if (length >= 3 && memcmp(p, mark, 3) == 0)
      p += 3;
   parse_lines(p, end, set, faults);
   if (set->count == 0 && faults->count == 0)
      add_fault(faults, 0, memory_string("there is no rule in it"));
   if (faults->count > 0)
      rules_parse_free(set);
   return faults->count == 0;
}

void rules_faults_free(rule_faults *faults)
{
   for (size_t i = 0; i < faults->count; i++)
      free(faults->list[i].reason);
   free(faults->list);
   *faults = (rule_faults){ NULL, 0 };
}

void rules_add_default_cost(rule_set *set)
{
   for (size_t i = 0; i < set->count; i++)
      if (set->rules[i].kind == RULE_COST)
         return;
   set->rules = memory_resize(set->rules, set->count + 1, sizeof *set->rules);
   set->rules[set->count++] = (rule){
      .text = memory_format("cost <= %gx", DEFAULT_FACTOR), .kind = RULE_COST,
      .operator = RULE_LE, .factor = DEFAULT_FACTOR,
      .confidence = DEFAULT_CONFIDENCE,
   };
}

void rules_parse_free(rule_set *set)
{
   for (size_t i = 0; i < set->count; i++) {
      free(set->rules[i].text);
      free(set->rules[i].pattern);
   }
   free(set->rules);
   *set = (rule_set){ NULL, 0 };
}

/* --- files --- */

/* Return the contents of a file, up to a little more than LARGEST_FILE bytes;
   NULL with errno set on failure. */
static char *read_file(const char *name, size_t *length)
{
   FILE *f = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
   char *text = NULL;
   size_t room = 4096, n;
   int error;

   if (f == NULL)
      return NULL;
   *length = 0;
   do {
      room *= 2;
      text = memory_resize(text, room, 1);
      n = fread(text + *length, 1, room - *length, f);
      *length += n;
   } while (n > 0 && *length <= LARGEST_FILE);
   error = ferror(f) ? errno : 0;
   if (f != stdin)
      fclose(f);
   if (error == 0)
      return text;
   free(text);
   errno = error;
   return NULL;
}

const char *rules_parse_shown_name(const char *name)
{
   return strcmp(name, "-") == 0 ? "stdin" : name;
}

bool rules_parse_file(const char *name, rule_set *set)
{
   size_t length;
   char *text = read_file(name, &length);
   rule_faults faults;
   bool good;

   name = rules_parse_shown_name(name);
   if (text == NULL) {
      message_error("%s: %s", name, strerror(errno));
      return false;
   }
   good = rules_parse(text, length, set, &faults);
   free(text);
   for (size_t i = 0; i < faults.count; i++) {
      const rule_fault *fault = &faults.list[i];

      if (fault->line > 0)
         message_error("%s:%zu: %s", name, fault->line, fault->reason);
      else
         message_error("%s: %s", name, fault->reason);
   }
   rules_faults_free(&faults);
   return good;
}
