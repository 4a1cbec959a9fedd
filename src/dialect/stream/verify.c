// stream: verification.

#include <stdio.h>

#include "base/vec.h"
#include "dialect/stream/hooks.h"
#include "dialect/stream/sized_syntax.h"
#include "dialect/stream/stream.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

static size_t group_count(const tern_op_t *op, const char *name) {
  size_t start, count;
  tern_op_operands_named(op, name, &start, &count);
  return count;
}

static bool has_group(const tern_op_t *op, const char *name) {
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    if (strcmp(op->def->operands[i].name->data, name) == 0) return true;
  }
  return false;
}

static const tern_type_t *encoding_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr && attr->kind == TERN_ATTR_TYPE ? tern_type_attr_value(attr) : NULL;
}

// --- encodings ---

static bool check_encoding(const tern_op_t *op, const char *side) {
  char encoding_name[64], dims_name[64];
  snprintf(encoding_name, sizeof encoding_name, "%s%sencoding", side, *side ? "_" : "");
  snprintf(dims_name, sizeof dims_name, "%s%sencoding_dims", side, *side ? "_" : "");
  const tern_type_t *encoding = encoding_of(op, encoding_name);
  if (!encoding || !has_group(op, dims_name)) return true;
  size_t expected = tern_size_operand_count(encoding), got = group_count(op, dims_name);
  return got == expected || tern_op_error(op, "has encoding %s with %zu dynamic dimensions but %zu sizes of dimensions",
                                          tern_type_text(encoding), expected, got);
}

bool tern_stream_verify_encodings(const tern_op_t *op) {
  static const char *const sides[] = {"", "source", "target", "update", "result"};
  bool is_right = true;
  for (size_t i = 0; i < sizeof sides / sizeof sides[0]; ++i) is_right = check_encoding(op, sides[i]) && is_right;
  return is_right;
}

// Ranges of slices, fills, updates, and indices of elements: one number per dimension.
bool tern_stream_verify_slice(const tern_op_t *op) {
  static const char *const groups[] = {"start_indices", "lengths", "indices"};
  if (!tern_stream_verify_encodings(op)) return false;
  const char *name = tern_op_attr(op, "target_encoding") ? "target_encoding" : "source_encoding";
  const tern_type_t *encoding = encoding_of(op, name);
  if (!encoding || !tern_type_is_ranked(encoding)) {
    return tern_op_error(op, "needs the type of a ranked tensor as its encoding");
  }
  for (size_t i = 0; i < 3; ++i) {
    if (!has_group(op, groups[i])) continue;
    size_t count = group_count(op, groups[i]);
    // A fill without range fills all of its target.
    if (count == 0 && tern_op_is(op, TERN_STREAM(TENSOR_FILL))) continue;
    if (count != tern_type_rank(encoding)) {
      return tern_op_error(op, "has %zu %s for the encoding %s of rank %zu", count, groups[i], tern_type_text(encoding),
                           tern_type_rank(encoding));
    }
  }
  return true;
}

static bool check_encoding_list(const tern_op_t *op, const char *encodings_name, const char *dims_name,
                                size_t expected_count) {
  const tern_attr_t *encodings = tern_op_attr(op, encodings_name);
  size_t count = encodings ? tern_array_attr_count(encodings) : 0, dim_count = 0;
  if (count != expected_count) {
    return tern_op_error(op, "has %zu %s for %zu values", count, encodings_name, expected_count);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *attr = tern_array_attr_at(encodings, i);
    if (attr->kind == TERN_ATTR_TYPE) dim_count += tern_size_operand_count(tern_type_attr_value(attr));
  }
  size_t got = group_count(op, dims_name);
  return got == dim_count || tern_op_error(op, "has %s with %zu dynamic dimensions but %zu sizes of dimensions",
                                           encodings_name, dim_count, got);
}

bool tern_stream_verify_trace(const tern_op_t *op) {
  size_t count = group_count(op, "resources");
  if (group_count(op, "resource_sizes") != count) return tern_op_error(op, "expects one size for each resource");
  return check_encoding_list(op, "resource_encodings", "resource_encoding_dims", count);
}

// --- sizes ---

// Each resource of a group of operands or results has one size in another group.
static bool check_sizes(const tern_op_t *op, const char *values, bool of_results, const char *sizes) {
  size_t start = 0, count = 0, resources = 0;
  if (!has_group(op, sizes)) return true;
  if (of_results) {
    count = op->result_count;
  } else if (has_group(op, values)) {
    tern_op_operands_named(op, values, &start, &count);
  } else {
    return true;
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = of_results ? op->results[i].type : tern_op_operand(op, start + i)->type;
    resources += tern_type_is_stream_resource(type);
  }
  size_t got = group_count(op, sizes);
  return got == resources || tern_op_error(op, "has %zu resources among its %s but %zu sizes", resources,
                                           of_results ? "results" : "operands", got);
}

bool tern_stream_verify_sizes(const tern_op_t *op) {
  static const char *const ranges[] = {"resource_operand_offsets", "resource_operand_ends", "resource_operand_lengths"};
  if (!check_sizes(op, "resource_operands", false, "resource_operand_sizes")) return false;
  if (!check_sizes(op, NULL, true, "result_sizes")) return false;
  for (size_t i = 0; i < 3; ++i) {
    if (has_group(op, ranges[i]) && group_count(op, ranges[i]) != group_count(op, "resource_operand_sizes")) {
      return tern_op_error(op, "expects one range for each resource among its operands");
    }
  }
  return true;
}

bool tern_stream_verify_encoded_dispatch(const tern_op_t *op) {
  return check_sizes(op, "mixed_operands", false, "operand_sizes") && check_sizes(op, NULL, true, "result_sizes") &&
         check_encoding_list(op, "operand_encodings", "operand_encoding_dims", group_count(op, "mixed_operands")) &&
         check_encoding_list(op, "result_encodings", "result_encoding_dims", op->result_count);
}

bool tern_stream_verify_pack(const tern_op_t *op) {
  size_t slices = op->result_count - 1;
  if (tern_int_list_attr_count(tern_op_attr(op, "lifetime_intervals")) != 2 * slices) {
    return tern_op_error(op, "requires a [first, last] interval for each slice");
  }
  return group_count(op, "dynamic_slice_sizes") == slices || tern_op_error(op, "requires a size for each slice");
}

bool tern_stream_verify_constants(const tern_op_t *op) {
  size_t count = op->result_count - 1;
  if (group_count(op, "result_sizes") != count || tern_array_attr_count(tern_op_attr(op, "values")) != count) {
    return tern_op_error(op, "expects one value and one size for each resource");
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_type_t *type = op->results[i].type;
    tern_stream_lifetime_t lifetime =
        tern_type_is_stream_resource(type) ? tern_stream_resource_type_lifetime(type) : TERN_STREAM_LIFETIME_UNKNOWN;
    if (lifetime != TERN_STREAM_LIFETIME_CONSTANT && lifetime != TERN_STREAM_LIFETIME_VARIABLE) {
      return tern_op_error(op, "makes constant and variable resources only, not %s", tern_type_text(type));
    }
  }
  return true;
}

bool tern_stream_verify_await(const tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "resource_operands", &start, &count);
  if (count != op->result_count) return tern_op_error(op, "expects as many results as resources");
  if (group_count(op, "resource_operand_sizes") != count)
    return tern_op_error(op, "expects one size for each resource");
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(op, start + i)->type != op->results[i].type) {
      return tern_op_error(op, "expects result %zu to be of its resource's type %s", i,
                           tern_type_text(tern_op_operand(op, start + i)->type));
    }
  }
  return true;
}

bool tern_stream_verify_collective(const tern_op_t *op) {
  const tern_attr_t *kind = tern_op_attr(op, "op");
  if (!kind || kind->row != TERN_STREAM_ATTR(COLLECTIVE)) return tern_op_error(op, "expects a #stream.collective");
  bool needs = tern_stream_collective_param_name(kind) != NULL, has = group_count(op, "param") != 0;
  return needs == has || tern_op_error(op, needs ? "needs the operand '%s'" : "takes no parameter%s",
                                       needs ? tern_stream_collective_param_name(kind) : "");
}

// --- regions ---

static bool check_captured(const tern_op_t *op, const tern_block_t *body) {
  tern_block_for_each_op((tern_block_t *)body, inner) {
    for (size_t i = 0; i < inner->operand_count; ++i) {
      const tern_value_t *operand = tern_op_operand(inner, i);
      if (tern_type_is_stream_resource(operand->type) && tern_value_is_defined_outside(operand, op)) {
        return tern_op_error(inner, "uses a resource from outside of the region of '%s'", op->def->name->data);
      }
    }
  }
  return true;
}

static bool check_yield(const tern_op_t *op, const tern_op_t *yield) {
  size_t start, count, results = op->result_count;
  if (results && tern_type_is_stream_timepoint(op->results[results - 1].type)) --results;
  if (!tern_op_is(yield, TERN_STREAM(YIELD))) return tern_op_error(yield, "cannot end a region of stream ops");
  tern_op_operands_named(yield, "resource_operands", &start, &count);
  if (count != results) return tern_op_error(yield, "yields %zu resources where %zu are results", count, results);
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_operand(yield, start + i)->type != op->results[i].type) {
      return tern_op_error(yield, "yields %s where the result is %s",
                           tern_type_text(tern_op_operand(yield, start + i)->type),
                           tern_type_text(op->results[i].type));
    }
  }
  return true;
}

// async.execute, async.concurrent, cmd.execute.
bool tern_stream_verify_region(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  size_t start, count;
  if (!body || body->next) return tern_op_error(op, "expects one block");
  tern_op_operands_named(op, "resource_operands", &start, &count);
  if (body->arg_count != count) {
    return tern_op_error(op, "passes %zu resources to a region with %u arguments", count, body->arg_count);
  }
  for (size_t i = 0; i < count; ++i) {
    if (body->args[i]->type != tern_op_operand(op, start + i)->type) {
      return tern_op_error(op, "passes %s to an argument of type %s",
                           tern_type_text(tern_op_operand(op, start + i)->type), tern_type_text(body->args[i]->type));
    }
  }
  const tern_op_t *yield = tern_block_terminator(body);
  return check_captured(op, body) && (!yield || check_yield(op, yield));
}

// --- executables ---

bool tern_stream_verify_dimension(const tern_op_t *op) {
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return (dimension >= 0 && dimension <= 2) ||
         tern_op_error(op, "dimension value %lld out of range, expected 0, 1 or 2", (long long)dimension);
}

bool tern_stream_verify_binding_subspan(const tern_op_t *op) {
  size_t expected = tern_size_operand_count(op->results[0].type), got = group_count(op, "dynamic_dims");
  return got == expected || tern_op_error(op, "has result %s with %zu dynamic dimensions but %zu sizes of dimensions",
                                          tern_type_text(op->results[0].type), expected, got);
}

bool tern_stream_verify_export(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  const tern_op_t *end = body ? tern_block_terminator(op->regions[0].last_block) : NULL;
  if (!end || !tern_op_is(end, TERN_STREAM(RETURN))) return true;
  if (end->operand_count != 3) return tern_op_error(op, "expects its region to return three sizes of the grid");
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_type_is_index(tern_op_operand(end, i)->type)) {
      return tern_op_error(op, "expects its region to return index values");
    }
  }
  return true;
}

bool tern_stream_verify_cmd_dispatch(const tern_op_t *op) {
  size_t count = group_count(op, "resources");
  if (group_count(op, "resource_sizes") != count || group_count(op, "resource_offsets") != count ||
      group_count(op, "resource_lengths") != count) {
    return tern_op_error(op, "expects a size and a range for each resource");
  }
  return tern_int_list_attr_count(tern_op_attr(op, "resource_accesses")) == count ||
         tern_op_error(op, "expects an access for each resource");
}

// The export that `ref` means; NULL if there is none, or another op than stream.executable.export (the executable may
// have been lowered already: `*out_other`).
static const tern_op_t *find_export(const tern_op_t *op, const tern_attr_t *ref, bool *out_other) {
  tern_op_t *table = tern_symbol_table_around(op), *target = NULL;
  *out_other = false;
  for (; table && !target; table = tern_op_parent(table)) {
    if (!tern_op_has_trait(table, TERN_TRAIT_SYMBOL_TABLE)) continue;
    target = tern_symbol_lookup_in(table, tern_symbol_ref_attr_at(ref, 0));
  }
  for (size_t i = 1; target && i < tern_symbol_ref_attr_count(ref); ++i) {
    target = tern_op_has_trait(target, TERN_TRAIT_SYMBOL_TABLE)
                 ? tern_symbol_lookup_in(target, tern_symbol_ref_attr_at(ref, i))
                 : NULL;
  }
  if (!target) return NULL;
  *out_other = !tern_op_is(target, TERN_STREAM(EXECUTABLE_EXPORT));
  return *out_other ? NULL : target;
}

static bool check_workload(const tern_op_t *op, const tern_op_t *target) {
  size_t start, count;
  const tern_block_t *body = tern_op_body(target, 0);
  if (!body) return true;
  tern_op_operands_named(op, "workload", &start, &count);
  if (body->arg_count != count) {
    tern_op_error(op, "workload mismatch; entry point expects %u arguments but dispatch provides %zu", body->arg_count,
                  count);
    tern_emit_note(target->loc, "the entry point is declared here");
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    if (body->args[i]->type == tern_op_operand(op, start + i)->type) continue;
    return tern_op_error(op, "workload operand %zu type mismatch; expected %s but passed %s", i,
                         tern_type_text(body->args[i]->type), tern_type_text(tern_op_operand(op, start + i)->type));
  }
  return true;
}

// A command's bindings and numbers are the entry point's arguments of these kinds.
static bool check_arguments(const tern_op_t *op, const tern_op_t *target) {
  const tern_op_t *executable = tern_op_parent(target), *module = NULL;
  tern_block_for_each_op(tern_op_body(executable, 0), inner) {
    if (inner->region_count && tern_op_has_trait(inner, TERN_TRAIT_SYMBOL_TABLE)) module = inner;
  }
  if (!module || !tern_op_body(module, 0)) return true;
  const tern_op_t *function =
      tern_symbol_lookup_in((tern_op_t *)module, tern_symbol_ref_attr_at(tern_op_attr(target, "function_ref"), 0));
  const tern_attr_t *type = function ? tern_op_attr(function, "function_type") : NULL;
  // A function that became one of another dialect has no bindings.
  if (!type || tern_type_attr_value(type)->kind != TERN_TYPE_FUNCTION) return true;
  tern_types_t inputs = tern_function_type_inputs(tern_type_attr_value(type));
  size_t bindings = 0, resources = group_count(op, "resources");
  for (size_t i = 0; i < inputs.count; ++i) bindings += tern_type_is_stream_binding(inputs.values[i]);
  if (bindings == resources) return true;
  tern_op_error(op, "function type mismatch; expected %zu binding arguments on exported function, but has %zu",
                resources, bindings);
  tern_emit_note(function->loc, "the function is defined here");
  return false;
}

bool tern_stream_verify_dispatch_symbols(const tern_op_t *op) {
  const tern_attr_t *refs = tern_op_attr(op, "entry_points");
  if (!tern_array_attr_count(refs)) return tern_op_error(op, "must have at least one entry point");
  for (size_t i = 0; i < tern_array_attr_count(refs); ++i) {
    bool is_other;
    const tern_attr_t *ref = tern_array_attr_at(refs, i);
    const tern_op_t *target = find_export(op, ref, &is_other);
    if (is_other) continue;
    if (!target) return tern_op_error(op, "undefined entry point: %s", tern_attr_text(ref));
    if (!check_workload(op, target)) return false;
    if (tern_op_is(op, TERN_STREAM(CMD_DISPATCH)) && !check_arguments(op, target)) return false;
  }
  return true;
}

bool tern_stream_verify_call_symbol(const tern_op_t *op) {
  bool is_other;
  const tern_attr_t *ref = tern_op_attr(op, "callee");
  const tern_op_t *target = find_export(op, ref, &is_other);
  if (target || is_other) return true;
  return tern_op_error(op, "undefined external call: %s", tern_attr_text(ref));
}
