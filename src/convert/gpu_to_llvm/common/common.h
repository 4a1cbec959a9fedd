// What conversions of kernels to the llvm dialect have in common, whatever the GPU (upstream: GPUCommon): functions and
// their buffers, ids, printing, dynamic workgroup memory, math by calls of a library.
//
// Patterns find what differs between GPUs in the tern_gpu_lowering_t that they are run with: it begins with the
// tern_llvm_lowering_t whose type converter the conversion has.
//
//   tern_gpu_lowering_t gpu = {.target = &nvidia};
//   tern_llvm_lowering_initialize(&gpu.lowering, module, &options);
//   tern_apply_partial_conversion(module, &target, patterns, count, &gpu.lowering.converter, NULL);

#ifndef TERN_CONVERT_GPU_TO_LLVM_COMMON_COMMON_H_
#define TERN_CONVERT_GPU_TO_LLVM_COMMON_COMMON_H_

#include "convert/llvm/lowering.h"
#include "rewrite/rewriter.h"

// Patterns of GPUs go before those of dialects.
enum { TERN_GPU_PATTERN_BENEFIT = 10 };

// --- what a GPU is like ---

// An op that asks for an id or a size in one of three dimensions, and the rows of x, y, z that read it: `first` and the two
// behind it.
typedef enum tern_gpu_extent {
  TERN_GPU_EXTENT_NONE,
  TERN_GPU_EXTENT_BLOCK,
  TERN_GPU_EXTENT_GRID,
  TERN_GPU_EXTENT_CLUSTER
} tern_gpu_extent_t;
typedef struct tern_gpu_id {
  const tern_op_row_t *row, *first;
  tern_gpu_extent_t extent;  // whose known size bounds it
  bool is_size;              // from 1 up to the bound; ids: below the bound
} tern_gpu_id_t;

// Functions of a library that do what an op does; NULL: there is none for that type. f16 and bf16 take the detour by f32,
// and i1 as a result is an i32 that is not 0.
typedef struct tern_gpu_library_call {
  const tern_op_row_t *row;
  const char *f32, *f64, *approximate_f32, *f16, *i32;
} tern_gpu_library_call_t;

typedef struct tern_gpu_device {
  unsigned private_space, workgroup_space;  // of the pointers to a function's buffers
  const char *kernel_attr;                  // what a kernel gets; these may be NULL
  const char *block_size_attr, *cluster_size_attr;
  unsigned format_space;                           // of formats of printf
  int64_t dynamic_memory_alignment;                // bytes
  const tern_gpu_id_t *ids;                        // ended by a NULL row
  const tern_gpu_library_call_t *library_calls;    // the same
  int64_t kernel_convention, function_convention;  // how functions are called; 0: as in C
  const char *print_function;                      // NULL: printf
  bool passes_workgroup_memory;                    // buffers in it are arguments; else they are globals
  bool (*address_space)(const tern_attr_t *memory_space, void *user, unsigned *out_space);  // as in tern_llvm_options_t
} tern_gpu_device_t;

typedef struct tern_gpu_lowering {
  tern_llvm_lowering_t lowering;  // first
  const tern_gpu_device_t *target;
} tern_gpu_lowering_t;

static inline const tern_gpu_lowering_t *tern_gpu_lowering_of(const tern_conversion_t *conversion) {
  return (const tern_gpu_lowering_t *)tern_llvm_lowering_of(conversion);
}

// --- gpu_to_llvm_common.c: functions ---

bool tern_gpu_lower_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
bool tern_gpu_lower_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);

// --- gpu_to_llvm_common_module.c: what lies in the gpu.module ---

// The symbol table around `op`: its gpu.module, as a rule; what is at the top if there is none.
tern_op_t *tern_gpu_module_around(tern_op_t *op);
// Declares `name` at the start of `module`, unless it is there.
tern_op_t *tern_gpu_declare(tern_builder_t *b, tern_op_t *module, const char *name, const tern_type_t *type);
// An llvm.mlir.global without a value, of `count` elements, at the builder. `alignment` 0: none said.
tern_op_t *tern_gpu_make_array(tern_builder_t *b, tern_str_t name, const tern_type_t *element, uint64_t count,
                               int64_t alignment, unsigned space);
// The address of a global's first byte, in its address space.
tern_value_t *tern_gpu_address_of(tern_builder_t *b, tern_op_t *global);
// A pointer to the text, ended by a zero: of a constant global that is shared by all that want the same.
tern_value_t *tern_gpu_make_text(tern_builder_t *b, tern_op_t *module, const char *prefix, tern_str_t text,
                                 unsigned space);

// gpu.dynamic_shared_memory: an array without elements in workgroup memory, one for all.
bool tern_gpu_lower_dynamic_memory(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);

// --- gpu_to_llvm_common_printf.c: gpu.printf ---

// As a call of vprintf, with the arguments in a struct on the stack.
bool tern_gpu_lower_printf_to_vprintf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
// As calls of ROCm's device library, each of which takes seven words.
bool tern_gpu_lower_printf_to_hip(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
// As a call of the target's `print_function`, with the format in its `format_space`.
bool tern_gpu_lower_printf_to_opencl(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);

// --- gpu_to_llvm_common_ids.c ---

// An op of `target->ids`.
bool tern_gpu_lower_id(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
// i32 to the integer that index becomes.
tern_value_t *tern_gpu_make_index_of_i32(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_value_t *value);
// #llvm.constant_range<i32, LOWER, UPPER>.
const tern_attr_t *tern_gpu_range_attr(tern_context_t *context, int64_t lower, int64_t upper);

// --- gpu_to_llvm_common_math.c ---

// An op of `target->library_calls`, on scalars.
bool tern_gpu_lower_to_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
// The same on vectors: once for each element.
bool tern_gpu_scalarize(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion);
// Both for every row of the table.
void tern_gpu_add_library_patterns(tern_llvm_pattern_set_t *set, const tern_gpu_library_call_t *calls);
// A function of the library, declared before the function that `op` is in. NULL: `op` is in none.
tern_op_t *tern_gpu_library_function(tern_builder_t *b, tern_op_t *op, const char *name, const tern_type_t *type);

// --- gpu_to_llvm_common_dialects.c: what upstream's dialects say of themselves (ConvertToLLVMPatternInterface) ---

// Adds the patterns of the dialects in `allowed` (empty: of all), of math if the GPU's library does not do all of it.
// False after an error at `module`: one of them has no conversion.
bool tern_gpu_add_dialect_patterns(tern_llvm_pattern_set_t *set, tern_op_t *module, bool takes_math,
                                   const tern_str_t *allowed, size_t allowed_count);

// Converts a gpu.module with these patterns: what `entries` say is not legal is gone, or it is an error.
bool tern_gpu_apply_patterns(tern_op_t *module, const tern_llvm_pattern_set_t *set, const tern_gpu_lowering_t *gpu,
                             const tern_legality_entry_t *entries, size_t entry_count);

// What the passes that use these have besides TERN_LLVM_INDEX_BITWIDTH_OPTION, and the dialects that they make ops of.
#define TERN_GPU_BARE_POINTER_OPTION        \
  {.name = "use-bare-ptr-memref-call-conv", \
   .kind = TERN_OPTION_BOOL,                \
   .default_text = "false",                 \
   .help = "Functions take memrefs of static shape as one pointer each"}
#define TERN_GPU_ALLOWED_DIALECTS_OPTION \
  {.name = "allowed-dialects",           \
   .kind = TERN_OPTION_STRING_LIST,      \
   .help = "Dialects whose ops are converted, besides gpu; all that are known without it"}
#define TERN_GPU_MADE_DIALECTS \
  &tern_cf_dialect, &tern_llvm_dialect, &tern_memref_dialect, &tern_ub_dialect, &tern_vector_dialect

// --- src/pipeline/gpu_rewrites.c: gpu ops into simpler gpu ops and arithmetic (upstream: populateGpuRewritePatterns) ---

extern const tern_pattern_t tern_gpu_rewrites[];
extern const size_t tern_gpu_rewrite_count;

// --- gpu_to_llvm_common_rewrite.c ---

// Applies these to a gpu.module; with `unrolls_vectors`, vectors of several dimensions are made of their rows, too. False
// if they come to no end.
bool tern_gpu_rewrite_module(tern_op_t *module, bool unrolls_vectors);

#endif  // TERN_CONVERT_GPU_TO_LLVM_COMMON_COMMON_H_
