// Verifiers of scf: what the regions of an op take and give fits together.

#include <inttypes.h>
#include <stdio.h>

#include "dialect/arith/arith.h"
#include "dialect/scf/scf_hooks.h"
#include "ir/diagnostic.h"

// A list of types seen in operands, results or block arguments.
typedef struct type_source {
  enum { FROM_OPERANDS, FROM_RESULTS, FROM_ARGS } kind;
  const void *owner;
  size_t start, count;
} type_source_t;

static const tern_type_t *type_at(const type_source_t *source, size_t index) {
  if (source->kind == FROM_OPERANDS) return tern_op_operand(source->owner, source->start + index)->type;
  if (source->kind == FROM_RESULTS) return ((const tern_op_t *)source->owner)->results[source->start + index].type;
  return ((const tern_block_t *)source->owner)->args[source->start + index]->type;
}

static type_source_t operands_of(const tern_op_t *op, size_t start) {
  return (type_source_t){FROM_OPERANDS, op, start, op->operand_count - start};
}
static type_source_t results_of(const tern_op_t *op) { return (type_source_t){FROM_RESULTS, op, 0, op->result_count}; }
static type_source_t args_of(const tern_block_t *block, size_t start) {
  return (type_source_t){FROM_ARGS, block, start, block->arg_count - start};
}

// Values that flow from one place to another have the types that are expected there.
static bool verify_edge(const tern_op_t *op, const char *from, const char *to, type_source_t given,
                        type_source_t expected) {
  size_t i = 0;
  if (given.count == expected.count) {
    while (i < given.count && type_at(&given, i) == type_at(&expected, i)) i++;
    if (i == given.count) return true;
    tern_op_error(
        op,
        "along control flow edge from %s to %s: successor operand type #%zu '%s' should match successor input "
        "type #%zu '%s'",
        from, to, i, tern_type_text(type_at(&given, i)), i, tern_type_text(type_at(&expected, i)));
  } else {
    tern_op_error(op,
                  "along control flow edge from %s to %s: region branch point has %zu operands, but region successor "
                  "needs %zu inputs",
                  from, to, given.count, expected.count);
  }
  if (given.owner != op) tern_emit_note(((const tern_op_t *)given.owner)->loc, "region branch point");
  return false;
}

// The region's last op if it is made from `row`; an error if not.
static const tern_op_t *find_terminator(const tern_op_t *op, const tern_region_t *region, const tern_op_row_t *row,
                                        const char *message) {
  const tern_block_t *block = region->first_block;
  const tern_op_t *last = block ? block->last_op : NULL;
  if (last && tern_op_is(last, row)) return last;
  tern_op_error(op, "%s", message);
  if (last) tern_emit_note(last->loc, "terminator here");
  return NULL;
}

// --- for ---

bool tern_scf_verify_for(const tern_op_t *op) {
  return op->operand_count - 3 == op->result_count ||
         tern_op_error(op, "mismatch in number of loop-carried values and defined values");
}

// What is carried keeps its number and types from initial value to argument to yield to result (upstream:
// verifyLoopLikeOpInterface). A body that yields nothing is another check's to report.
static bool verify_carried(const tern_op_t *op, const tern_op_t *yield) {
  const tern_block_t *body = tern_op_body(op, 0);
  uint32_t count = body->arg_count - 1;
  if (op->operand_count - 3 != count)
    return tern_op_error(op, "different number of inits and region iter_args: %" PRIu32 " != %" PRIu32,
                         op->operand_count - 3, count);
  bool yields = yield && yield->operand_count;
  if (yields && yield->operand_count != count)
    return tern_op_error(op, "different number of region iter_args and yielded values: %" PRIu32 " != %" PRIu32, count,
                         yield->operand_count);
  for (size_t i = 0; i < count; i++) {
    const tern_type_t *init = tern_op_operand(op, 3 + i)->type, *arg = body->args[1 + i]->type;
    if (init != arg)
      return tern_op_error(op, "%zu-th init and %zu-th region iter_arg have different type: '%s' != '%s'", i, i,
                           tern_type_text(init), tern_type_text(arg));
    const tern_type_t *yielded = yields ? tern_op_operand(yield, i)->type : arg;
    if (arg != yielded)
      return tern_op_error(op, "%zu-th region iter_arg and %zu-th yielded value have different type: '%s' != '%s'", i,
                           i, tern_type_text(arg), tern_type_text(yielded));
  }
  for (size_t i = 0; i < count; i++) {
    const tern_type_t *arg = body->args[1 + i]->type, *result = op->results[i].type;
    if (arg != result)
      return tern_op_error(op, "%zu-th region iter_arg and %zu-th loop result have different type: '%s' != '%s'", i, i,
                           tern_type_text(arg), tern_type_text(result));
  }
  return true;
}

bool tern_scf_verify_for_regions(const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count == 0 || body->args[0]->type != tern_op_operand(op, 0)->type)
    return tern_op_error(op, "expected induction variable to be same type as bounds and step");
  const tern_op_t *yield =
      find_terminator(op, &op->regions[0], TERN_SCF(YIELD), "expects body to end with 'scf.yield'");
  return yield && verify_carried(op, yield) &&
         verify_edge(op, "Operation scf.yield", "Region #0", operands_of(yield, 0), args_of(body, 1));
}

// --- conditionals ---

bool tern_scf_verify_if(const tern_op_t *op) {
  if (op->result_count != 0 && tern_region_is_empty(&op->regions[1]))
    return tern_op_error(op, "must have an else block if defining values");
  for (size_t i = 0; i < 2; i++)
    if (tern_op_body(op, i) && tern_op_body(op, i)->arg_count > 0)
      return tern_op_error(op, "region #%zu should have no arguments", i);
  return true;
}

bool tern_scf_verify_if_regions(const tern_op_t *op) {
  for (size_t i = 0; i < 2; i++) {
    if (tern_region_is_empty(&op->regions[i])) continue;
    const tern_op_t *yield =
        find_terminator(op, &op->regions[i], TERN_SCF(YIELD), "expects regions to end with 'scf.yield'");
    if (!yield || !verify_edge(op, "Operation scf.yield", "parent", operands_of(yield, 0), results_of(op)))
      return false;
  }
  return true;
}

bool tern_scf_verify_execute_region(const tern_op_t *op) {
  const tern_block_t *entry = tern_op_body(op, 0);
  if (!entry) return tern_op_error(op, "region needs to have at least one block");
  return entry->arg_count == 0 || tern_op_error(op, "region cannot have any arguments");
}

bool tern_scf_verify_execute_region_regions(const tern_op_t *op) {
  tern_region_for_each_block(&op->regions[0], block) {
    const tern_op_t *yield = block->last_op;
    if (!yield || !tern_op_is(yield, TERN_SCF(YIELD))) continue;
    if (!verify_edge(op, "Operation scf.yield", "parent", operands_of(yield, 0), results_of(op))) return false;
  }
  return true;
}

static bool verify_switch_region(const tern_op_t *op, size_t index) {
  char name[64] = "default region";
  if (index > 0) snprintf(name, sizeof(name), "case region #%zu", index - 1);
  const tern_block_t *block = tern_op_body(op, index);
  if (!block || block->next) return tern_op_error(op, "expects %s to have one block", name);
  if (block->arg_count > 0) return tern_op_error(op, "expects %s to have no arguments", name);
  const tern_op_t *yield = block->last_op;
  if (!yield) return tern_op_error(op, "expected region to end with scf.yield, but it is empty");
  if (!tern_op_is(yield, TERN_SCF(YIELD))) {
    tern_str_t other = tern_op_name(yield);
    return tern_op_error(op, "expected region to end with scf.yield, but got %.*s", (int)other.size, other.data);
  }
  if (yield->operand_count != op->result_count) {
    tern_op_error(op, "expected each region to return %" PRIu32 " values, but %s returns %" PRIu32, op->result_count,
                  name, yield->operand_count);
    tern_emit_note(yield->loc, "see yield operation here");
    return false;
  }
  for (size_t i = 0; i < op->result_count; i++) {
    if (tern_op_operand(yield, i)->type == op->results[i].type) continue;
    tern_op_error(op, "expected result #%zu of each region to be '%s'", i, tern_type_text(op->results[i].type));
    tern_emit_note(yield->loc, "%s returns '%s' here", name, tern_type_text(tern_op_operand(yield, i)->type));
    return false;
  }
  return true;
}

bool tern_scf_verify_index_switch(const tern_op_t *op) {
  const tern_attr_t *cases = tern_op_attr(op, "cases");
  size_t count = tern_int_list_attr_count(cases);
  if (count != op->region_count - (size_t)1)
    return tern_op_error(op, "has %d case regions but %zu case values", op->region_count - 1, count);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++)
      if (tern_int_list_attr_at(cases, i) == tern_int_list_attr_at(cases, j))
        return tern_op_error(op, "has duplicate case value: %" PRId64, tern_int_list_attr_at(cases, i));
  for (size_t i = 0; i < op->region_count; i++)
    if (!verify_switch_region(op, i)) return false;
  return true;
}

// --- while ---

bool tern_scf_verify_while_regions(const tern_op_t *op) {
  const tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
  const tern_op_t *condition = find_terminator(op, &op->regions[0], TERN_SCF(CONDITION),
                                               "expects the 'before' region to terminate with 'scf.condition'");
  const tern_op_t *yield = condition ? find_terminator(op, &op->regions[1], TERN_SCF(YIELD),
                                                       "expects the 'after' region to terminate with 'scf.yield'")
                                     : NULL;
  if (!yield) return false;
  return verify_edge(op, "parent", "Region #0", operands_of(op, 0), args_of(before, 0)) &&
         verify_edge(op, "Operation scf.condition", "parent", operands_of(condition, 1), results_of(op)) &&
         verify_edge(op, "Operation scf.condition", "Region #1", operands_of(condition, 1), args_of(after, 0)) &&
         verify_edge(op, "Operation scf.yield", "Region #0", operands_of(yield, 0), args_of(before, 0));
}

// --- parallel ---

bool tern_scf_verify_parallel(const tern_op_t *op) {
  size_t start, step_count, init_count, lower_count, upper_count;
  tern_op_operand_group(op, 0, &start, &lower_count);
  tern_op_operand_group(op, 1, &start, &upper_count);
  tern_op_operand_group(op, 2, &start, &step_count);
  if (step_count == 0) return tern_op_error(op, "needs at least one tuple element for lowerBound, upperBound and step");
  if (lower_count != step_count || upper_count != step_count)
    return tern_op_error(op, "expects as many lower and upper bounds as steps");
  for (size_t i = 0; i < step_count; i++) {
    int64_t step;
    if (tern_value_constant_int(tern_op_operand(op, start + i), &step) && step <= 0)
      return tern_op_error(op, "constant step operand must be positive");
  }
  const tern_block_t *body = tern_op_body(op, 0);
  if (body->arg_count != step_count)
    return tern_op_error(op,
                         "expects the same number of induction variables: %" PRIu32 " as bound and step values: %zu",
                         body->arg_count, step_count);
  for (size_t i = 0; i < body->arg_count; i++)
    if (!tern_type_is_index(body->args[i]->type))
      return tern_op_error(op, "expects arguments for the induction variable to be of index type");
  const tern_op_t *reduce =
      find_terminator(op, &op->regions[0], TERN_SCF(REDUCE), "expects body to terminate with 'scf.reduce'");
  if (!reduce) return false;
  tern_op_operand_group(op, 3, &start, &init_count);
  if (op->result_count != reduce->region_count)
    return tern_op_error(op, "expects number of results: %" PRIu32 " to be the same as number of reductions: %d",
                         op->result_count, reduce->region_count);
  if (op->result_count != init_count)
    return tern_op_error(op, "expects number of results: %" PRIu32 " to be the same as number of initial values: %zu",
                         op->result_count, init_count);
  if (reduce->operand_count != reduce->region_count) return true;  // scf.reduce reports it
  for (size_t i = 0; i < op->result_count; i++) {
    const tern_type_t *type = op->results[i].type, *reduced = tern_op_operand(reduce, i)->type;
    if (reduced != type)
      return tern_op_error(reduce,
                           "expects type of %zu-th reduction operand: '%s' to be the same as the %zu-th result "
                           "type: '%s'",
                           i, tern_type_text(reduced), i, tern_type_text(type));
    if (tern_op_operand(op, start + i)->type != type)
      return tern_op_error(op,
                           "expects type of %zu-th initial value: '%s' to be the same as the %zu-th result type: '%s'",
                           i, tern_type_text(tern_op_operand(op, start + i)->type), i, tern_type_text(type));
  }
  return true;
}

bool tern_scf_verify_reduce_regions(const tern_op_t *op) {
  if (op->operand_count != op->region_count)
    return tern_op_error(
        op, "expects number of reduction regions: %d to be the same as number of reduction operands: %" PRIu32,
        op->region_count, op->operand_count);
  for (size_t i = 0; i < op->region_count; i++) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    const tern_block_t *block = tern_op_body(op, i);
    if (!block || !block->first_op) return tern_op_error(op, "%zu-th reduction has an empty body", i);
    if (block->next) return tern_op_error(op, "expects %zu-th reduction to have one block", i);
    if (block->arg_count != 2 || block->args[0]->type != type || block->args[1]->type != type)
      return tern_op_error(op, "expected two block arguments with type '%s' in the %zu-th reduction region",
                           tern_type_text(type), i);
    if (!tern_op_is(block->last_op, TERN_SCF(REDUCE_RETURN)))
      return tern_op_error(op, "reduction bodies must be terminated with an 'scf.reduce.return' op");
  }
  return true;
}

bool tern_scf_verify_reduce_return(const tern_op_t *op) {
  const tern_block_t *block = op->block;
  if (block->arg_count == 0) return true;  // the parent reports it
  const tern_type_t *expected = block->args[0]->type;
  return tern_op_operand(op, 0)->type == expected ||
         tern_op_error(op, "must have type '%s' (the type of the reduction inputs)", tern_type_text(expected));
}

// --- forall ---

// As many dynamic values as the static list has holes.
static bool verify_index_list(const tern_op_t *op, const char *what, const char *name, size_t group, size_t rank) {
  const tern_attr_t *values = tern_op_attr(op, name);
  size_t start, count, holes = 0;
  tern_op_operand_group(op, group, &start, &count);
  if (tern_int_list_attr_count(values) != rank)
    return tern_op_error(op, "expected %zu %s values, got %zu", rank, what, tern_int_list_attr_count(values));
  for (size_t i = 0; i < rank; i++) holes += tern_int_list_attr_at(values, i) == TERN_DYNAMIC;
  return holes == count || tern_op_error(op, "expected %zu dynamic %s values", holes, what);
}

// A unit for each dimension, and maybe a mask of the units that take part (upstream: DeviceMaskingAttrInterface).
static bool verify_mapping(const tern_op_t *op, size_t rank) {
  const tern_attr_t *mapping = tern_op_attr(op, "mapping");
  size_t count = mapping ? tern_array_attr_count(mapping) : 0, mask_count = 0;
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *attr = tern_array_attr_at(mapping, i);
    mask_count +=
        attr->kind == TERN_ATTR_DIALECT && strcmp(((const tern_attr_row_t *)attr->row)->name, "gpu.mask") == 0;
  }
  if (mask_count > 1) return tern_op_error(op, "\"mapping\" supports at most one device masking attribute");
  return count == 0 || count - mask_count == rank || tern_op_error(op, "mapping attribute size must match op rank");
}

bool tern_scf_verify_forall(const tern_op_t *op) {
  size_t rank = tern_int_list_attr_count(tern_op_attr(op, "staticLowerBound")), start, output_count;
  const tern_block_t *body = tern_op_body(op, 0);
  tern_op_operand_group(op, 3, &start, &output_count);
  if (op->result_count != output_count)
    return tern_op_error(op, "produces %" PRIu32 " results, but has only %zu outputs", op->result_count, output_count);
  if (body->arg_count != rank + output_count) return tern_op_error(op, "region expects %zu arguments", rank);
  for (size_t i = 0; i < rank; i++)
    if (!tern_type_is_index(body->args[i]->type))
      return tern_op_error(op, "expects %zu-th block argument to be an index", i);
  for (size_t i = 0; i < output_count; i++) {
    const tern_type_t *type = tern_op_operand(op, start + i)->type;
    if (body->args[rank + i]->type != type)
      return tern_op_error(op, "type mismatch between %zu-th output and corresponding block argument", i);
    if (op->results[i].type != type)
      return tern_op_error(op, "expected type of operand #%zu ('%s') to match type of corresponding result ('%s')",
                           start + i, tern_type_text(type), tern_type_text(op->results[i].type));
  }
  return verify_mapping(op, rank) && verify_index_list(op, "lower bound", "staticLowerBound", 0, rank) &&
         verify_index_list(op, "upper bound", "staticUpperBound", 1, rank) &&
         verify_index_list(op, "step", "staticStep", 2, rank);
}

// The ops inside insert into the shared outputs: their destination, the second operand, is such an argument.
bool tern_scf_verify_in_parallel(const tern_op_t *op) {
  const tern_op_t *loop = tern_op_parent(op);
  if (!loop || !tern_op_is(loop, TERN_SCF(FORALL))) return tern_op_error(op, "expected forall op parent");
  size_t rank = tern_int_list_attr_count(tern_op_attr(loop, "staticLowerBound"));
  const tern_block_t *body = tern_op_body(op, 0);
  for (const tern_op_t *inner = body ? body->first_op : NULL; inner; inner = inner->next) {
    if (!tern_str_equal(tern_op_name(inner), TERN_STR("tensor.parallel_insert_slice")))
      return tern_op_error(op, "expected only ParallelCombiningOpInterface ops");
    const tern_value_t *destination = tern_op_operand(inner, 1);
    if (tern_value_arg_block(destination) != op->block || destination->index < rank)
      return tern_op_error(inner, "may only insert into an output block argument");
  }
  return true;
}
