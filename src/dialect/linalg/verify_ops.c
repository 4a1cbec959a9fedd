// What holds for single ops beside what holds for all structured ones.

#include <inttypes.h>

#include "dialect/linalg/build.h"
#include "dialect/linalg/hooks.h"

// "4, ?, 8" for messages.
static void append_dims(tern_string_builder_t *sb, const int64_t *dims, size_t count) {
  for (size_t i = 0; i < count; i++) tern_string_builder_append_format(sb, i ? ", %" PRId64 : "%" PRId64, dims[i]);
}

static bool have_same_dims(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count) {
  return a_count == b_count && (a_count == 0 || memcmp(a, b, a_count * sizeof(*a)) == 0);
}

static bool have_same_shape(const tern_type_t *a, const tern_type_t *b) {
  return have_same_dims(tern_type_dims(a), tern_type_rank(a), tern_type_dims(b), tern_type_rank(b));
}

// --- map, reduce ---

static bool refuse_shapes(const tern_op_t *op, const char *format, const int64_t *a, size_t a_count, const int64_t *b,
                          size_t b_count) {
  tern_string_builder_t first = {0}, second = {0};
  append_dims(&first, a, a_count);
  append_dims(&second, b, b_count);
  tern_string_builder_t text = {0};
  // `format` has two # for the shapes.
  for (const char *c = format, *lists[] = {first.data ? first.data : "", second.data ? second.data : ""},
                  **next = lists;
       *c; c++) {
    if (*c == '#')
      tern_string_builder_append_cstr(&text, *next++);
    else
      tern_string_builder_append_char(&text, *c);
  }
  tern_op_error(op, "%s", text.data ? text.data : "");
  tern_string_builder_deinitialize(&first);
  tern_string_builder_deinitialize(&second);
  tern_string_builder_deinitialize(&text);
  return false;
}

bool tern_linalg_verify_map(const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  if (!body) return true;
  if (body->arg_count != op->operand_count)
    return tern_op_error(op, "expects number of operands to match the arity of mapper, but got: %u and %u",
                         op->operand_count, body->arg_count);
  const tern_type_t *output = tern_linalg_output(op, 0)->type;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *element = tern_type_element(tern_op_operand(op, i)->type);
    if (body->args[i]->type != element)
      return tern_op_error(op, "expected element type of %s '%s' to match bbArg type '%s'",
                           i + 1 < op->operand_count ? "input" : "init", tern_type_text(element),
                           tern_type_text(body->args[i]->type));
  }
  for (size_t i = 0; i + 1 < op->operand_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!have_same_shape(type, output))
      return refuse_shapes(op, "expected shape of input (#) to match shape of output (#)", tern_type_dims(type),
                           tern_type_rank(type), tern_type_dims(output), tern_type_rank(output));
  }
  return true;
}

// The dims of the input that stay; false after an error in `dimensions`.
static bool kept_dims(const tern_op_t *op, const tern_type_t *input, int64_t *out_dims, size_t *out_count) {
  const tern_attr_t *dimensions = tern_op_attr(op, "dimensions");
  size_t rank = tern_type_rank(input), listed = 0;
  int64_t previous = -1;
  size_t count = tern_int_list_attr_count(dimensions);
  for (size_t i = 0; i < count; i++) {
    int64_t dim = tern_int_list_attr_at(dimensions, i);
    if (i > 0 && dim <= previous)
      return tern_op_error(op,
                           "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be "
                           "in increasing order");
    if (dim < 0 || (size_t)dim >= rank)
      return tern_op_error(op, "dimensions for reduction should be in the range [0, %" PRId64 "].", (int64_t)rank - 1);
    previous = dim;
  }
  *out_count = 0;
  for (size_t i = 0; i < rank; i++) {
    if (listed < count && tern_int_list_attr_at(dimensions, listed) == (int64_t)i) {
      listed++;
      continue;
    }
    if (*out_count < TERN_LINALG_MAX_LOOPS) out_dims[*out_count] = tern_type_dim(input, i);
    ++*out_count;
  }
  return true;
}

bool tern_linalg_verify_reduce(const tern_op_t *op) {
  size_t input_count = tern_linalg_input_count(op), output_count = tern_linalg_output_count(op);
  if (input_count == 0 || output_count == 0) return tern_op_error(op, "expects at least one input");
  const tern_type_t *input = tern_linalg_input(op, 0)->type, *init = tern_linalg_output(op, 0)->type;
  for (size_t i = 1; i < input_count; i++)
    if (!have_same_shape(tern_linalg_input(op, i)->type, input))
      return tern_op_error(op,
                           "expects all inputs to have the same shapes. Shape at input-index %zu is not equal to the "
                           "shape at input-index 0.",
                           i);
  for (size_t i = 1; i < output_count; i++)
    if (!have_same_shape(tern_linalg_output(op, i)->type, init))
      return tern_op_error(op,
                           "expects all outputs to have the same shapes. Shape at output-index %zu is not equal to "
                           "the shape at output-index 0.",
                           i);
  if (tern_type_rank(input) > TERN_LINALG_MAX_LOOPS)
    return tern_op_error(op, "has %zu loops, but at most %d are supported", tern_type_rank(input),
                         TERN_LINALG_MAX_LOOPS);
  int64_t kept[TERN_LINALG_MAX_LOOPS];
  size_t kept_count = 0;
  if (!kept_dims(op, input, kept, &kept_count)) return false;
  if (kept_count != tern_type_rank(init))
    return tern_op_error(op, "number of dimensions after reduction %zu doesn't match the init rank %zu", kept_count,
                         tern_type_rank(init));
  if (!have_same_dims(kept, kept_count, tern_type_dims(init), tern_type_rank(init)))
    return refuse_shapes(op, "init dimensions [#] doesn't match input dimensions after reduction [#]",
                         tern_type_dims(init), tern_type_rank(init), kept, kept_count);
  const tern_block_t *body = tern_linalg_body(op);
  if (!body) return true;
  if (body->arg_count != op->operand_count)
    return tern_op_error(op, "mismatching number of operands and block arguments");
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *element = tern_type_element(tern_op_operand(op, i)->type);
    if (element != body->args[i]->type)
      return tern_op_error(op, "%s element type '%s' does not match corresponding block argument type '%s'",
                           i < input_count ? "input" : "output", tern_type_text(element),
                           tern_type_text(body->args[i]->type));
  }
  return true;
}

// --- transpose, broadcast ---

bool tern_linalg_verify_transpose(const tern_op_t *op) {
  const tern_attr_t *permutation = tern_op_attr(op, "permutation");
  const tern_type_t *input = tern_op_operand(op, 0)->type, *init = tern_op_operand(op, 1)->type;
  if (!tern_int_list_attr_is_permutation(permutation)) return tern_op_error(op, "permutation is not valid");
  size_t rank = tern_type_rank(input);
  if (rank != tern_type_rank(init))
    return tern_op_error(op, "input rank %zu does not match init rank %zu", rank, tern_type_rank(init));
  if (rank != tern_int_list_attr_count(permutation))
    return tern_op_error(op, "size of permutation %zu does not match the argument rank %zu",
                         tern_int_list_attr_count(permutation), rank);
  for (size_t i = 0; i < rank; i++) {
    int64_t from = tern_type_dim(input, (size_t)tern_int_list_attr_at(permutation, i)), to = tern_type_dim(init, i);
    if (from != to)
      return tern_op_error(op, "dim(result, %zu) = %" PRId64 " doesn't match dim(input, permutation[%zu]) = %" PRId64,
                           i, to, i, from);
  }
  return true;
}

bool tern_linalg_verify_broadcast(const tern_op_t *op) {
  const tern_attr_t *dimensions = tern_op_attr(op, "dimensions");
  const tern_type_t *input = tern_op_operand(op, 0)->type, *init = tern_op_operand(op, 1)->type;
  size_t input_rank = tern_type_rank(input), init_rank = tern_type_rank(init);
  size_t count = tern_int_list_attr_count(dimensions);
  if (input_rank + count != init_rank)
    return tern_op_error(op,
                         "input rank plus added dimensions does not match init rank. input rank: %zu, dimensions "
                         "size: %zu, init rank: %zu",
                         input_rank, count, init_rank);
  for (size_t i = 0; i < count; i++) {
    int64_t dim = tern_int_list_attr_at(dimensions, i);
    if (dim < 0 || (size_t)dim >= init_rank)
      return tern_op_error(op, "dimension %zu is out of range. expected range: [0, %" PRId64 "], got: %" PRId64, i,
                           (int64_t)init_rank - 1, dim);
    for (size_t j = 0; j < i; j++)
      if (tern_int_list_attr_at(dimensions, j) == dim)
        return tern_op_error(op, "dimension %zu is listed twice: %" PRId64, i, dim);
  }
  size_t next = 0;
  for (size_t dim = 0; dim < init_rank; dim++) {
    bool is_added = false;
    for (size_t i = 0; i < count; i++) is_added |= tern_int_list_attr_at(dimensions, i) == (int64_t)dim;
    if (is_added) continue;
    int64_t from = tern_type_dim(input, next), to = tern_type_dim(init, dim);
    if (from != to)
      return tern_op_error(op, "input dim %zu should match init dim %zu. input: %" PRId64 ", init: %" PRId64, next, dim,
                           from, to);
    next++;
  }
  return true;
}

// --- contractions with maps of their own ---

static bool uses_dim(const tern_affine_map_t *map, size_t dim) {
  for (size_t i = 0; i < map->result_count; i++)
    if (tern_affine_expr_is_dim(map->results[i], dim)) return true;
  return false;
}

// Are all results of `map` results of `full` too?
static bool is_subset(const tern_affine_map_t *map, const tern_affine_map_t *full) {
  for (size_t i = 0; i < map->result_count; i++) {
    bool is_found = false;
    for (size_t j = 0; j < full->result_count; j++) is_found |= map->results[i] == full->results[j];
    if (!is_found) return false;
  }
  return true;
}

static bool is_dim(const tern_affine_map_t *map, size_t result, size_t dim) {
  return result < map->result_count && tern_affine_expr_is_dim(map->results[result], dim);
}

// Dims of the batch ops: (batch, m, n, k).
static bool is_valid_batch_broadcast(const tern_affine_map_t *map, bool is_lhs) {
  if (map->result_count == 1) return is_dim(map, 0, 3);
  if (map->result_count != 2) return false;
  if (is_lhs) return (is_dim(map, 0, 0) || is_dim(map, 0, 1)) && is_dim(map, 1, 3);
  return (is_dim(map, 0, 0) && is_dim(map, 1, 3)) || (is_dim(map, 0, 3) && is_dim(map, 1, 2));
}

static bool verify_batch_maps(const tern_op_t *op, const tern_affine_map_t *const *maps,
                              const tern_affine_map_t *const *defaults) {
  for (size_t i = 0; i < 2; i++) {
    if (!is_subset(maps[i], defaults[i]))
      return tern_op_error(op, "Unexpected result dim expression (outside the set of default result dims).");
    if (maps[i]->result_count > 3) return tern_op_error(op, "no. of result dim expressions exceeds 3.");
    if (maps[i]->result_count < defaults[i]->result_count) {
      if (!is_valid_batch_broadcast(maps[i], i == 0)) return tern_op_error(op, "Invalid broadcast requested.");
    } else if (!is_dim(maps[i], 0, 0)) {
      return tern_op_error(op, "Invalid batch dimension expression.");
    }
  }
  if (maps[2]->result_count != defaults[2]->result_count)
    return tern_op_error(op, "expects %zu dims, but got (%zu).", defaults[2]->result_count, maps[2]->result_count);
  return maps[2] == defaults[2] || tern_op_error(op, "Invalid output map result dimension.");
}

bool tern_linalg_verify_matmul(const tern_op_t *op) {
  const tern_linalg_description_t *description = tern_linalg_describe(op);
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *attr = tern_op_attr(op, "indexing_maps");
  if (attr && tern_array_attr_count(attr) != 3 && !tern_op_is(op, TERN_LINALG(MATMUL)))
    return tern_op_error(op, "Indexing_map attribute must have 3 affine maps.");
  // Another number of maps is reported with what holds for all structured ops.
  if (!attr || tern_array_attr_count(attr) != 3 || attr == tern_linalg_default_maps(context, description)) return true;
  const tern_affine_map_t *maps[3], *defaults[3];
  for (size_t i = 0; i < 3; i++) {
    maps[i] = tern_affine_map_attr_value(tern_array_attr_at(attr, i));
    defaults[i] = tern_linalg_map_from_text(context, description, i, NULL, NULL);
  }
  if (!tern_op_is(op, TERN_LINALG(MATMUL))) return verify_batch_maps(op, maps, defaults);
  for (size_t i = 0; i < 2; i++) {
    if (!is_subset(maps[i], defaults[i])) return tern_op_error(op, "Unexpected dim expression in map result.");
    if (maps[i]->result_count < defaults[i]->result_count && !(maps[i]->result_count == 1 && is_dim(maps[i], 0, 2)))
      return tern_op_error(op, "Invalid broadcast requested, should be (d2).");
  }
  return true;
}

bool tern_linalg_verify_contract(const tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "indexing_maps");
  if (tern_array_attr_count(attr) != 3 || op->operand_count != 3) return true;  // reported for all structured ops
  const tern_affine_map_t *maps[3];
  for (size_t i = 0; i < 3; i++) {
    maps[i] = tern_affine_map_attr_value(tern_array_attr_at(attr, i));
    if (maps[i]->dim_count != maps[0]->dim_count)
      return tern_emit_error(op->loc, "iteration spaces of provided affine_maps differ");
    if (!tern_affine_map_is_projected_permutation(maps[i], false))
      return tern_emit_error(op->loc, "provided affine_map is not a projected permutation");
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (tern_type_is_ranked(type) && tern_type_rank(type) != maps[i]->result_count)
      return tern_emit_error(op->loc, "ranks of shaped operand and results of corresponding affine_map differ");
    if (!tern_type_is_shaped(type) && maps[i]->result_count != 0)
      return tern_emit_error(op->loc, "affine_map specifies shaped access while operand has non-shaped type");
  }
  bool has_contracting = false;
  for (size_t dim = 0; dim < maps[0]->dim_count; dim++) {
    size_t inputs = (size_t)uses_dim(maps[0], dim) + (size_t)uses_dim(maps[1], dim);
    bool is_output = uses_dim(maps[2], dim);
    if (inputs == 0 && !is_output)
      return tern_emit_error(op->loc, "iteration space dim at index %zu not used to access any operand", dim);
    if (!is_output && inputs != 2)
      return tern_emit_error(op->loc,
                             "iteration space dim at index %zu is neither a contracting dim nor of parallel "
                             "iteration type",
                             dim);
    has_contracting |= !is_output && inputs == 2;
  }
  return has_contracting || tern_emit_error(op->loc, "'indexing_maps' do not specify a contracting dimension");
}

// --- yield, index ---

bool tern_linalg_verify_yield(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent || parent->region_count != 1 || tern_region_is_empty(&parent->regions[0]))
    return tern_op_error(op, "expected single non-empty parent region");
  if (!tern_is_linalg(parent)) return tern_op_error(op, "expected parent op with LinalgOp interface");
  size_t output_count = tern_linalg_output_count(parent);
  if (op->operand_count != output_count)
    return tern_op_error(op,
                         "expected number of yield values (%u) to match the number of inits / outs operands of the "
                         "enclosing LinalgOp (%zu)",
                         op->operand_count, output_count);
  for (size_t i = 0; i < output_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    const tern_type_t *element = tern_linalg_element_of(tern_linalg_output(parent, i)->type);
    if (type != element)
      return tern_op_error(op,
                           "type of yield operand %zu ('%s') doesn't match the element type of the enclosing "
                           "linalg.generic op ('%s')",
                           i + 1, tern_type_text(type), tern_type_text(element));
  }
  return true;
}

bool tern_linalg_verify_index(const tern_op_t *op) {
  const tern_op_t *parent = tern_op_parent(op);
  if (!parent || !tern_is_linalg(parent)) return tern_op_error(op, "expected parent op with LinalgOp interface");
  int64_t dim = tern_integer_attr_value(tern_op_attr(op, "dim"));
  size_t loops = tern_linalg_loop_count(parent);
  return dim < (int64_t)loops || tern_op_error(op,
                                               "expected dim (%" PRId64
                                               ") to be lower than the number of loops (%zu) "
                                               "of the enclosing LinalgOp",
                                               dim, loops);
}

// --- softmax ---

bool tern_linalg_verify_softmax(const tern_op_t *op) {
  const tern_type_t *input = tern_op_operand(op, 0)->type, *output = tern_op_operand(op, 1)->type;
  if (!tern_type_is_ranked(input) || !tern_type_is_ranked(output))
    return tern_op_error(op, "expects ranked operands, but got '%s' and '%s'", tern_type_text(input),
                         tern_type_text(output));
  if (tern_type_element(input) != tern_type_element(output))
    return tern_op_error(op, "failed to verify that input and output have same element type");
  if (!have_same_shape(input, output)) return tern_op_error(op, "incompatible output shape");
  int64_t dimension = tern_integer_attr_value(tern_op_attr(op, "dimension"));
  return (dimension >= 0 && dimension < (int64_t)tern_type_rank(input)) ||
         tern_op_error(op, "incorrect dimension specified");
}
