// Tensors that loops and conditionals carry become stores and loads, from the outermost op inwards and from the last to the
// first, so that the buffer of a result is known before that of what it is made from.

#include "convert/bufferization/carried_tensors.h"

#include "analysis/memory_location.h"
#include "base/vec.h"
#include "convert/bufferization/buffer_plan.h"
#include "dialect/bufferization/bufferization.h"
#include "dialect/memref/memref.h"
#include "dialect/memref/type_inference.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"

#define MAX_RANK TERN_INDEX_LIST_MAX

static bool is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

// --- loads and stores ---

static tern_value_t *build_load(tern_builder_t *b, tern_value_t *memref, const tern_type_t *type) {
  return tern_build_value(b, TERN_BUFFERIZATION(TO_TENSOR), .operands = TERN_VALUES(memref), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"restrict", tern_unit_attr_get(b->context)}));
}

static void build_store(tern_builder_t *b, tern_value_t *tensor, tern_value_t *memref) {
  const tern_attr_t *unit = tern_unit_attr_get(b->context);
  tern_build(b, TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION), .operands = TERN_VALUES(tensor, memref),
             .attrs = TERN_ATTRS({"restrict", unit}, {"writable", unit}));
}

// The part of `memref` that a slice of its tensor is, of the shape of `tensor`; NULL if there is none.
static const tern_type_t *part_type(const tern_slice_t *slice, const tern_value_t *memref, const tern_type_t *tensor) {
  int64_t offsets[MAX_RANK], sizes[MAX_RANK], strides[MAX_RANK];
  tern_slice_statics(slice, offsets, sizes, strides);
  const tern_type_t *type = tern_memref_subview_type(memref->type, offsets, sizes, strides);
  if (!type || slice->count == tern_type_rank(tensor)) return type;
  return tern_memref_rank_reduced_subview_type(memref->type, offsets, sizes, strides, tern_type_dims(tensor),
                                               tern_type_rank(tensor));
}

// All of `memref`, as it is?
static bool is_whole(const tern_slice_t *slice, const tern_value_t *memref, const tern_type_t *tensor) {
  if (tern_type_rank(tensor) != slice->count) return false;
  for (size_t d = 0; d < slice->count; ++d) {
    int64_t offset, size, stride;
    bool is_known = tern_mixed_constant(slice->offsets[d], &offset) && tern_mixed_constant(slice->sizes[d], &size) &&
                    tern_mixed_constant(slice->strides[d], &stride);
    if (!is_known || offset != 0 || stride != 1 || size != tern_type_dim(memref->type, d)) return false;
  }
  return true;
}

static tern_value_t *build_part(tern_builder_t *b, const tern_op_t *op, tern_value_t *memref,
                                const tern_type_t *tensor) {
  tern_slice_t slice, folded;
  if (!tern_slice_read(op, &slice) || slice.count != tern_type_rank(memref->type)) return NULL;
  if (is_whole(&slice, memref, tensor)) return memref;
  folded = slice;
  tern_slice_fold_constants(&folded);
  const tern_type_t *type = part_type(&folded, memref, tensor);
  if (type) slice = folded;
  // The tensor may not know of sizes what the constants say.
  if (!type) type = part_type(&slice, memref, tensor);
  if (!type) return NULL;
  return tern_op_result(tern_slice_build(b, TERN_MEMREF(SUBVIEW), type, TERN_VALUES(memref), &slice), 0);
}

// --- where a result goes ---

// Another op between `first` and `last` that loads or stores the memory of `base`.
static bool is_touched_between(const tern_op_t *first, const tern_op_t *last, const tern_value_t *base) {
  for (const tern_op_t *op = first->next; op && op != last; op = op->next) {
    if (!tern_buffer_is_load(op) && !tern_buffer_is_store(op)) continue;
    tern_value_t *memref = tern_op_operand(op, op->result_count ? 0 : 1);
    if (memref->type->kind != TERN_TYPE_MEMREF) return true;
    if (tern_memory_bases_alias(tern_memory_base(memref), base) != TERN_NO_ALIAS) return true;
  }
  return false;
}

// Moves what `value` is computed from in front of `place`, in the same block.
static void hoist(tern_value_t *value, tern_op_t *place) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != place->block || tern_op_is_before(op, place)) return;
  for (size_t i = 0; i < op->operand_count; ++i) hoist(tern_op_operand(op, i), place);
  tern_op_move_before(op, place);
}

// Can `value` be had in front of `place`?
static bool is_available(const tern_value_t *value, const tern_op_t *place) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->block != place->block || tern_op_is_before(op, place)) return true;
  if (op == place || tern_op_effects(op) != 0 || op->region_count != 0 || tern_buffer_touches_tensors(op)) return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_available(tern_op_operand(op, i), place)) return false;
  }
  return true;
}

// The only store of `result`; NULL if there is none, or several.
static tern_op_t *find_only_store(const tern_value_t *result) {
  tern_op_t *store = NULL;
  tern_value_for_each_use(result, use) {
    tern_op_t *user = use->owner;
    if (!tern_op_is(user, TERN_BUFFERIZATION(MATERIALIZE_IN_DESTINATION)) || user->result_count != 0) continue;
    if (store) return NULL;
    store = user;
  }
  return store;
}

// The tensor.insert that puts an element into `tensor`; NULL if there is none, or several.
static tern_op_t *find_only_insertion(const tern_value_t *tensor) {
  tern_op_t *insertion = NULL;
  tern_value_for_each_use(tensor, use) {
    if (!tern_op_is(use->owner, TERN_TENSOR(INSERT)) || tern_op_operand(use->owner, 1) != tensor) continue;
    if (insertion) return NULL;
    insertion = use->owner;
  }
  return insertion;
}

// Are all other uses of `tensor` in front of `last`, which is in the block of `op`?
static bool is_read_before(const tern_value_t *tensor, const tern_op_t *last, const tern_op_t *op) {
  if (last->block != op->block) return false;
  tern_value_for_each_use(tensor, use) {
    const tern_op_t *user = use->owner;
    while (user && user->block != last->block) user = tern_op_parent(user);
    if (user != last && (!user || !tern_op_is_before(user, last))) return false;
  }
  return true;
}

// The buffer that `result` is stored in, the store being gone then, or that it is stored in with other elements put into it; or NULL.
// Others may read the result there until then.
static tern_value_t *take_final_buffer(tern_op_t *op, tern_value_t *result) {
  const tern_value_t *stored = result;
  tern_op_t *store = find_only_store(stored);
  while (!store) {
    const tern_op_t *insertion = find_only_insertion(stored);
    if (!insertion || !is_read_before(stored, insertion, op)) return NULL;
    stored = &insertion->results[0];
    store = find_only_store(stored);
  }
  tern_value_t *memref = tern_op_operand(store, 1);
  if (store->block != op->block || memref->type->kind != TERN_TYPE_MEMREF || !is_available(memref, op)) return NULL;
  if (tern_type_rank(memref->type) != tern_type_rank(result->type)) return NULL;
  for (size_t d = 0; d < tern_type_rank(result->type); ++d) {
    if (tern_type_dim(memref->type, d) != tern_type_dim(result->type, d)) return NULL;
  }
  if (is_touched_between(op, store, tern_memory_base(memref))) return NULL;
  if (!is_read_before(stored, store, op)) return NULL;
  hoist(memref, op);
  if (stored == result) tern_op_destroy(store);
  return memref;
}

// A buffer for tensors like `like`, in front of `op`. NULL after an error.
static tern_value_t *build_buffer(tern_op_t *op, tern_value_t *like, const tern_type_t *type) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *sizes[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) {
    tern_mixed_index_t size;
    tern_value_t *memref;
    if (tern_type_dim(type, d) != TERN_DYNAMIC) continue;
    if (!like || !tern_buffer_find_size(op->block, like, d, &size, &memref)) {
      tern_op_error(op, "carries a tensor of type %s whose size is only known inside", tern_type_text(type));
      return NULL;
    }
    hoist(memref ? memref : size.dynamic ? size.dynamic : like, op);
    sizes[count++] =
        !memref
            ? tern_mixed_build(&b, size)
            : tern_build_value(&b, TERN_MEMREF(DIM),
                               .operands = TERN_VALUES(memref, tern_mixed_build(&b, tern_mixed_static((int64_t)d))));
  }
  if (count == 0) {
    // In a loop it is that of the function, used again each time around.
    tern_op_t *func = op;
    while (tern_op_parent(func) && !tern_op_has_trait(func, TERN_TRAIT_FUNCTION_LIKE)) func = tern_op_parent(func);
    b = tern_builder_at_start(tern_op_body(func, 0), op->loc);
  }
  const tern_type_t *memref =
      tern_memref_type_get(tern_type_element(type), tern_type_dims(type), tern_type_rank(type), NULL, NULL);
  return tern_build_value(&b, TERN_MEMREF(ALLOCA), .operands = {sizes, count}, .types = TERN_TYPES(memref),
                          .segments = (int32_t[]){(int32_t)count, 0});
}

static tern_value_t *choose_buffer(tern_op_t *op, tern_value_t *result, tern_value_t *like) {
  tern_value_t *buffer = take_final_buffer(op, result);
  return buffer ? buffer : build_buffer(op, like, result->type);
}

// --- rebuilding ---

typedef TERN_VEC(tern_value_t *) value_list_t;
typedef TERN_VEC(const tern_type_t *) type_list_t;

// `op` without its tensor results and with these operands; the regions move over. `segments` may be NULL.
static tern_op_t *rebuild(tern_op_t *op, tern_values_t operands, const int32_t *segments) {
  type_list_t types = {0};
  for (size_t i = 0; i < op->result_count; ++i) {
    if (!is_tensor(tern_op_result(op, i))) tern_vec_push(&types, tern_op_result(op, i)->type);
  }
  tern_builder_t b = tern_builder_before(op);
  tern_op_t *made =
      tern_build(&b, op->def->row, .operands = operands, .types = {types.values, types.count},
                 .dictionary = tern_op_attr_dictionary(op), .regions = op->region_count, .segments = segments);
  for (size_t r = 0; r < op->region_count; ++r) tern_region_take_blocks(&made->regions[r], &op->regions[r]);
  tern_vec_deinitialize(&types);
  return made;
}

// Uses of results of `op` become those of `made`, or loads from the buffers behind it. Erases `op`.
static void replace_results(tern_op_t *op, tern_op_t *made, tern_value_t *const *buffers) {
  tern_builder_t b = tern_builder_after(made);
  for (size_t i = 0, next = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    if (!is_tensor(result)) {
      tern_value_replace_all_uses(result, tern_op_result(made, next++));
    } else if (tern_value_has_uses(result)) {
      tern_value_replace_all_uses(result, build_load(&b, buffers[i], result->type));
    }
  }
  tern_op_destroy(op);
}

// Tensor arguments of `block` (the `k`-th tensor is in `buffers[k]`, counted over arguments from `first` on) become loads.
static void load_arguments(tern_block_t *block, size_t first, tern_value_t *const *buffers) {
  tern_builder_t b = tern_builder_at_start(block, block->first_op->loc);
  for (size_t i = first; i < block->arg_count; ++i) {
    tern_value_t *arg = block->args[i];
    if (is_tensor(arg) && tern_value_has_uses(arg)) {
      tern_value_replace_all_uses(arg, build_load(&b, buffers[i - first], arg->type));
    }
  }
  for (size_t i = block->arg_count; i-- > first;) {
    if (is_tensor(block->args[i])) tern_block_erase_arg(block, i);
  }
}

// The tensors that `end` yields (operands from `first` on) are stored before it, and are no operands any more.
static void store_yielded(tern_op_t *end, size_t first, tern_value_t *const *buffers) {
  tern_builder_t b = tern_builder_before(end);
  for (size_t i = first; i < end->operand_count; ++i) {
    if (is_tensor(tern_op_operand(end, i))) build_store(&b, tern_op_operand(end, i), buffers[i - first]);
  }
  for (size_t i = end->operand_count; i-- > first;) {
    if (is_tensor(tern_op_operand(end, i))) tern_op_erase_operands(end, i, 1);
  }
}

// Is `tensor` what is in `buffer` in front of `op`?
static bool is_there(const tern_op_t *op, const tern_value_t *tensor, tern_value_t *buffer) {
  const tern_op_t *load = tern_value_defining_op(tensor);
  return load && load->block == op->block && tern_op_is(load, TERN_BUFFERIZATION(TO_TENSOR)) &&
         tern_op_operand(load, 0) == buffer && !is_touched_between(load, op, tern_memory_base(buffer));
}

static bool is_empty(const tern_value_t *tensor) { return tern_is_empty_tensor(tensor); }

// Buffers of the results, which start as `inits` (NULL: as nothing). False after an error.
static bool make_buffers(tern_op_t *op, tern_value_t *const *inits, value_list_t *out_buffers) {
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_t *result = tern_op_result(op, i), *buffer = NULL;
    if (is_tensor(result)) {
      buffer = choose_buffer(op, result, inits ? inits[i] : NULL);
      if (!buffer) return false;
      tern_builder_t b = tern_builder_before(op);
      if (inits && !is_empty(inits[i]) && !is_there(op, inits[i], buffer)) build_store(&b, inits[i], buffer);
    }
    tern_vec_push(out_buffers, buffer);
  }
  return true;
}

// --- the ops ---

static bool store_for(tern_op_t *op) {
  value_list_t buffers = {0}, inits = {0}, operands = {0};
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    if (i >= 3) tern_vec_push(&inits, operand);
    if (i < 3 || !is_tensor(operand)) tern_vec_push(&operands, operand);
  }
  bool is_right = make_buffers(op, inits.values, &buffers);
  if (is_right) {
    tern_op_t *made = rebuild(op, (tern_values_t){operands.values, operands.count}, NULL);
    tern_block_t *body = tern_op_body(made, 0);
    store_yielded(body->last_op, 0, buffers.values);
    load_arguments(body, 1, buffers.values);
    replace_results(op, made, buffers.values);
  }
  tern_vec_deinitialize(&buffers);
  tern_vec_deinitialize(&inits);
  tern_vec_deinitialize(&operands);
  return is_right;
}

// A tensor that is yielded from outside of the op says how large the result is.
static tern_value_t *find_like(const tern_op_t *op, size_t result) {
  for (size_t r = 0; r < op->region_count; ++r) {
    tern_value_t *yielded = tern_op_operand(op->regions[r].last_block->last_op, result);
    if (tern_value_is_defined_outside(yielded, op)) return yielded;
  }
  return NULL;
}

static bool store_branches(tern_op_t *op) {
  value_list_t buffers = {0}, operands = {0};
  bool is_right = true;
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  for (size_t i = 0; i < op->result_count && is_right; ++i) {
    tern_value_t *result = tern_op_result(op, i);
    tern_value_t *buffer = is_tensor(result) ? choose_buffer(op, result, find_like(op, i)) : NULL;
    is_right = !is_tensor(result) || buffer;
    tern_vec_push(&buffers, buffer);
  }
  if (is_right) {
    tern_op_t *made = rebuild(op, (tern_values_t){operands.values, operands.count}, NULL);
    for (size_t r = 0; r < made->region_count; ++r) {
      tern_op_t *end = made->regions[r].last_block->last_op;
      store_yielded(end, 0, buffers.values);
    }
    replace_results(op, made, buffers.values);
  }
  tern_vec_deinitialize(&buffers);
  tern_vec_deinitialize(&operands);
  return is_right;
}

// The results are in one set of buffers, what the first region is given in another; they are the same where the first region
// hands its argument on.
static bool store_while(tern_op_t *op) {
  value_list_t results = {0}, carried = {0}, operands = {0};
  tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
  tern_op_t *condition = before->last_op;
  bool is_right = true;
  for (size_t i = 0; i < op->operand_count; ++i) tern_vec_push(&carried, NULL);
  for (size_t i = 0; i < op->result_count && is_right; ++i) {
    tern_value_t *result = tern_op_result(op, i), *passed = tern_op_operand(condition, 1 + i), *buffer = NULL;
    bool is_handed_on = passed->is_block_argument && passed->owner == before;
    if (is_tensor(result)) {
      buffer = is_handed_on && carried.values[passed->index]
                   ? carried.values[passed->index]
                   : choose_buffer(op, result, is_handed_on ? tern_op_operand(op, passed->index) : NULL);
      is_right = buffer != NULL;
      if (is_handed_on) carried.values[passed->index] = buffer;
    }
    tern_vec_push(&results, buffer);
  }
  for (size_t i = 0; i < op->operand_count && is_right; ++i) {
    tern_value_t *init = tern_op_operand(op, i);
    if (!is_tensor(init)) {
      tern_vec_push(&operands, init);
      continue;
    }
    if (!carried.values[i]) carried.values[i] = build_buffer(op, init, init->type);
    is_right = carried.values[i] != NULL;
    tern_builder_t b = tern_builder_before(op);
    if (is_right && !is_empty(init)) build_store(&b, init, carried.values[i]);
  }
  if (is_right) {
    tern_op_t *made = rebuild(op, (tern_values_t){operands.values, operands.count}, NULL);
    store_yielded(condition, 1, results.values);
    store_yielded(after->last_op, 0, carried.values);
    load_arguments(before, 0, carried.values);
    load_arguments(after, 0, results.values);
    replace_results(op, made, results.values);
  }
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&carried);
  tern_vec_deinitialize(&operands);
  return is_right;
}

// What iterations insert in parallel they store before their end.
static bool store_insertions(tern_op_t *forall, tern_value_t *const *buffers) {
  tern_block_t *body = tern_op_body(forall, 0);
  tern_op_t *end = body->last_op;
  tern_block_t *insertions = tern_op_body(end, 0);
  size_t rank = body->arg_count - forall->result_count;
  tern_block_for_each_op_safe(insertions, op) {
    if (!tern_op_is(op, TERN_TENSOR(PARALLEL_INSERT_SLICE))) continue;
    const tern_value_t *target = tern_op_operand(op, 1);
    if (!target->is_block_argument || target->owner != body || target->index < rank) {
      return tern_op_error(op, "inserts into a tensor that is no shared output of its scf.forall");
    }
    tern_builder_t b = tern_builder_before(end);
    tern_value_t *source = tern_op_operand(op, 0);
    tern_value_t *part = build_part(&b, op, buffers[target->index - rank], source->type);
    if (!part) return tern_op_error(op, "is no slice of its shared output");
    build_store(&b, source, part);
    tern_op_destroy(op);
  }
  return true;
}

static bool store_forall(tern_op_t *op) {
  value_list_t buffers = {0}, operands = {0};
  size_t start, count;
  int32_t segments[4] = {0};
  static const char *const groups[] = {"dynamicLowerBound", "dynamicUpperBound", "dynamicStep"};
  for (size_t g = 0; g < 3; ++g) {
    tern_op_operands_named(op, groups[g], &start, &count);
    segments[g] = (int32_t)count;
    for (size_t i = 0; i < count; ++i) tern_vec_push(&operands, tern_op_operand(op, start + i));
  }
  tern_op_operands_named(op, "outputs", &start, &count);
  value_list_t inits = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&inits, tern_op_operand(op, start + i));
  bool is_right = make_buffers(op, inits.values, &buffers) && store_insertions(op, buffers.values);
  if (is_right) {
    size_t rank = tern_op_body(op, 0)->arg_count - op->result_count;
    tern_op_t *made = rebuild(op, (tern_values_t){operands.values, operands.count}, segments);
    load_arguments(tern_op_body(made, 0), rank, buffers.values);
    replace_results(op, made, buffers.values);
  }
  tern_vec_deinitialize(&buffers);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&inits);
  return is_right;
}

// --- all ---

// A slice of what is loaded is loaded itself.
static void narrow_load(tern_op_t *op) {
  if (!tern_op_is(op, TERN_TENSOR(EXTRACT_SLICE))) return;
  tern_op_t *load = tern_value_defining_op(tern_op_operand(op, 0));
  if (!load || !tern_op_is(load, TERN_BUFFERIZATION(TO_TENSOR))) return;
  if (load->block != op->block) return;
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *result = tern_op_result(op, 0), *part = build_part(&b, op, tern_op_operand(load, 0), result->type);
  if (!part) return;
  tern_value_replace_all_uses(result, build_load(&b, part, result->type));
  tern_op_destroy(op);
}

static bool carries_tensors(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_tensor(tern_op_result(op, i))) return true;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_tensor(tern_op_operand(op, i))) return true;
  }
  return false;
}

static bool store_op(tern_op_t *op) {
  static const struct {
    const tern_op_row_t *row;
    bool (*store)(tern_op_t *op);
  } rows[] = {
      {TERN_SCF(FOR), store_for},
      {TERN_SCF(IF), store_branches},
      {TERN_SCF(INDEX_SWITCH), store_branches},
      {TERN_SCF(EXECUTE_REGION), store_branches},
      {TERN_SCF(WHILE), store_while},
      {TERN_SCF(FORALL), store_forall},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) return rows[i].store(op);
  }
  return true;
}

static bool store_block(tern_block_t *block, bool is_inner) {
  tern_op_list_t owners = {0};
  tern_block_for_each_op(block, op) {
    bool is_carrier = op->region_count > 0 && carries_tensors(op) && !tern_op_has_trait(op, TERN_TRAIT_LINALG);
    if (is_carrier) tern_vec_push(&owners, op);
  }
  bool is_right = true;
  for (size_t i = owners.count; is_right && i-- > 0;) is_right = store_op(owners.values[i]);
  tern_vec_deinitialize(&owners);
  if (!is_right) return false;
  tern_block_for_each_op_safe(block, op) {
    if (is_inner) narrow_load(op);
  }
  tern_block_for_each_op_safe(block, op) {
    for (size_t r = 0; r < op->region_count && !tern_op_has_trait(op, TERN_TRAIT_LINALG); ++r) {
      tern_region_for_each_block(&op->regions[r], inner) {
        if (!store_block(inner, true)) return false;
      }
    }
  }
  return true;
}

bool tern_store_carried_tensors(tern_op_t *func) {
  tern_region_for_each_block(&func->regions[0], block) {
    if (!store_block(block, false)) return false;
  }
  return true;
}
