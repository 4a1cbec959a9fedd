// Canonical forms of flow ops.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/hooks.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "rewrite/rewriter.h"

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

static void push_group(const tern_op_t *op, const char *name, value_list_t *values) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(values, tern_op_operand(op, start + i));
}

// --- dispatch.region: results that nobody uses ---

bool tern_flow_canonicalize_region(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *end = body && !body->next ? tern_block_terminator(body) : NULL;
  size_t dead = 0;
  for (size_t i = 0; i < op->result_count; ++i) dead += !tern_value_has_uses(tern_op_result(op, i));
  if (!dead || dead == op->result_count || !end) return false;
  value_list_t operands = {0}, returned = {0};
  type_list_t types = {0};
  int32_t segments[2];
  for (size_t i = 0; i < op->result_count; ++i) {
    size_t start, count;
    if (!tern_value_has_uses(tern_op_result(op, i))) continue;
    tern_flow_result_dims(op, i, &start, &count);
    for (size_t j = 0; j < count; ++j) tern_vec_push(&operands, tern_op_operand(op, start + j));
    tern_vec_push(&types, op->results[i].type);
    tern_vec_push(&returned, tern_op_operand(end, i));
  }
  segments[0] = (int32_t)operands.count;
  push_group(op, "workload", &operands);
  segments[1] = (int32_t)operands.count - segments[0];
  tern_builder_set_before(&rewriter->builder, op);
  tern_op_t *made =
      tern_build(&rewriter->builder, TERN_FLOW(DISPATCH_REGION), .operands = {operands.values, operands.count},
                 .types = {types.values, types.count}, .segments = segments, .dictionary = op->attrs, .regions = 2);
  tern_op_set_operands(end, (tern_values_t){returned.values, returned.count});
  for (size_t i = 0; i < 2; ++i) tern_region_take_blocks(&made->regions[i], &op->regions[i]);
  size_t next = 0;
  value_list_t results = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    bool is_used = tern_value_has_uses(tern_op_result(op, i));
    tern_vec_push(&results, is_used ? tern_op_result(made, next) : tern_op_result(op, i));
    next += is_used;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (results.values[i] != tern_op_result(op, i)) {
      tern_rewriter_replace_uses(rewriter, tern_op_result(op, i), results.values[i]);
    }
  }
  tern_rewriter_erase(rewriter, op);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&returned);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return true;
}

// --- dispatch.workgroups: scalar arguments that are constants or doubled move into the body ---

static bool is_inlined_constant(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_ARITH(CONSTANT)) && value->type->kind != TERN_TYPE_TENSOR;
}

bool tern_flow_canonicalize_workgroups(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t start, count, workload_start, workload_count;
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_operands_named(op, "arguments", &start, &count);
  tern_op_operands_named(op, "workload", &workload_start, &workload_count);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = tern_op_operand(op, start + i), *arg = body->args[i];
    if (value->type->kind == TERN_TYPE_TENSOR) continue;
    bool is_tied = false;
    for (size_t j = 0; j < op->result_count; ++j) is_tied |= tern_tied_operand(op, j) == (int64_t)i;
    size_t twin = 0;
    while (twin < i && tern_op_operand(op, start + twin) != value) ++twin;
    if (is_tied || (twin == i && !is_inlined_constant(value) && tern_value_has_uses(arg))) continue;
    if (twin < i) {
      tern_rewriter_replace_uses(rewriter, arg, body->args[twin]);
    } else if (tern_value_has_uses(arg)) {
      tern_builder_t b = tern_builder_at_start(body, op->loc);
      b.listener = rewriter->builder.listener;
      tern_op_t *copy = tern_builder_clone(&b, tern_value_defining_op(value), NULL);
      tern_rewriter_replace_uses(rewriter, arg, tern_op_result(copy, value->index));
    }
    // Erase the argument: the segment of `arguments` shrinks, and ties to later arguments move.
    tern_block_erase_arg(body, i);
    const tern_attr_t *sizes = tern_op_attr(op, "operandSegmentSizes");
    int32_t segments[4];
    for (size_t j = 0; j < 4; ++j) segments[j] = (int32_t)tern_int_list_attr_at(sizes, j);
    --segments[1];
    tern_op_erase_operands(op, start + i, 1);
    tern_op_set_segment_sizes(op, segments, 4);
    if (tern_op_attr(op, "tied_operands")) {
      TERN_VEC(int64_t) tied = {0};
      for (size_t j = 0; j < op->result_count; ++j) {
        int64_t which = tern_tied_operand(op, j);
        tern_vec_push(&tied, which > (int64_t)i ? which - 1 : which);
      }
      tern_op_set_attr(op, "tied_operands", tern_tied_attr_get(tern_op_context(op), tied.values, tied.count));
      tern_vec_deinitialize(&tied);
    }
    tern_rewriter_modified(rewriter, op);
    return true;
  }
  return false;
}

// --- tensors ---

// A constant behind a barrier, then a cast that forgets the shape.
bool tern_flow_canonicalize_dynamic_constant(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *from = tern_attr_type(value), *to = op->results[0].type;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  tern_value_t *constant =
      tern_build_value(b, TERN_FLOW(TENSOR_CONSTANT), .types = TERN_TYPES(from), .attrs = TERN_ATTRS({"value", value}));
  tern_value_t *result = tern_build_value(b, TERN_UTIL(OPTIMIZATION_BARRIER), .operands = TERN_VALUES(constant),
                                          .types = TERN_TYPES(from));
  if (from != to) {
    // The sizes are hidden one by one.
    value_list_t operands = {0};
    tern_vec_push(&operands, result);
    for (size_t i = 0; i < tern_type_rank(to); ++i) {
      if (tern_type_dim(to, i) != TERN_DYNAMIC) continue;
      tern_value_t *size = tern_build_index(b, tern_type_dim(from, i));
      tern_vec_push(&operands, tern_build_value(b, TERN_UTIL(OPTIMIZATION_BARRIER), .operands = TERN_VALUES(size),
                                                .types = TERN_TYPES(size->type)));
    }
    int32_t segments[] = {1, 0, (int32_t)operands.count - 1};
    result = tern_build_value(b, TERN_FLOW(TENSOR_RESHAPE), .operands = {operands.values, operands.count},
                              .types = TERN_TYPES(to), .segments = segments);
    tern_vec_deinitialize(&operands);
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// A reshape of a reshape, a reshape of a splat or of an empty tensor.
bool tern_flow_canonicalize_reshape(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner) return false;
  value_list_t operands = {0};
  const tern_type_t *type = op->results[0].type;
  bool is_reshape = tern_op_is(op, TERN_FLOW(TENSOR_RESHAPE));
  bool is_again = inner->def == op->def, is_empty = tern_op_is(inner, TERN_FLOW(TENSOR_EMPTY));
  bool is_splat = is_reshape && tern_op_is(inner, TERN_FLOW(TENSOR_SPLAT));
  if (!is_again && !is_empty && !is_splat) return false;
  tern_build_args_t args = {.types = TERN_TYPES(type)};
  int32_t segments[3] = {1, 0, 0};
  if (is_again || is_splat) tern_vec_push(&operands, tern_op_operand(inner, 0));
  if (is_again) {
    push_group(inner, "source_dims", &operands);
    segments[1] = (int32_t)operands.count - 1;
    args.segments = segments;
  }
  size_t before = operands.count;
  push_group(op, "result_dims", &operands);
  segments[2] = (int32_t)(operands.count - before);
  args.operands = (tern_values_t){operands.values, operands.count};
  const tern_op_row_t *row = is_again ? op->def->row : is_splat ? TERN_FLOW(TENSOR_SPLAT) : TERN_FLOW(TENSOR_EMPTY);
  tern_rewriter_replace_with(rewriter, op, row, &args);
  tern_vec_deinitialize(&operands);
  return true;
}

// An element of a splat, of the one element of a reshape.
bool tern_flow_canonicalize_load(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *source = tern_value_defining_op(tern_op_operand(op, 0));
  if (!source) return false;
  if (tern_op_is(source, TERN_FLOW(TENSOR_SPLAT))) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(source, 0)));
    return true;
  }
  if (!tern_op_is(source, TERN_FLOW(TENSOR_RESHAPE))) return false;
  tern_value_t *whole = tern_op_operand(source, 0);
  if (tern_type_element_count(whole->type) != 1) return false;
  value_list_t operands = {0};
  tern_builder_set_before(&rewriter->builder, op);
  tern_vec_push(&operands, whole);
  for (size_t i = 0; i < tern_type_rank(whole->type); ++i) {
    tern_vec_push(&operands, tern_build_index(&rewriter->builder, 0));
  }
  int32_t segments[] = {1, 0, (int32_t)operands.count - 1};
  tern_build_args_t args = {
      .operands = {operands.values, operands.count}, .types = TERN_TYPES(op->results[0].type), .segments = segments};
  tern_rewriter_replace_with(rewriter, op, TERN_FLOW(TENSOR_LOAD), &args);
  tern_vec_deinitialize(&operands);
  return true;
}

// A splat of a constant is a constant.
bool tern_flow_canonicalize_splat(tern_op_t *op, tern_rewriter_t *rewriter) {
  const tern_attr_t *value = tern_value_constant(tern_op_operand(op, 0));
  const tern_type_t *type = op->results[0].type;
  if (!value || !tern_type_has_static_shape(type)) return false;
  if (!tern_attr_is_integer(value) && !tern_attr_is_float(value)) return false;
  const tern_attr_t *splat = tern_dense_elements_attr_get_splat(type, value);
  if (!splat) return false;
  tern_build_args_t args = {.types = TERN_TYPES(type), .attrs = TERN_ATTRS({"value", splat})};
  tern_rewriter_replace_with(rewriter, op, TERN_ARITH(CONSTANT), &args);
  return true;
}

// A copy of a splat is a splat: tensors are values, so a copy means something only for what may be written in place.
bool tern_flow_canonicalize_clone(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->def != op->def) return false;
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(inner, 0)));
  return true;
}
