// --convert-func-to-llvm: functions and calls (upstream: FuncToLLVM). Memrefs are handed over in parts, or as bare
// pointers; several results as one struct.

#include <stdio.h>

#include "asm/parser.h"
#include "base/arena.h"
#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "dialect/func/func.h"
#include "ir/symbol.h"

enum { MAX_ATTRS = 32 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static bool is_memref(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}

static bool uses_bare_ptr(const tern_llvm_lowering_t *lowering, const tern_op_t *function) {
  return lowering->options.use_bare_ptr || (function && tern_op_attr(function, "llvm.bareptr"));
}

static const tern_type_t *type_of_function(const tern_op_t *function) {
  return tern_type_attr_value(tern_op_attr(function, "function_type"));
}

static tern_types_t llvm_inputs(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)&type->params[2], type->param_count - 2};
}

// --- attributes of functions ---

// Attributes of arguments whose value is the type of what is pointed at.
static const char *const pointee_attrs[] = {"llvm.byval", "llvm.byref", "llvm.sret", "llvm.inalloca"};

static bool names_pointee(const tern_ident_t *name, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal_cstr(tern_ident_str(name), pointee_attrs[i])) return true;
  }
  return false;
}

static const tern_attr_t *lower_arg_attrs(const tern_llvm_lowering_t *lowering, const tern_attr_t *attrs) {
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(attrs, i);
    const tern_attr_t *value = tern_dictionary_attr_at(attrs, i);
    if (!names_pointee(name, 4) || value->kind != TERN_ATTR_TYPE) continue;
    const tern_type_t *type = tern_llvm_lower_type(lowering, tern_type_attr_value(value));
    if (type)
      attrs = tern_dictionary_attr_with(lowering->context, attrs, tern_ident_str(name), tern_type_attr_get(type));
  }
  return attrs;
}

// The type that llvm.byval or llvm.byref gives argument `index`; NULL if there is none.
static const tern_type_t *pointee_of_arg(const tern_op_t *function, size_t index) {
  const tern_attr_t *all = tern_op_attr(function, "arg_attrs");
  if (!all) return NULL;
  const tern_attr_t *attrs = tern_array_attr_at(all, index);
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); ++i) {
    if (names_pointee(tern_dictionary_attr_name(attrs, i), 2)) {
      return tern_type_attr_value(tern_dictionary_attr_at(attrs, i));
    }
  }
  return NULL;
}

// An argument that became several ones loses its attributes: they may not fit what it became.
static void propagate_attrs(const tern_llvm_lowering_t *lowering, const tern_op_t *from,
                            const tern_llvm_signature_t *signature, tern_op_t *to) {
  const tern_attr_t *results = tern_op_attr(from, "res_attrs"), *args = tern_op_attr(from, "arg_attrs");
  if (results && tern_array_attr_count(results) == 1) tern_op_set_attr(to, "res_attrs", results);
  if (!args || signature->input_count == 0) return;
  const tern_attr_t **lists = tern_malloc(signature->input_count * sizeof *lists);
  const tern_attr_t *none = tern_dictionary_attr_get(lowering->context, NULL, 0);
  for (size_t i = 0; i < signature->arg_count; ++i) {
    size_t start = signature->starts[i], end = signature->starts[i + 1];
    for (size_t j = start; j < end; ++j) {
      lists[j] = end - start == 1 ? lower_arg_attrs(lowering, tern_array_attr_at(args, i)) : none;
    }
  }
  tern_op_set_attr(to, "arg_attrs", tern_array_attr_get(lowering->context, lists, signature->input_count));
  free(lists);
}

// Discardable attributes but those that became something else.
static void copy_attrs(const tern_op_t *from, tern_op_t *to) {
  static const char *const consumed[] = {"llvm.linkage", "func.varargs", "llvm.readnone"};
  for (size_t i = 0; i < tern_dictionary_attr_count(from->attrs); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(from->attrs, i));
    bool is_consumed = false;
    for (size_t c = 0; c < 3; ++c) is_consumed = is_consumed || tern_str_equal_cstr(name, consumed[c]);
    if (!is_consumed) tern_op_set_attr_str(to, name, tern_dictionary_attr_at(from->attrs, i));
  }
  const tern_attr_t *visibility = tern_op_attr(from, "sym_visibility");
  if (visibility) tern_op_set_attr(to, "sym_visibility", visibility);
}

static const tern_attr_t *no_memory_effects(tern_context_t *context) {
  return tern_parse_attr_text(context,
                              TERN_STR("#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, "
                                       "errnoMem = none, targetMem0 = none, targetMem1 = none>"));
}

// --- wrappers for C ---

// The signature of a wrapper: pointers to descriptors; a result that is a struct is written through the first argument.
// `*out_struct` is that struct, or NULL.
static const tern_type_t *wrapper_type(const tern_llvm_lowering_t *lowering, const tern_type_t *type,
                                       const tern_type_t **out_struct) {
  tern_types_t inputs = tern_function_type_inputs(type);
  const tern_type_t *result = tern_llvm_pack_results(lowering, tern_function_type_results(type), false);
  if (!result) return NULL;
  const tern_type_t *pointer = tern_llvm_ptr_type(lowering->context, 0);
  TERN_VEC(const tern_type_t *) types = {0};
  *out_struct = tern_type_is_llvm(result, TERN_LLVM_STRUCT) ? result : NULL;
  if (*out_struct) {
    tern_vec_push(&types, pointer);
    result = tern_llvm_void_type(lowering->context);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    const tern_type_t *converted = tern_llvm_lower_type(lowering, inputs.values[i]);
    tern_vec_push(&types, is_memref(inputs.values[i]) ? pointer : converted);
  }
  const tern_type_t *made = tern_llvm_func_type(result, (tern_types_t){types.values, types.count}, false);
  tern_vec_deinitialize(&types);
  return made;
}

static tern_op_t *make_wrapper(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_op_t *function,
                               const tern_type_t **out_struct) {
  const tern_type_t *type = wrapper_type(lowering, type_of_function(function), out_struct);
  tern_str_t name = tern_symbol_name(function);
  char *text = tern_malloc(name.size + 16);
  int size = snprintf(text, name.size + 16, "_mlir_ciface_%.*s", (int)name.size, name.data);
  tern_op_t *wrapper = tern_llvm_make_function(b, tern_str_make(text, (size_t)size), type, TERN_LLVM_LINKAGE_EXTERNAL);
  free(text);
  copy_attrs(function, wrapper);
  const tern_attr_t *args = tern_op_attr(function, "arg_attrs"), *results = tern_op_attr(function, "res_attrs");
  if (!*out_struct) {
    if (results) tern_op_set_attr(wrapper, "res_attrs", results);
    if (args) tern_op_set_attr(wrapper, "arg_attrs", args);
  } else if (args) {
    size_t count = tern_array_attr_count(args);
    const tern_attr_t **lists = tern_malloc((count + 1) * sizeof *lists);
    lists[0] = tern_dictionary_attr_get(lowering->context, NULL, 0);
    for (size_t i = 0; i < count; ++i) lists[i + 1] = tern_array_attr_at(args, i);
    tern_op_set_attr(wrapper, "arg_attrs", tern_array_attr_get(lowering->context, lists, count + 1));
    free(lists);
  }
  return wrapper;
}

static tern_builder_t builder_in_body(const tern_builder_t *b, tern_op_t *function) {
  tern_builder_t inner = *b;
  tern_builder_add_block(&inner, &function->regions[0], llvm_inputs(type_of_function(function)));
  return inner;
}

static tern_value_t *build_load(tern_builder_t *b, const tern_type_t *type, tern_value_t *pointer) {
  return tern_llvm_make(b, TERN_LLVM(LOAD), type, TERN_VALUES(pointer));
}

static void build_store(tern_builder_t *b, tern_value_t *value, tern_value_t *pointer) {
  tern_build(b, TERN_LLVM(STORE), .operands = TERN_VALUES(value, pointer));
}

static void build_return(tern_builder_t *b, tern_value_t *value) {
  tern_build(b, TERN_LLVM(RETURN), .operands = {&value, value ? 1 : 0});
}

// Loads the descriptors that C hands over and calls the function.
static void wrap_for_callers(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_op_t *function,
                             tern_op_t *lowered) {
  const tern_type_t *struct_type;
  tern_op_t *wrapper = make_wrapper(lowering, b, function, &struct_type);
  tern_builder_t inner = builder_in_body(b, wrapper);
  tern_types_t inputs = tern_function_type_inputs(type_of_function(function));
  tern_value_t *const *args = inner.block->args;
  tern_llvm_value_vec_t values = {0};
  for (size_t i = 0; i < inputs.count; ++i) {
    tern_value_t *arg = args[i + (struct_type ? 1 : 0)];
    const tern_type_t *type = inputs.values[i];
    if (!is_memref(type)) {
      tern_vec_push(&values, arg);
      continue;
    }
    tern_value_t *loaded = build_load(&inner, tern_llvm_lower_type(lowering, type), arg);
    size_t part_count = type->kind == TERN_TYPE_MEMREF ? 3 + 2 * tern_type_rank(type) : 2;
    tern_vec_reserve(&values, values.count + part_count);
    if (type->kind == TERN_TYPE_MEMREF) {
      tern_memref_descriptor_unpack(lowering, &inner, loaded, type, values.values + values.count);
    } else {
      values.values[values.count] = tern_unranked_descriptor_rank(&inner, loaded);
      values.values[values.count + 1] = tern_unranked_descriptor_pointer(&inner, loaded);
    }
    values.count += part_count;
  }
  tern_value_t *result = tern_llvm_make_call(&inner, lowered, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  if (struct_type) build_store(&inner, result, args[0]);
  build_return(&inner, struct_type ? NULL : result);
}

// Gives a function that C has a body: descriptors go through memory to the wrapper, which C implements.
static void wrap_external(const tern_llvm_lowering_t *lowering, tern_builder_t *b, const tern_op_t *function,
                          tern_op_t *lowered) {
  const tern_type_t *struct_type;
  tern_op_t *wrapper = make_wrapper(lowering, b, function, &struct_type);
  tern_op_set_attr(lowered, "linkage",
                   tern_enum_attr_get(b->context, TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_PRIVATE));
  tern_builder_t inner = builder_in_body(b, lowered);
  tern_value_t *const *arg = inner.block->args;
  tern_types_t inputs = tern_function_type_inputs(type_of_function(function));
  tern_llvm_value_vec_t values = {0};
  if (struct_type) {
    tern_value_t *one = tern_llvm_make_index(lowering, &inner, 1);
    tern_vec_push(&values, tern_llvm_make_alloca(&inner, struct_type, one));
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    const tern_type_t *type = inputs.values[i];
    if (!is_memref(type)) {
      tern_vec_push(&values, *arg++);
      continue;
    }
    bool is_ranked = type->kind == TERN_TYPE_MEMREF;
    size_t part_count = is_ranked ? 3 + 2 * tern_type_rank(type) : 2;
    tern_values_t parts = {arg, part_count};
    tern_value_t *packed = is_ranked ? tern_memref_descriptor_pack(lowering, &inner, type, parts)
                                     : tern_unranked_descriptor_pack(lowering, &inner, type, parts);
    tern_value_t *one = tern_llvm_make_index(lowering, &inner, 1);
    tern_value_t *memory = tern_llvm_make_alloca(&inner, packed->type, one);
    build_store(&inner, packed, memory);
    tern_vec_push(&values, memory);
    arg += part_count;
  }
  tern_value_t *result = tern_llvm_make_call(&inner, wrapper, (tern_values_t){values.values, values.count});
  if (struct_type) result = build_load(&inner, struct_type, values.values[0]);
  build_return(&inner, result);
  tern_vec_deinitialize(&values);
}

// --- functions ---

// Arguments that llvm.byval or llvm.byref hand over by pointer: pointers in the signature.
static const tern_type_t *with_pointers(const tern_llvm_lowering_t *lowering, const tern_op_t *function,
                                        tern_llvm_signature_t *signature, const tern_type_t **loaded_types) {
  for (size_t i = 0; i < signature->arg_count; ++i) {
    loaded_types[i] = NULL;
    const tern_type_t *pointee = pointee_of_arg(function, i);
    const tern_type_t **input = &signature->inputs[signature->starts[i]];
    bool is_one = signature->starts[i + 1] - signature->starts[i] == 1;
    if (!pointee || !is_one || tern_type_is_llvm(*input, TERN_LLVM_PTR)) continue;
    loaded_types[i] = tern_llvm_lower_type(lowering, pointee);
    *input = tern_llvm_ptr_type(lowering->context, 0);
  }
  const tern_type_t *result = (const tern_type_t *)(uintptr_t)signature->type->params[0];
  return tern_llvm_func_type(result, (tern_types_t){signature->inputs, signature->input_count},
                             signature->type->params[1] != 0);
}

// The linkage attribute, or external; -1 after an error.
static int64_t linkage_of(const tern_op_t *function) {
  const tern_attr_t *attr = tern_op_attr(function, "llvm.linkage");
  if (!attr) return TERN_LLVM_LINKAGE_EXTERNAL;
  if (attr->kind == TERN_ATTR_ENUM && attr->row == TERN_LLVM_ENUM(LINKAGE)) return tern_enum_attr_value(attr);
  tern_emit_error(function->loc, "Contains llvm.linkage attribute not of type LLVM::LinkageAttr");
  return -1;
}

static bool is_readable(const tern_op_t *function, bool is_variadic, bool needs_wrapper) {
  const tern_attr_t *readnone = tern_op_attr(function, "llvm.readnone");
  if (readnone && readnone->kind != TERN_ATTR_UNIT) {
    return tern_emit_error(function->loc, "Contains llvm.readnone attribute not of type UnitAttr");
  }
  if (needs_wrapper && is_variadic) {
    return tern_emit_error(function->loc, "C interface for variadic functions is not supported yet.");
  }
  return true;
}

static void move_body(tern_conversion_t *conversion, tern_op_t *function, tern_op_t *lowered,
                      const tern_llvm_signature_t *signature, const tern_type_t *const *loaded_types) {
  tern_region_take_blocks(&lowered->regions[0], &function->regions[0]);
  tern_block_t *old = lowered->regions[0].first_block;
  if (!old) return;
  tern_types_t types = {signature->inputs, signature->input_count};
  tern_block_t *entry = tern_conversion_convert_block(conversion, old, types, signature->starts);
  for (size_t i = 0; i < signature->arg_count; ++i) {
    if (!loaded_types[i]) continue;
    tern_value_t *arg = entry->args[signature->starts[i]];
    tern_builder_t b = *builder_of(conversion);
    tern_builder_set_start(&b, entry);
    b.loc = tern_value_loc(arg);
    tern_conversion_replace_arg(conversion, old->args[i], build_load(&b, loaded_types[i], arg));
  }
}

tern_op_t *tern_llvm_lower_function(tern_conversion_t *conversion, tern_op_t *op) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = type_of_function(op);
  if (type->kind != TERN_TYPE_FUNCTION) return NULL;
  const tern_attr_t *varargs = tern_op_attr(op, "func.varargs");
  bool is_variadic = tern_attr_is_integer(varargs) && tern_integer_attr_value(varargs);
  bool use_bare_ptr = uses_bare_ptr(lowering, op);
  const tern_attr_t *emit_c = tern_op_attr(op, "llvm.emit_c_interface");
  bool needs_wrapper = emit_c && emit_c->kind == TERN_ATTR_UNIT && !use_bare_ptr;
  tern_llvm_signature_t signature;
  tern_op_t *lowered = NULL;
  int64_t linkage = -1;
  bool has_form = tern_llvm_lower_signature(lowering, type, is_variadic, use_bare_ptr, &signature);
  if (has_form) linkage = linkage_of(op);
  if (linkage >= 0 && is_readable(op, is_variadic, needs_wrapper)) {
    const tern_type_t **loaded_types = tern_malloc((signature.arg_count + 1) * sizeof *loaded_types);
    const tern_type_t *lowered_type = with_pointers(lowering, op, &signature, loaded_types);
    lowered = tern_llvm_make_function(b, tern_symbol_name(op), lowered_type, (tern_llvm_linkage_t)linkage);
    copy_attrs(op, lowered);
    if (tern_op_attr(op, "llvm.readnone")) tern_op_set_attr(lowered, "memory_effects", no_memory_effects(b->context));
    propagate_attrs(lowering, op, &signature, lowered);
    bool is_external = tern_region_is_empty(&op->regions[0]);
    move_body(conversion, op, lowered, &signature, loaded_types);
    free(loaded_types);
    if (needs_wrapper && is_external) wrap_external(lowering, b, op, lowered);
    if (needs_wrapper && !is_external) wrap_for_callers(lowering, b, op, lowered);
  }
  tern_llvm_signature_deinitialize(&signature);
  return lowered;
}

static bool lower_func(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  if (!tern_llvm_lower_function(conversion, op)) return false;
  tern_conversion_erase(conversion, op);
  return true;
}

// --- calls ---

static tern_types_t result_types(const tern_op_t *op, tern_llvm_signature_t *storage) {
  storage->inputs = tern_malloc((op->result_count + 1) * sizeof *storage->inputs);
  for (size_t i = 0; i < op->result_count; ++i) storage->inputs[i] = tern_op_result(op, i)->type;
  return (tern_types_t){storage->inputs, op->result_count};
}

static tern_op_t *build_call(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                             const tern_type_t *packed, bool use_bare_ptr) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  tern_value_t **originals = tern_malloc((op->operand_count + 1) * sizeof *originals);
  for (size_t i = 0; i < op->operand_count; ++i) originals[i] = tern_op_operand(op, i);
  tern_llvm_value_vec_t promoted = {0};
  tern_llvm_promote_operands(lowering, b, (tern_values_t){originals, op->operand_count}, operands, use_bare_ptr,
                             &promoted);
  free(originals);
  tern_named_attr_t attrs[MAX_ATTRS + 1];
  size_t count = tern_llvm_lower_attrs(op, NULL, attrs, MAX_ATTRS);
  attrs[count++] = (tern_named_attr_t){"op_bundle_sizes", tern_dense_i32_array_attr_get(b->context, NULL, 0)};
  tern_op_t *call =
      tern_build(b, TERN_LLVM(CALL), .operands = {promoted.values, promoted.count}, .types = {&packed, packed ? 1 : 0},
                 .attrs = {attrs, count}, .segments = (int32_t[]){(int32_t)promoted.count, 0});
  tern_vec_deinitialize(&promoted);
  return call;
}

// Bare pointers that a call returned become descriptors.
static void descriptors_of_pointers(const tern_llvm_lowering_t *lowering, tern_builder_t *b, tern_types_t types,
                                    tern_value_t **values) {
  for (size_t i = 0; i < types.count; ++i) {
    if (types.values[i]->kind != TERN_TYPE_MEMREF) continue;
    values[i] = tern_memref_descriptor_static(lowering, b, types.values[i], values[i], values[i]).value;
  }
}

static bool lower_call_op(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands, bool use_bare_ptr) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  for (size_t i = 0; use_bare_ptr && i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type->kind == TERN_TYPE_UNRANKED_MEMREF) return false;
  }
  tern_llvm_signature_t storage;
  tern_types_t types = result_types(op, &storage);
  const tern_type_t *packed = types.count ? tern_llvm_pack_results(lowering, types, use_bare_ptr) : NULL;
  bool is_lowered = packed || types.count == 0;
  if (is_lowered) {
    tern_op_t *call = build_call(conversion, op, operands, packed, use_bare_ptr);
    tern_value_t **values = tern_malloc((types.count + 1) * sizeof *values);
    for (size_t i = 0; i < types.count; ++i) {
      tern_value_t *result = tern_op_result(call, 0);
      values[i] = types.count == 1 ? result : tern_llvm_make_extract(b, result, (int64_t[]){(int64_t)i}, 1);
    }
    if (use_bare_ptr) descriptors_of_pointers(lowering, b, types, values);
    is_lowered = use_bare_ptr || tern_llvm_copy_unranked(lowering, b, types, values, false);
    tern_conversion_replace(conversion, op, (tern_values_t){values, types.count});
    free(values);
  }
  free(storage.inputs);
  return is_lowered;
}

static bool lower_call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_op_t *callee = tern_symbol_lookup_nearest(op, tern_op_attr(op, "callee"));
  return lower_call_op(conversion, op, operands, uses_bare_ptr(tern_llvm_lowering_of(conversion), callee));
}

static bool lower_call_indirect(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  // Where pointers are returned, descriptors are made of them when they are asked for.
  return lower_call_op(conversion, op, operands, false);
}

static bool lower_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || !tern_llvm_is_compatible(type)) return false;
  static const char *const dropped[] = {"value", NULL};
  tern_named_attr_t attrs[MAX_ATTRS + 1];
  size_t count = tern_llvm_lower_attrs(op, dropped, attrs, MAX_ATTRS);
  attrs[count++] = (tern_named_attr_t){"global_name", tern_op_attr(op, "value")};
  tern_value_t *value = tern_build_value(builder_of(conversion), TERN_LLVM(MLIR_ADDRESSOF), .types = TERN_TYPES(type),
                                         .attrs = {attrs, count});
  return tern_conversion_replace_value(conversion, op, value);
}

// What a function returns: pointers in place of descriptors, descriptors of unranked memrefs on the heap. False: it
// cannot be.
static bool returned_values(tern_conversion_t *conversion, tern_op_t *op, bool use_bare_ptr, tern_value_t **values) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t **types = tern_malloc((op->operand_count + 1) * sizeof *types);
  bool is_unranked = false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    types[i] = tern_op_operand(op, i)->type;
    is_unranked = is_unranked || types[i]->kind == TERN_TYPE_UNRANKED_MEMREF;
  }
  bool is_possible = !(use_bare_ptr && is_unranked);
  for (size_t i = 0; use_bare_ptr && is_possible && i < op->operand_count; ++i) {
    if (!tern_llvm_can_be_bare_ptr(types[i])) continue;
    tern_memref_descriptor_t descriptor = tern_memref_descriptor_of(lowering, b, values[i]);
    values[i] = tern_memref_descriptor_allocated(&descriptor);
  }
  if (!use_bare_ptr) {
    is_possible = tern_llvm_copy_unranked(lowering, b, (tern_types_t){types, op->operand_count}, values, true);
  }
  free(types);
  return is_possible;
}

static bool lower_return(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  tern_op_t *function = tern_op_parent_of(op, TERN_LLVM(FUNC));
  bool use_bare_ptr = uses_bare_ptr(lowering, function);
  tern_llvm_signature_t storage = {.inputs = tern_malloc((operands.count + 1) * sizeof *storage.inputs)};
  for (size_t i = 0; i < operands.count; ++i) storage.inputs[i] = tern_op_operand(op, i)->type;
  const tern_type_t *packed_type =
      operands.count > 1
          ? tern_llvm_pack_results(lowering, (tern_types_t){storage.inputs, operands.count}, use_bare_ptr)
          : NULL;
  free(storage.inputs);
  if (operands.count > 1 && !packed_type) return false;
  tern_value_t **values = tern_malloc((operands.count + 1) * sizeof *values);
  for (size_t i = 0; i < operands.count; ++i) values[i] = operands.values[i];
  bool is_possible = returned_values(conversion, op, use_bare_ptr, values);
  if (is_possible) {
    tern_value_t *packed = operands.count > 1 ? tern_llvm_make_poison(b, packed_type) : NULL;
    for (size_t i = 0; packed && i < operands.count; ++i) {
      packed = tern_llvm_make_insert(b, packed, values[i], (int64_t[]){(int64_t)i}, 1);
    }
    if (packed) values[0] = packed;
    tern_named_attr_t attrs[MAX_ATTRS];
    size_t count = tern_llvm_lower_attrs(op, NULL, attrs, MAX_ATTRS);
    tern_build(b, TERN_LLVM(RETURN), .operands = {values, operands.count ? 1 : 0}, .attrs = {attrs, count});
    tern_conversion_erase(conversion, op);
  }
  free(values);
  return is_possible;
}

const tern_conversion_pattern_t tern_llvm_func_patterns[] = {
    {"func", TERN_FUNC(FUNC), 1, lower_func},       {"call-indirect", TERN_FUNC(CALL_INDIRECT), 1, lower_call_indirect},
    {"call", TERN_FUNC(CALL), 1, lower_call},       {"constant", TERN_FUNC(CONSTANT), 1, lower_constant},
    {"return", TERN_FUNC(RETURN), 1, lower_return}, {0},
};

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_llvm_options_t options = {
      .index_width = (unsigned)tern_pass_int(pass, "index-bitwidth"),
      .use_bare_ptr = tern_pass_bool(pass, "use-bare-ptr-memref-call-conv"),
  };
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_func_patterns, NULL};
  return tern_llvm_run(module, &(tern_llvm_run_t){.options = &options, .tables = tables});
}

static const tern_option_def_t options[] = {
    {.name = "use-bare-ptr-memref-call-conv",
     .kind = TERN_OPTION_BOOL,
     .default_text = "false",
     .help = "Take memrefs of static shape as one pointer each"},
    TERN_LLVM_INDEX_BITWIDTH_OPTION,
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_func_to_llvm_pass = {
    .flag = "convert-func-to-llvm",
    .name = "ConvertFuncToLLVMPass",
    .anchor = "builtin.module",
    .summary = "Put functions and calls in terms of llvm",
    .description =
        "Memrefs in signatures become their parts, in order: allocated and aligned pointer, offset, sizes, strides; "
        "unranked ones rank and pointer. Several results become one struct. A function with `llvm.emit_c_interface` "
        "gets a companion `_mlir_ciface_` that takes pointers to descriptors.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
