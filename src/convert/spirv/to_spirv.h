// What the conversions to the spirv dialect share: the type converter, the pattern tables of each dialect, and how the
// kernels reach memory.
//
// Types: index is i32 (i64 with `use_64bit_index`), i1 is bool in registers; other integers and floats stay as they are
// if the target has the capability; vectors have two to four lanes, those of one lane are scalars. A memref is
//   !spirv.ptr<!spirv.struct<(!spirv.array<N x T, stride=S> [0])>, StorageBuffer>
// with a runtime array where the size is not known. Of Workgroup and Function memory the layout is left open.

#ifndef TERN_CONVERT_SPIRV_TO_SPIRV_H_
#define TERN_CONVERT_SPIRV_TO_SPIRV_H_

#include "convert/spirv/emit.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/target_env.h"
#include "rewrite/conversion.h"

// What a conversion is told; `user` of its type converter.
typedef struct tern_spirv_conversion {
  tern_spirv_target_t target;
  bool use_64bit_index;
  // The op sequences of upstream's patterns, where those of dispatches differ: kernels reach buffers by pointers to arrays
  // that no struct is around, and barriers order workgroup memory only.
  bool follows_upstream;
} tern_spirv_conversion_t;

// The converter; `context` outlives it.
tern_type_converter_t tern_spirv_type_converter(tern_spirv_conversion_t *context);
static inline const tern_spirv_conversion_t *tern_spirv_conversion_of(const tern_conversion_t *conversion) {
  return conversion->converter->user;
}
const tern_type_t *tern_spirv_index_type(tern_context_t *context, const tern_spirv_conversion_t *conversion);

// --- cooperative matrices ---

// !spirv.coopmatrix of a !gpu.mma_matrix.
const tern_type_t *tern_spirv_cooperative_type(const tern_type_t *matrix);
// Memory spaces that are numbers, as storage classes, in `op` and all inside. False after an error: one is no
// class.
bool tern_spirv_map_memory_spaces(tern_op_t *op, bool is_opencl);

// A spirv.module with cooperative matrices gets the Vulkan memory model, and what that asks of its accesses and barriers.
void tern_spirv_choose_memory_model(tern_op_t *module);

// --- memory ---

// The spirv pointer that `memref` was made of; NULL: it is none.
tern_value_t *tern_spirv_pointer_of(tern_value_t *memref);
// A pointer to the element at `indices` of the memref that is operand `memref_index` of `op`; the indices are those of
// the op, converted. Of an array of vectors (a memref of two dimensions) the second index is the lane; where
// `is_vector`, the pointer is to the vector. NULL: cannot be reached.
tern_value_t *tern_spirv_element_pointer(tern_conversion_t *conversion, tern_op_t *op, size_t memref_index,
                                         tern_values_t indices, bool is_vector);

// The storage class of a memref's memory space: of none, StorageBuffer (CrossWorkgroup for kernels); 3 and
// #gpu.address_space<workgroup> are Workgroup. False if it has none.
bool tern_spirv_storage_class_of(const tern_spirv_conversion_t *conversion, const tern_type_t *memref,
                                 uint32_t *out_class);
// How the elements of a memref are kept in a storage class: i1 as a byte, what the target cannot store as i32 words.
// NULL: not at all.
const tern_type_t *tern_spirv_stored_type(const tern_spirv_conversion_t *conversion, const tern_type_t *element,
                                          uint32_t storage_class);
// Elements that share an i32 word; 1 for all that are not narrower than what they are kept as.
int64_t tern_spirv_elements_per_word(const tern_type_t *element, const tern_type_t *stored, uint32_t storage_class);
// The struct around an array; `count` TERN_DYNAMIC makes a runtime array. Offset and stride are given where the storage
// class wants them.
const tern_type_t *tern_spirv_buffer_type(const tern_type_t *element, int64_t count, uint32_t storage_class);
// The capability that the type takes and the target lacks, as a name; NULL: it lacks none.
const char *tern_spirv_missing_capability(const tern_spirv_conversion_t *conversion, const tern_type_t *type);

// The GlobalVariable of this name in the module (of the function) around `op`; made at its start if there is none.
tern_op_t *tern_spirv_find_or_make_variable(tern_op_t *op, const char *name, const tern_type_t *pointer,
                                            tern_named_attrs_t attrs);
tern_value_t *tern_spirv_address_of(tern_builder_t *builder, const tern_op_t *variable);
// Component `dimension` (negative: a scalar) of a built-in Input, as an index. NULL if the module is missing.
tern_value_t *tern_spirv_load_built_in(tern_conversion_t *conversion, tern_op_t *op, uint32_t built_in, int dimension);

// The workgroup size of the entry point around `op`; false if it has none.
bool tern_spirv_workgroup_size_of(const tern_op_t *op, int32_t out_size[3]);

// Pattern tables, ended by a row with a NULL `rewrite`; those of arith, math, index and vector are in spirv_emit.h.
extern const tern_conversion_pattern_t tern_memref_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_hal_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_gpu_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_gpu_mma_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_gpu_func_to_spirv_patterns[];  // gpu.func, gpu.return
extern const tern_conversion_pattern_t tern_func_to_spirv_patterns[];
extern const tern_conversion_pattern_t tern_scf_to_spirv_patterns[];

// Rewrites the memory accesses of a function in a spirv.module, before the conversion: every memref becomes a variable
// for each way it is accessed, cast to `memref<?xf32>`, or to `memref<?x4xf32>` for an array of vectors; every access gets
// one linear index into it. False after an error.
bool tern_spirv_flatten_memory(tern_op_t *func, const tern_spirv_conversion_t *conversion);

// Converts the body of a spirv.module: with the patterns of all dialects that kernels are made of but hal and the functions
// of gpu, and with `own_patterns`. False after an error.
bool tern_spirv_convert_module(tern_op_t *module, const tern_conversion_pattern_t *own_patterns,
                               tern_spirv_conversion_t *context);

#endif  // TERN_CONVERT_SPIRV_TO_SPIRV_H_
