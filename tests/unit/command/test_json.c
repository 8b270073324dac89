/* JSON values and their output.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "formats/json_value.h"

#include <math.h>

static const prof_sum two_64 = (prof_sum)1 << 64;

/* Return the text of a value, for the caller to free. */
static char *write_with(void (*put)(FILE *, json_t *), json_t *value)
{
   char *text = NULL;
   size_t length;
   FILE *f = open_memstream(&text, &length);

   assert_non_null(f);
   put(f, value);
   assert_int_equal(fclose(f), 0);
   return text;
}

static void put_exact(FILE *f, json_t *value)
{
   json_value_write(f, value, JSON_VALUE_EXACT);
}

#define assert_json(value, expected) \
   assert_freed_equal(write_with(put_exact, value), expected)

static void whole_numbers_are_exact_up_to_63_bits(void **state)
{
   (void)state;
   assert_json(json_value_whole(0), "0");
   assert_json(json_value_whole(INT64_MAX), "9223372036854775807");
   assert_json(json_value_whole((prof_sum)INT64_MAX + 1),
               "9.2233720368547758e18");
   assert_json(json_value_whole(two_64), "1.8446744073709552e19");
}

static void differences_have_a_sign(void **state)
{
   (void)state;
   assert_json(json_value_difference(3, 3), "0");
   assert_json(json_value_difference(2, 5), "-3");
   assert_json(json_value_difference(two_64 + 1, two_64), "1");
   assert_json(json_value_difference(0, INT64_MAX), "-9223372036854775807");
   assert_json(json_value_difference(0, two_64), "-1.8446744073709552e19");
}

static void reals_are_rounded(void **state)
{
   (void)state;
   assert_freed_equal(write_with(json_value_write_script,
                                 json_value_real(1.23456, 3)), "1.23");
   assert_json(json_value_real(2.0001, 3), "2");
   assert_json(json_value_real(-0.4, 3), "-0.40000000000000002");
   assert_json(json_value_real(1234567, 3), "1230000");
   assert_json(json_value_real(INFINITY, 3), "null");
   assert_json(json_value_real(NAN, 3), "null");
}

static void texts_are_utf8(void **state)
{
   (void)state;
   assert_json(json_value_text("a\"\\\xff\xc3\xa9"),
               "\"a\\\"\\\\\xef\xbf\xbd\xc3\xa9\"");
}

static void scripts_hold_no_markup(void **state)
{
   json_t *object = json_object(), *list = json_array();

   (void)state;
   json_value_append(list, json_value_text("</script><!-- & -->"));
   json_value_append(list, json_null());
   json_value_set(object, "a", list);
   assert_freed_equal(write_with(json_value_write_script, object),
                      "{\"a\":[\"\\u003c/script\\u003e\\u003c!-- \\u0026 "
                      "--\\u003e\",null]}");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_numbers_are_exact_up_to_63_bits),
      cmocka_unit_test(differences_have_a_sign),
      cmocka_unit_test(reals_are_rounded),
      cmocka_unit_test(texts_are_utf8),
      cmocka_unit_test(scripts_hold_no_markup),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
