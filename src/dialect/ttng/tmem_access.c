// ttng: which tensors the instructions of tensor memory reach; see tmem_access.h.
//
// An instruction moves a tile: rows and columns of 32 bits that the registers and lanes of a warp have, the warp at rows 32 w and on. A
// tensor is reached if its layout, seen as rows and columns, begins with such a tile and repeats it. Elements of fewer bits are taken
// together first, or lie alone in 32 bits each.

#include "dialect/ttng/tmem_access.h"

#include "dialect/ttg/layout.h"
#include "dialect/ttng/layout.h"

#define ROW TERN_LAYOUT_ROW
#define COLUMN TERN_LAYOUT_COLUMN
#define REGISTER TERN_LAYOUT_REGISTER
#define LANE TERN_LAYOUT_LANE
#define WARP TERN_LAYOUT_WARP

enum { WORD_BITS = 32, WARP_ROWS = 32 };

// By PTX's names of tcgen05.ld and tcgen05.st. The last one reads two halves that lie anywhere.
typedef enum atom { ATOM_32X32, ATOM_16X256, ATOM_16X128, ATOM_16X64, ATOM_16X32X2 } atom_t;

// --- tiles ---

static tern_layout_t begin_tile(void) {
  tern_layout_t layout = tern_layout_empty();
  tern_layout_append_dim(&layout.ins, REGISTER, 0);
  tern_layout_append_dim(&layout.ins, LANE, 0);
  tern_layout_append_dim(&layout.outs, ROW, 0);
  tern_layout_append_dim(&layout.outs, COLUMN, 0);
  return layout;
}

// 16x64b: lane 1 is eight rows down, lane 2 one column on.
static tern_layout_t make_16x64(const tern_layout_t *tile) {
  static const int64_t values[] = {8, 0, 0, 1, 1, 0, 2, 0, 4, 0};
  tern_layout_dims_t ins = {0}, outs = {0};
  tern_layout_append_dim(&ins, LANE, 5);
  tern_layout_append_dim(&outs, ROW, 4);
  tern_layout_append_dim(&outs, COLUMN, 1);
  tern_layout_t lanes = tern_layout_create(&ins, &outs, values);
  return tern_layout_product(tile, &lanes);
}

// `stride`: columns of a register, 2 where each of 16 bits lies alone.
static tern_layout_t make_tile(atom_t atom, int64_t stride) {
  tern_layout_t tile = begin_tile(), gap = tern_layout_zeros_1d(1, REGISTER, COLUMN, stride);
  tile = tern_layout_product(&tile, &gap);
  switch (atom) {
    case ATOM_32X32: return TERN_LAYOUT_EXTEND(&tile, {LANE, 32, ROW});
    case ATOM_16X32X2: return TERN_LAYOUT_EXTEND(&tile, {LANE, 16, ROW});
    case ATOM_16X64: return make_16x64(&tile);
    case ATOM_16X128: return TERN_LAYOUT_EXTEND(&tile, {LANE, 4, COLUMN}, {LANE, 8, ROW}, {REGISTER, 2, ROW});
    default:
      return TERN_LAYOUT_EXTEND(&tile, {REGISTER, 2, COLUMN}, {LANE, 4, COLUMN}, {LANE, 8, ROW}, {REGISTER, 2, ROW});
  }
}

// The layout with one more basis of an input, behind those that are there; rows are as many as all warps have.
static tern_layout_t add_basis(const tern_layout_t *layout, const char *in, int64_t row) {
  tern_layout_t result = tern_layout_resize_out(layout, ROW, 4 * WARP_ROWS);
  tern_layout_dims_t ins = {0};
  tern_layout_append_dim(&ins, in, 1);
  if (result.error) return result;
  if (tern_layout_find(&result.ins, in) == result.ins.count && !tern_layout_append_dim(&result.ins, in, 0))
    return tern_layout_failed("a layout has too many dimensions");
  size_t bits = tern_layout_bits(&result.ins, in);
  result = tern_layout_resize_in(&result, in, INT64_C(2) << bits);
  if (result.error) return result;
  size_t at = tern_layout_bits_before(&result.ins, tern_layout_find(&result.ins, in)) + bits;
  result.bases[at] = tern_layout_set(&result.outs, tern_layout_find(&result.outs, ROW), 0, (uint64_t)row);
  return result;
}

static tern_layout_t add_warps(const tern_layout_t *tile) {
  tern_layout_t result = add_basis(tile, WARP, WARP_ROWS);
  return add_basis(&result, WARP, 2 * WARP_ROWS);
}

// --- does a layout begin with a tile? ---

// The bases of the tile's registers come first; false: one of them is not there.
static bool bring_to_front(tern_layout_t *layout, const tern_layout_t *tile) {
  size_t in = tern_layout_find(&layout->ins, REGISTER), count = layout->ins.values[in].bits;
  size_t first = tern_layout_bits_before(&layout->ins, in), wanted = tern_layout_bits(&tile->ins, REGISTER);
  size_t tile_first = tern_layout_bits_before(&tile->ins, tern_layout_find(&tile->ins, REGISTER));
  if (wanted > count) return false;
  for (size_t i = 0; i < wanted; ++i) {
    uint64_t basis = tern_layout_repack(&tile->outs, &layout->outs, tile->bases[tile_first + i]);
    size_t k = i;
    while (k < count && layout->bases[first + k] != basis) ++k;
    if (k == count) return false;
    for (; k > i; --k) layout->bases[first + k] = layout->bases[first + k - 1];
    layout->bases[first + i] = basis;
  }
  return true;
}

static bool is_smaller(const tern_layout_t *tile, const tern_layout_t *layout) {
  for (size_t d = 0; d < tile->outs.count; ++d) {
    if (tern_layout_bits(&layout->outs, tile->outs.values[d].name) < tile->outs.values[d].bits) return false;
  }
  return true;
}

// Each input begins with the bases of the tile, and its others touch none of the tile's bits.
static bool begins_with(const tern_layout_t *layout, const tern_layout_t *tile) {
  tern_layout_t ordered = *layout;
  uint64_t mask = 0;
  if (layout->error || tile->error || !is_smaller(tile, layout) || !bring_to_front(&ordered, tile)) return false;
  for (size_t i = 0; i < tern_layout_in_bits(tile); ++i)
    mask |= tern_layout_repack(&tile->outs, &ordered.outs, tile->bases[i]);
  for (size_t in = 0; in < ordered.ins.count; ++in) {
    size_t first = tern_layout_bits_before(&ordered.ins, in),
           of_tile = tern_layout_find(&tile->ins, ordered.ins.values[in].name);
    size_t count = of_tile < tile->ins.count ? tile->ins.values[of_tile].bits : 0;
    size_t tile_first = tern_layout_bits_before(&tile->ins, of_tile);
    if (count > ordered.ins.values[in].bits) return false;
    for (size_t bit = 0; bit < ordered.ins.values[in].bits; ++bit) {
      uint64_t basis = ordered.bases[first + bit];
      bool is_right = bit < count
                          ? basis == tern_layout_repack(&tile->outs, &ordered.outs, tile->bases[tile_first + bit])
                          : (basis & mask) == 0;
      if (!is_right) return false;
    }
  }
  return true;
}

// --- elements of fewer than 32 bits ---

// How an element lies in 32 bits.
typedef struct packing {
  tern_layout_t rest;  // the layout of what is packed
  int64_t neighbours;  // elements that are one thing now
  int64_t bits;        // of such a thing
  bool is_alone;       // an element of 16 bits in 32
} packing_t;

// `in` counts what lies side by side in `out`: registers in columns, or columns along the second dimension. Gaps are left out of
// the output for registers, and are bits of the input that mean nothing for columns.
static bool pack(const tern_layout_t *layout, const char *in, const char *out, bool has_gaps_in, int64_t bits,
                 packing_t *packing) {
  *packing = (packing_t){.rest = *layout, .neighbours = 1, .bits = bits};
  for (int64_t count = 2; bits * count <= WORD_BITS; count *= 2) {
    tern_layout_t tile = tern_layout_identity_1d(count, in, out);
    tern_layout_t rest = tern_layout_divide_left(layout, &tile);
    if (rest.error) break;
    *packing = (packing_t){.rest = rest, .neighbours = count, .bits = bits * count};
  }
  if (packing->neighbours > 1) return true;
  int64_t gaps = WORD_BITS / bits;
  tern_layout_t gap = has_gaps_in ? tern_layout_zeros_1d(gaps, in, out, 1) : tern_layout_zeros_1d(1, in, out, gaps);
  tern_layout_t pair = TERN_LAYOUT_EXTEND(&gap, {in, 2, out});
  tern_layout_t rest = tern_layout_divide_left(layout, &pair);
  if (bits == 16 && !rest.error) {
    *packing = (packing_t){.rest = rest, .neighbours = 2, .bits = WORD_BITS, .is_alone = true};
    return true;
  }
  rest = tern_layout_divide_left(layout, &gap);
  *packing = (packing_t){.rest = rest, .neighbours = 1, .bits = WORD_BITS, .is_alone = bits == 16};
  return !rest.error;
}

// --- tensors that are reached ---

// Both halves of the last instruction are the same: it needs room beside them, which only scales have.
static bool has_second_half(const tern_layout_t *layout) {
  size_t lane = tern_layout_find(&layout->ins, LANE);
  return layout->bases[tern_layout_bits_before(&layout->ins, lane) + 4] != 0;
}

static bool is_reached(const tern_layout_t *layout, int64_t bits, bool is_scales, bool is_alone) {
  tern_layout_t rest = tern_layout_remove_zero_bases(layout, REGISTER);
  while (bits < WORD_BITS && !rest.error) {
    packing_t packing;
    if (!pack(&rest, REGISTER, COLUMN, false, bits, &packing)) return false;
    bits = packing.bits;
    is_alone = packing.is_alone;
    rest = packing.rest;
    if (is_alone) {
      tern_layout_t gap = tern_layout_zeros_1d(1, REGISTER, COLUMN, 2);
      rest = tern_layout_product(&gap, &rest);
    }
    rest = tern_layout_remove_zero_bases(&rest, REGISTER);
  }
  if (rest.error) return false;
  for (atom_t atom = ATOM_32X32; atom <= ATOM_16X32X2; ++atom) {
    tern_layout_t tile = make_tile(atom, is_alone ? 2 : 1);
    tile = add_warps(&tile);
    if (begins_with(&rest, &tile)) return atom != ATOM_16X32X2 || is_scales || has_second_half(&rest);
  }
  return false;
}

// Bit `bit` of two inputs of two layouts with the same outputs leads to the same place.
static bool is_same_basis(const tern_layout_t *x, const char *in_x, size_t bit_x, const tern_layout_t *y,
                          const char *in_y, size_t bit_y) {
  if (tern_layout_bits(&x->ins, in_x) <= bit_x || tern_layout_bits(&y->ins, in_y) <= bit_y) return false;
  size_t at_x = tern_layout_bits_before(&x->ins, tern_layout_find(&x->ins, in_x)) + bit_x;
  size_t at_y = tern_layout_bits_before(&y->ins, tern_layout_find(&y->ins, in_y)) + bit_y;
  for (size_t d = 0; d < 2; ++d) {
    if (tern_layout_get(&x->outs, d, x->bases[at_x]) != tern_layout_get(&y->outs, d, y->bases[at_y])) return false;
  }
  return true;
}

bool tern_tmem_is_compatible(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memdesc) {
  (void)op;
  tern_memdesc_t memory = tern_memdesc_read(memdesc);
  tern_layout_t of_tensor = tern_ttg_type_layout(tensor), of_memory = tern_ttng_type_layout(memdesc);
  if (of_tensor.error || of_memory.error) return false;
  // A warp reaches the rows of its number modulo four only, also where others hold the same.
  for (size_t bit = 0; bit < 2; ++bit) {
    if (!is_same_basis(&of_tensor, WARP, bit, &of_memory, ROW, 5 + bit)) return false;
  }
  tern_layout_t conversion = tern_layout_invert_and_compose(&of_tensor, &of_memory);
  if (conversion.error) return false;
  size_t row = tern_layout_find(&conversion.outs, ROW), warp = tern_layout_find(&conversion.ins, WARP);
  for (size_t bit = 0; bit < 2; ++bit) {
    conversion.bases[tern_layout_bits_before(&conversion.ins, warp) + bit] =
        tern_layout_set(&conversion.outs, row, 0, UINT64_C(32) << bit);
  }
  bool is_scales = tern_attr_is_ttng(memory.encoding, TERN_TTNG_ATTR_TENSOR_MEMORY_SCALES_ENCODING);
  return is_reached(&conversion, tern_type_bit_width(memory.element), is_scales, false);
}

// --- tensors that could be reached ---

// Rows 16 to 31 of a warp: four lanes' worth of rows beyond the tile of instructions that have sixteen.
static bool has_empty_rows(const tern_layout_t *memory) {
  size_t row = tern_layout_find(&memory->ins, ROW);
  return memory->bases[tern_layout_bits_before(&memory->ins, row) + 4] == 0;
}

static bool reaches_each_once(const tern_layout_t *tile, const tern_layout_t *memory, bool is_32x32) {
  tern_layout_t seen = tern_layout_compose(tile, memory);
  seen = tern_layout_sublayout(&seen, TERN_LAYOUT_NAMES(REGISTER, LANE), TERN_LAYOUT_NAMES("dim0", "dim1"));
  if (is_32x32) seen = tern_layout_resize_in(&seen, LANE, 16);
  return !seen.error && tern_layout_is_injective(&seen);
}

// Of memory whose elements have 32 bits: the tile, repeated by registers and by warps beyond the fourth.
static tern_layout_t spread_words(const tern_layout_t *memory, atom_t atom, int64_t warps) {
  tern_layout_t tile = make_tile(atom, 1);
  bool is_32x32 = atom == ATOM_32X32, has_16_rows = has_empty_rows(memory);
  int64_t columns = INT64_C(1) << tern_layout_bits(&memory->ins, COLUMN);
  int64_t missing = columns >> tern_layout_bits(&tile.outs, COLUMN);
  if (missing == 0 || !reaches_each_once(&tile, memory, is_32x32)) return tern_layout_failed("no such tile");
  const char *second = is_32x32 || has_16_rows ? NULL : warps > 4 ? WARP : REGISTER;
  int64_t further = second && warps > 4 ? warps / 8 : warps / 4;
  int64_t idle = further / (missing < further ? missing : further);
  further /= idle;
  missing /= further;
  if (missing > 1 && is_32x32 && has_16_rows) {
    // Lanes 16 to 31 would have what the others have: they take the second half of the columns.
    tile = make_tile(ATOM_16X32X2, 1);
    tile = TERN_LAYOUT_EXTEND(&tile, {REGISTER, missing / 2, COLUMN}, {LANE, 2, COLUMN});
  } else if (missing > 1) {
    tile = TERN_LAYOUT_EXTEND(&tile, {REGISTER, missing, COLUMN});
  }
  tile = add_warps(&tile);
  if (second) tile = add_basis(&tile, second, 16);
  tile = TERN_LAYOUT_EXTEND(&tile, {WARP, further, COLUMN}, {WARP, idle, NULL});
  return tern_layout_compose(&tile, memory);
}

static tern_layout_t spread(const tern_layout_t *memory, atom_t atom, int64_t warps, int64_t bits) {
  if (bits == WORD_BITS) return spread_words(memory, atom, warps);
  packing_t packing;
  if (!pack(memory, COLUMN, "dim1", true, bits, &packing)) {
    if (tern_layout_bits(&memory->ins, COLUMN)) return tern_layout_failed("elements are not packed, nor alone");
    return spread_words(memory, atom, warps);
  }
  tern_layout_t layout = spread(&packing.rest, atom, warps, packing.bits);
  tern_layout_t own = tern_layout_identity_1d(packing.neighbours, REGISTER, "dim1");
  return tern_layout_product(&own, &layout);
}

// Blocks of a cluster have further columns, which are not the instructions'.
static tern_layout_t spread_in_cluster(const tern_memdesc_t *memory, const tern_attr_t *encoding, atom_t atom,
                                       int64_t warps) {
  tern_layout_t layout = tern_ttng_layout(memory->encoding, memory->dims), cga = tern_ttg_cga_layout(encoding);
  if (cga.error) return cga;
  tern_layout_t blocks = TERN_LAYOUT_EXTEND(NULL, {COLUMN, INT64_C(1) << cga.outs.values[0].bits, "dim0"},
                                            {COLUMN, INT64_C(1) << cga.outs.values[1].bits, "dim1"});
  layout = tern_layout_divide_right(&layout, &blocks);
  if (layout.error) return layout;
  layout = spread(&layout, atom, warps, tern_type_bit_width(memory->element));
  layout = tern_layout_product(&layout, &cga);
  return tern_layout_transpose_outs(&layout, TERN_LAYOUT_NAMES("dim0", "dim1"));
}

// With eight warps: where warps 4 to 7 go along another dimension than the first ones, they change places with lanes 16 to 31, so that
// sums along that dimension stay within a warp.
static bool split_long(tern_layout_t *layout, int64_t warps) {
  size_t warp = tern_layout_find(&layout->ins, WARP), lane = tern_layout_find(&layout->ins, LANE);
  if (warps != 8 || layout->error || layout->ins.values[warp].bits < 3) return false;
  uint64_t *bases = &layout->bases[tern_layout_bits_before(&layout->ins, warp)];
  uint64_t *last = &layout->bases[tern_layout_bits_before(&layout->ins, lane) + 4];
  for (size_t d = 0; d < 2; ++d) {
    bool is_none[4];
    const uint64_t words[4] = {bases[0], bases[1], bases[2], *last};
    for (size_t i = 0; i < 4; ++i) is_none[i] = tern_layout_get(&layout->outs, d, words[i]) == 0;
    if (is_none[3] == is_none[2] || is_none[0] != is_none[1] || is_none[0] != is_none[3]) continue;
    *last = words[2];
    bases[2] = words[3];
    return true;
  }
  return false;
}

size_t tern_tmem_compatible_layouts(const tern_op_t *op, const tern_type_t *tensor, const tern_type_t *memdesc,
                                    const tern_attr_t **out_encodings) {
  tern_memdesc_t memory = tern_memdesc_read(memdesc);
  const tern_attr_t *encoding = tern_tensor_type_encoding(tensor);
  int64_t warps = tern_ttg_lookup_num_warps(op);
  size_t count = 0;
  if (memory.rank != 2 || warps < 4 || !tern_ttg_is_distributed(encoding)) return 0;
  for (atom_t atom = ATOM_32X32; atom <= ATOM_16X64; ++atom) {
    tern_layout_t layout = spread_in_cluster(&memory, encoding, atom, warps);
    if (!layout.error) out_encodings[count++] = tern_ttg_linear_get(tensor->context, &layout);
  }
  tern_layout_t layout = spread_in_cluster(&memory, encoding, ATOM_32X32, warps);
  if (split_long(&layout, warps)) out_encodings[count++] = tern_ttg_linear_get(tensor->context, &layout);
  return count;
}

const tern_attr_t *tern_tmem_layout(const tern_op_t *op, const tern_attr_t *encoding, const tern_type_t *memdesc,
                                    tern_tmem_pattern_t pattern) {
  tern_memdesc_t memory = tern_memdesc_read(memdesc);
  int64_t warps = tern_ttg_lookup_num_warps(op);
  if (memory.rank != 2 || warps < 4 || !tern_ttg_is_distributed(encoding)) return NULL;
  atom_t atom = pattern == TERN_TMEM_ROWS_OF_PRODUCTS ? ATOM_16X256 : ATOM_32X32;
  tern_layout_t layout = spread_in_cluster(&memory, encoding, atom, warps);
  if (layout.error || (pattern == TERN_TMEM_LONG_ROWS && !split_long(&layout, warps))) return NULL;
  return tern_ttg_linear_get(memdesc->context, &layout);
}
