// gpu ops to the spirv dialect (upstream: GPUToSPIRV): ids as built-in variables, barriers, and the operations of a
// subgroup.

#include "dialect/gpu/gpu.h"

#include <stdio.h>

#include "base/vec.h"
#include "convert/spirv/to_spirv.h"
#include "dialect/spirv/types.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- ids ---

static const struct {
  const tern_op_row_t *row;
  uint32_t built_in;
  bool has_dimension;
} id_rows[] = {
    {TERN_GPU(BLOCK_ID), TERN_SPIRV_BUILTIN_WORKGROUPID, true},
    {TERN_GPU(GLOBAL_ID), TERN_SPIRV_BUILTIN_GLOBALINVOCATIONID, true},
    {TERN_GPU(GRID_DIM), TERN_SPIRV_BUILTIN_NUMWORKGROUPS, true},
    {TERN_GPU(THREAD_ID), TERN_SPIRV_BUILTIN_LOCALINVOCATIONID, true},
    {TERN_GPU(LANE_ID), TERN_SPIRV_BUILTIN_SUBGROUPLOCALINVOCATIONID, false},
    {TERN_GPU(NUM_SUBGROUPS), TERN_SPIRV_BUILTIN_NUMSUBGROUPS, false},
    {TERN_GPU(SUBGROUP_ID), TERN_SPIRV_BUILTIN_SUBGROUPID, false},
    {TERN_GPU(SUBGROUP_SIZE), TERN_SPIRV_BUILTIN_SUBGROUPSIZE, false},
};

static bool convert_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  for (size_t i = 0; i < sizeof id_rows / sizeof id_rows[0]; ++i) {
    if (!tern_op_is(op, id_rows[i].row)) continue;
    int dimension = id_rows[i].has_dimension ? (int)tern_enum_attr_value(tern_op_attr(op, "dimension")) : -1;
    tern_value_t *value = tern_spirv_load_built_in(conversion, op, id_rows[i].built_in, dimension);
    return value && tern_conversion_replace_value(conversion, op, value);
  }
  return false;
}

static bool convert_block_dim(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  emitter_t e = emitter_for(conversion, op);
  int64_t dimension = tern_enum_attr_value(tern_op_attr(op, "dimension"));
  int32_t size[3];
  if (tern_spirv_workgroup_size_of(op, size)) {
    return tern_conversion_replace_value(conversion, op, tern_spirv_emit_int(&e, e.type, size[dimension]));
  }
  // In shaders this built-in is a constant that only entry points have.
  if (!tern_spirv_is_kernel(op) && !tern_spirv_conversion_of(conversion)->follows_upstream) {
    tern_op_error(op, "asks for a workgroup size that the function does not have");
    tern_emit_note(op->loc, "give it `spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [x, y, z]>`");
    return false;
  }
  tern_value_t *value = tern_spirv_load_built_in(conversion, op, TERN_SPIRV_BUILTIN_WORKGROUPSIZE, (int)dimension);
  return value && tern_conversion_replace_value(conversion, op, value);
}

// --- barriers ---

static bool convert_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *scope = tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(SCOPE), TERN_SPIRV_SCOPE_WORKGROUP);
  int64_t buffers = tern_spirv_is_kernel(op) ? TERN_SPIRV_MEMORYSEMANTICS_CROSSWORKGROUPMEMORY
                                             : TERN_SPIRV_MEMORYSEMANTICS_UNIFORMMEMORY;
  if (tern_spirv_conversion_of(conversion)->follows_upstream) buffers = 0;
  int64_t semantics = TERN_SPIRV_MEMORYSEMANTICS_ACQUIRERELEASE | TERN_SPIRV_MEMORYSEMANTICS_WORKGROUPMEMORY | buffers;
  tern_build(b, TERN_SPIRV(CONTROLBARRIER),
             .attrs = TERN_ATTRS(
                 {"execution_scope", scope}, {"memory_scope", scope},
                 {"memory_semantics", tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(MEMORY_SEMANTICS), semantics)}));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- subgroups ---

// What upstream leaves without a word is named as upstream does, with the reason behind it.
static bool refuse(const tern_op_t *op, const char *reason) {
  return tern_emit_error(op->loc, "failed to legalize operation '%s': %s", op->def->name->data, reason);
}

static const tern_attr_t *subgroup_scope(tern_context_t *context) {
  return tern_enum_attr_get(context, TERN_SPIRV_ENUM(SCOPE), TERN_SPIRV_SCOPE_SUBGROUP);
}

// By reduction: of integers, of bools, of floats. NULL: there is none.
static const tern_op_row_t *const reduction_rows[][3] = {
    [TERN_GPU_REDUCE_ADD] = {TERN_SPIRV(GROUPNONUNIFORMIADD), TERN_SPIRV(GROUPNONUNIFORMLOGICALXOR),
                             TERN_SPIRV(GROUPNONUNIFORMFADD)},
    [TERN_GPU_REDUCE_MUL] = {TERN_SPIRV(GROUPNONUNIFORMIMUL), TERN_SPIRV(GROUPNONUNIFORMLOGICALAND),
                             TERN_SPIRV(GROUPNONUNIFORMFMUL)},
    [TERN_GPU_REDUCE_MINUI] = {TERN_SPIRV(GROUPNONUNIFORMUMIN), TERN_SPIRV(GROUPNONUNIFORMLOGICALAND), NULL},
    [TERN_GPU_REDUCE_MINSI] = {TERN_SPIRV(GROUPNONUNIFORMSMIN), TERN_SPIRV(GROUPNONUNIFORMLOGICALOR), NULL},
    [TERN_GPU_REDUCE_MINNUMF] = {NULL, NULL, TERN_SPIRV(GROUPNONUNIFORMFMIN)},
    [TERN_GPU_REDUCE_MAXUI] = {TERN_SPIRV(GROUPNONUNIFORMUMAX), TERN_SPIRV(GROUPNONUNIFORMLOGICALOR), NULL},
    [TERN_GPU_REDUCE_MAXSI] = {TERN_SPIRV(GROUPNONUNIFORMSMAX), TERN_SPIRV(GROUPNONUNIFORMLOGICALAND), NULL},
    [TERN_GPU_REDUCE_MAXNUMF] = {NULL, NULL, TERN_SPIRV(GROUPNONUNIFORMFMAX)},
    [TERN_GPU_REDUCE_AND] = {TERN_SPIRV(GROUPNONUNIFORMBITWISEAND), TERN_SPIRV(GROUPNONUNIFORMLOGICALAND), NULL},
    [TERN_GPU_REDUCE_OR] = {TERN_SPIRV(GROUPNONUNIFORMBITWISEOR), TERN_SPIRV(GROUPNONUNIFORMLOGICALOR), NULL},
    [TERN_GPU_REDUCE_XOR] = {TERN_SPIRV(GROUPNONUNIFORMBITWISEXOR), TERN_SPIRV(GROUPNONUNIFORMLOGICALXOR), NULL},
    [TERN_GPU_REDUCE_MINIMUMF] = {NULL, NULL, TERN_SPIRV(GROUPNONUNIFORMFMIN)},
    [TERN_GPU_REDUCE_MAXIMUMF] = {NULL, NULL, TERN_SPIRV(GROUPNONUNIFORMFMAX)},
};

// The same where all invocations take part, which kernels of OpenCL can say: of integers, of floats.
static const tern_op_row_t *const uniform_rows[][2] = {
    [TERN_GPU_REDUCE_ADD] = {TERN_SPIRV(GROUPIADD), TERN_SPIRV(GROUPFADD)},
    [TERN_GPU_REDUCE_MUL] = {TERN_SPIRV(KHR_GROUPIMUL), TERN_SPIRV(KHR_GROUPFMUL)},
    [TERN_GPU_REDUCE_MINUI] = {TERN_SPIRV(GROUPUMIN), NULL},
    [TERN_GPU_REDUCE_MINSI] = {TERN_SPIRV(GROUPSMIN), NULL},
    [TERN_GPU_REDUCE_MINNUMF] = {NULL, TERN_SPIRV(GROUPFMIN)},
    [TERN_GPU_REDUCE_MAXUI] = {TERN_SPIRV(GROUPUMAX), NULL},
    [TERN_GPU_REDUCE_MAXSI] = {TERN_SPIRV(GROUPSMAX), NULL},
    [TERN_GPU_REDUCE_MAXNUMF] = {NULL, TERN_SPIRV(GROUPFMAX)},
    [TERN_GPU_REDUCE_MAXIMUMF] = {NULL, NULL},
};

// Of numbers, over a subgroup or a whole workgroup, with what OpenCL has for it. NULL: nothing.
static const tern_op_row_t *kernel_reduction(const tern_op_t *op, const tern_type_t *type, int64_t kind) {
  bool is_float = tern_type_is_float(type), is_number = is_float || (tern_type_is_integer(type) && !is_bool(type));
  if (!is_number || !tern_spirv_is_kernel(op)) return NULL;
  return tern_op_attr(op, "uniform") ? uniform_rows[kind][is_float] : reduction_rows[kind][is_float ? 2 : 0];
}

static bool convert_kernel_reduction(tern_op_t *op, tern_value_t *value, const tern_op_row_t *row, int64_t scope,
                                     tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_attr_t *operation =
      tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(GROUP_OPERATION), TERN_SPIRV_GROUPOPERATION_REDUCE);
  const tern_attr_t *execution = tern_enum_attr_get(b->context, TERN_SPIRV_ENUM(SCOPE), scope);
  tern_value_t *result =
      tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(value->type),
                       .attrs = TERN_ATTRS({"execution_scope", execution}, {"group_operation", operation}));
  return tern_conversion_replace_value(conversion, op, result);
}

// NaN if any invocation has one: the instructions skip them.
static tern_value_t *keep_nan(const emitter_t *e, tern_value_t *value, tern_value_t *result) {
  tern_value_t *is_nan = emit1(e, TERN_SPIRV(ISNAN), value);
  tern_value_t *any = tern_build_value(e->b, TERN_SPIRV(GROUPNONUNIFORMANY), .operands = TERN_VALUES(is_nan),
                                       .types = TERN_TYPES(is_nan->type),
                                       .attrs = TERN_ATTRS({"execution_scope", subgroup_scope(e->b->context)}));
  return tern_spirv_emit_select(e, any, tern_spirv_emit_float(e, result->type, __builtin_nan("")), result);
}

static bool convert_subgroup_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!e.type || operands.values[0]->type != e.type) return false;
  if (tern_spirv_conversion_of(conversion)->follows_upstream && (is_bool(e.type) || is_vector(e.type))) return false;
  const tern_type_t *element = tern_type_element(e.type);
  int64_t kind = tern_enum_attr_value(tern_op_attr(op, "op"));
  const tern_op_row_t *of_kernels = tern_op_attr(op, "uniform") ? kernel_reduction(op, e.type, kind) : NULL;
  if (of_kernels && !tern_op_attr(op, "cluster_size")) {
    return convert_kernel_reduction(op, operands.values[0], of_kernels, TERN_SPIRV_SCOPE_SUBGROUP, conversion);
  }
  size_t column = is_bool(e.type) ? 1 : tern_type_is_float(element) ? 2 : 0;
  const tern_op_row_t *row = reduction_rows[kind][column];
  if (!row) return tern_op_error(op, "is a reduction that SPIR-V does not have for '%s'", tern_type_text(e.type));
  const tern_attr_t *size = tern_op_attr(op, "cluster_size");
  int64_t stride = tern_integer_attr_value(tern_op_attr(op, "cluster_stride"));
  if (size && stride != 1) return refuse(op, "its clusters are not contiguous");
  bool keeps_nan = kind == TERN_GPU_REDUCE_MINIMUMF || kind == TERN_GPU_REDUCE_MAXIMUMF;
  if (keeps_nan && (size || is_vector(e.type))) {
    return tern_op_error(op, "keeps NaN, which is supported of scalars without clusters only");
  }
  const tern_attr_t *operation =
      tern_enum_attr_get(e.b->context, TERN_SPIRV_ENUM(GROUP_OPERATION),
                         size ? TERN_SPIRV_GROUPOPERATION_CLUSTEREDREDUCE : TERN_SPIRV_GROUPOPERATION_REDUCE);
  tern_value_t *values[2] = {operands.values[0]};
  if (size) values[1] = tern_spirv_emit_int(&e, tern_i_type_get(e.b->context, 32), tern_integer_attr_value(size));
  tern_value_t *result = tern_build_value(
      e.b, row, .operands = {values, size ? 2 : 1}, .types = TERN_TYPES(e.type),
      .attrs = TERN_ATTRS({"execution_scope", subgroup_scope(e.b->context)}, {"group_operation", operation}));
  return tern_conversion_replace_value(conversion, op, keeps_nan ? keep_nan(&e, values[0], result) : result);
}

static bool convert_all_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_attr_t *kind = tern_op_attr(op, "op");
  const tern_op_row_t *row = kind ? kernel_reduction(op, operands.values[0]->type, tern_enum_attr_value(kind)) : NULL;
  if (row) return convert_kernel_reduction(op, operands.values[0], row, TERN_SPIRV_SCOPE_WORKGROUP, conversion);
  tern_op_error(op, "reduces over a workgroup, which SPIR-V for Vulkan has no instruction for");
  tern_emit_note(op->loc, "reduce over subgroups and through workgroup memory");
  return false;
}

static tern_value_t *load_lane_id(tern_conversion_t *conversion, tern_op_t *op) {
  emitter_t e = emitter_for(conversion, op);
  tern_value_t *lane = tern_spirv_load_built_in(conversion, op, TERN_SPIRV_BUILTIN_SUBGROUPLOCALINVOCATIONID, -1);
  return lane ? tern_spirv_emit_resize(&e, lane, tern_i_type_get(e.b->context, 32), false) : NULL;
}

static bool has_width_of_subgroup(const tern_op_t *op, const tern_conversion_t *conversion, int64_t width) {
  tern_spirv_limits_t limits = tern_spirv_target_limits(&tern_spirv_conversion_of(conversion)->target);
  return width == limits.subgroup_size || refuse(op, "its width is not the size of the target's subgroups");
}

// Whether another invocation was there to read from: asked for seldom, and upstream computes it always.
static bool needs_validity(const tern_op_t *op, const tern_conversion_t *conversion) {
  return tern_spirv_conversion_of(conversion)->follows_upstream || tern_value_has_uses(tern_op_result(op, 1));
}

static bool convert_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  enum { XOR, DOWN, UP, IDX };
  static const tern_op_row_t *const rows[] = {
      [XOR] = TERN_SPIRV(GROUPNONUNIFORMSHUFFLEXOR),
      [DOWN] = TERN_SPIRV(GROUPNONUNIFORMSHUFFLEDOWN),
      [UP] = TERN_SPIRV(GROUPNONUNIFORMSHUFFLEUP),
      [IDX] = TERN_SPIRV(GROUPNONUNIFORMSHUFFLE),
  };
  emitter_t e = emitter_for(conversion, op);
  tern_value_t *value = operands.values[0], *offset = operands.values[1], *width = operands.values[2];
  const tern_attr_t *constant = tern_value_constant(width);
  if (!tern_attr_is_integer(constant)) return refuse(op, "its width is not constant");
  if (!e.type || !has_width_of_subgroup(op, conversion, tern_integer_attr_value(constant))) return false;
  int64_t mode = tern_enum_attr_value(tern_op_attr(op, "mode"));
  tern_value_t *result =
      tern_build_value(e.b, rows[mode], .operands = TERN_VALUES(value, offset), .types = TERN_TYPES(e.type),
                       .attrs = TERN_ATTRS({"execution_scope", subgroup_scope(e.b->context)}));
  tern_value_t *is_valid = NULL;
  if (!needs_validity(op, conversion)) {
    is_valid = NULL;
  } else if (mode == XOR || mode == IDX) {
    is_valid = tern_spirv_emit_int(&e, tern_i_type_get(e.b->context, 1), 1);
  } else {
    tern_value_t *lane = load_lane_id(conversion, op);
    if (!lane) return false;
    tern_value_t *other = emit2(&e, mode == UP ? TERN_SPIRV(ISUB) : TERN_SPIRV(IADD), lane, offset);
    is_valid = mode == UP ? emit2(&e, TERN_SPIRV(SGREATERTHANEQUAL), other, tern_spirv_emit_int(&e, other->type, 0))
                          : emit2(&e, TERN_SPIRV(ULESSTHAN), other, width);
  }
  tern_conversion_replace(conversion, op, TERN_VALUES(result, is_valid));
  return true;
}

static bool convert_rotate(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  const tern_type_t *i32 = tern_i_type_get(e.b->context, 32);
  if (!e.type) return false;
  int64_t width = tern_integer_attr_value(tern_op_attr(op, "width"));
  tern_spirv_limits_t limits = tern_spirv_target_limits(&tern_spirv_conversion_of(conversion)->target);
  if (width > limits.subgroup_size) return refuse(op, "its width exceeds the size of the target's subgroups");
  tern_value_t *offset = tern_spirv_emit_int(&e, i32, tern_integer_attr_value(tern_op_attr(op, "offset")));
  tern_value_t *size = tern_spirv_emit_int(&e, i32, width);
  tern_value_t *result = tern_build_value(
      e.b, TERN_SPIRV(GROUPNONUNIFORMROTATEKHR), .operands = TERN_VALUES(operands.values[0], offset, size),
      .types = TERN_TYPES(e.type), .attrs = TERN_ATTRS({"execution_scope", subgroup_scope(e.b->context)}));
  tern_value_t *is_valid = NULL;
  if (needs_validity(op, conversion) && width == limits.subgroup_size) {
    is_valid = tern_spirv_emit_int(&e, tern_i_type_get(e.b->context, 1), 1);
  } else if (needs_validity(op, conversion)) {
    tern_value_t *lane = load_lane_id(conversion, op);
    if (!lane) return false;
    is_valid = emit2(&e, TERN_SPIRV(ULESSTHAN), lane, size);
  }
  tern_conversion_replace(conversion, op, TERN_VALUES(result, is_valid));
  return true;
}

// A lane that is not constant is shuffled from, which any version can.
static bool convert_broadcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  const tern_attr_t *scope = subgroup_scope(e.b->context);
  const tern_type_t *i32 = tern_i_type_get(e.b->context, 32);
  if (!e.type) return false;
  tern_value_t *lane;
  bool is_constant = false;
  if (operands.count > 1) {
    lane = operands.values[1];
    is_constant = tern_value_constant(lane) != NULL;
  } else {
    tern_value_t *always = tern_spirv_emit_int(&e, tern_i_type_get(e.b->context, 1), 1);
    const tern_type_t *bits = tern_vector_type_get(i32, &(int64_t){4}, 1, 0);
    tern_value_t *ballot = tern_build_value(e.b, TERN_SPIRV(GROUPNONUNIFORMBALLOT), .operands = TERN_VALUES(always),
                                            .types = TERN_TYPES(bits), .attrs = TERN_ATTRS({"execution_scope", scope}));
    lane = tern_build_value(e.b, TERN_SPIRV(GROUPNONUNIFORMBALLOTFINDLSB), .operands = TERN_VALUES(ballot),
                            .types = TERN_TYPES(i32), .attrs = TERN_ATTRS({"execution_scope", scope}));
  }
  const tern_op_row_t *row = is_constant ? TERN_SPIRV(GROUPNONUNIFORMBROADCAST) : TERN_SPIRV(GROUPNONUNIFORMSHUFFLE);
  return tern_conversion_replace_value(
      conversion, op,
      tern_build_value(e.b, row, .operands = TERN_VALUES(operands.values[0], lane), .types = TERN_TYPES(e.type),
                       .attrs = TERN_ATTRS({"execution_scope", scope})));
}

// --- text ---

// `prefix` and the first number that make a name which `module` does not have.
static tern_str_t new_name(char *buffer, size_t size, const tern_op_t *module, const char *prefix) {
  int number = 0;
  do {
    snprintf(buffer, size, "%s%d", prefix, number++);
  } while (tern_symbol_lookup_in(module, tern_str_from_cstr(buffer)));
  return tern_str_from_cstr(buffer);
}

// A variable of constant characters, each of them a specialization constant: what a binary can initialize variables
// with. At the start of `module`.
static tern_op_t *make_text(tern_op_t *module, tern_str_t text, const tern_attr_t *loc) {
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), loc);
  const tern_type_t *i8 = tern_i_type_get(b.context, 8);
  const tern_type_t *array = tern_spirv_array_type_get(i8, (uint32_t)text.size + 1, 0);
  char buffer[64], prefix[96], part[128];
  const tern_attr_t *name = tern_string_attr_get(b.context, new_name(buffer, sizeof buffer, module, "printfMsg"));
  snprintf(prefix, sizeof prefix, "%s_sc", buffer);
  TERN_VEC(const tern_attr_t *) constituents = {0};
  for (size_t i = 0; i <= text.size; ++i) {
    tern_str_t part_name = new_name(part, sizeof part, module, prefix);
    const tern_attr_t *value = tern_integer_attr_get(i8, i < text.size ? (signed char)text.data[i] : 0);
    tern_build(&b, TERN_SPIRV(SPECCONSTANT),
               .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b.context, part_name)}, {"default_value", value}));
    tern_vec_push(&constituents, tern_flat_symbol_ref_attr_get(b.context, part_name));
  }
  snprintf(part, sizeof part, "%s_scc", buffer);
  tern_build(
      &b, TERN_SPIRV(SPECCONSTANTCOMPOSITE),
      .attrs = TERN_ATTRS({"type", tern_type_attr_get(array)},
                          {"sym_name", tern_string_attr_get(b.context, tern_str_from_cstr(part))},
                          {"constituents", tern_array_attr_get(b.context, constituents.values, constituents.count)}));
  tern_vec_deinitialize(&constituents);
  const tern_type_t *pointer = tern_spirv_pointer_type_get(array, TERN_SPIRV_STORAGECLASS_UNIFORMCONSTANT);
  return tern_build(
      &b, TERN_SPIRV(GLOBALVARIABLE),
      .attrs = TERN_ATTRS({"sym_name", name}, {"type", tern_type_attr_get(pointer)},
                          {"initializer", tern_flat_symbol_ref_attr_get(b.context, tern_str_from_cstr(part))},
                          {"Constant", tern_unit_attr_get(b.context)}));
}

static bool convert_printf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  tern_op_t *module = tern_symbol_table_around(op);
  if (!module || !tern_op_is(module, TERN_SPIRV(MODULE))) return false;
  tern_op_t *text = make_text(module, tern_string_attr_value(tern_op_attr(op, "format")), op->loc);
  const tern_type_t *i8 = tern_i_type_get(b->context, 8);
  tern_value_t *format =
      tern_build_value(b, TERN_SPIRV(BITCAST), .operands = TERN_VALUES(tern_spirv_address_of(b, text)),
                       .types = TERN_TYPES(tern_spirv_pointer_type_get(i8, TERN_SPIRV_STORAGECLASS_UNIFORMCONSTANT)));
  TERN_VEC(tern_value_t *) values = {0};
  tern_vec_push(&values, format);
  for (size_t i = 0; i < operands.count; ++i) tern_vec_push(&values, operands.values[i]);
  tern_build(b, TERN_SPIRV(CL_PRINTF), .operands = {values.values, values.count},
             .types = TERN_TYPES(tern_i_type_get(b->context, 32)));
  tern_vec_deinitialize(&values);
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_gpu_to_spirv_patterns[] = {
    {"all-reduce", TERN_GPU(ALL_REDUCE), 1, convert_all_reduce},
    {"barrier", TERN_GPU(BARRIER), 1, convert_barrier},
    {"block-dim", TERN_GPU(BLOCK_DIM), 1, convert_block_dim},
    {"block-id", TERN_GPU(BLOCK_ID), 1, convert_id},
    {"broadcast", TERN_GPU(SUBGROUP_BROADCAST), 1, convert_broadcast},
    {"global-id", TERN_GPU(GLOBAL_ID), 1, convert_id},
    {"grid-dim", TERN_GPU(GRID_DIM), 1, convert_id},
    {"lane-id", TERN_GPU(LANE_ID), 1, convert_id},
    {"num-subgroups", TERN_GPU(NUM_SUBGROUPS), 1, convert_id},
    {"printf", TERN_GPU(PRINTF), 1, convert_printf},
    {"rotate", TERN_GPU(ROTATE), 1, convert_rotate},
    {"shuffle", TERN_GPU(SHUFFLE), 1, convert_shuffle},
    {"subgroup-id", TERN_GPU(SUBGROUP_ID), 1, convert_id},
    {"subgroup-reduce", TERN_GPU(SUBGROUP_REDUCE), 1, convert_subgroup_reduce},
    {"subgroup-size", TERN_GPU(SUBGROUP_SIZE), 1, convert_id},
    {"thread-id", TERN_GPU(THREAD_ID), 1, convert_id},
    {0},
};
