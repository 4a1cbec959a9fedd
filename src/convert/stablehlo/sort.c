// sort: the lines along a dimension are sorted by src/convert/linalg_ext/sort_lines.h: by an invocation each, or in tiles by many.

#include "convert/linalg_ext/sort_lines.h"
#include "convert/stablehlo/loop_build.h"
#include "convert/stablehlo/lowering.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

// Where the part ends that a slice takes of dimension `dim`; INT64_MAX if that is not known.
static int64_t end_of_slice(const tern_op_t *op, size_t dim) {
  if (tern_hlo_is(op, TERN_HLO_SLICE)) return tern_hlo_list_entry(op, "limit_indices", dim, INT64_MAX);
  tern_slice_t slice;
  int64_t offset, size, stride;
  if (!tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE)) || !tern_slice_read(op, &slice) ||
      !tern_mixed_constant(slice.offsets[dim], &offset) || !tern_mixed_constant(slice.sizes[dim], &size) ||
      !tern_mixed_constant(slice.strides[dim], &stride)) {
    return INT64_MAX;
  }
  return offset + (size ? (size - 1) * stride + 1 : 0);
}

// How many elements of each line are used; 0 if that is not known.
static int64_t count_wanted(const tern_op_t *op, size_t dim) {
  int64_t wanted = 0, size = tern_type_dims(op->results[0].type)[dim];
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(&op->results[r], use) {
      int64_t end = end_of_slice(use->owner, dim);
      if (end > wanted) wanted = end;
    }
  }
  return wanted < size ? wanted : 0;
}

// A tern_sort_compare_fn_t.
static tern_value_t *compare(tern_builder_t *b, tern_value_t *const *args, void *user) {
  tern_value_t *is_less;
  tern_hlo_build_body(b, user, args, &is_less, 1);
  return is_less;
}

// Are so few elements better kept in order while others pass?
static bool is_kept_in_order(int64_t wanted, int64_t size) {
  enum { WANTED_MAX = 32, LEAST_RATIO = 4 };
  return wanted <= WANTED_MAX && size / LEAST_RATIO >= wanted;
}

static bool build_sort(tern_hlo_lowering_t *l, bool in_tiles) {
  tern_hlo_body_t body = {&l->op->regions[0], l->conversion};
  size_t rank = tern_type_rank(l->operands.values[0]->type);
  int64_t dim = tern_hlo_int_entry(l->op, "dimension", -1);
  if (rank == 0 || rank + 1 > TERN_HLO_MAX_LOOPS) return tern_op_error(l->op, "has too many or no dimensions");
  if (tern_hlo_has_no_elements(l->types[0])) return tern_hlo_keep_operands(l, 0);
  tern_line_sort_t sort = {.inputs = l->operands.values,
                           .count = l->operands.count,
                           .dim = (size_t)(dim < 0 ? dim + (int64_t)rank : dim),
                           .compare = compare,
                           .user = &body};
  sort.wanted = count_wanted(l->op, sort.dim);
  if (!in_tiles || !tern_build_tile_sort(l->b, &sort, l->results)) {
    if (!is_kept_in_order(sort.wanted, tern_type_dim(l->types[0], sort.dim))) sort.wanted = 0;
    tern_build_line_sort(l->b, &sort, l->results);
  }
  for (size_t i = 0; i < sort.count; ++i) l->results[i] = tern_build_tensor_cast(l->b, l->results[i], l->types[i]);
  return true;
}

static bool lower_sort(tern_hlo_lowering_t *l) { return build_sort(l, false); }

bool tern_hlo_lower_sort_in_tiles(tern_hlo_lowering_t *l) { return build_sort(l, true); }

const tern_hlo_lowering_row_t tern_hlo_sort_lowerings[] = {
    {TERN_HLO_SORT, lower_sort},
    {TERN_HLO_NONE, NULL},
};
