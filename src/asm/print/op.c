// Operations, blocks and regions; the order of the three passes over an op (see printer_private.h).

#include <stdlib.h>

#include "asm/format/format.h"
#include "asm/printer_private.h"

enum { INDENT_WIDTH = 2, FLUSH_SIZE = 1 << 20 };

// --- attribute dictionaries ---

static void add_entry(tern_attr_entries_t *entries, const tern_ident_t *name, const tern_attr_t *attr) {
  entries->values[entries->count++] = (tern_attr_entry_t){name, attr};
}

static int compare_entries(const tern_attr_entry_t *a, const tern_attr_entry_t *b) {
  return tern_str_compare(tern_ident_str(a->name), tern_ident_str(b->name));
}

// Insertion sort: the lists are short and mostly sorted.
static void sort_entries(tern_attr_entries_t *entries) {
  for (size_t i = 1; i < entries->count; ++i) {
    tern_attr_entry_t entry = entries->values[i];
    size_t k = i;
    for (; k > 0 && compare_entries(&entry, &entries->values[k - 1]) < 0; --k) {
      entries->values[k] = entries->values[k - 1];
    }
    entries->values[k] = entry;
  }
}

void tern_attr_entries_collect(const tern_op_t *op, bool inherent, bool discardable, tern_attr_entries_t *out_entries) {
  size_t slot_count = inherent && op->slots ? op->def->attr_count : 0;
  size_t capacity = slot_count + tern_dictionary_attr_count(op->attrs);
  out_entries->count = 0;
  out_entries->values = out_entries->fixed;
  if (capacity > sizeof out_entries->fixed / sizeof out_entries->fixed[0]) {
    out_entries->values = tern_malloc(capacity * sizeof(tern_attr_entry_t));
  }
  if (discardable) {
    for (size_t i = 0; i < tern_dictionary_attr_count(op->attrs); ++i) {
      add_entry(out_entries, tern_dictionary_attr_name(op->attrs, i), tern_dictionary_attr_at(op->attrs, i));
    }
  }
  for (size_t i = 0; i < slot_count; ++i) {
    const tern_attr_def_t *def = &op->def->attrs[i];
    const tern_attr_t *attr = op->slots[i];
    // The generic form says what a property is that is not there.
    if (!attr && !discardable && strcmp(def->constraint->name, "UnitProp") == 0) {
      attr = tern_bool_attr_get(tern_op_context(op), false);
    }
    if (attr) add_entry(out_entries, def->name, attr);
  }
  if (slot_count) sort_entries(out_entries);
}

void tern_attr_entries_deinitialize(tern_attr_entries_t *entries) {
  if (entries->values != entries->fixed) free(entries->values);
}

void tern_printer_entries(tern_printer_t *printer, const tern_attr_entries_t *entries, bool with_keyword) {
  bool is_first = true;
  for (size_t i = 0; i < entries->count; ++i) {
    if (!entries->values[i].attr) continue;
    if (is_first) {
      if (with_keyword) tern_printer_literal(printer, " attributes");
      tern_printer_literal(printer, " {");
    } else {
      tern_printer_literal(printer, ", ");
    }
    is_first = false;
    tern_printer_named_attr(printer, entries->values[i].name, entries->values[i].attr);
  }
  if (!is_first) tern_printer_char(printer, '}');
}

static void print_attr_dict(tern_printer_t *printer, const tern_op_t *op, const char *const *elided, size_t count,
                            bool with_keyword) {
  if (!op->attrs && op->def->attr_count == 0) return;
  tern_attr_entries_t entries;
  tern_attr_entries_collect(op, true, true, &entries);
  for (size_t i = 0; i < entries.count; ++i) {
    tern_str_t name = tern_ident_str(entries.values[i].name);
    for (size_t k = 0; k < count; ++k) {
      if (tern_str_equal_cstr(name, elided[k])) entries.values[i].attr = NULL;
    }
    if (!entries.values[i].attr || !op->slots) continue;
    int slot = tern_op_def_slot(op->def, name);
    if (slot >= 0 && op->def->attrs[slot].has_default && op->def->attrs[slot].default_value == entries.values[i].attr) {
      entries.values[i].attr = NULL;
    }
  }
  tern_printer_entries(printer, &entries, with_keyword);
  tern_attr_entries_deinitialize(&entries);
}

void tern_printer_attr_dict(tern_printer_t *printer, const tern_op_t *op, const char *const *elided, size_t count) {
  print_attr_dict(printer, op, elided, count, false);
}

void tern_printer_attr_dict_with_keyword(tern_printer_t *printer, const tern_op_t *op, const char *const *elided,
                                         size_t count) {
  print_attr_dict(printer, op, elided, count, true);
}

// --- blocks ---

static size_t block_position(const tern_printer_t *printer, const tern_block_t *block) {
  const tern_map_t *blocks = printer->names ? &printer->names->blocks : NULL;
  uintptr_t position = blocks && blocks->live_count ? (uintptr_t)tern_map_get(blocks, block) : 0;
  return position ? position - 1 : 0;
}

// `position` is the block's in `region`.
static void print_block_name(tern_printer_t *printer, const tern_region_t *region, size_t position) {
  const tern_op_t *op = region ? region->parent : NULL;
  const tern_op_row_t *row = op && !printer->options.generic ? op->def->row : NULL;
  char name[64];
  if (row && row->block_name && row->block_name(op, (size_t)(region - op->regions), position, name, sizeof name)) {
    tern_printer_format(printer, "^%s", name);
    return;
  }
  tern_printer_literal(printer, "^bb");
  tern_printer_int(printer, (int64_t)position);
}

void tern_printer_successor(tern_printer_t *printer, const tern_block_t *block) {
  print_block_name(printer, block->parent, block_position(printer, block));
}

void tern_printer_successor_and_operands(tern_printer_t *printer, const tern_op_t *op, size_t successor, size_t start,
                                         size_t count) {
  tern_printer_successor(printer, op->successors[successor].block);
  if (count == 0) return;
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, start, count);
  tern_printer_literal(printer, " : ");
  tern_printer_operand_types(printer, op, start, count);
  tern_printer_char(printer, ')');
}

void tern_printer_block_arg(tern_printer_t *printer, const tern_value_t *arg, bool with_type) {
  tern_printer_value(printer, arg);
  if (with_type) tern_printer_literal(printer, ": ");
  if (with_type || printer->is_collecting) tern_printer_type(printer, arg->type);
  tern_printer_trailing_location(printer, arg->arg_loc, false);
}

static int compare_positions(const void *a, const void *b) {
  size_t left = *(const size_t *)a, right = *(const size_t *)b;
  return left < right ? -1 : left > right;
}

// `  // 2 preds: ^bb0, ^bb3`
static void print_predecessors(tern_printer_t *printer, const tern_block_t *block) {
  if (printer->is_collecting) return;
  if (!block->first_use) {
    if (!tern_block_is_entry(block)) tern_printer_literal(printer, "  // no predecessors");
    return;
  }
  TERN_VEC(size_t) positions = {0};
  bool is_only = !block->first_use->next;
  for (const tern_successor_t *use = block->first_use; use; use = use->next) {
    tern_vec_push(&positions, block_position(printer, use->owner->block));
  }
  if (is_only) {
    tern_printer_literal(printer, "  // pred: ");
  } else {
    qsort(positions.values, positions.count, sizeof(size_t), compare_positions);
    tern_printer_literal(printer, "  // ");
    tern_printer_int(printer, (int64_t)positions.count);
    tern_printer_literal(printer, " preds: ");
  }
  for (size_t i = 0; i < positions.count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    print_block_name(printer, block->parent, positions.values[i]);
  }
  tern_vec_deinitialize(&positions);
}

static void print_label(tern_printer_t *printer, const tern_block_t *block) {
  tern_printer_indent(printer);
  tern_printer_successor(printer, block);
  if (block->arg_count) {
    tern_printer_char(printer, '(');
    for (uint32_t i = 0; i < block->arg_count; ++i) {
      if (i) tern_printer_literal(printer, ", ");
      tern_printer_block_arg(printer, block->args[i], true);
    }
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ':');
  print_predecessors(printer, block);
  tern_printer_char(printer, '\n');
}

static void print_whole_op(tern_printer_t *printer, const tern_op_t *op);

static void print_block(tern_printer_t *printer, const tern_block_t *block, bool with_label, bool with_terminator) {
  if (with_label) print_label(printer, block);
  printer->indent += INDENT_WIDTH;
  tern_printer_users_of_arguments(printer, block);
  tern_block_for_each_op(block, op) {
    if (!with_terminator && op == block->last_op && tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) break;
    print_whole_op(printer, op);
    tern_printer_char(printer, '\n');
    bool is_much = printer->out->size >= FLUSH_SIZE && !printer->is_collecting;
    if (is_much && printer->options.flush) printer->options.flush(printer->out, printer->options.flush_user);
  }
  printer->indent -= INDENT_WIDTH;
}

static void print_region(tern_printer_t *printer, const tern_region_t *region, bool with_entry_args,
                         bool with_terminator, bool with_empty_block) {
  if (printer->options.skip_regions) {
    tern_printer_literal(printer, "{...}");
    return;
  }
  tern_printer_literal(printer, "{\n");
  const char *outer_dialect = printer->default_dialect;
  const tern_op_row_t *row = region->parent ? region->parent->def->row : NULL;
  printer->default_dialect = row && row->default_dialect ? row->default_dialect : "";
  if (row && row->elides_dialect && row->elides_dialect(region->parent))
    printer->default_dialect = row->accepted_dialect;
  tern_region_for_each_block(region, block) {
    bool is_entry = block == region->first_block;
    bool with_label = !is_entry || (with_empty_block && !block->first_op) || (with_entry_args && block->arg_count != 0);
    print_block(printer, block, with_label, !is_entry || with_terminator);
  }
  printer->default_dialect = outer_dialect;
  tern_printer_indent(printer);
  tern_printer_char(printer, '}');
}

void tern_printer_region(tern_printer_t *printer, const tern_region_t *region, bool print_entry_args,
                         bool print_terminator) {
  print_region(printer, region, print_entry_args, print_terminator, false);
}

// --- ops ---

// The dry run looks at what is inside before it looks at the op's own types and attributes, as upstream's does.
static void collect_generic(tern_printer_t *printer, const tern_op_t *op) {
  for (uint16_t i = 0; i < op->region_count; ++i) print_region(printer, &op->regions[i], true, true, true);
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_result_types(printer, op, 0, op->result_count);
  tern_attr_entries_t entries;
  tern_attr_entries_collect(op, true, true, &entries);
  for (size_t i = 0; i < entries.count; ++i) tern_printer_attr(printer, entries.values[i].attr);
  tern_attr_entries_deinitialize(&entries);
}

// ` <{...}>` of the inherent attributes.
static void print_properties(tern_printer_t *printer, const tern_op_t *op) {
  if (!op->slots || op->def->attr_count == 0) return;
  tern_attr_entries_t entries;
  tern_attr_entries_collect(op, true, false, &entries);
  if (entries.count) {
    tern_printer_literal(printer, " <{");
    for (size_t i = 0; i < entries.count; ++i) {
      if (i) tern_printer_literal(printer, ", ");
      tern_printer_named_attr(printer, entries.values[i].name, entries.values[i].attr);
    }
    tern_printer_literal(printer, "}>");
  }
  tern_attr_entries_deinitialize(&entries);
}

void tern_printer_generic_op(tern_printer_t *printer, const tern_op_t *op) {
  if (printer->is_collecting) {
    collect_generic(printer, op);
    return;
  }
  tern_printer_quoted(printer, tern_op_name(op));
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_char(printer, ')');
  if (op->successor_count) {
    tern_printer_char(printer, '[');
    for (uint16_t i = 0; i < op->successor_count; ++i) {
      if (i) tern_printer_literal(printer, ", ");
      tern_printer_successor(printer, op->successors[i].block);
    }
    tern_printer_char(printer, ']');
  }
  print_properties(printer, op);
  if (op->region_count) {
    tern_printer_literal(printer, " (");
    for (uint16_t i = 0; i < op->region_count; ++i) {
      if (i) tern_printer_literal(printer, ", ");
      print_region(printer, &op->regions[i], true, true, true);
    }
    tern_printer_char(printer, ')');
  }
  tern_attr_entries_t discardable;
  tern_attr_entries_collect(op, false, true, &discardable);
  tern_printer_entries(printer, &discardable, false);
  tern_attr_entries_deinitialize(&discardable);
  tern_printer_literal(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_literal(printer, ") -> ");
  bool is_bare = op->result_count == 1 && op->results[0].type->kind != TERN_TYPE_FUNCTION;
  if (!is_bare) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (!is_bare) tern_printer_char(printer, ')');
}

// The op's name without the default dialect's prefix, unless another dot would make it ambiguous.
static void print_op_name(tern_printer_t *printer, const tern_op_t *op) {
  tern_str_t name = tern_op_name(op);
  tern_str_t dialect = tern_str_from_cstr(printer->default_dialect ? printer->default_dialect : "");
  bool has_prefix =
      dialect.size && name.size > dialect.size && name.data[dialect.size] == '.' && tern_str_starts_with(name, dialect);
  if (has_prefix && !memchr(name.data + dialect.size + 1, '.', name.size - dialect.size - 1)) {
    name = tern_str_drop(name, dialect.size + 1);
  }
  tern_printer_str(printer, name);
}

// The op without its results, indentation and location.
static void print_op(tern_printer_t *printer, const tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  if (!printer->options.generic && row) {
    if (row->print) {
      print_op_name(printer, op);
      row->print(printer, op);
      return;
    }
    const char *message = NULL;
    const tern_format_t *format = row->format ? tern_format_get(printer->context, op->def, &message) : NULL;
    if (format) {
      print_op_name(printer, op);
      tern_format_print(printer, op, format);
      return;
    }
  }
  tern_printer_generic_op(printer, op);
}

void tern_printer_op_in_place(tern_printer_t *printer, const tern_op_t *op) {
  // Its location is not written, but has an alias.
  if (printer->is_collecting) tern_printer_trailing_location(printer, op->loc, true);
  print_op(printer, op);
}

static void print_whole_op(tern_printer_t *printer, const tern_op_t *op) {
  if (printer->is_collecting) {
    if (printer->options.debuginfo) tern_printer_trailing_location(printer, op->loc, true);
    print_op(printer, op);
    return;
  }
  tern_printer_indent(printer);
  if (op->result_count) tern_printer_result_names(printer, op);
  print_op(printer, op);
  tern_printer_trailing_location(printer, op->loc, true);
  tern_printer_users_of_results(printer, op);
}

void tern_print_op(tern_op_t *op, const tern_print_options_t *options, tern_string_builder_t *out) {
  tern_print_options_t defaults = TERN_PRINT_DEFAULT;
  if (!options) options = &defaults;
  tern_names_t names;
  tern_names_initialize(&names, op, options);
  tern_aliases_t aliases = {0};
  tern_map_t resources = {0}, distincts = {0};
  tern_aliases_initialize(&aliases, tern_op_context(op));
  tern_printer_t printer = {
      .context = tern_op_context(op),
      .out = out,
      .options = *options,
      .names = &names,
      .default_dialect = "builtin",
      .resources = &resources,
      .distincts = &distincts,
  };
  // As upstream: an op inside of another is printed without aliases.
  if (!op->block && !options->local_scope) {
    printer.aliases = &aliases;
    printer.is_collecting = true;
    print_whole_op(&printer, op);
    printer.is_collecting = false;
    tern_aliases_finish(&aliases);
  }
  tern_printer_alias_definitions(&printer, false);
  print_whole_op(&printer, op);
  tern_printer_char(&printer, '\n');
  tern_printer_alias_definitions(&printer, true);
  if (printer.aliases) tern_printer_resources(&printer);
  tern_map_deinitialize(&resources);
  tern_map_deinitialize(&distincts);
  tern_aliases_deinitialize(&aliases);
  tern_names_deinitialize(&names);
}
