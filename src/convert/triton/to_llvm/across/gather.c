// tt.gather: elements by their places along one dimension (upstream: GatherOpToLLVM).
//
// Where each warp has all that its elements may be, in lanes that the others differ from along this dimension alone, every element of
// the result is one shuffle for each register that it may lie in, and selects among these. Otherwise the whole source goes through
// shared memory, and where blocks of a cluster need elements of others, through that of the block that has them.

#include <string.h>

#include "analysis/triton/scratch_size.h"
#include "convert/triton/to_llvm/across/combine.h"
#include "convert/triton/to_llvm/shared_access.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

typedef struct gather {
  tern_conversion_t *conversion;
  tern_op_t *op;
  tern_builder_t *b;
  size_t axis;
  tern_layout_t source, result;
  tern_values_t values, indices;  // of the source; along the axis, i32
  tern_value_t *places;           // the indices, before they are taken apart
} gather_t;

static void unpack_indices(gather_t *g) {
  g->indices = tern_triton_unpack(g->conversion, g->places);
  for (size_t i = 0; i < g->indices.count; ++i)
    tern_triton_values(g->indices)[i] = tern_emit_resize(g->b, g->indices.values[i], 32);
}

// --- shared memory ---

// The number of an element of the source: the first dimension is the fastest. `along` is its coordinate along the axis; NULL: its own.
static tern_value_t *number_of(const gather_t *g, tern_value_t *const *coordinates, tern_value_t *along) {
  tern_value_t *number = tern_emit_i32(g->b, 0);
  for (size_t d = g->source.outs.count; d-- > 0;) {
    number = tern_emit_mul(g->b, number, tern_emit_i32(g->b, INT64_C(1) << g->source.outs.values[d].bits));
    number = tern_emit_add(g->b, number, d == g->axis && along ? along : coordinates[d]);
  }
  return number;
}

// May a block need what others have? It does not if it has whole lines, and those of its results.
static bool crosses_blocks(const gather_t *g) {
  size_t x = tern_layout_find(&g->source.ins, TERN_LAYOUT_BLOCK),
         y = tern_layout_find(&g->result.ins, TERN_LAYOUT_BLOCK);
  for (size_t bit = 0; x < g->source.ins.count && bit < g->source.ins.values[x].bits; ++bit) {
    for (size_t d = 0; d < g->source.outs.count; ++d) {
      int64_t wanted = d == g->axis ? 0 : tern_layout_basis(&g->result, y, bit, d);
      if (tern_layout_basis(&g->source, x, bit, d) != wanted) return true;
    }
  }
  return false;
}

// The block that has an element of the source.
static tern_value_t *block_of(const gather_t *g, tern_value_t *const *coordinates, tern_value_t *along) {
  tern_layout_t inverse = tern_layout_pseudo_invert(&g->source);
  tern_value_t *ins[TERN_LAYOUT_MAX_DIMS], *outs[TERN_LAYOUT_MAX_DIMS];
  for (size_t d = 0; d < g->source.outs.count; ++d) ins[d] = d == g->axis ? along : coordinates[d];
  tern_triton_apply_layout(g->b, &inverse, ins, outs);
  return outs[tern_layout_find(&inverse.outs, TERN_LAYOUT_BLOCK)];
}

static void gather_in_memory(gather_t *g, bool is_cluster, tern_value_t **out_values) {
  const tern_triton_target_t *target = tern_triton_target_of(g->conversion);
  size_t rank = g->source.outs.count;
  const tern_type_t *type = g->values.values[0]->type;
  const tern_type_t *stored = tern_triton_stored_type(g->b, type);
  tern_value_t *base = tern_triton_shared_address(g->conversion, g->op);
  tern_values_t places = tern_triton_indices(g->conversion, g->op, &g->source);
  for (size_t r = 0; r < g->values.count; ++r) {
    tern_value_t *number = number_of(g, &places.values[r * rank], NULL);
    tern_value_t *value = tern_triton_to_stored(g->b, g->values.values[r]);
    target->store_shared(g->conversion, tern_emit_gep(g->b, stored, base, number), NULL, value, NULL);
  }
  tern_triton_meet(g->conversion, g->op, is_cluster);
  unpack_indices(g);
  places = tern_triton_indices(g->conversion, g->op, &g->result);
  for (size_t r = 0; r < g->indices.count; ++r) {
    tern_value_t *number = number_of(g, &places.values[r * rank], g->indices.values[r]);
    tern_value_t *block = is_cluster ? block_of(g, &places.values[r * rank], g->indices.values[r]) : NULL;
    tern_value_t *value =
        target->load_shared(g->conversion, tern_emit_gep(g->b, stored, base, number), block, stored, NULL);
    out_values[r] = tern_triton_from_memory(g->b, value, type);
  }
  if (is_cluster) target->cluster_barrier(g->b);
}

// --- shuffles ---

// Registers of the source that lie in the same line along the axis as a register of the result, in lane 0 of warp 0.
static bool is_in_line(const gather_t *g, size_t source, size_t result) {
  int64_t x[TERN_LAYOUT_MAX_DIMS] = {0}, y[TERN_LAYOUT_MAX_DIMS] = {0};
  tern_triton_register_place(&g->source, source, g->axis, false, x);
  tern_triton_register_place(&g->result, result, g->axis, false, y);
  return memcmp(x, y, sizeof x) == 0;
}

static bool is_copy(const gather_t *g, size_t number) {
  for (size_t bit = 0; number >> bit; ++bit) {
    if (number >> bit & 1 && g->source.bases[bit] == 0) return true;
  }
  return false;
}

static void gather_in_warp(gather_t *g, tern_value_t **out_values) {
  unpack_indices(g);
  size_t rank = g->source.outs.count;
  tern_layout_t inverse = tern_layout_pseudo_invert(&g->source);
  size_t lane_out = tern_layout_find(&inverse.outs, TERN_LAYOUT_LANE);
  size_t register_out = tern_layout_find(&inverse.outs, TERN_LAYOUT_REGISTER);
  tern_values_t places = tern_triton_indices(g->conversion, g->op, &g->result);
  for (size_t r = 0; r < g->indices.count; ++r) {
    tern_value_t *ins[TERN_LAYOUT_MAX_DIMS], *outs[TERN_LAYOUT_MAX_DIMS];
    for (size_t d = 0; d < rank; ++d) ins[d] = d == g->axis ? g->indices.values[r] : places.values[r * rank + d];
    tern_triton_apply_layout(g->b, &inverse, ins, outs);
    out_values[r] = NULL;
    for (size_t own = 0; own < g->values.count; ++own) {
      if (is_copy(g, own) || !is_in_line(g, own, r)) continue;
      tern_value_t *value =
          tern_triton_shuffle(g->conversion, TERN_TRITON_SHUFFLE_INDEX, g->values.values[own], outs[lane_out]);
      tern_value_t *is_own = tern_emit_icmp(g->b, TERN_EMIT_EQ, outs[register_out], tern_emit_i32(g->b, (int64_t)own));
      out_values[r] = out_values[r] ? tern_emit_select(g->b, is_own, value, out_values[r]) : value;
    }
  }
}

static bool lower_gather(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  gather_t g = {.conversion = conversion, .op = op, .b = tern_triton_builder(conversion)};
  g.axis = (size_t)tern_integer_attr_value(tern_op_attr(op, "axis"));
  g.source = tern_ttg_type_layout(tern_op_operand(op, 0)->type);
  g.result = tern_ttg_type_layout(tern_op_operand(op, 1)->type);
  g.values = tern_triton_unpack(conversion, operands.values[0]);
  g.places = operands.values[1];
  size_t count = (size_t)1 << tern_layout_bits(&g.result.ins, TERN_LAYOUT_REGISTER);
  tern_value_t **values = tern_triton_room(conversion, count);
  bool is_cluster = crosses_blocks(&g);
  if (is_cluster && !tern_triton_check_cluster_meets(conversion, op)) return false;
  if (tern_tt_gather_is_local(&g.source, &g.result, g.axis))
    gather_in_warp(&g, values);
  else
    gather_in_memory(&g, is_cluster, values);
  return tern_triton_replace(conversion, op, (tern_values_t){values, count});
}

const tern_conversion_pattern_t tern_triton_gather_patterns[] = {
    {"gather", TERN_TT(GATHER), TERN_TRITON_BENEFIT, lower_gather},
    {0},
};
