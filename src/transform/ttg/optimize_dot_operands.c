// --tritongpu-optimize-dot-operands: operands of products are transposed and reshaped in shared memory, not in registers.
//
//   convert_layout(trans(x)) -> dot_op       local_load(memdesc_trans(local_alloc x))     of tt.dot
//   local_alloc(trans(x))                    memdesc_trans(local_alloc x)                 of products of warp groups
//   local_alloc(reshape(x))                  memdesc_reshape(local_alloc x)               where that is memory for them, too
//
// and scales of products in tensor memory are read from shared memory as they were loaded (matmul/scale_memory.h).
//
// Source: upstream's pass of the same name.

#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"
#include "dialect/ttng/ttng.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/ttg/convert_patterns.h"
#include "transform/ttg/matmul/scale_memory.h"
#include "transform/ttg/operand_memory.h"

static tern_op_t *only_user(const tern_op_t *op) {
  return tern_value_has_one_use(&op->results[0]) ? op->results[0].first_use->owner : NULL;
}

// The op if it exchanges two dimensions.
static tern_op_t *transpose_of(const tern_value_t *value) {
  tern_op_t *op = tern_value_defined_by(value, TERN_TT(TRANS));
  const tern_attr_t *order = op ? tern_op_attr(op, "order") : NULL;
  bool exchanges = order && tern_int_list_attr_count(order) == 2 && tern_int_list_attr_at(order, 0) == 1;
  return exchanges ? op : NULL;
}

static tern_value_t *build(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static tern_value_t *build_trans(tern_builder_t *b, tern_value_t *memory, const tern_type_t *type) {
  const tern_attr_t *order = tern_dense_i32_array_attr_get(b->context, (const int32_t[]){1, 0}, 2);
  return tern_build_value(b, TERN_TTG(MEMDESC_TRANS), .operands = TERN_VALUES(memory), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"order", order}));
}

// --- operands in registers ---

// Bases of two dimensions that were exchanged.
static uint64_t exchange_columns(uint64_t cga, tern_context_t *context) {
  const tern_attr_t *bases = (const tern_attr_t *)(uintptr_t)cga;
  int64_t values[2 * TERN_LAYOUT_MAX_BITS];
  size_t count = tern_dense_array_attr_count(bases);
  for (size_t i = 0; i < count; ++i) values[i] = tern_dense_array_attr_int(bases, i ^ 1);
  return tern_ttg_list(context, values, count);
}

// The type of the transposed memory: what infers it is asked for the encoding.
static const tern_type_t *transposed(const tern_type_t *memory) {
  tern_memdesc_t desc = tern_memdesc_read(memory);
  int64_t dims[2] = {desc.dims[1], desc.dims[0]};
  const char *error = NULL;
  const tern_attr_t *order = tern_dense_i32_array_attr_get(memory->context, (const int32_t[]){1, 0}, 2);
  desc.encoding = tern_ttg_infer_trans(desc.encoding, desc.dims, order, &error);
  desc.dims = desc.alloc_dims = dims;
  return error ? NULL : tern_memdesc_get(&desc);
}

static bool transpose_in_memory(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_op_t *dot = only_user(op);
  tern_op_t *trans = transpose_of(tern_op_operand(op, 0));
  const tern_attr_t *operand = tern_tensor_type_encoding(op->results[0].type);
  if (!dot || !tern_op_is(dot, TERN_TT(DOT)) || !trans || !tern_attr_is_ttg(operand, TERN_TTG_ATTR_DOT_OP))
    return false;
  tern_value_t *source = tern_op_operand(trans, 0);
  const tern_op_t *convert = tern_value_defined_by(source, TERN_TTG(CONVERT_LAYOUT));
  // The conversion between has nothing to do any more, so memory is laid out for what is before it.
  const tern_type_t *type = convert ? tern_op_operand(convert, 0)->type : source->type;
  const tern_attr_t *encoding = tern_ttg_type_encoding(type);
  int64_t order[TERN_TTG_MAX_RANK];
  if (!encoding || !tern_ttg_memory_order(type, order)) return false;
  const tern_attr_t *shared = tern_ttg_operand_memory(operand, tern_type_dims(type), order, 2,
                                                      exchange_columns(tern_ttg_cga_list(encoding), type->context),
                                                      tern_type_bit_width(tern_type_element(type)), true);
  const tern_type_t *memory = tern_ttg_memory_for(type, shared), *turned = transposed(memory);
  if (!turned) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, trans);
  tern_value_t *view = build_trans(b, build(b, TERN_TTG(LOCAL_ALLOC), source, memory), turned);
  tern_op_set_operand(op, 0, build(b, TERN_TTG(LOCAL_LOAD), view, op->results[0].type));
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- operands in memory ---

static bool is_warp_group_product(const tern_op_t *op) {
  return op && (tern_op_is(op, TERN_TTNG(WARP_GROUP_DOT)) || tern_op_is(op, TERN_TTNG(TC_GEN5_MMA)) ||
                tern_op_is(op, TERN_TTNG(TC_GEN5_MMA_SCALED)));
}

static bool alloc_before_trans(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_op_t *trans = op->operand_count ? transpose_of(tern_op_operand(op, 0)) : NULL;
  if (!trans || !is_warp_group_product(only_user(op))) return false;
  tern_memdesc_t desc = tern_memdesc_read(op->results[0].type);
  tern_value_t *source = tern_op_operand(trans, 0);
  const char *error = NULL;
  if (!tern_attr_is_ttg(desc.encoding, TERN_TTG_ATTR_NVMMA_SHARED)) return false;
  desc.encoding =
      tern_ttg_infer_trans(desc.encoding, tern_type_dims(source->type), tern_op_attr(trans, "order"), &error);
  if (error) return false;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *alloc = build(b, TERN_TTG(LOCAL_ALLOC), source, tern_ttg_memory_for(source->type, desc.encoding));
  const tern_type_t *type = transposed(alloc->type);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(build_trans(b, alloc, type ? type : op->results[0].type)));
  return true;
}

// What memory has to be for the product is found backward from what the product gets.
static bool alloc_before_reshape(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  const tern_op_t *reshape = op->operand_count ? tern_value_defined_by(tern_op_operand(op, 0), TERN_TT(RESHAPE)) : NULL;
  if (!reshape) return false;
  tern_value_t *source = tern_op_operand(reshape, 0);
  tern_memdesc_t desc = tern_memdesc_read(op->results[0].type);
  const char *error = NULL;
  desc.encoding = tern_ttg_infer_memory_reshape(desc.encoding, desc.dims, tern_type_dims(source->type),
                                                tern_type_rank(source->type), &error);
  if (error || !tern_attr_is_ttg(desc.encoding, TERN_TTG_ATTR_NVMMA_SHARED)) return false;
  desc.rank = desc.alloc_rank = tern_type_rank(source->type);
  desc.dims = desc.alloc_dims = tern_type_dims(source->type);
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *alloc = build(b, TERN_TTG(LOCAL_ALLOC), source, tern_memdesc_get(&desc));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(build(b, TERN_TTG(MEMDESC_RESHAPE), alloc, op->results[0].type)));
  return true;
}

// --- the pass ---

static const tern_pattern_t patterns[] = {
    {"transpose-in-memory", TERN_TTG(CONVERT_LAYOUT), 1, transpose_in_memory},
    {"alloc-before-trans", TERN_TTG(LOCAL_ALLOC), 1, alloc_before_trans},
    {"alloc-before-reshape", TERN_TTG(LOCAL_ALLOC), 1, alloc_before_reshape},
    {"scales-from-memory", TERN_TTNG(TC_GEN5_MMA_SCALED), 1, tern_ttg_read_scales_from_memory},
    TERN_TTG_CONVERT_PATTERNS,
};

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_greedy_options_t first = TERN_GREEDY_DEFAULT, options = TERN_GREEDY_DEFAULT;
  first.use_canonicalizers = true;
  tern_apply_patterns_greedily(module, NULL, 0, NULL, &first, NULL);
  options.top_down = false;
  options.merge_blocks = true;
  tern_apply_patterns_greedily(module, patterns, sizeof patterns / sizeof patterns[0], NULL, &options, NULL);
  return true;
}

static const tern_option_def_t options[] = {
    {"hoist-layout-conversion", TERN_OPTION_BOOL, "true",
     "Accepted for upstream's pipelines, whose pass of 3.6 does not heed it either", NULL},
};

const tern_pass_def_t tern_tritongpu_optimize_dot_operands_pass = {
    .flag = "tritongpu-optimize-dot-operands",
    .name = "TritonGPUOptimizeDotOperands",
    .anchor = "builtin.module",
    .summary = "Transpose and reshape operands of products in shared memory",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_ttg_dialect, &tern_ttng_dialect, NULL},
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
