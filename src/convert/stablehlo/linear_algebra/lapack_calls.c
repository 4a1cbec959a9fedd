// Which calls are of functions of linear algebra that the compiler knows.

#include "convert/stablehlo/linear_algebra/lapack_calls.h"

#include <string.h>

#include "ir/diagnostic.h"

typedef struct call_row {
  const char *name;
  tern_hlo_lower_fn_t lower;
} call_row_t;

// With the prefix `lapack_`, a letter for the element type, and the suffix `_ffi`.
static const call_row_t lapack_rows[] = {
    {"potrf", tern_lapack_potrf}, {"trsm", tern_lapack_trsm},   {"getrf", tern_lapack_getrf},
    {"geqrf", tern_lapack_geqrf}, {"orgqr", tern_lapack_orgqr}, {"ungqr", tern_lapack_orgqr},
    {"syevd", tern_lapack_syevd}, {"heevd", tern_lapack_syevd}, {"gesdd", tern_lapack_gesdd},
};

static const call_row_t other_rows[] = {
    {"LuDecomposition", tern_lu_decomposition},
    {"Qr", tern_lapack_geqrf},
    {"ProductOfElementaryHouseholderReflectors", tern_lapack_orgqr},
    {"Eigh", tern_lapack_syevd},
    {"stablehlo.dynamic_reduce_window", tern_dynamic_reduce_window},
    {"stablehlo.dynamic_rng_bit_generator", tern_dynamic_rng_bit_generator},
};

static tern_hlo_lower_fn_t find(const call_row_t *rows, size_t count, tern_str_t name) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal(name, tern_str_from_cstr(rows[i].name))) return rows[i].lower;
  }
  return NULL;
}

tern_hlo_lower_fn_t tern_lapack_lowering_of(const tern_op_t *op) {
  const tern_str_t prefix = TERN_STR("lapack_"), suffix = TERN_STR("_ffi");
  const tern_attr_t *target = tern_op_attr(op, "call_target_name");
  if (!target) return NULL;
  tern_str_t name = tern_string_attr_value(target);
  if (!tern_str_starts_with(name, prefix)) return find(other_rows, sizeof other_rows / sizeof other_rows[0], name);
  name = tern_str_drop(name, prefix.size);
  if (name.size <= suffix.size || !strchr("sdcz", name.data[0]) || !tern_str_ends_with(name, suffix)) return NULL;
  name = (tern_str_t){name.data + 1, name.size - suffix.size - 1};
  return find(lapack_rows, sizeof lapack_rows / sizeof lapack_rows[0], name);
}

int tern_lapack_option(const tern_op_t *op, const char *name, int otherwise) {
  const tern_attr_t *config = tern_op_attr(op, "mhlo.backend_config");
  if (!config || config->kind != TERN_ATTR_DICTIONARY) config = tern_op_attr(op, "backend_config");
  if (!config || config->kind != TERN_ATTR_DICTIONARY) return otherwise;
  const tern_attr_t *value = tern_dictionary_attr_lookup(config, tern_str_from_cstr(name));
  return value && value->kind == TERN_ATTR_INTEGER ? (int)tern_integer_attr_value(value) : otherwise;
}

bool tern_lapack_has_shape(tern_hlo_lowering_t *l, size_t operands, size_t results) {
  const tern_attr_t *shapes = tern_op_attr(l->op, "indices_of_shape_operands");
  size_t shape_count = shapes ? tern_int_list_attr_count(shapes) : 0;
  if (l->operands.count != operands + shape_count || l->op->result_count != results) {
    return tern_op_error(l->op, "is a call of a function with %zu operands and %zu results", operands, results);
  }
  if (shape_count == 0) return true;
  bool is_right = shape_count == results;
  for (size_t i = 0; i < shape_count && is_right; ++i) {
    const tern_type_t *type = l->operands.values[operands + i]->type;
    is_right = tern_int_list_attr_at(shapes, i) == (int64_t)(operands + i) && tern_type_rank(type) == 1 &&
               tern_type_dim(type, 0) == (int64_t)tern_type_rank(l->types[i]) &&
               tern_type_is_integer(tern_type_element(type));
  }
  return is_right ||
         tern_op_error(l->op, "expects the shapes of its results, each a list of integers, as the last operands");
}
