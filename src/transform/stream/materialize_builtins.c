// --iree-stream-materialize-builtins: what queues have no command for becomes a dispatch (upstream:
// MaterializeBuiltins.cpp).
//
//   %0 = stream.async.splat %x : i64 -> type{%n}
// becomes
//   %c = arith.divui %n, %c8
//   %0 = stream.async.dispatch @__builtin_splat_i64::@__builtin_splat_i64[%c](%x, %c) : (i64, index) -> type{%n}
//
// Queues fill with patterns of 1, 2 and 4 bytes. A constant of 8 bytes whose halves are equal is filled as one of 4.

#include "asm/parser.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

#define EXECUTABLE(NAME)                                                                              \
  "stream.executable private @" NAME                                                                  \
  " {\n"                                                                                              \
  "  stream.executable.export public @" NAME                                                          \
  " workgroups(%n: index) -> (index, index, index) {\n"                                               \
  "    %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(%n)\n"                        \
  "    stream.return %x, %y, %z : index, index, index\n"                                              \
  "  }\n"                                                                                             \
  "  builtin.module {\n"                                                                              \
  "    func.func @" NAME                                                                              \
  "(%value: i64, %count: index, %out: !stream.binding) {\n"                                           \
  "      %c0 = arith.constant 0 : index\n"                                                            \
  "      %n = iree_tensor_ext.dispatch.workload.ordinal %count, 0 : index\n"                          \
  "      %b = stream.binding.subspan %out[%c0] : !stream.binding -> "                                 \
  "!iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xi64>>{%n}\n"                                   \
  "      %e = tensor.empty(%n) : tensor<?xi64>\n"                                                     \
  "      %f = linalg.fill ins(%value : i64) outs(%e : tensor<?xi64>) -> tensor<?xi64>\n"              \
  "      iree_tensor_ext.dispatch.tensor.store %f, %b, offsets = [0], sizes = [%n], strides = [1] : " \
  "tensor<?xi64> -> !iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xi64>>{%n}\n"                  \
  "      return\n"                                                                                    \
  "    }\n"                                                                                           \
  "  }\n"                                                                                             \
  "}\n"

enum { SPLAT, FILL };
static const struct {
  const char *name, *text;
} builtins[] = {
    [SPLAT] = {"__builtin_splat_i64", EXECUTABLE("__builtin_splat_i64")},
    [FILL] = {"__builtin_fill_i64", EXECUTABLE("__builtin_fill_i64")},
};

// Moves the executable of a builtin into the module, unless it is there.
static bool add_executable(tern_op_t *module, int which) {
  tern_str_t name = tern_str_from_cstr(builtins[which].name);
  tern_block_t *body = tern_op_body(module, 0);
  if (tern_symbol_lookup_in(module, name)) return true;
  tern_op_t *parsed =
      tern_parse_module(tern_op_context(module), TERN_STR("builtins.mlir"), tern_str_from_cstr(builtins[which].text));
  if (!parsed) return false;
  tern_block_for_each_op_safe(tern_op_body(parsed, 0), op) {
    tern_op_remove(op);
    tern_op_insert(op, body, body->first_op);
  }
  tern_op_destroy(parsed);
  return true;
}

static tern_value_t *named(const tern_op_t *op, const char *name) { return tern_op_operand_named(op, name); }

// A constant that is its lower half twice.
static tern_value_t *narrow(tern_builder_t *builder, const tern_value_t *value) {
  const tern_attr_t *constant = tern_value_constant(value);
  if (!tern_attr_is_integer(constant)) return NULL;
  uint64_t bits = (uint64_t)tern_integer_attr_value(constant);
  if ((uint32_t)bits != bits >> 32) return NULL;
  return tern_build_constant(builder, tern_integer_attr_get(tern_i_type_get(builder->context, 32), (int64_t)bits));
}

static tern_op_t *build_dispatch(tern_builder_t *builder, tern_op_t *op, int which) {
  bool is_fill = which == FILL;
  tern_context_t *context = builder->context;
  tern_value_t *length = named(op, is_fill ? "target_length" : "result_size"), *value = named(op, "value");
  tern_value_t *count =
      tern_build_value(builder, TERN_ARITH(DIVUI), .operands = TERN_VALUES(length, tern_build_index(builder, 8)),
                       .types = TERN_TYPES(length->type));
  tern_str_t name = tern_str_from_cstr(builtins[which].name);
  const tern_attr_t *entry = tern_symbol_ref_attr_get(context, (const tern_str_t[]){name, name}, 2);
  const tern_attr_t *tie = tern_integer_attr_get(tern_index_type_get(context), is_fill ? 0 : -1);
  const tern_named_attrs_t attrs = TERN_ATTRS({"entry_points", tern_array_attr_get(context, &entry, 1)},
                                              {"tied_operands", tern_array_attr_get(context, &tie, 1)});
  const tern_types_t types = TERN_TYPES(op->results[0].type);
  if (is_fill) {
    const int32_t segments[] = {1, 3, 1, 1, 1, 1, 1};
    return tern_build(
        builder, TERN_STREAM(ASYNC_DISPATCH),
        .operands = TERN_VALUES(count, named(op, "target"), value, count, named(op, "target_size"),
                                named(op, "target_offset"), named(op, "target_end"), length, named(op, "target_size")),
        .types = types, .attrs = attrs, .segments = segments);
  }
  const int32_t segments[] = {1, 2, 0, 0, 0, 0, 1};
  return tern_build(builder, TERN_STREAM(ASYNC_DISPATCH), .operands = TERN_VALUES(count, value, count, length),
                    .types = types, .attrs = attrs, .segments = segments);
}

typedef TERN_VEC(tern_op_t *) op_list_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  op_list_t *fills = user;
  if (tern_op_is(op, TERN_STREAM(EXECUTABLE))) return TERN_WALK_SKIP;
  bool is_fill = tern_op_is(op, TERN_STREAM(ASYNC_SPLAT)) || tern_op_is(op, TERN_STREAM(ASYNC_FILL));
  if (is_fill && tern_type_is_i(named(op, "value")->type, 64)) tern_vec_push(fills, op);
  return TERN_WALK_ADVANCE;
}

static bool materialize(tern_op_t *module, tern_op_t *op) {
  tern_builder_t builder = tern_builder_before(op);
  size_t start, count;
  tern_op_operands_named(op, "value", &start, &count);
  tern_value_t *narrowed = narrow(&builder, tern_op_operand(op, start));
  if (narrowed) {
    tern_op_set_operand(op, start, narrowed);
    return true;
  }
  int which = tern_op_is(op, TERN_STREAM(ASYNC_FILL)) ? FILL : SPLAT;
  if (!add_executable(module, which)) return false;
  tern_op_t *made = build_dispatch(&builder, op, which);
  if (tern_op_attr(op, "affinity")) tern_op_set_attr(made, "affinity", tern_op_attr(op, "affinity"));
  tern_value_replace_all_uses(&op->results[0], &made->results[0]);
  tern_op_destroy(op);
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  op_list_t fills = {0};
  bool is_ok = true;
  tern_op_walk_pre(module, collect, &fills);
  for (size_t i = 0; i < fills.count && is_ok; ++i) is_ok = materialize(module, fills.values[i]);
  tern_vec_deinitialize(&fills);
  return is_ok;
}

const tern_pass_def_t tern_stream_materialize_builtins_pass = {
    .flag = "iree-stream-materialize-builtins",
    .name = "MaterializeBuiltins",
    .anchor = "builtin.module",
    .summary = "Makes dispatches of fills that queues have no command for",
    .dialects = (const tern_dialect_t *const[]){&tern_stream_dialect, &tern_arith_dialect, NULL},
    .run = run,
};
