#include "analysis/stream/ownership.h"

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/cf/cf.h"
#include "dialect/scf/scf.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"

// --- what ops do with memory ---

// Result 0 (or, for waits, result i) is the memory of operand 0 (or i), unchanged.
static bool forwards(const tern_op_t *op) {
  if (tern_op_is(op, TERN_STREAM(ASYNC_TRANSFER))) {
    // Between lifetimes that are known and differ the bytes are copied.
    tern_stream_lifetime_t from = tern_stream_resource_type_lifetime(tern_op_operand(op, 0)->type);
    tern_stream_lifetime_t to = tern_stream_resource_type_lifetime(op->results[0].type);
    return from == to || from == TERN_STREAM_LIFETIME_UNKNOWN || to == TERN_STREAM_LIFETIME_UNKNOWN;
  }
  return tern_op_is(op, TERN_STREAM(ASYNC_CAST)) || tern_op_is(op, TERN_STREAM(ASYNC_BARRIER)) ||
         tern_op_is(op, TERN_STREAM(TIMEPOINT_BARRIER)) || tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT)) ||
         tern_op_is(op, TERN_STREAM(RESOURCE_SUBVIEW)) || tern_op_is(op, TERN_STREAM(ASYNC_PARAMETER_WRITE)) ||
         tern_op_is(op, TERN_STREAM(ASYNC_PARAMETER_SCATTER)) || tern_op_is(op, TERN_STREAM(RESOURCE_TRANSIENTS)) ||
         tern_op_is(op, TERN_STREAM(TENSOR_PARAMETER_WRITE));
}

// The operand that a forwarded result is; -1: the op forwards nothing to it.
static int64_t forwarded_operand(const tern_op_t *op, size_t result) {
  if (!forwards(op) || !tern_type_is_stream_resource(op->results[result].type)) return -1;
  return tern_op_is(op, TERN_STREAM(TIMEPOINT_AWAIT)) ? (int64_t)result : 0;
}

static const tern_value_t *forwarded_result(const tern_op_t *op, size_t operand) {
  for (size_t i = 0; i < op->result_count; ++i) {
    if (forwarded_operand(op, i) == (int64_t)operand) return &op->results[i];
  }
  return NULL;
}

bool tern_stream_writes_operand(const tern_op_t *op, size_t index) {
  if (op->def->dialect != &tern_stream_dialect || forwards(op)) return false;
  if (tern_op_is(op, TERN_STREAM(TENSOR_IMPORT)) || tern_op_is(op, TERN_STREAM(TENSOR_EXPORT))) return false;
  for (size_t i = 0; i < op->result_count; ++i) {
    if (tern_stream_tied_operand(op, i) == (int64_t)index) return true;
  }
  return false;
}

static bool is_read(const tern_operand_t *use) {
  static const int readers[] = {TERN_STREAM_ASYNC_SLICE,   TERN_STREAM_ASYNC_DISPATCH, TERN_STREAM_ASYNC_COPY,
                                TERN_STREAM_ASYNC_UPDATE,  TERN_STREAM_ASYNC_CLONE,    TERN_STREAM_ASYNC_LOAD,
                                TERN_STREAM_TENSOR_EXPORT, TERN_STREAM_RESOURCE_SIZE};
  const tern_op_t *op = use->owner;
  for (size_t i = 0; i < sizeof readers / sizeof readers[0]; ++i) {
    if (op->def->row == &tern_stream_ops[readers[i]]) return !tern_stream_writes_operand(op, tern_operand_index(use));
  }
  return false;
}

bool tern_stream_is_only_read(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (op && op->def->dialect == &tern_stream_dialect && forwarded_operand(op, value->index) >= 0) return false;
  tern_value_for_each_use(value, use) {
    if (!is_read(use)) return false;
  }
  return true;
}

bool tern_stream_is_fresh(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || op->def->dialect != &tern_stream_dialect) return false;
  static const int never[] = {TERN_STREAM_TENSOR_IMPORT,      TERN_STREAM_ASYNC_CONSTANT,
                              TERN_STREAM_TENSOR_CONSTANT,    TERN_STREAM_ASYNC_PARAMETER_LOAD,
                              TERN_STREAM_CMD_PARAMETER_LOAD, TERN_STREAM_TENSOR_PARAMETER_LOAD,
                              TERN_STREAM_RESOURCE_CONSTANTS, TERN_STREAM_RESOURCE_TRY_MAP,
                              TERN_STREAM_ASYNC_EXECUTE,      TERN_STREAM_ASYNC_CONCURRENT};
  for (size_t i = 0; i < sizeof never / sizeof never[0]; ++i) {
    if (op->def->row == &tern_stream_ops[never[i]]) return false;
  }
  return forwarded_operand(op, value->index) < 0 && tern_stream_tied_operand(op, value->index) < 0;
}

// --- last uses ---

static tern_op_t *ancestor_in(const tern_op_t *op, const tern_region_t *region) {
  while (op && op->block && op->block->parent != region) op = tern_op_parent(op);
  return op && op->block ? (tern_op_t *)op : NULL;
}

// The region of `op` that holds `inner`.
static const tern_region_t *region_towards(const tern_op_t *op, const tern_op_t *inner) {
  for (const tern_region_t *region = inner->block->parent; region; region = region->parent->block->parent) {
    if (region->parent == op) return region;
    if (!region->parent->block) break;
  }
  return NULL;
}

// May control get from the end of `from` to the start of `to`, without going through `barrier`?
static bool reaches(const tern_block_t *from, const tern_block_t *to, const tern_block_t *barrier) {
  tern_map_t seen = {0};
  TERN_VEC(const tern_block_t *) stack = {0};
  bool found = false;
  tern_vec_push(&stack, from);
  while (stack.count && !found) {
    const tern_op_t *end = stack.values[--stack.count]->last_op;
    for (size_t i = 0; end && i < end->successor_count && !found; ++i) {
      const tern_block_t *next = end->successors[i].block;
      if (next == barrier) continue;
      found = next == to;
      if (tern_map_set(&seen, next, (void *)(uintptr_t)next)) tern_vec_push(&stack, next);
    }
  }
  tern_map_deinitialize(&seen);
  tern_vec_deinitialize(&stack);
  return found;
}

static bool is_exclusive(const tern_op_t *op) {
  return tern_op_is(op, TERN_SCF(IF)) || tern_op_is(op, TERN_SCF(INDEX_SWITCH));
}

// May `other` run after `op`, while the value that is defined in `home` is the same?
static bool may_follow(const tern_op_t *op, const tern_op_t *other, const tern_block_t *home) {
  const tern_region_t *region = home->parent;
  const tern_block_t *barrier = home;
  for (;;) {
    tern_op_t *a = ancestor_in(op, region), *b = ancestor_in(other, region);
    if (!a || !b) return true;
    if (a != b) {
      if (a->block == b->block) {
        if (!tern_op_is_before(b, a)) return true;
        return a->block != barrier && reaches(a->block, b->block, barrier);
      }
      return reaches(a->block, b->block, barrier);
    }
    const tern_region_t *towards_op = region_towards(a, op), *towards_other = region_towards(a, other);
    if (!towards_op || !towards_other) return true;
    if (towards_op != towards_other) return !is_exclusive(a);
    region = towards_op;
    barrier = NULL;
  }
}

// Does `op` run again while the value of `home` is the same?
static bool may_repeat(const tern_op_t *op, const tern_block_t *home) {
  for (const tern_op_t *at = op; at && at->block; at = tern_op_parent(at)) {
    const tern_block_t *block = at->block;
    bool is_home = block->parent == home->parent;
    if (block != home && reaches(block, block, is_home ? home : NULL)) return true;
    if (is_home) return false;
    const tern_op_t *parent = tern_block_parent_op(block);
    if (!parent || tern_op_has_trait(parent, TERN_TRAIT_LOOP_LIKE)) return true;
  }
  return true;
}

// Uses that keep a reference beyond the op: nobody can say when that one is used.
static bool keeps_reference(const tern_operand_t *use) {
  const tern_op_t *op = use->owner;
  return tern_value_flow_passes_on(use) || tern_op_is(op, TERN_STREAM(TENSOR_EXPORT)) ||
         op->def->dialect != &tern_stream_dialect;
}

// Can whoever does `op` wait for `reader`? Only if that stands in a block around `op`: of what runs inside of another op,
// or in another block, nobody outside knows when it is done.
static bool can_wait_for(const tern_op_t *op, const tern_op_t *reader) {
  if (tern_op_is(reader, TERN_STREAM(RESOURCE_SIZE))) return true;
  return ancestor_in(op, reader->block->parent) && ancestor_in(op, reader->block->parent)->block == reader->block;
}

// The op that picks one of several values: what it gives is any of them, and who writes that does not know whose readers
// to wait for. NULL: the use is by none.
static const tern_op_t *selection_of(const tern_operand_t *use) {
  const tern_op_t *op = use->owner, *parent = op->block ? tern_op_parent(op) : NULL;
  if (tern_op_is(op, TERN_ARITH(SELECT)) || tern_op_is(op, TERN_UTIL(OPTIMIZATION_BARRIER)) ||
      tern_op_is(op, TERN_CF(COND_BR)) || tern_op_is(op, TERN_CF(SWITCH))) {
    return op;
  }
  // A conditional that only yields values of outside is a selection too.
  bool is_yield = tern_op_is(op, TERN_SCF(YIELD)) && parent && is_exclusive(parent);
  return is_yield && tern_value_block(use->value) != op->block ? parent : NULL;
}

static bool is_within(const tern_op_t *op, const tern_op_t *outer) {
  while (op && op != outer) op = op->block ? tern_op_parent(op) : NULL;
  return op != NULL;
}

bool tern_stream_is_last_use(const tern_operand_t *use) {
  const tern_op_t *op = use->owner, *selection = selection_of(use);
  const tern_block_t *home = tern_value_block(use->value);
  if (!home || !op->block || may_repeat(op, home)) return false;
  // Of a value that is selected there is no other use.
  tern_value_for_each_use(use->value, other) {
    bool is_size = tern_op_is(other->owner, TERN_STREAM(RESOURCE_SIZE));
    if (selection && !is_size && !is_within(other->owner, selection)) return false;
  }
  TERN_VEC(const tern_value_t *) same = {0};
  bool is_last = true;
  tern_vec_push(&same, use->value);
  for (size_t i = 0; i < same.count && is_last; ++i) {
    tern_value_for_each_use(same.values[i], other) {
      if (other == use) continue;
      const tern_value_t *forwarded = forwarded_result(other->owner, tern_operand_index(other));
      if (forwarded && other->owner != op) {
        tern_vec_push(&same, forwarded);
      } else if (other->owner == op || keeps_reference(other) || may_follow(op, other->owner, home) ||
                 !can_wait_for(op, other->owner)) {
        is_last = false;
        break;
      }
    }
  }
  tern_vec_deinitialize(&same);
  return is_last;
}

// --- ownership ---

enum { OWNED = 1, BORROWED = 2, ASKED = 3 };

typedef struct question {
  tern_stream_ownership_t *ownership;
  bool is_owned;
} question_t;

static void check_source(tern_operand_t *use, void *user) {
  question_t *question = user;
  if (!question->is_owned) return;
  question->is_owned = tern_stream_owns_memory(question->ownership, use->value) && tern_stream_is_last_use(use);
}

static bool ask(tern_stream_ownership_t *ownership, const tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (tern_stream_is_fresh(value)) return true;
  if (op && tern_op_is(op, TERN_STREAM(TENSOR_IMPORT))) return tern_op_attr(op, "consume") != NULL;
  if (op && op->def->dialect == &tern_stream_dialect && !op->region_count) {
    int64_t operand = forwarded_operand(op, value->index);
    if (operand < 0) operand = tern_stream_tied_operand(op, value->index);
    if (operand < 0) return false;
    const tern_operand_t *use = &op->operands[operand];
    return tern_stream_owns_memory(ownership, use->value) && tern_stream_is_last_use(use);
  }
  question_t question = {ownership, true};
  return tern_value_flow_sources(&ownership->flow, value, check_source, &question) == TERN_FLOW_COMPLETE &&
         question.is_owned;
}

bool tern_stream_owns_memory(tern_stream_ownership_t *ownership, const tern_value_t *value) {
  uintptr_t known = (uintptr_t)tern_map_get(&ownership->owned, value);
  // What comes around a loop is owned if all that goes in is.
  if (known) return known != BORROWED;
  tern_map_set(&ownership->owned, value, (void *)(uintptr_t)ASKED);
  size_t first = ownership->owned.entry_count;
  bool is_owned = ask(ownership, value);
  // Answers that were found while this one was taken for granted may be wrong.
  for (size_t i = first; !is_owned && i < ownership->owned.entry_count; ++i) {
    tern_map_entry_t *entry = &ownership->owned.entries[i];
    if (entry->key && (uintptr_t)entry->value == OWNED) tern_map_remove(&ownership->owned, entry->key);
  }
  tern_map_set(&ownership->owned, value, (void *)(uintptr_t)(is_owned ? OWNED : BORROWED));
  return is_owned;
}

void tern_stream_ownership_initialize(tern_stream_ownership_t *ownership, tern_op_t *module) {
  *ownership = (tern_stream_ownership_t){0};
  tern_value_flow_initialize(&ownership->flow, module);
}

void tern_stream_ownership_deinitialize(tern_stream_ownership_t *ownership) {
  tern_value_flow_deinitialize(&ownership->flow);
  tern_map_deinitialize(&ownership->owned);
}
