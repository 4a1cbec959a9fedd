// Memory that programs allocate, read and write. Views of it are in views.c.

#include "dialect/memref/memref.h"

#include "dialect/arith/arith.h"
#include "interpreter/reference/evaluator.h"
#include "ir/symbol.h"

// --- allocation ---

static flow_t run_alloc(evaluator_t *e, frame_t *f, const node_t *n) {
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t sizes[REFERENCE_RANK_MAX], dynamic[REFERENCE_RANK_MAX];
  size_t count, used = 0;
  if (tern_type_rank(type) > REFERENCE_RANK_MAX)
    return STOP_UNKNOWN(e, n->op, "has a rank above %d", REFERENCE_RANK_MAX);
  if (!tern_reference_group(e, f, n, "dynamicSizes", dynamic, &count)) return FLOW_STOP;
  uint32_t rank = tern_reference_sizes_of(type, sizes);
  for (uint32_t d = 0; d < rank; ++d) {
    if (sizes[d] == TERN_DYNAMIC) sizes[d] = dynamic[used++];
  }
  datum_t *memref = tern_reference_new_memref(e, n->op, type, sizes);
  if (!memref) return FLOW_STOP;
  bool is_stack = tern_op_is(n->op, TERN_MEMREF(ALLOCA));
  tern_reference_find_memory(e, memref->base)->depth = is_stack ? e->calls : 0;
  put_result(f, n, 0, memref);
  return FLOW_NEXT;
}

bool tern_reference_free_memory(evaluator_t *e, const tern_op_t *op, const datum_t *memref) {
  memory_t *memory = tern_reference_find_memory(e, memref->base);
  if (!memory || memory->address != memref->base || memory->depth || memory->is_constant) {
    STOP_UNDEFINED(e, op, "frees what was not allocated");
    return false;
  }
  if (memory->is_freed) {
    STOP_UNDEFINED(e, op, "frees memory that was freed");
    return false;
  }
  memory->is_freed = true;
  return true;
}

static flow_t run_dealloc(evaluator_t *e, frame_t *f, const node_t *n) {
  return tern_reference_free_memory(e, n->op, operand_of(f, n, 0)) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_realloc(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0);
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t size = tern_type_dim(type, 0);
  if (n->op->operand_count > 1 && !tern_reference_integer(e, f, n, 1, &size)) return FLOW_STOP;
  datum_t *result = tern_reference_new_memref(e, n->op, type, &size);
  if (!result) return FLOW_STOP;
  put_result(f, n, 0, result);
  datum_t *element = tern_reference_array(source->form, NULL, 0);
  bool is_right = true;
  for (int64_t k = 0; is_right && k < size && k < source->sizes[0]; ++k) {
    is_right =
        tern_reference_load(e, n->op, source, &k, element, 0) && tern_reference_store(e, n->op, result, &k, element, 0);
  }
  tern_reference_release(element);
  return is_right && tern_reference_free_memory(e, n->op, source) ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_scope(evaluator_t *e, frame_t *f, const node_t *n) {
  size_t first = e->memories.count;
  if (tern_reference_run_region(e, f, &n->regions[0]) == FLOW_STOP) return FLOW_STOP;
  tern_reference_take_yielded(e, f, n, 0);
  for (size_t k = first; k < e->memories.count; ++k) {
    if (e->memories.values[k].depth == e->calls) e->memories.values[k].is_freed = true;
  }
  return FLOW_NEXT;
}

// --- globals ---

static flow_t run_get_global(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_op_t *global = tern_symbol_lookup_nearest(n->op, tern_op_attr(n->op, "name"));
  if (!global || !tern_op_is(global, TERN_MEMREF(GLOBAL))) return STOP_UNKNOWN(e, n->op, "names no memref.global");
  datum_t *known = tern_map_get(&e->globals, global);
  if (known) {
    put_result(f, n, 0, tern_reference_retain(known));
    return FLOW_NEXT;
  }
  const tern_attr_t *value = tern_op_attr(global, "initial_value");
  if (!value) return STOP_UNKNOWN(e, n->op, "names a variable that is defined elsewhere");
  const tern_type_t *type = tern_op_result(n->op, 0)->type;
  int64_t sizes[REFERENCE_RANK_MAX];
  uint32_t rank = tern_reference_sizes_of(type, sizes);
  datum_t *memref = tern_reference_new_memref(e, n->op, type, sizes);
  if (!memref) return FLOW_STOP;
  tern_map_set(&e->globals, global, tern_reference_retain(memref));
  put_result(f, n, 0, memref);
  if (value->kind != TERN_ATTR_UNIT) {
    datum_t *array = tern_reference_new_array(e, n, type, sizes, rank);
    if (!array) return FLOW_STOP;
    bool is_held = tern_reference_fill_from_attr(value, array);
    bool is_written = is_held && tern_reference_overwrite(e, n->op, memref, array);
    tern_reference_release(array);
    if (!is_held) return STOP_UNKNOWN(e, n->op, "has a value that the reference interpreter does not hold");
    if (!is_written) return FLOW_STOP;
  }
  tern_reference_find_memory(e, memref->base)->is_constant = tern_op_attr(global, "constant") != NULL;
  return FLOW_NEXT;
}

// --- accesses ---

// Where a value of `vector` (NULL: an element) lies: one position for each of its elements.
static bool access(evaluator_t *e, const node_t *n, const datum_t *memref, const int64_t *position, datum_t *value,
                   bool is_store) {
  bool is_run = value->rank > 0 && memref->form.type->kind != TERN_TYPE_VECTOR;
  if (!is_run) {
    return is_store ? tern_reference_store(e, n->op, memref, position, value, 0)
                    : tern_reference_load(e, n->op, memref, position, value, 0);
  }
  int64_t lane[REFERENCE_RANK_MAX] = {0}, place[REFERENCE_RANK_MAX];
  for (int64_t k = 0; k < value->count; ++k) {
    memcpy(place, position, memref->rank * sizeof *place);
    for (uint32_t d = 0; d < value->rank && d < memref->rank; ++d) {
      int64_t *at = &place[memref->rank - 1 - d];
      *at = wrap_add(*at, lane[value->rank - 1 - d]);
    }
    bool is_right = is_store ? tern_reference_store(e, n->op, memref, place, value, k)
                             : tern_reference_load(e, n->op, memref, place, value, k);
    if (!is_right) return false;
    tern_reference_next(lane, value->sizes, value->rank);
  }
  return true;
}

flow_t tern_reference_load_value(evaluator_t *e, frame_t *f, const node_t *n, const datum_t *memref,
                                 const int64_t *position) {
  datum_t *value = tern_reference_new_of_type(e, n, tern_op_result(n->op, 0)->type, NULL);
  if (!value) return FLOW_STOP;
  bool is_right = access(e, n, memref, position, value, false);
  put_result(f, n, 0, value);
  return is_right ? FLOW_NEXT : FLOW_STOP;
}

flow_t tern_reference_store_value(evaluator_t *e, const node_t *n, datum_t *value, const datum_t *memref,
                                  const int64_t *position) {
  if (!access(e, n, memref, position, value, true)) return FLOW_STOP;
  tern_reference_observe_write(e, n->op, value);
  return FLOW_NEXT;
}

flow_t tern_reference_run_load(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX];
  if (!tern_reference_integers(e, f, n, 1, n->op->operand_count - 1, position)) return FLOW_STOP;
  return tern_reference_load_value(e, f, n, operand_of(f, n, 0), position);
}

flow_t tern_reference_run_store(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX];
  if (!tern_reference_integers(e, f, n, 2, n->op->operand_count - 2, position)) return FLOW_STOP;
  return tern_reference_store_value(e, n, operand_of(f, n, 0), operand_of(f, n, 1), position);
}

static flow_t run_atomic(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX];
  const datum_t *given = operand_of(f, n, 0), *memref = operand_of(f, n, 1);
  if (!tern_reference_integers(e, f, n, 2, n->op->operand_count - 2, position)) return FLOW_STOP;
  datum_t *old = tern_reference_array(memref->form, NULL, 0);
  put_result(f, n, 0, old);
  if (!tern_reference_load(e, n->op, memref, position, old, 0)) return FLOW_STOP;
  int64_t kind = tern_reference_vector_kind(tern_enum_attr_value(tern_op_attr(n->op, "kind")));
  datum_t *next = tern_reference_copy(given);
  if (kind >= 0) {
    next->words[0] = tern_interpreter_combine(memref->form.number, kind, old->words[0], given->words[0]);
    next->poison[0] |= old->poison[0];
  }
  bool is_stored = tern_reference_store(e, n->op, memref, position, next, 0);
  tern_reference_observe_write(e, n->op, next);
  tern_reference_release(next);
  return is_stored ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_generic_atomic(evaluator_t *e, frame_t *f, const node_t *n) {
  int64_t position[REFERENCE_RANK_MAX];
  const datum_t *memref = operand_of(f, n, 0);
  if (!tern_reference_integers(e, f, n, 1, n->op->operand_count - 1, position)) return FLOW_STOP;
  datum_t *old = tern_reference_array(memref->form, NULL, 0);
  put_result(f, n, 0, old);
  if (!tern_reference_load(e, n->op, memref, position, old, 0)) return FLOW_STOP;
  datum_t *argument = tern_reference_retain(old);
  if (tern_reference_run_region_on(e, f, &n->regions[0], &argument, 1) == FLOW_STOP) return FLOW_STOP;
  datum_t *next = operand_of(f, e->terminator, 0);
  tern_reference_observe_write(e, n->op, next);
  return tern_reference_store(e, n->op, memref, position, next, 0) ? FLOW_NEXT : FLOW_STOP;
}

// --- whole buffers ---

datum_t *tern_reference_snapshot(evaluator_t *e, const node_t *n, const datum_t *memref) {
  int64_t position[REFERENCE_RANK_MAX] = {0}, words = memref->form.words;
  for (uint32_t d = 0; d < memref->rank; ++d) {
    if (__builtin_mul_overflow(words, memref->sizes[d], &words)) words = INT64_MAX;
  }
  if (!tern_reference_spend(e, n->op, words)) return NULL;
  datum_t *array = tern_reference_array(memref->form, memref->sizes, memref->rank);
  for (int64_t k = 0; k < array->count; ++k) {
    if (!tern_reference_load(e, n->op, memref, position, array, k)) {
      tern_reference_release(array);
      return NULL;
    }
    tern_reference_next(position, memref->sizes, memref->rank);
  }
  return array;
}

bool tern_reference_overwrite(evaluator_t *e, const tern_op_t *op, const datum_t *memref, const datum_t *array) {
  int64_t position[REFERENCE_RANK_MAX] = {0};
  for (int64_t k = 0; k < array->count; ++k) {
    if (!tern_reference_store(e, op, memref, position, array, k)) return false;
    tern_reference_next(position, memref->sizes, memref->rank);
  }
  return true;
}

static flow_t run_copy(evaluator_t *e, frame_t *f, const node_t *n) {
  const datum_t *source = operand_of(f, n, 0), *target = operand_of(f, n, 1);
  bool is_same = source->rank == target->rank;
  for (uint32_t d = 0; is_same && d < source->rank; ++d) is_same = source->sizes[d] == target->sizes[d];
  if (!is_same) return STOP_UNDEFINED(e, n->op, "copies to a buffer of another size");
  datum_t *array = tern_reference_snapshot(e, n, source);
  if (!array) return FLOW_STOP;
  bool is_written = tern_reference_overwrite(e, n->op, target, array);
  tern_reference_observe_write(e, n->op, array);
  tern_reference_release(array);
  return is_written ? FLOW_NEXT : FLOW_STOP;
}

static flow_t run_nothing(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)e, (void)f, (void)n;
  return FLOW_NEXT;
}

const reference_row_t tern_reference_memref_rows[] = {
    {TERN_MEMREF(ALLOC), run_alloc},
    {TERN_MEMREF(ALLOCA), run_alloc},
    {TERN_MEMREF(DEALLOC), run_dealloc},
    {TERN_MEMREF(REALLOC), run_realloc},
    {TERN_MEMREF(ALLOCA_SCOPE), run_scope},
    {TERN_MEMREF(ALLOCA_SCOPE_RETURN), tern_reference_run_end},
    {TERN_MEMREF(GET_GLOBAL), run_get_global},
    {TERN_MEMREF(LOAD), tern_reference_run_load},
    {TERN_MEMREF(STORE), tern_reference_run_store},
    {TERN_MEMREF(ATOMIC_RMW), run_atomic},
    {TERN_MEMREF(GENERIC_ATOMIC_RMW), run_generic_atomic},
    {TERN_MEMREF(ATOMIC_YIELD), tern_reference_run_end},
    {TERN_MEMREF(COPY), run_copy},
    {TERN_MEMREF(PREFETCH), run_nothing},
    {0},
};
