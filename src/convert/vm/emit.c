// What the patterns of the conversion to vm build with.

#include <string.h>

#include "asm/parser.h"
#include "base/bytecode_format.h"
#include "convert/vm/to_vm.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/symbol.h"

const tern_type_t *tern_vm_convert_type(const tern_type_t *type) {
  tern_context_t *context = type->context;
  if (tern_type_is_index(type)) return tern_i_type_get(context, 64);
  if (tern_type_is_integer(type)) {
    uint32_t width = tern_integer_type_width(type);
    return width == 0 || width > 64 ? NULL : tern_i_type_get(context, width <= 32 ? 32 : 64);
  }
  if (type->kind == TERN_TYPE_F32 || type->kind == TERN_TYPE_F64) return type;
  // The bits of a narrow float: it can be stored, loaded and handed on.
  if (tern_type_is_float(type) && tern_type_bit_width(type) <= 16) return tern_i_type_get(context, 32);
  if (type->kind != TERN_TYPE_DIALECT || tern_vm_type_is_ref(type)) {
    return type->kind == TERN_TYPE_DIALECT ? type : NULL;
  }
  if (tern_type_is_util(type, TERN_UTIL_TYPE_BUFFER)) return tern_vm_buffer_type_get(context);
  if (tern_type_is_util(type, TERN_UTIL_TYPE_OBJECT)) return tern_vm_ref_type_get(context, NULL);
  if (tern_type_is_util(type, TERN_UTIL_TYPE_PTR)) {
    const tern_type_t *target = tern_vm_convert_type(tern_util_type_target(type));
    return target ? tern_util_ptr_type_get(target) : NULL;
  }
  if (tern_type_is_util(type, TERN_UTIL_TYPE_VARIANT)) return tern_vm_opaque_type_get(context);
  if (tern_type_is_util(type, TERN_UTIL_TYPE_LIST)) {
    const tern_type_t *element = tern_util_type_target(type);
    bool is_narrow = tern_type_is_i(element, 8) || tern_type_is_i(element, 16);
    if (!is_narrow) element = tern_vm_convert_type(element);
    return element ? tern_vm_list_type_get(element) : NULL;
  }
  return tern_vm_ref_type_get(context, type);
}

tern_value_t *tern_vm_build(tern_builder_t *b, int id, const tern_type_t *type, tern_values_t operands) {
  return tern_build_value(b, &tern_vm_ops[id], .operands = operands, .types = TERN_TYPES(type));
}

tern_value_t *tern_vm_build_int(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  bool is_wide = tern_integer_type_width(type) == 64;
  if (value == 0) {
    return tern_vm_build(b, is_wide ? TERN_VM_CONST_I64_ZERO : TERN_VM_CONST_I32_ZERO, type, (tern_values_t){0});
  }
  return tern_build_value(b, is_wide ? TERN_VM(CONST_I64) : TERN_VM(CONST_I32), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"value", tern_integer_attr_get(type, value)}));
}

tern_value_t *tern_vm_build_i32(tern_builder_t *b, int64_t value) {
  return tern_vm_build_int(b, tern_i_type_get(b->context, 32), value);
}
tern_value_t *tern_vm_build_i64(tern_builder_t *b, int64_t value) {
  return tern_vm_build_int(b, tern_i_type_get(b->context, 64), value);
}
tern_value_t *tern_vm_build_null(tern_builder_t *b, const tern_type_t *type) {
  return tern_vm_build(b, TERN_VM_CONST_REF_ZERO, type, (tern_values_t){0});
}

tern_value_t *tern_vm_build_text(tern_builder_t *b, tern_str_t text) {
  return tern_build_value(b, TERN_VM(RODATA_INLINE), .types = TERN_TYPES(tern_vm_buffer_type_get(b->context)),
                          .attrs = TERN_ATTRS({"value", tern_string_attr_get(b->context, text)}));
}

tern_value_t *tern_vm_resize(tern_builder_t *b, tern_value_t *value, const tern_type_t *type, bool is_signed) {
  if (value->type == type) return value;
  bool is_wide = tern_integer_type_width(type) == 64;
  int id = !is_wide ? TERN_VM_TRUNC_I64_I32 : is_signed ? TERN_VM_EXT_I32_I64_S : TERN_VM_EXT_I32_I64_U;
  return tern_vm_build(b, id, type, TERN_VALUES(value));
}

// By shifting left and right, for widths that have no op.
static tern_value_t *extend_by_shifts(tern_builder_t *b, tern_value_t *value, uint32_t width, bool is_signed) {
  static const int left[] = {TERN_VM_SHL_I32, TERN_VM_SHL_I64};
  static const int right[][2] = {{TERN_VM_SHR_I32_U, TERN_VM_SHR_I32_S}, {TERN_VM_SHR_I64_U, TERN_VM_SHR_I64_S}};
  uint32_t own = tern_integer_type_width(value->type);
  bool is_wide = own == 64;
  tern_value_t *amount = tern_vm_build_i32(b, (int64_t)(own - width));
  tern_value_t *high = tern_vm_build(b, left[is_wide], value->type, TERN_VALUES(value, amount));
  return tern_vm_build(b, right[is_wide][is_signed], value->type, TERN_VALUES(high, amount));
}

tern_value_t *tern_vm_extend(tern_builder_t *b, tern_value_t *value, const tern_type_t *type, bool is_signed) {
  uint32_t width = tern_type_is_index(type) ? 64 : tern_integer_type_width(type);
  switch (width) {
    case 1:
      if (!is_signed) return value;
      return tern_vm_build(b, TERN_VM_SUB_I32, value->type, TERN_VALUES(tern_vm_build_i32(b, 0), value));
    case 8:
      return tern_vm_build(b, is_signed ? TERN_VM_EXT_I8_I32_S : TERN_VM_EXT_I8_I32_U, value->type, TERN_VALUES(value));
    case 16:
      return tern_vm_build(b, is_signed ? TERN_VM_EXT_I16_I32_S : TERN_VM_EXT_I16_I32_U, value->type,
                           TERN_VALUES(value));
    case 32:
    case 64: return value;
    default: return extend_by_shifts(b, value, width, is_signed);
  }
}

int tern_vm_by_type(const tern_type_t *type, const int ids[5]) {
  if (tern_type_is_i(type, 32)) return ids[0];
  if (tern_type_is_i(type, 64)) return ids[1];
  if (type->kind == TERN_TYPE_F32) return ids[2];
  if (type->kind == TERN_TYPE_F64) return ids[3];
  return tern_vm_type_is_ref(type) ? ids[4] : -1;
}

// --- imports ---

typedef struct import_row {
  const char *name, *signature;
  uint32_t flags;
} import_row_t;

static const import_row_t imports[] = {
#define IMPORT(ID, NAME, CONVENTION, SIGNATURE, FLAGS) {NAME, SIGNATURE, FLAGS},
#include "base/hal_imports.def"
#undef IMPORT
};

static tern_op_t *declare_import(tern_op_t *module, const import_row_t *row, const tern_attr_t *loc) {
  tern_context_t *context = tern_op_context(module);
  tern_string_builder_t text = {0};
  const char *attrs = row->flags & TERN_IMPORT_PURE    ? " attributes {nosideeffects}"
                      : row->flags & TERN_IMPORT_WAITS ? " attributes {vm.yield}"
                                                       : "";
  tern_string_builder_append_format(&text, "vm.import private @%s%s%s", row->name, row->signature, attrs);
  tern_op_t *parsed = tern_parse_module(context, TERN_STR("imports"), tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
  if (!parsed) return NULL;
  tern_op_t *import = tern_op_body(parsed, 0)->first_op;
  tern_op_remove(import);
  tern_op_destroy(parsed);
  import->loc = loc;
  tern_op_insert(import, tern_op_body(module, 0), tern_op_body(module, 0)->first_op);
  return import;
}

tern_op_t *tern_vm_import_get(tern_op_t *module, const char *name, const tern_attr_t *loc) {
  tern_op_t *import = tern_symbol_lookup_in(module, tern_str_from_cstr(name));
  if (import) return tern_op_is(import, TERN_VM(IMPORT)) ? import : NULL;
  for (size_t i = 0; i < sizeof imports / sizeof imports[0]; ++i) {
    if (strcmp(imports[i].name, name) == 0) return declare_import(module, &imports[i], loc);
  }
  return NULL;
}
