// The hal dialect: its tables, and the interfaces of hand-written dispatches.

#include "dialect/hal/hal.h"

#include "dialect/arith/arith.h"
#include "dialect/hal/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- verification ---

static bool verify_interface(const tern_op_t *op) {
  bool is_right = true;
  tern_block_t *body = tern_op_body(op, 0);
  if (!body) return true;
  tern_block_for_each_op(body, inner) {
    if (!tern_op_is(inner, TERN_HAL(INTERFACE_BINDING))) {
      is_right = tern_op_error(inner, "is not allowed in a hal.interface, which holds hal.interface.binding ops only");
      continue;
    }
    for (tern_op_t *other = body->first_op; other != inner; other = other->next) {
      if (tern_op_attr(other, "set") == tern_op_attr(inner, "set") &&
          tern_op_attr(other, "binding") == tern_op_attr(inner, "binding")) {
        is_right = tern_op_error(inner, "uses set and binding numbers that are taken");
        tern_emit_note(other->loc, "by this binding; give each binding of an interface numbers of its own");
      }
    }
  }
  return is_right;
}

static bool verify_binding(const tern_op_t *op) {
  tern_str_t rest = tern_string_attr_value(tern_op_attr(op, "access"));
  bool is_right = true;
  do {
    tern_str_t word = tern_str_trim(tern_str_split(&rest, '|'));
    if (!tern_str_equal_cstr(word, "Read") && !tern_str_equal_cstr(word, "Write") &&
        !tern_str_equal_cstr(word, "Discard") && !tern_str_equal_cstr(word, "None")) {
      is_right = tern_op_error(op, "has unknown access '%.*s', expected Read, Write and Discard joined by '|'",
                               (int)word.size, word.data);
    }
  } while (rest.size > 0);
  tern_str_t type = tern_string_attr_value(tern_op_attr(op, "type"));
  if (!tern_str_equal_cstr(type, "StorageBuffer") && !tern_str_equal_cstr(type, "UniformBuffer")) {
    is_right = tern_op_error(op, "has unknown type '%.*s', expected \"StorageBuffer\" or \"UniformBuffer\"",
                             (int)type.size, type.data);
  }
  return is_right;
}

static bool verify_dynamic_dims(const tern_op_t *op, const tern_type_t *type) {
  size_t start, count, expected = tern_type_dynamic_dim_count(type);
  tern_op_operands_named(op, "dynamic_dims", &start, &count);
  if (count == expected) return true;
  tern_op_error(op, "expects %zu dynamic dimension sizes for %s but got %zu", expected, tern_type_text(type), count);
  tern_emit_note(op->loc, "give the size of each '?' after the type, as in tensor<?x4xf32>{%%n}");
  return false;
}

static bool verify_load_tensor(const tern_op_t *op) { return verify_dynamic_dims(op, tern_op_result(op, 0)->type); }

static bool verify_store_tensor(const tern_op_t *op) { return verify_dynamic_dims(op, tern_op_operand(op, 0)->type); }

static bool verify_grid_dimension(const tern_op_t *op) {
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return dimension <= 2 || tern_op_error(op, "has dimension %lld, expected 0, 1 or 2", (long long)dimension);
}

tern_op_t *tern_hal_resolve_binding(const tern_op_t *from, const tern_attr_t *ref) {
  if (tern_symbol_ref_attr_count(ref) != 2) {
    tern_op_error(from, "expects its binding as @interface::@binding but got %s", tern_attr_text(ref));
    return NULL;
  }
  tern_str_t name = tern_symbol_ref_attr_at(ref, 0), binding_name = tern_symbol_ref_attr_at(ref, 1);
  tern_op_t *table = tern_symbol_table_around(from), *interface = NULL;
  for (; table && !interface; table = tern_op_parent(table)) {
    if (tern_op_has_trait(table, TERN_TRAIT_SYMBOL_TABLE)) interface = tern_symbol_lookup_in(table, name);
  }
  if (!interface || !tern_op_is(interface, TERN_HAL(INTERFACE))) {
    tern_op_error(from, "references '@%.*s', which is no hal.interface in scope", (int)name.size, name.data);
    tern_emit_note(from->loc, "declare `hal.interface private @%.*s { ... }` in the module around the function",
                   (int)name.size, name.data);
    return NULL;
  }
  tern_op_t *binding = tern_symbol_lookup_in(interface, binding_name);
  if (binding && tern_op_is(binding, TERN_HAL(INTERFACE_BINDING))) return binding;
  tern_op_error(from, "references binding '@%.*s', which interface '@%.*s' does not have", (int)binding_name.size,
                binding_name.data, (int)name.size, name.data);
  tern_emit_note(interface->loc, "the interface is declared here");
  return NULL;
}

static bool has_access(const tern_op_t *binding, const char *wanted) {
  tern_str_t rest = tern_string_attr_value(tern_op_attr(binding, "access"));
  do {
    if (tern_str_equal_cstr(tern_str_trim(tern_str_split(&rest, '|')), wanted)) return true;
  } while (rest.size > 0);
  return false;
}

bool tern_hal_binding_may_read(const tern_op_t *binding) { return has_access(binding, "Read"); }
bool tern_hal_binding_may_write(const tern_op_t *binding) { return has_access(binding, "Write"); }

static bool verify_load_symbol(const tern_op_t *op) {
  tern_op_t *binding = tern_hal_resolve_binding(op, tern_op_attr(op, "binding"));
  if (!binding || tern_hal_binding_may_read(binding)) return binding != NULL;
  tern_op_error(op, "reads binding %s, whose access is %s", tern_attr_text(tern_op_attr(op, "binding")),
                tern_attr_text(tern_op_attr(binding, "access")));
  tern_emit_note(binding->loc, "add Read to the access of this binding");
  return false;
}

static bool verify_store_symbol(const tern_op_t *op) {
  tern_op_t *binding = tern_hal_resolve_binding(op, tern_op_attr(op, "binding"));
  if (!binding || tern_hal_binding_may_write(binding)) return binding != NULL;
  tern_op_error(op, "writes binding %s, whose access is %s", tern_attr_text(tern_op_attr(op, "binding")),
                tern_attr_text(tern_op_attr(binding, "access")));
  tern_emit_note(binding->loc, "add Write to the access of this binding");
  return false;
}

// Glob matching by backtracking to the last `*`.
bool tern_hal_target_matches(tern_str_t pattern, tern_str_t name) {
  size_t p = 0, n = 0, star = SIZE_MAX, resume = 0;
  while (n < name.size) {
    if (p < pattern.size && (pattern.data[p] == '?' || pattern.data[p] == name.data[n]) && pattern.data[p] != '*') {
      ++p, ++n;
    } else if (p < pattern.size && pattern.data[p] == '*') {
      star = p++;
      resume = n;
    } else if (star != SIZE_MAX) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size && pattern.data[p] == '*') ++p;
  return p == pattern.size;
}

// Folds give numbers only.
static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_op_row_t tern_hal_ops[TERN_HAL_OP_COUNT] = {
#define OP(ID, NAME, ...) [TERN_HAL_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/hal/hal_ops.def"
#undef OP
};

const tern_dialect_t tern_hal_dialect = {
    .name = "hal",
    .summary = "Devices, buffers, executables, command buffers, and the interface of dispatches",
    .ops = tern_hal_ops,
    .op_count = TERN_HAL_OP_COUNT,
    .types = tern_hal_types,
    .type_count = TERN_HAL_TYPE_COUNT,
    .attrs = tern_hal_attrs,
    .attr_count = TERN_HAL_ATTR_COUNT,
    .enums = tern_hal_enums,
    .enum_count = TERN_HAL_ENUM_COUNT,
    .materialize_constant = materialize_constant,
    .custom_directives = tern_hal_directives,
    .custom_directive_count = TERN_HAL_DIRECTIVE_COUNT,
};
