// One op against its row: how many operands, results, regions and successors there are, which types and attributes
// they have, and the rules that tie types together.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ir/constraint/constraint.h"
#include "ir/context.h"
#include "ir/verify/verify_private.h"

// Operands or results, in one shape.
typedef struct value_list {
  const tern_op_t *op;
  const tern_value_def_t *defs;
  size_t def_count;
  size_t count;
  int segments_slot;
  bool is_result;
  bool has_equal_groups;  // SameVariadic...Size
} value_list_t;

static value_list_t operand_list(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  return (value_list_t){op,
                        def->operands,
                        def->operand_count,
                        op->operand_count,
                        def->operand_segments_slot,
                        false,
                        tern_op_has_trait(op, TERN_TRAIT_SAME_VARIADIC_OPERAND_SIZE)};
}

static value_list_t result_list(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  return (value_list_t){op,
                        def->results,
                        def->result_count,
                        op->result_count,
                        def->result_segments_slot,
                        true,
                        tern_op_has_trait(op, TERN_TRAIT_SAME_VARIADIC_RESULT_SIZE)};
}

static const char *kind_name(const value_list_t *list) { return list->is_result ? "result" : "operand"; }

static void find_group(const value_list_t *list, size_t group, size_t *out_start, size_t *out_count) {
  if (list->is_result) {
    tern_op_result_group(list->op, group, out_start, out_count);
  } else {
    tern_op_operand_group(list->op, group, out_start, out_count);
  }
}

static const tern_type_t *type_at(const value_list_t *list, size_t index) {
  return list->is_result ? list->op->results[index].type : list->op->operands[index].value->type;
}

// --- counts ---

static bool report_count(const value_list_t *list, size_t expected, bool is_least) {
  const tern_op_t *op = list->op;
  if (is_least) {
    if (list->is_result) return tern_op_error(op, "expected %zu or more results", expected);
    return tern_op_error(op, "expected %zu or more operands, but found %zu", expected, list->count);
  }
  if (list->is_result) {
    if (expected == 0) return tern_op_error(op, "requires zero results");
    if (expected == 1) return tern_op_error(op, "requires one result");
    return tern_op_error(op, "expected %zu results", expected);
  }
  if (expected == 0) return tern_op_error(op, "requires zero operands");
  if (expected == 1) return tern_op_error(op, "requires a single operand");
  return tern_op_error(op, "expected %zu operands, but found %zu", expected, list->count);
}

// Whether the sizes in attribute `name` (none: nothing) add up to the `count` values that `what` names.
static bool check_total(const tern_op_t *op, const tern_attr_t *sizes, const char *name, const char *what,
                        size_t count) {
  int64_t total = 0;
  for (size_t i = 0; sizes && i < tern_dense_array_attr_count(sizes); ++i) {
    int64_t size = tern_dense_array_attr_int(sizes, i);
    if (size < 0) return tern_op_error(op, "'%s' attribute cannot have negative elements", name);
    total += size;
  }
  return (uint64_t)total == count ||
         tern_op_error(op, "%s count (%zu) does not match with the total size (%lld) specified in attribute '%s'", what,
                       count, (long long)total, name);
}

static bool is_sizes(const tern_attr_t *sizes) {
  return sizes && sizes->kind == TERN_ATTR_DENSE_ARRAY && tern_type_is_i(tern_attr_type(sizes), 32);
}

// A list of as many sizes as there are groups; upstream takes anything else for sizes of zero.
static bool check_segment_sizes(const value_list_t *list) {
  const tern_op_t *op = list->op;
  const char *name = op->def->attrs[list->segments_slot].name->data;
  const tern_attr_t *sizes = op->slots[list->segments_slot];
  if (!is_sizes(sizes) || tern_dense_array_attr_count(sizes) != list->def_count) sizes = NULL;
  if (!sizes && list->count == 0) return tern_op_error(op, "requires dense i32 array attribute '%s'", name);
  return check_total(op, sizes, name, kind_name(list), list->count);
}

// Groups that hold one value, or at most one.
static bool check_group_sizes(const value_list_t *list) {
  for (size_t i = 0; i < list->def_count; ++i) {
    tern_arity_t arity = list->defs[i].arity;
    if (arity == TERN_ARITY_VARIADIC || arity == TERN_ARITY_NESTED) continue;
    size_t start, count;
    find_group(list, i, &start, &count);
    if (count == 1 || (count == 0 && arity == TERN_ARITY_OPTIONAL)) continue;
    return tern_op_error(list->op, "%s group starting at #%zu requires %s element, but found %zu", kind_name(list),
                         start, arity == TERN_ARITY_ONE ? "1" : "0 or 1", count);
  }
  return true;
}

static bool check_value_count(const value_list_t *list) {
  size_t open_count = 0;
  for (size_t i = 0; i < list->def_count; ++i) open_count += list->defs[i].arity != TERN_ARITY_ONE;
  size_t fixed_count = list->def_count - open_count;
  if (open_count == 0) return list->count == fixed_count || report_count(list, fixed_count, false);
  if (list->count < fixed_count) return report_count(list, fixed_count, true);
  if (list->segments_slot >= 0) return check_segment_sizes(list) && check_group_sizes(list);
  if (list->has_equal_groups && (list->count - fixed_count) % open_count != 0) {
    return tern_op_error(list->op, "expected the %zu variadic %s groups to have the same size, but found %zu %ss",
                         open_count, kind_name(list), list->count, kind_name(list));
  }
  return check_group_sizes(list);
}

static bool check_region_count(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  bool is_open = def->region_count && def->regions[def->region_count - 1].is_variadic;
  size_t expected = def->region_count - is_open;
  if (is_open) {
    return op->region_count >= expected || tern_op_error(op, "expected %zu or more regions", expected);
  }
  if (op->region_count == expected) return true;
  if (expected == 0) return tern_op_error(op, "requires zero regions");
  if (expected == 1) return tern_op_error(op, "requires one region");
  return tern_op_error(op, "expected %zu regions", expected);
}

static bool check_successor_count(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  bool is_open = def->successor_count && def->successors[def->successor_count - 1].is_variadic;
  size_t expected = def->successor_count - is_open, count = op->successor_count;
  if (is_open) {
    return count >= expected || tern_op_error(op, "requires at least %zu successors but found %zu", expected, count);
  }
  return count == expected ||
         tern_op_error(op, "requires %zu successor%s but found %zu", expected, expected == 1 ? "" : "s", count);
}

// --- constraints ---

static bool check_attrs(const tern_op_t *op) {
  for (size_t i = 0; i < op->def->attr_count; ++i) {
    const tern_attr_def_t *attr = &op->def->attrs[i];
    const tern_attr_t *value = op->slots[i];
    if (!value) {
      if (attr->is_optional || attr->has_default) continue;
      return tern_op_error(op, "requires attribute '%s'", attr->name->data);
    }
    if (value != attr->default_value && !attr->constraint->is_satisfied(value, attr->constraint)) {
      return tern_op_error(op, "%s '%s' failed to satisfy constraint: %s",
                           tern_attr_constraint_is_property(attr->constraint) ? "property" : "attribute",
                           attr->name->data, attr->constraint->description);
    }
  }
  return true;
}

static bool check_type(const value_list_t *list, const tern_value_def_t *def, size_t index) {
  const tern_type_t *type = type_at(list, index);
  if (def->constraint->is_satisfied(type, def->constraint)) return true;
  bool is_variadic = def->arity == TERN_ARITY_VARIADIC || def->arity == TERN_ARITY_NESTED;
  return tern_op_error(list->op, "%s #%zu must be %s%s, but got '%s'", kind_name(list), index,
                       is_variadic ? "variadic of " : "", def->constraint->description, tern_type_text(type));
}

static bool check_types(const value_list_t *list) {
  bool is_plain = list->count == list->def_count && list->segments_slot < 0;
  for (size_t i = 0; i < list->def_count; ++i) {
    size_t start = i, count = 1;
    if (!is_plain || list->defs[i].arity != TERN_ARITY_ONE) find_group(list, i, &start, &count);
    for (size_t j = 0; j < count; ++j) {
      if (!check_type(list, &list->defs[i], start + j)) return false;
    }
  }
  return true;
}

// The groups of groups of operands, whose sizes an attribute has.
static bool check_nested_sizes(const value_list_t *list) {
  for (size_t i = 0; i < list->def_count; ++i) {
    const tern_value_def_t *def = &list->defs[i];
    if (def->arity != TERN_ARITY_NESTED || !def->sizes_attr) continue;
    size_t start, count;
    find_group(list, i, &start, &count);
    const tern_attr_t *sizes = tern_op_attr(list->op, def->sizes_attr->data);
    if (!is_sizes(sizes))
      return tern_op_error(list->op, "requires dense i32 array attribute '%s'", def->sizes_attr->data);
    if (!check_total(list->op, sizes, def->sizes_attr->data, def->name->data, count)) return false;
  }
  return true;
}

static size_t count_blocks(const tern_region_t *region, uint32_t limit) {
  size_t count = 0;
  for (const tern_block_t *block = region->first_block; block && count <= limit; block = block->next) ++count;
  return count;
}

static bool check_region(const tern_op_t *op, const tern_region_def_t *def, size_t index) {
  if (def->min_blocks == 0 && def->max_blocks == UINT32_MAX) return true;
  size_t count = count_blocks(&op->regions[index], def->max_blocks == UINT32_MAX ? def->min_blocks : def->max_blocks);
  if (count >= def->min_blocks && count <= def->max_blocks) return true;
  char name[128] = "";
  if (strcmp(def->name->data, "_") != 0) snprintf(name, sizeof name, " ('%s')", def->name->data);
  if (def->min_blocks == def->max_blocks) {
    return tern_op_error(op, "region #%zu%s failed to verify constraint: region with %u blocks", index, name,
                         def->min_blocks);
  }
  bool is_least = def->max_blocks == UINT32_MAX;
  return tern_op_error(op, "region #%zu%s failed to verify constraint: region with at %s %u blocks", index, name,
                       is_least ? "least" : "most", is_least ? def->min_blocks : def->max_blocks);
}

static bool check_regions(const tern_op_t *op) {
  for (size_t i = 0; i < op->region_count && op->def->region_count; ++i) {
    size_t last = op->def->region_count - 1;
    if (!check_region(op, &op->def->regions[i < last ? i : last], i)) return false;
  }
  return true;
}

// --- type rules ---

// The group a rule speaks of: positions count the row's operands first.
static value_list_t list_of(const tern_op_t *op, size_t position, size_t *out_group) {
  bool is_operand = position < op->def->operand_count;
  *out_group = is_operand ? position : position - op->def->operand_count;
  return is_operand ? operand_list(op) : result_list(op);
}

static const char *name_of(const tern_op_t *op, size_t position) {
  size_t group;
  value_list_t list = list_of(op, position, &group);
  return list.defs[group].name->data;
}

// Names all that are the same as `source` by the row's rules: `{lhs, rhs, result}`.
static void report_same(const tern_op_t *op, size_t source) {
  tern_string_builder_t names = {0};
  const tern_op_def_t *def = op->def;
  for (size_t i = 0; i < def->operand_count + def->result_count; ++i) {
    bool is_named = i == source;
    for (size_t j = 0; j < def->type_rule_count && !is_named; ++j) {
      const tern_type_rule_t *rule = &def->type_rules[j];
      is_named = rule->transform == TERN_TRANSFORM_SAME && rule->source == source && rule->target == i;
    }
    if (!is_named) continue;
    tern_string_builder_append_format(&names, "%s%s", names.size ? ", " : "", name_of(op, i));
  }
  tern_op_error(op, "failed to verify that all of {%s} have same type", names.data ? names.data : "");
  tern_string_builder_deinitialize(&names);
}

static bool is_pointer_at(const tern_op_t *op, size_t position) {
  size_t group, start, count;
  value_list_t list = list_of(op, position, &group);
  find_group(&list, group, &start, &count);
  const tern_type_t *type = count > 0 ? type_at(&list, start) : NULL;
  return type && type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, "spirv.ptr") == 0;
}

static void report_rule(const tern_op_t *op, const tern_type_rule_t *rule) {
  if (rule == op->def->type_rules && op->def->row->types_message) {
    tern_op_error(op, "failed to verify that %s", op->def->row->types_message);
    return;
  }
  const char *target = name_of(op, rule->target), *source = name_of(op, rule->source);
  switch (rule->transform) {
    case TERN_TRANSFORM_SAME: report_same(op, rule->source); return;
    case TERN_TRANSFORM_ELEMENT:
      // A pointer's element is what it points to.
      if (is_pointer_at(op, rule->source)) {
        tern_op_error(op, "failed to verify that `%s` type matches pointee type of `%s`", target, source);
        return;
      }
      if (rule->target >= op->def->operand_count && op->def->result_count == 1) {
        tern_op_error(op, "failed to verify that %s type matches element type of '%s'", target, source);
      } else {
        tern_op_error(op, "failed to verify that type of '%s' matches element type of '%s'", target, source);
      }
      return;
    case TERN_TRANSFORM_I1_LIKE:
      tern_op_error(op, "failed to verify that %s type has i1 element type and same shape as %s", target,
                    rule->source < op->def->operand_count ? "operands" : source);
      return;
    case TERN_TRANSFORM_INDEX_LIKE:
      tern_op_error(op, "failed to verify that %s type has index element type and same shape as '%s'", target, source);
      return;
    case TERN_TRANSFORM_FLOAT_OF_COMPLEX:
      tern_op_error(op, "failed to verify that %s type is the element type of the complex type of '%s'", target,
                    source);
      return;
    case TERN_TRANSFORM_POINTEE:
      tern_op_error(op, "failed to verify that %s type matches %s type", target, source);
      return;
    case TERN_TRANSFORM_SHAPE_ELEMENT_VECTOR:
      tern_op_error(op, "failed to verify that %s type is a 1-D vector of the elements of '%s'", target, source);
      return;
  }
}

static bool follows_rule(const tern_op_t *op, const tern_type_rule_t *rule) {
  size_t target_group, source_group, target_start, target_count, source_start, source_count;
  value_list_t targets = list_of(op, rule->target, &target_group);
  value_list_t sources = list_of(op, rule->source, &source_group);
  find_group(&targets, target_group, &target_start, &target_count);
  find_group(&sources, source_group, &source_start, &source_count);
  bool is_single = sources.defs[source_group].arity == TERN_ARITY_ONE;
  if (!is_single && source_count != target_count) return targets.defs[target_group].arity == TERN_ARITY_OPTIONAL;
  if (source_count == 0) return true;
  for (size_t i = 0; i < target_count; ++i) {
    const tern_type_t *source = type_at(&sources, is_single ? source_start : source_start + i);
    const tern_type_t *target = type_at(&targets, target_start + i);
    if (rule->transform == TERN_TRANSFORM_SAME ? source != target
                                               : tern_type_transform_apply(rule->transform, source) != target) {
      return false;
    }
  }
  return true;
}

static bool check_type_rules(const tern_op_t *op) {
  const tern_op_def_t *def = op->def;
  for (size_t i = 0; i < def->type_rule_count; ++i) {
    const tern_type_rule_t *rule = &def->type_rules[i];
    if (follows_rule(op, rule)) continue;
    report_rule(op, rule);
    return false;
  }
  return true;
}

bool tern_verify_op_against_row(const tern_op_t *op) {
  value_list_t operands = operand_list(op), results = result_list(op);
  // Counts first: what follows reaches for values by their groups.
  return check_value_count(&operands) && check_value_count(&results) && check_region_count(op) &&
         check_successor_count(op) && tern_verify_single_blocks(op) && check_attrs(op) &&
         check_nested_sizes(&operands) && check_types(&operands) && check_types(&results) && check_type_rules(op) &&
         check_regions(op);
}
