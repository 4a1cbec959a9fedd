// What scf's ops carry into their regions and out of them (upstream: the canonicalizations of RegionBranchOpInterface).
//
// An input is an argument of a region or a result of the op; each of its sources is an operand, of the op or of one of
// its terminators, that is handed to it. An input that only one value can reach is that value; two that always get the
// same are one; and inputs without uses go, with their sources, if all go that share a source.

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/scf/scf_hooks.h"
#include "ir/context.h"

typedef struct source {
  tern_op_t *op;
  size_t operand;
} source_t;

typedef struct input {
  tern_value_t *value;
  size_t source_start, source_count;
  bool is_tied;  // it goes only together with the input before it, which has the same sources or one of them
} input_t;

typedef struct inputs {
  TERN_VEC(input_t) list;
  TERN_VEC(source_t) sources;
} inputs_t;

static void deinitialize(inputs_t *inputs) {
  tern_vec_deinitialize(&inputs->list);
  tern_vec_deinitialize(&inputs->sources);
}

static void add_input(inputs_t *inputs, tern_value_t *value, bool is_tied) {
  tern_vec_push(&inputs->list, (input_t){value, inputs->sources.count, 0, is_tied});
}

static void add_source(inputs_t *inputs, tern_op_t *op, size_t operand) {
  tern_vec_push(&inputs->sources, (source_t){op, operand});
  inputs->list.values[inputs->list.count - 1].source_count++;
}

// --- the flow of each op ---

static void collect_for(tern_op_t *op, inputs_t *inputs) {
  tern_block_t *body = tern_op_body(op, 0);
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *values[] = {body->args[1 + i], tern_op_result(op, i)};
    for (size_t j = 0; j < 2; j++) {
      add_input(inputs, values[j], j > 0);
      add_source(inputs, op, 3 + i);
      add_source(inputs, body->last_op, i);
    }
  }
}

static void collect_while(tern_op_t *op, inputs_t *inputs) {
  tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
  for (size_t i = 0; i < before->arg_count; i++) {
    add_input(inputs, before->args[i], false);
    add_source(inputs, op, i);
    add_source(inputs, after->last_op, i);
  }
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *values[] = {after->args[i], tern_op_result(op, i)};
    for (size_t j = 0; j < 2; j++) {
      add_input(inputs, values[j], j > 0);
      add_source(inputs, before->last_op, 1 + i);
    }
  }
}

// Results that each region yields.
static void collect_yielded(tern_op_t *op, inputs_t *inputs) {
  for (size_t i = 0; i < op->result_count; i++) {
    add_input(inputs, tern_op_result(op, i), false);
    for (size_t r = 0; r < op->region_count; r++) {
      tern_region_for_each_block(&op->regions[r], block) {
        if (block->last_op && tern_op_is(block->last_op, TERN_SCF(YIELD))) add_source(inputs, block->last_op, i);
      }
    }
  }
}

static void collect(tern_op_t *op, inputs_t *inputs) {
  if (tern_op_is(op, TERN_SCF(FOR))) {
    collect_for(op, inputs);
  } else if (tern_op_is(op, TERN_SCF(WHILE))) {
    collect_while(op, inputs);
  } else {
    collect_yielded(op, inputs);
  }
}

// --- one value only ---

static const input_t *find_input(const inputs_t *inputs, const tern_value_t *value) {
  for (size_t i = 0; i < inputs->list.count; i++)
    if (inputs->list.values[i].value == value) return &inputs->list.values[i];
  return NULL;
}

// The only value that can reach an input, through others or not; NULL if there are several.
static tern_value_t *only_value(const inputs_t *inputs, const input_t *input) {
  TERN_VEC(const input_t *) seen = {0};
  tern_value_t *only = NULL;
  bool has_several = false;
  tern_vec_push(&seen, input);
  for (size_t i = 0; i < seen.count && !has_several; i++) {
    const input_t *next = seen.values[i];
    for (size_t j = 0; j < next->source_count && !has_several; j++) {
      const source_t *source = &inputs->sources.values[next->source_start + j];
      tern_value_t *value = tern_op_operand(source->op, source->operand);
      const input_t *other = find_input(inputs, value);
      if (!other) {
        has_several = only && only != value;
        only = value;
        continue;
      }
      size_t k = 0;
      while (k < seen.count && seen.values[k] != other) k++;
      if (k == seen.count) tern_vec_push(&seen, other);
    }
  }
  tern_vec_deinitialize(&seen);
  return has_several ? NULL : only;
}

// Is `value` there for all uses of the input? Of what is inside only an argument of the same block is.
static bool is_in_scope(const tern_op_t *op, tern_value_t *value, const tern_value_t *input) {
  if (tern_value_is_defined_outside(value, op)) return true;
  return tern_value_arg_block(input) && tern_value_arg_block(value) == tern_value_arg_block(input);
}

static bool forward_only_values(tern_op_t *op, tern_rewriter_t *rewriter, const inputs_t *inputs) {
  bool is_changed = false;
  for (size_t i = 0; i < inputs->list.count; i++) {
    const input_t *input = &inputs->list.values[i];
    if (!tern_value_has_uses(input->value)) continue;
    tern_value_t *value = only_value(inputs, input);
    if (!value || !is_in_scope(op, value, input->value)) continue;
    tern_rewriter_replace_uses(rewriter, input->value, value);
    is_changed = true;
  }
  return is_changed;
}

// --- equal inputs ---

static bool have_same_sources(const inputs_t *inputs, const input_t *a, const input_t *b) {
  if (a->source_count == 0 || a->source_count != b->source_count) return false;
  for (size_t i = 0; i < a->source_count; i++) {
    const source_t *x = &inputs->sources.values[a->source_start + i];
    const source_t *y = &inputs->sources.values[b->source_start + i];
    if (x->op != y->op || tern_op_operand(x->op, x->operand) != tern_op_operand(y->op, y->operand)) return false;
  }
  return true;
}

static bool merge_equal(tern_rewriter_t *rewriter, const inputs_t *inputs) {
  bool is_changed = false;
  for (size_t i = 0; i < inputs->list.count; i++) {
    const input_t *input = &inputs->list.values[i];
    for (size_t j = i + 1; j < inputs->list.count; j++) {
      const input_t *other = &inputs->list.values[j];
      if (!tern_value_has_uses(other->value) || other->value->owner != input->value->owner) continue;
      if (!have_same_sources(inputs, input, other)) continue;
      tern_rewriter_replace_uses(rewriter, other->value, input->value);
      is_changed = true;
    }
  }
  return is_changed;
}

// --- inputs without uses ---

// The op again, with the results that are kept; its regions move.
static void replace_with_fewer_results(tern_op_t *op, tern_rewriter_t *rewriter, const bool *is_dropped) {
  TERN_VEC(const tern_type_t *) types = {0};
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < op->result_count; i++)
    if (!is_dropped[i]) tern_vec_push(&types, op->results[i].type);
  for (size_t i = 0; i < op->operand_count; i++) tern_vec_push(&operands, tern_op_operand(op, i));
  tern_op_state_t state = {.def = op->def,
                           .loc = op->loc,
                           .operands = {operands.values, operands.count},
                           .result_types = {types.values, types.count},
                           .dictionary = tern_op_attr_dictionary(op),
                           .region_count = op->region_count};
  tern_op_t *copy = tern_op_create(tern_op_context(op), &state);
  tern_builder_set_before(&rewriter->builder, op);
  tern_builder_insert(&rewriter->builder, copy);
  for (size_t i = 0; i < op->region_count; i++) tern_region_take_blocks(&copy->regions[i], &op->regions[i]);
  for (size_t i = 0, kept = 0; i < op->result_count; i++)
    if (!is_dropped[i]) tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), tern_op_result(copy, kept++));
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&operands);
}

// Takes the input at `index`, and those tied to it, out of blocks and of the operands of their sources. Inputs with higher
// numbers have gone before.
static void erase_input(tern_rewriter_t *rewriter, const inputs_t *inputs, size_t index, bool *is_dropped) {
  const input_t *input = &inputs->list.values[index];
  for (size_t i = 0; i < input->source_count; i++) {
    const source_t *source = &inputs->sources.values[input->source_start + i];
    tern_op_erase_operands(source->op, source->operand, 1);
    tern_rewriter_modified(rewriter, source->op);
  }
  do {
    tern_value_t *value = inputs->list.values[index].value;
    if (tern_value_arg_block(value)) {
      tern_block_erase_arg(tern_value_arg_block(value), value->index);
    } else {
      is_dropped[value->index] = true;
    }
  } while (++index < inputs->list.count && inputs->list.values[index].is_tied);
}

static bool is_dead(const inputs_t *inputs, size_t index) {
  do {
    if (tern_value_has_uses(inputs->list.values[index].value)) return false;
  } while (++index < inputs->list.count && inputs->list.values[index].is_tied);
  return true;
}

static bool drop_dead(tern_op_t *op, tern_rewriter_t *rewriter, const inputs_t *inputs) {
  bool *is_dropped = tern_malloc(op->result_count + 1);
  memset(is_dropped, 0, op->result_count + 1);
  bool is_changed = false, drops_results = false;
  for (size_t i = inputs->list.count; i-- > 0;) {
    if (inputs->list.values[i].is_tied || !is_dead(inputs, i)) continue;
    erase_input(rewriter, inputs, i, is_dropped);
    is_changed = true;
  }
  for (size_t i = 0; i < op->result_count; i++) drops_results |= is_dropped[i];
  if (drops_results) {
    replace_with_fewer_results(op, rewriter, is_dropped);
  } else if (is_changed) {
    tern_rewriter_modified(rewriter, op);
  }
  free(is_dropped);
  return is_changed;
}

bool tern_scf_canonicalize_carried(tern_op_t *op, tern_rewriter_t *rewriter) {
  inputs_t inputs = {0};
  collect(op, &inputs);
  bool is_changed =
      forward_only_values(op, rewriter, &inputs) || merge_equal(rewriter, &inputs) || drop_dead(op, rewriter, &inputs);
  deinitialize(&inputs);
  return is_changed;
}
