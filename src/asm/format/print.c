// Prints an op by its compiled assembly format.

#include <stdlib.h>

#include "asm/format/private.h"
#include "asm/printer_private.h"

typedef struct format_writer {
  tern_printer_t *printer;
  const tern_op_t *op;
  const tern_format_t *format;
} format_writer_t;

static void print_list(const format_writer_t *writer, tern_element_list_t list);

// --- groups of the op's parts ---

static void operand_range(const format_writer_t *writer, const tern_element_t *element, size_t *out_start,
                          size_t *out_count) {
  if (element->kind == TERN_ELEMENT_OPERANDS) {
    *out_start = 0;
    *out_count = writer->op->operand_count;
  } else {
    tern_op_operand_group(writer->op, element->index, out_start, out_count);
  }
}

static void result_range(const format_writer_t *writer, const tern_element_t *element, size_t *out_start,
                         size_t *out_count) {
  if (element->kind == TERN_ELEMENT_RESULTS) {
    *out_start = 0;
    *out_count = writer->op->result_count;
  } else {
    tern_op_result_group(writer->op, element->index, out_start, out_count);
  }
}

// A variadic region or successor group takes what is left after the ones before it.
static void region_range(const format_writer_t *writer, const tern_element_t *element, size_t *out_start,
                         size_t *out_count) {
  size_t total = writer->op->region_count;
  if (element->kind == TERN_ELEMENT_REGIONS) {
    *out_start = 0;
    *out_count = total;
    return;
  }
  *out_start = element->index < total ? element->index : total;
  *out_count = writer->format->def->regions[element->index].is_variadic ? total - *out_start : *out_start < total;
}

static void successor_range(const format_writer_t *writer, const tern_element_t *element, size_t *out_start,
                            size_t *out_count) {
  size_t total = writer->op->successor_count;
  if (element->kind == TERN_ELEMENT_SUCCESSORS) {
    *out_start = 0;
    *out_count = total;
    return;
  }
  *out_start = element->index < total ? element->index : total;
  *out_count = writer->format->def->successors[element->index].is_variadic ? total - *out_start : *out_start < total;
}

static const tern_attr_t *attr_of(const format_writer_t *writer, size_t slot) {
  return writer->op->slots ? writer->op->slots[slot] : NULL;
}

// --- anchors ---

static bool has_attr(const format_writer_t *writer, size_t slot) {
  const tern_attr_t *attr = attr_of(writer, slot);
  const tern_attr_def_t *def = &writer->format->def->attrs[slot];
  return attr && !(def->has_default && attr == def->default_value);
}

static bool is_present(const format_writer_t *writer, const tern_element_t *element) {
  size_t start, count = 0;
  switch (element->kind) {
    case TERN_ELEMENT_ATTR: return has_attr(writer, element->index);
    case TERN_ELEMENT_OPERAND:
    case TERN_ELEMENT_OPERANDS: operand_range(writer, element, &start, &count); return count != 0;
    case TERN_ELEMENT_RESULT:
    case TERN_ELEMENT_RESULTS: result_range(writer, element, &start, &count); return count != 0;
    case TERN_ELEMENT_REGION:
      region_range(writer, element, &start, &count);
      if (writer->format->def->regions[element->index].is_variadic) return count != 0;
      return count != 0 && !tern_region_is_empty(&writer->op->regions[start]);
    case TERN_ELEMENT_REGIONS: return writer->op->region_count != 0;
    case TERN_ELEMENT_SUCCESSOR:
    case TERN_ELEMENT_SUCCESSORS: successor_range(writer, element, &start, &count); return count != 0;
    case TERN_ELEMENT_TYPE:
    case TERN_ELEMENT_FUNCTIONAL_TYPE:
    case TERN_ELEMENT_CUSTOM:
      for (size_t i = 0; i < element->children.count; ++i) {
        if (is_present(writer, element->children.values[i])) return true;
      }
      return false;
    default: return false;
  }
}

// --- elements ---

// `(a, b), (c)` of a variadic of variadics; values or their types.
static void print_nested(const format_writer_t *writer, const tern_element_t *element, bool of_types) {
  const tern_value_def_t *def = &writer->format->def->operands[element->index];
  size_t start, count, used = 0;
  operand_range(writer, element, &start, &count);
  const tern_attr_t *sizes = def->sizes_attr ? tern_op_attr(writer->op, def->sizes_attr->data) : NULL;
  size_t group_count = tern_int_list_attr_count(sizes);
  for (size_t i = 0; i < group_count; ++i) {
    int64_t wanted = tern_int_list_attr_at(sizes, i);
    size_t size = wanted < 0 ? 0 : (size_t)wanted;
    if (size > count - used) size = count - used;
    tern_printer_text(writer->printer, i ? ", (" : "(");
    if (of_types) {
      tern_printer_operand_types(writer->printer, writer->op, start + used, size);
    } else {
      tern_printer_operands(writer->printer, writer->op, start + used, size);
    }
    tern_printer_char(writer->printer, ')');
    used += size;
  }
}

static void print_operand(const format_writer_t *writer, const tern_element_t *element) {
  size_t start, count;
  if (writer->format->def->operands[element->index].arity == TERN_ARITY_NESTED) {
    print_nested(writer, element, false);
    return;
  }
  operand_range(writer, element, &start, &count);
  tern_printer_operands(writer->printer, writer->op, start, count);
}

static bool names_dialect_type(const tern_value_def_t *def) {
  const tern_type_constraint_t *constraint = def->constraint;
  return constraint->is_stripped || (strchr(constraint->name, '.') && !strpbrk(constraint->name, "<|"));
}

static void print_type(const format_writer_t *writer, const tern_element_t *element) {
  const tern_element_t *child = element->children.values[0];
  const tern_op_def_t *def = writer->format->def;
  bool is_result = child->kind == TERN_ELEMENT_RESULT || child->kind == TERN_ELEMENT_RESULTS;
  bool is_group = child->kind == TERN_ELEMENT_OPERAND || child->kind == TERN_ELEMENT_RESULT;
  const tern_value_def_t *value = !is_group   ? NULL
                                  : is_result ? &def->results[child->index]
                                              : &def->operands[child->index];
  size_t start, count;
  if (value && value->arity == TERN_ARITY_NESTED) {
    print_nested(writer, child, true);
    return;
  }
  (is_result ? result_range : operand_range)(writer, child, &start, &count);
  if (value && value->arity == TERN_ARITY_ONE && count == 1 && !element->is_qualified && !child->is_qualified &&
      names_dialect_type(value)) {
    tern_printer_type_stripped(writer->printer,
                               is_result ? writer->op->results[start].type : tern_op_operand(writer->op, start)->type);
  } else if (is_result) {
    tern_printer_result_types(writer->printer, writer->op, start, count);
  } else {
    tern_printer_operand_types(writer->printer, writer->op, start, count);
  }
}

// The types of a functional-type's part, as a list in `values` (room for all operands or results).
static tern_types_t types_of(const format_writer_t *writer, const tern_element_t *child, const tern_type_t **values) {
  bool is_result = child->kind == TERN_ELEMENT_RESULT || child->kind == TERN_ELEMENT_RESULTS;
  size_t start, count;
  (is_result ? result_range : operand_range)(writer, child, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = is_result ? writer->op->results[start + i].type : tern_op_operand(writer->op, start + i)->type;
  }
  return (tern_types_t){values, count};
}

static void print_functional_type(const format_writer_t *writer, const tern_element_t *element) {
  enum { FIXED = 32 };
  const tern_type_t *fixed[FIXED];
  size_t room = (size_t)writer->op->operand_count + writer->op->result_count;
  const tern_type_t **values = room * 2 > FIXED ? tern_malloc(room * 2 * sizeof *values) : fixed;
  tern_types_t inputs = types_of(writer, element->children.values[0], values);
  tern_types_t results = types_of(writer, element->children.values[1], values + room);
  tern_printer_function_type(writer->printer, inputs, results);
  if (values != fixed) free(values);
}

// An implicit terminator that says nothing is left out.
static bool says_something(const tern_region_t *region) {
  const tern_op_t *terminator = region->first_block ? region->first_block->last_op : NULL;
  if (!terminator) return true;
  if (terminator->attrs || terminator->operand_count || terminator->result_count) return true;
  for (size_t i = 0; terminator->slots && i < terminator->def->attr_count; ++i) {
    if (terminator->slots[i]) return true;
  }
  return false;
}

static void print_regions(const format_writer_t *writer, const tern_element_t *element) {
  size_t start, count;
  region_range(writer, element, &start, &count);
  bool is_implicit = writer->format->def->row->implicit_terminator != NULL;
  for (size_t i = 0; i < count; ++i) {
    const tern_region_t *region = &writer->op->regions[start + i];
    if (i) tern_printer_literal(writer->printer, ", ");
    tern_printer_region(writer->printer, region, true, !is_implicit || says_something(region));
  }
}

static void print_successors(const format_writer_t *writer, const tern_element_t *element) {
  size_t start, count;
  successor_range(writer, element, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    if (i) tern_printer_literal(writer->printer, ", ");
    tern_printer_successor(writer->printer, writer->op->successors[start + i].block);
  }
}

// True if the dictionary leaves slot `slot` out: it stands elsewhere in the format, follows from it, or is the default.
static bool is_elided(const format_writer_t *writer, size_t slot, const tern_attr_t *attr) {
  const tern_op_def_t *def = writer->format->def;
  const tern_attr_def_t *attr_def = &def->attrs[slot];
  if (writer->format->attr_is_used[slot]) return true;
  if (attr_def->has_default && attr_def->default_value == attr) return true;
  if ((int)slot == def->operand_segments_slot || (int)slot == def->result_segments_slot) return true;
  for (size_t i = 0; i < def->operand_count; ++i) {
    if (def->operands[i].arity == TERN_ARITY_NESTED && def->operands[i].sizes_attr == attr_def->name) return true;
  }
  return false;
}

// Collects inherent and discardable attributes and blanks those that are elided.
static void collect_dict(const format_writer_t *writer, bool inherent, bool discardable,
                         tern_attr_entries_t *out_entries) {
  tern_attr_entries_collect(writer->op, inherent, discardable, out_entries);
  const tern_op_def_t *def = writer->format->def;
  for (size_t i = 0; i < out_entries->count && inherent; ++i) {
    for (size_t slot = 0; slot < def->attr_count; ++slot) {
      if (def->attrs[slot].name != out_entries->values[i].name) continue;
      if (is_elided(writer, slot, out_entries->values[i].attr)) out_entries->values[i].attr = NULL;
      break;
    }
  }
}

static void print_attr_dict(const format_writer_t *writer, const tern_element_t *element) {
  bool inherent = !writer->format->has_prop_dict && writer->format->def->attr_count != 0;
  if (!inherent && !writer->op->attrs) return;
  tern_attr_entries_t entries;
  collect_dict(writer, inherent, true, &entries);
  tern_printer_entries(writer->printer, &entries, element->with_keyword);
  tern_attr_entries_deinitialize(&entries);
}

static void print_prop_dict(const format_writer_t *writer) {
  tern_attr_entries_t entries;
  collect_dict(writer, true, false, &entries);
  bool is_first = true;
  tern_printer_char(writer->printer, ' ');
  for (size_t i = 0; i < entries.count; ++i) {
    if (!entries.values[i].attr) continue;
    tern_printer_text(writer->printer, is_first ? "<{" : ", ");
    is_first = false;
    tern_printer_named_attr(writer->printer, entries.values[i].name, entries.values[i].attr);
  }
  if (!is_first) tern_printer_literal(writer->printer, "}>");
  tern_attr_entries_deinitialize(&entries);
}

// --- custom directives ---

static void prepare_arg(const format_writer_t *writer, const tern_element_t *element, tern_format_arg_t *arg) {
  memset(arg, 0, sizeof *arg);
  arg->is_ref = element->is_ref;
  arg->name = element->text;
  arg->op = writer->op;
  switch (element->kind) {
    case TERN_ELEMENT_OPERAND:
    case TERN_ELEMENT_OPERANDS:
      arg->kind = TERN_FORMAT_OPERANDS;
      operand_range(writer, element, &arg->start, &arg->count);
      break;
    case TERN_ELEMENT_TYPE: {
      const tern_element_t *child = element->children.values[0];
      arg->kind = TERN_FORMAT_TYPES;
      arg->name = child->text;
      arg->is_result_types = child->kind == TERN_ELEMENT_RESULT || child->kind == TERN_ELEMENT_RESULTS;
      (arg->is_result_types ? result_range : operand_range)(writer, child, &arg->start, &arg->count);
      break;
    }
    case TERN_ELEMENT_REGION:
    case TERN_ELEMENT_REGIONS:
      arg->kind = TERN_FORMAT_REGION;
      region_range(writer, element, &arg->start, &arg->count);
      break;
    case TERN_ELEMENT_SUCCESSOR:
    case TERN_ELEMENT_SUCCESSORS:
      arg->kind = TERN_FORMAT_SUCCESSOR;
      successor_range(writer, element, &arg->start, &arg->count);
      break;
    case TERN_ELEMENT_ATTR:
      arg->kind = TERN_FORMAT_ATTR;
      arg->attr = attr_of(writer, element->index);
      break;
    case TERN_ELEMENT_ATTR_DICT: arg->kind = TERN_FORMAT_ATTR; break;
    default: arg->kind = TERN_FORMAT_LITERAL; break;
  }
}

static void print_custom(const format_writer_t *writer, const tern_element_t *element) {
  size_t count = element->children.count;
  tern_format_arg_t fixed[12] = {0};
  tern_format_arg_t *args = count > sizeof fixed / sizeof fixed[0] ? tern_malloc(count * sizeof *args) : fixed;
  for (size_t i = 0; i < count; ++i) prepare_arg(writer, element->children.values[i], &args[i]);
  element->custom.print(writer->printer, writer->op, args, count);
  if (args != fixed) free(args);
}

// --- the whole ---

// A clause is there if any of its parts is.
static void print_oilist(const format_writer_t *writer, const tern_element_t *oilist) {
  for (size_t i = 0; i < oilist->children.count; ++i) {
    const tern_element_t *clause = oilist->children.values[i];
    bool is_there = false;
    for (size_t k = 0; k < clause->children.count && !is_there; ++k) {
      is_there = is_present(writer, clause->children.values[k]);
    }
    if (!is_there) continue;
    if (clause->space_before) tern_printer_char(writer->printer, ' ');
    tern_printer_str(writer->printer, clause->text);
    print_list(writer, clause->children);
  }
}

static void print_element(const format_writer_t *writer, const tern_element_t *element) {
  // An absent optional attribute leaves no space either.
  if (element->is_elided || (element->kind == TERN_ELEMENT_ATTR && !attr_of(writer, element->index))) return;
  if (element->space_before) tern_printer_char(writer->printer, ' ');
  switch (element->kind) {
    case TERN_ELEMENT_LITERAL: tern_printer_str(writer->printer, element->text); return;
    case TERN_ELEMENT_SPACE: tern_printer_str(writer->printer, element->text); return;
    case TERN_ELEMENT_NEWLINE: tern_printer_newline(writer->printer); return;
    case TERN_ELEMENT_ATTR:
      tern_format_print_attr(writer->printer, &writer->format->def->attrs[element->index], element->is_qualified,
                             attr_of(writer, element->index));
      return;
    case TERN_ELEMENT_OPERAND: print_operand(writer, element); return;
    case TERN_ELEMENT_OPERANDS:
      tern_printer_operands(writer->printer, writer->op, 0, writer->op->operand_count);
      return;
    case TERN_ELEMENT_REGION:
    case TERN_ELEMENT_REGIONS: print_regions(writer, element); return;
    case TERN_ELEMENT_SUCCESSOR:
    case TERN_ELEMENT_SUCCESSORS: print_successors(writer, element); return;
    case TERN_ELEMENT_ATTR_DICT: print_attr_dict(writer, element); return;
    case TERN_ELEMENT_PROP_DICT: print_prop_dict(writer); return;
    case TERN_ELEMENT_TYPE: print_type(writer, element); return;
    case TERN_ELEMENT_FUNCTIONAL_TYPE: print_functional_type(writer, element); return;
    case TERN_ELEMENT_CUSTOM: print_custom(writer, element); return;
    case TERN_ELEMENT_OPTIONAL:
      print_list(writer,
                 is_present(writer, element->anchor) != element->is_inverted ? element->children : element->others);
      return;
    case TERN_ELEMENT_OILIST: print_oilist(writer, element); return;
    default: return;
  }
}

static void print_list(const format_writer_t *writer, tern_element_list_t list) {
  for (size_t i = 0; i < list.count; ++i) print_element(writer, list.values[i]);
}

void tern_format_print(tern_printer_t *printer, const tern_op_t *op, const tern_format_t *format) {
  format_writer_t writer = {printer, op, format};
  print_list(&writer, format->elements);
}
