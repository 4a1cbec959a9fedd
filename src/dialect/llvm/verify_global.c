// llvm: what is right for globals, calls and what they refer to.

#include <inttypes.h>

#include "dialect/llvm/llvm_hooks.h"
#include "ir/symbol.h"

static const tern_type_t *type_param(const tern_type_t *type, size_t index) {
  return (const tern_type_t *)(uintptr_t)type->params[index];
}

static const tern_type_t *function_type_of(const tern_op_t *function) {
  return tern_type_attr_value(tern_op_attr(function, "function_type"));
}

static bool is_external(const tern_op_t *function) { return tern_region_is_empty(&function->regions[0]); }

// --- calls ---

bool tern_llvm_verify_op_bundles(const tern_op_t *op) {
  const tern_attr_t *tags = tern_op_attr(op, "op_bundle_tags"), *sizes = tern_op_attr(op, "op_bundle_sizes");
  size_t tag_count = tags ? tern_array_attr_count(tags) : 0;
  size_t count = sizes ? tern_dense_array_attr_count(sizes) : 0, start, operand_count, total = 0;
  for (size_t i = 0; i < tag_count; i++)
    if (!tern_attr_is_string(tern_array_attr_at(tags, i)))
      return tern_op_error(op, "operand bundle tag must be a StringAttr");
  if (count != tag_count)
    return tern_op_error(op, "expected %zu operand bundle tags, but actually got %zu", count, tag_count);
  for (size_t i = 0; i < count; i++) {
    int64_t size = tern_dense_array_attr_int(sizes, i);
    if (size < 0) return tern_op_error(op, "operand bundle #%zu has a negative size", i);
    total += (size_t)size;
  }
  tern_op_operands_named(op, "op_bundle_operands", &start, &operand_count);
  return total == operand_count ||
         tern_op_error(op, "expected %zu operand bundle operands, but got %zu", total, operand_count);
}

bool tern_llvm_verify_call_intrinsic(const tern_op_t *op) {
  if (!tern_str_starts_with(tern_string_attr_value(tern_op_attr(op, "intrin")), TERN_STR("llvm.")))
    return tern_op_error(op, "intrinsic name must start with 'llvm.'");
  return tern_llvm_verify_op_bundles(op);
}

// The arguments of a call or invoke.
static void find_arguments(const tern_op_t *op, size_t *out_start, size_t *out_count) {
  tern_op_operands_named(op, "callee_operands", out_start, out_count);
  if (tern_op_attr(op, "callee") || *out_count == 0) return;
  ++*out_start;
  --*out_count;
}

static bool verify_var_callee_type(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "var_callee_type");
  if (!attr) return true;
  const tern_type_t *type = tern_type_attr_value(attr);
  if (!type->params[1]) return tern_op_error(op, "expected var_callee_type to be a variadic function type");
  size_t start, count;
  find_arguments(op, &start, &count);
  tern_types_t inputs = tern_llvm_func_inputs(type);
  if (inputs.count > count) return tern_op_error(op, "expected var_callee_type to have at most %zu parameters", count);
  for (size_t i = 0; i < inputs.count; i++) {
    const tern_type_t *argument = tern_op_operand(op, start + i)->type;
    if (argument != inputs.values[i])
      return tern_op_error(op, "var_callee_type parameter type mismatch: '%s' != '%s'",
                           tern_type_text(inputs.values[i]), tern_type_text(argument));
  }
  const tern_type_t *result = type_param(type, 0);
  if (op->result_count == 0)
    return tern_type_is_llvm(result, TERN_LLVM_VOID) || tern_op_error(op, "expected var_callee_type to return void");
  return op->results[0].type == result || tern_op_error(op, "var_callee_type return type mismatch: '%s' != '%s'",
                                                        tern_type_text(result), tern_type_text(op->results[0].type));
}

bool tern_llvm_verify_call(const tern_op_t *op) {
  if (!tern_op_attr(op, "callee")) {
    size_t start, count;
    tern_op_operands_named(op, "callee_operands", &start, &count);
    if (count == 0) return tern_op_error(op, "must have either a `callee` attribute or at least an operand");
    const tern_type_t *pointer = tern_op_operand(op, start)->type;
    if (!tern_type_is_llvm(pointer, TERN_LLVM_PTR))
      return tern_op_error(op, "indirect call expects a pointer as callee: '%s'", tern_type_text(pointer));
  }
  return verify_var_callee_type(op) && tern_llvm_verify_op_bundles(op);
}

static bool verify_against_type(const tern_op_t *op, const tern_type_t *type) {
  size_t start, count;
  find_arguments(op, &start, &count);
  tern_types_t inputs = tern_llvm_func_inputs(type);
  bool is_vararg = type->params[1] != 0;
  const tern_type_t *result = type_param(type, 0);
  if (is_vararg && !tern_op_attr(op, "var_callee_type"))
    return tern_op_error(op, "missing var_callee_type attribute for vararg call");
  if (!is_vararg && inputs.count != count)
    return tern_op_error(op, "incorrect number of operands (%zu) for callee (expecting: %zu)", count, inputs.count);
  if (inputs.count > count)
    return tern_op_error(op, "incorrect number of operands (%zu) for varargs callee (expecting at least: %zu)", count,
                         inputs.count);
  for (size_t i = 0; i < inputs.count; i++) {
    const tern_type_t *argument = tern_op_operand(op, start + i)->type;
    if (argument != inputs.values[i])
      return tern_op_error(op, "operand type mismatch for operand %zu: '%s' != '%s'", i, tern_type_text(argument),
                           tern_type_text(inputs.values[i]));
  }
  bool is_void = tern_type_is_llvm(result, TERN_LLVM_VOID);
  if (op->result_count == 0 && !is_void) return tern_op_error(op, "expected function call to produce a value");
  if (op->result_count != 0 && is_void)
    return tern_op_error(op, "calling function with void result must not produce values");
  return op->result_count == 0 || op->results[0].type == result ||
         tern_op_error(op, "result type mismatch: '%s' != '%s'", tern_type_text(op->results[0].type),
                       tern_type_text(result));
}

// LLVM can inline a call into a function with debug info only if it knows where the call stands.
static bool verify_call_location(const tern_op_t *op, const tern_op_t *callee) {
  if (!tern_op_body(callee, 0) || op->loc->kind != TERN_ATTR_LOC_UNKNOWN) return true;
  const tern_op_t *caller = tern_op_parent(op);
  while (caller && !tern_op_has_trait(caller, TERN_TRAIT_FUNCTION_LIKE)) caller = tern_op_parent(caller);
  if (!caller || !tern_llvm_find_in_loc(caller->loc, "llvm.di_subprogram") ||
      !tern_llvm_find_in_loc(callee->loc, "llvm.di_subprogram"))
    return true;
  return tern_emit_error(op->loc,
                         "inlinable function call in a function with a DISubprogram location must have a debug "
                         "location");
}

bool tern_llvm_verify_call_uses(const tern_op_t *op) {
  const tern_attr_t *callee = tern_op_attr(op, "callee");
  if (!callee) return true;
  tern_str_t name = tern_symbol_ref_attr_at(callee, 0);
  const tern_op_t *symbol = tern_symbol_lookup_nearest(op, callee);
  if (!symbol)
    return tern_op_error(op, "'%.*s' does not reference a symbol in the current scope", (int)name.size, name.data);
  if (tern_op_is(symbol, TERN_LLVM(MLIR_ALIAS))) return true;
  if (tern_op_is(symbol, TERN_LLVM(FUNC)))
    return verify_call_location(op, symbol) && verify_against_type(op, function_type_of(symbol));
  if (!tern_op_is(symbol, TERN_LLVM(MLIR_IFUNC)))
    return tern_op_error(op, "'%.*s' does not reference a valid LLVM function or IFunc", (int)name.size, name.data);
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(symbol, "i_func_type"));
  if (!tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE))
    return tern_op_error(op, "callee does not have a functional type: '%s'", tern_type_text(type));
  return verify_against_type(op, type);
}

bool tern_llvm_verify_invoke(const tern_op_t *op) {
  if (!tern_llvm_verify_call(op)) return false;
  const tern_block_t *unwind = op->successors[1].block;
  if (!unwind->first_op) return tern_op_error(op, "must have at least one operation in unwind destination");
  if (!tern_op_is(unwind->first_op, TERN_LLVM(LANDINGPAD)))
    return tern_op_error(op, "first operation in unwind destination should be a llvm.landingpad operation");
  return true;
}

bool tern_llvm_verify_landingpad(const tern_op_t *op) {
  const tern_op_t *function = tern_op_parent_of(op, TERN_LLVM(FUNC));
  if (function && !tern_op_attr(function, "personality"))
    return tern_op_error(op, "llvm.landingpad needs to be in a function with a personality");
  if (!tern_op_attr(op, "cleanup") && op->operand_count == 0)
    return tern_op_error(op, "landingpad instruction expects at least one clause or cleanup attribute");
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_value_t *value = tern_op_operand(op, i);
    const tern_op_t *source = tern_value_defining_op(value);
    if (tern_type_is_llvm(value->type, TERN_LLVM_ARRAY)) continue;
    if (source && tern_op_is(source, TERN_LLVM(BITCAST))) {
      const tern_op_t *cast = tern_value_defining_op(tern_op_operand(source, 0));
      if (cast && tern_op_is(cast, TERN_LLVM(MLIR_ADDRESSOF))) continue;
      tern_emit_error(op->loc, "constant clauses expected");
      tern_emit_note(source->loc, "global addresses expected as operand to bitcast used in clauses for landingpad");
      return false;
    }
    if (source && (tern_op_is(source, TERN_LLVM(MLIR_ZERO)) || tern_op_is(source, TERN_LLVM(MLIR_ADDRESSOF)))) continue;
    return tern_op_error(op, "clause #%zu is not a known constant - null, addressof, bitcast", i);
  }
  return true;
}

// --- globals ---

static bool is_zero(const tern_attr_t *value) {
  switch (value->kind) {
    case TERN_ATTR_INTEGER: return tern_integer_attr_value(value) == 0;
    case TERN_ATTR_FLOAT: return tern_float_attr_value(value) == 0.0;
    case TERN_ATTR_DENSE_ELEMENTS: {
      size_t count = tern_dense_elements_attr_is_splat(value) ? 1 : tern_dense_elements_attr_count(value);
      for (size_t i = 0; i < count; i++)
        if (!is_zero(tern_dense_elements_attr_at(value, i))) return false;
      return true;
    }
    case TERN_ATTR_ARRAY:
      for (size_t i = 0; i < tern_array_attr_count(value); i++)
        if (!is_zero(tern_array_attr_at(value, i))) return false;
      return true;
    default: return false;
  }
}

static bool is_global_type(const tern_type_t *type) {
  static const enum tern_llvm_type others[] = {TERN_LLVM_VOID, TERN_LLVM_TOKEN, TERN_LLVM_METADATA, TERN_LLVM_LABEL,
                                               TERN_LLVM_FUNC_TYPE};
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
    if (tern_type_is_llvm(type, others[i])) return false;
  return tern_llvm_is_compatible(type);
}

bool tern_llvm_verify_comdat(const tern_op_t *op) {
  const tern_attr_t *comdat = tern_op_attr(op, "comdat");
  if (!comdat) return true;
  const tern_op_t *selector = tern_symbol_lookup_nearest(op, comdat);
  return (selector && tern_op_is(selector, TERN_LLVM(COMDAT_SELECTOR))) || tern_op_error(op, "expected comdat symbol");
}

bool tern_llvm_verify_global(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "global_type"));
  const tern_attr_t *value = tern_op_attr(op, "value"), *alignment = tern_op_attr(op, "alignment");
  if (!is_global_type(type)) return tern_op_error(op, "expects type to be a valid element type for an LLVM global");
  const tern_op_t *parent = tern_op_parent(op);
  if (parent && !tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE))
    return tern_op_error(op, "must appear at the module level");
  if (tern_attr_is_string(value) &&
      (!tern_type_is_llvm(type, TERN_LLVM_ARRAY) || !tern_type_is_i(type_param(type, 0), 8) ||
       type->params[1] != tern_string_attr_value(value).size))
    return tern_op_error(op, "requires an i8 array type of the length equal to that of the string attribute");
  if (tern_type_is_llvm(type, TERN_LLVM_TARGET) && value)
    return tern_op_error(op, "global with target extension type can only be initialized with zero-initializer");
  int64_t linkage = tern_llvm_enum_value(op, "linkage", TERN_LLVM_LINKAGE_EXTERNAL);
  if (linkage == TERN_LLVM_LINKAGE_COMMON && value && !is_zero(value))
    return tern_op_error(op, "expected zero value for 'common' linkage");
  if (linkage == TERN_LLVM_LINKAGE_APPENDING && !tern_type_is_llvm(type, TERN_LLVM_ARRAY))
    return tern_op_error(op, "expected array type for 'appending' linkage");
  if (!tern_llvm_verify_comdat(op)) return false;
  int64_t bytes = alignment ? tern_integer_attr_value(alignment) : 1;
  return (bytes > 0 && (bytes & (bytes - 1)) == 0) || tern_op_error(op, "alignment attribute is not a power of 2");
}

// Ops of an initializer have no effect on memory; its end gives the value.
static const tern_op_t *verify_initializer(const tern_op_t *op) {
  const tern_block_t *block = tern_op_body(op, 0);
  const tern_op_t *end = block ? block->last_op : NULL;
  // A block without an end has been told.
  if (end && !tern_op_has_trait(end, TERN_TRAIT_TERMINATOR)) return NULL;
  if (!end || !tern_op_is(end, TERN_LLVM(RETURN))) {
    tern_op_error(op, "initializer region must end in 'llvm.return'");
    return NULL;
  }
  tern_block_for_each_op(block, inner) {
    if (tern_op_effects(inner) == 0) continue;
    tern_op_error(inner, "ops with side effects %snot allowed in %s initializers",
                  tern_op_is(op, TERN_LLVM(MLIR_ALIAS)) ? "are " : "",
                  tern_op_is(op, TERN_LLVM(MLIR_ALIAS)) ? "alias" : "global");
    return NULL;
  }
  return end;
}

bool tern_llvm_verify_global_regions(const tern_op_t *op) {
  if (tern_region_is_empty(&op->regions[0])) return true;
  const tern_op_t *end = verify_initializer(op);
  if (!end) return false;
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "global_type"));
  if (end->operand_count == 0) return tern_op_error(op, "initializer region cannot return void");
  if (tern_op_operand(end, 0)->type != type)
    return tern_op_error(op, "initializer region type '%s' does not match global type '%s'",
                         tern_type_text(tern_op_operand(end, 0)->type), tern_type_text(type));
  return !tern_op_attr(op, "value") || tern_op_error(op, "cannot have both initializer value and region");
}

// Linkages that a second name may have.
static bool is_alias_linkage(int64_t linkage) {
  switch (linkage) {
    case TERN_LLVM_LINKAGE_EXTERNAL:
    case TERN_LLVM_LINKAGE_INTERNAL:
    case TERN_LLVM_LINKAGE_PRIVATE:
    case TERN_LLVM_LINKAGE_WEAK:
    case TERN_LLVM_LINKAGE_WEAK_ODR:
    case TERN_LLVM_LINKAGE_LINKONCE:
    case TERN_LLVM_LINKAGE_LINKONCE_ODR: return true;
    default: return false;
  }
}

bool tern_llvm_verify_alias(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "alias_type"));
  if (!is_global_type(type) && !tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE))
    return tern_op_error(op, "expects type to be a valid element type for an LLVM global alias");
  int64_t linkage = tern_llvm_enum_value(op, "linkage", TERN_LLVM_LINKAGE_EXTERNAL);
  return is_alias_linkage(linkage) || linkage == TERN_LLVM_LINKAGE_AVAILABLE_EXTERNALLY ||
         tern_op_error(op,
                       "'%s' linkage not supported in aliases, available options: private, internal, linkonce, weak, "
                       "linkonce_odr, weak_odr, external or available_externally",
                       tern_enum_case_name(TERN_LLVM_ENUM(LINKAGE), linkage));
}

bool tern_llvm_verify_ifunc(const tern_op_t *op) {
  int64_t linkage = tern_llvm_enum_value(op, "linkage", TERN_LLVM_LINKAGE_EXTERNAL);
  return is_alias_linkage(linkage) ||
         tern_op_error(op,
                       "'%s' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, "
                       "linkonce_odr, weak_odr, or external linkage",
                       tern_enum_case_name(TERN_LLVM_ENUM(LINKAGE), linkage));
}

// The address that the initializer of an alias returns, or NULL if it computes one.
static const tern_op_t *address_of_alias(const tern_op_t *alias) {
  const tern_block_t *block = tern_op_body(alias, 0);
  const tern_op_t *end = block ? block->last_op : NULL;
  const tern_op_t *address = end && end->operand_count ? tern_value_defining_op(tern_op_operand(end, 0)) : NULL;
  return address && tern_op_is(address, TERN_LLVM(MLIR_ADDRESSOF)) ? address : NULL;
}

bool tern_llvm_verify_ifunc_uses(const tern_op_t *op) {
  const tern_op_t *resolver = tern_symbol_lookup_nearest(op, tern_op_attr(op, "resolver"));
  // Aliases of aliases end; those in a circle are as good as none.
  for (size_t depth = 0; resolver && tern_op_is(resolver, TERN_LLVM(MLIR_ALIAS)); depth++) {
    const tern_op_t *address = address_of_alias(resolver);
    if (!address) return true;
    resolver = depth < 64 ? tern_symbol_lookup_nearest(address, tern_op_attr(address, "global_name")) : NULL;
  }
  if (!resolver || !tern_op_is(resolver, TERN_LLVM(FUNC))) return tern_op_error(op, "must have a function resolver");
  int64_t linkage = tern_llvm_enum_value(resolver, "linkage", TERN_LLVM_LINKAGE_EXTERNAL);
  if (is_external(resolver) || linkage == TERN_LLVM_LINKAGE_AVAILABLE_EXTERNALLY)
    return tern_op_error(op, "resolver must be a definition");
  if (!tern_type_is_llvm(type_param(function_type_of(resolver), 0), TERN_LLVM_PTR))
    return tern_op_error(op, "resolver must return a pointer");
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "resolver_type"));
  const tern_attr_t *space = tern_op_attr(op, "address_space");
  return (tern_type_is_llvm(type, TERN_LLVM_PTR) &&
          type->params[0] == (space ? (uint64_t)tern_integer_attr_value(space) : 0)) ||
         tern_op_error(op, "resolver has incorrect type");
}

bool tern_llvm_verify_alias_regions(const tern_op_t *op) {
  const tern_op_t *end = verify_initializer(op);
  if (!end) return false;
  return (end->operand_count > 0 && tern_type_is_llvm(tern_op_operand(end, 0)->type, TERN_LLVM_PTR)) ||
         tern_op_error(op, "initializer region must always return a pointer");
}

bool tern_llvm_verify_comdat_regions(const tern_op_t *op) {
  tern_block_for_each_op(tern_op_body(op, 0), inner) {
    if (!tern_op_is(inner, TERN_LLVM(COMDAT_SELECTOR)))
      return tern_op_error(inner, "only comdat selector symbols can appear in a comdat region");
  }
  return true;
}

bool tern_llvm_verify_addressof_uses(const tern_op_t *op) {
  const tern_op_t *symbol = tern_symbol_lookup_nearest(op, tern_op_attr(op, "global_name"));
  bool is_global = symbol && tern_op_is(symbol, TERN_LLVM(MLIR_GLOBAL));
  if (!is_global && !(symbol && (tern_op_is(symbol, TERN_LLVM(FUNC)) || tern_op_is(symbol, TERN_LLVM(MLIR_ALIAS)) ||
                                 tern_op_is(symbol, TERN_LLVM(MLIR_IFUNC)))))
    return tern_op_error(op,
                         "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' "
                         "or 'llvm.mlir.ifunc'");
  const tern_attr_t *space = is_global ? tern_op_attr(symbol, "addr_space") : NULL;
  uint64_t expected = space ? (uint64_t)tern_integer_attr_value(space) : 0;
  return !is_global || op->results[0].type->params[0] == expected ||
         tern_op_error(op, "pointer address space must match address space of the referenced global or alias");
}

bool tern_llvm_verify_dso_local_equivalent_uses(const tern_op_t *op) {
  const tern_op_t *symbol = tern_symbol_lookup_nearest(op, tern_op_attr(op, "function_name"));
  if (!symbol || !(tern_op_is(symbol, TERN_LLVM(FUNC)) || tern_op_is(symbol, TERN_LLVM(MLIR_ALIAS))))
    return tern_op_error(op, "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'");
  return tern_llvm_enum_value(symbol, "linkage", 0) != TERN_LLVM_LINKAGE_EXTERN_WEAK ||
         tern_op_error(op, "target function with 'extern_weak' linkage not allowed");
}

bool tern_llvm_verify_module_flags(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "flags");
  const tern_op_t *parent = tern_op_parent(op);
  if (parent && !tern_op_has_trait(parent, TERN_TRAIT_SYMBOL_TABLE))
    return tern_op_error(op, "must appear at the module level");
  for (size_t i = 0; i < tern_array_attr_count(flags); i++)
    if (!tern_attr_is_llvm(tern_array_attr_at(flags, i), "llvm.mlir.module_flag"))
      return tern_op_error(op, "expected a module flag attribute");
  return true;
}

static const tern_attr_t *xtors_of(const tern_op_t *op) {
  return tern_op_attr(op, tern_op_is(op, TERN_LLVM(MLIR_GLOBAL_CTORS)) ? "ctors" : "dtors");
}

bool tern_llvm_verify_xtors(const tern_op_t *op) {
  size_t count = tern_array_attr_count(xtors_of(op));
  const tern_attr_t *data = tern_op_attr(op, "data");
  for (size_t i = 0; i < tern_array_attr_count(data); i++) {
    const tern_attr_t *element = tern_array_attr_at(data, i);
    if (element->kind != TERN_ATTR_SYMBOL_REF && !tern_attr_is_llvm(element, "llvm.zero"))
      return tern_op_error(op, "data element must be symbol or #llvm.zero");
  }
  return (tern_array_attr_count(tern_op_attr(op, "priorities")) == count && tern_array_attr_count(data) == count) ||
         tern_op_error(op, "%s, priorities, and data must have the same number of elements",
                       tern_op_is(op, TERN_LLVM(MLIR_GLOBAL_CTORS)) ? "ctors" : "dtors");
}

bool tern_llvm_verify_xtor_uses(const tern_op_t *op) {
  const tern_attr_t *list = xtors_of(op);
  for (size_t i = 0; i < tern_array_attr_count(list); i++) {
    const tern_attr_t *ref = tern_array_attr_at(list, i);
    tern_str_t name = tern_symbol_ref_attr_at(ref, 0);
    const tern_op_t *symbol = tern_symbol_lookup_nearest(op, ref);
    if (!symbol || !tern_op_is(symbol, TERN_LLVM(FUNC)))
      return tern_op_error(op, "'%.*s' does not reference a valid LLVM function", (int)name.size, name.data);
    if (is_external(symbol)) return tern_op_error(op, "'%.*s' does not have a definition", (int)name.size, name.data);
  }
  return true;
}
