// --iree-flow-convert-to-flow: what is left of tensor ops outside of dispatches becomes what the host does with tensors.
//
//   %1 = tensor.collapse_shape %0 ...                  %1 = flow.tensor.reshape %0 : tensor<4x8xf32> -> tensor<32xf32>
//   %2 = tensor.extract_slice %1[8] [8] [1] ...   ->   %2 = flow.tensor.slice %1[%c8 for %c8] : ...
//   %3 = tensor.extract %2[%i]                         %3 = flow.tensor.load %2[%i] : tensor<8xf32>
//
// Source: IREE's pass of that name. Nothing here computes: shapes change without a copy, and slices that are one piece of
// memory are copied or filled by commands. Slices that are not have become dispatches before.

#include "analysis/reify_dims.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

// --- dynamic dimensions ---

static void append_dims(tern_builder_t *b, tern_value_t *value, value_list_t *out) {
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
    if (tern_type_dims(value->type)[d] != TERN_DYNAMIC) continue;
    tern_value_t *known = tern_flow_known_dim(value, d);
    tern_vec_push(out, known ? known : tern_reify_dim(b, value, d));
  }
}

// Operands in groups: single values, and the dims of tensors.
typedef struct operands {
  value_list_t values;
  int32_t segments[5];
  size_t segment_count;
} operands_t;

static void add_values(operands_t *o, tern_value_t *const *values, size_t count) {
  for (size_t i = 0; i < count; ++i) tern_vec_push(&o->values, values[i]);
  o->segments[o->segment_count++] = (int32_t)count;
}

static void add_dims(operands_t *o, tern_builder_t *b, tern_value_t *value) {
  size_t before = o->values.count;
  append_dims(b, value, &o->values);
  o->segments[o->segment_count++] = (int32_t)(o->values.count - before);
}

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, operands_t *o, const tern_type_t *type) {
  tern_value_t *result =
      tern_build_value(b, row, .operands = {o->values.values, o->values.count}, .types = TERN_TYPES(type),
                       .segments = o->segment_count > 1 ? o->segments : NULL);
  tern_vec_deinitialize(&o->values);
  return result;
}

// --- shapes ---

// `like` is a value whose dims are those of the result.
static tern_value_t *build_reshape(tern_builder_t *b, tern_value_t *source, const tern_type_t *type,
                                   tern_value_t *like) {
  if (source->type == type) return source;
  operands_t o = {0};
  add_values(&o, &source, 1);
  add_dims(&o, b, source);
  if (like) {
    add_dims(&o, b, like);
  } else {
    o.segments[o.segment_count++] = 0;
  }
  return build(b, TERN_FLOW(TENSOR_RESHAPE), &o, type);
}

static tern_value_t *convert_reshape(tern_builder_t *b, tern_op_t *op) {
  return build_reshape(b, tern_op_operand(op, 0), op->results[0].type, tern_op_result(op, 0));
}

static tern_value_t *convert_bitcast(tern_builder_t *b, tern_op_t *op) {
  operands_t o = {0};
  tern_value_t *source = tern_op_operand(op, 0);
  add_values(&o, &source, 1);
  add_dims(&o, b, source);
  add_dims(&o, b, tern_op_result(op, 0));
  return build(b, TERN_FLOW(TENSOR_BITCAST), &o, op->results[0].type);
}

// --- new tensors ---

static tern_value_t *build_splat(tern_builder_t *b, tern_value_t *scalar, tern_value_t *like) {
  operands_t o = {0};
  add_values(&o, &scalar, 1);
  append_dims(b, like, &o.values);
  return build(b, TERN_FLOW(TENSOR_SPLAT), &o, like->type);
}

static tern_value_t *convert_empty(tern_builder_t *b, tern_op_t *op) {
  operands_t o = {0};
  append_dims(b, tern_op_result(op, 0), &o.values);
  return build(b, TERN_FLOW(TENSOR_EMPTY), &o, op->results[0].type);
}

static tern_value_t *convert_splat(tern_builder_t *b, tern_op_t *op) {
  return build_splat(b, tern_op_operand(op, 0), tern_op_result(op, 0));
}

static tern_value_t *convert_fill(tern_builder_t *b, tern_op_t *op) {
  if (!tern_linalg_has_tensor_semantics(op)) return NULL;
  return build_splat(b, tern_linalg_input(op, 0), tern_op_result(op, 0));
}

// A constant of one repeated number takes no memory.
static tern_value_t *convert_constant(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (type->kind != TERN_TYPE_TENSOR) return NULL;
  if (tern_attr_is_splat(value)) {
    const tern_attr_t *element = tern_dense_elements_attr_at(value, 0);
    if (tern_attr_is_integer(element) || tern_attr_is_float(element)) {
      return build_splat(b, tern_build_constant(b, element), tern_op_result(op, 0));
    }
  }
  return tern_build_value(b, TERN_FLOW(TENSOR_CONSTANT), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"value", value}));
}

static tern_value_t *build_store(tern_builder_t *b, tern_value_t *value, tern_value_t *target,
                                 tern_value_t *const *indices, size_t count) {
  operands_t o = {0};
  add_values(&o, &value, 1);
  add_values(&o, &target, 1);
  add_dims(&o, b, target);
  add_values(&o, indices, count);
  return build(b, TERN_FLOW(TENSOR_STORE), &o, target->type);
}

static tern_value_t *convert_from_elements(tern_builder_t *b, tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  bool is_splat = true;
  for (size_t i = 1; i < op->operand_count; ++i) is_splat &= tern_op_operand(op, i) == tern_op_operand(op, 0);
  if (op->operand_count > 0 && is_splat) return build_splat(b, tern_op_operand(op, 0), tern_op_result(op, 0));
  tern_value_t *tensor = convert_empty(b, op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *indices[TERN_INDEX_LIST_MAX];
    size_t rest = i;
    for (size_t d = tern_type_rank(type); d-- > 0;) {
      indices[d] = tern_build_index(b, (int64_t)(rest % (size_t)tern_type_dims(type)[d]));
      rest /= (size_t)tern_type_dims(type)[d];
    }
    tensor = build_store(b, tern_op_operand(op, i), tensor, indices, tern_type_rank(type));
  }
  return tensor;
}

// --- parts ---

static tern_value_t *convert_extract(tern_builder_t *b, tern_op_t *op) {
  operands_t o = {0};
  tern_value_t *source = tern_op_operand(op, 0), *indices[TERN_INDEX_LIST_MAX];
  size_t count = op->operand_count - 1;
  for (size_t i = 0; i < count; ++i) indices[i] = tern_op_operand(op, 1 + i);
  add_values(&o, &source, 1);
  add_dims(&o, b, source);
  add_values(&o, indices, count);
  return build(b, TERN_FLOW(TENSOR_LOAD), &o, op->results[0].type);
}

static tern_value_t *convert_insert(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *indices[TERN_INDEX_LIST_MAX];
  size_t count = op->operand_count - 2;
  for (size_t i = 0; i < count; ++i) indices[i] = tern_op_operand(op, 2 + i);
  return build_store(b, tern_op_operand(op, 0), tern_op_operand(op, 1), indices, count);
}

// The type of a slice before dimensions are left out.
static const tern_type_t *sliced_type(const tern_slice_t *slice, const tern_type_t *whole) {
  int64_t sizes[TERN_INDEX_LIST_MAX];
  tern_slice_statics(slice, NULL, sizes, NULL);
  return tern_tensor_type_get(tern_type_element(whole), sizes, slice->count, NULL);
}

static tern_value_t *convert_extract_slice(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *starts[TERN_INDEX_LIST_MAX], *sizes[TERN_INDEX_LIST_MAX];
  tern_slice_t slice;
  if (!tern_slice_is_contiguous(op, source->type) || !tern_slice_read(op, &slice)) return NULL;
  for (size_t i = 0; i < slice.count; ++i) {
    starts[i] = tern_mixed_build(b, slice.offsets[i]);
    sizes[i] = tern_mixed_build(b, slice.sizes[i]);
  }
  const tern_type_t *type = sliced_type(&slice, source->type);
  operands_t o = {0};
  add_values(&o, &source, 1);
  add_dims(&o, b, source);
  add_values(&o, starts, slice.count);
  add_values(&o, sizes, slice.count);
  size_t before = o.values.count;
  for (size_t i = 0; i < slice.count; ++i) {
    if (tern_type_dims(type)[i] == TERN_DYNAMIC) tern_vec_push(&o.values, sizes[i]);
  }
  o.segments[o.segment_count++] = (int32_t)(o.values.count - before);
  tern_value_t *part = build(b, TERN_FLOW(TENSOR_SLICE), &o, type);
  return build_reshape(b, part, op->results[0].type, tern_op_result(op, 0));
}

static tern_value_t *convert_insert_slice(tern_builder_t *b, tern_op_t *op) {
  tern_value_t *source = tern_op_operand(op, 0), *target = tern_op_operand(op, 1), *starts[TERN_INDEX_LIST_MAX];
  tern_slice_t slice;
  if (!tern_slice_is_contiguous(op, target->type) || !tern_slice_read(op, &slice)) return NULL;
  const tern_type_t *type = sliced_type(&slice, target->type);
  tern_value_t *update = source;
  if (source->type != type) {
    operands_t r = {0};
    add_values(&r, &source, 1);
    add_dims(&r, b, source);
    size_t before = r.values.count;
    for (size_t i = 0; i < slice.count; ++i) {
      if (tern_type_dims(type)[i] == TERN_DYNAMIC) tern_vec_push(&r.values, tern_mixed_build(b, slice.sizes[i]));
    }
    r.segments[r.segment_count++] = (int32_t)(r.values.count - before);
    update = build(b, TERN_FLOW(TENSOR_RESHAPE), &r, type);
  }
  for (size_t i = 0; i < slice.count; ++i) starts[i] = tern_mixed_build(b, slice.offsets[i]);
  operands_t o = {0};
  add_values(&o, &target, 1);
  add_dims(&o, b, target);
  add_values(&o, starts, slice.count);
  add_values(&o, &update, 1);
  add_dims(&o, b, update);
  return build(b, TERN_FLOW(TENSOR_UPDATE), &o, target->type);
}

static tern_value_t *convert_dim(tern_builder_t *b, tern_op_t *op) {
  int64_t dim;
  tern_value_t *tensor = tern_op_operand(op, 0);
  if (!tern_index_constant(tern_op_operand(op, 1), &dim) || dim < 0 || (size_t)dim >= tern_type_rank(tensor->type)) {
    return NULL;
  }
  if (tern_type_dims(tensor->type)[dim] != TERN_DYNAMIC) return tern_build_index(b, tern_type_dims(tensor->type)[dim]);
  return tern_flow_known_dim(tensor, (size_t)dim);
}

// --- the table ---

static const struct {
  const tern_op_row_t *row;
  // What the op becomes; NULL: it stays.
  tern_value_t *(*convert)(tern_builder_t *b, tern_op_t *op);
} conversions[] = {
    {TERN_ARITH(CONSTANT), convert_constant},
    {TERN_LINALG(FILL), convert_fill},
    {TERN_TENSOR(BITCAST), convert_bitcast},
    {TERN_TENSOR(CAST), convert_reshape},
    {TERN_TENSOR(COLLAPSE_SHAPE), convert_reshape},
    {TERN_TENSOR(DIM), convert_dim},
    {TERN_TENSOR(EMPTY), convert_empty},
    {TERN_TENSOR(EXPAND_SHAPE), convert_reshape},
    {TERN_TENSOR(EXTRACT), convert_extract},
    {TERN_TENSOR(EXTRACT_SLICE), convert_extract_slice},
    {TERN_TENSOR(FROM_ELEMENTS), convert_from_elements},
    {TERN_TENSOR(INSERT), convert_insert},
    {TERN_TENSOR(INSERT_SLICE), convert_insert_slice},
    {TERN_TENSOR(RESHAPE), convert_reshape},
    {TERN_TENSOR(SPLAT), convert_splat},
};
enum { CONVERSION_COUNT = sizeof conversions / sizeof conversions[0] };

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  if (tern_op_is(op, TERN_FLOW(DISPATCH_REGION)) || tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUPS)) ||
      tern_op_is(op, TERN_FLOW(EXECUTABLE)) || tern_op_is(op, TERN_LINALG(GENERIC)) ||
      tern_str_starts_with(tern_op_name(op), TERN_STR("hal.executable"))) {
    return TERN_WALK_SKIP;
  }
  tern_vec_push((tern_op_list_t *)user, op);
  return tern_is_linalg(op) ? TERN_WALK_SKIP : TERN_WALK_ADVANCE;
}

static bool convert_op(tern_op_t *op) {
  for (size_t i = 0; i < CONVERSION_COUNT; ++i) {
    if (!tern_op_is(op, conversions[i].row)) continue;
    tern_builder_t b = tern_builder_before(op);
    tern_value_t *value = conversions[i].convert(&b, op);
    if (!value) return false;
    tern_value_replace_all_uses(tern_op_result(op, 0), value);
    tern_op_destroy(op);
    return true;
  }
  return false;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  // Sizes that were asked for on the way may be known once what makes the tensor is converted.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    tern_op_list_t ops = {0};
    tern_op_walk_pre(root, collect, &ops);
    for (size_t i = 0; i < ops.count; ++i) is_changed |= convert_op(ops.values[i]);
    tern_vec_deinitialize(&ops);
  }
  return true;
}

const tern_pass_def_t tern_convert_to_flow_pass = {
    .flag = "iree-flow-convert-to-flow",
    .name = "ConvertToFlowPass",
    .summary = "Convert tensor ops outside of dispatches to ops of flow",
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, NULL},
    .run = run,
};
