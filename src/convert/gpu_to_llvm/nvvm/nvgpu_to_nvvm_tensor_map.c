// nvgpu to nvvm: tensor maps, and the copies that go by them.

#include "convert/gpu_to_llvm/nvvm/nvgpu_to_nvvm.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/nvvm/nvvm.h"

enum { TENSOR_MAP_BYTES = 128, MAX_BOX_RANK = 5 };

static bool lower_fence(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *size = tern_nvgpu_word(b, TENSOR_MAP_BYTES);
  tern_build(b, TERN_NVVM(FENCE_PROXY_ACQUIRE), .operands = TERN_VALUES(operands.values[0], size),
             .attrs = TERN_ATTRS(
                 {"scope", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_MEM_SCOPE, TERN_NVVM_MEM_SCOPE_SYS)}));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_prefetch(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_build(b, TERN_NVVM(PREFETCH), .operands = operands,
             .attrs = TERN_ATTRS({"tensormap", tern_unit_attr_get(b->context)}));
  tern_conversion_erase(conversion, op);
  return true;
}

// The coordinates as i32, from `values` on; returns how many.
static size_t add_coordinates(tern_conversion_t *conversion, const tern_op_t *op, tern_values_t operands,
                              tern_value_t **values) {
  tern_values_t coordinates = tern_nvgpu_operands(op, operands, "coordinates");
  for (size_t i = 0; i < coordinates.count; ++i) {
    values[i] = tern_nvgpu_narrow(tern_nvgpu_builder(conversion), coordinates.values[i]);
  }
  return coordinates.count;
}

// Adds an operand that may be absent; 1 if it is there.
static int32_t add_optional(const tern_op_t *op, tern_values_t operands, const char *name, tern_value_t **values,
                            size_t *inout_count) {
  tern_value_t *value = tern_nvgpu_operand(op, operands, name);
  if (value) values[(*inout_count)++] = value;
  return value != NULL;
}

static bool lower_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  tern_value_t *values[MAX_BOX_RANK + 5];
  // The op wants the shared memory of the cluster, of which the block's is a part.
  tern_value_t *to = tern_nvgpu_address(conversion, tern_op_operand_named(op, "dst")->type,
                                        tern_nvgpu_operand(op, operands, "dst"), (tern_values_t){0});
  values[0] = tern_llvm_make(b, TERN_LLVM(ADDRSPACECAST), tern_llvm_ptr_type(b->context, TERN_NVVM_SHARED_CLUSTER),
                             TERN_VALUES(to));
  values[1] = tern_nvgpu_operand(op, operands, "tensorMapDescriptor");
  tern_value_t *barrier = tern_nvgpu_barrier_address(conversion, tern_op_operand_named(op, "barriers")->type,
                                                     tern_nvgpu_operand(op, operands, "barriers"),
                                                     tern_nvgpu_operand(op, operands, "mbarId"));
  size_t rank = add_coordinates(conversion, op, operands, values + 2), count = 2 + rank;
  values[count++] = barrier;
  int32_t has_mask = add_optional(op, operands, "multicastMask", values, &count);
  int32_t has_predicate = add_optional(op, operands, "predicate", values, &count);
  tern_build(b, TERN_NVVM(CP_ASYNC_BULK_TENSOR_SHARED_CLUSTER_GLOBAL), .operands = {values, count},
             .segments = (int32_t[]){1, 1, (int32_t)rank, 1, 0, has_mask, 0, has_predicate});
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_value_t *values[MAX_BOX_RANK + 3];
  values[0] = tern_nvgpu_operand(op, operands, "tensorMapDescriptor");
  values[1] = tern_nvgpu_address(conversion, tern_op_operand_named(op, "src")->type,
                                 tern_nvgpu_operand(op, operands, "src"), (tern_values_t){0});
  size_t rank = add_coordinates(conversion, op, operands, values + 2), count = 2 + rank;
  int32_t has_predicate = add_optional(op, operands, "predicate", values, &count);
  tern_build(tern_nvgpu_builder(conversion), TERN_NVVM(CP_ASYNC_BULK_TENSOR_GLOBAL_SHARED_CTA),
             .operands = {values, count}, .segments = (int32_t[]){1, 1, (int32_t)rank, 0, has_predicate});
  tern_conversion_erase(conversion, op);
  return true;
}

// CUtensorMapDataType of a type; -1: the driver has none.
static int64_t driver_type(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_F16: return 6;
    case TERN_TYPE_F32: return 7;
    case TERN_TYPE_F64: return 8;
    case TERN_TYPE_BF16: return 9;
    default: break;
  }
  if (tern_type_is_i(type, 32)) return 3;
  if (tern_type_is_i(type, 64)) return 5;
  static const uint32_t widths[] = {8, 16, 32, [4] = 64};
  for (size_t i = 0; i < sizeof widths / sizeof widths[0]; ++i) {
    if (widths[i] && type == tern_integer_type_get(type->context, widths[i], TERN_UNSIGNED)) return (int64_t)i;
  }
  return -1;
}

static const char encode_name[] = "mgpuTensorMapEncodeTiledMemref";

// The function of the runtime, declared at the end of the module.
static tern_op_t *encode_function(tern_builder_t *b) {
  tern_op_t *module = tern_llvm_module_around(b);
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_LLVM(FUNC))) continue;
    if (tern_str_equal_cstr(tern_string_attr_value(tern_op_attr(op, "sym_name")), encode_name)) return op;
  }
  const tern_type_t *p = tern_llvm_ptr_type(b->context, 0), *n = tern_nvgpu_i64(b);
  tern_builder_t at_end = *b;
  tern_builder_set_end(&at_end, tern_op_body(module, 0));
  at_end.loc = b->loc;
  return tern_llvm_make_function(&at_end, tern_str_from_cstr(encode_name),
                                 tern_llvm_func_type(p, TERN_TYPES(n, p, n, n, n, n, n, p), false),
                                 TERN_LLVM_LINKAGE_EXTERNAL);
}

// The runtime reads the memref's descriptor and an array of the sizes of the box.
static bool lower_create(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_nvgpu_builder(conversion);
  const tern_type_t *map = op->results[0].type, *pointer = tern_llvm_ptr_type(b->context, 0);
  int64_t type = driver_type(tern_type_element(tern_op_operand(op, 0)->type));
  if (type < 0) return false;
  tern_value_t *element = tern_nvgpu_long_of_word(b, type);
  tern_llvm_value_vec_t parts = {0};
  tern_llvm_promote_operands(tern_llvm_lowering_of(conversion), b, TERN_VALUES(tern_op_operand(op, 0)),
                             TERN_VALUES(operands.values[0]), false, &parts);
  tern_value_t *box = tern_llvm_make_alloca(b, tern_nvgpu_i64(b), tern_nvgpu_long_of_word(b, MAX_BOX_RANK));
  for (size_t i = 1; i < operands.count; ++i) {
    tern_value_t *index = tern_nvgpu_long_of_word(b, (int64_t)i - 1);
    tern_value_t *place = tern_llvm_make_gep(b, pointer, pointer, box, TERN_VALUES(index), 0);
    tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(operands.values[i], place));
  }
  tern_value_t *numbers[4];
  static const tern_nvgpu_enum_t ids[] = {TERN_NVGPU_ENUM_INTERLEAVE, TERN_NVGPU_ENUM_SWIZZLE, TERN_NVGPU_ENUM_L2PROMO,
                                          TERN_NVGPU_ENUM_OOB};
  for (size_t i = 0; i < 4; ++i) numbers[i] = tern_nvgpu_long_of_word(b, tern_nvgpu_map_param(map, ids[i]));
  tern_value_t *result = tern_llvm_make_call(
      b, encode_function(b),
      TERN_VALUES(parts.values[0], parts.values[1], element, numbers[0], numbers[1], numbers[2], numbers[3], box));
  tern_vec_deinitialize(&parts);
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_nvgpu_tensor_map_patterns[] = {
    {"tma-fence-descriptor", TERN_NVGPU(TMA_FENCE_DESCRIPTOR), 1, lower_fence},
    {"tma-prefetch-descriptor", TERN_NVGPU(TMA_PREFETCH_DESCRIPTOR), 1, lower_prefetch},
    {"tma-async-load", TERN_NVGPU(TMA_ASYNC_LOAD), 1, lower_load},
    {"tma-async-store", TERN_NVGPU(TMA_ASYNC_STORE), 1, lower_store},
    {"tma-create-descriptor", TERN_NVGPU(TMA_CREATE_DESCRIPTOR), 1, lower_create},
    {0},
};
