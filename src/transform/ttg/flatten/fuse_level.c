// One loop of an outer one and the inner ones in its body (upstream: fuseOneLevel in FuseNestedLoops.cpp).
//
//   for i in range(n):                     t = 0; i = -1
//     a(i)                                 for _ in range(n * (max(1, lenb) + max(1, lend) - 1)):
//     for j in ...: b(i, j)                  if t == 0: i += 1; a(i); j = first
//     c(i)                             =>    if 0 <= t < lenb: b(i, j); j += step
//     for k in ...: d(i, k)                  if t == max(1, lenb) - 1: c(i); k = first
//     e(i)                                   if max(1, lenb) - 1 <= t < max(1, lenb) - 1 + lend: d(i, k); k += step
//                                            if t == last: e(i)
//                                            t = 0 if t == last else t + 1
//
// What a, c and the inner loops give is carried from one iteration of the fused loop to the next, as is what the outer loop carried: a value
// for the next i replaces the old one where e is, unless nobody looks at it but a. A length that depends on i is computed beside a.

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/scf/build.h"
#include "dialect/scf/scf.h"
#include "dialect/ub/ub.h"
#include "transform/ttg/flatten/flatten.h"

enum { CONTROLS = 3 };  // operands of scf.for in front of what it carries

typedef TERN_VEC(tern_value_t *) values_t;

// Ops between two inner loops, and what is used of them behind.
typedef struct stretch {
  tern_op_list_t ops;
  values_t outputs;
  size_t place;  // of the outputs among what the fused loop carries
} stretch_t;

typedef struct inner {
  tern_op_t *loop;
  tern_op_list_t bounds;  // ops that compute its bounds anew for each i; none: they are always the same
  bool is_variant;
  bool *starts_outside;  // by carried value: does it begin with one from before the outer loop?
  stretch_t before;
  tern_value_t *length;
  size_t length_place, iv_place, result_place;  // among what the fused loop carries
  tern_op_t *start, *body;                      // its conditionals
} inner_t;

typedef struct fusion {
  tern_op_t *outer, *fused;
  inner_t *inners;
  size_t count;
  bool has_variant;
  stretch_t epilogue;
  const tern_type_t *type;  // of t and of lengths
  tern_builder_t b;
  values_t inits;
  size_t round_place;
  tern_value_t *round, *t, *number;  // iterations for one i; t; i
} fusion_t;

static tern_value_t *operation(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *constant(const fusion_t *f, tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, f->type, value);
}

static tern_value_t *at_least_one(const fusion_t *f, tern_builder_t *b, tern_value_t *length) {
  return operation(b, TERN_ARITH(MAXSI), constant(f, b, 1), length);
}

static tern_value_t *carried(const fusion_t *f, size_t place) { return tern_scf_for_carried(f->fused, place); }

static void append(values_t *to, const values_t *from) {
  for (size_t i = 0; i < from->count; ++i) tern_vec_push(to, from->values[i]);
}

// --- lengths ---

static int64_t width_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_INDEX ? 64 : (int64_t)tern_integer_type_width(type);
}

static tern_value_t *cast(const fusion_t *f, tern_builder_t *b, tern_value_t *value) {
  if (value->type == f->type) return value;
  const tern_op_row_t *row = value->type->kind == TERN_TYPE_INDEX ? TERN_ARITH(INDEX_CAST) : TERN_ARITH(EXTSI);
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(f->type));
}

static tern_value_t *mapped(const tern_map_t *mapping, tern_value_t *value) {
  tern_value_t *found = mapping ? tern_map_get(mapping, value) : NULL;
  return found ? found : value;
}

// (upper - lower) ceildiv step
static tern_value_t *build_length(tern_builder_t *b, const tern_op_t *loop, const tern_map_t *mapping) {
  tern_value_t *difference = operation(b, TERN_ARITH(SUBI), mapped(mapping, tern_scf_for_upper(loop)),
                                       mapped(mapping, tern_scf_for_lower(loop)));
  return operation(b, TERN_ARITH(CEILDIVSI), difference, mapped(mapping, tern_scf_for_step(loop)));
}

// The length of a loop whose bounds are computed anew with the values that `mapping` knows.
static tern_value_t *build_variant_length(const fusion_t *f, tern_builder_t *b, const inner_t *inner,
                                          tern_map_t *mapping) {
  for (size_t i = 0; i < inner->bounds.count; ++i) {
    const tern_op_t *op = inner->bounds.values[i];
    bool is_known = op->result_count && tern_map_contains(mapping, tern_op_result(op, 0));
    if (!is_known) tern_builder_clone(b, op, mapping);
  }
  return cast(f, b, build_length(b, inner->loop, mapping));
}

// All iterations: those of lengths that are always the same by a product, others by counting them in a loop.
static tern_value_t *build_total(fusion_t *f) {
  tern_builder_t *b = &f->b;
  tern_value_t *outer_length = build_length(b, f->outer, NULL);
  f->round = constant(f, b, 0);
  for (size_t k = 0; k < f->count; ++k) {
    if (!f->inners[k].is_variant) f->inners[k].length = cast(f, b, build_length(b, f->inners[k].loop, NULL));
  }
  for (size_t k = 0; k < f->count; ++k) {
    if (!f->inners[k].is_variant)
      f->round = operation(b, TERN_ARITH(ADDI), f->round, at_least_one(f, b, f->inners[k].length));
  }
  f->round = operation(b, TERN_ARITH(SUBI), f->round, constant(f, b, (int64_t)f->count - 1));
  tern_value_t *total = operation(b, TERN_ARITH(MULI), cast(f, b, outer_length), f->round);
  if (!f->has_variant) return total;
  tern_op_t *loop = tern_build_scf_for(b, tern_scf_for_lower(f->outer), tern_scf_for_upper(f->outer),
                                       tern_scf_for_step(f->outer), TERN_VALUES(total));
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_scf_for_iv(f->outer), tern_scf_for_iv(loop));
  total = tern_scf_for_carried(loop, 0);
  for (size_t k = 0; k < f->count; ++k) {
    if (!f->inners[k].is_variant) continue;
    tern_value_t *length = build_variant_length(f, b, &f->inners[k], &mapping);
    total = operation(b, TERN_ARITH(ADDI), total, at_least_one(f, b, length));
  }
  tern_map_deinitialize(&mapping);
  tern_build_scf_for_end(b, loop, TERN_VALUES(total));
  return tern_op_result(loop, 0);
}

// --- stretches ---

static tern_op_t *ancestor_in(const tern_block_t *block, tern_op_t *op) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

// The ops from `first` to before `end`.
static stretch_t find_stretch(tern_op_t *first, const tern_op_t *end) {
  stretch_t stretch = {0};
  for (tern_op_t *op = first; op != end; op = op->next) tern_vec_push(&stretch.ops, op);
  for (size_t i = 0; i < stretch.ops.count; ++i) {
    const tern_op_t *op = stretch.ops.values[i];
    for (size_t r = 0; r < op->result_count; ++r) {
      bool is_output = false;
      tern_value_for_each_use(tern_op_result(op, r), use) {
        const tern_op_t *user = ancestor_in(op->block, use->owner);
        is_output = is_output || user == end || tern_op_is_before(end, user);
      }
      if (is_output) tern_vec_push(&stretch.outputs, tern_op_result(op, r));
    }
  }
  return stretch;
}

static void find_stretches(fusion_t *f) {
  tern_block_t *body = tern_op_body(f->outer, 0);
  tern_op_t *first = body->first_op;
  for (size_t k = 0; k < f->count; ++k) {
    inner_t *inner = &f->inners[k];
    inner->before = find_stretch(first, inner->loop);
    first = inner->loop->next;
    inner->starts_outside = tern_calloc(inner->loop->result_count + 1, sizeof *inner->starts_outside);
    for (size_t i = 0; i < inner->loop->result_count; ++i)
      inner->starts_outside[i] = tern_value_is_defined_outside(tern_op_operand(inner->loop, CONTROLS + i), f->outer);
  }
  f->epilogue = find_stretch(first, body->last_op);
}

// --- what the fused loop carries ---

// A value that nobody reads before it is written.
static tern_value_t *build_nothing(fusion_t *f, const tern_type_t *type) {
  const tern_attr_t *zero = tern_arith_zero_attr(type);
  return zero ? tern_arith_constant(&f->b, zero) : tern_build_value(&f->b, TERN_UB(POISON), .types = TERN_TYPES(type));
}

static void add_outer_inits(fusion_t *f) {
  tern_vec_push(&f->inits, constant(f, &f->b, 0));
  tern_value_t *before_first =
      operation(&f->b, TERN_ARITH(SUBI), tern_scf_for_lower(f->outer), tern_scf_for_step(f->outer));
  tern_vec_push(&f->inits, before_first);
  for (size_t i = CONTROLS; i < f->outer->operand_count; ++i) tern_vec_push(&f->inits, tern_op_operand(f->outer, i));
  for (size_t k = 0; k < f->count; ++k) {
    if (!f->inners[k].is_variant) continue;
    f->inners[k].length_place = f->inits.count;
    tern_vec_push(&f->inits, constant(f, &f->b, 0));
  }
  f->round_place = f->inits.count;
  if (f->has_variant) tern_vec_push(&f->inits, f->round);
}

static void add_inner_inits(fusion_t *f) {
  for (size_t k = 0; k < f->count; ++k) {
    f->inners[k].iv_place = f->inits.count;
    tern_vec_push(&f->inits, build_nothing(f, tern_scf_for_iv(f->inners[k].loop)->type));
  }
  for (size_t k = 0; k < f->count; ++k) {
    inner_t *inner = &f->inners[k];
    inner->result_place = f->inits.count;
    for (size_t i = 0; i < inner->loop->result_count; ++i) {
      tern_value_t *init = inner->starts_outside[i] ? tern_op_operand(inner->loop, CONTROLS + i)
                                                    : build_nothing(f, tern_op_result(inner->loop, i)->type);
      tern_vec_push(&f->inits, init);
    }
  }
  for (size_t k = 0; k < f->count; ++k) {
    stretch_t *before = &f->inners[k].before;
    before->place = f->inits.count;
    for (size_t i = 0; i < before->outputs.count; ++i)
      tern_vec_push(&f->inits, build_nothing(f, before->outputs.values[i]->type));
  }
}

// --- conditionals ---

// With blocks that are empty yet, and results of the types of these values.
static tern_op_t *build_if(tern_builder_t *b, tern_value_t *condition, const values_t *like) {
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < like->count; ++i) tern_vec_push(&types, like->values[i]->type);
  tern_op_t *op = tern_build(b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {types.values, types.count},
                             .regions = 2);
  tern_vec_deinitialize(&types);
  return op;
}

static void build_yield(tern_builder_t *b, const values_t *values) {
  tern_build(b, TERN_SCF(YIELD), .operands = {values->values, values->count}, .types = {0});
}

static void build_else(const tern_op_t *op, const values_t *values) {
  if (!values->count) return;
  tern_builder_t b = tern_builder_at_end(tern_region_add_block(&op->regions[1]), op->loc);
  build_yield(&b, values);
}

static void move_ops(const stretch_t *stretch, tern_block_t *block) {
  for (size_t i = 0; i < stretch->ops.count; ++i) {
    tern_op_remove(stretch->ops.values[i]);
    tern_op_insert(stretch->ops.values[i], block, NULL);
  }
}

static void replace_uses(tern_value_t *value, tern_value_t *made, const tern_op_t *op, bool is_inside) {
  for (tern_operand_t *use = value->first_use, *next = NULL; use; use = next) {
    next = use->next;
    if (tern_op_is_within(use->owner, op) == is_inside) tern_operand_set(use, made);
  }
}

// t where inner loop `k` begins.
static tern_value_t *build_start(const fusion_t *f, tern_builder_t *b, size_t k) {
  tern_value_t *start = constant(f, b, 0);
  for (size_t i = 0; i < k; ++i) start = operation(b, TERN_ARITH(ADDI), start, at_least_one(f, b, f->inners[i].length));
  return operation(b, TERN_ARITH(SUBI), start, constant(f, b, (int64_t)k));
}

// --- what comes before an inner loop ---

// What is carried, for the iterations in which it does not begin.
static values_t start_otherwise(const fusion_t *f, size_t k) {
  const inner_t *inner = &f->inners[k];
  values_t values = {0};
  tern_vec_push(&values, carried(f, inner->iv_place));
  for (size_t i = 0; i < inner->before.outputs.count; ++i) tern_vec_push(&values, carried(f, inner->before.place + i));
  for (size_t i = 0; i < inner->loop->result_count; ++i) {
    if (!inner->starts_outside[i]) tern_vec_push(&values, carried(f, inner->result_place + i));
  }
  if (k > 0) return values;
  tern_vec_push(&values, carried(f, 1));
  for (size_t i = 0; i < f->count; ++i) {
    if (f->inners[i].is_variant) tern_vec_push(&values, carried(f, f->inners[i].length_place));
  }
  if (f->has_variant) tern_vec_push(&values, carried(f, f->round_place));
  return values;
}

// The next i and the lengths that depend on it; they go to `out`.
static tern_value_t *build_number(const fusion_t *f, tern_builder_t *b, values_t *out) {
  tern_value_t *number = operation(b, TERN_ARITH(ADDI), carried(f, 1), tern_scf_for_step(f->outer)), *round = f->round;
  tern_vec_push(out, number);
  tern_map_t mapping = {0};
  tern_map_set(&mapping, tern_scf_for_iv(f->outer), number);
  for (size_t i = 0; i < f->count; ++i) {
    if (!f->inners[i].is_variant) continue;
    tern_value_t *length = build_variant_length(f, b, &f->inners[i], &mapping);
    round = operation(b, TERN_ARITH(ADDI), round, at_least_one(f, b, length));
    tern_vec_push(out, length);
  }
  tern_map_deinitialize(&mapping);
  if (f->has_variant) tern_vec_push(out, round);
  return number;
}

// After the conditional: its results are what the rest of the loop sees.
static void use_start(fusion_t *f, size_t k) {
  inner_t *inner = &f->inners[k];
  size_t place = 0;
  tern_value_replace_all_uses(tern_scf_for_iv(inner->loop), tern_op_result(inner->start, place++));
  for (size_t i = 0; i < inner->before.outputs.count; ++i)
    replace_uses(inner->before.outputs.values[i], tern_op_result(inner->start, place++), inner->start, false);
  for (size_t i = 0; i < inner->loop->result_count; ++i) {
    tern_value_t *begun =
        inner->starts_outside[i] ? carried(f, inner->result_place + i) : tern_op_result(inner->start, place++);
    tern_value_replace_all_uses(tern_scf_for_carried(inner->loop, i), begun);
  }
  if (k > 0) return;
  f->number = tern_op_result(inner->start, place++);
  for (size_t i = 0; i < f->count; ++i) {
    if (f->inners[i].is_variant) f->inners[i].length = tern_op_result(inner->start, place++);
  }
  if (f->has_variant) f->round = tern_op_result(inner->start, place++);
  tern_value_replace_all_uses(tern_scf_for_iv(f->outer), f->number);
}

static void build_start_of(fusion_t *f, size_t k, tern_value_t *first) {
  inner_t *inner = &f->inners[k];
  tern_value_t *is_first = tern_arith_cmpi(&f->b, TERN_CMPI_EQ, f->t, first);
  values_t otherwise = start_otherwise(f, k), values = {0}, numbers = {0};
  inner->start = build_if(&f->b, is_first, &otherwise);
  tern_block_t *block = tern_region_add_block(&inner->start->regions[0]);
  tern_builder_t b = tern_builder_at_end(block, f->outer->loc);
  tern_value_t *number = k == 0 ? build_number(f, &b, &numbers) : NULL;
  move_ops(&inner->before, block);
  tern_vec_push(&values, tern_scf_for_lower(inner->loop));
  append(&values, &inner->before.outputs);
  for (size_t i = 0; i < inner->loop->result_count; ++i) {
    if (!inner->starts_outside[i]) tern_vec_push(&values, tern_op_operand(inner->loop, CONTROLS + i));
  }
  append(&values, &numbers);
  tern_builder_set_end(&b, block);
  build_yield(&b, &values);
  if (number) replace_uses(tern_scf_for_iv(f->outer), number, inner->start, true);
  build_else(inner->start, &otherwise);
  use_start(f, k);
  tern_vec_deinitialize(&otherwise);
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&numbers);
}

// --- an inner loop's body ---

static tern_value_t *build_runs(fusion_t *f, const inner_t *inner, tern_value_t *first) {
  if (tern_op_attr(inner->loop, TERN_FLATTEN_MUST_EXECUTE)) return tern_arith_constant_bool(&f->b, true);
  tern_value_t *end = operation(&f->b, TERN_ARITH(ADDI), first, inner->length);
  tern_value_t *is_begun = tern_arith_cmpi(&f->b, TERN_CMPI_SGE, f->t, first);
  return operation(&f->b, TERN_ARITH(ANDI), is_begun, tern_arith_cmpi(&f->b, TERN_CMPI_SLT, f->t, end));
}

static void build_body_of(fusion_t *f, size_t k, tern_value_t *first) {
  inner_t *inner = &f->inners[k];
  tern_value_t *iv = tern_op_result(inner->start, 0);
  values_t otherwise = {0};
  tern_vec_push(&otherwise, iv);
  for (size_t i = 0; i < inner->loop->result_count; ++i) tern_vec_push(&otherwise, carried(f, inner->result_place + i));
  inner->body = build_if(&f->b, build_runs(f, inner, first), &otherwise);
  tern_region_take_blocks(&inner->body->regions[0], &inner->loop->regions[0]);
  tern_block_t *block = tern_op_body(inner->body, 0);
  while (block->arg_count) tern_block_erase_arg(block, block->arg_count - 1);
  tern_builder_t b = tern_builder_before(block->last_op);
  tern_value_t *next = operation(&b, TERN_ARITH(ADDI), iv, tern_scf_for_step(inner->loop));
  tern_op_insert_operands(block->last_op, 0, TERN_VALUES(next));
  build_else(inner->body, &otherwise);
  for (size_t i = 0; i < inner->loop->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(inner->loop, i), tern_op_result(inner->body, i + 1));
  tern_vec_deinitialize(&otherwise);
}

// --- the end of an iteration of the outer loop ---

// Is what the outer loop hands on for carried value `i` to wait for the end? Not if nobody sees it before.
static bool waits_for_end(const fusion_t *f, size_t i, const tern_map_t *early) {
  const tern_value_t *arg = tern_scf_for_carried(f->outer, i);
  const tern_op_t *yield = tern_op_body(f->outer, 0)->last_op;
  if (tern_op_operand(yield, i) == arg) return false;
  const tern_op_t *source = tern_value_defining_op(tern_op_operand(yield, i));
  for (size_t k = 0; k < f->epilogue.ops.count; ++k) {
    if (source && source == f->epilogue.ops.values[k]) return true;
  }
  tern_value_for_each_use(arg, use) {
    bool is_init = use->owner == f->inners[0].loop && tern_operand_index(use) >= CONTROLS;
    if (!is_init && !tern_map_contains(early, ancestor_in(tern_op_body(f->outer, 0), use->owner))) return true;
  }
  return false;
}

// By carried value of the outer loop.
static bool *find_waiting(const fusion_t *f) {
  bool *waiting = tern_calloc(f->outer->result_count + 1, sizeof *waiting);
  tern_map_t early = {0};
  const tern_op_list_t *ops = &f->inners[0].before.ops;
  for (size_t i = 0; i < ops->count; ++i) tern_map_set(&early, ops->values[i], ops->values[i]);
  for (size_t i = 0; i < f->outer->result_count; ++i) waiting[i] = waits_for_end(f, i, &early);
  tern_map_deinitialize(&early);
  return waiting;
}

// Values that begin anew in the next iteration of the outer loop do so here. `outer` and `results` are what the fused loop hands on.
static tern_value_t *build_epilogue(fusion_t *f, const bool *waiting, values_t *outer, values_t *results) {
  tern_builder_t *b = &f->b;
  const tern_op_t *yield = tern_op_body(f->outer, 0)->last_op;
  tern_value_t *last = operation(b, TERN_ARITH(SUBI), f->round, constant(f, b, 1));
  tern_value_t *is_last = tern_arith_cmpi(b, TERN_CMPI_EQ, f->t, last);
  values_t values = {0}, otherwise = {0};
  for (size_t i = 0; i < yield->operand_count; ++i) {
    if (!waiting[i]) continue;
    tern_vec_push(&values, tern_op_operand(yield, i));
    tern_vec_push(&otherwise, carried(f, 2 + i));
  }
  for (size_t k = 0; k < f->count; ++k) {
    for (size_t i = 0; i < f->inners[k].loop->result_count; ++i) {
      if (!f->inners[k].starts_outside[i]) continue;
      tern_vec_push(&values, tern_op_operand(f->inners[k].loop, CONTROLS + i));
      tern_vec_push(&otherwise, tern_op_result(f->inners[k].body, i + 1));
    }
  }
  tern_op_t *op = build_if(b, is_last, &otherwise);
  tern_block_t *block = tern_region_add_block(&op->regions[0]);
  move_ops(&f->epilogue, block);
  tern_builder_t inside = tern_builder_at_end(block, f->outer->loc);
  build_yield(&inside, &values);
  build_else(op, &otherwise);
  size_t place = 0;
  for (size_t i = 0; i < yield->operand_count; ++i)
    tern_vec_push(outer, waiting[i] ? tern_op_result(op, place++) : tern_op_operand(yield, i));
  for (size_t k = 0; k < f->count; ++k) {
    for (size_t i = 0; i < f->inners[k].loop->result_count; ++i)
      tern_vec_push(results, f->inners[k].starts_outside[i] ? tern_op_result(op, place++)
                                                            : tern_op_result(f->inners[k].body, i + 1));
  }
  tern_vec_deinitialize(&values);
  tern_vec_deinitialize(&otherwise);
  return is_last;
}

static void build_end(fusion_t *f, const bool *waiting) {
  tern_builder_t *b = &f->b;
  values_t outer = {0}, results = {0}, all = {0};
  tern_value_t *is_last = build_epilogue(f, waiting, &outer, &results);
  tern_value_t *next = operation(b, TERN_ARITH(ADDI), f->t, constant(f, b, 1));
  next = tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(is_last, constant(f, b, 0), next));
  tern_vec_push(&all, next);
  tern_vec_push(&all, f->number);
  append(&all, &outer);
  for (size_t k = 0; k < f->count; ++k) {
    if (f->inners[k].is_variant) tern_vec_push(&all, f->inners[k].length);
  }
  if (f->has_variant) tern_vec_push(&all, f->round);
  for (size_t k = 0; k < f->count; ++k) tern_vec_push(&all, tern_op_result(f->inners[k].body, 0));
  append(&all, &results);
  for (size_t k = 0; k < f->count; ++k) {
    for (size_t i = 0; i < f->inners[k].before.outputs.count; ++i)
      tern_vec_push(&all, tern_op_result(f->inners[k].start, 1 + i));
  }
  tern_build_scf_for_end(b, f->fused, (tern_values_t){all.values, all.count});
  tern_vec_deinitialize(&outer);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&all);
}

// --- attributes ---

static int64_t stages_of(const tern_op_t *loop) {
  const tern_attr_t *stages = tern_op_attr(loop, "tt.num_stages");
  return tern_attr_is_integer(stages) ? tern_integer_attr_value(stages) : 1;
}

static void set_attrs(const fusion_t *f) {
  static const char *const flags[] = {"tt.warp_specialize", "tt.disallow_acc_multi_buffer"};
  tern_context_t *context = tern_op_context(f->fused);
  int64_t stages = stages_of(f->outer);
  for (size_t k = 0; k < f->count; ++k) {
    if (stages_of(f->inners[k].loop) > stages) stages = stages_of(f->inners[k].loop);
  }
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
    bool is_set = tern_op_attr(f->outer, flags[i]) != NULL;
    for (size_t k = 0; k < f->count; ++k) is_set = is_set || tern_op_attr(f->inners[k].loop, flags[i]);
    if (is_set) tern_op_set_attr(f->fused, flags[i], tern_unit_attr_get(context));
  }
  if (stages > 1)
    tern_op_set_attr(f->fused, "tt.num_stages", tern_integer_attr_get(tern_i_type_get(context, 32), stages));
}

// --- the whole ---

static void find_inners(fusion_t *f, const tern_op_list_t *loops) {
  for (size_t i = 0; i < loops->count; ++i) {
    inner_t *inner = &f->inners[f->count];
    tern_op_list_t moved = {0};
    *inner = (inner_t){.loop = loops->values[i]};
    if (tern_flatten_find_bounds(f->outer, inner->loop, false, &moved)) {
      for (size_t k = 0; k < moved.count; ++k) tern_op_move_before(moved.values[k], f->outer);
    } else if (tern_flatten_find_bounds(f->outer, inner->loop, true, &inner->bounds)) {
      inner->is_variant = f->has_variant = true;
    } else {
      --f->count;
    }
    ++f->count;
    tern_vec_deinitialize(&moved);
  }
}

static const tern_type_t *find_type(const fusion_t *f) {
  int64_t width = width_of(tern_scf_for_iv(f->outer)->type);
  for (size_t k = 0; k < f->count; ++k) {
    int64_t own = width_of(tern_scf_for_iv(f->inners[k].loop)->type);
    if (own > width) width = own;
  }
  return tern_i_type_get(tern_op_context(f->outer), (uint32_t)width);
}

static void build_fused(fusion_t *f) {
  f->b = tern_builder_before(f->outer);
  f->type = find_type(f);
  tern_value_t *total = build_total(f);
  find_stretches(f);
  bool *waiting = find_waiting(f);
  add_outer_inits(f);
  add_inner_inits(f);
  f->fused = tern_build_scf_for(&f->b, constant(f, &f->b, 0), total, constant(f, &f->b, 1),
                                (tern_values_t){f->inits.values, f->inits.count});
  f->t = carried(f, 0);
  for (size_t i = 0; i < f->outer->result_count; ++i)
    tern_value_replace_all_uses(tern_scf_for_carried(f->outer, i), carried(f, 2 + i));
  for (size_t k = 0; k < f->count; ++k) {
    tern_value_t *first = build_start(f, &f->b, k);
    build_start_of(f, k, first);
    build_body_of(f, k, first);
  }
  build_end(f, waiting);
  for (size_t i = 0; i < f->outer->result_count; ++i)
    tern_value_replace_all_uses(tern_op_result(f->outer, i), tern_op_result(f->fused, 2 + i));
  set_attrs(f);
  free(waiting);
}

static void free_stretch(stretch_t *stretch) {
  tern_vec_deinitialize(&stretch->ops);
  tern_vec_deinitialize(&stretch->outputs);
}

tern_op_t *tern_flatten_fuse(tern_op_t *outer, const tern_op_list_t *inners) {
  fusion_t f = {.outer = outer, .fused = outer, .inners = tern_calloc(inners->count + 1, sizeof *f.inners)};
  find_inners(&f, inners);
  if (f.count) {
    build_fused(&f);
    tern_op_destroy(outer);
  }
  for (size_t k = 0; k < f.count; ++k) {
    free_stretch(&f.inners[k].before);
    free(f.inners[k].starts_outside);
    tern_vec_deinitialize(&f.inners[k].bounds);
  }
  free_stretch(&f.epilogue);
  tern_vec_deinitialize(&f.inits);
  free(f.inners);
  return f.fused;
}
