// Conversions that cannot be done without move to where they cost less (upstream: the three hoistConvert functions of
// RemoveLayoutConversions):
//
//   over extensions     %w = arith.extf %x; convert %w    ->   %c = convert %x; arith.extf %c, of half as many bytes; broadcasts alike
//   into branches       convert (scf.if, in a loop)       ->   convert in the branch that needs it, and none in the other
//   next to loads       %l = load; %e = extf %l; convert  ->   %c = convert %l to an operand; extf %c, so that the load can be pipelined

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "dialect/tt/tt.h"
#include "dialect/ttng/ttng.h"
#include "transform/ttg/layout_conversions.h"

static tern_value_t *key_at(const tern_map_t *values, size_t i) {
  return (tern_value_t *)(uintptr_t)values->entries[i].key;
}

static const tern_attr_t *target_of(const tern_op_t *convert) { return tern_ttg_value_encoding(&convert->results[0]); }

static void each_conversion(tern_op_t *function, void (*visit)(tern_ttg_remat_t *remat, tern_op_t *convert)) {
  tern_ttg_remat_t remat;
  tern_ttg_remat_initialize(&remat, function);
  tern_ttg_remat_each_conversion(&remat, visit);
  tern_ttg_remat_deinitialize(&remat);
}

// --- over extensions ---

static uint32_t element_bits(const tern_value_t *value) { return tern_type_bit_width(tern_type_element(value->type)); }

static bool is_extension(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_ARITH(EXTSI), TERN_ARITH(EXTUI), TERN_ARITH(EXTF),
                                              TERN_TT(BROADCAST), TERN_TT(EXPAND_DIMS)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return tern_op_is(op, TERN_TT(FP_TO_FP)) && element_bits(tern_op_operand(op, 0)) < element_bits(&op->results[0]);
}

static bool agree(const tern_ttg_slice_t *slice, const tern_ttg_slice_t *other) {
  for (size_t i = 0; i < other->encodings.entry_count; ++i) {
    const tern_value_t *value = other->encodings.entries[i].key;
    const tern_attr_t *known = value ? tern_ttg_slice_encoding(slice, value) : NULL;
    if (known && known != other->encodings.entries[i].value) return false;
  }
  return true;
}

// The one extension of the slice over which nothing can be computed again; the others join the slice with what is behind them.
// False: there are several, or one cannot have the encoding.
static bool find_extension(tern_ttg_remat_t *remat, tern_ttg_slice_t *slice, tern_op_t **out) {
  *out = NULL;
  for (size_t i = 0, count = slice->values.entry_count; i < count; ++i) {
    tern_value_t *value = key_at(&slice->values, i);
    tern_op_t *op = value ? tern_value_defining_op(value) : NULL;
    if (!op || !is_extension(op)) continue;
    const tern_attr_t *from = tern_ttg_operand_encoding(op, tern_ttg_slice_encoding(slice, value));
    if (!from) return false;
    tern_ttg_slice_t behind = {0};
    bool is_free =
        tern_ttg_rematerializable_slice(remat, &op->operands[0], from, NULL, &behind) && agree(slice, &behind);
    if (is_free) tern_ttg_slice_merge(slice, &behind);
    tern_ttg_slice_deinitialize(&behind);
    if (is_free) continue;
    if (*out) return false;
    *out = op;
  }
  return *out != NULL;
}

static void hoist_over(tern_ttg_remat_t *remat, tern_ttg_slice_t *slice, tern_op_t *convert, tern_op_t *extension) {
  tern_value_t *result = tern_op_result(extension, 0);
  const tern_attr_t *to = tern_ttg_slice_encoding(slice, result), *from = tern_ttg_operand_encoding(extension, to);
  tern_builder_t b = tern_builder_before(extension);
  b.loc = convert->loc;
  tern_value_t *converted = tern_ttg_build_convert(&b, tern_op_operand(extension, 0), from);
  tern_op_t *made = tern_builder_clone(&b, extension, NULL);
  tern_op_set_operand(made, 0, converted);
  made->results[0].type = tern_ttg_with_encoding(result->type, to);
  tern_map_t mapping = {0};
  tern_map_set(&mapping, result, tern_op_result(made, 0));
  tern_map_remove(&slice->values, result);
  tern_ttg_rewrite_slice(remat, slice, convert, &mapping);
  tern_map_deinitialize(&mapping);
}

static void hoist_over_extension(tern_ttg_remat_t *remat, tern_op_t *convert) {
  // Operands of products have a step of their own.
  if (tern_attr_is_ttg(target_of(convert), TERN_TTG_ATTR_DOT_OP)) return;
  tern_ttg_slice_t slice = {0};
  tern_op_t *extension;
  if (tern_ttg_rematerializable_slice(remat, &convert->operands[0], target_of(convert), is_extension, &slice) &&
      find_extension(remat, &slice, &extension)) {
    hoist_over(remat, &slice, convert, extension);
  }
  tern_ttg_slice_deinitialize(&slice);
}

void tern_ttg_hoist_over_extensions(tern_op_t *function) { each_conversion(function, hoist_over_extension); }

// --- into branches ---

typedef struct edge {
  tern_value_t *result;  // of a scf.if
  tern_operand_t *use;   // what one of its branches gives for it; NULL: the result itself is converted
} edge_t;
typedef TERN_VEC(edge_t) edge_list_t;

static bool is_if(const tern_op_t *op) { return tern_op_is(op, TERN_SCF(IF)); }

// Looks into both branches of a scf.if that gives `value`.
static void look_into(tern_ttg_remat_t *remat, tern_ttg_slice_t *slice, tern_value_t *value, edge_list_t *edges) {
  tern_op_t *op = tern_value_defining_op(value);
  tern_operand_t *uses[2];
  tern_ttg_slice_t branches[2] = {{{0}, {0}}, {{0}, {0}}};
  bool is_free[2] = {false, false};
  for (size_t i = 0; i < 2 && !tern_region_is_empty(&op->regions[i]); ++i) {
    uses[i] = &op->regions[i].first_block->last_op->operands[value->index];
    is_free[i] =
        tern_ttg_rematerializable_slice(remat, uses[i], tern_ttg_slice_encoding(slice, value), is_if, &branches[i]);
  }
  // A branch inside of a loop runs less often than the loop does; elsewhere nothing would be won.
  bool is_in_loop = tern_op_parent(op) && tern_op_is(tern_op_parent(op), TERN_SCF(FOR));
  bool is_hoisted = is_free[0] != is_free[1] && is_in_loop;
  if (is_hoisted) tern_vec_push(edges, (edge_t){value, uses[is_free[0] ? 1 : 0]});
  bool is_kept = (is_free[0] && is_free[1]) || is_hoisted;
  if (!is_kept) tern_vec_push(edges, (edge_t){value, NULL});
  for (size_t i = 0; i < 2; ++i) {
    if (is_kept && is_free[i]) tern_ttg_slice_merge(slice, &branches[i]);
    tern_ttg_slice_deinitialize(&branches[i]);
  }
}

static void convert_edge(const edge_t *edge, tern_ttg_slice_t *slice, tern_op_t *convert, tern_map_t *mapping) {
  tern_value_t *value = edge->use ? edge->use->value : edge->result;
  const tern_attr_t *encoding = tern_ttg_slice_encoding(slice, edge->result);
  tern_builder_t b =
      edge->use ? tern_builder_before(edge->use->owner) : tern_builder_after(tern_value_defining_op(edge->result));
  b.loc = convert->loc;
  tern_map_set(mapping, value, tern_ttg_build_convert(&b, value, encoding));
  tern_map_remove(&slice->values, value);
}

static void hoist_into_branch(tern_ttg_remat_t *remat, tern_op_t *convert) {
  tern_ttg_slice_t slice = {0};
  edge_list_t edges = {0};
  tern_map_t mapping = {0};
  bool is_found = tern_ttg_rematerializable_slice(remat, &convert->operands[0], target_of(convert), is_if, &slice);
  // The slice grows while it is gone through.
  for (size_t i = 0; is_found && i < slice.values.entry_count; ++i) {
    tern_value_t *value = key_at(&slice.values, i);
    if (value && tern_value_defined_by(value, TERN_SCF(IF))) look_into(remat, &slice, value, &edges);
  }
  bool is_hoisted = false;
  for (size_t i = 0; i < edges.count; ++i) is_hoisted = is_hoisted || edges.values[i].use;
  for (size_t pass = 0; pass < 2 && is_hoisted; ++pass) {
    for (size_t i = 0; i < edges.count; ++i) {
      if ((edges.values[i].use != NULL) == (pass == 1)) convert_edge(&edges.values[i], &slice, convert, &mapping);
    }
  }
  if (is_hoisted) tern_ttg_rewrite_slice(remat, &slice, convert, &mapping);
  tern_map_deinitialize(&mapping);
  tern_vec_deinitialize(&edges);
  tern_ttg_slice_deinitialize(&slice);
}

void tern_ttg_hoist_into_branches(tern_op_t *function) { each_conversion(function, hoist_into_branch); }

// --- next to loads ---

static bool is_product_of_operands(const tern_op_t *op) {
  bool is_product =
      tern_op_is(op, TERN_TT(DOT)) || tern_op_is(op, TERN_TT(DOT_SCALED)) || tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT));
  const tern_attr_t *encoding = is_product ? tern_ttg_value_encoding(tern_op_operand(op, 0)) : NULL;
  if (!tern_attr_is_ttg(encoding, TERN_TTG_ATTR_DOT_OP)) return false;
  const tern_attr_t *parent = tern_ttg_parent(encoding);
  return tern_attr_is_ttg(parent, TERN_TTG_ATTR_NVIDIA_MMA) || tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_MFMA) ||
         tern_attr_is_ttg(parent, TERN_TTG_ATTR_AMD_WMMA);
}

// Does a way from `block` to the end of its region avoid `avoided`?
static bool leaves_around(const tern_block_t *block, const tern_block_t *avoided, tern_map_t *seen) {
  if (block == avoided || !tern_map_set(seen, block, (void *)(uintptr_t)block)) return false;
  const tern_op_t *end = block->last_op;
  if (!end || !end->successor_count) return true;
  for (size_t i = 0; i < end->successor_count; ++i) {
    if (leaves_around(end->successors[i].block, avoided, seen)) return true;
  }
  return false;
}

// Does `product` run whenever `op` has?
static bool always_follows(const tern_op_t *product, const tern_op_t *op) {
  if (product->block == op->block) return tern_op_is_before(op, product);
  if (product->block->parent != op->block->parent) return false;
  tern_map_t seen = {0};
  bool leaves = leaves_around(op->block, product->block, &seen);
  tern_map_deinitialize(&seen);
  return !leaves;
}

static bool feeds_product(const tern_op_t *convert) {
  tern_op_t *parent = tern_op_parent(convert);
  tern_op_list_t products = tern_op_collect(parent, TERN_POSTORDER, is_product_of_operands);
  bool feeds = false;
  for (size_t i = 0; i < products.count && !feeds; ++i) feeds = always_follows(products.values[i], convert);
  tern_vec_deinitialize(&products);
  return feeds;
}

// Does the op leave everything in its thread?
static bool moves_nothing(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_TT(BROADCAST),   TERN_TTG(FP4_TO_FP), TERN_TTG(CONVERT_LAYOUT),
                                              TERN_TT(EXPAND_DIMS), TERN_TT(RESHAPE),    TERN_TT(TRANS),
                                              TERN_TT(JOIN),        TERN_TT(SPLIT)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return tern_op_has_trait(op, TERN_TRAIT_ELEMENTWISE) && !(tern_op_effects(op) & TERN_MEMORY_EFFECTS);
}

static bool moves_something(const tern_op_t *op) { return !moves_nothing(op); }

static bool is_load(const tern_op_t *op) {
  return tern_op_is(op, TERN_TT(LOAD)) || tern_op_is(op, TERN_TT(DESCRIPTOR_LOAD));
}

// Do all values come from loads and constants, through ops that leave everything in its thread? `out_inner`: those but the loads.
static bool split_slice(const tern_ttg_slice_t *slice, tern_ttg_slice_t *out_inner, tern_op_list_t *out_loads) {
  for (size_t i = 0; i < slice->values.entry_count; ++i) {
    tern_value_t *value = key_at(&slice->values, i);
    if (!value) continue;
    tern_op_t *op = tern_value_defining_op(value);
    if (!op) return false;
    if (is_load(op)) {
      tern_vec_push(out_loads, op);
    } else if (tern_op_is(op, TERN_ARITH(CONSTANT)) || moves_nothing(op)) {
      tern_map_set(&out_inner->values, value, value);
    } else {
      return false;
    }
  }
  for (size_t i = 0; i < slice->encodings.entry_count; ++i) {
    const tern_map_entry_t *entry = &slice->encodings.entries[i];
    if (entry->key) tern_map_set(&out_inner->encodings, entry->key, entry->value);
  }
  return out_inner->values.live_count > 0;
}

static void hoist_operand(tern_ttg_remat_t *remat, tern_op_t *convert) {
  tern_ttg_slice_t slice = {0}, inner = {0};
  tern_op_list_t loads = {0};
  tern_map_t mapping = {0};
  if (feeds_product(convert) &&
      tern_ttg_backward_slice(remat, &convert->operands[0], target_of(convert), moves_something, &slice) &&
      split_slice(&slice, &inner, &loads)) {
    for (size_t i = 0; i < loads.count; ++i) {
      tern_value_t *loaded = tern_op_result(loads.values[i], 0);
      tern_builder_t b = tern_builder_after(loads.values[i]);
      b.loc = convert->loc;
      tern_map_set(&mapping, loaded, tern_ttg_build_convert(&b, loaded, tern_ttg_slice_encoding(&slice, loaded)));
    }
    tern_ttg_rewrite_slice(remat, &inner, convert, &mapping);
  }
  tern_ttg_slice_deinitialize(&slice);
  tern_ttg_slice_deinitialize(&inner);
  tern_vec_deinitialize(&loads);
  tern_map_deinitialize(&mapping);
}

void tern_ttg_hoist_operands(tern_op_t *function) { each_conversion(function, hoist_operand); }
