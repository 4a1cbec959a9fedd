// gpu ops of kernels to nvvm: ids, barriers, and reductions over the lanes of a warp.

#include <string.h>

#include "convert/llvm/kernel/kernel.h"
#include "dialect/arith/arith.h"
#include "dialect/gpu/gpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

enum { WARP_SIZE = 32 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static tern_value_t *build2(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *x, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

// --- ids ---

tern_value_t *tern_kernel_build_register(tern_builder_t *b, const tern_op_row_t *first, size_t dimension) {
  tern_value_t *value = tern_build_value(b, first + dimension, .types = TERN_TYPES(tern_i_type_get(b->context, 32)));
  return build_cast(b, TERN_LLVM(ZEXT), value, tern_i_type_get(b->context, 64));
}

static const struct {
  const tern_op_row_t *row, *first;
} id_rows[] = {
    {TERN_GPU(THREAD_ID), TERN_NVVM(READ_PTX_SREG_TID_X)},
    {TERN_GPU(BLOCK_DIM), TERN_NVVM(READ_PTX_SREG_NTID_X)},
    {TERN_GPU(BLOCK_ID), TERN_NVVM(READ_PTX_SREG_CTAID_X)},
    {TERN_GPU(GRID_DIM), TERN_NVVM(READ_PTX_SREG_NCTAID_X)},
};

static bool convert_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  size_t dimension = (size_t)tern_enum_attr_value(tern_op_attr(op, "dimension"));
  for (size_t i = 0; i < sizeof id_rows / sizeof id_rows[0]; ++i) {
    if (!tern_op_is(op, id_rows[i].row)) continue;
    return tern_conversion_replace_value(
        conversion, op, tern_kernel_build_register(builder_of(conversion), id_rows[i].first, dimension));
  }
  return false;
}

static bool convert_lane_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return tern_conversion_replace_value(
      conversion, op, tern_kernel_build_register(builder_of(conversion), TERN_NVVM(READ_PTX_SREG_LANEID), 0));
}

static bool convert_subgroup_size(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  return tern_conversion_replace_value(conversion, op,
                                       tern_llvm_build_int(b, tern_i_type_get(b->context, 64), WARP_SIZE));
}

// x + size_x * (y + size_y * z), by registers of which the first is given.
static tern_value_t *build_linear(tern_builder_t *b, const tern_op_row_t *first) {
  tern_value_t *linear = tern_kernel_build_register(b, first, 2);
  for (size_t d = 2; d-- > 0;) {
    tern_value_t *size = tern_kernel_build_register(b, TERN_NVVM(READ_PTX_SREG_NTID_X), d);
    linear =
        build2(b, TERN_LLVM(ADD), build2(b, TERN_LLVM(MUL), linear, size), tern_kernel_build_register(b, first, d));
  }
  return linear;
}

// Warps are cut from the threads in the order of their linear ids. (%warpid may change while a kernel runs.)
static bool convert_subgroup_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *five = tern_llvm_build_int(b, tern_i_type_get(b->context, 64), 5);
  return tern_conversion_replace_value(
      conversion, op, build2(b, TERN_LLVM(LSHR), build_linear(b, TERN_NVVM(READ_PTX_SREG_TID_X)), five));
}

static bool convert_num_subgroups(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *threads = tern_kernel_build_register(b, TERN_NVVM(READ_PTX_SREG_NTID_X), 0);
  for (size_t d = 1; d < 3; ++d) {
    threads = build2(b, TERN_LLVM(MUL), threads, tern_kernel_build_register(b, TERN_NVVM(READ_PTX_SREG_NTID_X), d));
  }
  tern_value_t *rounded = build2(b, TERN_LLVM(ADD), threads, tern_llvm_build_int(b, i64, WARP_SIZE - 1));
  return tern_conversion_replace_value(conversion, op,
                                       build2(b, TERN_LLVM(LSHR), rounded, tern_llvm_build_int(b, i64, 5)));
}

// --- barriers ---

// bar.sync orders all memory of the block.
static bool convert_barrier(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  if (tern_op_is(op, TERN_SPIRV(CONTROLBARRIER)) &&
      tern_enum_attr_value(tern_op_attr(op, "execution_scope")) != TERN_SPIRV_SCOPE_WORKGROUP) {
    return tern_op_error(op, "waits for other threads than those of the workgroup");
  }
  tern_build(builder_of(conversion), TERN_NVVM(BARRIER0), .operands = {0});
  tern_conversion_erase(conversion, op);
  return true;
}

// --- reductions over a warp ---

// By reduction: of integers, of floats. NULL: there is none.
static const tern_op_row_t *const reduction_rows[][2] = {
    [TERN_GPU_REDUCE_ADD] = {TERN_LLVM(ADD), TERN_LLVM(FADD)},
    [TERN_GPU_REDUCE_MUL] = {TERN_LLVM(MUL), TERN_LLVM(FMUL)},
    [TERN_GPU_REDUCE_MINUI] = {TERN_LLVM(INTR_UMIN), NULL},
    [TERN_GPU_REDUCE_MINSI] = {TERN_LLVM(INTR_SMIN), NULL},
    [TERN_GPU_REDUCE_MINNUMF] = {NULL, TERN_LLVM(INTR_MINNUM)},
    [TERN_GPU_REDUCE_MAXUI] = {TERN_LLVM(INTR_UMAX), NULL},
    [TERN_GPU_REDUCE_MAXSI] = {TERN_LLVM(INTR_SMAX), NULL},
    [TERN_GPU_REDUCE_MAXNUMF] = {NULL, TERN_LLVM(INTR_MAXNUM)},
    [TERN_GPU_REDUCE_AND] = {TERN_LLVM(AND), NULL},
    [TERN_GPU_REDUCE_OR] = {TERN_LLVM(OR), NULL},
    [TERN_GPU_REDUCE_XOR] = {TERN_LLVM(XOR), NULL},
    [TERN_GPU_REDUCE_MINIMUMF] = {NULL, TERN_LLVM(INTR_MINIMUM)},
    [TERN_GPU_REDUCE_MAXIMUMF] = {NULL, TERN_LLVM(INTR_MAXIMUM)},
};

static tern_value_t *build_word(tern_builder_t *b, int64_t value) {
  return tern_llvm_build_int(b, tern_i_type_get(b->context, 32), value);
}

// Which lane another's value comes from: operands of shfl.sync.
typedef struct exchange {
  int64_t kind;
  tern_value_t *mask, *offset, *clamp;
} exchange_t;

static tern_value_t *build_exchange_word(tern_builder_t *b, tern_value_t *word, const exchange_t *exchange) {
  const tern_attr_t *kind = tern_enum_attr_get(b->context, TERN_NVVM_ENUM(SHFL_KIND), exchange->kind);
  return tern_build_value(b, TERN_NVVM(SHFL_SYNC), .types = TERN_TYPES(word->type),
                          .operands = TERN_VALUES(exchange->mask, word, exchange->offset, exchange->clamp),
                          .attrs = TERN_ATTRS({"kind", kind}));
}

// The value, a scalar of up to 64 bits, of the other lane.
static tern_value_t *build_exchange(tern_builder_t *b, tern_value_t *value, const exchange_t *exchange) {
  const tern_type_t *type = value->type, *i32 = tern_i_type_get(b->context, 32), *i64 = tern_i_type_get(b->context, 64);
  uint32_t width = tern_type_bit_width(type);
  const tern_type_t *bits = tern_i_type_get(b->context, width);
  if (width == 32) return build_exchange_word(b, value, exchange);
  if (type != bits) value = build_cast(b, TERN_LLVM(BITCAST), value, bits);
  if (width < 32) {
    tern_value_t *word = build_exchange_word(b, build_cast(b, TERN_LLVM(ZEXT), value, i32), exchange);
    value = build_cast(b, TERN_LLVM(TRUNC), word, bits);
  } else {
    tern_value_t *shift = tern_llvm_build_int(b, i64, 32);
    tern_value_t *low = build_cast(b, TERN_LLVM(TRUNC), value, i32);
    tern_value_t *high = build_cast(b, TERN_LLVM(TRUNC), build2(b, TERN_LLVM(LSHR), value, shift), i32);
    low = build_cast(b, TERN_LLVM(ZEXT), build_exchange_word(b, low, exchange), i64);
    high = build_cast(b, TERN_LLVM(ZEXT), build_exchange_word(b, high, exchange), i64);
    value = build2(b, TERN_LLVM(OR), low, build2(b, TERN_LLVM(SHL), high, shift));
  }
  return type == bits ? value : build_cast(b, TERN_LLVM(BITCAST), value, type);
}

// Exchanges over growing distances: after each, twice as many lanes have the same value.
static bool convert_subgroup_reduce(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *value = operands.values[0];
  bool is_float = tern_type_is_float(value->type);
  const tern_op_row_t *row = reduction_rows[tern_enum_attr_value(tern_op_attr(op, "op"))][is_float];
  const tern_attr_t *cluster = tern_op_attr(op, "cluster_size");
  int64_t size = cluster ? tern_integer_attr_value(cluster) : WARP_SIZE;
  int64_t stride = tern_integer_attr_value(tern_op_attr(op, "cluster_stride"));
  if (!row || (!is_float && !tern_type_is_integer(value->type)) || tern_type_bit_width(value->type) > 64) {
    return tern_op_error(op, "is a reduction that there is no code for, of '%s'", tern_type_text(value->type));
  }
  if (size * stride > WARP_SIZE) return tern_op_error(op, "has clusters of more lanes than a warp has");
  for (int64_t distance = stride; distance < size * stride; distance *= 2) {
    exchange_t exchange = {TERN_NVVM_SHFL_KIND_BFLY, build_word(b, -1), build_word(b, distance),
                           build_word(b, WARP_SIZE - 1)};
    value = build2(b, row, value, build_exchange(b, value, &exchange));
  }
  return tern_conversion_replace_value(conversion, op, value);
}

// --- shuffles ---

// By mode: xor, down, up, idx, as upstream's enum has them.
static const struct {
  const char *mode;
  int64_t kind;
} shuffle_kinds[] = {
    {"xor", TERN_NVVM_SHFL_KIND_BFLY},
    {"up", TERN_NVVM_SHFL_KIND_UP},
    {"down", TERN_NVVM_SHFL_KIND_DOWN},
    {"idx", TERN_NVVM_SHFL_KIND_IDX},
};

static bool find_shuffle_kind(const tern_op_t *op, int64_t *out_kind) {
  const char *mode = tern_enum_case_name(TERN_GPU_ENUM(SHUFFLE_MODE), tern_enum_attr_value(tern_op_attr(op, "mode")));
  for (size_t i = 0; i < sizeof shuffle_kinds / sizeof shuffle_kinds[0]; ++i) {
    if (strcmp(shuffle_kinds[i].mode, mode) != 0) continue;
    *out_kind = shuffle_kinds[i].kind;
    return true;
  }
  return false;
}

// The width becomes the mask of the lanes that take part, and the last lane that may be read; of shuffles up, the first.
static bool convert_shuffle(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i1 = tern_i_type_get(b->context, 1);
  tern_value_t *value = operands.values[0], *width = operands.values[2];
  exchange_t exchange = {.mask = build_word(b, -1), .offset = operands.values[1]};
  bool is_scalar = tern_type_is_float(value->type) || tern_type_is_integer(value->type);
  if (!find_shuffle_kind(op, &exchange.kind) || !is_scalar || tern_type_bit_width(value->type) > 64) {
    return tern_op_error(op, "is a shuffle that there is no code for, of '%s'", tern_type_text(value->type));
  }
  bool is_up = exchange.kind == TERN_NVVM_SHFL_KIND_UP;
  exchange.clamp = is_up ? build2(b, TERN_LLVM(SUB), build_word(b, WARP_SIZE), width)
                         : build2(b, TERN_LLVM(SUB), width, build_word(b, 1));
  tern_value_t *results[] = {build_exchange(b, value, &exchange), NULL};
  if (tern_value_has_uses(tern_op_result(op, 1))) {
    const tern_type_t *both = tern_llvm_struct_type(b->context, TERN_TYPES(i32, i1), false);
    const tern_attr_t *kind = tern_enum_attr_get(b->context, TERN_NVVM_ENUM(SHFL_KIND), exchange.kind);
    tern_value_t *pair = tern_build_value(
        b, TERN_NVVM(SHFL_SYNC), .types = TERN_TYPES(both),
        .operands = TERN_VALUES(exchange.mask, build_word(b, 0), exchange.offset, exchange.clamp),
        .attrs = TERN_ATTRS({"kind", kind}, {"return_value_and_is_valid", tern_unit_attr_get(b->context)}));
    results[1] = tern_llvm_build_extract(b, pair, (const int64_t[]){1}, 1);
  } else {
    results[1] = tern_llvm_build_int(b, i1, 1);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){results, 2});
  return true;
}

const tern_conversion_pattern_t tern_kernel_gpu_patterns[] = {
    {"thread-id", TERN_GPU(THREAD_ID), 1, convert_id},
    {"block-dim", TERN_GPU(BLOCK_DIM), 1, convert_id},
    {"block-id", TERN_GPU(BLOCK_ID), 1, convert_id},
    {"grid-dim", TERN_GPU(GRID_DIM), 1, convert_id},
    {"lane-id", TERN_GPU(LANE_ID), 1, convert_lane_id},
    {"subgroup-size", TERN_GPU(SUBGROUP_SIZE), 1, convert_subgroup_size},
    {"subgroup-id", TERN_GPU(SUBGROUP_ID), 1, convert_subgroup_id},
    {"num-subgroups", TERN_GPU(NUM_SUBGROUPS), 1, convert_num_subgroups},
    {"barrier", TERN_GPU(BARRIER), 1, convert_barrier},
    {"control-barrier", TERN_SPIRV(CONTROLBARRIER), 1, convert_barrier},
    {"subgroup-reduce", TERN_GPU(SUBGROUP_REDUCE), 1, convert_subgroup_reduce},
    {"shuffle", TERN_GPU(SHUFFLE), 1, convert_shuffle},
    {0},
};
