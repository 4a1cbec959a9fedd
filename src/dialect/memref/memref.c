// memref: the table of ops, names of results, and the directive of memref.global.

#include "dialect/memref/memref.h"

#include <stdio.h>

#include "asm/format/format.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/memref/hooks.h"

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

// --- names ---

bool tern_memref_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  static const struct {
    int id;
    const char *name;
  } names[] = {
      {TERN_MEMREF_MEMORY_SPACE_CAST, "memspacecast"},
      {TERN_MEMREF_ASSUME_ALIGNMENT, "assume_align"},
      {TERN_MEMREF_EXTRACT_ALIGNED_POINTER_AS_INDEX, "intptr"},
  };
  if (tern_op_is(op, TERN_MEMREF(EXTRACT_STRIDED_METADATA))) {
    static const char *const groups[] = {"base_buffer", "offset", "sizes", "strides"};
    for (size_t group = 0; group < 4; group++) {
      size_t start, count;
      tern_op_result_group(op, group, &start, &count);
      if (count == 0 || start != index) continue;
      snprintf(out_name, size, "%s", groups[group]);
      return true;
    }
    return false;
  }
  if (index > 0) return false;
  const char *name = op->def->row->name + sizeof("memref.") - 1;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
    if (tern_op_is(op, &tern_memref_ops[names[i].id])) name = names[i].name;
  snprintf(out_name, size, "%s", name);
  return true;
}

// --- custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) ---

static bool parse_global_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_MEMREF || !tern_type_has_static_shape(type))
    return tern_parser_error_at(parser, pos, "custom op '%s' type should be static shaped memref, but got '%s'",
                                op->def->name->data, tern_type_text(type));
  args[0].attr = tern_type_attr_get(type);
  if (!tern_parse_optional_token(parser, "=")) return true;
  if (tern_parse_optional_keyword(parser, "uninitialized")) {
    args[1].attr = tern_unit_attr_get(tern_parser_context(parser));
    return true;
  }
  const tern_type_t *tensor =
      tern_tensor_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL);
  pos = tern_parser_pos(parser);
  const tern_attr_t *value = tern_parse_attr(parser, tensor);
  if (!value) return false;
  if (value->kind != TERN_ATTR_DENSE_ELEMENTS && value->kind != TERN_ATTR_DENSE_RESOURCE &&
      value->kind != TERN_ATTR_SPARSE_ELEMENTS && value->kind != TERN_ATTR_DENSE_STRINGS)
    return tern_parser_error_at(parser, pos, "custom op '%s' initial value should be a unit or elements attribute",
                                op->def->name->data);
  args[1].attr = value;
  return true;
}

static void print_global_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t arg_count) {
  (void)args, (void)arg_count;
  const tern_attr_t *type = tern_op_attr(op, "type"), *value = tern_op_attr(op, "initial_value");
  tern_printer_type(printer, tern_type_attr_value(type));
  if (!value) return;
  tern_printer_text(printer, " = ");
  if (value->kind == TERN_ATTR_UNIT)
    tern_printer_text(printer, "uninitialized");
  else
    tern_printer_attr_without_type(printer, value);
}

static const tern_custom_directive_t directives[] = {
    {"GlobalMemrefOpTypeAndInitialValue", parse_global_type, print_global_type},
};

// --- building ---

tern_value_t *tern_memref_build_alloc(tern_builder_t *builder, const tern_type_t *type, tern_values_t dynamic_sizes) {
  const int32_t segments[] = {(int32_t)dynamic_sizes.count, 0};
  return tern_build_value(builder, TERN_MEMREF(ALLOC), .operands = dynamic_sizes, .types = TERN_TYPES(type),
                          .segments = segments);
}

tern_value_t *tern_memref_build_subview(tern_builder_t *builder, tern_value_t *source, const tern_slice_t *slice) {
  int64_t offsets[TERN_INDEX_LIST_MAX], sizes[TERN_INDEX_LIST_MAX], strides[TERN_INDEX_LIST_MAX];
  tern_slice_statics(slice, offsets, sizes, strides);
  const tern_type_t *type = tern_memref_subview_type(source->type, offsets, sizes, strides);
  if (!type) return NULL;
  return tern_op_result(tern_slice_build(builder, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(source), slice), 0);
}

tern_value_t *tern_memref_build_dim(tern_builder_t *builder, tern_value_t *source, size_t dim) {
  if (source->type->kind == TERN_TYPE_MEMREF && tern_type_dim(source->type, dim) != TERN_DYNAMIC)
    return tern_build_index(builder, tern_type_dim(source->type, dim));
  tern_value_t *index = tern_build_index(builder, (int64_t)dim);
  return tern_build_value(builder, TERN_MEMREF(DIM), .operands = TERN_VALUES(source, index),
                          .types = TERN_TYPES(tern_index_type_get(builder->context)));
}

void tern_memref_build_prefetch(tern_builder_t *builder, tern_values_t operands, int64_t locality) {
  const tern_attr_t *hint = tern_integer_attr_get(tern_i_type_get(builder->context, 32), locality);
  tern_build(builder, TERN_MEMREF(PREFETCH), .operands = operands,
             .attrs = TERN_ATTRS({"isWrite", tern_bool_attr_get(builder->context, false)}, {"localityHint", hint},
                                 {"isDataCache", tern_bool_attr_get(builder->context, true)}));
}

void tern_memref_mixed_sizes(tern_builder_t *builder, tern_value_t *source, tern_mixed_index_t *out_sizes) {
  for (size_t i = 0; i < tern_type_rank(source->type); i++) {
    int64_t size = tern_type_dim(source->type, i);
    out_sizes[i] =
        size == TERN_DYNAMIC ? tern_mixed_dynamic(tern_memref_build_dim(builder, source, i)) : tern_mixed_static(size);
  }
}

tern_op_t *tern_memref_build_metadata(tern_builder_t *builder, tern_value_t *source) {
  const tern_type_t *types[2 + 2 * TERN_MEMREF_MAX_RANK], *index = tern_index_type_get(builder->context);
  size_t rank = tern_type_rank(source->type);
  types[0] =
      tern_memref_type_get(tern_type_element(source->type), NULL, 0, NULL, tern_memref_type_memory_space(source->type));
  for (size_t i = 0; i < 1 + 2 * rank; i++) types[1 + i] = index;
  return tern_build(builder, TERN_MEMREF(EXTRACT_STRIDED_METADATA), .operands = TERN_VALUES(source),
                    .types = {types, 2 + 2 * rank});
}

// --- the table ---

const tern_op_row_t tern_memref_ops[] = {
#define OP(ID, NAME, ...) [TERN_MEMREF_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/memref/memref_ops.def"
#undef OP
};

const tern_dialect_t tern_memref_dialect = {
    .name = "memref",
    .summary = "Buffers in memory, views of them, and access to their elements",
    .ops = tern_memref_ops,
    .op_count = TERN_MEMREF_OP_COUNT,
    .custom_directives = directives,
    .custom_directive_count = sizeof(directives) / sizeof(directives[0]),
    .materialize_constant = materialize_constant,
};
