// --iree-stream-materialize-builtins: what queues have no command for becomes a dispatch (upstream:
// MaterializeBuiltins.cpp).
//
//   %0 = stream.async.splat %x : i64 -> type{%n}
// becomes
//   %c = arith.divui %n, %c8
//   %0 = stream.async.dispatch @__builtin_splat_i64::@__builtin_splat_i64[%c](%x, %c) : (i64, index) -> type{%n}
//
// Queues fill with patterns of 1, 2 and 4 bytes. A constant of 8 bytes whose halves are equal is filled as one of 4, and
// a single number as two halves.

#include "asm/parser.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/stream/stream.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// An executable of one function; WORKLOAD: its arguments, of type index, that say how large it is.
#define EXECUTABLE(NAME, WORKLOAD, SIZE, ARGUMENTS, BODY)                         \
  "stream.executable private @" NAME                                              \
  " {\n"                                                                          \
  "  stream.executable.export public @" NAME " workgroups(" WORKLOAD              \
  ") -> (index, index, index) {\n"                                                \
  "    %x, %y, %z = iree_tensor_ext.dispatch.workgroup_count_from_slice(" SIZE    \
  ")\n"                                                                           \
  "    stream.return %x, %y, %z : index, index, index\n"                          \
  "  }\n"                                                                         \
  "  builtin.module {\n"                                                          \
  "    func.func @" NAME "(" ARGUMENTS                                            \
  ", %out: !stream.binding) {\n"                                                  \
  "      %c0 = arith.constant 0 : index\n"                                        \
  "      %n = iree_tensor_ext.dispatch.workload.ordinal %count, 0 : index\n" BODY \
  "      return\n"                                                                \
  "    }\n"                                                                       \
  "  }\n"                                                                         \
  "}\n"
#define FILLED                                    \
  "      %e = tensor.empty(%n) : tensor<?xi64>\n" \
  "      %f = linalg.fill ins(%value : i64) outs(%e : tensor<?xi64>) -> tensor<?xi64>\n"
#define WRITTEN "!iree_tensor_ext.dispatch.tensor<writeonly:tensor<?xi64>>{%n}\n"
#define UPDATED "!iree_tensor_ext.dispatch.tensor<readwrite:tensor<?xi64>>{%t}\n"

enum { SPLAT, FILL };
// A fill binds all of its target: what a target binds begins at multiples of 16 bytes or more.
static const struct {
  const char *name, *text;
} builtins[] = {
    [SPLAT] = {"__builtin_splat_i64",
               EXECUTABLE("__builtin_splat_i64", "%n: index", "%n", "%value: i64, %count: index",
                          "      %b = stream.binding.subspan %out[%c0] : !stream.binding -> " WRITTEN FILLED
                          "      iree_tensor_ext.dispatch.tensor.store %f, %b, offsets = [0], sizes = [%n], strides = "
                          "[1] : tensor<?xi64> -> " WRITTEN)},
    [FILL] = {"__builtin_fill_i64",
              EXECUTABLE("__builtin_fill_i64", "%n: index, %t: index", "%n, %t",
                         "%value: i64, %count: index, %total: index, %start: index",
                         "      %t = iree_tensor_ext.dispatch.workload.ordinal %total, 1 : index\n"
                         "      %b = stream.binding.subspan %out[%c0] : !stream.binding -> " UPDATED FILLED
                         "      iree_tensor_ext.dispatch.tensor.store %f, %b, offsets = [%start], sizes = [%n], "
                         "strides = [1] : tensor<?xi64> -> " UPDATED)},
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

// How many numbers of 8 bytes these bytes are.
static tern_value_t *build_count(tern_builder_t *builder, tern_value_t *bytes) {
  return tern_build_value(builder, TERN_ARITH(DIVUI), .operands = TERN_VALUES(bytes, tern_build_index(builder, 8)),
                          .types = TERN_TYPES(bytes->type));
}

static tern_op_t *build_dispatch(tern_builder_t *builder, tern_op_t *op, int which) {
  bool is_fill = which == FILL;
  tern_context_t *context = builder->context;
  tern_value_t *length = named(op, is_fill ? "target_length" : "result_size"), *value = named(op, "value");
  tern_value_t *count = build_count(builder, length);
  tern_str_t name = tern_str_from_cstr(builtins[which].name);
  const tern_attr_t *entry = tern_symbol_ref_attr_get(context, (const tern_str_t[]){name, name}, 2);
  const tern_attr_t *tie = tern_integer_attr_get(tern_index_type_get(context), is_fill ? 0 : -1);
  const tern_named_attrs_t attrs = TERN_ATTRS({"entry_points", tern_array_attr_get(context, &entry, 1)},
                                              {"tied_operands", tern_array_attr_get(context, &tie, 1)});
  const tern_types_t types = TERN_TYPES(op->results[0].type);
  if (is_fill) {
    const int32_t segments[] = {2, 5, 1, 1, 1, 1, 1};
    tern_value_t *size = named(op, "target_size"), *total = build_count(builder, size);
    tern_value_t *start = build_count(builder, named(op, "target_offset"));
    return tern_build(builder, TERN_STREAM(ASYNC_DISPATCH),
                      .operands = TERN_VALUES(count, total, named(op, "target"), value, count, total, start, size,
                                              tern_build_index(builder, 0), size, size, size),
                      .types = types, .attrs = attrs, .segments = segments);
  }
  const int32_t segments[] = {1, 2, 0, 0, 0, 0, 1};
  return tern_build(builder, TERN_STREAM(ASYNC_DISPATCH), .operands = TERN_VALUES(count, value, count, length),
                    .types = types, .attrs = attrs, .segments = segments);
}

// One number is filled as two halves.
static bool fill_halves(tern_builder_t *builder, tern_op_t *op) {
  const tern_attr_t *length = tern_value_constant(named(op, "target_length"));
  if (!tern_attr_is_integer(length) || tern_integer_attr_value(length) != 8) return false;
  const tern_type_t *i32 = tern_i_type_get(builder->context, 32);
  tern_value_t *value = named(op, "value"), *target = named(op, "target"), *start = named(op, "target_offset");
  tern_value_t *four = tern_build_index(builder, 4), *size = named(op, "target_size");
  for (int half = 0; half < 2; ++half) {
    if (half) {
      tern_value_t *distance = tern_arith_constant_int(builder, value->type, 32);
      value = tern_build_value(builder, TERN_ARITH(SHRUI), .operands = TERN_VALUES(value, distance));
      start = tern_build_index_add(builder, start, four);
    }
    tern_value_t *bits =
        tern_build_value(builder, TERN_ARITH(TRUNCI), .operands = TERN_VALUES(value), .types = TERN_TYPES(i32));
    tern_value_t *end = tern_build_index_add(builder, start, four);
    target = tern_build_value(
        builder, TERN_STREAM(ASYNC_FILL), .operands = TERN_VALUES(target, size, start, end, four, bits),
        .types = TERN_TYPES(op->results[0].type), .attrs = TERN_ATTRS({"affinity", tern_op_attr(op, "affinity")}));
  }
  tern_value_replace_all_uses(&op->results[0], target);
  tern_op_destroy(op);
  return true;
}

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  tern_op_list_t *fills = user;
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
  if (which == FILL && fill_halves(&builder, op)) return true;
  if (!add_executable(module, which)) return false;
  tern_op_t *made = build_dispatch(&builder, op, which);
  if (tern_op_attr(op, "affinity")) tern_op_set_attr(made, "affinity", tern_op_attr(op, "affinity"));
  tern_value_replace_all_uses(&op->results[0], &made->results[0]);
  tern_op_destroy(op);
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t fills = {0};
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
