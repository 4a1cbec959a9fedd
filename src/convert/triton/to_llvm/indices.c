// Where a thread is, and which elements of a tensor it has: layouts as arithmetic on lane and warp; see to_llvm.h (upstream:
// applyLinearLayout, emitIndices, emitRedundantThreadPredicate).
//
// A layout is linear over bits: an output is the exclusive or of what each bit of the inputs gives. Bits that move by the same
// distance are moved together: all bits k of the input that give bit k + s are (x & mask) << s. So an ordinary layout takes
// one shift and one `and` for each input and output, and only swizzles take more.

#include "base/vec.h"
#include "convert/triton/to_llvm/to_llvm.h"

// --- layouts ---

// `x`, of `width` bits, with the bits in `mask` alone, moved up by `shift`.
static tern_value_t *move_bits(tern_builder_t *b, tern_value_t *x, size_t width, uint64_t mask, int shift) {
  if (mask != (UINT64_C(1) << width) - 1) x = tern_emit_and(b, x, tern_emit_i32(b, (int64_t)mask));
  return shift >= 0 ? tern_emit_shl(b, x, shift) : tern_emit_lshr(b, x, -shift);
}

// A value, and the bits that it may have.
typedef struct partial {
  tern_value_t *value;  // NULL: zero
  uint64_t bits;
} partial_t;

static void add_partial(tern_builder_t *b, partial_t *sum, tern_value_t *value, uint64_t bits) {
  if (!sum->value)
    sum->value = value;
  else if (sum->bits & bits)
    sum->value = tern_emit_xor(b, sum->value, value);
  else
    sum->value = tern_emit_or_disjoint(b, sum->value, value);
  sum->bits |= bits;
}

// Adds what input `in` gives to output `out`.
static void add_input(tern_builder_t *b, const tern_layout_t *layout, size_t in, size_t out, tern_value_t *x,
                      partial_t *sum) {
  size_t width = layout->ins.values[in].bits, out_width = layout->outs.values[out].bits;
  for (int shift = -(int)width + 1; shift < (int)out_width; ++shift) {
    uint64_t mask = 0;
    for (size_t bit = 0; bit < width; ++bit) {
      int target = (int)bit + shift;
      if (target < 0 || target >= (int)out_width) continue;
      if (tern_layout_basis(layout, in, bit, out) >> target & 1) mask |= UINT64_C(1) << bit;
    }
    if (!mask) continue;
    uint64_t bits = shift >= 0 ? mask << shift : mask >> -shift;
    add_partial(b, sum, move_bits(b, x, width, mask, shift), bits);
  }
}

static void apply(tern_builder_t *b, const tern_layout_t *layout, tern_value_t *const *ins, partial_t *sums) {
  for (size_t out = 0; out < layout->outs.count; ++out) {
    sums[out] = (partial_t){0};
    for (size_t in = 0; in < layout->ins.count; ++in) {
      if (ins[in]) add_input(b, layout, in, out, ins[in], &sums[out]);
    }
  }
}

void tern_triton_apply_layout(tern_builder_t *b, const tern_layout_t *layout, tern_value_t *const *ins,
                              tern_value_t **outs) {
  partial_t sums[TERN_LAYOUT_MAX_DIMS];
  apply(b, layout, ins, sums);
  for (size_t out = 0; out < layout->outs.count; ++out)
    outs[out] = sums[out].value ? sums[out].value : tern_emit_i32(b, 0);
}

// --- what was made, by function or partition ---

// The coordinates of register 0 in a layout.
typedef struct base {
  tern_layout_t layout;
  partial_t sums[TERN_LAYOUT_MAX_DIMS];
} base_t;

typedef struct place {
  const tern_region_t *region;
  tern_triton_ids_t ids;
  tern_op_t *last;  // the last op that was made at the region's start
  TERN_VEC(base_t *) bases;
  struct place *next;
} place_t;

struct tern_triton_places {
  place_t *first;
};

static const tern_region_t *region_around(const tern_op_t *op) {
  const tern_region_t *region = op->block->parent;
  for (;; region = region->parent->block->parent) {
    const tern_op_t *parent = region->parent;
    if (tern_op_has_trait(parent, TERN_TRAIT_ISOLATED_FROM_ABOVE) || !parent->block) return region;
  }
}

// A builder behind what was made at the start of the place.
static tern_builder_t builder_at(tern_conversion_t *conversion, const place_t *place) {
  tern_builder_t b = *tern_triton_builder(conversion);
  if (place->last)
    tern_builder_set_after(&b, place->last);
  else
    tern_builder_set_start(&b, place->region->first_block);
  return b;
}

static void made_until(place_t *place, const tern_builder_t *b) {
  place->last = b->before ? b->before->prev : b->block->last_op;
}

int64_t tern_triton_num_warps(const tern_op_t *op) {
  int64_t count = tern_ttg_lookup_num_warps(op);
  return count > 0 ? count : 1;
}

// The first warp of the partition around `region`, which others count from; 0 elsewhere.
static int64_t first_warp(const tern_region_t *region) {
  const tern_op_t *partitions = region->parent;
  if (!tern_op_is(partitions, TERN_TTG(WARP_SPECIALIZE_PARTITIONS))) return 0;
  const tern_attr_t *starts = tern_op_attr(tern_op_parent(partitions), "warpGroupStartIds");
  return starts ? tern_dense_array_attr_int(starts, (size_t)(region - partitions->regions)) : 0;
}

static tern_triton_ids_t make_ids(tern_conversion_t *conversion, tern_builder_t *b, const place_t *place,
                                  const tern_op_t *op) {
  const tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  int64_t warps = tern_triton_num_warps(op), lanes = lowering->warp_size, lane_bits = 0;
  tern_triton_ids_t ids = {0};
  tern_value_t *thread = lowering->target->thread_id(b);
  int64_t first = first_warp(place->region);
  if (first) thread = tern_emit_sub(b, thread, tern_emit_i32(b, first * lanes));
  ids.thread = tern_emit_and(b, thread, tern_emit_i32(b, warps * lanes - 1));
  while (INT64_C(1) << lane_bits < lanes) ++lane_bits;
  ids.lane = warps == 1 ? ids.thread : tern_emit_and(b, ids.thread, tern_emit_i32(b, lanes - 1));
  ids.warp = warps == 1 ? tern_emit_i32(b, 0) : tern_emit_lshr(b, ids.thread, lane_bits);
  ids.unmasked_warp = warps == 1 ? ids.warp : tern_emit_lshr(b, thread, lane_bits);
  ids.block = lowering->cta_count == 1 ? tern_emit_i32(b, 0) : lowering->target->cluster_block_id(b);
  return ids;
}

static place_t *find_place(tern_conversion_t *conversion, const tern_op_t *op) {
  tern_triton_lowering_t *lowering = tern_triton_lowering_of(conversion);
  const tern_region_t *region = region_around(op);
  if (!lowering->places) lowering->places = tern_arena_alloc_zeroed(&lowering->arena, sizeof *lowering->places);
  place_t *place = lowering->places->first;
  while (place && place->region != region) place = place->next;
  if (place) return place;
  place = tern_arena_alloc_zeroed(&lowering->arena, sizeof *place);
  place->region = region;
  place->next = lowering->places->first;
  lowering->places->first = place;
  tern_builder_t b = builder_at(conversion, place);
  place->ids = make_ids(conversion, &b, place, op);
  made_until(place, &b);
  return place;
}

tern_triton_ids_t tern_triton_ids(tern_conversion_t *conversion, const tern_op_t *op) {
  return find_place(conversion, op)->ids;
}

void tern_triton_forget_places(tern_triton_lowering_t *lowering) {
  for (place_t *place = lowering->places ? lowering->places->first : NULL; place; place = place->next)
    tern_vec_deinitialize(&place->bases);
  lowering->places = NULL;
}

// --- indices ---

// The value of an input of a distributed layout; NULL: a register, or there is but one.
static tern_value_t *input_of(const tern_triton_ids_t *ids, const tern_layout_dim_t *dim) {
  if (dim->bits == 0) return NULL;
  if (strcmp(dim->name, TERN_LAYOUT_LANE) == 0) return ids->lane;
  if (strcmp(dim->name, TERN_LAYOUT_WARP) == 0) return ids->warp;
  return strcmp(dim->name, TERN_LAYOUT_BLOCK) == 0 ? ids->block : NULL;
}

static base_t *find_base(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout) {
  place_t *place = find_place(conversion, op);
  for (size_t i = 0; i < place->bases.count; ++i) {
    if (tern_layout_equal(&place->bases.values[i]->layout, layout)) return place->bases.values[i];
  }
  base_t *base = tern_arena_alloc_zeroed(&tern_triton_lowering_of(conversion)->arena, sizeof *base);
  base->layout = *layout;
  tern_value_t *ins[TERN_LAYOUT_MAX_DIMS];
  for (size_t i = 0; i < layout->ins.count; ++i) ins[i] = input_of(&place->ids, &layout->ins.values[i]);
  tern_builder_t b = builder_at(conversion, place);
  apply(&b, layout, ins, base->sums);
  made_until(place, &b);
  tern_vec_push(&place->bases, base);
  return base;
}

// The coordinate of a register, of which the others' part is `base`.
static tern_value_t *with_register(tern_builder_t *b, const partial_t *base, int64_t number) {
  if (!base->value) return tern_emit_i32(b, number);
  if (number == 0) return base->value;
  tern_value_t *constant = tern_emit_i32(b, number);
  bool is_apart = (base->bits & (uint64_t)number) == 0;
  return is_apart ? tern_emit_or_disjoint(b, base->value, constant) : tern_emit_xor(b, base->value, constant);
}

static tern_values_t indices_of(tern_conversion_t *conversion, const base_t *base, size_t count) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_layout_t *layout = &base->layout;
  size_t rank = layout->outs.count, in = tern_layout_find(&layout->ins, TERN_LAYOUT_REGISTER);
  tern_value_t **values = tern_triton_room(conversion, count * rank);
  for (size_t r = 0; r < count; ++r) {
    int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, outs[TERN_LAYOUT_MAX_DIMS];
    if (in < layout->ins.count) ins[in] = (int64_t)r;
    tern_layout_apply(layout, ins, outs);
    for (size_t d = 0; d < rank; ++d) values[r * rank + d] = with_register(b, &base->sums[d], outs[d]);
  }
  return (tern_values_t){values, count * rank};
}

tern_values_t tern_triton_indices(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout) {
  const base_t *base = find_base(conversion, op, layout);
  return indices_of(conversion, base, (size_t)1 << tern_layout_bits(&layout->ins, TERN_LAYOUT_REGISTER));
}

tern_values_t tern_triton_base_indices(tern_conversion_t *conversion, const tern_op_t *op,
                                       const tern_layout_t *layout) {
  return indices_of(conversion, find_base(conversion, op, layout), 1);
}

// --- copies ---

// `condition` and that no bit of `mask` is set in `x`, which has the `width` lowest bits.
static tern_value_t *and_has_none(tern_builder_t *b, tern_value_t *condition, tern_value_t *x, uint64_t mask,
                                  size_t width) {
  uint64_t all = (UINT64_C(1) << width) - 1;
  mask &= all;
  if (!mask) return condition;
  if (mask != all) x = tern_emit_and(b, x, tern_emit_i32(b, (int64_t)mask));
  return tern_emit_both(b, condition, tern_emit_icmp(b, TERN_EMIT_EQ, x, tern_emit_i32(b, 0)));
}

static size_t bits_of(int64_t count) {
  size_t bits = 0;
  while (INT64_C(1) << bits < count) ++bits;
  return bits;
}

// Bits of each input of a layout that lead to what others have; of a scalar, all.
typedef struct copies {
  uint64_t registers, lanes, warps, blocks;
} copies_t;

static copies_t copies_of(const tern_layout_t *layout) {
  uint64_t masks[TERN_LAYOUT_MAX_DIMS], all = ~UINT64_C(0);
  copies_t copies = {0, all, all, all};
  if (!layout) return copies;
  tern_layout_free_masks(layout, masks);
  copies = (copies_t){0};
  for (size_t i = 0; i < layout->ins.count; ++i) {
    const char *name = layout->ins.values[i].name;
    if (strcmp(name, TERN_LAYOUT_REGISTER) == 0) copies.registers = masks[i];
    if (strcmp(name, TERN_LAYOUT_LANE) == 0) copies.lanes = masks[i];
    if (strcmp(name, TERN_LAYOUT_WARP) == 0) copies.warps = masks[i];
    if (strcmp(name, TERN_LAYOUT_BLOCK) == 0) copies.blocks = masks[i];
  }
  return copies;
}

tern_value_t *tern_triton_once_in_block(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout,
                                        uint64_t *out_register_mask) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_triton_ids_t ids = tern_triton_ids(conversion, op);
  size_t warp_bits = bits_of(tern_triton_num_warps(op));
  size_t lane_bits = bits_of(tern_triton_lowering_of(conversion)->warp_size);
  copies_t copies = copies_of(layout);
  *out_register_mask = copies.registers;
  if (!layout) return and_has_none(b, NULL, ids.thread, copies.lanes, lane_bits + warp_bits);
  return and_has_none(b, and_has_none(b, NULL, ids.lane, copies.lanes, lane_bits), ids.warp, copies.warps, warp_bits);
}

tern_value_t *tern_triton_once(tern_conversion_t *conversion, const tern_op_t *op, const tern_layout_t *layout,
                               uint64_t *out_register_mask) {
  tern_value_t *condition = tern_triton_once_in_block(conversion, op, layout, out_register_mask);
  return tern_triton_in_first_block(conversion, op, layout, condition);
}

tern_value_t *tern_triton_in_first_block(tern_conversion_t *conversion, const tern_op_t *op,
                                         const tern_layout_t *layout, tern_value_t *condition) {
  size_t block_bits = bits_of(tern_triton_lowering_of(conversion)->cta_count);
  return and_has_none(tern_triton_builder(conversion), condition, tern_triton_ids(conversion, op).block,
                      copies_of(layout).blocks, block_bits);
}

uint64_t tern_triton_blocks_apart(const tern_conversion_t *conversion, const tern_layout_t *layout) {
  uint64_t all = (uint64_t)tern_triton_lowering_of(conversion)->cta_count - 1;
  return all & ~copies_of(layout).blocks;
}

tern_value_t *tern_triton_block_among(tern_conversion_t *conversion, const tern_op_t *op, uint64_t mask,
                                      uint64_t number) {
  tern_builder_t *b = tern_triton_builder(conversion);
  uint64_t bits = 0;
  for (size_t bit = 0; bit < 64; ++bit) {
    if (!(mask >> bit & 1)) continue;
    bits |= (number & 1) << bit;
    number >>= 1;
  }
  tern_value_t *others = tern_emit_and(b, tern_triton_ids(conversion, op).block, tern_emit_i32(b, (int32_t)~mask));
  return tern_emit_or(b, others, tern_emit_i32(b, (int64_t)bits));
}
