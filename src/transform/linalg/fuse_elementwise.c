// Element-wise fusion of generic ops on tensors (upstream: ElementwiseOpFusion.cpp).

#include "transform/linalg/fuse_elementwise.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "transform/linalg/move_bodies.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

// A generic op being made: inputs and maps in order, and what the consumer's outputs stay.
typedef struct fused {
  TERN_VEC(tern_value_t *) inputs;
  TERN_VEC(const tern_affine_map_t *) maps;  // of the inputs
  // Outputs in front of the consumer's own: results of the producer that are kept.
  TERN_VEC(tern_value_t *) kept_outputs;
  TERN_VEC(const tern_affine_map_t *) kept_maps;
} fused_t;

static void deinitialize(fused_t *fused) {
  tern_vec_deinitialize(&fused->inputs);
  tern_vec_deinitialize(&fused->maps);
  tern_vec_deinitialize(&fused->kept_outputs);
  tern_vec_deinitialize(&fused->kept_maps);
}

static void push_input(fused_t *fused, tern_value_t *value, const tern_affine_map_t *map) {
  tern_vec_push(&fused->inputs, value);
  tern_vec_push(&fused->maps, map);
}

static void no_body(tern_builder_t *b, tern_block_t *body, void *user) { (void)b, (void)body, (void)user; }

// Makes the generic with the consumer's outputs and iterators and an empty body, before the consumer.
static tern_op_t *build_shell(tern_op_t *consumer, fused_t *fused) {
  tern_builder_t b = tern_builder_before(consumer);
  TERN_VEC(tern_value_t *) outputs = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  size_t loops = tern_linalg_loop_count(consumer), outs = tern_linalg_output_count(consumer);
  tern_iterator_t iterators[MAX_LOOPS];
  for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(consumer, i);
  size_t input_count = fused->maps.count;
  for (size_t i = 0; i < fused->kept_outputs.count; ++i) {
    tern_vec_push(&outputs, fused->kept_outputs.values[i]);
    tern_vec_push(&types, fused->kept_outputs.values[i]->type);
    tern_vec_push(&fused->maps, fused->kept_maps.values[i]);
  }
  for (size_t i = 0; i < outs; ++i) {
    tern_vec_push(&outputs, tern_linalg_output(consumer, i));
    tern_vec_push(&types, tern_op_result(consumer, i)->type);
    tern_vec_push(&fused->maps, tern_linalg_output_map(consumer, i));
  }
  tern_op_t *shell = tern_linalg_build_generic(
      &b, (tern_types_t){types.values, types.count}, (tern_values_t){fused->inputs.values, fused->inputs.count},
      (tern_values_t){outputs.values, outputs.count}, fused->maps.values, iterators, loops, no_body, NULL);
  fused->maps.count = input_count;
  tern_vec_deinitialize(&outputs);
  tern_vec_deinitialize(&types);
  return shell;
}

// Clones the ops of `source` into the builder; `values` maps its arguments.
static void clone_body(tern_builder_t *b, tern_block_t *source, tern_map_t *values, bool with_terminator) {
  tern_block_for_each_op(source, op) {
    if (op == source->last_op && !with_terminator) break;
    tern_builder_clone(b, op, values);
  }
}

// Discardable attributes stay with the consumer.
static tern_op_t *replace_consumer(tern_op_t *consumer, tern_op_t *fused) {
  fused->attrs = consumer->attrs;
  for (size_t i = 0; i < consumer->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(consumer, i), tern_op_result(fused, i));
  }
  tern_op_destroy(consumer);
  return fused;
}

// --- inputs ---

// Takes input `index` out of the op, but not its argument out of the body.
static void erase_input(tern_op_t *op, size_t index) {
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  TERN_VEC(const tern_attr_t *) kept = {0};
  for (size_t i = 0; i < tern_array_attr_count(maps); ++i) {
    if (i != index) tern_vec_push(&kept, tern_array_attr_at(maps, i));
  }
  int32_t segments[] = {(int32_t)tern_linalg_input_count(op) - 1, (int32_t)tern_linalg_output_count(op)};
  tern_op_erase_operands(op, index, 1);
  tern_op_set_segment_sizes(op, segments, 2);
  tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(tern_op_context(op), kept.values, kept.count));
  tern_vec_deinitialize(&kept);
}

static void exchange_args(tern_block_t *body, size_t a, size_t b) {
  tern_value_t *arg = body->args[a];
  body->args[a] = body->args[b];
  body->args[b] = arg;
  body->args[a]->index = (uint32_t)a;
  body->args[b]->index = (uint32_t)b;
}

tern_op_t *tern_merge_generic_inputs(tern_op_t *op) {
  tern_block_t *body = tern_linalg_body(op);
  for (size_t i = tern_linalg_input_count(op); i-- > 1;) {
    size_t place = 0;
    while (place < i && (tern_linalg_input(op, place) != tern_linalg_input(op, i) ||
                         tern_linalg_indexing_map(op, place) != tern_linalg_indexing_map(op, i))) {
      ++place;
    }
    if (place == i) continue;
    if (tern_merge_values(body->args[place], body->args[i]) == body->args[i]) exchange_args(body, place, i);
    tern_block_erase_arg(body, i);
    erase_input(op, i);
  }
  return op;
}

// Would each loop still find its extent in an operand without this input?
static bool has_extents_without(const tern_op_t *op, size_t index) {
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    bool is_found = false;
    for (size_t i = 0; i < op->operand_count && !is_found; ++i) {
      const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
      for (size_t d = 0; i != index && d < map->result_count; ++d) {
        is_found |= tern_affine_expr_is_dim(map->results[d], l);
      }
    }
    if (!is_found) return false;
  }
  return true;
}

tern_op_t *tern_fuse_constant(tern_op_t *consumer, size_t index) {
  tern_value_t *input = tern_linalg_input(consumer, index);
  const tern_attr_t *constant = tern_value_constant(input);
  if (!constant || input->type->kind != TERN_TYPE_TENSOR || constant->kind != TERN_ATTR_DENSE_ELEMENTS ||
      !tern_dense_elements_attr_is_splat(constant)) {
    return NULL;
  }
  const tern_attr_t *element = tern_dense_elements_attr_at(constant, 0);
  if (!tern_attr_is_integer(element) && !tern_attr_is_float(element)) return NULL;
  // The input may be the only one that gives a loop its extent; then it has to stay.
  if (!has_extents_without(consumer, index)) return NULL;
  tern_block_t *body = tern_linalg_body(consumer);
  if (tern_value_has_uses(body->args[index])) {
    tern_builder_t b = tern_builder_at_start(body, consumer->loc);
    tern_value_replace_all_uses(body->args[index], tern_build_constant(&b, element));
  }
  tern_block_erase_arg(body, index);
  erase_input(consumer, index);
  return consumer;
}

// --- producers ---

static bool can_fuse(const tern_op_t *producer, const tern_op_t *consumer, size_t index, size_t result) {
  if (producer->block != consumer->block || !tern_op_is(producer, TERN_LINALG(GENERIC)) ||
      !tern_linalg_has_tensor_semantics(producer) || !tern_linalg_is_all_parallel(producer)) {
    return false;
  }
  const tern_affine_map_t *consumer_map = tern_linalg_indexing_map(consumer, index);
  if (consumer_map->result_count != tern_linalg_loop_count(producer)) return false;
  if (!tern_affine_map_is_permutation(tern_linalg_output_map(producer, result))) {
    return false;
  }
  for (size_t i = 0; i < tern_linalg_output_count(producer); ++i) {
    if (tern_linalg_reads_output(producer, i)) return false;
  }
  return true;
}

// Every loop of the fused op must still find its extent in some operand.
static bool has_extents(const tern_op_t *shell) {
  int64_t ranges[MAX_LOOPS];
  return tern_linalg_static_loop_ranges(shell, ranges);
}

// linalg.index of the producer, in terms of the consumer's loops.
static void map_producer_indices(tern_builder_t *b, tern_op_t *producer, const tern_affine_map_t *loops_of_producer,
                                 tern_map_t *values) {
  tern_value_t *indices[MAX_LOOPS] = {0};
  tern_block_for_each_op(tern_linalg_body(producer), inner) {
    if (!tern_op_is(inner, TERN_LINALG(INDEX))) continue;
    size_t loop = (size_t)tern_integer_attr_value(tern_op_attr(inner, "dim"));
    for (size_t i = 0; i < loops_of_producer->dim_count; ++i) {
      if (indices[i] || !tern_affine_expr_uses_dim(loops_of_producer->results[loop], i)) continue;
      indices[i] = tern_linalg_build_index(b, i);
    }
    tern_map_set(values, tern_op_result(inner, 0),
                 tern_build_affine_expr(b, loops_of_producer->results[loop], indices, NULL));
  }
}

// Loops of the producer as functions of the consumer's: the map of its result inverted, behind the consumer's.
static const tern_affine_map_t *map_loops(const tern_op_t *producer, size_t result, const tern_op_t *consumer,
                                          size_t index) {
  const tern_affine_map_t *result_map = tern_linalg_output_map(producer, result);
  return tern_affine_map_compose(tern_affine_map_inverse_permutation(result_map),
                                 tern_linalg_indexing_map(consumer, index));
}

// Does the consumer's input `i` hold what the producer computes in the same iteration?
static bool is_computed_here(const tern_op_t *producer, const tern_op_t *consumer, size_t i,
                             const tern_affine_map_t *loops_of_producer) {
  const tern_value_t *input = tern_linalg_input(consumer, i);
  return tern_value_defining_op(input) == producer && can_fuse(producer, consumer, i, input->index) &&
         map_loops(producer, input->index, consumer, i) == loops_of_producer;
}

// The op with the producer's inputs in the place of input `index`; with `keep`, with the producer's results too.
static tern_op_t *build_fused_shell(tern_op_t *producer, tern_op_t *consumer, size_t index, bool keep,
                                    const tern_affine_map_t *loops_of_producer) {
  fused_t fused = {0};
  for (size_t i = 0; i < tern_linalg_input_count(consumer); ++i) {
    for (size_t k = 0; i == index && k < tern_linalg_input_count(producer); ++k) {
      push_input(&fused, tern_linalg_input(producer, k),
                 tern_affine_map_compose(tern_linalg_indexing_map(producer, k), loops_of_producer));
    }
    if (is_computed_here(producer, consumer, i, loops_of_producer)) continue;
    push_input(&fused, tern_linalg_input(consumer, i), tern_linalg_indexing_map(consumer, i));
  }
  for (size_t k = 0; keep && k < producer->result_count; ++k) {
    tern_vec_push(&fused.kept_outputs, tern_linalg_output(producer, k));
    tern_vec_push(&fused.kept_maps, tern_affine_map_compose(tern_linalg_output_map(producer, k), loops_of_producer));
  }
  tern_op_t *shell = build_shell(consumer, &fused);
  deinitialize(&fused);
  if (has_extents(shell)) return shell;
  tern_op_destroy(shell);
  return NULL;
}

// The producer's body, then the consumer's; what is kept is yielded first.
static void fill_fused_body(tern_op_t *shell, tern_op_t *producer, tern_op_t *consumer, size_t index, bool keep,
                            const tern_affine_map_t *loops_of_producer) {
  tern_block_t *body = tern_linalg_body(consumer), *source = tern_linalg_body(producer),
               *target = tern_linalg_body(shell);
  size_t inputs = tern_linalg_input_count(consumer), kept = keep ? producer->result_count : 0, place = 0, first = 0;
  tern_builder_t b = tern_builder_at_end(target, consumer->loc);
  tern_map_t values = {0};
  for (size_t i = 0; i < index; ++i) first += !is_computed_here(producer, consumer, i, loops_of_producer);
  for (size_t k = 0; k < tern_linalg_input_count(producer); ++k) {
    tern_map_set(&values, source->args[k], target->args[first + k]);
  }
  map_producer_indices(&b, producer, loops_of_producer, &values);
  tern_block_for_each_op(source, inner) {
    if (inner == source->last_op) break;
    if (!tern_op_is(inner, TERN_LINALG(INDEX))) tern_builder_clone(&b, inner, &values);
  }
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (i == index) place += tern_linalg_input_count(producer);
    if (i == inputs) place += kept;
    if (i < inputs && is_computed_here(producer, consumer, i, loops_of_producer)) {
      tern_value_t *yielded = tern_op_operand(source->last_op, tern_linalg_input(consumer, i)->index);
      tern_value_t *computed = tern_map_get(&values, yielded);
      tern_map_set(&values, body->args[i], computed ? computed : yielded);
    } else {
      tern_map_set(&values, body->args[i], target->args[place++]);
    }
  }
  clone_body(&b, body, &values, true);
  for (size_t k = 0; k < kept; ++k) {
    tern_value_t *value = tern_op_operand(source->last_op, k), *copy = tern_map_get(&values, value);
    tern_op_insert_operands(target->last_op, k, (tern_values_t){copy ? &copy : &value, 1});
  }
  tern_map_deinitialize(&values);
}

// The same by moving the bodies, which leaves the ops without.
static void move_fused_body(tern_op_t *shell, tern_op_t *producer, tern_op_t *consumer, size_t index, bool keep,
                            const tern_affine_map_t *loops_of_producer) {
  tern_block_t *body = tern_linalg_body(consumer), *source = tern_linalg_body(producer);
  size_t inputs = tern_linalg_input_count(consumer), producer_inputs = tern_linalg_input_count(producer);
  size_t kept = keep ? producer->result_count : 0;
  tern_builder_t b = tern_builder_at_start(source, consumer->loc);
  tern_map_t indices = {0};
  map_producer_indices(&b, producer, loops_of_producer, &indices);
  for (size_t i = 0; i < indices.entry_count; ++i) {
    tern_value_t *old = (tern_value_t *)indices.entries[i].key;
    tern_value_replace_all_uses(old, indices.entries[i].value);
    tern_op_destroy(tern_value_defining_op(old));
  }
  tern_map_deinitialize(&indices);
  tern_body_args_t args = {0}, yielded = {0};
  for (size_t i = 0; i < body->arg_count; ++i) {
    for (size_t k = 0; i == index && k < producer_inputs; ++k) tern_vec_push(&args, source->args[k]);
    for (size_t k = 0; i == inputs && k < kept; ++k) tern_vec_push(&args, source->args[producer_inputs + k]);
    if (i < inputs && is_computed_here(producer, consumer, i, loops_of_producer)) {
      tern_value_t *computed = tern_op_operand(source->last_op, tern_linalg_input(consumer, i)->index);
      tern_value_replace_all_uses(body->args[i], computed);
    } else {
      tern_vec_push(&args, body->args[i]);
    }
  }
  for (size_t k = 0; k < kept; ++k) tern_vec_push(&yielded, tern_op_operand(source->last_op, k));
  tern_op_insert_operands(body->last_op, 0, (tern_values_t){yielded.values, yielded.count});
  tern_op_destroy(source->last_op);
  tern_vec_deinitialize(&yielded);
  tern_move_bodies(shell, source, body, &args);
  tern_vec_deinitialize(&args);
}

tern_op_t *tern_fuse_producer(tern_op_t *consumer, size_t index) {
  tern_value_t *input = tern_linalg_input(consumer, index);
  tern_op_t *producer = tern_value_defining_op(input);
  if (!producer || !can_fuse(producer, consumer, index, input->index)) return NULL;
  const tern_affine_map_t *loops = map_loops(producer, input->index, consumer, index);
  tern_op_t *shell = build_fused_shell(producer, consumer, index, false, loops);
  if (!shell) return NULL;
  fill_fused_body(shell, producer, consumer, index, false, loops);
  return replace_consumer(consumer, shell);
}

static bool is_used_by_others(const tern_op_t *producer, const tern_op_t *consumer) {
  for (size_t r = 0; r < producer->result_count; ++r) {
    tern_value_for_each_use(&producer->results[r], use) {
      if (use->owner != consumer) return true;
    }
  }
  return false;
}

tern_op_t *tern_fuse_only_user(tern_op_t *consumer, size_t index) {
  tern_value_t *input = tern_linalg_input(consumer, index);
  tern_op_t *producer = tern_value_defining_op(input);
  if (!producer || !can_fuse(producer, consumer, index, input->index)) return NULL;
  const tern_affine_map_t *loops = map_loops(producer, input->index, consumer, index);
  tern_op_t *shell = build_fused_shell(producer, consumer, index, false, loops);
  if (!shell) return NULL;
  // The shell needs the producer where the consumer reads it in another place too.
  if (is_used_by_others(producer, consumer)) {
    fill_fused_body(shell, producer, consumer, index, false, loops);
    return replace_consumer(consumer, shell);
  }
  move_fused_body(shell, producer, consumer, index, false, loops);
  shell = replace_consumer(consumer, shell);
  tern_op_destroy(producer);
  return shell;
}

// --- producers whose results are kept ---

static bool is_first_user(const tern_op_t *producer, const tern_op_t *consumer) {
  for (size_t r = 0; r < producer->result_count; ++r) {
    tern_value_for_each_use(&producer->results[r], use) {
      const tern_op_t *user = use->owner;
      while (user && user->block != producer->block) user = tern_op_parent(user);
      if (!user || (user != consumer && tern_op_is_before(user, consumer))) return false;
    }
  }
  return true;
}

static bool is_used_by_shell(const tern_op_t *producer, const tern_op_t *shell) {
  for (size_t i = 0; i < shell->operand_count; ++i) {
    if (tern_value_defining_op(tern_op_operand(shell, i)) == producer) return true;
  }
  return false;
}

tern_op_t *tern_fuse_producer_keeping_results(tern_op_t *consumer, size_t index) {
  tern_value_t *input = tern_linalg_input(consumer, index);
  tern_op_t *producer = tern_value_defining_op(input);
  if (!producer || !can_fuse(producer, consumer, index, input->index)) return NULL;
  if (!tern_linalg_is_all_parallel(consumer) || !is_first_user(producer, consumer) ||
      !tern_affine_map_is_permutation(tern_linalg_indexing_map(consumer, index))) {
    return NULL;
  }
  // One that the consumer starts from would be written before it is read.
  for (size_t i = 0; i < tern_linalg_output_count(consumer); ++i) {
    if (tern_value_defining_op(tern_linalg_output(consumer, i)) == producer) return NULL;
  }
  const tern_affine_map_t *loops = map_loops(producer, input->index, consumer, index);
  tern_op_t *shell = build_fused_shell(producer, consumer, index, true, loops);
  if (!shell) return NULL;
  bool is_needed = is_used_by_shell(producer, shell);
  (is_needed ? fill_fused_body : move_fused_body)(shell, producer, consumer, index, true, loops);
  // Where the consumer reads the producer in another place too, that use keeps the producer until it is fused itself.
  size_t kept = producer->result_count;
  for (size_t i = 0; i < consumer->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(consumer, i), tern_op_result(shell, kept + i));
  }
  shell->attrs = consumer->attrs;
  tern_op_destroy(consumer);
  for (size_t i = 0; i < kept; ++i) {
    tern_value_t *result = tern_op_result(producer, i);
    for (tern_operand_t *use = result->first_use, *next; use; use = next) {
      next = use->next;
      if (use->owner != shell) tern_operand_set(use, tern_op_result(shell, i));
    }
  }
  if (tern_op_has_no_uses(producer)) tern_op_destroy(producer);
  return shell;
}

tern_op_t *tern_drop_unused_results(tern_op_t *op) {
  size_t outs = tern_linalg_output_count(op), inputs = tern_linalg_input_count(op), kept = 0;
  bool is_needed[MAX_LOOPS] = {0};
  tern_block_t *body = tern_linalg_body(op);
  if (outs != op->result_count || outs > MAX_LOOPS) return op;
  for (size_t i = 0; i < outs; ++i) {
    is_needed[i] = tern_value_has_uses(tern_op_result(op, i)) || tern_linalg_reads_output(op, i);
    kept += is_needed[i];
  }
  if (kept == outs || kept == 0) return op;
  fused_t fused = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  tern_iterator_t iterators[MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(op);
  for (size_t i = 0; i < loops; ++i) iterators[i] = tern_linalg_iterator(op, i);
  for (size_t i = 0; i < inputs; ++i) push_input(&fused, tern_linalg_input(op, i), tern_linalg_indexing_map(op, i));
  for (size_t i = 0; i < outs; ++i) {
    if (!is_needed[i]) continue;
    tern_vec_push(&fused.kept_outputs, tern_linalg_output(op, i));
    tern_vec_push(&fused.maps, tern_linalg_output_map(op, i));
    tern_vec_push(&types, tern_op_result(op, i)->type);
  }
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *shell = tern_linalg_build_generic(
      &b, (tern_types_t){types.values, types.count}, (tern_values_t){fused.inputs.values, inputs},
      (tern_values_t){fused.kept_outputs.values, kept}, fused.maps.values, iterators, loops, no_body, NULL);
  tern_vec_deinitialize(&types);
  deinitialize(&fused);
  if (!has_extents(shell)) {
    tern_op_destroy(shell);
    return op;
  }
  tern_map_t values = {0};
  tern_block_t *target = tern_linalg_body(shell);
  for (size_t i = 0; i < inputs; ++i) tern_map_set(&values, body->args[i], target->args[i]);
  for (size_t i = 0, place = inputs; i < outs; ++i) {
    if (is_needed[i]) tern_map_set(&values, body->args[inputs + i], target->args[place++]);
  }
  b = tern_builder_at_end(target, op->loc);
  clone_body(&b, body, &values, true);
  for (size_t i = outs; i-- > 0;) {
    if (!is_needed[i]) tern_op_erase_operands(target->last_op, i, 1);
  }
  tern_map_deinitialize(&values);
  shell->attrs = op->attrs;
  for (size_t i = 0, place = 0; i < outs; ++i) {
    if (is_needed[i]) tern_value_replace_all_uses(tern_op_result(op, i), tern_op_result(shell, place++));
  }
  tern_op_destroy(op);
  return shell;
}
