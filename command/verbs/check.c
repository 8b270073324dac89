/* aprof check: do the routines of a profile keep to the rules?

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/several_runs.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/message.h"
#include "cli/outfile.h"
#include "cli/size_metric.h"
#include "compare/map_hints.h"
#include "formats/junit.h"
#include "profile/file_kind.h"
#include "profile/read.h"
#include "rules/evaluate.h"
#include "verbs/verbs.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UNDECIDED_FAILS, UNDECIDED_HELD };

static const char *const undecided_choices[] = { "fails", "held", NULL };

typedef struct {
   const char *baseline, *junit;
   int undecided;                     /* UNDECIDED_FAILS ... */
   int metric;                        /* index in size_metric_names */
   option_list maps;
} check_options;

/* The result of a rule. */
typedef struct {
   rule_result result;
   char *evidence;
} outcome;

/* Return how many rules are shown.  The rule that is added to a file is the
   last one; it is shown only where it has something to say. */
static size_t shown_count(const rule_set *rules, const outcome *outcomes)
{
   const size_t last = rules->count - 1;

   return rules->rules[last].line == 0 && outcomes[last].result == RULE_HELD
          ? last : rules->count;
}

static void print_outcomes(const rule_set *rules, const outcome *outcomes)
{
   for (size_t i = 0; i < shown_count(rules, outcomes); i++) {
      const rule *r = &rules->rules[i];

      printf("%s\t%zu\t", evaluation_result_names[outcomes[i].result],
             r->line);
      escape_put(stdout, r->text);
      putchar('\t');
      escape_put(stdout, outcomes[i].evidence);
      putchar('\n');
   }
}

/* Say on stderr how to decide a rule that has too few sizes. */
static void print_more_runs(const model *m, const check_options *o)
{
   char *commands = several_runs_merged(m);

   /* Behind the rules where both go to one log. */
   fflush(stdout);
   fprintf(stderr, "To decide, profile %s%s:\n%s",
           several_runs_inputs(m), o->baseline ? ", before and after" : "",
           commands);
   free(commands);
}

/* Return whether the output is the rule file: a user who names it as the output
   has mistaken one for the other. */
static bool is_rule_file(const char *name, const char *source)
{
   struct stat out, in;

   if (strcmp(name, "-") == 0 || stat(name, &out) != 0
       || !S_ISREG(out.st_mode))
      return false;
   if ((strcmp(source, "-") == 0 ? fstat(STDIN_FILENO, &in)
                                 : stat(source, &in)) != 0)
      return false;
   return out.st_dev == in.st_dev && out.st_ino == in.st_ino;
}

/* Return false after one line on stderr on failure. */
static bool write_junit(const char *name, const char *source,
                        const rule_set *rules, const outcome *outcomes)
{
   static const junit_outcome results[] = {
      [RULE_HELD] = JUNIT_PASSED, [RULE_BROKEN] = JUNIT_FAILED,
      [RULE_UNDECIDED] = JUNIT_ERROR, [RULE_ABSENT] = JUNIT_ERROR,
   };
   const size_t count = shown_count(rules, outcomes);
   junit_case *cases = memory_new(count, sizeof *cases);
   outfile out;
   bool good = outfile_open_beside(&out, name, 0666);

   for (size_t i = 0; i < count; i++) {
      const rule_result j = outcomes[i].result;

      cases[i] = (junit_case){
         rules->rules[i].line
            ? memory_format("line %zu: %s", rules->rules[i].line,
                            rules->rules[i].text)
            : memory_format("by default: %s", rules->rules[i].text),
         evaluation_result_names[j], outcomes[i].evidence, results[j],
      };
   }
   if (good) {
      junit_write(out.file, "aprof check", source, cases, count);
      good = outfile_close(&out);
   }
   for (size_t i = 0; i < count; i++)
      free((char *)cases[i].name);
   free(cases);
   return good;
}

static int status_of(const outcome *outcomes, size_t count)
{
   int status = STATUS_DONE;

   for (size_t i = 0; i < count; i++) {
      if (outcomes[i].result == RULE_BROKEN)
         return STATUS_NO;
      if (outcomes[i].result != RULE_HELD)
         status = STATUS_UNUSABLE;
   }
   return status;
}

static int evaluate_all(const char *source, const rule_set *rules,
                        const model *m, const matching *baseline,
                        const check_options *o)
{
   outcome *outcomes = memory_new(rules->count, sizeof *outcomes);
   bool xml_only = o->junit && strcmp(o->junit, "-") == 0, more_runs;
   int status;
   evaluation j;

   evaluation_begin(&j, m, baseline);
   for (size_t i = 0; i < rules->count; i++)
      outcomes[i].result = evaluate_rule(&j, rules, &rules->rules[i],
                                         &outcomes[i].evidence);
   status = status_of(outcomes, rules->count);
   more_runs = status == STATUS_UNUSABLE && j.wants_sizes &&
               m->run_count > 0 && m->run_count < SEVERAL_RUNS_COUNT;
   evaluation_end(&j);
   if (!xml_only)
      print_outcomes(rules, outcomes);
   if (more_runs && !message_is_quiet())
      print_more_runs(m, o);
   if (o->junit && !write_junit(o->junit, source, rules, outcomes))
      status = STATUS_UNUSABLE;
   for (size_t i = 0; i < rules->count; i++)
      free(outcomes[i].evidence);
   free(outcomes);
   return status;
}

/* Return whether there is a baseline, if a rule needs one. */
static bool has_baseline(const char *source, const rule_set *rules,
                         const check_options *o)
{
   for (size_t i = 0; i < rules->count && o->baseline == NULL; i++) {
      const rule_kind kind = rules->rules[i].kind;

      if (kind == RULE_NO_NEW || kind == RULE_COST) {
         message_error("%s:%zu: %s needs --baseline=OLD", source,
                       rules->rules[i].line,
                       kind == RULE_NO_NEW ? "'no new'" : "a rule on cost");
         return false;
      }
   }
   return true;
}

/* Check profiles; argv[0] is the rule file, the others are the profiles. */
static int check(char **argv, size_t files, const rule_set *rules,
                 const check_options *o, renames *maps)
{
   model *m = NULL, *old = NULL;
   const char *source = rules_parse_shown_name(argv[0]);
   int status = STATUS_UNUSABLE;
   matching baseline;

   if (has_baseline(source, rules, o))
      m = profile_read_many(argv + 1, files - 1);
   if (m && o->baseline)
      old = profile_read_baseline(o->baseline, m, argv[1]);
   if (m && (old || o->baseline == NULL) && size_metric_apply(m, o->metric)) {
      if (old == NULL) {
         status = evaluate_all(source, rules, m, NULL, o);
      } else if (size_metric_apply(old, o->metric)) {
         match_routines(&baseline, old, m, maps);
         map_hints_print(&baseline, maps);
         status = evaluate_all(source, rules, m, &baseline, o);
         match_free(&baseline);
      }
   }
   model_free(m);
   model_free(old);
   return status;
}

int verb_check(int argc, char **argv)
{
   check_options o = { 0 };
   const option options[] = {
      { "baseline", OPTION_TEXT, &o.baseline, NULL, "OLD",
        "the profile that 'no new CLASS' and cost look back to" },
      { "junit", OPTION_TEXT, &o.junit, NULL, "OUT.xml",
        "also in JUnit's format; -: to stdout, alone" },
      { "undecided", OPTION_CHOICE, &o.undecided, undecided_choices,
        "fails|held", "what an undecided rule is (default: fails)" },
      SIZE_METRIC_OPTION(&o.metric),
      { "map", OPTION_LIST, &o.maps, NULL, "OLD=NEW",
        "a path of the baseline was renamed; see diff" },
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "check", "[OPTION...] RULES FILE...",
      "Checks the routines of a profile, or of several merged, against rules.",
      options,
   };
   size_t files;
   int status = STATUS_UNUSABLE;
   renames maps = { NULL, 0 };
   rule_set rules;

   if (!verbs_begin(argc, argv, &table, &files, &status)) {
      free(o.maps.values);
      return status;
   }
   status = STATUS_UNUSABLE;
   if (files < 2)
      message_error("check: a rule file and a profile are needed; "
                    "see aprof check --help");
   else if (profile_is_file(argv[0]))
      message_error("check: the rules come before the profile: aprof check "
                    "RULES %s", argv[0]);
   else if (o.maps.count > 0 && o.baseline == NULL)
      message_error("--map needs --baseline=OLD");
   else if (o.junit && is_rule_file(o.junit, argv[0]))
      message_error("%s: this is the rule file, which would be overwritten; "
                    "name another file", o.junit);
   else if (renames_read(&maps, &o.maps) && rules_parse_file(argv[0], &rules)) {
      if (o.baseline)
         rules_add_default_cost(&rules);
      for (size_t i = 0; i < rules.count; i++)
         rules.rules[i].pass |= o.undecided == UNDECIDED_HELD;
      status = check(argv, files, &rules, &o, &maps);
      rules_parse_free(&rules);
   }
   renames_free(&maps);
   free(o.maps.values);
   return status;
}
