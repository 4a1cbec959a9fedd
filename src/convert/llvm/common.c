// What the patterns of all dialects share: attributes on their way, one op for one op, once for each 1-D vector, and
// running the whole (upstream: ConvertToLLVMPattern, VectorPattern, AttrToLLVMConverter).

#include "base/arena.h"
#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "dialect/builtin/builtin.h"

// --- attributes ---

// How an attribute of an op is called in the llvm dialect, and of which enum it is there.
static const struct renamed {
  const char *from, *to;
  const tern_enum_row_t *row;
} renamed[] = {
    {"fastmath", "fastmathFlags", TERN_LLVM_ENUM(FASTMATH)},
    {"overflowFlags", "overflowFlags", TERN_LLVM_ENUM(OVERFLOW)},
};

static bool is_dropped(tern_str_t name, const char *const *dropped) {
  for (; dropped && *dropped; ++dropped) {
    if (tern_str_equal_cstr(name, *dropped)) return true;
  }
  return false;
}

size_t tern_llvm_lower_attrs(const tern_op_t *op, const char *const *dropped, tern_named_attr_t *out_attrs,
                             size_t capacity) {
  const tern_attr_t *all = tern_op_attr_dictionary(op);
  size_t count = 0;
  for (size_t i = 0; i < tern_dictionary_attr_count(all) && count < capacity; ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(all, i);
    tern_named_attr_t attr = {name->data, tern_dictionary_attr_at(all, i)};
    if (is_dropped(tern_ident_str(name), dropped)) continue;
    for (size_t r = 0; r < sizeof renamed / sizeof renamed[0]; ++r) {
      if (!tern_str_equal_cstr(tern_ident_str(name), renamed[r].from)) continue;
      attr.name = renamed[r].to;
      attr.attr = tern_enum_attr_get(all->context, renamed[r].row, tern_enum_attr_value(attr.attr));
    }
    out_attrs[count++] = attr;
  }
  return count;
}

// --- one to one ---

bool tern_llvm_lower_one_to_one(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                                tern_values_t operands, tern_named_attrs_t attrs) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *inline_types[8], **types = inline_types;
  if (op->result_count > 8) return false;
  for (size_t i = 0; i < op->result_count; ++i) types[i] = tern_op_result(op, i)->type;
  const tern_type_t *type = NULL;
  if (op->result_count > 0) {
    type = tern_llvm_pack_op_results(tern_llvm_lowering_of(conversion), (tern_types_t){types, op->result_count});
    if (!type) return false;
  }
  tern_op_t *made = tern_build(b, row, .operands = operands, .types = {&type, type ? 1 : 0}, .attrs = attrs);
  tern_value_t *values[8];
  if (op->result_count == 1) values[0] = tern_op_result(made, 0);
  for (size_t i = 0; op->result_count > 1 && i < op->result_count; ++i) {
    values[i] = tern_llvm_make_extract(b, tern_op_result(made, 0), (int64_t[]){(int64_t)i}, 1);
  }
  tern_conversion_replace(conversion, op, (tern_values_t){values, op->result_count});
  return true;
}

// --- once for each 1-D vector ---

bool tern_llvm_each_vector(tern_conversion_t *conversion, tern_op_t *op, tern_values_t operands,
                           tern_llvm_vector_fn_t make, void *user) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (!type || !tern_type_is_llvm(type, TERN_LLVM_ARRAY)) return false;
  int64_t sizes[64], position[64] = {0};
  size_t depth = 0;
  const tern_type_t *vector = type;
  for (; tern_type_is_llvm(vector, TERN_LLVM_ARRAY); ++depth) {
    if (depth == 64) return false;
    sizes[depth] = (int64_t)vector->params[1];
    vector = (const tern_type_t *)(uintptr_t)vector->params[0];
    if (sizes[depth] == 0) return false;
  }
  tern_value_t *inline_parts[8], **parts = inline_parts;
  if (operands.count > 8) parts = tern_malloc(operands.count * sizeof *parts);
  tern_value_t *result = tern_llvm_make_poison(b, type);
  for (bool is_done = false; !is_done;) {
    for (size_t i = 0; i < operands.count; ++i) {
      parts[i] = tern_llvm_make_extract(b, operands.values[i], position, depth);
    }
    tern_value_t *part = make(b, vector, (tern_values_t){parts, operands.count}, user);
    result = tern_llvm_make_insert(b, result, part, position, depth);
    // The next position, the last dimension first.
    is_done = true;
    for (size_t d = depth; d-- > 0 && is_done;) {
      is_done = ++position[d] == sizes[d];
      if (is_done) position[d] = 0;
    }
  }
  if (parts != inline_parts) free(parts);
  return tern_conversion_replace_value(conversion, op, result);
}

typedef struct one_op {
  const tern_op_row_t *row;
  tern_named_attrs_t attrs;
} one_op_t;

static tern_value_t *make_one_op(tern_builder_t *builder, const tern_type_t *type, tern_values_t operands, void *user) {
  const one_op_t *one = user;
  return tern_build_value(builder, one->row, .operands = operands, .types = TERN_TYPES(type), .attrs = one->attrs);
}

bool tern_llvm_lower_elementwise(tern_conversion_t *conversion, tern_op_t *op, const tern_op_row_t *row,
                                 tern_values_t operands, tern_named_attrs_t attrs) {
  for (size_t i = 0; i < operands.count; ++i) {
    if (!tern_llvm_is_compatible(operands.values[i]->type)) return false;
  }
  bool is_array = operands.count > 0 && tern_type_is_llvm(operands.values[0]->type, TERN_LLVM_ARRAY);
  if (!is_array) return tern_llvm_lower_one_to_one(conversion, op, row, operands, attrs);
  one_op_t one = {row, attrs};
  return tern_llvm_each_vector(conversion, op, operands, make_one_op, &one);
}

// --- running ---

static bool is_legal(const tern_op_t *op, void *user) { return (void)op, (void)user, true; }

bool tern_llvm_run(tern_op_t *op, const tern_llvm_run_t *run) {
  tern_llvm_lowering_t lowering;
  tern_llvm_lowering_initialize(&lowering, op, run->options);
  tern_llvm_pattern_set_t set = {0};
  for (size_t i = 0; run->tables[i]; ++i) tern_llvm_pattern_set_add(&set, run->tables[i]);
  tern_legality_entry_t entries[24] = {{.dialect = "llvm", .legality = TERN_LEGAL}};
  size_t count = 1;
  if (!run->refuses_casts) {
    entries[count++] = (tern_legality_entry_t){.row = TERN_BUILTIN(UNREALIZED_CONVERSION_CAST), .legality = TERN_LEGAL};
  }
  for (size_t i = 0; i < run->entry_count; ++i) entries[count++] = run->entries[i];
  tern_conversion_target_t target = {
      .entries = entries,
      .entry_count = count,
      .is_unknown_legal = run->keeps_others ? is_legal : NULL,
      .replaces_at_end = true,
  };
  bool is_converted =
      run->is_full ? tern_apply_full_conversion(op, &target, set.values, set.count, &lowering.converter, run->user)
                   : tern_apply_partial_conversion(op, &target, set.values, set.count, &lowering.converter, run->user);
  tern_vec_deinitialize(&set);
  return is_converted;
}
