// What the conversion of kernels at the gpu level to the nvvm and llvm dialects is made of: the tables that go before those
// of dispatches (convert/llvm/dispatch/dispatch.h).

#ifndef TERN_CONVERT_LLVM_KERNEL_KERNEL_H_
#define TERN_CONVERT_LLVM_KERNEL_KERNEL_H_

#include "convert/llvm/dispatch/dispatch.h"

// Address spaces of NVPTX.
enum { TERN_KERNEL_SPACE_GENERIC = 0, TERN_KERNEL_SPACE_GLOBAL = 1, TERN_KERNEL_SPACE_SHARED = 3 };

// Attribute of a kernel, array<i64: bindings, words of push constants>: its arguments. Without it they are all of the
// module's interface.
#define TERN_KERNEL_ARGUMENTS_ATTR "hal.kernel_arguments"

// Of a kernel: the rows of the tensor maps that are its arguments, an array of dictionaries (tensor_map.c).
#define TERN_KERNEL_TENSOR_MAPS_ATTR "hal.kernel_tensor_maps"
// Of a kernel: blocks of a cluster, array<i32: x, y, z>.
#define TERN_KERNEL_CLUSTER_ATTR "hal.kernel_cluster"
// Of a kernel: bytes of workgroup memory that its launch asks for, i64.
#define TERN_KERNEL_SHARED_MEMORY_ATTR "hal.kernel_shared_memory"
// Of a kernel, a unit: all its blocks run at the same time.
#define TERN_KERNEL_COOPERATIVE_ATTR "hal.kernel_cooperative"

// Tables, each ended by a row with a NULL `rewrite`.
extern const tern_conversion_pattern_t tern_kernel_interface_patterns[];
extern const tern_conversion_pattern_t tern_kernel_gpu_patterns[];
extern const tern_conversion_pattern_t tern_kernel_memory_patterns[];
extern const tern_conversion_pattern_t tern_kernel_dynamic_memory_patterns[];
extern const tern_conversion_pattern_t tern_kernel_workgroup_global_patterns[];
extern const tern_conversion_pattern_t tern_kernel_matrix_patterns[];
extern const tern_conversion_pattern_t tern_kernel_fragment_patterns[];
extern const tern_conversion_pattern_t tern_kernel_float_patterns[];

// !nvgpu.tensormap.descriptor is a pointer.
int tern_kernel_tensor_map_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count);
// The type converter of dispatches, matrices of a warp, and tensor maps.
extern const tern_type_converter_t tern_kernel_type_converter;

// The array of a kernel whose size its launch says: a global next to the llvm.func, made when first asked for.
tern_op_t *tern_kernel_dynamic_array(tern_builder_t *builder, tern_op_t *func);
// Notes at each kernel that uses gpu.dynamic_shared_memory how many bytes that has. Before the conversion. False after an
// error.
bool tern_kernel_measure_dynamic_memory(tern_op_t *module);
// Kernels whose arrays in workgroup memory are too large get them as parts of one such array. Before the conversion.
void tern_kernel_place_arrays(tern_op_t *module);

// nvvm.read.ptx.sreg.<x, y, z>, the first of three rows in a row of the table, as i64.
tern_value_t *tern_kernel_build_register(tern_builder_t *builder, const tern_op_row_t *first, size_t dimension);

#endif  // TERN_CONVERT_LLVM_KERNEL_KERNEL_H_
