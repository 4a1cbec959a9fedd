// gpu.subgroup_reduce by shuffles (upstream: SubgroupReduceLowering), and --test-gpu-subgroup-reduce-lowering, which
// applies it.
//
// Vectors are first cut into pieces that one shuffle can move; what is narrower than a shuffle travels in an integer of
// its width. A reduction is then a butterfly: each round adds the value of the partner twice as far away.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"
#include "ir/diagnostic.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/gpu/rewrite_patterns.h"

enum { SUBGROUP_SIZE = 32, SHUFFLE_BITS = 32 };

// --- vectors ---

static const tern_attr_t *index_list(tern_builder_t *b, int64_t value) {
  const tern_attr_t *element = tern_integer_attr_get(tern_i_type_get(b->context, 64), value);
  return tern_array_attr_get(b->context, &element, 1);
}

static const tern_type_t *vector_of(const tern_type_t *element, int64_t count) {
  return tern_vector_type_get(element, &count, 1, 0);
}

static tern_value_t *build_extract(tern_builder_t *b, tern_value_t *vector, int64_t position) {
  return tern_build_value(
      b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(vector), .types = TERN_TYPES(tern_type_element(vector->type)),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &position, 1)}));
}

static tern_value_t *build_insert(tern_builder_t *b, tern_value_t *value, tern_value_t *vector, int64_t position) {
  return tern_build_value(
      b, TERN_VECTOR(INSERT), .operands = TERN_VALUES(value, vector), .types = TERN_TYPES(vector->type),
      .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(b->context, &position, 1)}));
}

static tern_value_t *build_extract_slice(tern_builder_t *b, tern_value_t *vector, int64_t start, int64_t count) {
  return tern_build_value(b, TERN_VECTOR(EXTRACT_STRIDED_SLICE), .operands = TERN_VALUES(vector),
                          .types = TERN_TYPES(vector_of(tern_type_element(vector->type), count)),
                          .attrs = TERN_ATTRS({"offsets", index_list(b, start)}, {"sizes", index_list(b, count)},
                                              {"strides", index_list(b, 1)}));
}

static tern_value_t *build_insert_slice(tern_builder_t *b, tern_value_t *slice, tern_value_t *vector, int64_t start) {
  return tern_build_value(b, TERN_VECTOR(INSERT_STRIDED_SLICE), .operands = TERN_VALUES(slice, vector),
                          .types = TERN_TYPES(vector->type),
                          .attrs = TERN_ATTRS({"offsets", index_list(b, start)}, {"strides", index_list(b, 1)}));
}

static tern_value_t *build_unary(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type,
                                 tern_value_t *value) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// --- cutting vectors into pieces ---

// `op` for another operand.
static tern_value_t *build_same_reduction(tern_builder_t *b, const tern_op_t *op, tern_value_t *value) {
  return tern_build_value(b, TERN_GPU(SUBGROUP_REDUCE), .operands = TERN_VALUES(value),
                          .types = TERN_TYPES(value->type), .dictionary = tern_op_attr_dictionary(op));
}

static bool break_down(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand(op, 0);
  if (value->type->kind != TERN_TYPE_VECTOR) return false;
  int64_t count = tern_type_element_count(value->type), bits = tern_type_bit_width(tern_type_element(value->type));
  int64_t per_shuffle = SHUFFLE_BITS / bits;
  if (count < 2 || bits >= SHUFFLE_BITS || count <= per_shuffle) return false;
  tern_value_t *result = tern_arith_constant(b, tern_arith_zero_attr(value->type));
  for (int64_t start = 0; start < count; start += per_shuffle) {
    int64_t size = per_shuffle < count - start ? per_shuffle : count - start;
    tern_value_t *piece = size == 1 ? build_extract(b, value, start) : build_extract_slice(b, value, start, size);
    tern_value_t *reduced = build_same_reduction(b, op, piece);
    result = size == 1 ? build_insert(b, reduced, result, start) : build_insert_slice(b, reduced, result, start);
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

static bool scalarize(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand(op, 0);
  if (value->type->kind != TERN_TYPE_VECTOR || tern_type_element_count(value->type) != 1) return false;
  tern_value_t *reduced = build_same_reduction(b, op, build_extract(b, value, 0));
  tern_value_t *result = build_unary(b, TERN_VECTOR(BROADCAST), value->type, reduced);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- shuffles ---

typedef struct cluster {
  int64_t size, stride;
} cluster_t;

static bool read_cluster(const tern_op_t *op, cluster_t *out_cluster) {
  const tern_attr_t *size = tern_op_attr(op, "cluster_size"), *stride = tern_op_attr(op, "cluster_stride");
  out_cluster->size = size ? tern_integer_attr_value(size) : SUBGROUP_SIZE;
  out_cluster->stride = stride ? tern_integer_attr_value(stride) : 1;
  if (out_cluster->size > SUBGROUP_SIZE) {
    return tern_op_error(op, "cluster size %lld is greater than subgroup size %d", (long long)out_cluster->size,
                         SUBGROUP_SIZE);
  }
  return out_cluster->stride < SUBGROUP_SIZE ||
         tern_op_error(op, "cluster stride %lld is not less than subgroup size %d", (long long)out_cluster->stride,
                       SUBGROUP_SIZE);
}

// The value in the integer that is shuffled, and back.
static tern_value_t *pack(tern_builder_t *b, tern_value_t *value) {
  const tern_type_t *whole = tern_i_type_get(b->context, SHUFFLE_BITS);
  if (value->type->kind == TERN_TYPE_VECTOR) {
    return build_extract(b, build_unary(b, TERN_VECTOR(BITCAST), vector_of(whole, 1), value), 0);
  }
  uint32_t bits = tern_type_bit_width(value->type);
  if (bits == SHUFFLE_BITS) return value;
  tern_value_t *narrow = build_unary(b, TERN_ARITH(BITCAST), tern_i_type_get(b->context, bits), value);
  return build_unary(b, TERN_ARITH(EXTUI), whole, narrow);
}

static tern_value_t *unpack(tern_builder_t *b, tern_value_t *packed, const tern_type_t *type) {
  if (type->kind == TERN_TYPE_VECTOR) {
    tern_value_t *whole = build_unary(b, TERN_VECTOR(BROADCAST), vector_of(packed->type, 1), packed);
    return build_unary(b, TERN_VECTOR(BITCAST), type, whole);
  }
  if (packed->type == type) return packed;
  uint32_t bits = tern_type_bit_width(type);
  tern_value_t *narrow = build_unary(b, TERN_ARITH(TRUNCI), tern_i_type_get(b->context, bits), packed);
  return build_unary(b, TERN_ARITH(BITCAST), type, narrow);
}

static tern_value_t *build_butterfly(tern_builder_t *b, const tern_op_t *op, cluster_t cluster, tern_value_t *value) {
  const tern_type_t *i32 = tern_i_type_get(b->context, 32), *i1 = tern_i_type_get(b->context, 1);
  const tern_attr_t *mode = tern_enum_attr_get(b->context, TERN_GPU_ENUM(SHUFFLE_MODE), 0);
  tern_gpu_reduction_t kind = (tern_gpu_reduction_t)tern_enum_attr_value(tern_op_attr(op, "op"));
  for (int64_t i = cluster.stride; i < cluster.stride * cluster.size; i *= 2) {
    tern_value_t *packed = pack(b, value);
    tern_value_t *distance = tern_arith_constant_int(b, i32, i);
    tern_value_t *width = tern_arith_constant_int(b, i32, SUBGROUP_SIZE);
    tern_op_t *shuffle = tern_build(b, TERN_GPU(SHUFFLE), .operands = TERN_VALUES(packed, distance, width),
                                    .types = TERN_TYPES(packed->type, i1), .attrs = TERN_ATTRS({"mode", mode}));
    value = tern_gpu_build_reduction(b, kind, value, unpack(b, tern_op_result(shuffle, 0), value->type));
  }
  return value;
}

static bool lower_scalar(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  cluster_t cluster;
  tern_value_t *value = tern_op_operand(op, 0);
  if (!read_cluster(op, &cluster)) return false;
  bool is_scalar = tern_type_is_integer(value->type) || tern_type_is_float(value->type);
  if (!is_scalar || tern_type_bit_width(value->type) > SHUFFLE_BITS) return false;
  tern_value_t *result = build_butterfly(&rewriter->builder, op, cluster, value);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

static bool lower_vector(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  cluster_t cluster;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *value = tern_op_operand(op, 0);
  if (!read_cluster(op, &cluster) || value->type->kind != TERN_TYPE_VECTOR) return false;
  const tern_type_t *element = tern_type_element(value->type);
  int64_t count = tern_type_element_count(value->type), bits = tern_type_bit_width(element);
  if (count * bits > SHUFFLE_BITS || SHUFFLE_BITS % bits != 0) return false;
  bool is_narrow = count * bits < SHUFFLE_BITS;
  if (is_narrow) {
    tern_value_t *zero = tern_arith_constant(b, tern_arith_zero_attr(vector_of(element, SHUFFLE_BITS / bits)));
    value = build_insert_slice(b, value, zero, 0);
  }
  tern_value_t *result = build_butterfly(b, op, cluster, value);
  if (is_narrow) result = build_extract_slice(b, result, 0, count);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

// --- the pass ---

static bool run(tern_op_t *op, tern_pass_t *pass) {
  static const tern_pattern_t patterns[] = {
      {"break-down-subgroup-reduce", TERN_GPU(SUBGROUP_REDUCE), 2, break_down},
      {"scalarize-single-element-reduce", TERN_GPU(SUBGROUP_REDUCE), 2, scalarize},
      {"scalar-subgroup-reduce-to-shuffles", TERN_GPU(SUBGROUP_REDUCE), 1, lower_scalar},
      {"vector-subgroup-reduce-to-shuffles", TERN_GPU(SUBGROUP_REDUCE), 1, lower_vector},
  };
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.top_down = false;
  options.merge_blocks = true;
  size_t count = tern_pass_bool(pass, "expand-to-shuffles") ? sizeof(patterns) / sizeof(patterns[0]) : 2;
  tern_apply_patterns_greedily(op, patterns, count, NULL, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"expand-to-shuffles", TERN_OPTION_BOOL, "false", "Expand subgroup_reduce ops to shuffle ops.", NULL},
    {"target", TERN_OPTION_STRING, "",
     "Target backend name which will be used to provide compatible lowerings of subgroup reduce.", NULL},
};

const tern_pass_def_t tern_test_gpu_subgroup_reduce_lowering_pass = {
    .flag = "test-gpu-subgroup-reduce-lowering",
    .name = "(anonymous namespace)::TestGpuSubgroupReduceLoweringPass",
    .anchor = "builtin.module",
    .summary = "Applies gpu.subgroup_reduce lowering patterns.",
    .options = options,
    .option_count = sizeof(options) / sizeof(options[0]),
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_vector_dialect, NULL},
    .run = run,
};
