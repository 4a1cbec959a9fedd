// Conversions to the llvm dialect as upstream does them, op for op: the type converter with its options, memref
// descriptors, and the pattern tables of the dialects (upstream: LLVMCommon). What --convert-*-to-llvm,
// --finalize-memref-to-llvm and the conversions of GPU code are made of. (dispatch/ holds the conversion that
// dispatches take: fewer types, fewer ops, constants folded while building.)
//
//   tern_llvm_lowering_t lowering;
//   tern_llvm_lowering_initialize(&lowering, module, &(tern_llvm_options_t){.index_width = 32});
//   tern_llvm_pattern_set_t set = {0};
//   tern_llvm_pattern_set_add(&set, tern_llvm_arith_patterns);
//   tern_apply_partial_conversion(module, &target, set.values, set.count, &lowering.converter, user);
//
// A pattern finds the lowering with tern_llvm_lowering_of(conversion).

#ifndef TERN_CONVERT_LLVM_LOWERING_H_
#define TERN_CONVERT_LLVM_LOWERING_H_

#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "rewrite/conversion.h"

// --- types ---

typedef struct tern_llvm_options {
  unsigned index_width;        // bits of index; 0: as the data layout around the op says, which is 64 if there is none
  bool use_bare_ptr;           // functions take and return memrefs of static shape as bare pointers
  bool use_aligned_alloc;      // aligned_alloc in place of malloc
  bool use_generic_functions;  // _mlir_memref_to_llvm_alloc and its like in place of malloc, aligned_alloc, free
  uint64_t narrow_spaces;      // bit i: pointers of address space i have 32 bits
  // Rules that go before the built-in ones, the last one first; they get `user`.
  const tern_type_rule_fn_t *rules;
  size_t rule_count;
  // The address space of a memory space that is no integer; false: it has none, the type is not converted.
  bool (*address_space)(const tern_attr_t *memory_space, void *user, unsigned *out_space);
  void *user;
} tern_llvm_options_t;

typedef struct tern_llvm_lowering {
  tern_type_converter_t converter;  // first
  tern_llvm_options_t options;
  tern_context_t *context;
  const tern_type_t *index_type;  // the integer that index becomes
  unsigned pointer_width;         // bits of a pointer in the default address space
  tern_type_rule_fn_t rule_table[2];
  size_t *type_errors;  // counts the messages about types that cannot be lowered; NULL: nobody asks
} tern_llvm_lowering_t;

// `op` is the root of the conversion: its data layout is asked. `options` NULL: all defaults. The lowering must not be
// moved afterwards; nothing is to be freed.
void tern_llvm_lowering_initialize(tern_llvm_lowering_t *lowering, const tern_op_t *op,
                                   const tern_llvm_options_t *options);
static inline const tern_llvm_lowering_t *tern_llvm_lowering_of(const tern_conversion_t *conversion) {
  return (const tern_llvm_lowering_t *)conversion->converter;
}

// What a type becomes; NULL: it has no form.
static inline const tern_type_t *tern_llvm_lower_type(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  return tern_convert_type(&lowering->converter, type);
}
// The same in a function's signature: bare pointers where they are asked for.
const tern_type_t *tern_llvm_lower_callable_type(const tern_llvm_lowering_t *lowering, const tern_type_t *type,
                                                 bool use_bare_ptr);
// The pointer to the memory of a memref, ranked or not; false if its memory space has no address space.
bool tern_llvm_lower_address_space(const tern_llvm_lowering_t *lowering, const tern_type_t *memref,
                                   unsigned *out_space);
// {ptr, ptr, index, index x rank, index x rank} of a ranked memref: the parts of its descriptor as types, in
// `out_types` (room for 3 + 2 * rank), flat. False if the memref cannot be lowered.
bool tern_llvm_memref_field_types(const tern_llvm_lowering_t *lowering, const tern_type_t *memref,
                                  const tern_type_t **out_types, size_t *out_count);
// A memref of static shape with static strides and offset.
bool tern_llvm_can_be_bare_ptr(const tern_type_t *type);

// What the results of a function become: none is void, one is itself, several are a struct of all.
const tern_type_t *tern_llvm_pack_results(const tern_llvm_lowering_t *lowering, tern_types_t results,
                                          bool use_bare_ptr);

// The same of what an op returns: without a calling convention.
const tern_type_t *tern_llvm_pack_op_results(const tern_llvm_lowering_t *lowering, tern_types_t results);

// A function's signature. `starts[i]`..`starts[i + 1]` are the arguments that argument i becomes.
typedef struct tern_llvm_signature {
  const tern_type_t *type;  // llvm.func
  const tern_type_t **inputs;
  size_t *starts;
  size_t input_count, arg_count;
} tern_llvm_signature_t;
// False if a type has no form. To be deinitialised in either case.
bool tern_llvm_lower_signature(const tern_llvm_lowering_t *lowering, const tern_type_t *function_type, bool is_variadic,
                               bool use_bare_ptr, tern_llvm_signature_t *out_signature);
void tern_llvm_signature_deinitialize(tern_llvm_signature_t *signature);

// Bits of noWrapFlags of getelementptr and of overflowFlags.
enum { TERN_LLVM_GEP_INBOUNDS_FLAG = 1, TERN_LLVM_GEP_NUSW = 2, TERN_LLVM_GEP_INBOUNDS = 3, TERN_LLVM_GEP_NUW = 4 };
enum { TERN_LLVM_OVERFLOW_NSW = 1, TERN_LLVM_OVERFLOW_NUW = 2 };

// --- constants and small things, made at the builder without folding ---

static inline tern_value_t *tern_llvm_make_int(tern_builder_t *builder, const tern_type_t *type, int64_t value) {
  return tern_llvm_build_int(builder, type, value);
}
// llvm.mlir.constant(value : index) of the type that index becomes, as upstream writes sizes and strides.
tern_value_t *tern_llvm_make_index(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, int64_t value);
tern_value_t *tern_llvm_make_poison(tern_builder_t *builder, const tern_type_t *type);
tern_value_t *tern_llvm_make_zero(tern_builder_t *builder, const tern_type_t *type);
tern_value_t *tern_llvm_make_undef(tern_builder_t *builder, const tern_type_t *type);
// One llvm op with operands, one result type and attributes.
tern_value_t *tern_llvm_make(tern_builder_t *builder, const tern_op_row_t *row, const tern_type_t *type,
                             tern_values_t operands);
// extractvalue and insertvalue, always made (tern_llvm_build_extract folds).
tern_value_t *tern_llvm_make_extract(tern_builder_t *builder, tern_value_t *aggregate, const int64_t *position,
                                     size_t depth);
tern_value_t *tern_llvm_make_insert(tern_builder_t *builder, tern_value_t *aggregate, tern_value_t *value,
                                    const int64_t *position, size_t depth);
// llvm.getelementptr of dynamic indices; `no_wrap`: bits of TERN_LLVM_ENUM(GEP_NO_WRAP).
tern_value_t *tern_llvm_make_gep(tern_builder_t *builder, const tern_type_t *pointer, const tern_type_t *element,
                                 tern_value_t *base, tern_values_t indices, int64_t no_wrap);
// The same of constant indices.
tern_value_t *tern_llvm_make_gep_constant(tern_builder_t *builder, const tern_type_t *pointer,
                                          const tern_type_t *element, tern_value_t *base, const int32_t *indices,
                                          size_t count);
// llvm.alloca of `count` elements in the default address space.
tern_value_t *tern_llvm_make_alloca(tern_builder_t *builder, const tern_type_t *element, tern_value_t *count);
// The bytes of a type: null, gep by one element, ptrtoint (upstream: getSizeInBytes).
tern_value_t *tern_llvm_make_size_of(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                     const tern_type_t *type);
// An llvm.func without a body.
tern_op_t *tern_llvm_make_function(tern_builder_t *builder, tern_str_t name, const tern_type_t *type,
                                   tern_llvm_linkage_t linkage);
// A declared function of the module around `builder`, made at the start of `module` if there is none: malloc,
// memrefCopy, mgpu*. NULL after an error: a function of that name has another type.
tern_op_t *tern_llvm_runtime_function(tern_builder_t *builder, tern_op_t *module, const char *name,
                                      const tern_type_t *result, tern_types_t params, bool is_variadic);
// A call of such a function; its result, or NULL for void.
tern_value_t *tern_llvm_make_call(tern_builder_t *builder, tern_op_t *function, tern_values_t args);
// A function behind this one, which has a body, that calls it: void(ptr) of an array with the address of each parameter,
// and then that of the result, if there is one.
tern_op_t *tern_llvm_make_packed_entry(tern_op_t *function, tern_str_t name);

// --- memref descriptors (upstream: MemRefDescriptor); each call makes ops, nothing is folded ---

typedef struct tern_memref_descriptor {
  const tern_llvm_lowering_t *lowering;
  tern_builder_t *builder;
  tern_value_t *value;  // of the struct type
} tern_memref_descriptor_t;

// A descriptor of poison.
tern_memref_descriptor_t tern_memref_descriptor_poison(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                                       const tern_type_t *struct_type);
// Of a memref with static shape, strides and offset at `memory`.
tern_memref_descriptor_t tern_memref_descriptor_static(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                                       const tern_type_t *memref, tern_value_t *memory,
                                                       tern_value_t *aligned_memory);
static inline tern_memref_descriptor_t tern_memref_descriptor_of(const tern_llvm_lowering_t *lowering,
                                                                 tern_builder_t *builder, tern_value_t *value) {
  return (tern_memref_descriptor_t){lowering, builder, value};
}
tern_value_t *tern_memref_descriptor_allocated(tern_memref_descriptor_t *descriptor);
tern_value_t *tern_memref_descriptor_aligned(tern_memref_descriptor_t *descriptor);
tern_value_t *tern_memref_descriptor_offset(tern_memref_descriptor_t *descriptor);
tern_value_t *tern_memref_descriptor_size(tern_memref_descriptor_t *descriptor, size_t dim);
tern_value_t *tern_memref_descriptor_stride(tern_memref_descriptor_t *descriptor, size_t dim);
// The size of a dimension whose number is a value of the index type: through memory.
tern_value_t *tern_memref_descriptor_size_at(tern_memref_descriptor_t *descriptor, tern_value_t *dim, size_t rank);
void tern_memref_descriptor_set_allocated(tern_memref_descriptor_t *descriptor, tern_value_t *pointer);
void tern_memref_descriptor_set_aligned(tern_memref_descriptor_t *descriptor, tern_value_t *pointer);
void tern_memref_descriptor_set_offset(tern_memref_descriptor_t *descriptor, tern_value_t *offset);
void tern_memref_descriptor_set_size(tern_memref_descriptor_t *descriptor, size_t dim, tern_value_t *size);
void tern_memref_descriptor_set_stride(tern_memref_descriptor_t *descriptor, size_t dim, tern_value_t *stride);
// The same with constants.
void tern_memref_descriptor_set_constant_offset(tern_memref_descriptor_t *descriptor, int64_t offset);
void tern_memref_descriptor_set_constant_size(tern_memref_descriptor_t *descriptor, size_t dim, int64_t size);
void tern_memref_descriptor_set_constant_stride(tern_memref_descriptor_t *descriptor, size_t dim, int64_t stride);
// The aligned pointer plus the offset, as upstream's bufferPtr.
tern_value_t *tern_memref_descriptor_buffer(tern_memref_descriptor_t *descriptor, const tern_type_t *memref);
size_t tern_llvm_descriptor_rank(const tern_type_t *struct_type);

// Between a descriptor and its parts as values (3 + 2 * rank of them), which is how functions take memrefs.
tern_value_t *tern_memref_descriptor_pack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                          const tern_type_t *memref, tern_values_t parts);
void tern_memref_descriptor_unpack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                   tern_value_t *descriptor, const tern_type_t *memref, tern_value_t **out_parts);
// The same of an unranked one: {rank, pointer to the ranked descriptor}.
tern_value_t *tern_unranked_descriptor_pack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                            const tern_type_t *memref, tern_values_t parts);

tern_value_t *tern_unranked_descriptor_make(tern_builder_t *builder, const tern_type_t *struct_type, tern_value_t *rank,
                                            tern_value_t *pointer);
tern_value_t *tern_unranked_descriptor_rank(tern_builder_t *builder, tern_value_t *descriptor);
tern_value_t *tern_unranked_descriptor_pointer(tern_builder_t *builder, tern_value_t *descriptor);

// Address of the element at `indices` (of the index type): offset and strides that are constants 0 and 1 make no ops.
tern_value_t *tern_llvm_element_ptr(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                    const tern_type_t *memref, tern_value_t *descriptor, tern_values_t indices,
                                    int64_t no_wrap);

// --- patterns ---

// The attributes of `op` under the names and of the enums of the llvm dialect, discardable ones too, without those in
// `dropped` (NULL-terminated, may be NULL). Returns how many.
size_t tern_llvm_lower_attrs(const tern_op_t *op, const char *const *dropped, tern_named_attr_t *out_attrs,
                             size_t capacity);
// Calls `make` for each 1-D vector of the result of `op`, an array of vectors, with the parts of the operands; the
// results together replace it. False if the result is no array.
typedef tern_value_t *(*tern_llvm_vector_fn_t)(tern_builder_t *builder, const tern_type_t *type, tern_values_t operands,
                                               void *user);
bool tern_llvm_each_vector(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                           tern_llvm_vector_fn_t make, void *user);
// Replaces `op` by one llvm op on converted types with `attrs`; several results come out of a struct. False if a type
// has no form.
bool tern_llvm_lower_one_to_one(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                                tern_values_t operands, tern_named_attrs_t attrs);
// The same, and for arrays of vectors (vectors of several dimensions) once for each 1-D vector.
bool tern_llvm_lower_elementwise(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                                 tern_values_t operands, tern_named_attrs_t attrs);

// --- functions and calls ---

// Makes the llvm.func that a function op becomes, moves the body into it and converts its entry block (upstream:
// convertFuncOpToLLVMFuncOp). `op` is left to be erased. NULL: its signature has no form, or an error was emitted.
tern_op_t *tern_llvm_lower_function(tern_conversion_t *conversion, tern_op_t *op);
// What operands of the types of `originals` become as arguments of a call: descriptors fall apart.
typedef TERN_VEC(tern_value_t *) tern_llvm_value_vec_t;
void tern_llvm_promote_operands(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, tern_values_t originals,
                                tern_values_t operands, bool use_bare_ptr, tern_llvm_value_vec_t *out_values);
// Copies the descriptors that unranked memrefs among `values` point to: to the heap where they are returned, to the
// stack where they were. False after an error.
bool tern_llvm_copy_unranked(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, tern_types_t types,
                             tern_value_t **values, bool to_heap);
// The bytes of the ranked descriptors that unranked ones point to (upstream: computeSizes).
void tern_unranked_descriptor_sizes(const tern_llvm_lowering_t *lowering, tern_builder_t *builder,
                                    tern_values_t descriptors, tern_value_t **out_sizes);
// malloc, free and their like, declared in the module around the builder. NULL after an error.
tern_op_t *tern_llvm_malloc_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder);
tern_op_t *tern_llvm_aligned_alloc_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder);
tern_op_t *tern_llvm_free_function(const tern_llvm_lowering_t *lowering, tern_builder_t *builder);
// Prints `text` at run time: a private constant of the module, and a call of `function_name` with its address. False
// after an error.
bool tern_llvm_make_print_string(tern_builder_t *builder, tern_op_t *module, const char *global_name, tern_str_t text,
                                 bool adds_newline, const char *function_name);
// The symbol table around the builder: the module, as a rule.
tern_op_t *tern_llvm_module_around(const tern_builder_t *builder);

// --- tables ---

// Is there a float among the types of `op` that LLVM has not?
bool tern_llvm_has_unsupported_float(const tern_llvm_lowering_t *lowering, const tern_op_t *op);

// Tables, each ended by a row with a NULL `rewrite`.
extern const tern_conversion_pattern_t tern_llvm_arith_patterns[];
extern const tern_conversion_pattern_t tern_llvm_arith_expand_patterns[];  // rounded division, in terms of arith
extern const tern_conversion_pattern_t tern_llvm_cf_patterns[];            // without assert
extern const tern_conversion_pattern_t tern_llvm_assert_patterns[];        // cf.assert to a call of abort
extern const tern_conversion_pattern_t tern_llvm_complex_patterns[];
extern const tern_conversion_pattern_t tern_llvm_func_patterns[];
extern const tern_conversion_pattern_t tern_llvm_index_patterns[];
extern const tern_conversion_pattern_t tern_llvm_math_patterns[];
extern const tern_conversion_pattern_t tern_llvm_math_log1p_patterns[];   // log(1 + x)
extern const tern_conversion_pattern_t *const tern_llvm_memref_tables[];  // several, NULL-terminated
extern const tern_conversion_pattern_t tern_llvm_ub_patterns[];
extern const tern_conversion_pattern_t *const tern_llvm_vector_tables[];  // several, NULL-terminated

// The tables of a dialect by its name, at most `capacity` of them; returns how many there are, 0 for a dialect without
// a conversion.
size_t tern_llvm_tables_of_dialect(tern_str_t name, const tern_conversion_pattern_t **out_tables, size_t capacity);

typedef TERN_VEC(tern_conversion_pattern_t) tern_llvm_pattern_set_t;
static inline void tern_llvm_pattern_set_add(tern_llvm_pattern_set_t *set, const tern_conversion_pattern_t *table) {
  for (; table->rewrite; ++table) tern_vec_push(set, *table);
}

#endif  // TERN_CONVERT_LLVM_LOWERING_H_
