// --iree-stream-annotate-constant-transient-size: says in a function's reflection how much transient memory it needs.
//
//   util.func @f attributes {iree.reflection = {iree.abi.transients.size = @f_size}}
//   util.func @f_size() -> index { util.return %c128 }
//   -> iree.abi.transients.size.constant = 128 : index is added to the reflection of @f
//
// Source: upstream's pass of the same name. A size that is computed is left to the function that computes it.

#include "dialect/arith/arith.h"
#include "dialect/util/util.h"
#include "ir/symbol.h"
#include "pass/pass.h"

#define SIZE_KEY "iree.abi.transients.size"
#define CONSTANT_KEY "iree.abi.transients.size.constant"

// The constant that a function of one block returns, or NULL.
static const tern_attr_t *returned_constant(const tern_op_t *function) {
  const tern_region_t *body = &function->regions[0];
  if (tern_region_is_empty(body) || body->first_block != body->last_block) return NULL;
  const tern_op_t *end = body->first_block->last_op;
  if (!tern_op_is(end, TERN_UTIL(RETURN)) || end->operand_count != 1) return NULL;
  return tern_value_constant(tern_op_operand(end, 0));
}

static bool annotate(tern_op_t *module, tern_op_t *function) {
  const tern_attr_t *reflection = tern_op_attr(function, "iree.reflection");
  if (!reflection || reflection->kind != TERN_ATTR_DICTIONARY) return true;
  const tern_attr_t *query = tern_dictionary_attr_lookup(reflection, TERN_STR(SIZE_KEY));
  if (!query || query->kind != TERN_ATTR_SYMBOL_REF) return true;
  if (tern_dictionary_attr_lookup(reflection, TERN_STR(CONSTANT_KEY))) return true;
  tern_op_t *sizes = tern_symbol_lookup_ref_in(module, query);
  if (!sizes || !tern_op_is(sizes, TERN_UTIL(FUNC))) {
    tern_str_t name = tern_symbol_ref_attr_at(query, 0);
    return tern_op_error(function, "referenced transient size query function '@%.*s' not found in module",
                         (int)name.size, name.data);
  }
  const tern_type_t *type = tern_util_func_type(sizes);
  size_t count = tern_function_type_result_count(type);
  if (count == 0) return tern_op_error(sizes, "transient size query function must return exactly one value");
  if (count > 1) {
    tern_emit_warning(sizes->loc,
                      "transient size query with multiple return values not yet supported for constant annotation");
    return true;
  }
  if (!tern_type_is_index(tern_function_type_results(type).values[0])) {
    return tern_op_error(sizes, "transient size query function must return index type");
  }
  const tern_attr_t *constant = returned_constant(sizes);
  if (constant) {
    reflection = tern_dictionary_attr_with(tern_op_context(module), reflection, TERN_STR(CONSTANT_KEY), constant);
    tern_op_set_attr(function, "iree.reflection", reflection);
  }
  return true;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_has_trait(op, TERN_TRAIT_FUNCTION_LIKE) && !annotate(module, op)) return false;
  }
  return true;
}

const tern_pass_def_t tern_stream_annotate_constant_transient_size_pass = {
    .flag = "iree-stream-annotate-constant-transient-size",
    .name = "AnnotateConstantTransientSizePass",
    .anchor = "builtin.module",
    .summary = "Say in the reflection of functions how much memory a call takes, where that is known",
    .run = run,
};
