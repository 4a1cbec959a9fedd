// The gpu dialect: its tables.

#include "dialect/gpu/gpu.h"

#include <stdio.h>

#include "dialect/gpu/hooks.h"

// `gpu.block_id x` is %block_id_x.
static bool name_query(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *dimension = tern_op_attr(op, "dimension");
  const char *letter = dimension ? tern_enum_case_name(TERN_GPU_ENUM(DIM), tern_enum_attr_value(dimension)) : NULL;
  if (!letter) return false;
  int length = snprintf(out_name, size, "%s_%s", tern_op_name(op).data + strlen("gpu."), letter);
  return length > 0 && (size_t)length < size;
}

static bool copy_name(const char *name, char *out_name, size_t size) {
  if (strlen(name) >= size) return false;
  memcpy(out_name, name, strlen(name) + 1);
  return true;
}

static bool name_shuffle(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  return copy_name(index == 0 ? "shuffleResult" : "valid", out_name, size);
}

static bool name_rotate(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  return copy_name(index == 0 ? "rotateResult" : "valid", out_name, size);
}

static bool name_alloc(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)op;
  return copy_name(index == 0 ? "memref" : "asyncToken", out_name, size);
}

bool tern_gpu_launch_has_clusters(const tern_op_t *launch) {
  return tern_op_operand_named(launch, "clusterSizeX") != NULL;
}

size_t tern_gpu_launch_config_arg_count(const tern_op_t *launch) {
  return tern_gpu_launch_has_clusters(launch) ? TERN_GPU_LAUNCH_CLUSTER_SIZE + 3 : TERN_GPU_LAUNCH_BLOCK_SIZE + 3;
}

size_t tern_gpu_workgroup_buffer_count(const tern_op_t *op) {
  const tern_attr_t *count = tern_op_attr(op, "workgroup_attributions");
  return tern_attr_is_integer(count) && tern_integer_attr_value(count) > 0 ? (size_t)tern_integer_attr_value(count) : 0;
}

#define CASES(...)                                  \
  .cases = (const tern_enum_case_t[]){__VA_ARGS__}, \
  .case_count = sizeof((const tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)
#define NAMED(NAME) .name = "gpu." NAME, .attr_name = "gpu." NAME, .storage_width = 32
#define MAPPING_CASES                                                                                             \
  CASES({"x", 0}, {"y", 1}, {"z", 2}, {"linear_dim_0", 3}, {"linear_dim_1", 4}, {"linear_dim_2", 5},              \
        {"linear_dim_3", 6}, {"linear_dim_4", 7}, {"linear_dim_5", 8}, {"linear_dim_6", 9}, {"linear_dim_7", 10}, \
        {"linear_dim_8", 11}, {"linear_dim_9", 12})

const tern_enum_row_t tern_gpu_enums[] = {
    [TERN_GPU_ENUM_DIM] = {NAMED("dim"), .is_spaced_mnemonic = true, .keeps_space = true,
                           CASES({"x", TERN_GPU_DIM_X}, {"y", TERN_GPU_DIM_Y}, {"z", TERN_GPU_DIM_Z})},
    [TERN_GPU_ENUM_ALL_REDUCE_OP] = {NAMED("all_reduce_op"), .is_spaced_mnemonic = true, .keeps_space = true,
                                     CASES({"add", TERN_GPU_REDUCE_ADD}, {"mul", TERN_GPU_REDUCE_MUL},
                                           {"minui", TERN_GPU_REDUCE_MINUI}, {"minsi", TERN_GPU_REDUCE_MINSI},
                                           {"minnumf", TERN_GPU_REDUCE_MINNUMF}, {"maxui", TERN_GPU_REDUCE_MAXUI},
                                           {"maxsi", TERN_GPU_REDUCE_MAXSI}, {"maxnumf", TERN_GPU_REDUCE_MAXNUMF},
                                           {"and", TERN_GPU_REDUCE_AND}, {"or", TERN_GPU_REDUCE_OR},
                                           {"xor", TERN_GPU_REDUCE_XOR}, {"minimumf", TERN_GPU_REDUCE_MINIMUMF},
                                           {"maximumf", TERN_GPU_REDUCE_MAXIMUMF})},
    [TERN_GPU_ENUM_SHUFFLE_MODE] = {NAMED("shuffle_mode"), .is_spaced_mnemonic = true, .keeps_space = true,
                                    CASES({"xor", 0}, {"up", 2}, {"down", 1}, {"idx", 3})},
    [TERN_GPU_ENUM_BROADCAST] = {NAMED("broadcast"), .is_spaced_mnemonic = true, .keeps_space = true,
                                 CASES({"first_active_lane", 0}, {"specific_lane", 1})},
    [TERN_GPU_ENUM_ADDRESS_SPACE] = {NAMED("address_space"), CASES({"global", TERN_GPU_ADDRESS_SPACE_GLOBAL},
                                                                   {"workgroup", TERN_GPU_ADDRESS_SPACE_WORKGROUP},
                                                                   {"private", TERN_GPU_ADDRESS_SPACE_PRIVATE})},
    [TERN_GPU_ENUM_PROCESSOR] = {.name = "gpu.processor",
                                 .storage_width = 64,
                                 CASES({"block_x", 0}, {"block_y", 1}, {"block_z", 2}, {"thread_x", 3}, {"thread_y", 4},
                                       {"thread_z", 5}, {"sequential", 6})},
    [TERN_GPU_ENUM_BLOCK] = {NAMED("block"), MAPPING_CASES},
    [TERN_GPU_ENUM_WARPGROUP] = {NAMED("warpgroup"), MAPPING_CASES},
    [TERN_GPU_ENUM_WARP] = {NAMED("warp"), MAPPING_CASES},
    [TERN_GPU_ENUM_THREAD] = {NAMED("thread"), MAPPING_CASES},
    [TERN_GPU_ENUM_LANE] = {NAMED("lane"), MAPPING_CASES},
    [TERN_GPU_ENUM_MEMORY_SPACE] = {NAMED("memory_space"), CASES({"global", TERN_GPU_ADDRESS_SPACE_GLOBAL},
                                                                 {"workgroup", TERN_GPU_ADDRESS_SPACE_WORKGROUP},
                                                                 {"private", TERN_GPU_ADDRESS_SPACE_PRIVATE})},
    [TERN_GPU_ENUM_MMA_ELEMENT_WISE] = {NAMED("mma_element_wise"), .is_spaced_mnemonic = true, .keeps_space = true,
                                        CASES({"addf", TERN_GPU_MATRIX_ADDF}, {"mulf", TERN_GPU_MATRIX_MULF},
                                              {"subf", TERN_GPU_MATRIX_SUBF}, {"maxf", TERN_GPU_MATRIX_MAXF},
                                              {"minf", TERN_GPU_MATRIX_MINF}, {"divf", TERN_GPU_MATRIX_DIVF},
                                              {"addi", TERN_GPU_MATRIX_ADDI}, {"muli", TERN_GPU_MATRIX_MULI},
                                              {"subi", TERN_GPU_MATRIX_SUBI}, {"divs", TERN_GPU_MATRIX_DIVS},
                                              {"divu", TERN_GPU_MATRIX_DIVU}, {"negatef", TERN_GPU_MATRIX_NEGATEF},
                                              {"negates", TERN_GPU_MATRIX_NEGATES},
                                              {"extf", TERN_GPU_MATRIX_EXTF}, {"truncf", TERN_GPU_MATRIX_TRUNCF})},
    [TERN_GPU_ENUM_COMPILATION_TARGET] = {.name = "gpu.compilation_target",
                                          .storage_width = 32,
                                          CASES({"offload", TERN_GPU_OBJECT_OFFLOAD},
                                                {"assembly", TERN_GPU_OBJECT_ASSEMBLY}, {"bin", TERN_GPU_OBJECT_BINARY},
                                                {"fatbin", TERN_GPU_OBJECT_FATBIN})},
    [TERN_GPU_ENUM_PRUNE_2TO4_SPMAT_FLAG] = {NAMED("prune_2to4_spmat_flag"), .is_spaced_mnemonic = true,
                                             .keeps_space = true,
                                             CASES({"NONE", 0}, {"PRUNE_ONLY", 1}, {"PRUNE_AND_CHECK", 2})},
    [TERN_GPU_ENUM_MAT_TRANSPOSE_MODE] = {NAMED("mat_transpose_mode"), .is_spaced_mnemonic = true, .keeps_space = true,
                                          CASES({"NON_TRANSPOSE", 0}, {"TRANSPOSE", 1}, {"CONJUGATE_TRANSPOSE", 2})},
    [TERN_GPU_ENUM_SPGEMM_WORK_ESTIMATION_OR_COMPUTE_KIND] = {NAMED("spgemm_work_estimation_or_compute_kind"),
                                                              .is_spaced_mnemonic = true, .keeps_space = true,
                                                              CASES({"WORK_ESTIMATION", 0}, {"COMPUTE", 1})},
};

const tern_attr_row_t tern_gpu_attrs[] = {
    [TERN_GPU_ATTR_MASK] = {.name = "gpu.mask",
                            .summary = "The processing units that take part, as bits",
                            .parse = tern_gpu_parse_mask,
                            .print = tern_gpu_print_mask},
    [TERN_GPU_ATTR_LOOP_DIM_MAP] = {.name = "gpu.loop_dim_map",
                                    .summary = "What a dimension of scf.parallel is mapped to",
                                    .parse = tern_gpu_parse_loop_dim_map,
                                    .print = tern_gpu_print_loop_dim_map},
    [TERN_GPU_ATTR_KERNEL_METADATA] = {.name = "gpu.kernel_metadata",
                                       .summary = "What is known of a compiled kernel",
                                       .parse = tern_gpu_parse_kernel_metadata,
                                       .print = tern_gpu_print_kernel_metadata,
                                       .attr_params = 0xf},
    [TERN_GPU_ATTR_KERNEL_TABLE] = {.name = "gpu.kernel_table",
                                    .summary = "The kernels of an object, by name",
                                    .parse = tern_gpu_parse_kernel_table,
                                    .print = tern_gpu_print_kernel_table,
                                    .attr_params = UINT32_MAX},
    [TERN_GPU_ATTR_OBJECT] = {.name = "gpu.object",
                              .summary = "A compiled gpu.module",
                              .parse = tern_gpu_parse_object,
                              .print = tern_gpu_print_object,
                              .attr_params = 0x1d},
    [TERN_GPU_ATTR_SELECT_OBJECT] = {.name = "gpu.select_object",
                                     .summary = "Which object of a gpu.binary is embedded",
                                     .parse = tern_gpu_parse_select_object,
                                     .print = tern_gpu_print_select_object,
                                     .attr_params = 0x1},
};

const tern_type_row_t tern_gpu_types[] = {
    [TERN_GPU_TYPE_TOKEN] = {.name = "gpu.async.token", .summary = "async token type"},
    [TERN_GPU_TYPE_MATRIX] = {.name = "gpu.mma_matrix",
                              .summary = "MMAMatrix type",
                              .parse = tern_gpu_parse_matrix,
                              .print = tern_gpu_print_matrix,
                              .element = tern_gpu_matrix_element},
    [TERN_GPU_TYPE_DNTENSOR_HANDLE] = {.name = "gpu.sparse.dntensor_handle", .summary = "dense tensor handle type"},
    [TERN_GPU_TYPE_SPGEMMOP_HANDLE] = {.name = "gpu.sparse.spgemmop_handle", .summary = "SpGEMM operation handle type"},
    [TERN_GPU_TYPE_SPMAT_HANDLE] = {.name = "gpu.sparse.spmat_handle", .summary = "sparse matrix handle type"},
};

const tern_type_t *tern_gpu_type_get(tern_context_t *context, tern_gpu_type_t id) {
  return tern_dialect_type_get(context, &tern_gpu_types[id], NULL, 0);
}

const tern_op_row_t tern_gpu_ops[] = {
#define OP(ID, NAME, ...) [TERN_GPU_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/gpu/gpu_ops.def"
#undef OP
};

const tern_dialect_t tern_gpu_dialect = {
    .name = "gpu",
    .summary = "Kernels, their launches, and the place of a work item",
    .ops = tern_gpu_ops,
    .op_count = TERN_GPU_OP_COUNT,
    .types = tern_gpu_types,
    .type_count = TERN_GPU_TYPE_COUNT,
    .attrs = tern_gpu_attrs,
    .attr_count = TERN_GPU_ATTR_COUNT,
    .enums = tern_gpu_enums,
    .enum_count = TERN_GPU_ENUM_COUNT,
    .custom_directives = tern_gpu_directives,
    .custom_directive_count = TERN_GPU_DIRECTIVE_COUNT,
    .verify_op_attr = tern_gpu_verify_op_attr,
};
