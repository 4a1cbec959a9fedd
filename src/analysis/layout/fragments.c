// See fragments.h. A row's lists are read into bases; everything else is products of lines.

#include "analysis/layout/fragments.h"

enum { ROWS, COLUMNS, SIDES, MAX_STEPS = TERN_LAYOUT_MAX_BITS };

static const tern_fragment_row_t rows[] = {
#define FRAGMENT(ID, text, own_registers, own_lanes, own_warps) \
  [TERN_FRAGMENT_##ID] = {(text), (own_registers), (own_lanes), (own_warps)},
#include "analysis/layout/fragments.def"
#undef FRAGMENT
};

const char *tern_fragment_name(tern_fragment_t fragment) { return rows[fragment].name; }

// Adds the steps of a list as the bits of input `in`.
static void read_steps(const char *list, const char *in, tern_layout_dims_t *ins, int64_t *values) {
  size_t first = tern_layout_bits_before(ins, ins->count), count = first;
  for (const char *c = list; *c;) {
    int64_t *own = &values[SIDES * count++], size = 0;
    size_t side = *c++ == 'C' ? COLUMNS : ROWS;
    for (; *c >= '0' && *c <= '9'; ++c) size = 10 * size + (*c - '0');
    own[ROWS] = own[COLUMNS] = 0;
    own[side] = size;
    while (*c == ' ') ++c;
  }
  tern_layout_append_dim(ins, in, count - first);
}

tern_layout_t tern_fragment_read(const tern_fragment_row_t *row) {
  int64_t values[SIDES * MAX_STEPS];
  tern_layout_dims_t ins = {0}, outs = {2, {{"dim0", 0}, {"dim1", 0}}};
  read_steps(row->registers, TERN_LAYOUT_REGISTER, &ins, values);
  read_steps(row->lanes, TERN_LAYOUT_LANE, &ins, values);
  read_steps(row->warps, TERN_LAYOUT_WARP, &ins, values);
  tern_layout_infer_sizes(&outs, tern_layout_bits_before(&ins, ins.count), values);
  return tern_layout_create(&ins, &outs, values);
}

tern_layout_t tern_fragment_layout(tern_fragment_t fragment) { return tern_fragment_read(&rows[fragment]); }

// --- ldmatrix ---

enum { MATRIX_LINES = 8, LINE_BITS = 128, MATRIX_BITS = 16 };

// A row of ldmatrix, whose lines are along dimension `along`, in elements of another size. An error: it turns elements that
// are not of 16 bits.
static tern_layout_t matrix_of(tern_fragment_t row, size_t along, size_t element_bits) {
  const char *name = tern_layout_dim_name(along);
  tern_layout_t matrix = tern_fragment_layout(row);
  if (along != COLUMNS) {
    matrix = tern_layout_rename_out(&matrix, tern_layout_dim_name(ROWS), "lines");
    matrix = tern_layout_rename_out(&matrix, tern_layout_dim_name(COLUMNS), tern_layout_dim_name(ROWS));
    matrix = tern_layout_rename_out(&matrix, "lines", tern_layout_dim_name(COLUMNS));
  }
  if (element_bits == MATRIX_BITS) return matrix;
  if (row == TERN_FRAGMENT_LDMATRIX_TRANS) return tern_layout_failed("ldmatrix transposes elements of 16 bits only");
  int64_t parts = (int64_t)(element_bits < MATRIX_BITS ? MATRIX_BITS / element_bits : element_bits / MATRIX_BITS);
  tern_layout_t line = tern_layout_identity_1d(parts, TERN_LAYOUT_REGISTER, name);
  return element_bits < MATRIX_BITS ? tern_layout_product(&line, &matrix) : tern_layout_divide_left(&matrix, &line);
}

tern_layout_t tern_fragment_addresses(const tern_layout_t *fragment, size_t along, size_t element_bits,
                                      bool *out_is_transposed) {
  const char *const names[] = {tern_layout_dim_name(ROWS), tern_layout_dim_name(COLUMNS)};
  const tern_layout_names_t outs = {names, SIDES}, registers = TERN_LAYOUT_NAMES(TERN_LAYOUT_REGISTER);
  *out_is_transposed = false;
  if (element_bits != 8 && element_bits != 16 && element_bits != 32) {
    return tern_layout_failed("ldmatrix has elements of 8, 16 or 32 bits");
  }
  tern_layout_t matrix = matrix_of(TERN_FRAGMENT_LDMATRIX, along, element_bits);
  tern_layout_t matrices = tern_layout_divide_left(fragment, &matrix);
  if (matrices.error) {
    *out_is_transposed = true;
    matrix = matrix_of(TERN_FRAGMENT_LDMATRIX_TRANS, along, element_bits);
    matrices = tern_layout_divide_left(fragment, &matrix);
  }
  matrices = tern_layout_sublayout(&matrices, registers, outs);
  matrices = tern_layout_rename_in(&matrices, TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE);
  // The matrix's own lines; their elements are counted by registers, which no address has.
  tern_layout_t lines = TERN_LAYOUT_EXTEND(NULL, {TERN_LAYOUT_LANE, MATRIX_LINES, names[1 - along]},
                                           {TERN_LAYOUT_REGISTER, LINE_BITS / (int64_t)element_bits, names[along]});
  lines = tern_layout_transpose_outs(&lines, outs);
  lines = tern_layout_product(&lines, &matrices);
  return tern_layout_sublayout(&lines, TERN_LAYOUT_NAMES(TERN_LAYOUT_LANE), outs);
}

// --- sizes ---

static bool is_power_of_two(int64_t size) { return size > 0 && (size & (size - 1)) == 0; }

tern_layout_t tern_layout_clip(const tern_layout_t *layout, const char *name, int64_t size) {
  if (layout->error) return *layout;
  size_t position = tern_layout_find(&layout->outs, name);
  if (position == layout->outs.count) return tern_layout_failed("there is no such dimension");
  if (!is_power_of_two(size)) return tern_layout_failed("the size of a dimension is not a power of two");
  if (size >= INT64_C(1) << layout->outs.values[position].bits) return *layout;
  tern_layout_t result = *layout;
  for (size_t i = 0; i < tern_layout_in_bits(layout); ++i) {
    bool is_beyond = (int64_t)tern_layout_get(&layout->outs, position, layout->bases[i]) >= size;
    if (is_beyond) result.bases[i] = tern_layout_set(&layout->outs, position, layout->bases[i], 0);
  }
  return tern_layout_resize_out(&result, name, size);
}

tern_layout_t tern_layout_cover(const tern_layout_t *layout, const char *in, const char *name, int64_t size) {
  if (layout->error) return *layout;
  int64_t own = INT64_C(1) << tern_layout_bits(&layout->outs, name);
  if (tern_layout_find(&layout->outs, name) == layout->outs.count) {
    return tern_layout_failed("there is no such dimension");
  }
  if (!is_power_of_two(size)) return tern_layout_failed("the size of a dimension is not a power of two");
  if (size <= own) return *layout;
  tern_layout_t more = tern_layout_identity_1d(size / own, in, name);
  return tern_layout_product(layout, &more);
}

// --- tensors ---

// `layout` repeated along the dimensions, in their order, by input `in`.
static tern_layout_t repeat(const tern_layout_t *layout, size_t rank, const int64_t *sizes, const size_t *order,
                            const char *in) {
  tern_layout_t result = *layout;
  for (size_t i = 0; i < rank; ++i) {
    tern_layout_t line = tern_layout_identity_1d(sizes[order[i]], in, tern_layout_dim_name(order[i]));
    result = tern_layout_product(&result, &line);
  }
  return result;
}

// Is each dimension there once?
static bool is_order(size_t rank, const size_t *order) {
  uint64_t seen = 0;
  if (rank == 0 || rank > TERN_LAYOUT_MAX_DIMS) return false;
  for (size_t i = 0; i < rank; ++i) {
    if (order[i] < rank) seen |= UINT64_C(1) << order[i];
  }
  return seen == (UINT64_C(1) << rank) - 1;
}

tern_layout_t tern_layout_spread(const tern_layout_t *tile, size_t rank, const int64_t *warps, const size_t *order,
                                 const int64_t *shape) {
  const char *names[TERN_LAYOUT_MAX_DIMS];
  if (!is_order(rank, order)) return tern_layout_failed("the order does not have each dimension once");
  for (size_t i = 0; i < rank; ++i) names[i] = tern_layout_dim_name(order[i]);
  tern_layout_t result = tern_layout_transpose_outs(tile, (tern_layout_names_t){names, rank});
  result = repeat(&result, rank, warps, order, TERN_LAYOUT_WARP);
  for (size_t i = 0; i < rank; ++i) result = tern_layout_clip(&result, names[i], shape[order[i]]);
  for (size_t i = 0; i < rank; ++i) {
    result = tern_layout_cover(&result, TERN_LAYOUT_REGISTER, names[i], shape[order[i]]);
  }
  for (size_t i = 0; i < rank; ++i) names[i] = tern_layout_dim_name(i);
  return tern_layout_transpose_outs(&result, (tern_layout_names_t){names, rank});
}

tern_layout_t tern_layout_blocked(const tern_blocked_t *blocked, const int64_t *shape) {
  if (!is_order(blocked->rank, blocked->order)) {
    return tern_layout_failed("the order does not have each dimension once");
  }
  tern_layout_t tile = tern_layout_empty();
  tile = repeat(&tile, blocked->rank, blocked->size_per_thread, blocked->order, TERN_LAYOUT_REGISTER);
  tile = repeat(&tile, blocked->rank, blocked->threads_per_warp, blocked->order, TERN_LAYOUT_LANE);
  return tern_layout_spread(&tile, blocked->rank, blocked->warps_per_cta, blocked->order, shape);
}
