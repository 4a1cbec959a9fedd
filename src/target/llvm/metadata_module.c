// What modules and functions say as metadata: linker options, flags, where the module comes from, hints for kernels.

#include "ir/symbol.h"
#include "target/llvm/translate.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static LLVMMetadataRef word(tern_llvm_translation_t *t, const char *text) {
  return tern_llvm_md_string(t, tern_str_from_cstr(text));
}

static void add_to_module(tern_llvm_translation_t *t, const char *list, LLVMMetadataRef node) {
  LLVMAddNamedMetadataOperand(t->module, list, LLVMMetadataAsValue(t->llvm, node));
}

// !{!"a", !"b"} of an array of strings.
static LLVMMetadataRef strings_node(tern_llvm_translation_t *t, const tern_attr_t *strings) {
  TERN_VEC(LLVMMetadataRef) operands = {0};
  for (size_t i = 0; i < tern_array_attr_count(strings); i++)
    tern_vec_push(&operands, tern_llvm_md_string(t, tern_string_attr_value(tern_array_attr_at(strings, i))));
  LLVMMetadataRef node = tern_llvm_node(t, operands.values, operands.count);
  tern_vec_deinitialize(&operands);
  return node;
}

// --- attributes of the module ---

// `attr` if it is an array of strings; NULL, after an error, if it is something else.
static const tern_attr_t *string_list(const tern_op_t *module, const char *name, const tern_attr_t *attr) {
  bool is_right = attr->kind == TERN_ATTR_ARRAY;
  for (size_t i = 0; is_right && i < tern_array_attr_count(attr); i++)
    is_right = tern_attr_is_string(tern_array_attr_at(attr, i));
  if (!is_right) tern_op_error(module, "expected '%s' to be an array of strings", name);
  return is_right ? attr : NULL;
}

bool tern_llvm_add_module_attributes(tern_llvm_translation_t *t, const tern_op_t *module) {
  static const struct {
    const char *attr, *list;
  } texts[] = {{"llvm.ident", "llvm.ident"}, {"llvm.commandline", "llvm.commandline"}};
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    const tern_attr_t *attr = tern_op_attr(module, texts[i].attr);
    if (!attr) continue;
    if (!tern_attr_is_string(attr)) return tern_op_error(module, "expected '%s' to be a string", texts[i].attr);
    LLVMMetadataRef text = tern_llvm_md_string(t, tern_string_attr_value(attr));
    add_to_module(t, texts[i].list, tern_llvm_node(t, &text, 1));
  }
  const tern_attr_t *libraries = tern_op_attr(module, "llvm.dependent_libraries");
  if (libraries && !string_list(module, "llvm.dependent_libraries", libraries)) return false;
  for (size_t i = 0; libraries && i < tern_array_attr_count(libraries); i++) {
    LLVMMetadataRef text = tern_llvm_md_string(t, tern_string_attr_value(tern_array_attr_at(libraries, i)));
    add_to_module(t, "llvm.dependent-libraries", tern_llvm_node(t, &text, 1));
  }
  const tern_attr_t *lines = tern_op_attr(module, "llvm.module_asm");
  if (lines && !string_list(module, "llvm.module_asm", lines)) return false;
  for (size_t i = 0; lines && i < tern_array_attr_count(lines); i++) {
    tern_str_t line = tern_string_attr_value(tern_array_attr_at(lines, i));
    LLVMAppendModuleInlineAsm(t->module, line.data, line.size);
  }
  return true;
}

// --- flags ---

static LLVMMetadataRef symbol_node(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *ref) {
  LLVMValueRef symbol =
      ref ? tern_map_get(&t->symbols, tern_ident_get(tern_op_context(op), tern_symbol_ref_attr_at(ref, 0))) : NULL;
  return symbol ? LLVMValueAsMetadata(symbol) : NULL;
}

static uint64_t number_of(const tern_attr_t *attr, const char *param) {
  return (uint64_t)tern_integer_attr_value(tern_llvm_attr_param(attr, param));
}

// How often functions call each other: distinct !{!{ptr @from, ptr @to, i64 2}, ...}.
static LLVMMetadataRef calls_node(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *entries) {
  TERN_VEC(LLVMMetadataRef) nodes = {0};
  for (size_t i = 0; i < tern_array_attr_count(entries); i++) {
    const tern_attr_t *entry = tern_array_attr_at(entries, i);
    LLVMMetadataRef operands[] = {symbol_node(t, op, tern_llvm_attr_param(entry, "from")),
                                  symbol_node(t, op, tern_llvm_attr_param(entry, "to")),
                                  tern_llvm_md_int(t, 64, number_of(entry, "count"))};
    tern_vec_push(&nodes, tern_llvm_node(t, operands, 3));
  }
  LLVMMetadataRef node = tern_llvm_distinct_node(t, nodes.values, nodes.count);
  tern_vec_deinitialize(&nodes);
  return node;
}

static LLVMMetadataRef pair(tern_llvm_translation_t *t, const char *name, LLVMMetadataRef value) {
  LLVMMetadataRef operands[] = {word(t, name), value};
  return tern_llvm_node(t, operands, 2);
}

static LLVMMetadataRef details_node(tern_llvm_translation_t *t, const tern_attr_t *details) {
  static const char *const params[] = {"cut_off", "min_count", "num_counts"};
  TERN_VEC(LLVMMetadataRef) nodes = {0};
  for (size_t i = 0; i < tern_array_attr_count(details); i++) {
    LLVMMetadataRef numbers[COUNT_OF(params)];
    for (size_t k = 0; k < COUNT_OF(params); k++)
      numbers[k] = tern_llvm_md_int(t, 64, number_of(tern_array_attr_at(details, i), params[k]));
    tern_vec_push(&nodes, tern_llvm_node(t, numbers, COUNT_OF(params)));
  }
  LLVMMetadataRef node = tern_llvm_node(t, nodes.values, nodes.count);
  tern_vec_deinitialize(&nodes);
  return node;
}

static LLVMMetadataRef summary_node(tern_llvm_translation_t *t, const tern_attr_t *summary) {
  static const struct {
    const char *param, *name;
  } numbers[] = {{"total_count", "TotalCount"},
                 {"max_count", "MaxCount"},
                 {"max_internal_count", "MaxInternalCount"},
                 {"max_function_count", "MaxFunctionCount"},
                 {"num_counts", "NumCounts"},
                 {"num_functions", "NumFunctions"},
                 {"is_partial_profile", "IsPartialProfile"}};
  LLVMMetadataRef operands[COUNT_OF(numbers) + 3];
  size_t count = 0;
  tern_str_t format = tern_string_attr_value(tern_llvm_attr_param(summary, "format"));
  operands[count++] = pair(t, "ProfileFormat", tern_llvm_md_string(t, format));
  for (size_t i = 0; i < COUNT_OF(numbers); i++)
    if (tern_llvm_attr_param(summary, numbers[i].param))
      operands[count++] = pair(t, numbers[i].name, tern_llvm_md_int(t, 64, number_of(summary, numbers[i].param)));
  const tern_attr_t *ratio = tern_llvm_attr_param(summary, "partial_profile_ratio");
  if (ratio && tern_attr_is_float(ratio)) {
    LLVMValueRef value = LLVMConstReal(LLVMDoubleTypeInContext(t->llvm), tern_float_attr_value(ratio));
    operands[count++] = pair(t, "PartialProfileRatio", LLVMValueAsMetadata(value));
  }
  operands[count++] = pair(t, "DetailedSummary", details_node(t, tern_llvm_attr_param(summary, "detailed_summary")));
  return tern_llvm_node(t, operands, count);
}

// NULL for a value that no flag has.
static LLVMMetadataRef flag_value(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *value) {
  if (tern_attr_is_integer(value))
    return tern_llvm_md_int(t, tern_type_bit_width(tern_attr_type(value)), (uint64_t)tern_integer_attr_value(value));
  if (tern_attr_is_string(value)) return tern_llvm_md_string(t, tern_string_attr_value(value));
  if (tern_attr_is_llvm(value, "llvm.profile_summary")) return summary_node(t, value);
  bool is_calls = value->kind == TERN_ATTR_ARRAY;
  for (size_t i = 0; is_calls && i < tern_array_attr_count(value); i++)
    is_calls = tern_attr_is_llvm(tern_array_attr_at(value, i), "llvm.cgprofile_entry");
  return is_calls ? calls_node(t, op, value) : NULL;
}

static bool add_module_flags(tern_llvm_translation_t *t, const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "flags");
  for (size_t i = 0; i < tern_array_attr_count(flags); i++) {
    const tern_attr_t *flag = tern_array_attr_at(flags, i);
    if (!tern_attr_is_llvm(flag, "llvm.mlir.module_flag")) return tern_op_error(op, "expected a module flag");
    const tern_attr_t *key = (const tern_attr_t *)(uintptr_t)flag->params[1];
    const tern_attr_t *value = (const tern_attr_t *)(uintptr_t)flag->params[2];
    const tern_attr_t *behavior = (const tern_attr_t *)(uintptr_t)flag->params[3];
    LLVMMetadataRef node = flag_value(t, op, value);
    if (!node) return tern_op_error(op, "module flag '%s' has a value that cannot be translated", tern_attr_text(key));
    LLVMMetadataRef operands[] = {tern_llvm_md_int(t, 32, (uint64_t)tern_integer_attr_value(behavior)),
                                  tern_llvm_md_string(t, tern_string_attr_value(key)), node};
    add_to_module(t, "llvm.module.flags", tern_llvm_node(t, operands, 3));
  }
  return true;
}

bool tern_llvm_add_module_metadata(tern_llvm_translation_t *t, const tern_op_t *op) {
  if (tern_op_is(op, TERN_LLVM(MODULE_FLAGS))) return add_module_flags(t, op);
  add_to_module(t, "llvm.linker.options", strings_node(t, tern_op_attr(op, "options")));
  return true;
}

// --- attributes of functions ---

static void set_function_metadata(LLVMValueRef function, LLVMContextRef context, const char *kind,
                                  LLVMMetadataRef node) {
  LLVMGlobalSetMetadata(function, LLVMGetMDKindIDInContext(context, kind, (unsigned)strlen(kind)), node);
}

// !{<2 x i32> undef, i32 1}: a type as the type of a value, and whether its integers are signed.
static bool add_type_hint(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *hint,
                          LLVMValueRef function) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_llvm_attr_param(hint, "hint")));
  if (!type) return false;
  const tern_attr_t *is_signed = tern_llvm_attr_param(hint, "is_signed");
  LLVMMetadataRef operands[] = {LLVMValueAsMetadata(LLVMGetUndef(type)),
                                tern_llvm_md_int(t, 32, is_signed && tern_integer_attr_value(is_signed))};
  set_function_metadata(function, t->llvm, "vec_type_hint", tern_llvm_node(t, operands, 2));
  return true;
}

bool tern_llvm_add_function_metadata(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function) {
  static const char *const sizes[] = {"work_group_size_hint", "reqd_work_group_size"};
  const tern_attr_t *attr = tern_op_attr(op, "function_entry_count");
  if (attr) {
    LLVMMetadataRef number = tern_llvm_md_int(t, 64, (uint64_t)tern_integer_attr_value(attr));
    set_function_metadata(function, t->llvm, "prof", pair(t, "function_entry_count", number));
  }
  attr = tern_op_attr(op, "vec_type_hint");
  if (attr && !add_type_hint(t, op, attr, function)) return false;
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    if (!(attr = tern_op_attr(op, sizes[i]))) continue;
    TERN_VEC(LLVMMetadataRef) numbers = {0};
    for (size_t k = 0; k < tern_dense_array_attr_count(attr); k++)
      tern_vec_push(&numbers, tern_llvm_md_int(t, 32, (uint64_t)tern_dense_array_attr_int(attr, k) & UINT32_MAX));
    set_function_metadata(function, t->llvm, sizes[i], tern_llvm_node(t, numbers.values, numbers.count));
    tern_vec_deinitialize(&numbers);
  }
  if ((attr = tern_op_attr(op, "intel_reqd_sub_group_size"))) {
    LLVMMetadataRef number = tern_llvm_md_int(t, 32, (uint64_t)tern_integer_attr_value(attr) & UINT32_MAX);
    set_function_metadata(function, t->llvm, "intel_reqd_sub_group_size", tern_llvm_node(t, &number, 1));
  }
  return true;
}
