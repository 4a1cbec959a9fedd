// What LLVM's C API cannot build is read from LLVM's own text: distinct nodes, allocas of arguments that are passed in
// memory, addresses that stand for a function within its module.

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#include "target/llvm/translate.h"

LLVMModuleRef tern_llvm_read_text(const tern_llvm_translation_t *t, const char *text) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(text, strlen(text), "", true);
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMParseIRInContext2(t->llvm, buffer, &module, &message)) module = NULL;
  LLVMDisposeMessage(message);
  LLVMDisposeMemoryBuffer(buffer);
  return module;
}

static LLVMModuleRef read_text(const tern_llvm_translation_t *t, tern_string_builder_t *text) {
  tern_string_builder_append_char(text, '\0');
  return tern_llvm_read_text(t, text->data);
}

LLVMMetadataRef tern_llvm_distinct_node(tern_llvm_translation_t *t, LLVMMetadataRef *operands, size_t count) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "!list = !{!0}\n!0 = distinct !{");
  for (size_t i = 0; i < count; i++) tern_string_builder_append_cstr(&text, i == 0 ? "null" : ", null");
  tern_string_builder_append_cstr(&text, "}\n");
  LLVMModuleRef module = read_text(t, &text);
  tern_string_builder_deinitialize(&text);
  LLVMValueRef node;
  LLVMGetNamedMetadataOperands(module, "list", &node);
  for (unsigned i = 0; i < count; i++) LLVMReplaceMDNodeOperandWith(node, i, operands[i]);
  LLVMDisposeModule(module);  // the node is the context's
  return LLVMValueAsMetadata(node);
}

// A type in LLVM's text, to be disposed of; NULL where a struct has a name, which the text would have no type for.
static char *print_type(LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type);
  if (!strchr(text, '%')) return text;
  LLVMDisposeMessage(text);
  return NULL;
}

static void append_name(tern_string_builder_t *text, const char *name, size_t size) {
  tern_string_builder_append_cstr(text, "@\"");
  for (size_t i = 0; i < size; i++) tern_string_builder_append_format(text, "\\%02X", (unsigned char)name[i]);
  tern_string_builder_append_char(text, '"');
}

// Moves what the module defines to the translation, and its uses of the translation's symbols with it. `holder` is a
// global of the module that uses what is wanted, for only what is used is moved: gives its initial value.
static LLVMValueRef move_in(tern_llvm_translation_t *t, LLVMModuleRef module, const char *holder) {
  LLVMSetDataLayout(module, LLVMGetDataLayoutStr(t->module));
  LLVMSetTarget(module, LLVMGetTarget(t->module));
  if (LLVMLinkModules2(t->module, module)) return NULL;
  LLVMValueRef global = LLVMGetNamedGlobal(t->module, holder), value = LLVMGetInitializer(global);
  LLVMDeleteGlobal(global);
  return value;
}

LLVMValueRef tern_llvm_build_inalloca(tern_llvm_translation_t *t, LLVMTypeRef type, LLVMValueRef size) {
  char *type_text = print_type(type), *size_text = print_type(LLVMTypeOf(size));
  tern_string_builder_t text = {0};
  if (type_text) {
    tern_string_builder_append_format(&text,
                                      "define void @f(%s %%n) {\n  %%a = alloca inalloca %s, %s %%n\n  ret void\n}\n",
                                      size_text, type_text, size_text);
  }
  LLVMModuleRef module = type_text ? read_text(t, &text) : NULL;
  LLVMValueRef alloca = NULL;
  if (module) {
    LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(LLVMGetNamedFunction(module, "f"));
    alloca = LLVMInstructionClone(LLVMGetFirstInstruction(block));
    LLVMSetOperand(alloca, 0, size);
    LLVMInsertIntoBuilder(t->builder, alloca);
    LLVMDisposeModule(module);
  }
  tern_string_builder_deinitialize(&text);
  LLVMDisposeMessage(type_text);
  LLVMDisposeMessage(size_text);
  return alloca;
}

// Appends `"name"="value"`, or the name of an attribute of LLVM's own. False if it is neither a string nor two.
static bool append_attribute(tern_string_builder_t *text, const tern_attr_t *attr) {
  bool is_pair = attr->kind == TERN_ATTR_ARRAY && tern_array_attr_count(attr) == 2;
  size_t count = is_pair ? 2 : 1;
  for (size_t i = 0; i < count; i++) {
    const tern_attr_t *word = is_pair ? tern_array_attr_at(attr, i) : attr;
    if (!tern_attr_is_string(word)) return false;
    tern_str_t value = tern_string_attr_value(word);
    if (count == 1 && LLVMGetEnumAttributeKindForName(value.data, value.size)) {
      tern_string_builder_append(text, value);
      continue;
    }
    tern_string_builder_append_cstr(text, i == 0 ? "\"" : "=\"");
    for (size_t k = 0; k < value.size; k++)
      tern_string_builder_append_format(text, "\\%02X", (unsigned char)value.data[k]);
    tern_string_builder_append_char(text, '"');
  }
  tern_string_builder_append_char(text, ' ');
  return true;
}

LLVMValueRef tern_llvm_add_global_with(tern_llvm_translation_t *t, LLVMTypeRef type, tern_str_t name, unsigned space,
                                       const tern_attr_t *attrs) {
  static const char holder[] = "tern.holder";
  char *type_text = print_type(type);
  tern_string_builder_t text = {0};
  append_name(&text, name.data, name.size);
  tern_string_builder_append_format(&text, " = external addrspace(%u) global %s #0\n@%s = global ptr addrspace(%u) ",
                                    space, type_text ? type_text : "", holder, space);
  append_name(&text, name.data, name.size);
  tern_string_builder_append_cstr(&text, "\nattributes #0 = { ");
  bool is_right = type_text != NULL;
  for (size_t i = 0; is_right && i < tern_array_attr_count(attrs); i++)
    is_right = append_attribute(&text, tern_array_attr_at(attrs, i));
  tern_string_builder_append_cstr(&text, "}\n");
  LLVMModuleRef module = is_right ? read_text(t, &text) : NULL;
  tern_string_builder_deinitialize(&text);
  LLVMDisposeMessage(type_text);
  return module ? move_in(t, module, holder) : NULL;
}

LLVMValueRef tern_llvm_dso_local_equivalent(tern_llvm_translation_t *t, LLVMValueRef function) {
  static const char holder[] = "tern.holder";
  size_t size;
  const char *name = LLVMGetValueName2(function, &size);
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "@%s = global ptr dso_local_equivalent ", holder);
  append_name(&text, name, size);
  tern_string_builder_append_cstr(&text, "\ndeclare void ");
  append_name(&text, name, size);
  tern_string_builder_append_cstr(&text, "()\n");
  LLVMModuleRef module = read_text(t, &text);
  tern_string_builder_deinitialize(&text);
  return module ? move_in(t, module, holder) : NULL;
}

LLVMValueRef tern_llvm_declare_overloaded(tern_llvm_translation_t *t, const char *name, LLVMTypeRef type) {
  enum { MOST_PARAMS = 32 };
  LLVMTypeRef params[MOST_PARAMS];
  tern_string_builder_t text = {0};
  unsigned count = LLVMCountParamTypes(type);
  if (count > MOST_PARAMS) return NULL;
  LLVMGetParamTypes(type, params);
  char *result = LLVMPrintTypeToString(LLVMGetReturnType(type));
  tern_string_builder_append_format(&text, "declare %s @%s(", result, name);
  LLVMDisposeMessage(result);
  for (unsigned i = 0; i < count; i++) {
    char *param = LLVMPrintTypeToString(params[i]);
    tern_string_builder_append_format(&text, "%s%s", i ? ", " : "", param);
    LLVMDisposeMessage(param);
  }
  tern_string_builder_append_cstr(&text, ")\n");
  LLVMModuleRef module = read_text(t, &text);
  tern_string_builder_deinitialize(&text);
  if (!module) return NULL;
  size_t size;
  const char *completed = LLVMGetValueName2(LLVMGetFirstFunction(module), &size);
  LLVMValueRef function = LLVMGetNamedFunction(t->module, completed);
  if (!function) function = LLVMAddFunction(t->module, completed, type);
  LLVMDisposeModule(module);
  return function;
}
