// Attributes: numbers of all widths, collections, dense data, enums and locations.

#include "ir/attr.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include "ir/context.h"

#include <cmocka.h>

static int create_context(void **state) {
  *state = tern_context_create();
  return 0;
}

static int destroy_context(void **state) {
  tern_context_destroy(*state);
  return 0;
}

// --- integers ---

static void keeps_integers_extended(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i8 = tern_i_type_get(context, 8);
  assert_int_equal(tern_integer_attr_value(tern_integer_attr_get(i8, 255)), -1);
  assert_ptr_equal(tern_integer_attr_get(i8, 255), tern_integer_attr_get(i8, -1));
  const tern_type_t *ui8 = tern_integer_type_get(context, 8, TERN_UNSIGNED);
  assert_int_equal(tern_integer_attr_value(tern_integer_attr_get(ui8, -1)), 255);
  const tern_type_t *si8 = tern_integer_type_get(context, 8, TERN_SIGNED);
  assert_int_equal(tern_integer_attr_value(tern_integer_attr_get(si8, 128)), -128);
  assert_ptr_equal(tern_integer_attr_get(tern_i_type_get(context, 1), -1), tern_bool_attr_get(context, true));
  assert_int_equal(tern_integer_attr_value(tern_bool_attr_get(context, true)), 1);
  const tern_attr_t *lowest = tern_integer_attr_get(tern_index_type_get(context), INT64_MIN);
  assert_true(tern_integer_attr_value(lowest) == INT64_MIN);
  assert_int_equal(tern_integer_attr_value(tern_integer_attr_get(tern_i_type_get(context, 0), 5)), 0);
}

static void keeps_wide_integers(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i100 = tern_i_type_get(context, 100);
  const tern_attr_t *minus_two = tern_integer_attr_get(i100, -2);
  const uint64_t words[] = {UINT64_MAX - 1, (UINT64_C(1) << 36) - 1};
  assert_ptr_equal(tern_wide_integer_attr_get(i100, words), minus_two);
  assert_int_equal(minus_two->param_count, 3);
  assert_true(minus_two->params[2] == UINT64_MAX);
  assert_int_equal(tern_integer_attr_value(minus_two), -2);
  const tern_attr_t *unsigned_two = tern_integer_attr_get(tern_integer_type_get(context, 100, TERN_UNSIGNED), -2);
  assert_true(unsigned_two->params[2] == (UINT64_C(1) << 36) - 1);
  const tern_type_t *i4096 = tern_i_type_get(context, 4096);
  assert_int_equal(tern_integer_attr_get(i4096, 1)->param_count, 65);
  assert_ptr_equal(tern_integer_attr_get(i4096, 1), tern_integer_attr_get(i4096, 1));
}

// --- floats ---

static const double samples[] = {0.0,     -0.0,   1.0,     -1.5,      0.1,           1e300,   -1e-300,   DBL_MAX,
                                 DBL_MIN, 5e-324, -5e-324, 3.25e-310, 123456789.125, 1 / 3.0, -INFINITY, INFINITY};
enum { SAMPLE_COUNT = sizeof(samples) / sizeof(samples[0]) };

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static void round_trips_doubles(void **state) {
  tern_context_t *context = *state;
  const tern_type_kind_t kinds[] = {TERN_TYPE_F64, TERN_TYPE_F80, TERN_TYPE_F128};
  for (size_t k = 0; k < 3; ++k) {
    const tern_type_t *type = tern_float_type_get(context, kinds[k]);
    for (size_t i = 0; i < SAMPLE_COUNT; ++i) {
      const tern_attr_t *attr = tern_float_attr_get(type, samples[i]);
      assert_true(bits_of(tern_float_attr_value(attr)) == bits_of(samples[i]));
      assert_ptr_equal(attr, tern_float_attr_get_bits(type, &attr->params[1]));
    }
    assert_true(isnan(tern_float_attr_value(tern_float_attr_get(type, NAN))));
  }
  const tern_type_t *f16 = tern_float_type_get(context, TERN_TYPE_F16);
  assert_true(tern_float_attr_get(f16, 1.0)->params[1] == 0x3c00);
  assert_true(tern_float_attr_value(tern_float_attr_get(f16, 65536.0)) == (double)INFINITY);
}

static void encodes_wide_floats_as_the_compiler_does(void **state) {
  tern_context_t *context = *state;
#if __LDBL_MANT_DIG__ == 64
  const tern_type_t *f80 = tern_float_type_get(context, TERN_TYPE_F80);
  for (size_t i = 0; i < SAMPLE_COUNT; ++i) {
    long double value = samples[i];
    assert_memory_equal(&tern_float_attr_get(f80, samples[i])->params[1], &value, 10);
  }
#endif
#if defined(__SIZEOF_FLOAT128__)
  const tern_type_t *f128 = tern_float_type_get(context, TERN_TYPE_F128);
  for (size_t i = 0; i < SAMPLE_COUNT; ++i) {
    __float128 value = samples[i];
    assert_memory_equal(&tern_float_attr_get(f128, samples[i])->params[1], &value, 16);
  }
#endif
  (void)context;
}

static void rounds_wide_floats_to_doubles(void **state) {
  tern_context_t *context = *state;
#if defined(__SIZEOF_FLOAT128__)
  const tern_type_t *f128 = tern_float_type_get(context, TERN_TYPE_F128);
  __float128 step = 1;
  for (int i = 0; i < 53; ++i) step /= 2;
  __float128 tiny = step * step;
  __float128 smallest = 5e-324;
  const __float128 values[] = {1 + step,
                               1 + step + tiny,
                               1 + 3 * step,
                               1 - step / 2,
                               smallest / 2,
                               smallest * 3 / 4,
                               smallest * 5 / 2,
                               (__float128)DBL_MAX * 2,
                               (__float128)DBL_MIN - smallest / 4,
                               -(1 + step),
                               smallest / 1024,
                               DBL_MAX + DBL_MAX * step};
  for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); ++i) {
    uint64_t words[2];
    memcpy(words, &values[i], sizeof(words));
    double expected = (double)values[i];
    assert_true(bits_of(tern_float_attr_value(tern_float_attr_get_bits(f128, words))) == bits_of(expected));
  }
#endif
  (void)context;
}

// --- strings, symbols, collections ---

static void uniques_strings_and_symbols(void **state) {
  tern_context_t *context = *state;
  const tern_attr_t *text = tern_string_attr_get(context, TERN_STR("text"));
  assert_ptr_equal(text, tern_string_attr_get_typed(TERN_STR("text"), tern_none_type_get(context)));
  assert_null(tern_attr_type(text));
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  assert_ptr_equal(tern_attr_type(tern_string_attr_get_typed(TERN_STR("text"), i32)), i32);
  assert_true(tern_str_equal_cstr(tern_string_attr_value(text), "text"));
  const tern_str_t path[] = {TERN_STR("outer"), TERN_STR("inner")};
  const tern_attr_t *nested = tern_symbol_ref_attr_get(context, path, 2);
  assert_int_equal(tern_symbol_ref_attr_count(nested), 2);
  assert_true(tern_str_equal_cstr(tern_symbol_ref_attr_at(nested, 1), "inner"));
  assert_ptr_equal(tern_flat_symbol_ref_attr_get(context, path[0]), tern_symbol_ref_attr_get(context, path, 1));
  assert_ptr_equal(tern_type_attr_value(tern_type_attr_get(i32)), i32);
  assert_ptr_equal(tern_unit_attr_get(context), tern_unit_attr_get(context));
  assert_ptr_not_equal(tern_distinct_attr_create(text), tern_distinct_attr_create(text));
}

static void sorts_dictionaries(void **state) {
  tern_context_t *context = *state;
  const tern_attr_t *one = tern_bool_attr_get(context, true);
  const tern_attr_t *unit = tern_unit_attr_get(context);
  const tern_named_attr_t entries[] = {{"b", one}, {"ab", unit}, {"a", one}, {"B", unit}};
  const tern_named_attr_t reversed[] = {{"B", unit}, {"a", one}, {"ab", unit}, {"b", one}};
  const tern_attr_t *dictionary = tern_dictionary_attr_get(context, entries, 4);
  assert_ptr_equal(dictionary, tern_dictionary_attr_get(context, reversed, 4));
  const char *const order[] = {"B", "a", "ab", "b"};
  for (size_t i = 0; i < 4; ++i) assert_string_equal(tern_dictionary_attr_name(dictionary, i)->data, order[i]);
  assert_ptr_equal(tern_dictionary_attr_lookup(dictionary, TERN_STR("ab")), unit);
  assert_null(tern_dictionary_attr_lookup(dictionary, TERN_STR("abc")));
  assert_null(tern_dictionary_attr_lookup(NULL, TERN_STR("a")));
}

static void edits_dictionaries(void **state) {
  tern_context_t *context = *state;
  const tern_attr_t *unit = tern_unit_attr_get(context);
  const tern_attr_t *one = tern_bool_attr_get(context, true);
  const tern_attr_t *a = tern_dictionary_attr_with(context, NULL, TERN_STR("m"), unit);
  assert_int_equal(tern_dictionary_attr_count(a), 1);
  const tern_attr_t *ab = tern_dictionary_attr_with(context, a, TERN_STR("c"), one);
  const tern_named_attr_t entries[] = {{"c", one}, {"m", unit}};
  assert_ptr_equal(ab, tern_dictionary_attr_get(context, entries, 2));
  assert_ptr_equal(tern_dictionary_attr_with(context, ab, TERN_STR("c"), NULL), a);
  assert_ptr_equal(tern_dictionary_attr_with(context, ab, TERN_STR("x"), NULL), ab);
  assert_ptr_equal(
      tern_dictionary_attr_lookup(tern_dictionary_attr_with(context, ab, TERN_STR("m"), one), TERN_STR("m")), one);
  assert_null(tern_dictionary_attr_with(context, a, TERN_STR("m"), NULL));
  assert_ptr_equal(tern_dictionary_attr_get(context, NULL, 0), tern_dictionary_attr_get(context, NULL, 0));
}

// --- dense data ---

static void reads_integer_lists(void **state) {
  tern_context_t *context = *state;
  const int64_t wide[] = {1, -2, INT64_MAX};
  const int32_t narrow[] = {1, -2, 3};
  const int8_t bytes[] = {1, -2, 3};
  const tern_attr_t *i64s = tern_dense_i64_array_attr_get(context, wide, 3);
  assert_true(tern_int_list_attr_at(i64s, 2) == INT64_MAX);
  assert_int_equal(tern_int_list_attr_at(tern_dense_i32_array_attr_get(context, narrow, 3), 1), -2);
  const tern_attr_t *i8s = tern_dense_array_attr_get(tern_i_type_get(context, 8), bytes, 3);
  assert_int_equal(tern_int_list_attr_at(i8s, 1), -2);
  assert_int_equal(tern_int_list_attr_count(i8s), 3);
  const uint8_t flags[] = {0, 7};
  const tern_attr_t *bools = tern_dense_array_attr_get(tern_i_type_get(context, 1), flags, 2);
  assert_int_equal(tern_int_list_attr_at(bools, 1), 1);
  const tern_attr_t *elements[] = {tern_integer_attr_get(tern_i_type_get(context, 64), 9)};
  assert_int_equal(tern_int_list_attr_at(tern_array_attr_get(context, elements, 1), 0), 9);
  const tern_type_t *tensor = tern_tensor_type_get(tern_i_type_get(context, 64), (int64_t[]){3}, 1, NULL);
  assert_int_equal(tern_int_list_attr_at(tern_dense_elements_attr_get_i64(tensor, wide, 3), 1), -2);
  assert_int_equal(tern_int_list_attr_at(tern_dense_elements_attr_get_i64(tensor, wide, 1), 2), 1);
  assert_int_equal(tern_int_list_attr_count(NULL), 0);
  assert_int_equal(tern_int_list_attr_count(tern_unit_attr_get(context)), 0);
}

static const tern_type_t *vector_of(const tern_type_t *element, int64_t count) {
  return tern_vector_type_get(element, &count, 1, 0);
}

static void detects_splats(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *type = vector_of(tern_i_type_get(context, 16), 3);
  const int16_t equal[] = {7, 7, 7};
  const int16_t different[] = {7, 7, 8};
  const tern_attr_t *splat = tern_dense_elements_attr_get(type, equal, false);
  assert_true(tern_dense_elements_attr_is_splat(splat));
  assert_ptr_equal(splat, tern_dense_elements_attr_get(type, equal, true));
  assert_ptr_equal(splat,
                   tern_dense_elements_attr_get_splat(type, tern_integer_attr_get(tern_i_type_get(context, 16), 7)));
  const tern_attr_t *list = tern_dense_elements_attr_get(type, different, false);
  assert_false(tern_dense_elements_attr_is_splat(list));
  assert_int_equal(tern_integer_attr_value(tern_dense_elements_attr_at(list, 2)), 8);
  assert_int_equal(tern_integer_attr_value(tern_dense_elements_attr_at(splat, 2)), 7);
  const tern_type_t *empty = vector_of(tern_i_type_get(context, 16), 0);
  assert_false(tern_dense_elements_attr_is_splat(tern_dense_elements_attr_get(empty, equal, true)));
  assert_int_equal(tern_dense_elements_attr_count(tern_dense_elements_attr_get(empty, NULL, false)), 0);
  const tern_type_t *column = tern_tensor_type_get(tern_i_type_get(context, 16), (int64_t[]){3, 1}, 2, NULL);
  const tern_attr_t *reshaped = tern_dense_elements_attr_reshape(list, column);
  assert_ptr_equal(reshaped, tern_dense_elements_attr_get(column, different, false));
}

static void normalizes_narrow_elements(void **state) {
  tern_context_t *context = *state;
  assert_int_equal(tern_dense_element_size(tern_i_type_get(context, 1)), 1);
  assert_int_equal(tern_dense_element_size(tern_i_type_get(context, 12)), 2);
  assert_int_equal(tern_dense_element_size(tern_i_type_get(context, 24)), 4);
  assert_int_equal(tern_dense_element_size(tern_i_type_get(context, 100)), 16);
  assert_int_equal(tern_dense_element_size(tern_float_type_get(context, TERN_TYPE_F80)), 16);
  const tern_type_t *masks = vector_of(tern_i_type_get(context, 1), 2);
  const uint8_t mask[] = {2, 1};
  const tern_attr_t *all = tern_dense_elements_attr_get(masks, mask, false);
  assert_true(tern_dense_elements_attr_is_splat(all));
  assert_ptr_equal(tern_dense_elements_attr_at(all, 1), tern_bool_attr_get(context, true));
  assert_ptr_equal(tern_dense_elements_attr_get_i64(masks, (int64_t[]){-1}, 1), all);
  const tern_type_t *i4s = vector_of(tern_i_type_get(context, 4), 2);
  const uint8_t nibbles[] = {0x0f, 0x07};
  const tern_attr_t *list = tern_dense_elements_attr_get(i4s, nibbles, false);
  assert_ptr_equal(list, tern_dense_elements_attr_get_i64(i4s, (int64_t[]){-1, 7}, 2));
  assert_int_equal(tern_int_list_attr_at(list, 0), -1);
  const tern_type_t *wide = vector_of(tern_i_type_get(context, 100), 2);
  const tern_attr_t *wides = tern_dense_elements_attr_get_i64(wide, (int64_t[]){-5, 5}, 2);
  assert_ptr_equal(tern_dense_elements_attr_at(wides, 0), tern_integer_attr_get(tern_i_type_get(context, 100), -5));
}

static void holds_floats_and_complex_numbers(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *f32 = tern_float_type_get(context, TERN_TYPE_F32);
  const float values[] = {1.0f, 2.0f, 1.0f, 2.0f};
  const tern_attr_t *floats = tern_dense_elements_attr_get(vector_of(f32, 4), values, false);
  assert_true(tern_float_attr_value(tern_dense_elements_attr_at(floats, 3)) == 2.0);
  const tern_type_t *pairs = tern_tensor_type_get(tern_complex_type_get(f32), (int64_t[]){2}, 1, NULL);
  const tern_attr_t *splat = tern_dense_elements_attr_get(pairs, values, false);
  assert_true(tern_dense_elements_attr_is_splat(splat));
  const tern_attr_t *first = tern_dense_elements_attr_at(splat, 1);
  assert_true(tern_float_attr_value(tern_array_attr_at(first, 1)) == 2.0);
  assert_ptr_equal(tern_dense_elements_attr_get_splat(pairs, first), splat);
  const tern_type_t *f80 = tern_float_type_get(context, TERN_TYPE_F80);
  const tern_attr_t *third = tern_float_attr_get(f80, 1 / 3.0);
  const tern_attr_t *thirds = tern_dense_elements_attr_get_splat(vector_of(f80, 2), third);
  assert_ptr_equal(tern_dense_elements_attr_at(thirds, 1), third);
  const tern_attr_t *text = tern_string_attr_get(context, TERN_STR("a"));
  const tern_attr_t *strings[] = {text, text};
  assert_int_equal(tern_dense_strings_attr_get(vector_of(f32, 2), strings, 2)->param_count, 2);
}

// --- enums ---

static const tern_enum_case_t flag_cases[] = {{"none", 0}, {"a", 1}, {"b", 2}, {"c", 4}, {"all", 7}};
static const tern_enum_row_t flags = {
    .name = "toy.flags",
    .attr_name = "toy.flags",
    .is_bit_enum = true,
    .bit_separator = ",",
    .cases = flag_cases,
    .case_count = 5,
};
static const tern_enum_row_t modes = {.name = "toy.modes", .storage_width = 64, .cases = flag_cases, .case_count = 3};

static void spells_bit_enums(void **state) {
  tern_context_t *context = *state;
  assert_string_equal(tern_enum_value_text(context, &flags, 0), "none");
  assert_string_equal(tern_enum_value_text(context, &flags, 5), "a,c");
  assert_string_equal(tern_enum_value_text(context, &flags, 7), "all");
  assert_null(tern_enum_value_text(context, &flags, 8));
  assert_null(tern_enum_case_name(&flags, 5));
  int64_t value;
  assert_true(tern_enum_case_value(&flags, TERN_STR("c , a"), &value));
  assert_int_equal(value, 5);
  assert_true(tern_enum_case_value(&flags, TERN_STR("none"), &value));
  assert_int_equal(value, 0);
  assert_false(tern_enum_case_value(&flags, TERN_STR("a,d"), &value));
  assert_false(tern_enum_case_value(&flags, TERN_STR("a,"), &value));
  assert_false(tern_enum_case_value(&flags, TERN_STR(""), &value));
}

static void makes_enum_attributes(void **state) {
  tern_context_t *context = *state;
  const tern_attr_t *own = tern_enum_attr_get(context, &flags, 5);
  assert_int_equal(own->kind, TERN_ATTR_ENUM);
  assert_ptr_equal(own->row, &flags);
  assert_int_equal(tern_enum_attr_value(own), 5);
  const tern_attr_t *integer = tern_enum_attr_get(context, &modes, 2);
  assert_ptr_equal(integer, tern_integer_attr_get(tern_i_type_get(context, 64), 2));
  assert_int_equal(tern_enum_attr_value(integer), 2);
  assert_string_equal(tern_enum_value_text(context, &modes, 2), "b");
  assert_null(tern_enum_value_text(context, &modes, 4));
}

// --- locations ---

static void makes_file_locations(void **state) {
  tern_context_t *context = *state;
  const tern_attr_t *point = tern_file_loc_get(context, TERN_STR("f.mlir"), 3, 4);
  const tern_ident_t *file = tern_ident_get(context, TERN_STR("f.mlir"));
  assert_ptr_equal(point, tern_file_loc_get_ident(context, file, 3, 4));
  assert_ptr_equal(point, tern_file_range_loc_get(context, TERN_STR("f.mlir"), 3, 4, 3, 4));
  assert_ptr_not_equal(point, tern_file_range_loc_get(context, TERN_STR("f.mlir"), 3, 4, 3, 9));
  for (uint32_t line = 0; line < 2000; ++line) {
    for (uint32_t column = 0; column < 10; ++column) {
      const tern_attr_t *loc = tern_file_loc_get_ident(context, file, line, column);
      assert_true(loc->params[1] == line && loc->params[2] == column);
      assert_ptr_equal(loc, tern_file_loc_get_ident(context, file, line, column));
    }
  }
}

static void fuses_locations(void **state) {
  tern_context_t *context = *state;
  const tern_attr_t *unknown = tern_unknown_loc_get(context);
  const tern_attr_t *x = tern_file_loc_get(context, TERN_STR("x"), 1, 2);
  const tern_attr_t *y = tern_file_loc_get(context, TERN_STR("y"), 1, 2);
  const tern_attr_t *metadata = tern_string_attr_get(context, TERN_STR("m"));
  const tern_attr_t *doubled[] = {x, x, unknown};
  assert_ptr_equal(tern_fused_loc_get(context, doubled, 3, NULL), x);
  assert_ptr_equal(tern_fused_loc_get(context, doubled, 0, NULL), unknown);
  const tern_attr_t *tagged = tern_fused_loc_get(context, doubled, 0, metadata);
  assert_int_equal(tagged->param_count, 2);
  assert_ptr_equal((const void *)(uintptr_t)tagged->params[1], unknown);
  const tern_attr_t *both[] = {x, y};
  const tern_attr_t *pair = tern_fused_loc_get(context, both, 2, NULL);
  assert_int_equal(pair->param_count, 3);
  const tern_attr_t *nested[] = {y, pair};
  assert_int_equal(tern_fused_loc_get(context, nested, 2, NULL)->param_count, 3);
  assert_int_equal(tern_fused_loc_get(context, nested, 2, metadata)->param_count, 3);
  const tern_attr_t *name = tern_name_loc_get(TERN_STR("n"), unknown);
  assert_null(tern_loc_find_file(name));
  assert_ptr_equal(tern_loc_find_file(tern_call_site_loc_get(name, pair)), x);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, create_context, destroy_context)
  const struct CMUnitTest tests[] = {
      TEST(keeps_integers_extended),
      TEST(keeps_wide_integers),
      TEST(round_trips_doubles),
      TEST(encodes_wide_floats_as_the_compiler_does),
      TEST(rounds_wide_floats_to_doubles),
      TEST(uniques_strings_and_symbols),
      TEST(sorts_dictionaries),
      TEST(edits_dictionaries),
      TEST(reads_integer_lists),
      TEST(detects_splats),
      TEST(normalizes_narrow_elements),
      TEST(holds_floats_and_complex_numbers),
      TEST(spells_bit_enums),
      TEST(makes_enum_attributes),
      TEST(makes_file_locations),
      TEST(fuses_locations),
  };
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
