// Contexts and types: uniquing, dialect look-ups, shapes, memref layouts and their strides.

#include "ir/type.h"

#include <setjmp.h>
#include <stdarg.h>

#include "ir/attr.h"
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

static const tern_op_row_t toy_ops[] = {{.name = "toy.add"}, {.name = "toy.nested.name"}, {.name = "toy.sub"}};
static const tern_type_row_t toy_types[] = {{.name = "toy.ptr"}, {.name = "toy.list"}};
static const tern_attr_row_t toy_attrs[] = {{.name = "toy.layout"}};
static const tern_enum_row_t toy_enums[] = {
    {.name = "toy.hidden", .storage_width = 64},
    {.name = "toy.shown", .attr_name = "toy.mode"},
};
static const tern_dialect_t toy_dialect = {
    .name = "toy",
    .ops = toy_ops,
    .op_count = 3,
    .types = toy_types,
    .type_count = 2,
    .attrs = toy_attrs,
    .attr_count = 1,
    .enums = toy_enums,
    .enum_count = 2,
};
static const tern_op_row_t builtin_ops[] = {{.name = "builtin.module"}};
static const tern_dialect_t builtin_dialect = {.name = "", .ops = builtin_ops, .op_count = 1};

static size_t load_count;

static tern_status_t load_toy(const char *name, const tern_dialect_t **out_dialect) {
  ++load_count;
  *out_dialect = strcmp(name, "toy") == 0 ? &toy_dialect : NULL;
  return *out_dialect ? tern_ok() : tern_status_make(TERN_NOT_FOUND, "no library for '%s'", name);
}

static void loads_dialects_when_they_are_looked_up(void **state) {
  tern_context_t *context = *state;
  tern_context_register_lazy_dialect(context, "toy", load_toy);
  tern_context_register_lazy_dialect(context, "lost", load_toy);
  assert_int_equal(tern_context_dialect_count(context), 2);
  assert_null(tern_context_dialect_at(context, 0));
  assert_string_equal(tern_context_dialect_name_at(context, 0), "toy");
  assert_int_equal(load_count, 0);
  assert_ptr_equal(tern_context_find_op(context, TERN_STR("toy.sub")), &toy_ops[2]);
  assert_ptr_equal(tern_context_find_dialect(context, TERN_STR("toy")), &toy_dialect);
  assert_ptr_equal(tern_context_dialect_at(context, 0), &toy_dialect);
  assert_int_equal(load_count, 1);
  assert_null(tern_context_dialect_failure(context, TERN_STR("toy")));
  // What cannot be loaded is tried once, and the reason is kept.
  assert_null(tern_context_dialect_failure(context, TERN_STR("lost")));
  assert_null(tern_context_find_op(context, TERN_STR("lost.op")));
  assert_null(tern_context_find_dialect(context, TERN_STR("lost")));
  assert_int_equal(load_count, 2);
  assert_string_equal(tern_context_dialect_failure(context, TERN_STR("lost")), "no library for 'lost'");
  assert_null(tern_context_dialect_failure(context, TERN_STR("other")));
}

// A table that is registered takes the place of one that would be loaded.
static void takes_a_table_for_a_dialect_to_load(void **state) {
  tern_context_t *context = *state;
  load_count = 0;
  tern_context_register_lazy_dialect(context, "toy", load_toy);
  tern_context_register_dialect(context, &toy_dialect);
  assert_int_equal(tern_context_dialect_count(context), 1);
  assert_ptr_equal(tern_context_find_dialect(context, TERN_STR("toy")), &toy_dialect);
  assert_int_equal(load_count, 0);
}

static void finds_rows_by_name(void **state) {
  tern_context_t *context = *state;
  assert_null(tern_context_find_op(context, TERN_STR("toy.add")));
  tern_context_register_dialect(context, &toy_dialect);
  tern_context_register_dialect(context, &builtin_dialect);
  tern_context_register_dialect(context, &toy_dialect);
  assert_int_equal(tern_context_dialect_count(context), 2);
  assert_ptr_equal(tern_context_dialect_at(context, 1), &builtin_dialect);
  assert_ptr_equal(tern_context_find_dialect(context, TERN_STR("toy")), &toy_dialect);
  assert_ptr_equal(tern_context_find_dialect(context, TERN_STR("builtin")), &builtin_dialect);
  assert_ptr_equal(tern_context_find_op(context, TERN_STR("toy.nested.name")), &toy_ops[1]);
  assert_ptr_equal(tern_context_find_op(context, TERN_STR("toy.sub")), &toy_ops[2]);
  assert_ptr_equal(tern_context_find_op(context, TERN_STR("builtin.module")), &builtin_ops[0]);
  assert_null(tern_context_find_op(context, TERN_STR("toy.mul")));
  assert_null(tern_context_find_op(context, TERN_STR("toy")));
  assert_null(tern_context_find_op(context, TERN_STR("")));
  assert_null(tern_context_find_op(context, TERN_STR("other.add")));
  assert_ptr_equal(tern_context_find_type(context, TERN_STR("toy.list")), &toy_types[1]);
  assert_null(tern_context_find_type(context, TERN_STR("toy.layout")));
  assert_ptr_equal(tern_context_find_attr(context, TERN_STR("toy.layout")), &toy_attrs[0]);
  assert_ptr_equal(tern_context_find_enum(context, TERN_STR("toy.hidden")), &toy_enums[0]);
  assert_ptr_equal(tern_context_find_enum_attr(context, TERN_STR("toy.mode")), &toy_enums[1]);
  assert_null(tern_context_find_enum_attr(context, TERN_STR("toy.hidden")));
}

static void count_destroyed(void *value) { ++*(int *)value; }

static void keeps_extensions(void **state) {
  (void)state;
  static const char first_key, second_key;
  int destroyed = 0;
  int replaced = 0;
  tern_context_t *context = tern_context_create();
  assert_null(tern_context_extension(context, &first_key));
  tern_context_set_extension(context, &first_key, &replaced, count_destroyed);
  tern_context_set_extension(context, &first_key, &destroyed, count_destroyed);
  tern_context_set_extension(context, &second_key, &destroyed, NULL);
  assert_int_equal(replaced, 1);
  assert_ptr_equal(tern_context_extension(context, &first_key), &destroyed);
  tern_context_destroy(context);
  assert_int_equal(destroyed, 1);
  tern_context_destroy(NULL);
}

static void interns_text(void **state) {
  tern_context_t *context = *state;
  const tern_ident_t *ident = tern_ident_get(context, TERN_STR("value"));
  assert_ptr_equal(ident, tern_ident_get(context, tern_str_make("values", 5)));
  assert_string_equal(ident->data, "value");
  assert_ptr_not_equal(ident, tern_ident_get(context, TERN_STR("")));
}

static void uniques_scalars(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  assert_ptr_equal(i32, tern_integer_type_get(context, 32, TERN_SIGNLESS));
  assert_ptr_not_equal(i32, tern_integer_type_get(context, 32, TERN_SIGNED));
  assert_ptr_equal(tern_i_type_get(context, 4096), tern_i_type_get(context, 4096));
  assert_true(tern_type_is_i(i32, 32));
  assert_false(tern_type_is_i(tern_integer_type_get(context, 32, TERN_UNSIGNED), 32));
  assert_int_equal(tern_type_bit_width(tern_float_type_get(context, TERN_TYPE_BF16)), 16);
  assert_int_equal(tern_type_bit_width(tern_float_type_get(context, TERN_TYPE_F80)), 80);
  assert_int_equal(tern_type_bit_width(tern_index_type_get(context)), 64);
  assert_int_equal(tern_type_bit_width(tern_none_type_get(context)), 0);
  assert_true(tern_type_is_int_or_index(tern_index_type_get(context)));
}

static void survives_growth(void **state) {
  tern_context_t *context = *state;
  enum { MANY = 5000 };
  const tern_type_t *types[MANY];
  const tern_type_t *f32 = tern_float_type_get(context, TERN_TYPE_F32);
  for (int64_t i = 0; i < MANY; ++i) types[i] = tern_tensor_type_get(f32, &i, 1, NULL);
  for (int64_t i = 0; i < MANY; ++i) assert_ptr_equal(types[i], tern_tensor_type_get(f32, &i, 1, NULL));
}

static void answers_questions_about_shapes(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *f32 = tern_float_type_get(context, TERN_TYPE_F32);
  const int64_t dims[] = {4, TERN_DYNAMIC, 8};
  const int64_t static_dims[] = {4, 2, 8};
  const tern_type_t *tensor = tern_tensor_type_get(f32, dims, 3, NULL);
  assert_int_equal(tern_type_rank(tensor), 3);
  assert_int_equal(tern_type_dynamic_dim_count(tensor), 1);
  assert_false(tern_type_has_static_shape(tensor));
  assert_true(tern_type_element_count(tensor) == TERN_DYNAMIC);
  const tern_type_t *fixed = tern_type_with_shape(tensor, static_dims, 3);
  assert_int_equal(tern_type_element_count(fixed), 64);
  assert_int_equal(tern_type_element_count(tern_tensor_type_get(f32, NULL, 0, NULL)), 1);
  const int64_t huge[] = {INT64_MAX, INT64_MAX};
  assert_int_equal(tern_type_element_count(tern_tensor_type_get(f32, huge, 2, NULL)), INT64_MAX);
  const int64_t empty[] = {INT64_MAX, INT64_MAX, 0};
  assert_int_equal(tern_type_element_count(tern_tensor_type_get(f32, empty, 3, NULL)), 0);
  const tern_type_t *i8 = tern_i_type_get(context, 8);
  assert_ptr_equal(tern_type_element(tern_type_with_element(tensor, i8)), i8);
  assert_ptr_equal(tern_type_with_element(f32, i8), i8);
  const tern_type_t *unranked = tern_unranked_tensor_type_get(f32);
  assert_true(tern_type_is_shaped(unranked));
  assert_false(tern_type_has_static_shape(unranked));
  assert_ptr_equal(tern_type_with_shape(unranked, dims, 3), tensor);
  const tern_type_t *vector = tern_vector_type_get(f32, static_dims, 3, 4);
  assert_int_equal(tern_vector_type_scalable_mask(vector), 4);
  assert_ptr_equal(tern_type_with_element(tern_type_with_element(vector, i8), f32), vector);
  assert_ptr_equal(tern_type_element(tern_complex_type_get(f32)), f32);
}

static void takes_functions_and_tuples_apart(void **state) {
  tern_context_t *context = *state;
  const tern_type_t *i1 = tern_i_type_get(context, 1);
  const tern_type_t *index = tern_index_type_get(context);
  const tern_type_t *function = tern_function_type_get(context, TERN_TYPES(i1, index), TERN_TYPES(index));
  assert_int_equal(tern_function_type_input_count(function), 2);
  assert_int_equal(tern_function_type_result_count(function), 1);
  assert_ptr_equal(tern_function_type_inputs(function).values[0], i1);
  assert_ptr_equal(tern_function_type_results(function).values[0], index);
  assert_ptr_not_equal(function, tern_function_type_get(context, TERN_TYPES(i1), TERN_TYPES(index, index)));
  const tern_type_t *tuple = tern_tuple_type_get(context, TERN_TYPES(i1, function));
  assert_int_equal(tern_tuple_type_elements(tuple).count, 2);
  assert_ptr_equal(tern_tuple_type_elements(tuple).values[1], function);
  enum { MANY = 100 };
  const tern_type_t *many[MANY];
  for (size_t i = 0; i < MANY; ++i) many[i] = tern_i_type_get(context, (uint32_t)i + 1);
  const tern_type_t *wide = tern_function_type_get(context, (tern_types_t){many, MANY}, (tern_types_t){many, MANY});
  assert_ptr_equal(tern_function_type_results(wide).values[MANY - 1], many[MANY - 1]);
}

// --- memrefs ---

static const tern_type_t *memref_with(tern_context_t *context, const int64_t *dims, size_t rank,
                                      const tern_attr_t *layout) {
  return tern_memref_type_get(tern_float_type_get(context, TERN_TYPE_F32), dims, rank, layout, NULL);
}

static void normalizes_layouts_and_spaces(void **state) {
  tern_context_t *context = *state;
  const int64_t dims[] = {4, 8};
  const int64_t strides[] = {8, 1};
  const tern_attr_t *identity = tern_affine_map_attr_get(tern_affine_map_identity(context, 2));
  assert_ptr_equal(memref_with(context, dims, 2, identity), memref_with(context, dims, 2, NULL));
  const tern_attr_t *strided = tern_strided_layout_attr_get(context, 0, strides, 2);
  assert_ptr_not_equal(memref_with(context, dims, 2, strided), memref_with(context, dims, 2, NULL));
  const tern_type_t *f32 = tern_float_type_get(context, TERN_TYPE_F32);
  const tern_attr_t *zero = tern_integer_attr_get(tern_i_type_get(context, 32), 0);
  const tern_attr_t *three = tern_integer_attr_get(tern_i_type_get(context, 64), 3);
  assert_null(tern_memref_type_memory_space(tern_memref_type_get(f32, dims, 2, NULL, zero)));
  assert_ptr_equal(tern_memref_type_memory_space(tern_memref_type_get(f32, dims, 2, NULL, three)), three);
  assert_null(tern_memref_type_memory_space(tern_unranked_memref_type_get(f32, zero)));
  assert_ptr_equal(tern_memref_type_memory_space(tern_unranked_memref_type_get(f32, three)), three);
  const tern_type_t *in_space = tern_memref_type_get(f32, dims, 2, strided, three);
  assert_ptr_equal(tern_memref_type_layout(tern_type_with_shape(in_space, strides, 2)), strided);
  assert_null(tern_memref_type_layout(tern_type_with_shape(in_space, dims, 1)));
  assert_ptr_equal(tern_memref_type_memory_space(tern_type_with_shape(in_space, dims, 1)), three);
}

static void assert_strides(const tern_type_t *type, int64_t first, int64_t second, int64_t offset) {
  int64_t strides[2], actual_offset;
  assert_true(tern_memref_type_strides(type, strides, &actual_offset));
  assert_true(strides[0] == first && strides[1] == second && actual_offset == offset);
}

static void computes_strides_of_shapes(void **state) {
  tern_context_t *context = *state;
  assert_strides(memref_with(context, (int64_t[]){4, 8}, 2, NULL), 8, 1, 0);
  assert_strides(memref_with(context, (int64_t[]){4, TERN_DYNAMIC}, 2, NULL), TERN_DYNAMIC, 1, 0);
  assert_strides(memref_with(context, (int64_t[]){4, 0}, 2, NULL), TERN_DYNAMIC, 1, 0);
  const int64_t strides[] = {1, TERN_DYNAMIC};
  const tern_attr_t *strided = tern_strided_layout_attr_get(context, 5, strides, 2);
  assert_strides(memref_with(context, (int64_t[]){4, 8}, 2, strided), 1, TERN_DYNAMIC, 5);
  int64_t none, offset;
  assert_true(tern_memref_type_strides(memref_with(context, NULL, 0, NULL), &none, &offset));
  assert_int_equal(offset, 0);
}

static const tern_type_t *memref_with_map(tern_context_t *context, const tern_affine_expr_t *result) {
  const tern_affine_map_t *map = tern_affine_map_get(context, 2, 2, &result, 1);
  return memref_with(context, (int64_t[]){4, 8}, 2, tern_affine_map_attr_get(map));
}

static void computes_strides_of_maps(void **state) {
  tern_context_t *context = *state;
  const tern_affine_expr_t *d0 = tern_affine_dim(context, 0);
  const tern_affine_expr_t *d1 = tern_affine_dim(context, 1);
  const tern_affine_expr_t *s0 = tern_affine_symbol(context, 0);
  const tern_affine_expr_t *s1 = tern_affine_symbol(context, 1);
  const tern_affine_expr_t *two = tern_affine_constant(context, 2);
  const tern_affine_expr_t *minus_one = tern_affine_constant(context, -1);
  // d0 * s1 + s0 + d1
  const tern_affine_expr_t *dynamic = tern_affine_add(tern_affine_add(tern_affine_mul(d0, s1), s0), d1);
  assert_strides(memref_with_map(context, dynamic), TERN_DYNAMIC, 1, TERN_DYNAMIC);
  // (d0 * 2 + d1 + 7) * 2 + s0 - s0: the offset's symbols cancel
  const tern_affine_expr_t *inner =
      tern_affine_add(tern_affine_add(tern_affine_mul(d0, two), d1), tern_affine_constant(context, 7));
  const tern_affine_expr_t *scaled = tern_affine_add(tern_affine_mul(inner, two), s0);
  assert_strides(memref_with_map(context, tern_affine_add(scaled, tern_affine_mul(s0, minus_one))), 4, 2, 14);
  // d1: a stride of zero is a stride
  assert_strides(memref_with_map(context, d1), 0, 1, 0);
  int64_t strides[2], offset;
  const tern_affine_expr_t *divided = tern_affine_binary(TERN_AFFINE_FLOORDIV, d0, two);
  assert_false(tern_memref_type_strides(memref_with_map(context, divided), strides, &offset));
  const size_t swapped[] = {1, 0};
  const tern_attr_t *permutation = tern_affine_map_attr_get(tern_affine_map_select(context, 2, swapped, 2));
  const tern_type_t *permuted = memref_with(context, (int64_t[]){4, 8}, 2, permutation);
  assert_false(tern_memref_type_strides(permuted, strides, &offset));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, create_context, destroy_context)
  const struct CMUnitTest tests[] = {
      TEST(loads_dialects_when_they_are_looked_up),
      TEST(takes_a_table_for_a_dialect_to_load),
      TEST(finds_rows_by_name),
      cmocka_unit_test(keeps_extensions),
      TEST(interns_text),
      TEST(uniques_scalars),
      TEST(survives_growth),
      TEST(answers_questions_about_shapes),
      TEST(takes_functions_and_tuples_apart),
      TEST(normalizes_layouts_and_spaces),
      TEST(computes_strides_of_shapes),
      TEST(computes_strides_of_maps),
  };
#undef TEST
  return cmocka_run_group_tests(tests, NULL, NULL);
}
