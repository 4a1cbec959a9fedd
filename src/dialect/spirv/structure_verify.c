// spirv: what modules, functions, variables and references to symbols have to keep to. Upstream: SPIRVOps.cpp.

#include <inttypes.h>
#include <stdio.h>

#include "base/vec.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/structure.h"
#include "dialect/spirv/types.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

#define PRINT(text) (int)(text).size, (text).data

bool tern_spirv_verify_in_function(const tern_op_t *op) {
  for (const tern_op_t *parent = tern_op_parent(op); parent; parent = tern_op_parent(parent)) {
    if (tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE)) break;
    if (tern_op_has_trait(parent, TERN_TRAIT_FUNCTION_LIKE)) return true;
  }
  return tern_op_error(op, "failed to verify that op must appear in a function-like op's block");
}

bool tern_spirv_verify_in_module(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  return (parent && tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE)) ||
         tern_op_error(op, "failed to verify that op must appear in a module-like op's block");
}

// The op of a kind that `ref` names, looked for around `op`; NULL: there is none.
static tern_op_t *find_symbol(const tern_op_t *op, const tern_attr_t *ref, const tern_op_row_t *row) {
  tern_op_t *parent = tern_op_parent(op);
  tern_op_t *found = parent && ref ? tern_symbol_lookup_nearest(parent, ref) : NULL;
  return found && (!row || tern_op_is(found, row)) ? found : NULL;
}

// --- modules ---

static bool is_spirv_op(const tern_op_t *op) { return op->def->dialect == &tern_spirv_dialect; }

static bool verify_module_function(const tern_op_t *op) {
  const tern_attr_t *linkage = tern_op_attr(op, "linkage_attributes");
  bool is_imported = linkage && tern_spirv_linkage_type(linkage) == TERN_SPIRV_LINKAGETYPE_IMPORT;
  if (tern_region_is_empty(&op->regions[0])) {
    return is_imported || tern_emit_error(op->loc,
                                          "'spirv.module' cannot contain external functions without 'Import' "
                                          "linkage_attributes (LinkageAttributes)");
  }
  tern_region_for_each_block(&op->regions[0], block) {
    tern_block_for_each_op(block, inner) {
      if (!is_spirv_op(inner)) {
        return tern_emit_error(inner->loc, "functions in 'spirv.module' can only contain spirv.* ops");
      }
    }
  }
  return true;
}

static bool verify_module_entry_point(const tern_symbol_table_t *table, const tern_op_t *op) {
  tern_str_t name = tern_symbol_ref_attr_at(tern_op_attr(op, "fn"), 0);
  const tern_op_t *function = tern_symbol_table_lookup(table, name);
  if (!function || !tern_op_is(function, TERN_SPIRV(FUNC))) {
    return tern_emit_error(op->loc, "function '%.*s' not found in 'spirv.module'", PRINT(name));
  }
  const tern_attr_t *interface = tern_op_attr(op, "interface");
  for (size_t i = 0; i < tern_array_attr_count(interface); ++i) {
    const tern_attr_t *ref = tern_array_attr_at(interface, i);
    const tern_op_t *variable = tern_symbol_table_lookup(table, tern_symbol_ref_attr_at(ref, 0));
    if (!variable || !tern_op_is(variable, TERN_SPIRV(GLOBALVARIABLE))) {
      return tern_emit_error(op->loc, "expected spirv.GlobalVariable symbol reference instead of '%s'",
                             tern_attr_text(ref));
    }
  }
  // Of entry points with one function and model there is only one.
  for (const tern_op_t *other = op->prev; other; other = other->prev) {
    if (tern_op_is(other, TERN_SPIRV(ENTRYPOINT)) && tern_op_attr(other, "fn") == tern_op_attr(op, "fn") &&
        tern_op_attr(other, "execution_model") == tern_op_attr(op, "execution_model")) {
      return tern_emit_error(op->loc, "duplicate of a previous EntryPointOp");
    }
  }
  return true;
}

bool tern_spirv_verify_module(const tern_op_t *op) {
  if (tern_op_body(op, 0)->arg_count) return tern_op_error(op, "region #0 should have no arguments");
  tern_symbol_table_t table;
  tern_symbol_table_initialize(&table, (tern_op_t *)(uintptr_t)op);
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(op, 0), inner) {
    if (!is_spirv_op(inner)) {
      is_right = tern_emit_error(inner->loc, "'spirv.module' can only contain spirv.* ops");
    } else if (tern_op_is(inner, TERN_SPIRV(FUNC))) {
      is_right &= verify_module_function(inner);
    } else if (tern_op_is(inner, TERN_SPIRV(ENTRYPOINT))) {
      is_right &= verify_module_entry_point(&table, inner);
    }
  }
  tern_symbol_table_deinitialize(&table);
  return is_right;
}

// --- functions ---

static bool has_decoration(const tern_op_t *function, size_t arg, int64_t decoration) {
  const tern_attr_t *attrs = tern_op_attr(function, "arg_attrs");
  const tern_attr_t *attr =
      attrs ? tern_dictionary_attr_lookup(tern_array_attr_at(attrs, arg), TERN_STR("spirv.decoration")) : NULL;
  return attr && attr->kind == TERN_ATTR_ENUM && tern_enum_attr_value(attr) == decoration;
}

static bool is_physical(const tern_type_t *type) {
  return tern_type_is_spirv_pointer(type) &&
         tern_spirv_pointer_storage_class(type) == TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER;
}

// Pointers into physical buffers have to say whether they alias others (SPV_KHR_physical_storage_buffer).
static bool verify_pointer_arg(const tern_op_t *op, size_t index, const tern_type_t *type) {
  if (!tern_type_is_spirv_pointer(type)) return true;
  const tern_type_t *pointee = tern_spirv_pointer_pointee(type);
  if (tern_type_is_spirv_pointer(pointee)) {
    return !is_physical(pointee) || has_decoration(op, index, TERN_SPIRV_DECORATION_ALIASEDPOINTER) ||
           has_decoration(op, index, TERN_SPIRV_DECORATION_RESTRICTPOINTER) ||
           tern_op_error(op,
                         "with a pointer points to a physical buffer pointer must be decorated either "
                         "'AliasedPointer' or 'RestrictPointer'");
  }
  if (!is_physical(tern_type_is_spirv_array(pointee) ? tern_spirv_element_type(pointee) : type)) return true;
  return has_decoration(op, index, TERN_SPIRV_DECORATION_ALIASED) ||
         has_decoration(op, index, TERN_SPIRV_DECORATION_RESTRICT) ||
         tern_op_error(op, "with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'");
}

bool tern_spirv_verify_func(const tern_op_t *op) {
  if (!tern_spirv_verify_in_module(op)) return false;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  if (tern_function_type_result_count(type) > 1) return tern_op_error(op, "cannot have more than one result");
  tern_types_t inputs = tern_function_type_inputs(type);
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!verify_pointer_arg(op, i, inputs.values[i])) return false;
  }
  return true;
}

static bool verify_return(const tern_op_t *op, tern_types_t results) {
  bool has_value = tern_op_is(op, TERN_SPIRV(RETURNVALUE));
  if (!has_value) return results.count == 0 || tern_op_error(op, "cannot be used in functions returning value");
  if (results.count == 0) {
    return tern_op_error(op, "returns 1 value but enclosing function requires 0 results");
  }
  const tern_type_t *type = tern_op_operand(op, 0)->type;
  return type == results.values[0] ||
         tern_op_error(op, "return value's type ('%s') mismatch with function's result type ('%s')",
                       tern_type_text(type), tern_type_text(results.values[0]));
}

static tern_walk_result_t visit_return(tern_op_t *op, void *user) {
  if (!tern_op_is(op, TERN_SPIRV(RETURN)) && !tern_op_is(op, TERN_SPIRV(RETURNVALUE))) return TERN_WALK_ADVANCE;
  return verify_return(op, *(tern_types_t *)user) ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

bool tern_spirv_verify_func_body(const tern_op_t *op) {
  tern_types_t results = tern_function_type_results(tern_type_attr_value(tern_op_attr(op, "function_type")));
  return tern_op_walk_pre((tern_op_t *)(uintptr_t)op, visit_return, &results) == TERN_WALK_ADVANCE;
}

bool tern_spirv_verify_function_call_uses(const tern_op_t *op) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  const tern_op_t *function = find_symbol(op, callee, TERN_SPIRV(FUNC));
  if (!function) {
    tern_str_t name = tern_symbol_ref_attr_at(callee, 0);
    return tern_op_error(op, "callee function '%.*s' not found in nearest symbol table", PRINT(name));
  }
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != op->operand_count) {
    return tern_op_error(op, "has incorrect number of operands for callee: expected %zu, but provided %" PRIu32,
                         inputs.count, op->operand_count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (tern_op_operand(op, i)->type == inputs.values[i]) continue;
    return tern_op_error(op,
                         "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %zu",
                         tern_type_text(inputs.values[i]), tern_type_text(tern_op_operand(op, i)->type), i);
  }
  if (results.count != op->result_count) {
    return tern_op_error(op, "has incorrect number of results has for callee: expected %zu, but provided %" PRIu32,
                         results.count, op->result_count);
  }
  return results.count == 0 || op->results[0].type == results.values[0] ||
         tern_op_error(op, "result type mismatch: expected '%s', but provided '%s'", tern_type_text(results.values[0]),
                       tern_type_text(op->results[0].type));
}

// --- variables ---

bool tern_spirv_verify_global_variable(const tern_op_t *op) {
  if (!tern_spirv_verify_in_module(op)) return false;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  if (!tern_type_is_spirv_pointer(type)) return tern_op_error(op, "result must be of a !spv.ptr type");
  uint32_t storage_class = tern_spirv_pointer_storage_class(type);
  if (storage_class == TERN_SPIRV_STORAGECLASS_GENERIC || storage_class == TERN_SPIRV_STORAGECLASS_FUNCTION) {
    return tern_op_error(op, "storage class cannot be '%s'",
                         tern_enum_case_name(TERN_SPIRV_ENUM(STORAGE_CLASS), storage_class));
  }
  return true;
}

bool tern_spirv_verify_global_variable_uses(const tern_op_t *op) {
  const tern_attr_t *initializer = tern_op_attr(op, "initializer");
  if (!initializer) return true;
  const tern_op_t *found = find_symbol(op, initializer, NULL);
  bool is_known =
      found && (tern_op_is(found, TERN_SPIRV(SPECCONSTANT)) || tern_op_is(found, TERN_SPIRV(SPECCONSTANTCOMPOSITE)));
  return is_known || tern_op_error(op,
                                   "initializer must be result of a spirv.SpecConstant or "
                                   "spirv.SpecConstantCompositeOp op");
}

bool tern_spirv_verify_address_of(const tern_op_t *op) {
  if (!tern_spirv_verify_in_function(op)) return false;
  const tern_op_t *variable = find_symbol(op, tern_op_attr(op, "variable"), TERN_SPIRV(GLOBALVARIABLE));
  if (!variable) return tern_op_error(op, "expected spirv.GlobalVariable symbol");
  const tern_attr_t *type = tern_op_attr(variable, "type");
  // A variable without a type has its own error.
  return !type || type->kind != TERN_ATTR_TYPE || op->results[0].type == tern_type_attr_value(type) ||
         tern_op_error(op, "result type mismatch with the referenced global variable's type");
}

bool tern_spirv_name_address_of(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *variable = tern_op_attr(op, "variable");
  if (!variable || variable->kind != TERN_ATTR_SYMBOL_REF) return false;
  tern_str_t name = tern_symbol_ref_attr_at(variable, 0);
  snprintf(out_name, size, "%.*s_addr", PRINT(name));
  return true;
}

// --- specialization constants ---

// The type of a specialization constant; NULL: `op` is none.
static const tern_type_t *spec_constant_type(const tern_op_t *op) {
  if (!op) return NULL;
  if (tern_op_is(op, TERN_SPIRV(SPECCONSTANT))) return tern_attr_type(tern_op_attr(op, "default_value"));
  bool is_composite = tern_op_is(op, TERN_SPIRV(SPECCONSTANTCOMPOSITE)) ||
                      tern_op_is(op, TERN_SPIRV(EXT_SPECCONSTANTCOMPOSITEREPLICATE));
  return is_composite ? tern_type_attr_value(tern_op_attr(op, "type")) : NULL;
}

bool tern_spirv_verify_reference_of_uses(const tern_op_t *op) {
  const tern_type_t *type = spec_constant_type(find_symbol(op, tern_op_attr(op, "spec_const"), NULL));
  if (!type) return tern_op_error(op, "expected spirv.SpecConstant or spirv.SpecConstantComposite symbol");
  return type == op->results[0].type ||
         tern_op_error(op, "result type mismatch with the referenced specialization constant's type");
}

bool tern_spirv_verify_spec_constant(const tern_op_t *op) {
  if (!tern_spirv_verify_in_module(op)) return false;
  const tern_attr_t *id = tern_op_attr(op, "spec_id"), *value = tern_op_attr(op, "default_value");
  if (tern_attr_is_integer(id) && tern_integer_attr_value(id) < 0)
    return tern_op_error(op, "SpecId cannot be negative");
  if (!tern_attr_is_integer(value) && !tern_attr_is_float(value)) {
    return tern_op_error(op, "default value can only be a bool, integer, or float scalar");
  }
  return tern_spirv_type_is_scalar(tern_attr_type(value)) || tern_op_error(op, "default value bitwidth disallowed");
}

bool tern_spirv_verify_spec_constant_composite(const tern_op_t *op) {
  if (!tern_spirv_verify_in_module(op)) return false;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  if (!tern_spirv_type_is_composite(type)) {
    return tern_op_error(op, "result type must be a composite type, but provided '%s'", tern_type_text(type));
  }
  size_t expected = tern_spirv_composite_count(type), count = tern_array_attr_count(tern_op_attr(op, "constituents"));
  if (expected == 0) return tern_op_error(op, "unsupported composite type '%s'", tern_type_text(type));
  return count == expected ||
         tern_op_error(op, "has incorrect number of operands: expected %zu, but provided %zu", expected, count);
}

bool tern_spirv_verify_spec_constant_composite_uses(const tern_op_t *op) {
  const tern_attr_t *constituents = tern_op_attr(op, "constituents");
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  for (size_t i = 0; i < tern_array_attr_count(constituents); ++i) {
    const tern_attr_t *ref = tern_array_attr_at(constituents, i);
    const tern_type_t *part = tern_spirv_composite_part(type, i),
                      *given = spec_constant_type(find_symbol(op, ref, NULL));
    if (!given) return tern_op_error(op, "unknown specialization constant '%s'", tern_attr_text(ref));
    if (given != part) {
      return tern_op_error(op, "has incorrect types of operands: expected '%s', but provided '%s'",
                           tern_type_text(part), tern_type_text(given));
    }
  }
  return true;
}

bool tern_spirv_verify_spec_constant_composite_replicate_uses(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  if (!tern_spirv_type_is_composite(type)) {
    return tern_op_error(op, "result type must be a composite type, but provided '%s'", tern_type_text(type));
  }
  const tern_type_t *given = spec_constant_type(find_symbol(op, tern_op_attr(op, "constituent"), NULL));
  if (!given) return tern_op_error(op, "splat spec constant reference defining constituent not found");
  const tern_type_t *part = tern_spirv_composite_part(type, 0);
  return given == part || tern_op_error(op, "constituent has incorrect type: expected '%s', but provided '%s'",
                                        part ? tern_type_text(part) : "none", tern_type_text(given));
}
