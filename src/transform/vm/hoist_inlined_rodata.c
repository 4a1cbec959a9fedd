// --iree-vm-hoist-inlined-rodata: constants in functions become constants of the module.
//
//   %b = vm.rodata.inline "name" : !vm.buffer = dense<1> : tensor<4xi8>
//   ==>  vm.rodata private @name dense<1> : tensor<4xi8>   ...   %b = vm.const.ref.rodata @name : !vm.buffer
//
// A vm.rodata.table.inline becomes two of them: the data, and the table of offsets and sizes
// (upstream also: --iree-vm-reify-rodata-tables).

#include "dialect/vm/vm.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

static bool is_wanted(const tern_op_t *op) {
  return tern_op_is(op, TERN_VM(RODATA_INLINE)) || tern_op_is(op, TERN_VM(RODATA_TABLE_INLINE));
}

// Makes the constant before the function, and replaces `value` by a reference to it.
static void hoist(tern_symbol_table_t *symbols, tern_op_t *op, tern_value_t *result, tern_str_t name,
                  const tern_attr_t *value, const tern_attr_t *alignment) {
  tern_context_t *context = tern_op_context(op);
  tern_op_t *function = op;
  while (tern_op_parent(function) != symbols->op) function = tern_op_parent(function);
  tern_builder_t nowhere = {.context = context, .loc = op->loc};
  tern_op_t *rodata = tern_build(
      &nowhere, TERN_VM(RODATA),
      .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, name)},
                          {"sym_visibility", tern_string_attr_get(context, TERN_STR("private"))}, {"value", value}));
  const tern_attr_t *mime_type = tern_op_attr(op, "mime_type");
  if (alignment) tern_op_set_attr(rodata, "alignment", alignment);
  if (mime_type) tern_op_set_attr(rodata, "mime_type", mime_type);
  tern_symbol_table_insert(symbols, rodata, function);
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *ref = tern_flat_symbol_ref_attr_get(context, tern_symbol_name(rodata));
  tern_value_replace_all_uses(result, tern_build_value(&b, TERN_VM(CONST_REF_RODATA), .types = TERN_TYPES(result->type),
                                                       .attrs = TERN_ATTRS({"rodata", ref})));
}

static void hoist_data(tern_symbol_table_t *symbols, tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "name"), *value = tern_op_attr(op, "value");
  const tern_attr_t *alignment = tern_op_attr(op, "alignment");
  tern_string_builder_t text = {0};
  if (tern_attr_is_string(name)) {
    tern_string_builder_append(&text, tern_string_attr_value(name));
  } else if (tern_attr_is_string(value)) {
    tern_string_builder_append_cstr(&text, "_utf8_");  // upstream's: the letters of the text, the rest as _
    tern_str_t content = tern_string_attr_value(value);
    for (size_t i = 0; i < content.size && i < 32; ++i) {
      char c = content.data[i];
      bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      tern_string_builder_append_char(&text, is_plain ? c : '_');
    }
    if (!alignment) {
      alignment = tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 64), 1);
    }
  } else {
    tern_string_builder_append_cstr(&text, "_const");
  }
  hoist(symbols, op, &op->results[0], tern_string_builder_view(&text), value, alignment);
  tern_string_builder_deinitialize(&text);
  tern_op_destroy(op);
}

// --- tables ---

static void append_number(tern_string_builder_t *out, uint64_t value, uint32_t width) {
  for (uint32_t i = 0; i < width / 8; ++i) tern_string_builder_append_char(out, (char)(value >> (8 * i)));
}

static const tern_attr_t *bytes_attr(tern_context_t *context, const tern_string_builder_t *bytes) {
  const int64_t dim = (int64_t)bytes->size;
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(context, 8), &dim, 1, NULL);
  return tern_dense_elements_attr_get(type, tern_string_builder_view(bytes).data, false);
}

static tern_str_t name_or(const tern_op_t *op, const char *attr, tern_str_t otherwise) {
  const tern_attr_t *name = tern_op_attr(op, attr);
  return tern_attr_is_string(name) ? tern_string_attr_value(name) : otherwise;
}

static void hoist_table(tern_symbol_table_t *symbols, tern_op_t *op) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *list = tern_op_attr(op, "data_array"), *alignment = tern_op_attr(op, "data_alignment");
  uint32_t width = tern_integer_type_width(tern_type_attr_value(tern_op_attr(op, "table_type")));
  size_t step = alignment ? (size_t)tern_integer_attr_value(alignment) : 1;
  tern_string_builder_t table = {0}, data = {0};
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    while (data.size % step != 0) tern_string_builder_append_char(&data, 0);
    size_t start = data.size;
    tern_vm_serialize_constant(tern_array_attr_at(list, i), &data);
    append_number(&table, start, width);
    append_number(&table, data.size - start, width);
  }
  hoist(symbols, op, &op->results[0], name_or(op, "table_name", TERN_STR("_table")), bytes_attr(context, &table),
        tern_op_attr(op, "alignment"));
  hoist(symbols, op, &op->results[1], name_or(op, "data_name", TERN_STR("_table_data")), bytes_attr(context, &data),
        tern_op_attr(op, "alignment"));
  tern_string_builder_deinitialize(&table);
  tern_string_builder_deinitialize(&data);
  tern_op_destroy(op);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  tern_symbol_table_t symbols;
  (void)pass;
  tern_op_list_t ops = tern_op_collect(module, TERN_PREORDER, is_wanted);
  tern_symbol_table_initialize(&symbols, module);
  for (size_t i = 0; i < ops.count; ++i) {
    if (tern_op_is(ops.values[i], TERN_VM(RODATA_INLINE))) {
      hoist_data(&symbols, ops.values[i]);
    } else {
      hoist_table(&symbols, ops.values[i]);
    }
  }
  tern_symbol_table_deinitialize(&symbols);
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_vm_hoist_inlined_rodata_pass = {
    .name = "HoistInlinedRodataPass",
    .flag = "iree-vm-hoist-inlined-rodata",
    .alias = "iree-vm-reify-rodata-tables",
    .anchor = "vm.module",
    .summary = "Moves constants out of functions",
    .run = run,
};
