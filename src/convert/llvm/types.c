// What types become in the llvm dialect, and how values come back from it (upstream: LLVMTypeConverter).

#include "asm/printer.h"
#include "base/arena.h"
#include "convert/llvm/lowering.h"
#include "dialect/dlti/dlti.h"

enum { MAX_RANK = 64, POINTER_WIDTH = 64 };

static const tern_type_t *lower(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  return tern_llvm_lower_type(lowering, type);
}

// --- memrefs ---

bool tern_llvm_lower_address_space(const tern_llvm_lowering_t *lowering, const tern_type_t *memref,
                                   unsigned *out_space) {
  const tern_attr_t *space = tern_memref_type_memory_space(memref);
  *out_space = 0;
  if (!space) return true;
  bool has_hook = lowering->options.address_space != NULL;
  if (has_hook && lowering->options.address_space(space, lowering->options.user, out_space)) return true;
  if (!tern_attr_is_integer(space)) return false;
  const tern_type_t *type = tern_attr_type(space);
  if (!tern_type_is_index(type) && !tern_type_is_signless(type)) return false;
  *out_space = (unsigned)tern_integer_attr_value(space);
  return true;
}

static bool report_no_strides(const tern_llvm_lowering_t *lowering) {
  if (lowering->type_errors) ++*lowering->type_errors;
  return tern_emit_error(tern_unknown_loc_get(lowering->context),
                         "conversion to strided form failed either due to non-strided layout maps (which should have "
                         "been normalized away) or other reasons");
}

static bool report_no_space(const tern_llvm_lowering_t *lowering, const tern_type_t *memref) {
  tern_string_builder_t text = {0};
  tern_print_attr(tern_memref_type_memory_space(memref), &text);
  if (lowering->type_errors) ++*lowering->type_errors;
  tern_emit_error(tern_unknown_loc_get(lowering->context),
                  "conversion of memref memory space %s to integer address space failed. Consider adding memory space "
                  "conversions.",
                  text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

// Pointer, pointer, offset. NULL pointer type: it cannot be.
static const tern_type_t *lower_memref_pointer(const tern_llvm_lowering_t *lowering, const tern_type_t *memref) {
  int64_t strides[MAX_RANK], offset;
  unsigned space;
  if (tern_type_rank(memref) > MAX_RANK || !tern_memref_type_strides(memref, strides, &offset))
    return report_no_strides(lowering), NULL;
  if (!lower(lowering, tern_type_element(memref))) return NULL;
  if (!tern_llvm_lower_address_space(lowering, memref, &space)) return report_no_space(lowering, memref), NULL;
  return tern_llvm_ptr_type(lowering->context, space);
}

static const tern_type_t *lower_memref(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  const tern_type_t *pointer = lower_memref_pointer(lowering, type);
  if (!pointer) return NULL;
  size_t rank = tern_type_rank(type);
  const tern_type_t *array = tern_llvm_array_type(lowering->index_type, rank);
  const tern_type_t *elements[] = {pointer, pointer, lowering->index_type, array, array};
  return tern_llvm_struct_type(lowering->context, (tern_types_t){elements, rank ? 5 : 3}, false);
}

bool tern_llvm_memref_field_types(const tern_llvm_lowering_t *lowering, const tern_type_t *memref,
                                  const tern_type_t **out_types, size_t *out_count) {
  size_t count = 0;
  const tern_type_t *pointer = lower_memref_pointer(lowering, memref);
  if (!pointer) return false;
  out_types[count++] = pointer;
  out_types[count++] = pointer;
  out_types[count++] = lowering->index_type;
  for (size_t i = 0; i < 2 * tern_type_rank(memref); ++i) out_types[count++] = lowering->index_type;
  *out_count = count;
  return true;
}

static const tern_type_t *lower_unranked(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  if (!lower(lowering, tern_type_element(type))) return NULL;
  return tern_llvm_struct_type(lowering->context,
                               TERN_TYPES(lowering->index_type, tern_llvm_ptr_type(lowering->context, 0)), false);
}

bool tern_llvm_can_be_bare_ptr(const tern_type_t *type) {
  int64_t strides[MAX_RANK], offset;
  if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type)) return false;
  size_t rank = tern_type_rank(type);
  if (rank > MAX_RANK || !tern_memref_type_strides(type, strides, &offset) || offset == TERN_DYNAMIC) return false;
  for (size_t i = 0; i < rank; ++i) {
    if (strides[i] == TERN_DYNAMIC) return false;
  }
  return true;
}

static bool is_memref(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

const tern_type_t *tern_llvm_lower_callable_type(const tern_llvm_lowering_t *lowering, const tern_type_t *type,
                                                 bool use_bare_ptr) {
  if (!use_bare_ptr || !is_memref(type)) return lower(lowering, type);
  unsigned space;
  if (!tern_llvm_can_be_bare_ptr(type) || !lower(lowering, tern_type_element(type))) return NULL;
  if (!tern_llvm_lower_address_space(lowering, type, &space)) return NULL;
  return tern_llvm_ptr_type(lowering->context, space);
}

// --- other types ---

static const tern_type_t *lower_float(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  if (tern_llvm_is_compatible(type)) return type;
  return type->kind == TERN_TYPE_TF32 ? NULL : tern_i_type_get(lowering->context, tern_type_bit_width(type));
}

// Arrays of vectors of the last dimension. Only that one may be scalable.
static const tern_type_t *lower_vector(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  const tern_type_t *element = lower(lowering, tern_type_element(type));
  size_t rank = tern_type_rank(type);
  if (!element) return NULL;
  if (rank == 0) return tern_vector_type_get(element, &(int64_t){1}, 1, 0);
  uint64_t scalable = tern_vector_type_scalable_mask(type), last = UINT64_C(1) << (rank - 1);
  if (scalable & ~last) return NULL;
  const tern_type_t *result = tern_vector_type_get(element, &tern_type_dims(type)[rank - 1], 1, scalable ? 1 : 0);
  for (size_t i = rank - 1; i-- > 0;) result = tern_llvm_array_type(result, (uint64_t)tern_type_dim(type, i));
  return result;
}

typedef TERN_VEC(const tern_type_t *) type_vec_t;

static bool lower_all(const tern_llvm_lowering_t *lowering, tern_types_t types, type_vec_t *out_types) {
  for (size_t i = 0; i < types.count; ++i) {
    const tern_type_t *converted = lower(lowering, types.values[i]);
    if (!converted) return false;
    tern_vec_push(out_types, converted);
  }
  return true;
}

// A struct, array or function of the llvm dialect that holds types which it may not.
static const tern_type_t *lower_aggregate(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  type_vec_t types = {0};
  const tern_type_t *result = NULL;
  if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) {
    const tern_type_t *element = lower(lowering, (const tern_type_t *)(uintptr_t)type->params[0]);
    result = element ? tern_llvm_array_type(element, type->params[1]) : NULL;
  } else if (tern_type_is_llvm(type, TERN_LLVM_STRUCT) && !type->params[1]) {
    if (lower_all(lowering, tern_llvm_struct_elements(type), &types)) {
      result =
          tern_llvm_struct_type(lowering->context, (tern_types_t){types.values, types.count}, type->params[0] != 0);
    }
  } else if (tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE)) {
    const tern_type_t *returned = lower(lowering, (const tern_type_t *)(uintptr_t)type->params[0]);
    tern_types_t inputs = {(const tern_type_t *const *)(const void *)&type->params[2], type->param_count - 2};
    if (returned && lower_all(lowering, inputs, &types)) {
      result = tern_llvm_func_type(returned, (tern_types_t){types.values, types.count}, type->params[1] != 0);
    }
  }
  tern_vec_deinitialize(&types);
  return result;
}

static const tern_type_t *lower_one(const tern_llvm_lowering_t *lowering, const tern_type_t *type) {
  if (tern_type_is_index(type)) return lowering->index_type;
  if (tern_type_is_integer(type)) return tern_i_type_get(lowering->context, tern_integer_type_width(type));
  if (tern_type_is_float(type)) return lower_float(lowering, type);
  switch (type->kind) {
    case TERN_TYPE_VECTOR: return lower_vector(lowering, type);
    case TERN_TYPE_MEMREF: return lower_memref(lowering, type);
    case TERN_TYPE_UNRANKED_MEMREF: return lower_unranked(lowering, type);
    case TERN_TYPE_FUNCTION: return tern_llvm_ptr_type(lowering->context, 0);
    case TERN_TYPE_COMPLEX: {
      const tern_type_t *element = lower(lowering, tern_type_element(type));
      return element ? tern_llvm_struct_type(lowering->context, TERN_TYPES(element, element), false) : NULL;
    }
    default: return tern_llvm_is_compatible(type) ? type : lower_aggregate(lowering, type);
  }
}

static int built_in_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  out_types[0] = lower_one(user, type);
  *out_count = out_types[0] ? 1 : 0;
  return out_types[0] ? 1 : -1;
}

static int given_rules(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  const tern_llvm_options_t *options = &((const tern_llvm_lowering_t *)user)->options;
  for (size_t i = options->rule_count; i-- > 0;) {
    int answer = options->rules[i](type, options->user, out_types, out_count);
    if (answer != 0) return answer;
  }
  return 0;
}

// --- functions ---

const tern_type_t *tern_llvm_pack_results(const tern_llvm_lowering_t *lowering, tern_types_t results,
                                          bool use_bare_ptr) {
  if (results.count == 0) return tern_llvm_void_type(lowering->context);
  use_bare_ptr = use_bare_ptr || lowering->options.use_bare_ptr;
  type_vec_t types = {0};
  const tern_type_t *result = NULL;
  for (size_t i = 0; i < results.count; ++i) {
    const tern_type_t *type = tern_llvm_lower_callable_type(lowering, results.values[i], use_bare_ptr);
    if (!type) break;
    tern_vec_push(&types, type);
  }
  if (types.count == results.count) {
    tern_types_t list = {types.values, types.count};
    result = types.count == 1 ? types.values[0] : tern_llvm_struct_type(lowering->context, list, false);
  }
  tern_vec_deinitialize(&types);
  return result;
}

const tern_type_t *tern_llvm_pack_op_results(const tern_llvm_lowering_t *lowering, tern_types_t results) {
  if (results.count == 1) return lower(lowering, results.values[0]);
  type_vec_t types = {0};
  const tern_type_t *result = NULL;
  if (lower_all(lowering, results, &types)) {
    result = tern_llvm_struct_type(lowering->context, (tern_types_t){types.values, types.count}, false);
  }
  tern_vec_deinitialize(&types);
  return result;
}

// The types that one argument becomes.
static bool lower_argument(const tern_llvm_lowering_t *lowering, const tern_type_t *type, bool use_bare_ptr,
                           type_vec_t *types) {
  if (use_bare_ptr || !is_memref(type)) {
    const tern_type_t *converted = tern_llvm_lower_callable_type(lowering, type, use_bare_ptr);
    if (!converted) return false;
    tern_vec_push(types, converted);
    return true;
  }
  if (type->kind == TERN_TYPE_UNRANKED_MEMREF) {
    tern_vec_push(types, lowering->index_type);
    tern_vec_push(types, tern_llvm_ptr_type(lowering->context, 0));
    return true;
  }
  size_t count;
  tern_vec_reserve(types, types->count + 3 + 2 * tern_type_rank(type));
  if (!tern_llvm_memref_field_types(lowering, type, types->values + types->count, &count)) return false;
  types->count += count;
  return true;
}

bool tern_llvm_lower_signature(const tern_llvm_lowering_t *lowering, const tern_type_t *function_type, bool is_variadic,
                               bool use_bare_ptr, tern_llvm_signature_t *out_signature) {
  tern_types_t inputs = tern_function_type_inputs(function_type);
  use_bare_ptr = use_bare_ptr || lowering->options.use_bare_ptr;
  type_vec_t types = {0};
  bool is_lowered = true;
  out_signature->arg_count = inputs.count;
  out_signature->starts = tern_malloc((inputs.count + 1) * sizeof(size_t));
  for (size_t i = 0; i < inputs.count; ++i) {
    out_signature->starts[i] = types.count;
    is_lowered = is_lowered && lower_argument(lowering, inputs.values[i], use_bare_ptr, &types);
  }
  out_signature->starts[inputs.count] = types.count;
  out_signature->inputs = types.values;
  out_signature->input_count = types.count;
  out_signature->type = NULL;
  if (!is_lowered) return false;
  const tern_type_t *result = tern_llvm_pack_results(lowering, tern_function_type_results(function_type), use_bare_ptr);
  if (!result) return false;
  out_signature->type = tern_llvm_func_type(result, (tern_types_t){types.values, types.count}, is_variadic);
  return true;
}

void tern_llvm_signature_deinitialize(tern_llvm_signature_t *signature) {
  free(signature->inputs);
  free(signature->starts);
}

// --- values back and forth ---

static bool is_bare_pointer(tern_values_t values) {
  return values.count == 1 && tern_type_is_llvm(values.values[0]->type, TERN_LLVM_PTR);
}

// The descriptor of a memref that came as a pointer or in parts; NULL if `inputs` are neither.
static tern_value_t *pack(const tern_llvm_lowering_t *lowering, tern_builder_t *builder, const tern_type_t *memref,
                          tern_values_t inputs) {
  if (memref->kind == TERN_TYPE_UNRANKED_MEMREF) {
    bool fits = inputs.count == 2 && inputs.values[0]->type == lowering->index_type &&
                inputs.values[1]->type == tern_llvm_ptr_type(lowering->context, 0);
    return fits ? tern_unranked_descriptor_pack(lowering, builder, memref, inputs) : NULL;
  }
  if (memref->kind != TERN_TYPE_MEMREF) return NULL;
  if (is_bare_pointer(inputs)) {
    tern_value_t *memory = inputs.values[0];
    return tern_memref_descriptor_static(lowering, builder, memref, memory, memory).value;
  }
  const tern_type_t *types[3 + 2 * MAX_RANK];
  size_t count;
  if (!tern_llvm_memref_field_types(lowering, memref, types, &count) || count != inputs.count) return NULL;
  for (size_t i = 0; i < count; ++i) {
    if (inputs.values[i]->type != types[i]) return NULL;
  }
  return tern_memref_descriptor_pack(lowering, builder, memref, inputs);
}

static tern_value_t *build_cast(tern_builder_t *builder, const tern_type_t *type, tern_values_t inputs) {
  tern_op_state_t state = {
      .def = tern_op_def_get(builder->context, TERN_STR("builtin.unrealized_conversion_cast")),
      .loc = builder->loc,
      .operands = inputs,
      .result_types = TERN_TYPES(type),
  };
  tern_op_t *op = tern_op_create(builder->context, &state);
  tern_builder_insert(builder, op);
  return tern_op_result(op, 0);
}

static tern_value_t *materialize_source(tern_builder_t *builder, const tern_type_t *type, tern_values_t inputs,
                                        void *user) {
  tern_value_t *packed = is_memref(type) ? pack(user, builder, type, inputs) : NULL;
  return packed ? build_cast(builder, type, TERN_VALUES(packed)) : NULL;
}

static tern_value_t *materialize_converted(tern_builder_t *builder, const tern_type_t *type,
                                           const tern_type_t *original, tern_values_t inputs, void *user) {
  const tern_llvm_lowering_t *lowering = user;
  if (!is_memref(original) || lower(lowering, original) != type) return NULL;
  return pack(lowering, builder, original, inputs);
}

// --- making one ---

void tern_llvm_lowering_initialize(tern_llvm_lowering_t *lowering, const tern_op_t *op,
                                   const tern_llvm_options_t *options) {
  *lowering = (tern_llvm_lowering_t){.context = tern_op_context(op), .pointer_width = POINTER_WIDTH};
  if (options) lowering->options = *options;
  unsigned width = lowering->options.index_width;
  if (width == 0) width = tern_dlti_index_width(op);
  lowering->options.index_width = width;
  lowering->index_type = tern_i_type_get(lowering->context, width);
  lowering->rule_table[0] = built_in_rule;
  lowering->rule_table[1] = given_rules;
  lowering->converter = (tern_type_converter_t){
      .rules = lowering->rule_table,
      .rule_count = 2,
      .materialize_source = materialize_source,
      .materialize_converted = materialize_converted,
      .user = lowering,
  };
}
