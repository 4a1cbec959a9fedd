// gpu: kernels, where they are launched, and what a work item may ask about its place.

#ifndef TERN_DIALECT_GPU_GPU_H_
#define TERN_DIALECT_GPU_GPU_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_GPU_##ID,
#include "dialect/gpu/gpu_ops.def"
#undef OP
  TERN_GPU_OP_COUNT
};
extern const tern_op_row_t tern_gpu_ops[];
extern const tern_dialect_t tern_gpu_dialect;
#define TERN_GPU(ID) (&tern_gpu_ops[TERN_GPU_##ID])

typedef enum tern_gpu_enum {
  TERN_GPU_ENUM_DIM,
  TERN_GPU_ENUM_ALL_REDUCE_OP,
  TERN_GPU_ENUM_SHUFFLE_MODE,
  TERN_GPU_ENUM_BROADCAST,
  TERN_GPU_ENUM_ADDRESS_SPACE,
  TERN_GPU_ENUM_PROCESSOR,  // of #gpu.loop_dim_map
  // What a loop of scf.forall is mapped to, and in which dimension: #gpu.thread<x>, #gpu.warp<linear_dim_0>.
  TERN_GPU_ENUM_BLOCK,
  TERN_GPU_ENUM_WARPGROUP,
  TERN_GPU_ENUM_WARP,
  TERN_GPU_ENUM_THREAD,
  TERN_GPU_ENUM_LANE,
  TERN_GPU_ENUM_MEMORY_SPACE,
  TERN_GPU_ENUM_MMA_ELEMENT_WISE,
  TERN_GPU_ENUM_COMPILATION_TARGET,  // of #gpu.object
  TERN_GPU_ENUM_PRUNE_2TO4_SPMAT_FLAG,
  TERN_GPU_ENUM_MAT_TRANSPOSE_MODE,
  TERN_GPU_ENUM_SPGEMM_WORK_ESTIMATION_OR_COMPUTE_KIND,
  TERN_GPU_ENUM_COUNT
} tern_gpu_enum_t;
extern const tern_enum_row_t tern_gpu_enums[];
#define TERN_GPU_ENUM(ID) (&tern_gpu_enums[TERN_GPU_ENUM_##ID])

// Parameters of the attributes:
//   mask             [bits]
//   loop_dim_map     [processor, map, bound]; maps as pointers
//   kernel_metadata  [name (string attribute), function type (type attribute), argument attributes or 0, metadata or 0]
//   kernel_table     [kernel_metadata ...] sorted by name
//   object           [target, format, object (string attribute), properties or 0, kernel_table or 0]
//   select_object    [target or index, or 0]
typedef enum tern_gpu_attr {
  TERN_GPU_ATTR_MASK,
  TERN_GPU_ATTR_LOOP_DIM_MAP,
  TERN_GPU_ATTR_KERNEL_METADATA,
  TERN_GPU_ATTR_KERNEL_TABLE,
  TERN_GPU_ATTR_OBJECT,
  TERN_GPU_ATTR_SELECT_OBJECT,
  TERN_GPU_ATTR_COUNT
} tern_gpu_attr_t;
extern const tern_attr_row_t tern_gpu_attrs[];
#define TERN_GPU_ATTR(ID) (&tern_gpu_attrs[TERN_GPU_ATTR_##ID])
static inline bool tern_attr_is_gpu(const tern_attr_t *attr, tern_gpu_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_gpu_attrs[id];
}

// What an object of a gpu.binary holds.
typedef enum tern_gpu_object_format {
  TERN_GPU_OBJECT_OFFLOAD = 1,  // what the target takes: LLVM's bitcode, SPIR-V
  TERN_GPU_OBJECT_ASSEMBLY,
  TERN_GPU_OBJECT_BINARY,
  TERN_GPU_OBJECT_FATBIN,
} tern_gpu_object_format_t;
// `arg_attrs` (an array of dictionaries) and `metadata` (a dictionary) may be NULL.
const tern_attr_t *tern_gpu_kernel_metadata_get(tern_str_t name, const tern_type_t *function_type,
                                                const tern_attr_t *arg_attrs, const tern_attr_t *metadata);
// Sorts a copy of the kernels by name.
const tern_attr_t *tern_gpu_kernel_table_get(tern_context_t *context, const tern_attr_t *const *kernels, size_t count);
// The kernel of a table with this name, or NULL.
const tern_attr_t *tern_gpu_kernel_table_lookup(const tern_attr_t *table, tern_str_t name);
// `properties` (a dictionary) and `kernels` (a kernel table) may be NULL.
const tern_attr_t *tern_gpu_object_get(const tern_attr_t *target, tern_gpu_object_format_t format, tern_str_t object,
                                       const tern_attr_t *properties, const tern_attr_t *kernels);
// `target` is one of the objects' targets, the index of an object, or NULL: the first one.
const tern_attr_t *tern_gpu_select_object_get(tern_context_t *context, const tern_attr_t *target);
// Attribute `index` of one of these, or NULL where it has none.
static inline const tern_attr_t *tern_gpu_attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}
// Is it something that a gpu.module can be compiled for?
bool tern_attr_is_gpu_target(const tern_attr_t *attr);

enum { TERN_GPU_DIM_X, TERN_GPU_DIM_Y, TERN_GPU_DIM_Z };
enum { TERN_GPU_ADDRESS_SPACE_GLOBAL = 1, TERN_GPU_ADDRESS_SPACE_WORKGROUP, TERN_GPU_ADDRESS_SPACE_PRIVATE };
typedef enum tern_gpu_reduction {
  TERN_GPU_REDUCE_ADD,
  TERN_GPU_REDUCE_MUL,
  TERN_GPU_REDUCE_MINUI,
  TERN_GPU_REDUCE_MINSI,
  TERN_GPU_REDUCE_MINNUMF,
  TERN_GPU_REDUCE_MAXUI,
  TERN_GPU_REDUCE_MAXSI,
  TERN_GPU_REDUCE_MAXNUMF,
  TERN_GPU_REDUCE_AND,
  TERN_GPU_REDUCE_OR,
  TERN_GPU_REDUCE_XOR,
  TERN_GPU_REDUCE_MINIMUMF,
  TERN_GPU_REDUCE_MAXIMUMF,
} tern_gpu_reduction_t;

// What gpu.subgroup_mma_elementwise does.
typedef enum tern_gpu_matrix_op {
  TERN_GPU_MATRIX_ADDF,
  TERN_GPU_MATRIX_MULF,
  TERN_GPU_MATRIX_SUBF,
  TERN_GPU_MATRIX_MAXF,
  TERN_GPU_MATRIX_MINF,
  TERN_GPU_MATRIX_DIVF,
  TERN_GPU_MATRIX_ADDI,
  TERN_GPU_MATRIX_MULI,
  TERN_GPU_MATRIX_SUBI,
  TERN_GPU_MATRIX_DIVS,
  TERN_GPU_MATRIX_DIVU,
  TERN_GPU_MATRIX_NEGATEF,
  TERN_GPU_MATRIX_NEGATES,
  TERN_GPU_MATRIX_EXTF,
  TERN_GPU_MATRIX_TRUNCF,
} tern_gpu_matrix_op_t;

typedef enum tern_gpu_type {
  TERN_GPU_TYPE_TOKEN,
  TERN_GPU_TYPE_MATRIX,
  // Handles of a library for sparse matrices.
  TERN_GPU_TYPE_DNTENSOR_HANDLE,
  TERN_GPU_TYPE_SPGEMMOP_HANDLE,
  TERN_GPU_TYPE_SPMAT_HANDLE,
  TERN_GPU_TYPE_COUNT
} tern_gpu_type_t;
extern const tern_type_row_t tern_gpu_types[];
// For types without parameters: all but the matrix.
const tern_type_t *tern_gpu_type_get(tern_context_t *context, tern_gpu_type_t id);
static inline bool tern_type_is_gpu(const tern_type_t *type, tern_gpu_type_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_gpu_types[id];
}

// !gpu.mma_matrix: held by the invocations of a subgroup together, as left or right operand or as accumulator.
typedef enum tern_gpu_matrix_use { TERN_GPU_MATRIX_A, TERN_GPU_MATRIX_B, TERN_GPU_MATRIX_C } tern_gpu_matrix_use_t;
const tern_type_t *tern_gpu_matrix_type_get(const tern_type_t *element, int64_t rows, int64_t columns,
                                            tern_gpu_matrix_use_t use);
static inline bool tern_type_is_gpu_matrix(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_gpu_types[TERN_GPU_TYPE_MATRIX];
}
// `type` is such a matrix.
const tern_type_t *tern_gpu_matrix_element(const tern_type_t *type);
static inline int64_t tern_gpu_matrix_rows(const tern_type_t *type) { return (int64_t)type->params[1]; }
static inline int64_t tern_gpu_matrix_columns(const tern_type_t *type) { return (int64_t)type->params[2]; }
static inline tern_gpu_matrix_use_t tern_gpu_matrix_use(const tern_type_t *type) {
  return (tern_gpu_matrix_use_t)type->params[3];
}
const tern_type_t *tern_gpu_matrix_with_element(const tern_type_t *type, const tern_type_t *element);

// Arguments of a gpu.launch's body: ids and sizes come first, workgroup and private buffers follow.
enum {
  TERN_GPU_LAUNCH_BLOCK_ID = 0,
  TERN_GPU_LAUNCH_THREAD_ID = 3,
  TERN_GPU_LAUNCH_GRID_SIZE = 6,
  TERN_GPU_LAUNCH_BLOCK_SIZE = 9,
  TERN_GPU_LAUNCH_CLUSTER_ID = 12,    // with cluster sizes only
  TERN_GPU_LAUNCH_CLUSTER_SIZE = 15,  // the same
};
// Does a gpu.launch have cluster sizes? How many arguments are ids and sizes?
bool tern_gpu_launch_has_clusters(const tern_op_t *launch);
size_t tern_gpu_launch_config_arg_count(const tern_op_t *launch);
// Number of buffers in workgroup memory that a gpu.func or gpu.launch has as arguments of its body.
size_t tern_gpu_workgroup_buffer_count(const tern_op_t *op);

#endif  // TERN_DIALECT_GPU_GPU_H_
