// --linalg-detensorize: scalars that decide what runs next stop being tensors.
//
//   scf.while (%i = %c0) : (tensor<i32>) ...           scf.while (%i = %0) : (i32) ...
//     %p = linalg.generic ins(%i, %n) { cmpi }     ->    %p = arith.cmpi slt, %i, %n : i32
//     %c = tensor.extract %p[] : tensor<i1>              scf.condition(%p) %i : i32
//     scf.condition(%c) %i
//
// Source: upstream's pass of that name, whose default model also starts from conditions; upstream looks at branches between
// blocks, this at the regions of scf, where loops are still loops. A tensor without dimensions whose element a condition,
// or the place of a slice, is computed from is made a scalar, with all integer arithmetic and all values carried by loops that
// it is computed from. What else needs it as a tensor gets a tensor.from_elements. So the host can count without waiting for
// the device.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "rewrite/greedy.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef struct scalars {
  tern_map_t values;      // tensors that become scalars
  value_list_t worklist;  // those whose origins are to be followed
} scalars_t;

static bool is_scalar_tensor(const tern_value_t *value) {
  if (value->type->kind != TERN_TYPE_TENSOR || !tern_type_is_ranked(value->type) || tern_type_rank(value->type) != 0) {
    return false;
  }
  const tern_type_t *element = tern_type_element(value->type);
  return tern_type_is_index(element) || (tern_type_is_integer(element) && (tern_integer_type_width(element) == 1 ||
                                                                           tern_integer_type_width(element) >= 32));
}

static bool is_marked(const scalars_t *scalars, const tern_value_t *value) {
  return tern_map_get(&scalars->values, value) != NULL;
}

static bool mark(scalars_t *scalars, tern_value_t *value) {
  if (!is_scalar_tensor(value) || is_marked(scalars, value)) return false;
  tern_map_set(&scalars->values, value, value);
  tern_vec_push(&scalars->worklist, value);
  return true;
}

// --- what is a scalar ---

static bool is_integer_arith(const tern_op_t *op) {
  if (op->region_count > 0 || !tern_str_starts_with(tern_op_name(op), TERN_STR("arith."))) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (tern_type_is_float(tern_op_operand(op, i)->type)) return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_type_is_float(op->results[i].type)) return false;
  }
  return true;
}

// A structured op on scalars only, whose body is integer arithmetic.
static bool is_scalar_op(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      tern_linalg_loop_count(op) != 0) {
    return false;
  }
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_value_t *input = tern_linalg_input(op, i);
    if (input->type->kind == TERN_TYPE_TENSOR ? !is_scalar_tensor(input) : tern_type_is_float(input->type))
      return false;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_scalar_tensor(&op->results[i]) || tern_linalg_reads_output(op, i)) return false;
  }
  tern_block_t *body = tern_linalg_body(op);
  tern_block_for_each_op(body, inner) {
    if (inner != body->last_op && !is_integer_arith(inner)) return false;
  }
  return true;
}

// Values that are one through the regions of a loop or conditional.
static void mark_carried(scalars_t *scalars, tern_op_t *op) {
  if (tern_op_is(op, TERN_SCF(WHILE))) {
    tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
    for (size_t i = 0; i < before->arg_count; ++i) {
      tern_value_t *yielded = tern_op_operand(after->last_op, i);
      if (!is_marked(scalars, before->args[i]) && !is_marked(scalars, yielded)) continue;
      mark(scalars, before->args[i]);
      mark(scalars, yielded);
      mark(scalars, tern_op_operand(op, i));
    }
    for (size_t i = 0; i < after->arg_count; ++i) {
      tern_value_t *handed = tern_op_operand(before->last_op, 1 + i);
      if (!is_marked(scalars, after->args[i]) && !is_marked(scalars, handed) && !is_marked(scalars, &op->results[i])) {
        continue;
      }
      mark(scalars, handed);
      mark(scalars, after->args[i]);
      mark(scalars, tern_op_result(op, i));
    }
  } else if (tern_op_is(op, TERN_SCF(FOR))) {
    tern_block_t *body = tern_op_body(op, 0);
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_t *arg = body->args[1 + i], *yielded = tern_op_operand(body->last_op, i);
      if (!is_marked(scalars, arg) && !is_marked(scalars, yielded) && !is_marked(scalars, &op->results[i])) continue;
      mark(scalars, arg);
      mark(scalars, yielded);
      mark(scalars, tern_op_operand(op, 3 + i));
      mark(scalars, tern_op_result(op, i));
    }
  } else if (tern_op_is(op, TERN_SCF(IF))) {
    for (size_t i = 0; i < op->result_count; ++i) {
      if (!is_marked(scalars, &op->results[i])) continue;
      for (size_t r = 0; r < 2; ++r) mark(scalars, tern_op_operand(tern_op_body(op, r)->last_op, i));
    }
  }
}

static bool decides(const tern_op_t *user) {
  return tern_op_is(user, TERN_SCF(CONDITION)) || tern_op_is(user, TERN_SCF(IF)) ||
         tern_op_is(user, TERN_SCF(INDEX_SWITCH)) || tern_op_is(user, TERN_SCF(FOR)) ||
         tern_op_is(user, TERN_TENSOR(EXTRACT_SLICE)) || tern_op_is(user, TERN_TENSOR(INSERT_SLICE)) ||
         tern_op_is(user, TERN_TENSOR(EMPTY)) || tern_str_starts_with(tern_op_name(user), TERN_STR("cf."));
}

// Does an op that decides need the value, perhaps after some arithmetic?
static bool is_needed_to_decide(const tern_value_t *value, size_t depth) {
  tern_value_for_each_use(value, use) {
    if (decides(use->owner)) return true;
    if (depth == 0 || !is_integer_arith(use->owner)) continue;
    for (size_t i = 0; i < use->owner->result_count; ++i) {
      if (is_needed_to_decide(&use->owner->results[i], depth - 1)) return true;
    }
  }
  return false;
}

enum { MAX_ARITH_DEPTH = 8 };

static tern_walk_result_t mark_starts(tern_op_t *op, void *user) {
  if (tern_is_linalg(op)) return TERN_WALK_SKIP;
  if (tern_op_is(op, TERN_TENSOR(EXTRACT)) && is_needed_to_decide(&op->results[0], MAX_ARITH_DEPTH)) {
    mark(user, tern_op_operand(op, 0));
  }
  return TERN_WALK_ADVANCE;
}

static tern_walk_result_t mark_all_carried(tern_op_t *op, void *user) {
  if (tern_is_linalg(op)) return TERN_WALK_SKIP;
  mark_carried(user, op);
  return TERN_WALK_ADVANCE;
}

static void find_scalars(tern_op_t *root, scalars_t *out) {
  tern_op_walk_pre(root, mark_starts, out);
  for (size_t done = 0; done < out->worklist.count;) {
    for (; done < out->worklist.count; ++done) {
      tern_op_t *op = tern_value_defining_op(out->worklist.values[done]);
      for (size_t i = 0; op && is_scalar_op(op) && i < tern_linalg_input_count(op); ++i) {
        mark(out, tern_linalg_input(op, i));
      }
    }
    tern_op_walk_pre(root, mark_all_carried, out);
  }
}

// --- rewriting ---

static tern_value_t *build_scalar(tern_builder_t *b, tern_value_t *tensor) {
  return tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = TERN_VALUES(tensor),
                          .types = TERN_TYPES(tern_type_element(tensor->type)));
}

static tern_value_t *build_tensor(tern_builder_t *b, tern_value_t *scalar, const tern_type_t *type) {
  return tern_build_value(b, TERN_TENSOR(FROM_ELEMENTS), .operands = TERN_VALUES(scalar), .types = TERN_TYPES(type));
}

static void inline_scalar_op(tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_block_t *body = tern_linalg_body(op);
  tern_map_t values = {0};
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    tern_value_t *input = tern_linalg_input(op, i);
    tern_map_set(&values, body->args[i], input->type->kind == TERN_TYPE_TENSOR ? build_scalar(&b, input) : input);
  }
  tern_block_for_each_op(body, inner) {
    if (inner != body->last_op) tern_builder_clone(&b, inner, &values);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *yielded = tern_op_operand(body->last_op, i), *copy = tern_map_get(&values, yielded);
    tern_value_t *tensor = build_tensor(&b, copy ? copy : yielded, op->results[i].type);
    tern_value_replace_all_uses(tern_op_result(op, i), tensor);
  }
  tern_map_deinitialize(&values);
  tern_op_destroy(op);
}

// The argument or result becomes a scalar, and a tensor of it for those who use it now.
static void convert_definition(tern_builder_t b, tern_value_t *value) {
  const tern_type_t *type = value->type;
  value->type = tern_type_element(type);
  if (!tern_value_has_uses(value)) return;
  tern_value_t *tensor = build_tensor(&b, value, type);
  tern_value_replace_all_uses(value, tensor);
  tern_op_set_operand(tern_value_defining_op(tensor), 0, value);
}

static void convert_operand(tern_op_t *op, size_t index) {
  tern_builder_t b = tern_builder_before(op);
  tern_op_set_operand(op, index, build_scalar(&b, tern_op_operand(op, index)));
}

static void convert_args(const scalars_t *scalars, tern_block_t *block, size_t first, tern_op_t *op, tern_op_t *from_op,
                         size_t from_first, bool also_op_operands, size_t op_first) {
  for (size_t i = first; i < block->arg_count; ++i) {
    if (!is_marked(scalars, block->args[i])) continue;
    convert_definition(tern_builder_at_start(block, op->loc), block->args[i]);
    convert_operand(from_op, from_first + i - first);
    if (also_op_operands) convert_operand(op, op_first + i - first);
  }
}

static void convert_results(const scalars_t *scalars, tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_marked(scalars, &op->results[i])) convert_definition(tern_builder_after(op), tern_op_result(op, i));
  }
}

static void convert_region_op(const scalars_t *scalars, tern_op_t *op) {
  if (tern_op_is(op, TERN_SCF(WHILE))) {
    tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
    convert_args(scalars, before, 0, op, after->last_op, 0, true, 0);
    convert_args(scalars, after, 0, op, before->last_op, 1, false, 0);
    convert_results(scalars, op);
  } else if (tern_op_is(op, TERN_SCF(FOR))) {
    tern_block_t *body = tern_op_body(op, 0);
    convert_args(scalars, body, 1, op, body->last_op, 0, true, 3);
    convert_results(scalars, op);
  } else if (tern_op_is(op, TERN_SCF(IF))) {
    for (size_t i = 0; i < op->result_count; ++i) {
      if (!is_marked(scalars, &op->results[i])) continue;
      for (size_t r = 0; r < 2; ++r) convert_operand(tern_op_body(op, r)->last_op, i);
    }
    convert_results(scalars, op);
  }
}

typedef struct collection {
  const scalars_t *scalars;
  tern_op_list_t generics, regions;
} collection_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  collection_t *c = user;
  if (tern_is_linalg(op)) {
    bool is_wanted = is_scalar_op(op);
    for (size_t i = 0; is_wanted && i < op->result_count; ++i) is_wanted = is_marked(c->scalars, &op->results[i]);
    if (is_wanted) tern_vec_push(&c->generics, op);
    return TERN_WALK_SKIP;
  }
  if (tern_op_is(op, TERN_SCF(WHILE)) || tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(IF))) {
    tern_vec_push(&c->regions, op);
  }
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  scalars_t scalars = {0};
  find_scalars(root, &scalars);
  collection_t ops = {.scalars = &scalars};
  tern_op_walk_pre(root, collect, &ops);
  for (size_t i = 0; i < ops.regions.count; ++i) convert_region_op(&scalars, ops.regions.values[i]);
  for (size_t i = 0; i < ops.generics.count; ++i) inline_scalar_op(ops.generics.values[i]);
  bool is_changed = ops.regions.count + ops.generics.count > 0;
  tern_vec_deinitialize(&ops.regions);
  tern_vec_deinitialize(&ops.generics);
  tern_vec_deinitialize(&scalars.worklist);
  tern_map_deinitialize(&scalars.values);
  if (is_changed) {
    // tensor.extract of tensor.from_elements is the scalar itself.
    tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
    options.use_canonicalizers = true;
    tern_apply_patterns_greedily(root, NULL, 0, NULL, &options, NULL);
  }
  return true;
}

const tern_pass_def_t tern_linalg_detensorize_pass = {
    .flag = "linalg-detensorize",
    .name = "LinalgDetensorizePass",
    .summary = "Detensorize linalg ops",
    .run = run,
};
