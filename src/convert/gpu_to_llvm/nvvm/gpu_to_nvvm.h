// What the conversion of kernels to the nvvm dialect is made of: for --convert-gpu-to-nvvm, and for other conversions that
// take parts of it.

#ifndef TERN_CONVERT_GPU_TO_LLVM_NVVM_GPU_TO_NVVM_H_
#define TERN_CONVERT_GPU_TO_LLVM_NVVM_GPU_TO_NVVM_H_

#include "convert/gpu_to_llvm/common/common.h"

extern const tern_gpu_device_t tern_gpu_nvidia;
extern const tern_gpu_library_call_t tern_nvvm_library_calls[];

// Tables, each ended by a row with a NULL `rewrite`; those of `tern_nvvm_library_calls` come with
// tern_gpu_add_library_patterns. All are run with a tern_gpu_lowering_t of `tern_gpu_nvidia`.
extern const tern_conversion_pattern_t tern_nvvm_gpu_patterns[];
extern const tern_conversion_pattern_t tern_nvvm_redux_patterns[];   // for chips that have redux.sync
extern const tern_conversion_pattern_t tern_nvvm_matrix_patterns[];  // gpu.subgroup_mma_*

typedef struct tern_gpu_to_nvvm {
  unsigned index_width;  // bits; 0: as the data layout says
  bool use_bare_ptr, has_redux;
  const tern_str_t *allowed_dialects;  // whose patterns are run with those of gpu; none: of all that have some
  size_t allowed_count;
} tern_gpu_to_nvvm_t;
// Converts what is in a gpu.module. False after an error, with the module as it was.
bool tern_gpu_convert_to_nvvm(tern_op_t *module, const tern_gpu_to_nvvm_t *how);

// --- options of the type converter ---

// !gpu.mma_matrix; `user` is not looked at.
int tern_nvvm_matrix_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count);
// #gpu.address_space: global is 1, workgroup 3, private 0.
bool tern_nvvm_address_space(const tern_attr_t *memory_space, void *user, unsigned *out_space);

// --- matrices, for conversions with descriptors of their own ---

// What a !gpu.mma_matrix becomes: a struct of a thread's registers, or the one f64 itself; NULL: no wmma takes it.
const tern_type_t *tern_nvvm_lower_matrix_type(const tern_type_t *matrix);
// Where a load or store begins, and how many elements of the matrix its rows are apart (an index attribute).
typedef struct tern_nvvm_place {
  tern_value_t *pointer;
  const tern_attr_t *lead;
} tern_nvvm_place_t;
// Finds the place; operand `memref` and those behind it are converted. False: there is none.
typedef bool (*tern_nvvm_place_fn_t)(tern_conversion_t *conversion, tern_op_t *op, size_t memref,
                                     tern_values_t operands, tern_nvvm_place_t *out_place);
bool tern_nvvm_lower_matrix_load(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                 tern_nvvm_place_fn_t find_place);
bool tern_nvvm_lower_matrix_store(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                                  tern_nvvm_place_fn_t find_place);
bool tern_nvvm_lower_matrix_compute(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
bool tern_nvvm_lower_matrix_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
bool tern_nvvm_lower_matrix_elementwise(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);

#endif  // TERN_CONVERT_GPU_TO_LLVM_NVVM_GPU_TO_NVVM_H_
