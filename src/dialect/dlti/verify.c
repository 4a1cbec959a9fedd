// dlti: what the verifier asks of data layouts on modules.

#include "dialect/dlti/dlti.h"
#include "dialect/dlti/hooks.h"
#include "ir/diagnostic.h"

static bool is_layout_op(const tern_op_t *op) {
  return tern_str_equal_cstr(tern_op_name(op), "builtin.module") || tern_str_equal_cstr(tern_op_name(op), "gpu.module");
}

static const char *entry_text(const tern_attr_t *key, const tern_attr_t *value) {
  const uint64_t params[] = {(uint64_t)(uintptr_t)key, (uint64_t)(uintptr_t)value};
  return tern_attr_text(tern_dialect_attr_get(value->context, TERN_DLTI_ATTR(DL_ENTRY), params, 2));
}

static const int64_t no_alignment = -1;

// Element `index` of dense integers; -1 where there is none.
static int64_t alignment_at(const tern_attr_t *value, size_t index) {
  if (index >= tern_dense_elements_attr_count(value)) return no_alignment;
  return tern_integer_attr_value(tern_dense_elements_attr_at(value, index));
}

static bool is_dense_integers(const tern_attr_t *value) {
  return value->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_is_integer(tern_type_element(tern_attr_type(value)));
}

// Integers and floats: `[abi]` or `[abi, preferred]`, in bits.
static bool verify_number_entry(const tern_op_t *op, const tern_attr_t *key, const tern_attr_t *value) {
  bool is_i64 = is_dense_integers(value) && tern_type_is_i(tern_type_element(tern_attr_type(value)), 64);
  if (!is_i64) {
    return tern_emit_error(op->loc, "expected a dense i64 elements attribute in the data layout entry %s",
                           entry_text(key, value));
  }
  size_t count = tern_dense_elements_attr_count(value);
  if (count < 1 || count > 2) {
    return tern_emit_error(op->loc, "expected 1 or 2 elements in the data layout entry %s", entry_text(key, value));
  }
  int64_t abi = alignment_at(value, 0), preferred = alignment_at(value, 1);
  return preferred == no_alignment || preferred >= abi ||
         tern_emit_error(op->loc,
                         "preferred alignment is expected to be greater than or equal to the abi alignment in data "
                         "layout entry %s",
                         entry_text(key, value));
}

// Pointers: `[size, abi, preferred, index]`. Other types of llvm: `[abi, preferred]`.
static bool verify_llvm_entry(const tern_op_t *op, const tern_type_t *type, const tern_attr_t *value) {
  bool is_pointer = strcmp(type->row->name, "llvm.ptr") == 0;
  size_t count = is_dense_integers(value) ? tern_dense_elements_attr_count(value) : 0;
  size_t least = is_pointer ? 3 : 1, most = is_pointer ? 4 : 2;
  if (count < least || count > most) {
    return tern_emit_error(op->loc,
                           is_pointer ? "expected layout attribute for '%s' to be a dense integer elements attribute "
                                        "with 3 or 4 elements"
                                      : "expected layout attribute for '%s' to be a dense integer elements attribute "
                                        "of 1 or 2 elements",
                           tern_type_text(type));
  }
  int64_t abi = alignment_at(value, is_pointer ? 1 : 0), preferred = alignment_at(value, is_pointer ? 2 : 1);
  return preferred == no_alignment || preferred >= abi ||
         tern_emit_error(op->loc, "preferred alignment is expected to be at least as large as ABI alignment");
}

static bool verify_type_entry(const tern_op_t *op, const tern_attr_t *key, const tern_attr_t *value) {
  const tern_type_t *type = tern_type_attr_value(key);
  if (tern_type_is_index(type)) {
    return tern_attr_is_integer(value) ||
           tern_emit_error(op->loc, "expected integer attribute in the data layout entry for %s", "'index'");
  }
  if (tern_type_is_integer(type) || tern_type_is_float(type)) return verify_number_entry(op, key, value);
  if (type->kind != TERN_TYPE_DIALECT) {
    return tern_emit_error(op->loc, "unexpected data layout for a built-in type");
  }
  if (strncmp(type->row->name, "llvm.", strlen("llvm.")) == 0) return verify_llvm_entry(op, type, value);
  return tern_emit_error(op->loc, "data layout specified for a type that does not support it");
}

static bool verify_name_entry(const tern_op_t *op, tern_str_t name, const tern_attr_t *value) {
  static const char *const names[] = {"dlti.mangling_mode",
                                      "dlti.default_memory_space",
                                      "dlti.alloca_memory_space",
                                      "dlti.program_memory_space",
                                      "dlti.global_memory_space",
                                      "dlti.stack_alignment",
                                      "dlti.function_pointer_alignment",
                                      "dlti.legal_int_widths"};
  if (tern_str_equal_cstr(name, "dlti.endianness")) {
    bool is_right = tern_attr_is_string(value) && (tern_str_equal_cstr(tern_string_attr_value(value), "big") ||
                                                   tern_str_equal_cstr(tern_string_attr_value(value), "little"));
    return is_right || tern_emit_error(op->loc,
                                       "'dlti.endianness' data layout entry is expected to be either 'big' or "
                                       "'little'");
  }
  if (!tern_str_starts_with(name, TERN_STR("dlti."))) return true;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tern_str_equal_cstr(name, names[i])) return true;
  }
  return tern_emit_error(op->loc, "unknown data layout entry name: %.*s", (int)name.size, name.data);
}

// A layout further in may only repeat what those around it say, and for pointers and structs of llvm say it anew.
static bool combines(const tern_attr_t *outer, const tern_attr_t *inner) {
  for (size_t i = 0; i < tern_dlti_entry_count(inner); ++i) {
    const tern_attr_t *key = tern_dlti_entry_key(inner, i), *old = tern_dlti_lookup(outer, key);
    bool is_dialect_type = key->kind == TERN_ATTR_TYPE && tern_type_attr_value(key)->kind == TERN_TYPE_DIALECT;
    if (old && old != tern_dlti_entry_value(inner, i) && !is_dialect_type) return false;
  }
  return true;
}

static bool verify_layout(const tern_op_t *op, const tern_attr_t *spec) {
  for (size_t i = 0; i < tern_dlti_entry_count(spec); ++i) {
    const tern_attr_t *key = tern_dlti_entry_key(spec, i), *value = tern_dlti_entry_value(spec, i);
    bool is_right = key->kind == TERN_ATTR_TYPE ? verify_type_entry(op, key, value)
                                                : verify_name_entry(op, tern_string_attr_value(key), value);
    if (!is_right) return false;
  }
  for (const tern_op_t *outer = tern_op_parent(op); outer; outer = tern_op_parent(outer)) {
    const tern_attr_t *around = is_layout_op(outer) ? tern_op_attr(outer, "dlti.dl_spec") : NULL;
    if (!tern_attr_is_dlti(around, TERN_DLTI_ATTR_DL_SPEC) || combines(around, spec)) continue;
    tern_emit_error(op->loc, "data layout does not combine with layouts of enclosing ops");
    tern_emit_note(outer->loc, "enclosing op with data layout");
    return false;
  }
  return true;
}

bool tern_dlti_verify_op_attr(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  static const tern_dlti_attr_t allowed[] = {TERN_DLTI_ATTR_DL_SPEC, TERN_DLTI_ATTR_MAP,
                                             TERN_DLTI_ATTR_TARGET_SYSTEM_SPEC};
  for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); ++i) {
    const char *expected = tern_dlti_attrs[allowed[i]].name;
    if (!tern_str_equal_cstr(name, expected)) continue;
    if (!tern_attr_is_dlti(attr, allowed[i])) {
      return tern_emit_error(op->loc, "'%s' is expected to be a #%s attribute", expected, expected);
    }
    return allowed[i] != TERN_DLTI_ATTR_DL_SPEC || !is_layout_op(op) || verify_layout(op, attr);
  }
  return tern_emit_error(op->loc, "attribute '%.*s' not supported by dialect", (int)name.size, name.data);
}
