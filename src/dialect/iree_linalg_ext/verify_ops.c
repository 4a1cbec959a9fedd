// Verifiers of the ops of iree_linalg_ext that choose, read and store elements, and of those that become generic ops.

#include "dialect/iree_linalg_ext/hooks.h"
#include "ir/diagnostic.h"

static const tern_type_t *element_of(const tern_value_t *value) { return tern_type_element(value->type); }

static bool is_integer_or_index(const tern_type_t *type) {
  return tern_type_is_integer(type) || tern_type_is_index(type);
}

// --- the best elements ---

// Indices that are given and those that are made are of one type, of 32 or 64 bits.
static bool verify_indices(const tern_op_t *op) {
  const tern_value_t *input = tern_linalg_ext_input(op, 1), *output = tern_linalg_ext_output(op, 1);
  const tern_type_t *type = element_of(output);
  bool is_old = tern_op_is(op, TERN_IREE_LINALG_EXT(TOPK));
  bool is_right = tern_type_is_i(type, 32) || (!is_old && is_integer_or_index(type));
  if (is_right && (!input || element_of(input) == type)) return true;
  return tern_op_error(op, is_old ? "has indices that are not i32" : "has indices that are no integers of one type");
}

bool tern_linalg_ext_verify_topk(const tern_op_t *op) {
  size_t inputs = tern_linalg_ext_input_count(op), outputs = tern_linalg_ext_output_count(op);
  bool is_old = !tern_op_is(op, TERN_IREE_LINALG_EXT(TOPK_V2));
  if (inputs < 1 || inputs > 2 || outputs > 2 || outputs < (is_old ? 2 : 1)) {
    return tern_op_error(op, "takes values and, optionally, indices, and has %s outputs",
                         is_old ? "two" : "one or two");
  }
  if (!tern_linalg_ext_are_ranked(op) || !tern_linalg_ext_verify_dimension(op, tern_linalg_ext_input(op, 0))) {
    return false;
  }
  tern_value_t *values = tern_linalg_ext_input(op, 0), *kept = tern_linalg_ext_output(op, 0);
  if (outputs == 2 && !verify_indices(op)) return false;
  if (element_of(values) != element_of(kept) || tern_type_rank(values->type) != tern_type_rank(kept->type)) {
    return tern_op_error(op, "has outputs that do not fit its input");
  }
  return tern_linalg_ext_verify_body(op, &kept, 1, 2, tern_i_type_get(tern_op_context(op), 1));
}

bool tern_linalg_ext_verify_arg_compare(const tern_op_t *op) {
  size_t inputs = tern_linalg_ext_input_count(op);
  if (inputs < 1 || inputs > 2 || tern_linalg_ext_output_count(op) != 2) {
    return tern_op_error(op, "takes values and, optionally, indices, and has two outputs");
  }
  if (!tern_linalg_ext_are_ranked(op) || !tern_linalg_ext_verify_dimension(op, tern_linalg_ext_input(op, 0))) {
    return false;
  }
  tern_value_t *values = tern_linalg_ext_input(op, 0), *kept = tern_linalg_ext_output(op, 0);
  if (!verify_indices(op)) return false;
  if (inputs == 2 && tern_op_operand_named(op, "index_base")) {
    return tern_op_error(op, "has an index_base beside indices that are given");
  }
  for (size_t i = 0; i < 2; ++i) {
    if (tern_type_rank(tern_linalg_ext_output(op, i)->type) + 1 != tern_type_rank(values->type)) {
      return tern_op_error(op, "has outputs that do not have one dim less than its input");
    }
  }
  if (element_of(values) != element_of(kept)) return tern_op_error(op, "has outputs that do not fit its input");
  return tern_linalg_ext_verify_body(op, &kept, 1, 2, tern_i_type_get(tern_op_context(op), 1));
}

// --- elements at computed places ---

bool tern_linalg_ext_verify_gather(const tern_op_t *op) {
  if (tern_linalg_ext_input_count(op) != 2 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes a source and indices, and has one output");
  }
  if (!tern_linalg_ext_are_ranked(op)) return false;
  tern_value_t *source = tern_linalg_ext_input(op, 0), *indices = tern_linalg_ext_input(op, 1);
  tern_value_t *output = tern_linalg_ext_output(op, 0);
  size_t rank = tern_type_rank(source->type), index_rank = tern_type_rank(indices->type);
  size_t depth = tern_int_list_attr_count(tern_op_attr(op, "dimension_map")),
         output_rank = tern_type_rank(output->type);
  if (!is_integer_or_index(element_of(indices))) return tern_op_error(op, "has indices that are no integers");
  if (depth == 0 || depth > rank) return tern_op_error(op, "has a dimension_map of %zu dims for rank %zu", depth, rank);
  bool has_slice = output_rank >= rank - depth;
  size_t batch = has_slice ? output_rank - (rank - depth) : 0;
  bool is_flat = index_rank == batch && depth == 1;
  bool has_depth_dim = index_rank == batch + 1 && tern_type_dim(indices->type, batch) == (int64_t)depth;
  if (!has_slice || (!is_flat && !has_depth_dim)) {
    return tern_op_error(op, "has an output of rank %zu, expected the indices' leading dims and %zu of a slice",
                         output_rank, rank - depth);
  }
  if (element_of(source) != element_of(output)) return tern_op_error(op, "has an output that does not fit its source");
  if (!tern_linalg_ext_verify_dimension_map(op, rank)) return false;
  const tern_region_t *body = &op->regions[0];
  return !body->first_block || tern_linalg_ext_verify_body(op, &output, 1, 2, element_of(output));
}

bool tern_linalg_ext_verify_map(const tern_op_t *op) {
  bool is_load = tern_op_is(op, TERN_IREE_LINALG_EXT(MAP_LOAD));
  if (!tern_linalg_ext_are_ranked(op)) return false;
  const tern_value_t *walked = tern_op_operand(op, is_load ? 1 : 0), *named = tern_op_operand(op, is_load ? 0 : 1);
  const tern_type_t *index = tern_index_type_get(tern_op_context(op));
  if (element_of(walked) != element_of(named)) return tern_op_error(op, "has operands of different elements");
  const tern_block_t *body = tern_op_body(op, 0);
  size_t arguments = tern_type_rank(walked->type), places = tern_type_rank(named->type);
  bool is_right = body && body->arg_count == arguments && body->last_op &&
                  tern_op_is(body->last_op, TERN_IREE_LINALG_EXT(YIELD)) && body->last_op->operand_count == places + 1;
  for (size_t i = 0; is_right && i < arguments; ++i) is_right = body->args[i]->type == index;
  for (size_t i = 0; is_right && i < places; ++i) is_right = tern_op_operand(body->last_op, i)->type == index;
  if (is_right) {
    const tern_type_t *last = tern_op_operand(body->last_op, places)->type;
    is_right = is_load ? last == element_of(named) : tern_type_is_i(last, 1);
  }
  return is_right || tern_op_error(op, "has a body that does not make %zu indices and %s of %zu indices", places,
                                   is_load ? "a value" : "a truth value", arguments);
}

// --- products ---

static bool verify_map_rank(const tern_op_t *op, const tern_affine_map_t *map, const tern_value_t *value,
                            size_t loops) {
  if (!map) return true;
  if (!tern_type_is_shaped(value->type) || map->result_count != tern_type_rank(value->type)) {
    return tern_op_error(op, "has an indexing map with as many results as its operand has no dims");
  }
  return (map->dim_count == loops && tern_affine_map_is_projected_permutation(map, false)) ||
         tern_op_error(op, "has an indexing map that is no projected permutation of its %zu loops", loops);
}

static bool verify_map_ranks(const tern_op_t *op, const tern_attention_t *a) {
  const tern_affine_map_t *maps[] = {a->query, a->key, a->value, a->output, a->mask};
  const tern_value_t *values[] = {tern_linalg_ext_input(op, 0), tern_linalg_ext_input(op, 1),
                                  tern_linalg_ext_input(op, 2), tern_linalg_ext_output(op, 0), a->mask_value};
  for (size_t i = 0; i < 5; ++i) {
    if (!verify_map_rank(op, maps[i], values[i], a->query->dim_count)) return false;
  }
  for (size_t i = 0; i < a->extra_count; ++i) {
    const tern_value_t *extra = tern_linalg_ext_input(op, a->first_extra + i);
    if (!verify_map_rank(op, a->extras[i], extra, a->query->dim_count)) return false;
  }
  return true;
}

bool tern_linalg_ext_verify_attention(const tern_op_t *op) {
  bool is_online = tern_op_is(op, TERN_IREE_LINALG_EXT(ONLINE_ATTENTION));
  size_t inputs = tern_linalg_ext_input_count(op), outputs = tern_linalg_ext_output_count(op);
  const tern_block_t *body = op->regions[0].first_block;
  size_t extras = body && body->arg_count > 1 ? body->arg_count - 1 : 0;
  if (inputs >= 3 && (inputs < 3 + extras || extras > TERN_LINALG_EXT_MAX_EXTRAS)) {
    return tern_op_error(
        op, "has a body with %zu arguments beside the score, which are elements of as many inputs, %d at most", extras,
        TERN_LINALG_EXT_MAX_EXTRAS);
  }
  if (inputs < 3 || inputs > 5 + extras || outputs != (is_online ? 3 : 1)) {
    return tern_op_error(op, "takes query, key, value and, optionally, a scale and a mask, and has %s",
                         is_online ? "three outputs" : "one output");
  }
  tern_attention_t a;
  if (!tern_linalg_ext_are_ranked(op)) return false;
  if (!tern_linalg_ext_read_attention(op, &a)) {
    return tern_op_error(op, "expects an indexing map for each of %zu operands", inputs + outputs);
  }
  for (size_t i = 0; i < 3; ++i) {
    const tern_value_t *value = tern_linalg_ext_input(op, i);
    if (!tern_type_is_shaped(value->type) || !tern_type_is_float(element_of(value))) {
      return tern_op_error(op, "has a query, key or value without floats");
    }
  }
  if (!verify_map_ranks(op, &a)) return false;
  for (size_t i = 0; i < extras; ++i) {
    const tern_type_t *type = tern_linalg_ext_input(op, a.first_extra + i)->type;
    if (tern_type_is_shaped(type) && tern_type_element(type) == body->args[1 + i]->type) continue;
    return tern_op_error(op, "has a body whose argument %zu is no element of input %zu", 1 + i, a.first_extra + i);
  }
  bool is_right =
      !body || (body->arg_count > 0 && tern_type_is_float(body->args[0]->type) && body->last_op &&
                body->last_op->operand_count == 1 && tern_op_operand(body->last_op, 0)->type == body->args[0]->type);
  return is_right || tern_op_error(op, "has a body that does not make a float of a float");
}

bool tern_linalg_ext_verify_group_matmul(const tern_op_t *op) {
  if (tern_linalg_ext_input_count(op) != 4 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes rows, matrices, ends of groups and a first row, and has one output");
  }
  static const size_t ranks[] = {2, 3, 1};
  for (size_t i = 0; i < 3; ++i) {
    const tern_type_t *type = tern_linalg_ext_input(op, i)->type;
    if (!tern_type_is_ranked(type) || tern_type_rank(type) != ranks[i]) {
      return tern_op_error(op, "has an input %zu whose rank is not %zu", i, ranks[i]);
    }
  }
  const tern_type_t *output = tern_linalg_ext_output(op, 0)->type;
  if (!tern_type_is_ranked(output) || tern_type_rank(output) != 2)
    return tern_op_error(op, "has an output that is no matrix");
  if (!is_integer_or_index(element_of(tern_linalg_ext_input(op, 2))) ||
      !tern_type_is_index(tern_linalg_ext_input(op, 3)->type)) {
    return tern_op_error(op, "has ends of groups that are no integers, or a first row that is no index");
  }
  const tern_type_t *lhs = element_of(tern_linalg_ext_input(op, 0)), *rhs = element_of(tern_linalg_ext_input(op, 1));
  bool is_float = tern_type_is_float(lhs) && tern_type_is_float(rhs) && tern_type_is_float(tern_type_element(output));
  bool is_integer =
      tern_type_is_integer(lhs) && tern_type_is_integer(rhs) && tern_type_is_integer(tern_type_element(output));
  return is_float || is_integer || tern_op_error(op, "mixes integers and floats");
}

// --- winograd ---

bool tern_linalg_ext_verify_winograd(const tern_op_t *op) {
  bool is_filter = tern_op_is(op, TERN_IREE_LINALG_EXT(WINOGRAD_FILTER_TRANSFORM));
  bool is_output = tern_op_is(op, TERN_IREE_LINALG_EXT(WINOGRAD_OUTPUT_TRANSFORM));
  if (tern_linalg_ext_input_count(op) != 1 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes one input and has one output");
  }
  const tern_type_t *image = tern_linalg_ext_input(op, 0)->type, *tiles = tern_linalg_ext_output(op, 0)->type;
  if (is_output) {
    const tern_type_t *swapped = image;
    image = tiles;
    tiles = swapped;
  }
  if (!tern_type_is_ranked(image) || tern_type_rank(image) != 4 || !tern_type_is_ranked(tiles) ||
      tern_type_rank(tiles) != (is_filter ? 4 : 6)) {
    return tern_op_error(op, "expects an image of 4 dims and tiles of %d", is_filter ? 4 : 6);
  }
  if (!tern_type_is_float(tern_type_element(image)) || tern_type_element(image) != tern_type_element(tiles)) {
    return tern_op_error(op, "has operands that are not of one type of floats");
  }
  const tern_attr_t *dims = tern_op_attr(op, is_filter ? "kernel_dimensions" : "image_dimensions");
  bool is_right = !dims || tern_int_list_attr_count(dims) == 2;
  for (size_t i = 0; dims && is_right && i < 2; ++i) {
    is_right = tern_int_list_attr_at(dims, i) >= 0 && tern_int_list_attr_at(dims, i) < 4;
  }
  if (!is_right || (dims && tern_int_list_attr_at(dims, 0) >= tern_int_list_attr_at(dims, 1))) {
    return tern_op_error(op, "expects two dims of the image, the lower first");
  }
  int64_t alpha = tern_integer_attr_value(tern_op_attr(op, "output_tile_size")) +
                  tern_integer_attr_value(tern_op_attr(op, "kernel_size")) - 1;
  for (size_t i = 0; i < 2; ++i) {
    if (tern_type_dim(tiles, i) != alpha) return tern_op_error(op, "expects tiles of size %lld", (long long)alpha);
  }
  return true;
}

void tern_linalg_ext_image_dims(const tern_op_t *op, size_t out_dims[2]) {
  bool is_filter = tern_op_is(op, TERN_IREE_LINALG_EXT(WINOGRAD_FILTER_TRANSFORM));
  const tern_attr_t *dims = tern_op_attr(op, is_filter ? "kernel_dimensions" : "image_dimensions");
  const tern_attr_t *format = tern_op_attr(op, "tensor_format");
  size_t first = is_filter ? 0 : 1;
  if (format && tern_str_equal_cstr(tern_string_attr_value(format), is_filter ? "fchw" : "nchw")) first = 2;
  for (size_t i = 0; i < 2; ++i) out_dims[i] = dims ? (size_t)tern_int_list_attr_at(dims, i) : first + i;
}

// --- others ---

bool tern_linalg_ext_verify_custom_op(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  size_t outputs = tern_linalg_ext_output_count(op);
  bool is_right = body && body->arg_count == op->operand_count && body->last_op &&
                  tern_op_is(body->last_op, TERN_IREE_LINALG_EXT(YIELD)) && body->last_op->operand_count == outputs;
  for (size_t i = 0; is_right && i < body->arg_count; ++i) {
    const tern_type_t *given = tern_op_operand(op, i)->type, *taken = body->args[i]->type;
    is_right = tern_type_is_shaped(given) ? tern_type_is_ranked(given) && tern_type_is_ranked(taken) &&
                                                tern_type_rank(given) == tern_type_rank(taken) &&
                                                tern_type_element(given) == tern_type_element(taken)
                                          : given == taken;
  }
  return is_right ||
         tern_op_error(op, "has a body that does not take a tensor for each operand and yield one for each output");
}

bool tern_linalg_ext_verify_reverse(const tern_op_t *op) {
  if (tern_linalg_ext_input_count(op) != 1 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes one input and has one output");
  }
  if (!tern_linalg_ext_are_ranked(op)) return false;
  const tern_type_t *input = tern_linalg_ext_input(op, 0)->type, *output = tern_linalg_ext_output(op, 0)->type;
  const tern_attr_t *dims = tern_op_attr(op, "dimensions");
  if (tern_type_rank(input) != tern_type_rank(output) || tern_type_element(input) != tern_type_element(output)) {
    return tern_op_error(op, "has an output that does not fit its input");
  }
  for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
    int64_t dim = tern_int_list_attr_at(dims, i);
    if (dim < 0 || (uint64_t)dim >= tern_type_rank(input)) {
      return tern_op_error(op, "has dimension %lld, but its operand has rank %zu", (long long)dim,
                           tern_type_rank(input));
    }
  }
  return true;
}
