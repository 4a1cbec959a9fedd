// ttg: layouts of the sums and operands of matrix instructions (upstream: LinearLayoutConversions.cpp; PTX ISA, AMD's matrix
// instruction calculator).

#include "dialect/ttg/layout.h"

enum { MAX_RANK = TERN_LAYOUT_MAX_DIMS, CDNA_LANES = 64, RDNA_LANES = 32, RDNA_TILE = 16 };

static int64_t warps_of(const tern_attr_t *encoding, size_t dim) {
  return tern_ttg_at(encoding, TERN_TTG_FIELD_WARPS_PER_CTA, dim);
}
static int64_t tiles_of(const tern_attr_t *encoding, size_t dim) {
  bool is_given = dim < tern_ttg_count(encoding, TERN_TTG_FIELD_TILES_PER_WARP);
  return is_given ? tern_ttg_at(encoding, TERN_TTG_FIELD_TILES_PER_WARP, dim) : 1;
}
static int64_t instr_shape(const tern_attr_t *encoding, size_t index) {
  bool is_given = index < tern_ttg_count(encoding, TERN_TTG_FIELD_INSTR_SHAPE);
  return is_given ? tern_ttg_at(encoding, TERN_TTG_FIELD_INSTR_SHAPE, index) : 0;
}

// The layout of one element with dimensions in this order, which is the one that it is made larger in.
static tern_layout_t begin(size_t rank, const size_t *order) {
  tern_layout_t layout = tern_layout_empty();
  static const char *const ins[] = {TERN_LAYOUT_REGISTER, TERN_LAYOUT_LANE, TERN_LAYOUT_WARP};
  for (size_t i = 0; i < 3; ++i) tern_layout_append_dim(&layout.ins, ins[i], 0);
  for (size_t i = 0; i < rank; ++i) tern_layout_append_dim(&layout.outs, tern_layout_dim_name(order[i]), 0);
  return layout;
}

// Lanes or warps that have what others have.
static void repeat(tern_layout_t *layout, const char *in, int64_t size) {
  tern_layout_t zeros = tern_layout_zeros_1d(size, in, layout->outs.values[0].name, 1);
  *layout = tern_layout_product(layout, &zeros);
}

// Warps along the dimensions, but all with the same along `whole`.
static void extend_warps(tern_layout_t *layout, const char *in, const tern_attr_t *encoding, tern_ttg_field_t field,
                         const size_t *order, size_t rank, size_t whole) {
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = tern_ttg_at(encoding, field, order[i]);
    if (order[i] == whole) {
      repeat(layout, in, size);
    } else {
      tern_ttg_extend(layout, in, order[i], size);
    }
  }
}

static void operand_order(const tern_attr_t *encoding, size_t rank, size_t *out_order) {
  tern_ttg_matrix_order(rank, tern_ttg_number(encoding, TERN_TTG_FIELD_OP_IDX) == 0, out_order);
}

// --- NVIDIA ---

// Four lanes have a row, `width` neighbours each, and eight rows are one matrix; rows and then columns of such matrices are in
// registers.
static void extend_tile(tern_layout_t *layout, const size_t *order, int64_t rows, int64_t columns, int64_t width) {
  tern_ttg_extend(layout, TERN_LAYOUT_REGISTER, order[0], width);
  tern_ttg_extend(layout, TERN_LAYOUT_LANE, order[0], 4);
  tern_ttg_extend(layout, TERN_LAYOUT_LANE, order[1], 8);
  tern_ttg_extend(layout, TERN_LAYOUT_REGISTER, order[1], rows / 8);
  tern_ttg_extend(layout, TERN_LAYOUT_REGISTER, order[0], columns / (4 * width));
}

static bool is_hopper(const tern_attr_t *mma) { return tern_ttg_number(mma, TERN_TTG_FIELD_VERSION_MAJOR) == 3; }

static tern_layout_t nvidia_layout(const tern_attr_t *mma, size_t rank) {
  size_t order[MAX_RANK], warp_order[MAX_RANK];
  int64_t version = tern_ttg_number(mma, TERN_TTG_FIELD_VERSION_MAJOR);
  if (rank < 2) return tern_layout_failed("sums of matrices have at least two dimensions");
  if (version != 2 && version != 3) return tern_layout_failed("there are layouts of mma versions 2 and 3 alone");
  // Version 2 says all dimensions, version 3 rows, columns and depth.
  size_t first = version == 2 ? rank - 2 : 0;
  tern_ttg_matrix_order(rank, true, order);
  tern_ttg_matrix_order(rank, version == 2, warp_order);
  tern_layout_t layout = begin(rank, order);
  extend_tile(&layout, order, instr_shape(mma, first), instr_shape(mma, first + 1), 2);
  for (size_t i = 0; i < rank; ++i)
    tern_ttg_extend(&layout, TERN_LAYOUT_WARP, warp_order[i], warps_of(mma, warp_order[i]));
  return layout;
}

static tern_layout_t nvidia_operand(const tern_attr_t *encoding, const tern_attr_t *mma, size_t rank) {
  size_t order[MAX_RANK], warp_order[MAX_RANK];
  int64_t width = tern_ttg_number(encoding, TERN_TTG_FIELD_K_WIDTH), rows = 8;
  if (rank < 2) return tern_layout_failed("operands have at least two dimensions");
  operand_order(encoding, rank, order);
  tern_ttg_matrix_order(rank, !is_hopper(mma), warp_order);
  if (tern_ttg_number(encoding, TERN_TTG_FIELD_OP_IDX) == 0) rows = 16;
  tern_layout_t layout = begin(rank, order);
  extend_tile(&layout, order, rows, 8 * width, width);
  extend_warps(&layout, TERN_LAYOUT_WARP, mma, TERN_TTG_FIELD_WARPS_PER_CTA, warp_order, rank, order[0]);
  return layout;
}

// --- AMD's CDNA ---

// Tiles, `columns` wide, follow each other along the columns of the whole tensor before the rows go on.
static void extend_tiles(tern_layout_t *layout, const tern_attr_t *encoding, const int64_t *shape, const size_t *order,
                         size_t rank, int64_t columns) {
  size_t n = order[0], m = order[1];
  int64_t repetitions = shape[n] / (columns * warps_of(encoding, n) * tiles_of(encoding, n));
  tern_ttg_extend(layout, TERN_LAYOUT_REGISTER, n, tiles_of(encoding, n));
  tern_ttg_extend(layout, TERN_LAYOUT_WARP, n, warps_of(encoding, n));
  if (repetitions > 1) tern_ttg_extend(layout, TERN_LAYOUT_REGISTER, n, repetitions);
  tern_ttg_extend(layout, TERN_LAYOUT_REGISTER, m, tiles_of(encoding, m));
  tern_ttg_extend(layout, TERN_LAYOUT_WARP, m, warps_of(encoding, m));
  if (rank == 3) tern_ttg_extend(layout, TERN_LAYOUT_WARP, 0, warps_of(encoding, 0));
}

static tern_layout_t mfma_layout(const tern_attr_t *mfma, const int64_t *shape, size_t rank) {
  size_t order[MAX_RANK];
  if (rank < 2 || rank > 3) return tern_layout_failed("sums of v_mfma have two or three dimensions");
  int64_t rows = instr_shape(mfma, 0), columns = instr_shape(mfma, 1);
  int64_t height = tern_ttg_number(mfma, TERN_TTG_FIELD_ELEMENT_BIT_WIDTH) == 64 ? 1 : 4;
  bool is_transposed = tern_ttg_number(mfma, TERN_TTG_FIELD_IS_TRANSPOSED) != 0;
  int64_t tiles = rows * columns / (CDNA_LANES * height);
  tern_ttg_matrix_order(rank, true, order);
  size_t tall = is_transposed ? order[0] : order[1], wide = is_transposed ? order[1] : order[0];
  int64_t line = is_transposed ? rows : columns;
  tern_layout_t layout = begin(rank, order);
  tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, tall, height);
  tern_ttg_extend(&layout, TERN_LAYOUT_LANE, wide, line);
  tern_ttg_extend(&layout, TERN_LAYOUT_LANE, tall, CDNA_LANES / line);
  if (tiles > 0) tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, tall, tiles);
  extend_tiles(&layout, mfma, shape, order, rank, columns);
  return layout;
}

static tern_layout_t mfma_operand(const tern_attr_t *encoding, const tern_attr_t *mfma, const int64_t *shape,
                                  size_t rank) {
  size_t order[MAX_RANK], warp_order[MAX_RANK];
  if (rank < 2 || rank > 3) return tern_layout_failed("operands of v_mfma have two or three dimensions");
  int64_t width = tern_ttg_number(encoding, TERN_TTG_FIELD_K_WIDTH);
  int64_t index = tern_ttg_number(encoding, TERN_TTG_FIELD_OP_IDX);
  int64_t line = instr_shape(mfma, (size_t)index), other = instr_shape(mfma, 1 - (size_t)index);
  operand_order(encoding, rank, order);
  tern_ttg_matrix_order(rank, true, warp_order);
  tern_layout_t layout = begin(rank, order);
  tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[0], width);
  tern_ttg_extend(&layout, TERN_LAYOUT_LANE, order[1], line);
  tern_ttg_extend(&layout, TERN_LAYOUT_LANE, order[0], CDNA_LANES / line);
  int64_t depth = CDNA_LANES / line * width;
  // The operand of 64 rows of a product of 64 by 4 is read sixteen times as deep.
  if (line == 64 && other == 4) {
    tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[0], 16);
    depth *= 16;
  }
  if (shape[order[0]] > depth) tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[0], shape[order[0]] / depth);
  tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[1], tiles_of(mfma, order[1]));
  extend_warps(&layout, TERN_LAYOUT_WARP, mfma, TERN_TTG_FIELD_WARPS_PER_CTA, warp_order, rank, order[0]);
  return layout;
}

// --- AMD's RDNA ---

static tern_layout_t wmma_layout(const tern_attr_t *wmma, const int64_t *shape, size_t rank) {
  size_t order[MAX_RANK];
  if (rank < 2 || rank > 3) return tern_layout_failed("sums of v_wmma have two or three dimensions");
  bool is_transposed = tern_ttg_number(wmma, TERN_TTG_FIELD_IS_TRANSPOSE) != 0;
  tern_ttg_matrix_order(rank, true, order);
  size_t tall = is_transposed ? order[0] : order[1], wide = is_transposed ? order[1] : order[0];
  tern_layout_t layout = begin(rank, order);
  // Version 1 deals rows to the halves of a warp in turn, later ones eight rows to each.
  bool is_first = tern_ttg_number(wmma, TERN_TTG_FIELD_VERSION) == 1;
  tern_ttg_extend(&layout, TERN_LAYOUT_LANE, wide, RDNA_TILE);
  if (is_first) tern_ttg_extend(&layout, TERN_LAYOUT_LANE, tall, 2);
  tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, tall, 8);
  if (!is_first) tern_ttg_extend(&layout, TERN_LAYOUT_LANE, tall, 2);
  extend_tiles(&layout, wmma, shape, order, rank, RDNA_TILE);
  return layout;
}

static tern_layout_t wmma_operand(const tern_attr_t *encoding, const tern_attr_t *wmma, const int64_t *shape,
                                  size_t rank) {
  size_t order[MAX_RANK], warp_order[MAX_RANK];
  if (rank < 2 || rank > 3) return tern_layout_failed("operands of v_wmma have two or three dimensions");
  int64_t width = tern_ttg_number(encoding, TERN_TTG_FIELD_K_WIDTH), halves = RDNA_LANES / RDNA_TILE;
  operand_order(encoding, rank, order);
  tern_ttg_matrix_order(rank, true, warp_order);
  tern_layout_t layout = begin(rank, order);
  tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[0], width);
  tern_ttg_extend(&layout, TERN_LAYOUT_LANE, order[1], RDNA_TILE);
  // Both halves of a warp have the same in version 1.
  if (tern_ttg_number(wmma, TERN_TTG_FIELD_VERSION) == 1) {
    repeat(&layout, TERN_LAYOUT_LANE, halves);
  } else {
    tern_ttg_extend(&layout, TERN_LAYOUT_LANE, order[0], halves);
  }
  int64_t repetitions = instr_shape(wmma, 2) / (halves * width), depth = halves * width;
  if (repetitions > 1) {
    tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[0], repetitions);
    depth *= repetitions;
  }
  // Tiles of a warp that lie across the depth come behind the whole depth.
  bool has_tiles = tiles_of(wmma, order[1]) > 1;
  if (has_tiles && shape[order[0]] > depth)
    tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[0], shape[order[0]] / depth);
  tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[1], tiles_of(wmma, order[1]));
  extend_warps(&layout, TERN_LAYOUT_WARP, wmma, TERN_TTG_FIELD_WARPS_PER_CTA, warp_order, rank, order[0]);
  return layout;
}

// --- products without matrix instructions ---

// Each thread has the whole depth of what its sums need.
static tern_layout_t blocked_operand(const tern_attr_t *encoding, const tern_attr_t *blocked, const int64_t *shape,
                                     size_t rank) {
  size_t order[MAX_RANK];
  if (rank < 2) return tern_layout_failed("operands have at least two dimensions");
  size_t depth = rank - 1 - (size_t)tern_ttg_number(encoding, TERN_TTG_FIELD_OP_IDX);
  for (size_t i = 0; i < rank; ++i) order[i] = (size_t)tern_ttg_at(blocked, TERN_TTG_FIELD_ORDER, i);
  tern_layout_t layout = begin(rank, order);
  for (size_t i = 0; i < rank; ++i) {
    int64_t own = tern_ttg_at(blocked, TERN_TTG_FIELD_SIZE_PER_THREAD, order[i]);
    tern_ttg_extend(&layout, TERN_LAYOUT_REGISTER, order[i], order[i] == depth ? shape[depth] : own);
  }
  extend_warps(&layout, TERN_LAYOUT_LANE, blocked, TERN_TTG_FIELD_THREADS_PER_WARP, order, rank, depth);
  extend_warps(&layout, TERN_LAYOUT_WARP, blocked, TERN_TTG_FIELD_WARPS_PER_CTA, order, rank, depth);
  return layout;
}

// --- encodings ---

tern_layout_t tern_ttg_matrix_layout(const tern_attr_t *encoding, const int64_t *shape) {
  size_t rank = tern_ttg_rank(encoding);
  tern_layout_t cga = tern_ttg_cga_layout(encoding);
  tern_layout_t layout = tern_attr_is_ttg(encoding, TERN_TTG_ATTR_NVIDIA_MMA) ? nvidia_layout(encoding, rank)
                         : tern_attr_is_ttg(encoding, TERN_TTG_ATTR_AMD_MFMA) ? mfma_layout(encoding, shape, rank)
                                                                              : wmma_layout(encoding, shape, rank);
  return tern_ttg_fit(&layout, &cga, shape);
}

tern_layout_t tern_ttg_operand_layout(const tern_attr_t *encoding, const int64_t *shape) {
  const tern_attr_t *parent = tern_ttg_parent(encoding);
  size_t rank = tern_ttg_rank(encoding);
  // Blocks of AMD's clusters are dealt along the depth as well.
  bool is_amd = tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_MFMA) || tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_WMMA);
  tern_layout_t cga = tern_ttg_cga_layout(is_amd ? parent : encoding), layout;
  switch (tern_ttg_attr_id(parent)) {
    case TERN_TTG_ATTR_BLOCKED: layout = blocked_operand(encoding, parent, shape, rank); break;
    case TERN_TTG_ATTR_NVIDIA_MMA: layout = nvidia_operand(encoding, parent, rank); break;
    case TERN_TTG_ATTR_AMD_MFMA: layout = mfma_operand(encoding, parent, shape, rank); break;
    case TERN_TTG_ATTR_AMD_WMMA: layout = wmma_operand(encoding, parent, shape, rank); break;
    default: return tern_layout_failed("the operand has a parent that no product has");
  }
  return tern_ttg_fit(&layout, &cga, shape);
}
