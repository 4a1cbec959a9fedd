// Attributes of functions, their arguments and results, and of calls.

#include <stdlib.h>

#include "target/llvm/translate.h"

static LLVMAttributeRef make_enum(tern_llvm_translation_t *t, const char *name, size_t size, uint64_t value) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, size);
  return kind ? LLVMCreateEnumAttribute(t->llvm, kind, value) : NULL;
}

static LLVMAttributeRef make_string(tern_llvm_translation_t *t, tern_str_t name, tern_str_t value) {
  return LLVMCreateStringAttribute(t->llvm, name.data, (unsigned)name.size, value.data, (unsigned)value.size);
}

static void add_to_function(LLVMValueRef function, LLVMAttributeRef attribute) {
  if (attribute) LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

// --- functions ---

// Attributes of llvm.func that are LLVM attributes by another name.
typedef struct name_pair {
  const char *from, *to;
} name_pair_t;

// There or not: enum attributes.
static const name_pair_t unit_attributes[] = {
    {"convergent", "convergent"},      {"no_unwind", "nounwind"}, {"will_return", "willreturn"},
    {"always_inline", "alwaysinline"}, {"no_inline", "noinline"}, {"inline_hint", "inlinehint"},
    {"optimize_none", "optnone"},
};
// There or not: string attributes without a value.
static const name_pair_t marker_attributes[] = {
    {"arm_streaming", "aarch64_pstate_sm_enabled"},
    {"arm_locally_streaming", "aarch64_pstate_sm_body"},
    {"arm_streaming_compatible", "aarch64_pstate_sm_compatible"},
    {"arm_new_za", "aarch64_new_za"},
    {"arm_in_za", "aarch64_in_za"},
    {"arm_out_za", "aarch64_out_za"},
    {"arm_inout_za", "aarch64_inout_za"},
    {"arm_preserves_za", "aarch64_preserves_za"},
};
// String attributes with the text of a string, or true and false of a boolean.
static const name_pair_t text_attributes[] = {
    {"target_cpu", "target-cpu"},
    {"tune_cpu", "tune-cpu"},
    {"prefer_vector_width", "prefer-vector-width"},
    {"reciprocal_estimates", "reciprocal-estimates"},
    {"denormal_fp_math", "denormal-fp-math"},
    {"denormal_fp_math_f32", "denormal-fp-math-f32"},
    {"fp_contract", "fp-contract"},
    {"instrument_function_entry", "instrument-function-entry"},
    {"instrument_function_exit", "instrument-function-exit"},
    {"no_infs_fp_math", "no-infs-fp-math"},
    {"no_nans_fp_math", "no-nans-fp-math"},
    {"no_signed_zeros_fp_math", "no-signed-zeros-fp-math"},
};
#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

// "name", ["name", "value"]: an enum attribute if LLVM knows the name, else a string attribute.
static bool add_passthrough(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function,
                            const tern_attr_t *entry) {
  tern_str_t name, value = {"", 0};
  if (tern_attr_is_string(entry)) {
    name = tern_string_attr_value(entry);
  } else {
    bool is_pair = entry->kind == TERN_ATTR_ARRAY && tern_array_attr_count(entry) == 2 &&
                   tern_attr_is_string(tern_array_attr_at(entry, 0)) &&
                   tern_attr_is_string(tern_array_attr_at(entry, 1));
    if (!is_pair)
      return tern_op_error(op, "expected arrays within 'passthrough' to contain two strings, a name and a value");
    name = tern_string_attr_value(tern_array_attr_at(entry, 0));
    value = tern_string_attr_value(tern_array_attr_at(entry, 1));
  }
  unsigned kind = LLVMGetEnumAttributeKindForName(name.data, name.size);
  if (!kind) {
    add_to_function(function, make_string(t, name, value));
    return true;
  }
  int64_t number = 0;
  if (value.size > 0 && !tern_str_to_int64(value, &number))
    return tern_op_error(op, "LLVM attribute '%.*s' expects an integer value, found '%.*s'", (int)name.size, name.data,
                         (int)value.size, value.data);
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(t->llvm, kind, (uint64_t)number));
  return true;
}

// The bits of a memory(...) attribute: two for each kind of memory (llvm::MemoryEffects).
LLVMAttributeRef tern_llvm_memory_attribute(tern_llvm_translation_t *t, const tern_attr_t *effects) {
  static const char *const locations[] = {"argMem", "inaccessibleMem", "errnoMem", "other", "targetMem0", "targetMem1"};
  static const char *const accesses[] = {"none", "read", "write", "readwrite"};
  uint64_t bits = 0;
  for (size_t i = 0; i < COUNT_OF(locations); i++) {
    const tern_attr_t *access = tern_llvm_attr_param(effects, locations[i]);
    for (uint64_t k = 0; access && k < COUNT_OF(accesses); k++)
      if (tern_str_equal_cstr(tern_string_attr_value(access), accesses[k])) bits |= k << (2 * i);
  }
  return make_enum(t, "memory", strlen("memory"), bits);
}

static void add_target_features(tern_llvm_translation_t *t, const tern_attr_t *features, LLVMValueRef function) {
  const tern_attr_t *list = (const tern_attr_t *)(uintptr_t)features->params[0];
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < tern_array_attr_count(list); i++) {
    if (i > 0) tern_string_builder_append_char(&text, ',');
    tern_string_builder_append(&text, tern_string_attr_value(tern_array_attr_at(list, i)));
  }
  add_to_function(function, make_string(t, TERN_STR("target-features"), tern_string_builder_view(&text)));
  tern_string_builder_deinitialize(&text);
}

static uint64_t range_bound(const tern_attr_t *range, const char *name) {
  const tern_attr_t *bound = tern_llvm_attr_param(range, name);
  return tern_attr_is_integer(bound) ? (uint64_t)tern_integer_attr_value(bound) & UINT32_MAX : 0;
}

bool tern_llvm_add_function_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function) {
  const tern_attr_t *attr = tern_op_attr(op, "passthrough");
  for (size_t i = 0; attr && i < tern_array_attr_count(attr); i++)
    if (!add_passthrough(t, op, function, tern_array_attr_at(attr, i))) return false;
  for (size_t i = 0; i < COUNT_OF(unit_attributes); i++)
    if (tern_op_attr(op, unit_attributes[i].from))
      add_to_function(function, make_enum(t, unit_attributes[i].to, strlen(unit_attributes[i].to), 0));
  for (size_t i = 0; i < COUNT_OF(marker_attributes); i++)
    if (tern_op_attr(op, marker_attributes[i].from))
      add_to_function(function, make_string(t, tern_str_from_cstr(marker_attributes[i].to), TERN_STR("")));
  for (size_t i = 0; i < COUNT_OF(text_attributes); i++) {
    attr = tern_op_attr(op, text_attributes[i].from);
    if (!attr) continue;
    tern_str_t value = tern_attr_is_string(attr)       ? tern_string_attr_value(attr)
                       : tern_integer_attr_value(attr) ? TERN_STR("true")
                                                       : TERN_STR("false");
    add_to_function(function, make_string(t, tern_str_from_cstr(text_attributes[i].to), value));
  }
  if ((attr = tern_op_attr(op, "frame_pointer"))) {
    const char *kind = tern_enum_case_name(TERN_LLVM_ENUM(FRAME_POINTER_KIND), tern_enum_attr_value(attr));
    add_to_function(function, make_string(t, TERN_STR("frame-pointer"), tern_str_from_cstr(kind)));
  }
  if ((attr = tern_op_attr(op, "uwtable_kind")) && tern_enum_attr_value(attr) != 0)
    add_to_function(function, make_enum(t, "uwtable", 7, (uint64_t)tern_enum_attr_value(attr)));
  if ((attr = tern_op_attr(op, "memory_effects"))) add_to_function(function, tern_llvm_memory_attribute(t, attr));
  if ((attr = tern_op_attr(op, "target_features"))) add_target_features(t, attr, function);
  if ((attr = tern_op_attr(op, "vscale_range")))
    add_to_function(function, make_enum(t, "vscale_range", strlen("vscale_range"),
                                        range_bound(attr, "minRange") << 32 | range_bound(attr, "maxRange")));
  if ((attr = tern_op_attr(op, "garbageCollector"))) {
    const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)attr->params[0];
    LLVMSetGC(function, name->data);
  }
  return true;
}

// --- arguments, results ---

// The attribute that `llvm.name = value` stands for; NULL after an error.
static LLVMAttributeRef make_parameter_attribute(tern_llvm_translation_t *t, const tern_op_t *op, tern_str_t name,
                                                 const tern_attr_t *value) {
  // Upstream's older name of what is captures(none) today.
  if (tern_str_equal_cstr(name, "nocapture")) name = TERN_STR("captures");
  unsigned kind = LLVMGetEnumAttributeKindForName(name.data, name.size);
  if (!kind) {
    tern_op_error(op, "unknown LLVM attribute 'llvm.%.*s'", (int)name.size, name.data);
    return NULL;
  }
  switch (value->kind) {
    case TERN_ATTR_UNIT: return LLVMCreateEnumAttribute(t->llvm, kind, 0);
    case TERN_ATTR_INTEGER: return LLVMCreateEnumAttribute(t->llvm, kind, (uint64_t)tern_integer_attr_value(value));
    case TERN_ATTR_TYPE: {
      LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(value));
      return type ? LLVMCreateTypeAttribute(t->llvm, kind, type) : NULL;
    }
    default: break;
  }
  if (tern_attr_is_llvm(value, "llvm.constant_range")) {
    const tern_attr_t *lower = (const tern_attr_t *)(uintptr_t)value->params[0];
    const tern_attr_t *upper = (const tern_attr_t *)(uintptr_t)value->params[1];
    return LLVMCreateConstantRangeAttribute(t->llvm, kind, tern_type_bit_width(tern_attr_type(lower)),
                                            &lower->params[1], &upper->params[1]);
  }
  tern_op_error(op, "attribute 'llvm.%.*s' cannot have the value '%s'", (int)name.size, name.data,
                tern_attr_text(value));
  return NULL;
}

static bool add_dictionary(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value, unsigned index,
                           const tern_attr_t *attrs, bool is_call) {
  for (size_t i = 0; i < tern_dictionary_attr_count(attrs); i++) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attrs, i));
    if (!tern_str_starts_with(name, TERN_STR("llvm."))) continue;
    // For the dialect only: the size of the buffer that a pointer to workgroup memory is of.
    if (tern_str_equal_cstr(name, "llvm.workgroup_attribution")) continue;
    LLVMAttributeRef attribute =
        make_parameter_attribute(t, op, tern_str_drop(name, strlen("llvm.")), tern_dictionary_attr_at(attrs, i));
    if (!attribute) return false;
    if (is_call)
      LLVMAddCallSiteAttribute(value, index, attribute);
    else
      LLVMAddAttributeAtIndex(value, index, attribute);
  }
  return true;
}

bool tern_llvm_add_signature_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value,
                                        bool is_call) {
  const tern_attr_t *args = tern_op_attr(op, "arg_attrs"), *results = tern_op_attr(op, "res_attrs");
  for (size_t i = 0; args && i < tern_array_attr_count(args); i++)
    if (!add_dictionary(t, op, value, (unsigned)i + 1, tern_array_attr_at(args, i), is_call)) return false;
  for (size_t i = 0; results && i < tern_array_attr_count(results); i++)
    if (!add_dictionary(t, op, value, LLVMAttributeReturnIndex, tern_array_attr_at(results, i), is_call)) return false;
  return true;
}

// --- calls ---

void tern_llvm_add_call_alignment(tern_llvm_translation_t *t, LLVMValueRef call, unsigned argument, int64_t alignment) {
  LLVMAddCallSiteAttribute(call, argument + 1, make_enum(t, "align", strlen("align"), (uint64_t)alignment));
}

void tern_llvm_add_call_unit(tern_llvm_translation_t *t, LLVMValueRef call, const char *name) {
  LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, make_enum(t, name, strlen(name), 0));
}

bool tern_llvm_add_call_range(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef call,
                              const tern_attr_t *range) {
  LLVMAttributeRef attribute = make_parameter_attribute(t, op, TERN_STR("range"), range);
  if (attribute) LLVMAddCallSiteAttribute(call, LLVMAttributeReturnIndex, attribute);
  return attribute != NULL;
}
