// What holds for every structured op (upstream: verifyStructuredOpInterface, IndexingMapOpInterface, and the
// contraction, convolution and fill interfaces).

#include <inttypes.h>

#include "dialect/linalg/build.h"
#include "dialect/linalg/convolution.h"
#include "dialect/linalg/hooks.h"

// The text of a map for a message; valid until `sb` is deinitialised.
static const char *map_text(const tern_affine_map_t *map, tern_string_builder_t *sb) {
  tern_affine_map_print(map, sb);
  return tern_string_builder_view(sb).data;
}

static size_t rank_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_TENSOR ? tern_type_rank(type) : 0;
}

// --- destination style ---

static bool verify_destination_style(const tern_op_t *op) {
  size_t tensor_count = 0;
  size_t output_count = tern_linalg_output_count(op);
  for (size_t i = 0; i < output_count; i++) tensor_count += tern_linalg_output(op, i)->type->kind == TERN_TYPE_TENSOR;
  if (tensor_count != op->result_count)
    return tern_op_error(op,
                         "expected the number of tensor results (%u) to be equal to the number of output tensors (%zu)",
                         op->result_count, tensor_count);
  size_t result = 0;
  for (size_t i = 0; i < output_count; i++) {
    const tern_type_t *type = tern_linalg_output(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR) continue;
    const tern_type_t *result_type = op->results[result++].type;
    if (type != result_type)
      return tern_op_error(op, "expected type of operand #%zu ('%s') to match type of corresponding result ('%s')",
                           tern_linalg_output_position(op, i), tern_type_text(type), tern_type_text(result_type));
  }
  return true;
}

// --- indexing maps ---

// All results of the maps of all operands, as one map over the loops.
static const tern_affine_map_t *loops_to_shapes(const tern_op_t *op) {
  const tern_affine_map_t *map = NULL;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_affine_map_t *pair[] = {map, tern_linalg_indexing_map(op, i)};
    map = map ? tern_affine_map_concat(tern_op_context(op), pair, 2) : pair[1];
  }
  return map;
}

// Extents of the loops as upstream takes them: from the first dim that a loop runs over. False if some loop has none.
static bool first_extents(const tern_op_t *op, size_t loops, int64_t *out_extents) {
  bool is_known[TERN_LINALG_MAX_LOOPS] = {false};
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t dim = 0; dim < map->result_count; dim++) {
      if (map->results[dim]->kind != TERN_AFFINE_DIM) continue;
      size_t loop = (size_t)map->results[dim]->value;
      if (is_known[loop]) continue;
      is_known[loop] = true;
      out_extents[loop] = tern_type_dim(tern_op_operand(op, i)->type, dim);
    }
  }
  for (size_t loop = 0; loop < loops; loop++)
    if (!is_known[loop]) return false;
  return true;
}

static bool verify_inferred_dim(const tern_op_t *op, size_t position, const tern_affine_map_t *map, size_t dim,
                                const int64_t *lasts) {
  static const int64_t zeros[TERN_LINALG_MAX_LOOPS];
  int64_t shape = tern_type_dim(tern_op_operand(op, position)->type, dim), first, last;
  if (shape == TERN_DYNAMIC || shape == 0) return true;
  if (!tern_affine_expr_evaluate(map->results[dim], zeros, NULL, &first) ||
      !tern_affine_expr_evaluate(map->results[dim], lasts, NULL, &last))
    return true;
  int64_t low = first < last ? first : last, high = first < last ? last : first, inferred = high + 1;
  if (low < 0) {
    tern_string_builder_t sb = {0};
    tern_op_error(op, "unexpected result less than 0 at expression #%zu in %s", dim, map_text(map, &sb));
    tern_string_builder_deinitialize(&sb);
    return false;
  }
  if (map->results[dim]->kind == TERN_AFFINE_DIM)
    return inferred == shape || tern_op_error(op,
                                              "inferred input/output operand #%zu has shape's dimension #%zu to be "
                                              "%" PRId64 ", but found %" PRId64,
                                              position, dim, inferred, shape);
  return inferred <= shape || tern_op_error(op,
                                            "inferred input/output operand #%zu has shape's dimension #%zu to be "
                                            "greater than or equal to %" PRId64 ", but found %" PRId64,
                                            position, dim, inferred, shape);
}

static bool verify_shapes(const tern_op_t *op, size_t loops) {
  int64_t extents[TERN_LINALG_MAX_LOOPS];
  if (!first_extents(op, loops, extents)) {
    tern_string_builder_t sb = {0};
    tern_op_error(op, "invalid indexing maps are non-invertible: (%s)", map_text(loops_to_shapes(op), &sb));
    tern_string_builder_deinitialize(&sb);
    return false;
  }
  for (size_t loop = 0; loop < loops; loop++) {
    if (extents[loop] == TERN_DYNAMIC) return true;
    extents[loop]--;
  }
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t dim = 0; dim < map->result_count; dim++)
      if (!verify_inferred_dim(op, i, map, dim, extents)) return false;
  }
  return true;
}

static size_t map_count(const tern_op_t *op) {
  tern_linalg_form_t form = tern_linalg_describe(op)->form;
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  bool has_maps = form == TERN_LINALG_FORM_GENERIC || form == TERN_LINALG_FORM_CONTRACT ||
                  form == TERN_LINALG_FORM_NAMED_MAPS ||
                  (form == TERN_LINALG_FORM_ELEMENTWISE && maps && tern_array_attr_count(maps) > 0);
  return has_maps && maps ? tern_array_attr_count(maps) : op->operand_count;
}

static bool verify_maps(const tern_op_t *op) {
  if (map_count(op) != op->operand_count)
    return tern_op_error(op,
                         "expected the number of indexing_map (%zu) to be equal to the number of input/output "
                         "operands (%u)",
                         map_count(op), op->operand_count);
  size_t loops = tern_linalg_loop_count(op);
  if (loops > TERN_LINALG_MAX_LOOPS)
    return tern_op_error(op, "has %zu loops, but at most %d are supported", loops, TERN_LINALG_MAX_LOOPS);
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (map->symbol_count != 0) return tern_op_error(op, "unexpected symbols in indexing_map #%zu", i);
    size_t rank = rank_of(tern_op_operand(op, i)->type);
    if (map->result_count != rank)
      return tern_op_error(op, "expected operand #%zu rank (%zu) to match the result rank of indexing_map (%zu)", i,
                           rank, map->result_count);
  }
  for (size_t i = 0; i < op->operand_count; i++)
    if (tern_linalg_indexing_map(op, i)->dim_count != loops)
      return tern_op_error(op, "expected indexing_map #%zu to have %zu dim(s) to match the number of loops", i, loops);
  return verify_shapes(op, loops);
}

bool tern_linalg_verify_generic_attrs(const tern_op_t *op) {
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps"), *iterators = tern_op_attr(op, "iterator_types");
  if (!maps || maps->kind != TERN_ATTR_ARRAY || tern_array_attr_count(maps) != op->operand_count)
    return tern_op_error(op, "expects 'indexing_maps' to be an array with a map for each of %u operands",
                         op->operand_count);
  if (!iterators || iterators->kind != TERN_ATTR_ARRAY || tern_array_attr_count(iterators) > TERN_LINALG_MAX_LOOPS)
    return tern_op_error(op, "expects 'iterator_types' to be an array of at most %d iterators", TERN_LINALG_MAX_LOOPS);
  size_t loops = tern_array_attr_count(iterators);
  for (size_t i = 0; i < loops; i++)
    if (tern_array_attr_at(iterators, i)->kind != TERN_ATTR_ENUM)
      return tern_op_error(op, "expects element #%zu of 'iterator_types' to be an iterator type", i);
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_attr_t *map = tern_array_attr_at(maps, i);
    if (map->kind != TERN_ATTR_AFFINE_MAP || tern_affine_map_attr_value(map)->dim_count != loops)
      return tern_op_error(op, "expects element #%zu of 'indexing_maps' to be a map of %zu loops", i, loops);
  }
  return true;
}

// --- body ---

static bool verify_body(const tern_op_t *op) {
  if (op->region_count != 1 || !op->regions[0].first_block || op->regions[0].first_block->next)
    return tern_op_error(op, "expects to have 1 region with 1 block");
  const tern_block_t *body = tern_linalg_body(op);
  if (body->arg_count != op->operand_count)
    return tern_op_error(op,
                         "expected as many non-induction variable region arguments as the number of input/output "
                         "operands");
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_type_t *element = tern_linalg_element_of(tern_op_operand(op, i)->type);
    if (body->args[i]->type != element)
      return tern_op_error(op,
                           "expected type of bb argument #%zu ('%s') to match element or self type of the "
                           "corresponding operand ('%s')",
                           i, tern_type_text(body->args[i]->type), tern_type_text(element));
  }
  return true;
}

// --- families ---

bool tern_linalg_verify_fill(const tern_op_t *op) {
  if (tern_linalg_input_count(op) != 1 || tern_linalg_output_count(op) != 1)
    return tern_emit_error(op->loc, "expected op with 1 input and 1 output");
  const tern_type_t *value = tern_linalg_input(op, 0)->type, *output = tern_linalg_output(op, 0)->type;
  if (rank_of(value) != 0 || (tern_type_is_shaped(value) && value->kind != TERN_TYPE_VECTOR))
    return tern_emit_error(op->loc, "expected op with scalar input");
  const tern_type_t *element = tern_type_element(output);
  return value == element || tern_op_error(op, "expected fill value type ('%s') to match output element type ('%s')",
                                           tern_type_text(value), tern_type_text(element));
}

static bool verify_contraction(const tern_op_t *op) {
  if (tern_linalg_input_count(op) != 2 || tern_linalg_output_count(op) != 1)
    return tern_op_error(op, "expected op with 2 inputs and 1 outputs");
  for (size_t i = 0; i < 3; i++)
    if (!tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), false))
      return tern_op_error(op, "expected indexing maps to be projected permutations");
  if (tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) == 0)
    return tern_op_error(op, "expected at least a reduction loop");
  return true;
}

// Maps that a convolution in generic form carries along must be those of a convolution, if not its own.
static bool verify_memoized_maps(const tern_op_t *op) {
  const tern_attr_t *maps = tern_op_attr(op, "linalg.memoized_indexing_maps");
  if (!maps || maps->kind != TERN_ATTR_ARRAY || tern_array_attr_count(maps) != op->operand_count) return true;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_attr_t *attr = tern_array_attr_at(maps, i);
    if (attr->kind != TERN_ATTR_AFFINE_MAP) return true;
    const tern_affine_map_t *map = tern_affine_map_attr_value(attr);
    tern_window_t window = {0};
    for (size_t j = 0; i == 0 && j < map->result_count; j++)
      if (!tern_window_add(&window, map->results[j]))
        return tern_op_error(op, "unexpected input index map for convolutions");
    if (i > 0 && !tern_affine_map_is_projected_permutation(map, false))
      return tern_op_error(op, "expected output/filter indexing maps to be projected permutations");
  }
  return true;
}

bool tern_linalg_verify(const tern_op_t *op) {
  const tern_linalg_description_t *description = tern_linalg_describe(op);
  if (!verify_destination_style(op)) return false;
  if (op->operand_count > 0 && !tern_linalg_has_tensor_semantics(op) && !tern_linalg_has_buffer_semantics(op))
    return tern_op_error(op, "expected to have pure tensor or buffer semantics");
  bool has_fixed_arity = description->input_count > 0;
  if (has_fixed_arity &&
      (tern_linalg_input_count(op) != description->input_count || tern_linalg_output_count(op) != 1) &&
      description->family != TERN_LINALG_FAMILY_FILL)
    return tern_op_error(op, "expects %zu inputs and 1 output, but got %zu and %zu", description->input_count,
                         tern_linalg_input_count(op), tern_linalg_output_count(op));
  if (description->family == TERN_LINALG_FAMILY_CONVOLUTION && !verify_memoized_maps(op)) return false;
  if (!verify_maps(op) || !verify_body(op)) return false;
  // Contractions and convolutions with the maps of their rows are right by construction.
  return description->form != TERN_LINALG_FORM_NAMED_MAPS || verify_contraction(op);
}
