/* Strings that grow, escaping, numbers, paths, UTF-8, and the distance of names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "base/escape.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/paths.h"
#include "base/shell_word.h"
#include "base/text.h"
#include "base/utf8.h"
#include "text/edits.h"

/* --- memory --- */

static void words_are_joined(void **state)
{
   static const char *const words[] = { "a", "bc", "", "d", NULL };

   (void)state;
   assert_freed_equal(memory_joined(words, ", "), "a, bc, , d");
   assert_freed_equal(memory_joined(words + 4, ", "), "");
   assert_string_equal(text_before(0, 3), "");
   assert_string_equal(text_before(1, 3), ", ");
   assert_string_equal(text_before(2, 3), " and ");
}

static void words_are_plain_for_a_shell(void **state)
{
   (void)state;
   assert_true(shell_word_is_plain("a=./b"));
   assert_false(shell_word_is_plain("a b"));
   assert_false(shell_word_is_plain(""));
   assert_true(shell_word_are_plain("./a -b c"));
   assert_false(shell_word_are_plain("./a $b"));
   assert_false(shell_word_are_plain(""));
}

static void text_is_added_to_strings(void **state)
{
   char *text = memory_string("");

   (void)state;
   memory_append(&text, "%s", "");
   assert_string_equal(text, "");
   memory_append(&text, "%d and ", 7);
   memory_append(&text, "%s%%", "a longer one of 25");
   assert_freed_equal(text, "7 and a longer one of 25%");
}

/* --- escape --- */

static char *escape(const char *s)
{
   char *text = NULL;
   size_t length;
   FILE *f = open_memstream(&text, &length);

   assert_non_null(f);
   escape_put(f, s);
   assert_int_equal(fclose(f), 0);
   return text;
}

static void every_byte_is_escaped_and_back(void **state)
{
   (void)state;
   for (int c = 1; c < 256; c++) {
      const char s[] = { 'a', (char)c, 'b', '\0' };
      char *text = escape(s);

      for (const char *p = text; *p; p++)
         assert_false(escape_is_control(*p));
      assert_null(escape_undo(text));
      assert_freed_equal(text, s);
   }
   assert_freed_equal(escape("a\\b\t\n\r\x01\x7f"), "a\\\\b\\t\\n\\r\\x01\\x7f");
}

static void only_the_canonical_form_is_accepted(void **state)
{
   static const char *const wrong[] = {
      "a\tb", "\\", "a\\", "\\a", "\\x", "\\x1", "\\x1G", "\\x1F", "\\x41",
      "\\x00", "\\x09", "\\x0a", "\\x0d", "\\x7F",
   };

   (void)state;
   for (size_t i = 0; i < COUNT(wrong); i++) {
      char text[8];

      strcpy(text, wrong[i]);
      assert_non_null(escape_undo(text));
   }
}

/* --- numbers --- */

static const prof_sum two_64 = (prof_sum)1 << 64;

static void whole_numbers_are_read(void **state)
{
   static const char *const wrong[] = {
      "", "-1", "+1", "01", "00", "1 ", " 1", "1a", "0x1", "1.0",
   };
   char buffer[NUMBERS_TEXT];
   prof_sum n = 7;

   (void)state;
   for (size_t i = 0; i < COUNT(wrong); i++)
      assert_non_null(numbers_read(wrong[i], NUMBERS_MAX, &n));
   assert_true(n == 7);
   assert_null(numbers_read("0", NUMBERS_MAX, &n));
   assert_true(n == 0);
   assert_null(numbers_read("18446744073709551616", NUMBERS_MAX, &n));
   assert_true(n == two_64);
   assert_null(numbers_read("18446744073709551615", UINT64_MAX, &n));
   assert_non_null(numbers_read("18446744073709551616", UINT64_MAX, &n));
   numbers_text(buffer, NUMBERS_MAX);
   assert_string_equal(buffer, "340282366920938463463374607431768211455");
   assert_null(numbers_read(buffer, NUMBERS_MAX, &n));
   assert_true(n == NUMBERS_MAX);
   buffer[38] = '6';
   assert_non_null(numbers_read(buffer, NUMBERS_MAX, &n));
}

static void decimals_are_read(void **state)
{
   static const char *const wrong[] = {
      "", ".", "1.2.3", "-1", "1e3", "inf", "nan", " 1", "1,5",
   };
   double x = -1;

   (void)state;
   for (size_t i = 0; i < COUNT(wrong); i++)
      assert_false(numbers_read_decimal(wrong[i], &x));
   assert_true(numbers_read_decimal(".5", &x) && x == .5);
   assert_true(numbers_read_decimal("2.", &x) && x == 2);
   assert_true(numbers_read_decimal("007", &x) && x == 7);
}

static void offsets_are_read(void **state)
{
   static const char *const wrong[] = {
      "", "0", "0x", "0x01", "0X1", "1f", "0x1F", "0x1g", "0x10000000000000000",
   };
   uint64_t n = 7;

   (void)state;
   for (size_t i = 0; i < COUNT(wrong); i++)
      assert_non_null(numbers_read_offset(wrong[i], &n));
   assert_null(numbers_read_offset("0x0", &n));
   assert_true(n == 0);
   assert_null(numbers_read_offset("0xffffffffffffffff", &n));
   assert_true(n == UINT64_MAX);
}

static void quotients_have_six_decimals(void **state)
{
   static const struct { prof_sum n, d; const char *text; } known[] = {
      { 0, 3, "0" }, { 6, 3, "2" }, { 1, 3, "0.333333" }, { 2, 3, "0.666667" },
      { 5, 2, "2.5" }, { 1, 8, "0.125" }, { 1999999, 1000000, "1.999999" },
      { 19999999, 10000000, "2" }, { 1, 10000000, "0" },
   };
   char buffer[NUMBERS_TEXT];

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_string_equal(numbers_quotient(buffer, known[i].n, known[i].d),
                          known[i].text);
   /* Denominators with more bits than the product has room for. */
   assert_string_equal(numbers_quotient(buffer, NUMBERS_MAX, NUMBERS_MAX),
                       "1");
   assert_string_equal(numbers_quotient(buffer, NUMBERS_MAX / 4,
                                        NUMBERS_MAX / 2), "0.5");
   assert_string_equal(numbers_quotient(buffer, NUMBERS_MAX, 2),
                       "170141183460469231731687303715884105727.5");
}

static void numbers_for_people(void **state)
{
   static const struct { prof_sum n; const char *brief, *grouped; } known[] = {
      { 0, "0", "0" }, { 999, "999", "999" }, { 1000, "1000", "1,000" },
      { 99999, "99999", "99,999" }, { 100000, "100k", "100,000" },
      { 999499, "999k", "999,499" }, { 999500, "1.00M", "999,500" },
      { 1234567, "1.23M", "1,234,567" }, { 12345678, "12.3M", "12,345,678" },
   };
   char buffer[NUMBERS_TEXT];

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++) {
      assert_string_equal(numbers_short(buffer, known[i].n), known[i].brief);
      assert_string_equal(numbers_grouped(buffer, known[i].n),
                          known[i].grouped);
   }
   assert_string_equal(numbers_short(buffer, NUMBERS_MAX), "3e+38");
}

static void factors_fit_in_six_columns(void **state)
{
   static const struct { double factor; const char *text; } known[] = {
      { 0, "0" }, { 0.0009, "<0.001" }, { 0.001234, "0.0012" },
      { 0.0123456, "0.0123" }, { 0.5, "0.5" }, { 1.0666, "1.07" },
      { 829.4, "829" }, { 20000.2, "20,000" },
   };
   char buffer[NUMBERS_TEXT];

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_string_equal(numbers_factor(buffer, known[i].factor),
                          known[i].text);
}

/* --- paths --- */

static void parts_of_paths(void **state)
{
   (void)state;
   assert_string_equal(paths_file_name("/a/b.c"), "b.c");
   assert_string_equal(paths_file_name("b.c"), "b.c");
   assert_string_equal(paths_file_name("/a/"), "");
   assert_true(paths_ends_with("name.thread", 11, ".thread"));
   assert_false(paths_ends_with("name.thread", 10, ".thread"));
   assert_false(paths_ends_with("ad", 2, ".thread"));
   assert_true(paths_ends_with("x", 1, ""));
}

/* --- UTF-8 --- */

static void bytes_that_are_no_utf8_are_replaced(void **state)
{
#define MARK "\xef\xbf\xbd"
   static const struct { const char *from, *to; } known[] = {
      { "plain", "plain" },
      { "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80" },
      { "a\x80z", "a" MARK "z" },
      { "\xc0\x80", MARK MARK },                    /* overlong */
      { "\xe0\x9f\xbf", MARK MARK MARK },
      { "\xed\xa0\x80", MARK MARK MARK },           /* a surrogate */
      { "\xf4\x90\x80\x80", MARK MARK MARK MARK },  /* beyond U+10FFFF */
      { "\xe2\x82", MARK MARK },                    /* cut off */
   };
#undef MARK

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_freed_equal(utf8_valid(known[i].from), known[i].to);
}

static void strings_are_shortened_in_the_middle(void **state)
{
   (void)state;
   assert_int_equal(utf8_width("\xc3\xa9t\xc3\xa9"), 3);
   assert_freed_equal(utf8_shorten("abcdefgh", 8), "abcdefgh");
   assert_freed_equal(utf8_shorten("abcdefghi", 8), "abc...hi");
   assert_freed_equal(utf8_shorten("abcdefghi", 4), "a...");
   assert_freed_equal(utf8_shorten("abcdefghi", 3), "abcdefghi");
   assert_freed_equal(utf8_shorten("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9"
                                   "\xc3\xa9\xc3\xa9", 5),
                      "\xc3\xa9...\xc3\xa9");
   assert_freed_equal(utf8_shorten("a\nb\\", SIZE_MAX), "a\\nb\\");
   assert_freed_equal(utf8_shorten("\xff", SIZE_MAX), "\xef\xbf\xbd");
}

/* --- the distance of names --- */

static void edits_are_counted(void **state)
{
   static const struct { const char *a, *b; size_t edits; } cases[] = {
      { "", "", 0 }, { "", "abc", 3 }, { "same", "same", 0 },
      { "abc", "abxc", 1 }, { "abxc", "abc", 1 }, { "abc", "axc", 1 },
      { "abc", "acb", 1 }, { "acb", "abc", 1 }, { "reprot", "report", 1 },
      { "abcdef", "badcfe", 3 }, { "kitten", "sitting", 3 },
      /* What was exchanged is not edited again. */
      { "ca", "abc", 3 },
   };
   char a[2 * EDITS_LONGEST], b[2 * EDITS_LONGEST];

   (void)state;
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      assert_int_equal(edits_between(cases[i].a, cases[i].b), cases[i].edits);
   /* No more than EDITS_LONGEST bytes of each are compared. */
   memset(a, 'a', sizeof a);
   memset(b, 'b', sizeof b);
   a[sizeof a - 1] = b[sizeof b - 1] = '\0';
   assert_int_equal(edits_between(a, b), EDITS_LONGEST);
   memset(b, 'a', EDITS_LONGEST);
   assert_int_equal(edits_between(a, b), 0);
   assert_true(edits_are_few(1, 2) && edits_are_few(2, 4));
   assert_false(edits_are_few(1, 1) || edits_are_few(2, 3));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_is_added_to_strings),
      cmocka_unit_test(words_are_joined),
      cmocka_unit_test(words_are_plain_for_a_shell),
      cmocka_unit_test(every_byte_is_escaped_and_back),
      cmocka_unit_test(only_the_canonical_form_is_accepted),
      cmocka_unit_test(whole_numbers_are_read),
      cmocka_unit_test(decimals_are_read),
      cmocka_unit_test(offsets_are_read),
      cmocka_unit_test(quotients_have_six_decimals),
      cmocka_unit_test(numbers_for_people),
      cmocka_unit_test(factors_fit_in_six_columns),
      cmocka_unit_test(parts_of_paths),
      cmocka_unit_test(bytes_that_are_no_utf8_are_replaced),
      cmocka_unit_test(strings_are_shortened_in_the_middle),
      cmocka_unit_test(edits_are_counted),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
