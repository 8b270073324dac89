/* The syntax of rule files.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "rules/parse.h"

/* Parse a text of one rule, which must be right. */
static rule *parse(const char *text, rule_set *set)
{
   rule_faults faults;

   assert_true(rules_parse(text, strlen(text), set, &faults));
   assert_int_equal(faults.count, 0);
   assert_int_equal(set->count, 1);
   return set->rules;
}

static void rules_on_classes(void **state)
{
   static const struct { const char *text; rule_operator operator; } known[] = {
      { "f <= O(n)", RULE_LE }, { "f < O(n)", RULE_LT },
      { "f >= O(n)", RULE_GE }, { "f > O(n)", RULE_GT },
      { "f == O(n)", RULE_EQ },
   };
   rule_set set;

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++) {
      const rule *r = parse(known[i].text, &set);

      assert_int_equal(r->kind, RULE_CLASS);
      assert_int_equal(r->operator, known[i].operator);
      assert_int_equal(r->bound.kind, GROWTH_LINEAR);
      assert_string_equal(r->pattern, "f");
      assert_true(r->confidence == 0.9);
      rules_parse_free(&set);
   }
}

static void rules_on_shares(void **state)
{
   rule_set set;
   const rule *r = parse("a.b.external <= 12.5 % at .5", &set);

   (void)state;
   assert_int_equal(r->kind, RULE_SHARE);
   assert_int_equal(r->metric, RULE_EXTERNAL);
   assert_string_equal(r->pattern, "a.b");
   assert_true(r->share == 12.5);
   assert_true(r->confidence == .5);
   rules_parse_free(&set);
   r = parse("\"f.thread\" == 0%", &set);
   assert_int_equal(r->metric, RULE_THREAD);
   assert_string_equal(r->pattern, "f");
   rules_parse_free(&set);
   /* A metric only where the bound is a share. */
   r = parse("f.thread <= O(n)", &set);
   assert_string_equal(r->pattern, "f.thread");
   rules_parse_free(&set);
}

static void rules_on_new_classes(void **state)
{
   rule_set set;
   const rule *r = parse("no new O(n^2) at 1", &set);

   (void)state;
   assert_int_equal(r->kind, RULE_NO_NEW);
   assert_null(r->pattern);
   assert_int_equal(r->bound.kind, GROWTH_QUADRATIC);
   assert_true(r->confidence == 1);
   rules_parse_free(&set);
   /* `no` alone is a pattern. */
   r = parse("no <= O(n)", &set);
   assert_string_equal(r->pattern, "no");
   rules_parse_free(&set);
}

static void rules_on_costs(void **state)
{
   rule_set set;
   const rule *r = parse("cost <= 1.2x", &set);

   (void)state;
   assert_int_equal(r->kind, RULE_COST);
   assert_null(r->pattern);
   assert_true(r->factor == 1.2);
   assert_false(r->pass);
   rules_add_default_cost(&set);
   assert_int_equal(set.count, 1);
   rules_parse_free(&set);
   r = parse("\"a b\".cost < 3 x at .5 ?", &set);
   assert_int_equal(r->kind, RULE_COST);
   assert_int_equal(r->operator, RULE_LT);
   assert_string_equal(r->pattern, "a b");
   assert_string_equal(r->text, "\"a b\".cost < 3 x at .5 ?");
   assert_true(r->factor == 3);
   assert_true(r->confidence == .5);
   assert_true(r->pass);
   rules_parse_free(&set);
   /* `cost` is a pattern like any other on a class. */
   r = parse("cost <= O(n)?", &set);
   assert_int_equal(r->kind, RULE_CLASS);
   assert_string_equal(r->pattern, "cost");
   assert_true(r->pass);
   rules_add_default_cost(&set);
   assert_int_equal(set.count, 2);
   assert_int_equal(set.rules[1].line, 0);
   assert_int_equal(set.rules[1].kind, RULE_COST);
   rules_parse_free(&set);
}

static void quotes_comments_and_lines(void **state)
{
   static const char text[] = "\xef\xbb\xbf# head\r\n\n"
                              "\t\"a \\\"b\\\" # \\\\\" <= O(1)  # why\r\n"
                              "  f  ==  O(2^n)";
   rule_set set;
   rule_faults faults;

   (void)state;
   assert_true(rules_parse(text, sizeof text - 1, &set, &faults));
   assert_int_equal(set.count, 2);
   assert_int_equal(set.rules[0].line, 3);
   assert_string_equal(set.rules[0].pattern, "a \"b\" # \\");
   assert_string_equal(set.rules[0].text, "\"a \\\"b\\\" # \\\\\" <= O(1)");
   assert_int_equal(set.rules[1].line, 4);
   assert_string_equal(set.rules[1].text, "f  ==  O(2^n)");
   rules_parse_free(&set);
}

static void wrong_rules_have_a_line(void **state)
{
   static const struct { const char *text; size_t line; } wrong[] = {
      { "", 0 }, { "# only a comment\n", 0 },
      { "f\n", 1 }, { "f <=\n", 1 }, { "f<=O(n)\n", 1 }, { "f = O(n)\n", 1 },
      { "f <= O(x)\n", 1 }, { "f <= undecided\n", 1 }, { "f <= 20%\n", 1 },
      { "f.external <= 101%\n", 1 }, { "f.external <= x%\n", 1 },
      { "f.external <= O(n) at 2\n", 1 }, { "f <= O(n) at 0\n", 1 },
      { "\"f <= O(n)\n", 1 }, { "\"f\\n\" <= O(n)\n", 1 },
      { "\"f\"x <= O(n)\n", 1 }, { "\"\" <= O(n)\n", 1 },
      { "a\"b <= O(n)\n", 1 }, { "no new\n", 1 }, { "no new f\n", 1 },
      { "f <= O(n)\n\nf <= O(n) \x01\n", 3 }, { "f <= 2x\n", 1 },
      { "cost >= 2x\n", 1 }, { "cost <= 0x\n", 1 }, { "cost <= .x\n", 1 },
      { ".cost <= 2x\n", 1 }, { "?\n", 1 }, { "f.cost <= 1..2x\n", 1 },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(wrong); i++) {
      rule_set set;
      rule_faults faults;

      assert_false(rules_parse(wrong[i].text, strlen(wrong[i].text), &set,
                               &faults));
      assert_int_equal(faults.count, 1);
      assert_int_equal(faults.list[0].line, wrong[i].line);
      assert_int_equal(set.count, 0);
      rules_faults_free(&faults);
   }
}

static void each_wrong_rule_is_told(void **state)
{
   static const size_t lines[] = { 1, 4, 5 };
   static const char text[] = "f\nf <= O(n)\n\nf <= O(x)\n\x01\nf\n";
   char many[3 * 60 + 1];
   rule_faults faults;
   rule_set set;

   (void)state;
   assert_false(rules_parse(text, sizeof text - 1, &set, &faults));
   assert_int_equal(set.count, 0);
   /* Nothing behind a line that is no text. */
   assert_int_equal(faults.count, COUNT(lines));
   for (size_t i = 0; i < COUNT(lines); i++)
      assert_int_equal(faults.list[i].line, lines[i]);
   rules_faults_free(&faults);
   /* Fifty wrong rules are told, and of more that there are more. */
   for (size_t i = 0; i < 60; i++)
      memcpy(&many[3 * i], "f<\n", 4);
   assert_false(rules_parse(many, 3 * 50, &set, &faults));
   assert_int_equal(faults.count, 50);
   assert_int_equal(faults.list[49].line, 50);
   rules_faults_free(&faults);
   assert_false(rules_parse(many, 3 * 60, &set, &faults));
   assert_int_equal(faults.count, 51);
   assert_int_equal(faults.list[50].line, 0);
   rules_faults_free(&faults);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_on_classes),
      cmocka_unit_test(rules_on_shares),
      cmocka_unit_test(rules_on_new_classes),
      cmocka_unit_test(rules_on_costs),
      cmocka_unit_test(quotes_comments_and_lines),
      cmocka_unit_test(wrong_rules_have_a_line),
      cmocka_unit_test(each_wrong_rule_is_told),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
