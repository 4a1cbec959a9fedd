// Computes the values of a slice again, in the encodings that are wanted (upstream: LayoutRematerialization::rewriteSlice).
//
// Ops are made again beside the old ones, in program order. A loop or a conditional whose values belong to the slice gets more
// results: it is made again with them, its body moves over, and the old one dies, empty.

#include <stdlib.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/scf/scf.h"
#include "transform/ttg/layout_conversions.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// The op's operand or result numbers that are handed on twice from now on.
typedef struct doubled {
  tern_op_t *yield;
  TERN_VEC(size_t) places;
} doubled_t;

typedef struct rewrite {
  tern_ttg_remat_t *remat;
  tern_ttg_slice_t *slice;
  tern_map_t *mapping;
  tern_map_t ops;                       // to be made again, yields too
  tern_map_t yields;                    // yield -> doubled_t *, owned
  value_list_t old_values, new_values;  // results that others take the place of, at the end
} rewrite_t;

// --- the remat ---

void tern_ttg_remat_initialize(tern_ttg_remat_t *remat, tern_op_t *function) {
  *remat = (tern_ttg_remat_t){.function = function, .dominance = tern_dominance_create()};
  tern_arena_initialize(&remat->arena);
}

void tern_ttg_remat_kill(tern_ttg_remat_t *remat, tern_op_t *op) {
  if (tern_map_set(&remat->is_dead, op, op)) tern_vec_push(&remat->dead, op);
}

void tern_ttg_remat_deinitialize(tern_ttg_remat_t *remat) {
  for (size_t i = remat->dead.count; i-- > 0;) tern_op_drop_all_uses_of_operands(remat->dead.values[i]);
  for (size_t i = remat->dead.count; i-- > 0;) tern_op_destroy(remat->dead.values[i]);
  tern_vec_deinitialize(&remat->dead);
  tern_map_deinitialize(&remat->is_dead);
  tern_map_deinitialize(&remat->known);
  tern_arena_deinitialize(&remat->arena);
  tern_dominance_destroy(remat->dominance);
}

bool tern_ttg_remat_each_conversion(tern_ttg_remat_t *remat,
                                    void (*visit)(tern_ttg_remat_t *remat, tern_op_t *convert)) {
  tern_op_list_t conversions = tern_op_collect_row(remat->function, TERN_POSTORDER, TERN_TTG(CONVERT_LAYOUT));
  bool is_changed = false;
  for (size_t i = 0; i < conversions.count; ++i) {
    tern_op_t *convert = conversions.values[i];
    visit(remat, convert);
    bool is_gone = tern_map_contains(&remat->is_dead, convert);
    is_changed = is_changed || is_gone;
    if (!is_gone) {
      tern_value_t *result = tern_op_result(convert, 0);
      tern_ttg_remat_remember(remat, tern_op_operand(convert, 0), tern_ttg_value_encoding(result), result);
    }
  }
  tern_vec_deinitialize(&conversions);
  return is_changed;
}

// --- what is to be made again ---

static void add_op(rewrite_t *r, tern_op_t *op) {
  if (!tern_map_contains(&r->ops, op)) tern_map_set(&r->ops, op, op);
}

static void add_place(rewrite_t *r, tern_op_t *yield, size_t place) {
  doubled_t *doubled = tern_map_get(&r->yields, yield);
  if (!doubled) {
    doubled = tern_calloc(1, sizeof *doubled);
    doubled->yield = yield;
    tern_map_set(&r->yields, yield, doubled);
  }
  tern_vec_push(&doubled->places, place);
  add_op(r, yield);
}

static void add_value(rewrite_t *r, tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op) {
    const tern_block_t *block = tern_value_arg_block(value);
    add_op(r, tern_block_parent_op(block));
    add_place(r, block->last_op, value->index - 1);
    return;
  }
  add_op(r, op);
  if (!tern_op_is(op, TERN_SCF(IF))) return;
  add_place(r, op->regions[0].first_block->last_op, value->index);
  add_place(r, op->regions[1].first_block->last_op, value->index);
}

// Values that are there in their encoding already leave the slice, so that nothing is carried twice.
static void plan(rewrite_t *r) {
  value_list_t known = {0};
  for (size_t i = 0; i < r->slice->values.entry_count; ++i) {
    tern_value_t *value = (tern_value_t *)(uintptr_t)r->slice->values.entries[i].key;
    if (!value) continue;
    tern_value_t *same = tern_ttg_remat_find(r->remat, value, tern_ttg_slice_encoding(r->slice, value));
    if (same) {
      tern_map_set(r->mapping, value, same);
      tern_vec_push(&known, value);
    } else {
      add_value(r, value);
    }
  }
  for (size_t i = 0; i < known.count; ++i) tern_map_remove(&r->slice->values, known.values[i]);
  tern_vec_deinitialize(&known);
}

// --- program order ---

typedef struct order {
  const tern_map_t *wanted;
  tern_op_list_t list;
} order_t;

static void list_region(order_t *order, const tern_region_t *region);

static void list_block(order_t *order, const tern_block_t *block) {
  tern_block_for_each_op(block, op) {
    if (tern_map_contains(order->wanted, op)) tern_vec_push(&order->list, op);
    for (size_t i = 0; i < op->region_count; ++i) list_region(order, &op->regions[i]);
  }
}

typedef TERN_VEC(const tern_block_t *) block_list_t;

static void visit_block(const tern_block_t *block, tern_map_t *seen, block_list_t *out) {
  if (!tern_map_set(seen, block, (void *)(uintptr_t)block)) return;
  const tern_op_t *end = block->last_op;
  for (size_t i = end ? end->successor_count : 0; i-- > 0;) visit_block(end->successors[i].block, seen, out);
  tern_vec_push(out, block);
}

// A block before those that it dominates.
static void list_region(order_t *order, const tern_region_t *region) {
  block_list_t blocks = {0};
  tern_map_t seen = {0};
  if (region->first_block) visit_block(region->first_block, &seen, &blocks);
  for (size_t i = blocks.count; i-- > 0;) list_block(order, blocks.values[i]);
  tern_vec_deinitialize(&blocks);
  tern_map_deinitialize(&seen);
}

// --- making again ---

static bool is_in_slice(const rewrite_t *r, const tern_value_t *value) {
  return tern_map_contains(&r->slice->values, value);
}

static tern_value_t *mapped(const rewrite_t *r, tern_value_t *value) {
  tern_value_t *same = tern_map_get(r->mapping, value);
  return same ? same : value;
}

// `old` is `made` in another encoding.
static void map(rewrite_t *r, tern_value_t *old, const tern_attr_t *encoding, tern_value_t *made) {
  tern_map_set(r->mapping, old, made);
  tern_ttg_remat_remember(r->remat, old, encoding, made);
}

static void replace_later(rewrite_t *r, tern_op_t *op, tern_op_t *made) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_vec_push(&r->old_values, tern_op_result(op, i));
    tern_vec_push(&r->new_values, tern_op_result(made, i));
  }
  tern_ttg_remat_kill(r->remat, op);
}

// The op before itself, with more operands and results. Its regions move over.
static tern_op_t *extend(tern_op_t *op, const value_list_t *operands, const tern_type_t *const *types, size_t count) {
  const tern_type_t **all = tern_malloc((op->result_count + count + 1) * sizeof *all);
  tern_value_t **values = tern_malloc((op->operand_count + operands->count + 1) * sizeof *values);
  for (size_t i = 0; i < op->result_count; ++i) all[i] = op->results[i].type;
  for (size_t i = 0; i < count; ++i) all[op->result_count + i] = types[i];
  for (size_t i = 0; i < op->operand_count; ++i) values[i] = tern_op_operand(op, i);
  for (size_t i = 0; i < operands->count; ++i) values[op->operand_count + i] = operands->values[i];
  tern_op_t *made =
      tern_op_create(tern_op_context(op), &(tern_op_state_t){.def = op->def,
                                                             .loc = op->loc,
                                                             .operands = {values, op->operand_count + operands->count},
                                                             .result_types = {all, op->result_count + count},
                                                             .dictionary = tern_op_attr_dictionary(op),
                                                             .region_count = op->region_count});
  free(all);
  free(values);
  tern_op_insert(made, op->block, op);
  for (size_t i = 0; i < op->region_count; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  return made;
}

static void rewrite_for(rewrite_t *r, tern_op_t *op) {
  value_list_t inits = {0};
  TERN_VEC(size_t) places = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_block_t *body = op->regions[0].first_block;
  for (size_t i = 1; i < body->arg_count; ++i) {
    if (!is_in_slice(r, body->args[i])) continue;
    tern_value_t *init = mapped(r, tern_op_operand(op, i + 2));
    tern_vec_push(&inits, init);
    tern_vec_push(&places, i - 1);
    tern_vec_push(&types, init->type);
  }
  size_t old_count = op->result_count;
  tern_op_t *made = extend(op, &inits, types.values, types.count);
  body = made->regions[0].first_block;
  for (size_t i = 0; i < places.count; ++i) {
    tern_value_t *old = body->args[places.values[i] + 1];
    tern_value_t *arg = tern_block_add_arg(body, inits.values[i]->type, tern_value_loc(inits.values[i]));
    const tern_attr_t *encoding = tern_ttg_slice_encoding(r->slice, old);
    tern_map_set(r->mapping, tern_op_result(op, places.values[i]), tern_op_result(made, old_count + i));
    tern_ttg_remat_remember(r->remat, tern_op_result(made, places.values[i]), encoding,
                            tern_op_result(made, old_count + i));
    map(r, old, encoding, arg);
  }
  replace_later(r, op, made);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&places);
  tern_vec_deinitialize(&types);
}

static void rewrite_if(rewrite_t *r, tern_op_t *op) {
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_value_t *result = tern_op_result(op, i);
    if (is_in_slice(r, result))
      tern_vec_push(&types, tern_ttg_with_encoding(result->type, tern_ttg_slice_encoding(r->slice, result)));
  }
  value_list_t none = {0};
  tern_op_t *made = extend(op, &none, types.values, types.count);
  size_t at = op->result_count;
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (is_in_slice(r, result)) map(r, result, tern_ttg_slice_encoding(r->slice, result), tern_op_result(made, at++));
  }
  replace_later(r, op, made);
  tern_vec_deinitialize(&types);
}

static int compare_places(const void *a, const void *b) {
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return x < y ? -1 : x > y;
}

// Hands on the new values behind the old ones, in the order of the new results.
static void rewrite_yield(rewrite_t *r, tern_op_t *op) {
  doubled_t *doubled = tern_map_get(&r->yields, op);
  if (!doubled) return;
  qsort(doubled->places.values, doubled->places.count, sizeof(size_t), compare_places);
  for (size_t i = 0; i < doubled->places.count; ++i) {
    tern_value_t *value = mapped(r, tern_op_operand(op, doubled->places.values[i]));
    tern_op_insert_operands(op, op->operand_count, TERN_VALUES(value));
  }
}

static void rewrite_constant(rewrite_t *r, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *copy = tern_builder_clone(&b, op, NULL);
  tern_value_t *result = tern_op_result(op, 0);
  const tern_attr_t *encoding = tern_ttg_slice_encoding(r->slice, result);
  map(r, result, encoding, tern_ttg_build_convert(&b, tern_op_result(copy, 0), encoding));
}

static void rewrite_any(rewrite_t *r, tern_op_t *op) {
  tern_op_t *made = tern_op_clone(op, r->mapping);
  tern_op_insert(made, op->block, op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *old = tern_op_result(op, i), *result = tern_op_result(made, i);
    const tern_attr_t *encoding = tern_ttg_slice_encoding(r->slice, old);
    if (!encoding) continue;
    result->type = tern_ttg_with_encoding(old->type, encoding);
    tern_ttg_remat_remember(r->remat, old, encoding, result);
  }
}

static void rewrite_ops(rewrite_t *r) {
  order_t order = {.wanted = &r->ops};
  list_region(&order, &r->remat->function->regions[0]);
  for (size_t i = 0; i < order.list.count; ++i) {
    tern_op_t *op = order.list.values[i];
    if (tern_op_is(op, TERN_SCF(FOR))) {
      rewrite_for(r, op);
    } else if (tern_op_is(op, TERN_SCF(IF))) {
      rewrite_if(r, op);
    } else if (tern_op_is(op, TERN_SCF(YIELD))) {
      rewrite_yield(r, op);
    } else if (tern_op_is(op, TERN_ARITH(CONSTANT))) {
      rewrite_constant(r, op);
    } else {
      rewrite_any(r, op);
    }
  }
  tern_vec_deinitialize(&order.list);
}

void tern_ttg_rewrite_slice(tern_ttg_remat_t *remat, tern_ttg_slice_t *slice, tern_op_t *convert, tern_map_t *mapping) {
  rewrite_t r = {.remat = remat, .slice = slice, .mapping = mapping};
  plan(&r);
  rewrite_ops(&r);
  tern_value_replace_all_uses(tern_op_result(convert, 0), mapped(&r, tern_op_operand(convert, 0)));
  tern_ttg_remat_kill(remat, convert);
  tern_map_t replacements = {0};
  for (size_t i = 0; i < r.old_values.count; ++i) {
    tern_map_set(&replacements, r.old_values.values[i], r.new_values.values[i]);
    tern_value_replace_all_uses(r.old_values.values[i], r.new_values.values[i]);
  }
  tern_ttg_remat_replace(remat, &replacements);
  tern_map_deinitialize(&replacements);
  for (size_t i = 0; i < r.yields.entry_count; ++i) {
    doubled_t *doubled = r.yields.entries[i].value;
    tern_vec_deinitialize(&doubled->places);
    free(doubled);
  }
  tern_map_deinitialize(&r.ops);
  tern_map_deinitialize(&r.yields);
  tern_vec_deinitialize(&r.old_values);
  tern_vec_deinitialize(&r.new_values);
}
