// --iree-codegen-type-propagation: integers of less than a byte are kept in bytes (upstream: IREE's TypePropagationPass, which
// does the same on tensors).
//
//   linalg.generic ins(%a : memref<4xi1>) ...      ->   linalg.generic ins(%a : memref<4xi8>) ...
//   ^bb0(%x: i1, ...):                                   ^bb0(%x: i8, ...):
//     ...                                                  %0 = arith.trunci %x : i8 to i1
//
// In memory the upper bits of such a byte are zero (include/tern/dispatch.h), so what is written is zero-extended. Bitwise
// ops on what was just read stay ops on bytes, so that reductions are seen as such.

#include "base/map.h"
#include "dialect/arith/arith.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

typedef struct limits {
  bool has_bools;     // i1 too
  tern_map_t *reads;  // casts from bytes whose upper bits are zero, as memory has them: those that this pass made
} limits_t;

static bool is_narrow(const tern_type_t *type, const limits_t *limits) {
  if (type->kind != TERN_TYPE_INTEGER) return false;
  uint32_t width = tern_integer_type_width(type);
  return width < 8 && (width > 1 || limits->has_bools);
}

static const tern_type_t *byte_type(const tern_type_t *type) { return tern_i_type_get(type->context, 8); }

static const tern_type_t *convert_memory(const tern_type_t *type, const limits_t *limits) {
  if (type->kind != TERN_TYPE_MEMREF && type->kind != TERN_TYPE_UNRANKED_MEMREF) return type;
  return is_narrow(tern_type_element(type), limits) ? tern_type_with_element(type, byte_type(type)) : type;
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// --- bodies ---

static bool is_bitwise(const tern_op_t *op) {
  return tern_op_is(op, TERN_ARITH(ANDI)) || tern_op_is(op, TERN_ARITH(ORI)) || tern_op_is(op, TERN_ARITH(XORI));
}

// The value as a byte whose upper bits are zero.
static tern_value_t *build_byte(tern_builder_t *b, tern_value_t *value, const limits_t *limits) {
  tern_op_t *op = tern_value_defining_op(value);
  const tern_type_t *byte = byte_type(value->type);
  if (op && tern_map_contains(limits->reads, op)) return tern_op_operand(op, 0);
  if (op && op->block == b->block && is_bitwise(op)) {
    tern_value_t *lhs = build_byte(b, tern_op_operand(op, 0), limits);
    tern_value_t *rhs = build_byte(b, tern_op_operand(op, 1), limits);
    return tern_build_value(b, op->def->row, .operands = TERN_VALUES(lhs, rhs));
  }
  return build_cast(b, TERN_ARITH(EXTUI), value, byte);
}

static void erase_dead(tern_block_t *block, const limits_t *limits) {
  for (tern_op_t *op = block->last_op, *previous; op; op = previous) {
    previous = op->prev;
    if (!tern_op_would_be_trivially_dead(op) || !tern_op_has_no_uses(op)) continue;
    tern_map_remove(limits->reads, op);
    tern_op_destroy(op);
  }
}

static void convert_body(tern_op_t *op, const limits_t *limits) {
  tern_block_t *body = tern_linalg_body(op);
  bool is_any = false;
  for (uint32_t i = 0; i < body->arg_count; ++i) {
    tern_value_t *arg = body->args[i];
    if (tern_op_operand(op, i)->type->kind != TERN_TYPE_MEMREF || !is_narrow(arg->type, limits)) continue;
    is_any = true;
    const tern_type_t *narrow = arg->type;
    arg->type = byte_type(narrow);
    if (!tern_value_has_uses(arg)) continue;
    tern_builder_t b = tern_builder_at_start(body, op->loc);
    tern_value_t *cast = build_cast(&b, TERN_ARITH(TRUNCI), arg, narrow);
    tern_value_replace_all_uses(arg, cast);
    tern_op_set_operand(tern_value_defining_op(cast), 0, arg);
    tern_map_set(limits->reads, tern_value_defining_op(cast), arg);
  }
  tern_op_t *yield = body->last_op;
  for (size_t i = 0; i < yield->operand_count; ++i) {
    if (!is_narrow(tern_op_operand(yield, i)->type, limits)) continue;
    is_any = true;
    tern_builder_t b = tern_builder_before(yield);
    tern_op_set_operand(yield, i, build_byte(&b, tern_op_operand(yield, i), limits));
  }
  if (is_any) erase_dead(body, limits);
}

// Scalars among the inputs, as of linalg.fill, are cast outside.
static void convert_scalar_inputs(tern_op_t *op, const limits_t *limits) {
  tern_block_t *body = tern_linalg_body(op);
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    tern_value_t *input = tern_linalg_input(op, i);
    if (!is_narrow(input->type, limits)) continue;
    tern_builder_t b = tern_builder_before(op);
    tern_op_set_operand(op, i, build_cast(&b, TERN_ARITH(EXTUI), input, byte_type(input->type)));
    tern_value_t *arg = body->args[i];
    const tern_type_t *narrow = arg->type;
    arg->type = byte_type(narrow);
    if (!tern_value_has_uses(arg)) continue;
    tern_builder_t inner = tern_builder_at_start(body, op->loc);
    tern_value_t *cast = build_cast(&inner, TERN_ARITH(TRUNCI), arg, narrow);
    tern_value_replace_all_uses(arg, cast);
    tern_op_set_operand(tern_value_defining_op(cast), 0, arg);
    tern_map_set(limits->reads, tern_value_defining_op(cast), arg);
  }
}

// --- accesses ---

static void convert_load(tern_op_t *op, const limits_t *limits) {
  tern_value_t *result = tern_op_result(op, 0);
  if (!is_narrow(result->type, limits)) return;
  const tern_type_t *narrow = result->type;
  result->type = byte_type(narrow);
  tern_builder_t b = tern_builder_after(op);
  tern_value_t *cast = build_cast(&b, TERN_ARITH(TRUNCI), result, narrow);
  tern_value_replace_all_uses(result, cast);
  tern_op_set_operand(tern_value_defining_op(cast), 0, result);
  tern_map_set(limits->reads, tern_value_defining_op(cast), result);
}

static void convert_store(tern_op_t *op, const limits_t *limits) {
  tern_value_t *value = tern_op_operand(op, 0);
  if (!is_narrow(value->type, limits)) return;
  tern_builder_t b = tern_builder_before(op);
  tern_op_set_operand(op, 0, build_cast(&b, TERN_ARITH(EXTUI), value, byte_type(value->type)));
}

static const tern_attr_t *convert_attr(const tern_attr_t *attr, const limits_t *limits) {
  if (attr->kind == TERN_ATTR_TYPE) {
    const tern_type_t *type = tern_type_attr_value(attr), *converted = convert_memory(type, limits);
    return converted == type ? attr : tern_type_attr_get(converted);
  }
  return attr;
}

// The elements of the initial value of a global, a byte each in both forms; the upper bits become zero.
static void convert_global(tern_op_t *op, const limits_t *limits) {
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  if (!value || value->kind != TERN_ATTR_DENSE_ELEMENTS) return;
  const tern_type_t *element = tern_type_element(tern_attr_type(value));
  if (!is_narrow(element, limits)) return;
  bool is_splat = tern_dense_elements_attr_is_splat(value);
  size_t count = is_splat ? 1 : (size_t)tern_type_element_count(tern_attr_type(value));
  uint8_t *bytes = tern_malloc(count + 1);
  uint8_t mask = (uint8_t)((1u << tern_integer_type_width(element)) - 1);
  memcpy(bytes, tern_dense_elements_attr_data(value), count);
  for (size_t i = 0; i < count; ++i) bytes[i] &= mask;
  const tern_type_t *type = tern_type_with_element(tern_attr_type(value), byte_type(element));
  tern_op_set_attr(op, "initial_value", tern_dense_elements_attr_get(type, bytes, is_splat));
  free(bytes);
}

// --- the pass ---

static bool touches_narrow_memory(const tern_op_t *op, const limits_t *limits) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (convert_memory(type, limits) != type) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (convert_memory(type, limits) != type) return true;
  }
  return tern_op_is(op, TERN_MEMREF(GLOBAL));
}

static void convert_op(tern_op_t *op, const limits_t *limits) {
  if (tern_is_linalg(op)) {
    convert_body(op, limits);
    convert_scalar_inputs(op, limits);
  } else if (tern_op_is(op, TERN_MEMREF(LOAD))) {
    convert_load(op, limits);
  } else if (tern_op_is(op, TERN_MEMREF(STORE))) {
    convert_store(op, limits);
  } else if (tern_op_is(op, TERN_MEMREF(GLOBAL))) {
    convert_global(op, limits);
  }
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_map_t reads = {0};
  limits_t limits = {tern_pass_bool(pass, "bools"), &reads};
  tern_op_list_t touched = {0};
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    if (touches_narrow_memory(ops.values[i], &limits)) tern_vec_push(&touched, ops.values[i]);
  }
  for (size_t i = 0; i < touched.count; ++i) convert_op(touched.values[i], &limits);
  for (size_t i = 0; i < touched.count; ++i) {
    tern_op_t *op = touched.values[i];
    for (size_t r = 0; r < op->result_count; ++r) {
      op->results[r].type = convert_memory(op->results[r].type, &limits);
    }
    for (size_t a = 0; a < op->def->attr_count; ++a) {
      if (op->slots[a]) op->slots[a] = convert_attr(op->slots[a], &limits);
    }
  }
  tern_vec_deinitialize(&ops);
  tern_vec_deinitialize(&touched);
  tern_map_deinitialize(&reads);
  return true;
}

static const tern_option_def_t options[] = {
    {"bools", TERN_OPTION_BOOL, "true", "Integers of one bit too", NULL},
};

const tern_pass_def_t tern_type_propagation_pass = {
    .name = "TypePropagationPass",
    .flag = "iree-codegen-type-propagation",
    .summary = "Keep integers of less than a byte in bytes",
    .options = options,
    .option_count = 1,
    .run = run,
};
