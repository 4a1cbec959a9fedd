// What vm ops must satisfy beyond their rows.

#include <inttypes.h>

#include "dialect/util/util.h"
#include "dialect/vm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static tern_str_t ref_name(const tern_op_t *op, const char *attr) {
  return tern_symbol_ref_attr_at(tern_op_attr(op, attr), 0);
}

// --- structure ---

bool tern_vm_verify_module(const tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  bool is_right = true;
  if (!body) return true;
  for (const tern_op_t *inner = body->first_op; inner; inner = inner->next) {
    if (!tern_op_is(inner, TERN_VM(EXPORT))) continue;
    for (const tern_op_t *other = body->first_op; other != inner; other = other->next) {
      if (!tern_op_is(other, TERN_VM(EXPORT))) continue;
      if (tern_op_attr(other, "export_name") != tern_op_attr(inner, "export_name")) continue;
      is_right = tern_op_error(inner, "exports %s, which is taken", tern_attr_text(tern_op_attr(inner, "export_name")));
      tern_emit_note(other->loc, "by this export; give each a name of its own");
    }
  }
  return is_right;
}

bool tern_vm_verify_func(const tern_op_t *op) {
  const tern_type_t *type = tern_vm_func_type(op);
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  for (size_t i = 0; i < inputs.count + results.count; ++i) {
    const tern_type_t *value = i < inputs.count ? inputs.values[i] : results.values[i - inputs.count];
    if (!tern_vm_type_is_value(value) && !tern_vm_type_is_ref(value)) {
      return tern_op_error(op, "has a signature with %s, expected i32, i64, f32, f64 or a reference",
                           tern_type_text(value));
    }
  }
  const tern_block_t *entry = tern_op_body(op, 0);
  if (!entry) return true;
  bool is_match = entry->arg_count == inputs.count;
  for (size_t i = 0; is_match && i < inputs.count; ++i) is_match = entry->args[i]->type == inputs.values[i];
  return is_match || tern_op_error(op, "has an entry block whose arguments are not those of %s", tern_type_text(type));
}

bool tern_vm_verify_export(const tern_op_t *op) {
  const tern_op_t *function = tern_vm_symbol_of(op, "function_ref");
  tern_str_t name = ref_name(op, "function_ref");
  return (function && tern_op_is(function, TERN_VM(FUNC))) ||
         tern_op_error(op, "exports '@%.*s', which is no vm.func of the module", (int)name.size, name.data);
}

bool tern_vm_verify_import(const tern_op_t *op) {
  tern_types_t inputs = tern_function_type_inputs(tern_vm_func_type(op));
  for (size_t i = 0; i < inputs.count; ++i) {
    bool is_tuple = inputs.values[i]->kind == TERN_TYPE_TUPLE;
    if (is_tuple && !tern_vm_import_is_variadic_at(op, i)) {
      return tern_op_error(op, "has a tuple as argument #%zu, which only an argument with '...' can be", i);
    }
    size_t width = tern_vm_segment_width(inputs.values[i]);
    if (width == 0) return tern_op_error(op, "has an empty tuple as argument #%zu", i);
    for (size_t j = 0; j < width; ++j) {
      const tern_type_t *type = is_tuple ? tern_tuple_type_elements(inputs.values[i]).values[j] : inputs.values[i];
      if (tern_vm_type_is_value(type) || tern_vm_type_is_ref(type)) continue;
      return tern_op_error(op, "has %s in argument #%zu, expected i32, i64, f32, f64 or a reference",
                           tern_type_text(type), i);
    }
  }
  tern_types_t results = tern_function_type_results(tern_vm_func_type(op));
  for (size_t i = 0; i < results.count; ++i) {
    if (tern_vm_type_is_value(results.values[i]) || tern_vm_type_is_ref(results.values[i])) continue;
    return tern_op_error(op, "has %s as result #%zu, expected i32, i64, f32, f64 or a reference",
                         tern_type_text(results.values[i]), i);
  }
  return true;
}

bool tern_vm_verify_return(const tern_op_t *op) {
  tern_types_t results = tern_function_type_results(tern_vm_func_type(tern_op_parent(op)));
  bool is_match = op->operand_count == results.count;
  for (size_t i = 0; is_match && i < results.count; ++i) is_match = tern_op_operand(op, i)->type == results.values[i];
  return is_match || tern_op_error(op, "returns other types than its function says, which are %s",
                                   tern_type_text(tern_vm_func_type(tern_op_parent(op))));
}

// --- globals and constants ---

// What the op's name says that its values are: the last word.
static bool is_of_kind(const tern_op_t *op, const tern_type_t *type) {
  tern_str_t name = tern_op_name(op);
  if (tern_str_ends_with(name, TERN_STR(".ref"))) return tern_vm_type_is_ref(type);
  if (tern_str_ends_with(name, TERN_STR(".i32"))) return tern_type_is_i(type, 32);
  if (tern_str_ends_with(name, TERN_STR(".i64"))) return tern_type_is_i(type, 64);
  return type->kind == (tern_str_ends_with(name, TERN_STR(".f32")) ? TERN_TYPE_F32 : TERN_TYPE_F64);
}

bool tern_vm_verify_global(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type"));
  if (!is_of_kind(op, type)) return tern_op_error(op, "has type %s, which is of another kind", tern_type_text(type));
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  return !value || !tern_vm_type_is_ref(type) || tern_op_error(op, "is a reference, which starts as null");
}

static bool is_global(const tern_op_t *op) {
  return tern_op_is(op, TERN_VM(GLOBAL_I32)) || tern_op_is(op, TERN_VM(GLOBAL_I64)) ||
         tern_op_is(op, TERN_VM(GLOBAL_F32)) || tern_op_is(op, TERN_VM(GLOBAL_F64)) ||
         tern_op_is(op, TERN_VM(GLOBAL_REF));
}

bool tern_vm_verify_global_use(const tern_op_t *op) {
  const tern_op_t *global = tern_vm_symbol_of(op, "global");
  tern_str_t name = ref_name(op, "global");
  if (!global || !is_global(global)) {
    return tern_op_error(op, "names '@%.*s', which is no global of the module", (int)name.size, name.data);
  }
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(global, "type"));
  bool is_address = tern_op_is(op, TERN_VM(GLOBAL_ADDRESS));
  const tern_type_t *own = op->result_count ? op->results[0].type : tern_op_operand(op, 0)->type;
  if (is_address) own = tern_util_type_target(own);
  bool is_match = own == type || (tern_vm_type_is_ref(type) && tern_vm_type_is_any_ref(own)) ||
                  (tern_vm_type_is_ref(own) && tern_vm_type_is_any_ref(type));
  if (!is_match) {
    return tern_op_error(op, "uses '@%.*s' as %s, but it is %s", (int)name.size, name.data, tern_type_text(own),
                         tern_type_text(type));
  }
  bool is_store = op->result_count == 0;
  bool is_in_initializer = tern_op_parent_of(op, TERN_VM(INITIALIZER)) != NULL;
  const tern_op_t *function = tern_op_parent_of(op, TERN_VM(FUNC));
  if (function) {
    tern_str_t function_name = tern_symbol_name(function);
    is_in_initializer = tern_str_equal_cstr(function_name, "__init") || tern_str_equal_cstr(function_name, "__deinit");
  }
  if (!is_store || is_in_initializer || tern_op_attr(global, "is_mutable")) return true;
  return tern_op_error(op, "stores to '@%.*s', which is not mutable", (int)name.size, name.data);
}

bool tern_vm_verify_rodata_use(const tern_op_t *op) {
  const tern_op_t *rodata = tern_vm_symbol_of(op, "rodata");
  tern_str_t name = ref_name(op, "rodata");
  return (rodata && tern_op_is(rodata, TERN_VM(RODATA))) ||
         tern_op_error(op, "names '@%.*s', which is no vm.rodata of the module", (int)name.size, name.data);
}

static bool verify_alignment(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  if (!attr) return true;
  int64_t value = tern_integer_attr_value(attr);
  return (value > 0 && value <= 4096 && (value & (value - 1)) == 0) ||
         tern_op_error(op, "has %s %" PRId64 ", expected a power of two up to 4096", name, value);
}

bool tern_vm_verify_rodata(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (tern_vm_constant_size(value) < 0) {
    return tern_op_error(op, "expects elements, a string or an attribute of util with bytes as its value");
  }
  return verify_alignment(op, "alignment");
}

bool tern_vm_verify_rodata_table(const tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "table_type"));
  const tern_attr_t *list = tern_op_attr(op, "data_array");
  if (!tern_type_is_i(type, 32) && !tern_type_is_i(type, 64)) {
    return tern_op_error(op, "has a table of %s, expected i32 or i64", tern_type_text(type));
  }
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    if (tern_vm_constant_size(tern_array_attr_at(list, i)) >= 0) continue;
    return tern_op_error(op, "expects elements, a string or an attribute of util with bytes as entry #%zu", i);
  }
  return verify_alignment(op, "alignment") && verify_alignment(op, "data_alignment");
}

// --- lists and selection ---

static bool verify_element(const tern_op_t *op, const tern_type_t *value) {
  const tern_type_t *element = tern_vm_type_target(tern_op_operand(op, 0)->type);
  bool is_any = tern_type_is_vm(element, TERN_VM_TYPE_OPAQUE);
  bool is_number = tern_vm_type_is_value(value) && !tern_vm_type_is_ref(element);
  bool is_ref = tern_vm_type_is_ref(value) && tern_vm_type_is_ref(element) &&
                (value == element || tern_vm_type_is_any_ref(value) || tern_vm_type_is_any_ref(element));
  return is_any || is_number || is_ref ||
         tern_op_error(op, "accesses %s as %s", tern_type_text(tern_op_operand(op, 0)->type), tern_type_text(value));
}

bool tern_vm_verify_list_get(const tern_op_t *op) { return verify_element(op, op->results[0].type); }
bool tern_vm_verify_list_set(const tern_op_t *op) { return verify_element(op, tern_op_operand(op, 2)->type); }

bool tern_vm_verify_switch(const tern_op_t *op) {
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (tern_op_operand(op, i)->type == op->results[0].type) continue;
    return tern_op_error(op, "chooses among %s and %s", tern_type_text(tern_op_operand(op, i)->type),
                         tern_type_text(op->results[0].type));
  }
  return true;
}

bool tern_vm_verify_br_table(const tern_op_t *op) {
  const tern_attr_t *sizes = tern_op_attr(op, "case_operand_segments");
  size_t start, count, total = 0, cases = op->successor_count - (size_t)1;
  tern_op_operand_group(op, 2, &start, &count);
  if (tern_dense_array_attr_count(sizes) != cases) {
    return tern_op_error(op, "has %zu cases but 'case_operand_segments' for %zu", cases,
                         tern_dense_array_attr_count(sizes));
  }
  for (size_t i = 0; i < cases; ++i) {
    int64_t size = tern_dense_array_attr_int(sizes, i);
    if (size < 0) return tern_op_error(op, "'case_operand_segments' attribute cannot have negative elements");
    total += (size_t)size;
  }
  return total == count || tern_op_error(op, "has %zu case operands but 'case_operand_segments' for %zu", count, total);
}

// --- calls ---

static bool verify_results(const tern_op_t *op, const tern_op_t *callee) {
  tern_types_t results = tern_function_type_results(tern_vm_func_type(callee));
  bool is_match = op->result_count == results.count;
  for (size_t i = 0; is_match && i < results.count; ++i) is_match = op->results[i].type == results.values[i];
  return is_match ||
         tern_op_error(op, "has other results than its callee, which is %s", tern_type_text(tern_vm_func_type(callee)));
}

static const tern_op_t *find_callee(const tern_op_t *op) {
  const tern_op_t *callee = tern_vm_symbol_of(op, "callee");
  tern_str_t name = ref_name(op, "callee");
  if (callee && (tern_op_is(callee, TERN_VM(FUNC)) || tern_op_is(callee, TERN_VM(IMPORT)))) return callee;
  tern_op_error(op, "calls '@%.*s', which is no function or import of the module", (int)name.size, name.data);
  return NULL;
}

bool tern_vm_verify_call(const tern_op_t *op) {
  const tern_op_t *callee = find_callee(op);
  if (!callee) return false;
  if (tern_op_is(callee, TERN_VM(IMPORT)) && tern_vm_import_is_variadic(callee)) {
    return tern_op_error(op, "calls an import with lists of arguments, which takes vm.call.variadic");
  }
  tern_types_t inputs = tern_function_type_inputs(tern_vm_func_type(callee));
  bool is_match = op->operand_count == inputs.count;
  for (size_t i = 0; is_match && i < inputs.count; ++i) is_match = tern_op_operand(op, i)->type == inputs.values[i];
  if (!is_match) {
    return tern_op_error(op, "has other arguments than its callee, which is %s",
                         tern_type_text(tern_vm_func_type(callee)));
  }
  return verify_results(op, callee);
}

bool tern_vm_verify_segments(const tern_op_t *op) {
  const tern_attr_t *sizes = tern_op_attr(op, "segment_sizes"), *types = tern_op_attr(op, "segment_types");
  size_t count = tern_array_attr_count(types), total = 0;
  if (tern_int_list_attr_count(sizes) != count) {
    return tern_op_error(op, "has %zu segment sizes for %zu segment types", tern_int_list_attr_count(sizes), count);
  }
  for (size_t i = 0; i < count; ++i) {
    int64_t size = tern_int_list_attr_at(sizes, i);
    if (size < -1)
      return tern_op_error(op, "has segment size %" PRId64 ", expected -1 or a number of repetitions", size);
    const tern_type_t *type = tern_type_attr_value(tern_array_attr_at(types, i));
    total += size < 0 ? 1 : (size_t)size * tern_vm_segment_width(type);
  }
  return total == op->operand_count ||
         tern_op_error(op, "has %" PRIu32 " operands for segments of %zu", op->operand_count, total);
}

bool tern_vm_verify_call_variadic(const tern_op_t *op) {
  const tern_op_t *callee = find_callee(op);
  if (!callee) return false;
  if (!tern_op_is(callee, TERN_VM(IMPORT)))
    return tern_op_error(op, "calls a function, which takes no lists of arguments");
  tern_types_t inputs = tern_function_type_inputs(tern_vm_func_type(callee));
  const tern_attr_t *sizes = tern_op_attr(op, "segment_sizes"), *types = tern_op_attr(op, "segment_types");
  bool is_match = tern_array_attr_count(types) == inputs.count;
  size_t next = 0;
  for (size_t i = 0; is_match && i < inputs.count; ++i) {
    const tern_type_t *type = tern_type_attr_value(tern_array_attr_at(types, i));
    int64_t size = tern_int_list_attr_at(sizes, i);
    is_match = type == inputs.values[i] && (size >= 0) == tern_vm_import_is_variadic_at(callee, i);
    size_t width = tern_vm_segment_width(type), count = size < 0 ? 1 : (size_t)size * width;
    for (size_t j = 0; is_match && j < count; ++j, ++next) {
      const tern_type_t *part = type->kind == TERN_TYPE_TUPLE ? tern_tuple_type_elements(type).values[j % width] : type;
      is_match = tern_op_operand(op, next)->type == part;
    }
  }
  if (!is_match) {
    return tern_op_error(op, "has other arguments than its callee, which is %s",
                         tern_type_text(tern_vm_func_type(callee)));
  }
  return verify_results(op, callee);
}

bool tern_vm_verify_import_use(const tern_op_t *op) {
  const tern_op_t *import = tern_vm_symbol_of(op, "import");
  tern_str_t name = ref_name(op, "import");
  return (import && tern_op_is(import, TERN_VM(IMPORT))) ||
         tern_op_error(op, "names '@%.*s', which is no import of the module", (int)name.size, name.data);
}
