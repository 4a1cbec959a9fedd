// --iree-io-expect-parameters: a program tells the runtime what its parameters are, before it loads them.
//
//   util.global private @w = #flow.parameter.named<"model"::"w"> : tensor<4x8xf32>
// gets company at the start of the module:
//   util.initializer {
//     %scope = util.buffer.constant : !util.buffer = "model"
//     %key = util.buffer.constant : !util.buffer = "w"
//     ... = 553648160, 4 : i32
//     %shape = util.buffer.constant : !util.buffer = dense<[4, 8]> : tensor<2xi64>
//     util.call @io_parameters.expect(%scope, %key, %element_type, %alignment, %shape, %null, %null) : ...
//   }
//
// Behind this level parameters are bytes. The runtime compares type and shape with what the archive says, and refuses what is
// another array of the same or of a greater size; it uses what is aligned as is said here where it lies
// (--iree-flow-align-parameters asks for more than elements need). The last two operands
// are for parameters that are loaded as panels: the key of what is packed, whose type is then meant, and how
// (--iree-flow-pack-constant-operands).
//
// Parameters whose config says that they are a part of what an archive has are left alone.

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/hal/hal.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/stream/stream.h"
#include "dialect/tensor/tensor.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

#define IMPORT "io_parameters.expect"

typedef TERN_VEC(const tern_attr_t *) attr_list_t;

static tern_value_t *build_buffer(tern_builder_t *b, const tern_attr_t *value) {
  return tern_build_value(b, TERN_UTIL(BUFFER_CONSTANT), .attrs = TERN_ATTRS({"value", value}),
                          .types = TERN_TYPES(tern_util_buffer_type_get(b->context)));
}

static tern_value_t *build_null(tern_builder_t *b) {
  return tern_build_value(b, TERN_UTIL(NULL), .types = TERN_TYPES(tern_util_buffer_type_get(b->context)));
}

static tern_value_t *build_text(tern_builder_t *b, tern_str_t text) {
  return text.data ? build_buffer(b, tern_string_attr_get(b->context, text)) : build_null(b);
}

static tern_value_t *build_numbers(tern_builder_t *b, const int64_t *values, size_t count) {
  if (count == 0) return build_null(b);
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  const int64_t dims[] = {(int64_t)count};
  return build_buffer(b, tern_dense_elements_attr_get_i64(tern_tensor_type_get(i64, dims, 1, NULL), values, count));
}

static tern_value_t *build_i32(tern_builder_t *b, int64_t value) {
  return tern_arith_constant_int(b, tern_i_type_get(b->context, 32), value);
}

//---- What is known of a parameter ----

// An entry of the config; NULL if there is none.
static const tern_attr_t *config_of(const tern_attr_t *parameter, const char *name) {
  const tern_attr_t *config = tern_stream_parameter_attr_config(parameter);
  return config ? tern_dictionary_attr_lookup(config, tern_str_from_cstr(name)) : NULL;
}

// The type of the array in archives; NULL if that is not known.
static const tern_type_t *source_type(const tern_attr_t *parameter) {
  const tern_attr_t *given = config_of(parameter, TERN_PARAMETER_SOURCE_TYPE);
  const tern_type_t *type = given ? tern_type_attr_value(given) : tern_stream_parameter_attr_type(parameter);
  bool is_part = config_of(parameter, "offset") || config_of(parameter, "length");
  bool is_known = !is_part && type && tern_type_is_shaped(type) && tern_type_is_ranked(type) &&
                  tern_type_has_static_shape(type) && tern_hal_element_type_value(tern_type_element(type)) != 0;
  return is_known ? type : NULL;
}

static bool is_bitcast(const tern_op_t *op) {
  return tern_op_is(op, TERN_FLOW(TENSOR_BITCAST)) || tern_op_is(op, TERN_TENSOR(BITCAST)) ||
         tern_op_is(op, TERN_IREE_TENSOR_EXT(BITCAST));
}

// Code reads elements, and vectors of them wherever one begins. Where the same bytes are read as other elements, it may read
// larger ones.
static tern_walk_result_t raise_alignment(tern_op_t *op, void *user) {
  if (is_bitcast(op)) {
    int64_t *alignment = user;
    const tern_type_t *type = op->results[0].type;
    int64_t size = (int64_t)tern_dense_element_size(tern_type_element(type));
    if (size > *alignment) *alignment = size;
  }
  return TERN_WALK_ADVANCE;
}

//---- The call ----

static void build_call(tern_builder_t *b, const tern_attr_t *parameter, int64_t alignment) {
  const tern_type_t *type = source_type(parameter);
  const tern_attr_t *source = config_of(parameter, TERN_PARAMETER_SOURCE);
  const tern_attr_t *asked = config_of(parameter, TERN_PARAMETER_ALIGNMENT);
  if (asked && tern_integer_attr_value(asked) > alignment) alignment = tern_integer_attr_value(asked);
  int64_t size = (int64_t)tern_dense_element_size(tern_type_element(type));
  TERN_VEC(int64_t) dims = {0};
  for (size_t i = 0; i < tern_type_rank(type); ++i) tern_vec_push(&dims, tern_type_dim(type, i));
  tern_value_t *operands[] = {build_text(b, tern_stream_parameter_attr_scope(parameter)),
                              build_text(b, tern_stream_parameter_attr_key(parameter)),
                              build_i32(b, tern_hal_element_type_value(tern_type_element(type))),
                              build_i32(b, size > alignment ? size : alignment),
                              build_numbers(b, dims.values, dims.count),
                              source ? build_text(b, tern_string_attr_value(source)) : build_null(b),
                              NULL};
  tern_vec_deinitialize(&dims);
  if (source) {
    const int64_t packing[] = {tern_integer_attr_value(config_of(parameter, TERN_PARAMETER_WIDTH)),
                               tern_integer_attr_value(config_of(parameter, TERN_PARAMETER_GROUP)),
                               tern_integer_attr_value(config_of(parameter, TERN_PARAMETER_TRANSPOSED))};
    operands[6] = build_numbers(b, packing, 3);
  } else {
    operands[6] = build_null(b);
  }
  tern_build(b, TERN_UTIL(CALL), .operands = {operands, sizeof operands / sizeof operands[0]},
             .attrs = TERN_ATTRS({"callee", tern_flat_symbol_ref_attr_get(b->context, TERN_STR(IMPORT))}));
}

static void declare(tern_op_t *module) {
  if (tern_symbol_lookup_in(module, TERN_STR(IMPORT))) return;
  tern_builder_t b = tern_builder_at_end(tern_op_body(module, 0), module->loc);
  const tern_type_t *buffer = tern_util_buffer_type_get(b.context), *i32 = tern_i_type_get(b.context, 32);
  const tern_type_t *inputs[] = {buffer, buffer, i32, i32, buffer, buffer, buffer};
  const tern_type_t *type =
      tern_function_type_get(b.context, (tern_types_t){inputs, sizeof inputs / sizeof inputs[0]}, (tern_types_t){0});
  tern_build(&b, TERN_UTIL(FUNC), .regions = 1,
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b.context, TERN_STR(IMPORT))},
                                 {"function_type", tern_type_attr_get(type)},
                                 {"sym_visibility", tern_string_attr_get(b.context, TERN_STR("private"))}));
}

static bool is_in(const attr_list_t *list, const tern_attr_t *attr) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == attr) return true;
  }
  return false;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  attr_list_t parameters = {0};
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_UTIL(GLOBAL))) continue;
    const tern_attr_t *value = tern_op_attr(op, "initial_value");
    bool is_parameter = value && (tern_attr_is_flow_parameter(value) || tern_attr_is_stream_parameter(value));
    if (is_parameter && source_type(value) && !is_in(&parameters, value)) tern_vec_push(&parameters, value);
  }
  if (parameters.count) {
    int64_t alignment = 1;
    tern_op_walk_pre(module, raise_alignment, &alignment);
    tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), module->loc);
    const tern_type_t *nothing = tern_function_type_get(b.context, (tern_types_t){0}, (tern_types_t){0});
    tern_op_t *initializer = tern_build(&b, TERN_UTIL(INITIALIZER), .regions = 1,
                                        .attrs = TERN_ATTRS({"function_type", tern_type_attr_get(nothing)}));
    tern_builder_add_block(&b, &initializer->regions[0], (tern_types_t){0});
    for (size_t i = 0; i < parameters.count; ++i) build_call(&b, parameters.values[i], alignment);
    tern_build(&b, TERN_UTIL(RETURN));
    declare(module);
  }
  tern_pass_count(pass, 0, (int64_t)parameters.count);
  tern_vec_deinitialize(&parameters);
  return true;
}

const tern_pass_def_t tern_expect_parameters_pass = {
    .flag = "iree-io-expect-parameters",
    .name = "ExpectParametersPass",
    .anchor = "builtin.module",
    .summary = "Tell the runtime the types and shapes of parameters",
    .statistics = (const char *const[]){"num-expected - parameters whose type and shape the runtime is told", NULL},
    .run = run,
};
