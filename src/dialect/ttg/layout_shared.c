// ttg: layouts of shared memory.

#include "dialect/ttg/layout.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS };

static tern_layout_t begin(void) {
  tern_layout_t layout = tern_layout_empty();
  tern_layout_append_dim(&layout.ins, TERN_LAYOUT_OFFSET, 0);
  return layout;
}

// --- swizzled_shared, amd_rotating_shared ---

// The place of a line's group 0 among the groups: the exclusive or of both phases for rotating ones.
static int64_t phase_of(const tern_attr_t *encoding, int64_t line) {
  int64_t per_phase = tern_ttg_number(encoding, TERN_TTG_FIELD_PER_PHASE);
  int64_t max_phase = tern_ttg_number(encoding, TERN_TTG_FIELD_MAX_PHASE);
  int64_t phase = line / per_phase % max_phase;
  bool is_rotating = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_ROTATING_SHARED);
  return is_rotating ? phase ^ line / max_phase / per_phase % max_phase : phase;
}

static tern_layout_t swizzled_layout(const tern_attr_t *encoding, const int64_t *shape, size_t rank) {
  size_t order[MAX_RANK];
  int64_t part[MAX_RANK];
  tern_layout_t layout = begin(), cga = tern_ttg_cga_layout(encoding);
  if (!tern_ttg_number(encoding, TERN_TTG_FIELD_PER_PHASE) || !tern_ttg_number(encoding, TERN_TTG_FIELD_MAX_PHASE))
    return tern_layout_failed("a swizzle has phases");
  for (size_t i = 0; i < rank; ++i) order[i] = (size_t)tern_ttg_at(encoding, TERN_TTG_FIELD_ORDER, i);
  tern_ttg_part_shape(encoding, shape, part);
  // Lines of rotating ones are as long as the whole tensor: with several blocks some offsets have nothing of their own.
  bool is_rotating = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_ROTATING_SHARED);
  for (size_t d = 0; d < rank && rank > 1 && is_rotating; ++d) part[d] = shape[d];
  tern_ttg_extend_all(&layout, TERN_LAYOUT_OFFSET, part, order, rank);
  if (layout.error) return layout;
  // Columns are the low bits of the outputs.
  size_t first = layout.outs.values[0].bits, lines = rank > 1 ? layout.outs.values[1].bits : 0;
  for (size_t bit = 0; bit < lines; ++bit) {
    int64_t group = phase_of(encoding, INT64_C(1) << bit);
    int64_t column = tern_ttg_number(encoding, TERN_TTG_FIELD_VEC) * group % part[order[0]];
    layout.bases[first + bit] ^= (uint64_t)column;
  }
  return tern_ttg_fit(&layout, &cga, shape);
}

// --- nvmma_shared ---

static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

// The tile that one copy of a tensor map moves: at most 256 elements along each dimension, and one line of the swizzle along
// the fastest. False: the part is too small for a line.
static bool find_tile(const tern_attr_t *encoding, const int64_t *part, size_t rank, int64_t *out_tile) {
  int64_t width = tern_ttg_number(encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH);
  bool is_padded = tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED) != 0;
  size_t fast = tern_ttg_number(encoding, TERN_TTG_FIELD_TRANSPOSED) ? 0 : rank - 1;
  for (size_t d = 0; d < rank; ++d) out_tile[d] = smaller(d == fast && is_padded ? 2 * part[d] : part[d], 256);
  int64_t line = 8 * width / tern_ttg_number(encoding, TERN_TTG_FIELD_ELEMENT_BIT_WIDTH);
  if (out_tile[fast] < line) return false;
  if (width) out_tile[fast] = line;
  if (is_padded) out_tile[fast] /= 2;
  return true;
}

// Numbers of 4 bits lie in the first half of each sixteen bytes.
static int64_t packed(int64_t column) { return column / 16 * 8 + column % 8; }

// Eight lines (dim0) of a swizzle, whose groups of 16 bytes change places.
static tern_layout_t core_matrix(const tern_attr_t *encoding) {
  int64_t bits = tern_ttg_number(encoding, TERN_TTG_FIELD_ELEMENT_BIT_WIDTH);
  int64_t width = tern_ttg_number(encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH);
  int64_t columns = 8 * width / bits, values[2 * TERN_LAYOUT_MAX_BITS];
  bool is_padded = tern_ttg_number(encoding, TERN_TTG_FIELD_FP4_PADDED) != 0;
  size_t count = 0;
  for (int64_t column = 1; column < columns && count < TERN_LAYOUT_MAX_BITS; column *= 2, ++count) {
    values[2 * count] = 0;
    values[2 * count + 1] = is_padded ? packed(column) : column;
  }
  for (int64_t row = 1; row < 8; row *= 2, ++count) {
    int64_t column = 128 / bits * (row / (128 / width) % (width / 16));
    values[2 * count] = row;
    values[2 * count + 1] = is_padded ? packed(column) : column;
  }
  tern_layout_dims_t ins = {0}, outs = {2, {{"dim0", 0}, {"dim1", 0}}};
  tern_layout_append_dim(&ins, TERN_LAYOUT_OFFSET, count);
  tern_layout_infer_sizes(&outs, count, values);
  return tern_layout_create(&ins, &outs, values);
}

// The last dimension is the fastest where dimensions are taken together, and the first one where layouts have them so.
static tern_layout_t reshape(const tern_layout_t *layout, const int64_t *shape, size_t rank) {
  static const char *const turned[] = {"dim1", "dim0"};
  const char *names[MAX_RANK];
  tern_layout_dims_t outs = {0};
  tern_layout_t result = tern_layout_transpose_outs(layout, (tern_layout_names_t){turned, 2});
  for (size_t d = rank; d-- > 0;)
    tern_layout_append_dim(&outs, tern_layout_dim_name(d), (size_t)__builtin_ctzll((unsigned long long)shape[d]));
  result = tern_layout_reshape_outs(&result, &outs);
  for (size_t d = 0; d < rank; ++d) names[d] = tern_layout_dim_name(d);
  return tern_layout_transpose_outs(&result, (tern_layout_names_t){names, rank});
}

// The dimensions of a transposed one have been turned by one, the first behind the last: turns them back.
static tern_layout_t turn_back(const tern_layout_t *layout, size_t rank) {
  tern_layout_t result = *layout;
  const char *names[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) {
    tern_layout_dim_t *dim = &result.outs.values[d];
    const char *name = tern_layout_dim_name((d + 1) % rank);
    for (size_t i = 0; i < 5; ++i) dim->name[i] = name[i];
    names[d] = tern_layout_dim_name(d);
  }
  return tern_layout_transpose_outs(&result, (tern_layout_names_t){names, rank});
}

static tern_layout_t make_tile(const tern_attr_t *encoding, const int64_t *tile, size_t rank) {
  bool is_transposed = tern_ttg_number(encoding, TERN_TTG_FIELD_TRANSPOSED) != 0;
  int64_t rows = 1, columns = tile[is_transposed ? 0 : rank - 1], shape[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) {
    if (d != (is_transposed ? 0 : rank - 1)) rows *= tile[d];
    shape[d] = tile[is_transposed ? (d + 1) % rank : d];
  }
  tern_layout_t layout = core_matrix(encoding);
  if (layout.error) return layout;
  int64_t own_rows = INT64_C(1) << layout.outs.values[0].bits, own_columns = INT64_C(1) << layout.outs.values[1].bits;
  if (rows < own_rows || columns < own_columns)
    return tern_layout_failed("the memory is smaller than eight lines of its swizzle");
  tern_ttg_extend(&layout, TERN_LAYOUT_OFFSET, 0, rows / own_rows);
  tern_ttg_extend(&layout, TERN_LAYOUT_OFFSET, 1, columns / own_columns);
  if (layout.error) return layout;
  layout = reshape(&layout, shape, rank);
  return is_transposed ? turn_back(&layout, rank) : layout;
}

static tern_layout_t nvmma_layout(const tern_attr_t *encoding, const int64_t *shape, size_t rank) {
  int64_t part[MAX_RANK], tile[MAX_RANK];
  size_t order[MAX_RANK];
  tern_layout_t cga = tern_ttg_cga_layout(encoding), layout = begin();
  int64_t width = tern_ttg_number(encoding, TERN_TTG_FIELD_SWIZZLING_BYTE_WIDTH);
  int64_t bits = tern_ttg_number(encoding, TERN_TTG_FIELD_ELEMENT_BIT_WIDTH);
  bool is_known = (width == 0 || width == 32 || width == 64 || width == 128) && bits > 0 && (bits & (bits - 1)) == 0;
  if (!is_known || bits > 128) return tern_layout_failed("lines of a swizzle have 32, 64 or 128 bytes");
  for (size_t d = 0; d < rank; ++d) {
    if (shape[d] <= 0 || shape[d] & (shape[d] - 1))
      return tern_layout_failed("the size of a dimension is not a power of two");
  }
  tern_ttg_part_shape(encoding, shape, part);
  if (width && rank < 2) return tern_layout_failed("swizzled memory has at least two dimensions");
  if (!find_tile(encoding, part, rank, tile))
    return tern_layout_failed("the memory is smaller than a line of its swizzle");
  // Tiles follow each other along the first dimension before the next; without a swizzle the last one comes first.
  for (size_t i = 0; i < rank; ++i) order[i] = width ? i : rank - 1 - i;
  if (width) {
    layout = make_tile(encoding, tile, rank);
  } else {
    tern_ttg_extend_all(&layout, TERN_LAYOUT_OFFSET, tile, order, rank);
  }
  if (layout.error) return layout;
  for (size_t i = 0; i < rank; ++i) {
    size_t d = order[i];
    if (tile[d] < part[d]) tern_ttg_extend(&layout, TERN_LAYOUT_OFFSET, d, part[d] / tile[d]);
  }
  return tern_ttg_fit(&layout, &cga, shape);
}

// --- encodings ---

// Bases are those of a tensor of one shape.
static tern_layout_t listed_layout(const tern_attr_t *encoding, const int64_t *shape, size_t rank) {
  tern_layout_t layout = tern_ttg_own_layout(encoding);
  for (size_t d = 0; d < rank && !layout.error; ++d) {
    if (shape[d] != INT64_C(1) << layout.outs.values[d].bits)
      return tern_layout_failed("the layout is one of another shape");
  }
  return layout;
}

tern_layout_t tern_ttg_shared_layout(const tern_attr_t *encoding, const int64_t *shape) {
  size_t rank = tern_ttg_rank(encoding);
  switch (tern_ttg_attr_id(encoding)) {
    case TERN_TTG_ATTR_SWIZZLED_SHARED:
    case TERN_TTG_ATTR_AMD_ROTATING_SHARED: return swizzled_layout(encoding, shape, rank);
    case TERN_TTG_ATTR_NVMMA_SHARED: return nvmma_layout(encoding, shape, rank);
    default: return listed_layout(encoding, shape, rank);
  }
}
