// Counting what a dispatch does, before it is tiled.
//
// Every op is counted as often as the loops around it go round. What is moved is what has to be moved at least: each byte
// of a binding counts once, however often it is used, and what the dispatch itself wrote before is not read.

#include "pipeline/cost/dispatch_cost.h"

#include <string.h>

#include "convert/hal/abi.h"
#include "dialect/affine/affine.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/linalg/structured.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "ir/symbol.h"
#include "pipeline/cost/count.h"
#include "pipeline/cost/op_cost.h"

// What is read and written of one view of a binding.
typedef struct view_use {
  const tern_value_t *view;  // the result of an iree.placeholder
  tern_binding_access_t access;
  tern_count_t read, written;  // bytes
} view_use_t;

// What was counted so far.
typedef struct tally {
  tern_count_t float_ops, integer_ops;
  TERN_VEC(view_use_t) uses;
} tally_t;

typedef struct counter {
  tern_count_program_t program;
  const tern_entry_point_t *entry;
  tally_t tally;
  tern_map_t read, written;  // memrefs that were read or written as a whole -> 1
  const tern_type_t *type;   // that the dispatch computes in
  bool has_product;          // `type` is that of a product
  bool is_exact;
} counter_t;

static void add_to(counter_t *counter, tern_count_t *sum, tern_count_t count) {
  *sum = tern_count_add(&counter->program, *sum, count);
}

//---- Bytes ----

// The view of a binding that `memref` is part of; NULL for memory of the dispatch's own.
static const tern_value_t *find_view(const tern_value_t *memref) {
  for (;;) {
    const tern_op_t *op = tern_value_defining_op(memref);
    if (!op) return NULL;
    if (tern_op_is(op, TERN_IREE(PLACEHOLDER))) return tern_op_attr(op, "binding") ? memref : NULL;
    bool is_of_memref = op->operand_count > 0 && tern_op_operand(op, 0)->type->kind == TERN_TYPE_MEMREF;
    if (!is_of_memref) return NULL;
    memref = tern_op_operand(op, 0);
  }
}

static view_use_t *find_use(counter_t *counter, const tern_value_t *view) {
  for (size_t i = 0; i < counter->tally.uses.count; ++i) {
    if (counter->tally.uses.values[i].view == view) return &counter->tally.uses.values[i];
  }
  const tern_op_t *op = tern_value_defining_op(view);
  const tern_op_t *binding = tern_hal_resolve_binding(op, tern_op_attr(op, "binding"));
  size_t ordinal = binding ? tern_hal_binding_ordinal(binding) : SIZE_MAX;
  tern_binding_access_t access = TERN_BINDING_ACCESS_READ | TERN_BINDING_ACCESS_WRITE;
  if (ordinal < counter->entry->binding_count) access = counter->entry->bindings[ordinal].access;
  tern_vec_push(&counter->tally.uses, (view_use_t){view, access, tern_count_make(0), tern_count_make(0)});
  return &counter->tally.uses.values[counter->tally.uses.count - 1];
}

static tern_count_t size_in_bytes(counter_t *counter, const tern_value_t *memref) {
  int64_t size = (int64_t)tern_dense_element_size(tern_type_element(memref->type));
  return tern_count_multiply(&counter->program, tern_count_of_elements(&counter->program, memref),
                             tern_count_make(size));
}

// `memref` is read or written `times` times: all of it, or one element.
static void touch(counter_t *counter, const tern_value_t *memref, bool is_write, bool is_whole, tern_count_t times) {
  if (memref->type->kind != TERN_TYPE_MEMREF) return;
  const tern_value_t *view = find_view(memref);
  if (!view) return;
  if (!is_write && (tern_map_contains(&counter->written, memref) || tern_map_contains(&counter->written, view))) return;
  tern_map_t *seen = is_write ? &counter->written : &counter->read;
  if (tern_map_contains(seen, memref)) return;
  if (is_whole && tern_count_is(times, 1)) tern_map_set(seen, memref, (void *)1);
  tern_count_t size = tern_count_make((int64_t)tern_dense_element_size(tern_type_element(memref->type)));
  if (is_whole) size = size_in_bytes(counter, memref);
  view_use_t *use = find_use(counter, view);
  add_to(counter, is_write ? &use->written : &use->read, tern_count_multiply(&counter->program, times, size));
}

//---- Operations ----

static void note_type(counter_t *counter, const tern_type_t *type, bool is_product) {
  if (!type || counter->has_product || (counter->type && !is_product)) return;
  counter->type = type->kind == TERN_TYPE_COMPLEX ? tern_type_element(type) : type;
  counter->has_product = is_product;
}

static void count_scalar(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  tern_op_cost_t cost = tern_op_cost(op);
  // Integers outside of all loops are sizes that are put together.
  bool is_size = cost.integer_ops && tern_op_is(tern_op_parent(op), TERN_FUNC(FUNC));
  if (!cost.type || is_size) return;
  note_type(counter, cost.type, false);
  tern_count_program_t *program = &counter->program;
  add_to(counter, &counter->tally.float_ops, tern_count_multiply(program, times, tern_count_make(cost.float_ops)));
  add_to(counter, &counter->tally.integer_ops, tern_count_multiply(program, times, tern_count_make(cost.integer_ops)));
}

static void count_block(counter_t *counter, const tern_block_t *block, tern_count_t times);

static void count_regions(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  for (size_t r = 0; r < op->region_count; ++r) {
    for (const tern_block_t *block = op->regions[r].first_block; block; block = block->next) {
      count_block(counter, block, times);
    }
  }
}

// Sums of products are computed in the type of the factors, whatever they are summed in.
static bool is_product(const tern_op_t *op) {
  tern_contraction_t contraction;
  if (tern_linalg_match_contraction(op, &contraction)) return true;
  return tern_linalg_input_count(op) == 2 && tern_linalg_count_iterators(op, TERN_ITERATOR_REDUCTION) > 0;
}

static void count_structured(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  tern_count_t points = times;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    size_t position, dim;
    tern_count_t extent = {1, TERN_COUNT_CONSTANT, false};
    if (tern_linalg_loop_source(op, loop, &position, &dim)) {
      extent = tern_count_of_dim(&counter->program, tern_op_operand(op, position), dim);
    }
    points = tern_count_multiply(&counter->program, points, extent);
  }
  if (is_product(op) && tern_type_is_shaped(tern_linalg_input(op, 0)->type))
    note_type(counter, tern_type_element(tern_linalg_input(op, 0)->type), true);
  const tern_block_t *body = tern_linalg_body(op);
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    if (body->args[i]->first_use) touch(counter, tern_linalg_input(op, i), false, true, times);
  }
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    if (tern_linalg_reads_output(op, i)) touch(counter, tern_linalg_output(op, i), false, true, times);
  }
  count_regions(counter, op, points);
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    touch(counter, tern_linalg_output(op, i), true, true, times);
  }
}

// Which loops of an attention a part of it goes over.
typedef struct attention_points {
  tern_count_t products, scores, weighted, results;
} attention_points_t;

static bool has_loop(const tern_affine_map_t *map, size_t loop) {
  bool is_found = false;
  for (size_t r = 0; r < map->result_count; ++r) is_found |= tern_affine_expr_is_dim(map->results[r], loop);
  return is_found;
}

// The extent of a loop: the size of the first dimension that it runs over.
static tern_count_t attention_extent(counter_t *counter, const tern_op_t *op, const tern_affine_map_t *const maps[4],
                                     size_t loop) {
  for (size_t m = 0; m < 3; ++m) {
    for (size_t r = 0; r < maps[m]->result_count; ++r) {
      if (!tern_affine_expr_is_dim(maps[m]->results[r], loop)) continue;
      return tern_count_of_dim(&counter->program, tern_linalg_ext_input(op, m), r);
    }
  }
  return (tern_count_t){1, TERN_COUNT_CONSTANT, false};
}

static attention_points_t attention_points(counter_t *counter, const tern_op_t *op, const tern_attention_t *attention,
                                           tern_count_t times) {
  tern_count_program_t *program = &counter->program;
  const tern_affine_map_t *const maps[4] = {attention->query, attention->key, attention->value, attention->output};
  attention_points_t points = {times, times, times, times};
  for (size_t loop = 0; loop < attention->query->dim_count; ++loop) {
    tern_count_t extent = attention_extent(counter, op, maps, loop);
    bool in_key = has_loop(maps[1], loop), in_value = has_loop(maps[2], loop), in_output = has_loop(maps[3], loop);
    bool is_depth = in_key && !in_value && !in_output, is_column = in_value && !in_key;
    if (!is_column) points.products = tern_count_multiply(program, points.products, extent);
    if (!is_column && !is_depth) points.scores = tern_count_multiply(program, points.scores, extent);
    if (!is_depth) points.weighted = tern_count_multiply(program, points.weighted, extent);
    if (in_output) points.results = tern_count_multiply(program, points.results, extent);
  }
  return points;
}

// Scores are products of queries and keys; each is scaled, and compared with the greatest, subtracted, exponentiated and
// summed up by the softmax; results are divided by the sums.
static bool count_attention(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  enum { PER_PRODUCT = 2, PER_SCORE = 5 };
  tern_attention_t attention;
  if (!tern_linalg_ext_read_attention(op, &attention)) return false;
  attention_points_t points = attention_points(counter, op, &attention, times);
  const struct {
    tern_count_t count;
    int64_t cost;
  } parts[] = {{points.products, PER_PRODUCT},
               {points.weighted, PER_PRODUCT},
               {points.scores, PER_SCORE + (attention.mask_value != NULL)},
               {points.results, 1}};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
    add_to(counter, &counter->tally.float_ops,
           tern_count_multiply(&counter->program, parts[i].count, tern_count_make(parts[i].cost)));
  }
  note_type(counter, tern_type_element(tern_linalg_ext_input(op, 0)->type), true);
  count_regions(counter, op, points.scores);
  for (size_t i = 0; i < tern_linalg_ext_input_count(op); ++i) {
    touch(counter, tern_linalg_ext_input(op, i), false, true, times);
  }
  touch(counter, tern_linalg_ext_output(op, 0), true, true, times);
  return true;
}

//---- Control flow ----

// Counts of one branch or the other: the greater ones, each for itself.
static void join(counter_t *counter, tern_count_t *count, tern_count_t other) {
  bool are_same = count->instruction == other.instruction && count->value == other.value;
  if (are_same) return;
  *count = tern_count_apply(&counter->program, TERN_GRID_MAX, *count, other);
  count->is_exact = false;
}

static tally_t copy_tally(const tally_t *tally) {
  tally_t copy = {.float_ops = tally->float_ops, .integer_ops = tally->integer_ops};
  for (size_t i = 0; i < tally->uses.count; ++i) tern_vec_push(&copy.uses, tally->uses.values[i]);
  return copy;
}

static void count_if(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  tally_t before = copy_tally(&counter->tally), then;
  for (size_t r = 0; r < op->region_count; ++r) {
    if (r > 0) {
      then = counter->tally;
      counter->tally = copy_tally(&before);
    }
    if (op->regions[r].first_block) count_block(counter, op->regions[r].first_block, times);
    if (r == 0) continue;
    join(counter, &counter->tally.float_ops, then.float_ops);
    join(counter, &counter->tally.integer_ops, then.integer_ops);
    for (size_t i = 0; i < then.uses.count; ++i) {
      view_use_t *use = find_use(counter, then.uses.values[i].view);
      join(counter, &use->read, then.uses.values[i].read);
      join(counter, &use->written, then.uses.values[i].written);
    }
    tern_vec_deinitialize(&then.uses);
  }
  tern_vec_deinitialize(&before.uses);
}

// A bound of an scf.forall: a number among the attributes, or else the next operand of its group.
static tern_count_t forall_bound(counter_t *counter, const tern_op_t *op, const char *statics, const char *group,
                                 size_t dim) {
  size_t start, count, index = 0;
  const tern_attr_t *numbers = tern_op_attr(op, statics);
  for (size_t i = 0; i < dim; ++i) index += tern_int_list_attr_at(numbers, i) == TERN_DYNAMIC;
  int64_t number = tern_int_list_attr_at(numbers, dim);
  if (number != TERN_DYNAMIC) return tern_count_make(number);
  tern_op_operands_named(op, group, &start, &count);
  return tern_count_guess(&counter->program, tern_op_operand(op, start + index));
}

static tern_count_t forall_trips(counter_t *counter, const tern_op_t *op) {
  tern_count_t trips = tern_count_make(1);
  size_t rank = tern_int_list_attr_count(tern_op_attr(op, "staticUpperBound"));
  for (size_t d = 0; d < rank; ++d) {
    tern_count_t lower = forall_bound(counter, op, "staticLowerBound", "dynamicLowerBound", d);
    tern_count_t upper = forall_bound(counter, op, "staticUpperBound", "dynamicUpperBound", d);
    tern_count_t step = forall_bound(counter, op, "staticStep", "dynamicStep", d);
    trips = tern_count_multiply(&counter->program, trips, tern_count_of_trips(&counter->program, lower, upper, step));
  }
  return trips;
}

// scf.for, and scf.parallel, whose bounds are groups of operands.
static tern_count_t loop_trips(counter_t *counter, const tern_op_t *op) {
  tern_count_program_t *program = &counter->program;
  size_t rank = 1;
  if (tern_op_is(op, TERN_SCF(PARALLEL))) rank = tern_op_body(op, 0)->arg_count;
  tern_count_t trips = tern_count_make(1);
  for (size_t d = 0; d < rank; ++d) {
    tern_count_t lower = tern_count_guess(program, tern_op_operand(op, d));
    tern_count_t upper = tern_count_guess(program, tern_op_operand(op, rank + d));
    tern_count_t step = tern_count_guess(program, tern_op_operand(op, 2 * rank + d));
    trips = tern_count_multiply(program, trips, tern_count_of_trips(program, lower, upper, step));
  }
  return trips;
}

static tern_count_t affine_trips(const tern_op_t *op) {
  int64_t lower, upper;
  bool is_known = tern_affine_for_constant_bound(op, true, &lower) && tern_affine_for_constant_bound(op, false, &upper);
  if (!is_known) return (tern_count_t){1, TERN_COUNT_CONSTANT, false};
  int64_t step = tern_affine_for_step(op);
  return tern_count_make(upper > lower ? (upper - lower + step - 1) / step : 0);
}

// Loads and stores of single elements.
static bool count_access(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  size_t position;
  bool is_load = tern_op_is(op, TERN_MEMREF(LOAD)) || tern_op_is(op, TERN_AFFINE(LOAD));
  bool is_store = tern_op_is(op, TERN_MEMREF(STORE)) || tern_op_is(op, TERN_AFFINE(STORE));
  if (tern_op_is(op, TERN_MEMREF(COPY))) {
    touch(counter, tern_op_operand(op, 0), false, true, times);
    touch(counter, tern_op_operand(op, 1), true, true, times);
    return true;
  }
  if (!is_load && !is_store) return false;
  if (!tern_affine_is_access(op, &position)) position = is_store ? 1 : 0;
  touch(counter, tern_op_operand(op, position), is_store, false, times);
  return true;
}

// What is not known here may touch all of its operands.
static void count_unknown(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  bool has_memref = false;
  for (size_t i = 0; i < op->operand_count; ++i) has_memref |= tern_op_operand(op, i)->type->kind == TERN_TYPE_MEMREF;
  bool is_view = op->result_count == 1 && tern_op_result(op, 0)->type->kind == TERN_TYPE_MEMREF;
  bool is_question = op->result_count == 1 && tern_type_is_index(tern_op_result(op, 0)->type);
  if (op->region_count > 0 || (has_memref && !is_view && !is_question)) counter->is_exact = false;
  for (size_t i = 0; i < op->operand_count && has_memref && !is_view && !is_question; ++i) {
    touch(counter, tern_op_operand(op, i), false, true, times);
    touch(counter, tern_op_operand(op, i), true, true, times);
  }
  count_regions(counter, op, times);
}

static void count_op(counter_t *counter, const tern_op_t *op, tern_count_t times) {
  tern_count_program_t *program = &counter->program;
  if (tern_is_linalg(op)) {
    count_structured(counter, op, times);
  } else if (tern_op_is(op, TERN_SCF(FOR)) || tern_op_is(op, TERN_SCF(PARALLEL))) {
    count_regions(counter, op, tern_count_multiply(program, times, loop_trips(counter, op)));
  } else if (tern_op_is(op, TERN_SCF(FORALL))) {
    count_regions(counter, op, tern_count_multiply(program, times, forall_trips(counter, op)));
  } else if (tern_op_is(op, TERN_AFFINE(FOR))) {
    count_regions(counter, op, tern_count_multiply(program, times, affine_trips(op)));
  } else if (tern_op_is(op, TERN_SCF(IF))) {
    count_if(counter, op, times);
  } else if (tern_op_is(op, TERN_SCF(EXECUTE_REGION)) || tern_op_is(op, TERN_SCF(IN_PARALLEL))) {
    count_regions(counter, op, times);
  } else if (tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION))) {
    if (!count_attention(counter, op, times)) count_unknown(counter, op, times);
  } else if (!count_access(counter, op, times)) {
    count_scalar(counter, op, times);
    count_unknown(counter, op, times);
  }
}

static void count_block(counter_t *counter, const tern_block_t *block, tern_count_t times) {
  tern_block_for_each_op((tern_block_t *)(uintptr_t)block, op) count_op(counter, op, times);
}

//---- The program ----

// What all uses of a kind come to: no more than there is of each view.
static tern_count_t sum_uses(counter_t *counter, tern_binding_access_t access) {
  tern_count_t sum = tern_count_make(0);
  for (size_t i = 0; i < counter->tally.uses.count; ++i) {
    const view_use_t *use = &counter->tally.uses.values[i];
    if (!(use->access & access)) continue;
    tern_count_t bytes = access == TERN_BINDING_ACCESS_READ ? use->read : use->written;
    tern_count_t size = size_in_bytes(counter, use->view);
    add_to(counter, &sum, tern_count_apply(&counter->program, TERN_GRID_MIN, bytes, size));
  }
  return sum;
}

static void finish(counter_t *counter, tern_arena_t *arena, tern_cost_info_t *out_cost) {
  tern_count_program_t *program = &counter->program;
  const tern_count_t results[TERN_COST_COUNT] = {
      [TERN_COST_FLOAT_OPS] = counter->tally.float_ops,
      [TERN_COST_INTEGER_OPS] = counter->tally.integer_ops,
      [TERN_COST_READ_BYTES] = sum_uses(counter, TERN_BINDING_ACCESS_READ),
      [TERN_COST_WRITTEN_BYTES] = sum_uses(counter, TERN_BINDING_ACCESS_WRITE),
  };
  uint32_t numbers[TERN_COST_COUNT];
  for (size_t i = 0; i < TERN_COST_COUNT; ++i) {
    counter->is_exact &= results[i].is_exact;
    numbers[i] = tern_count_materialize(program, results[i]);
  }
  if (program->count > TERN_GRID_INSTRUCTION_MAX) return;
  for (size_t i = 0; i < TERN_COST_COUNT; ++i) tern_vec_push(&program->words, numbers[i]);
  out_cost->program = tern_arena_copy(arena, program->words.values, program->words.count * sizeof(uint32_t));
  out_cost->program_size = (uint32_t)program->words.count;
  out_cost->element_type = counter->type ? tern_dispatch_element_type(counter->type) : TERN_ELEMENT_TYPE_NONE;
  out_cost->flags = counter->is_exact ? 0 : TERN_COST_FLAG_ESTIMATED;
}

static void read_cost(const tern_op_t *func, const tern_entry_point_t *entry, tern_arena_t *arena,
                      tern_cost_info_t *out_cost) {
  counter_t counter = {
      .entry = entry, .is_exact = true, .tally = {.float_ops = tern_count_make(0), .integer_ops = tern_count_make(0)}};
  count_regions(&counter, func, tern_count_make(1));
  finish(&counter, arena, out_cost);
  tern_vec_deinitialize(&counter.tally.uses);
  tern_map_deinitialize(&counter.read);
  tern_map_deinitialize(&counter.written);
  tern_count_program_deinitialize(&counter.program);
}

void tern_dispatch_costs_read(const tern_op_t *module, tern_arena_t *arena, tern_dispatch_info_t *info) {
  info->costs = tern_arena_alloc_zeroed(arena, (info->entry_point_count + 1) * sizeof *info->costs);
  for (size_t i = 0; i < info->entry_point_count; ++i) {
    const tern_entry_point_t *entry = &info->entry_points[i];
    const tern_op_t *func = tern_symbol_lookup_in(module, tern_str_from_cstr(entry->name));
    if (func) read_cost(func, entry, arena, &info->costs[i]);
  }
}
