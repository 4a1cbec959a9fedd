// Operations, values, blocks and regions: the mutable part of the IR.
//
// Memory: every object comes from the context's pool and goes back to it when erased. A top-level op that is not
// destroyed is freed with its context. Nothing here is reference counted.
// Invariants: an op is in at most one block; the use list of a value holds exactly the operands that name it; the use
// list of a block holds exactly the successors that name it.
// Thread-compatible: one context is used by one thread at a time.

#ifndef TERN_IR_OP_H_
#define TERN_IR_OP_H_

#include "base/map.h"
#include "ir/attr.h"
#include "ir/type.h"

// An SSA value: the result of an op or the argument of a block.
struct tern_value {
  const tern_type_t *type;
  tern_operand_t *first_use;  // uses, newest first
  void *owner;                // tern_op_t or tern_block_t
  uint32_t index;             // which result or argument
  bool is_block_argument;
  bool is_marked;              // scratch of whoever analyses the region; means nothing in between
  const tern_attr_t *arg_loc;  // location of a block argument; NULL for results
};

// One use of a value by an op.
struct tern_operand {
  tern_value_t *value;
  tern_op_t *owner;
  tern_operand_t *next;   // next use of the same value
  tern_operand_t **prev;  // the pointer that points here
};

// One use of a block as a successor.
typedef struct tern_successor {
  tern_block_t *block;
  tern_op_t *owner;
  struct tern_successor *next;
  struct tern_successor **prev;
} tern_successor_t;

struct tern_region {
  tern_op_t *parent;  // the op that holds this region
  tern_block_t *first_block, *last_block;
};

struct tern_block {
  tern_region_t *parent;
  tern_block_t *prev, *next;
  tern_op_t *first_op, *last_op;
  tern_value_t **args;  // owned
  uint32_t arg_count, arg_capacity;
  tern_successor_t *first_use;  // its predecessors' terminators
  bool is_order_valid;          // tern_op_t.order increases along the block
  uint32_t scratch;             // free for one analysis at a time
};

struct tern_op {
  const tern_op_def_t *def;
  const tern_attr_t *loc;
  tern_block_t *block;  // NULL while detached
  tern_op_t *prev, *next;
  const tern_attr_t *attrs;      // discardable attributes: a dictionary, or NULL for none
  const tern_attr_t **slots;     // inherent attributes, in the order of the row (def->attr_count); NULL: absent
  tern_value_t *results;         // result_count of them, in this allocation
  tern_operand_t *operands;      // operand_count of them; in this allocation until it grows
  tern_successor_t *successors;  // successor_count, in this allocation
  tern_region_t *regions;        // region_count, in this allocation
  uint32_t result_count, operand_count, operand_capacity;
  uint16_t successor_count, region_count;
  uint32_t order;            // position in the block if block->is_order_valid
  uint32_t allocation_size;  // bytes of this allocation
  uint32_t list_place;       // scratch of whoever has the op on a worklist; means nothing without a look at the list
  bool owns_operands;        // `operands` is an allocation of its own
  bool is_marked;            // scratch, as that of values
};

// What an op is made of. Zero-initialise and fill in what is needed.
typedef struct tern_op_state {
  const tern_op_def_t *def;
  const tern_attr_t *loc;  // NULL: unknown
  tern_values_t operands;
  tern_types_t result_types;
  tern_named_attrs_t attrs;       // inherent ones go to their slots, others are discardable
  const tern_attr_t *dictionary;  // further attributes as a dictionary, or NULL
  tern_block_t *const *successors;
  size_t successor_count;
  size_t region_count;  // empty regions to make
} tern_op_state_t;

// Makes a detached op. Missing operandSegmentSizes/resultSegmentSizes are the caller's to give in `attrs`. Defaults of
// absent attributes are filled in. Never fails; what is wrong is for the verifier to say.
tern_op_t *tern_op_create(tern_context_t *context, const tern_op_state_t *state);
// Destroys a detached or attached op and all it holds. Its results must have no uses outside of it.
void tern_op_destroy(tern_op_t *op);
// Takes the op out of its block; it stays alive.
void tern_op_remove(tern_op_t *op);
// Puts a detached op before `before` (NULL: at the end) of `block`.
void tern_op_insert(tern_op_t *op, tern_block_t *block, tern_op_t *before);
void tern_op_move_before(tern_op_t *op, tern_op_t *before);

// Copies an op with its regions. `mapping` (may be NULL) maps values, blocks to their copies: it is consulted for
// operands and successors, and receives the results, arguments and blocks of the copy.

tern_op_t *tern_op_clone(const tern_op_t *op, tern_map_t *mapping);
// The same without regions' contents (regions are there, empty).
tern_op_t *tern_op_clone_without_regions(const tern_op_t *op, tern_map_t *mapping);
// Copies all blocks of `region` to the end of `target`.
void tern_region_clone_into(const tern_region_t *region, tern_region_t *target, tern_map_t *mapping);
// Moves all blocks of `source` to the end of `target`.
void tern_region_take_blocks(tern_region_t *target, tern_region_t *source);

static inline tern_context_t *tern_op_context(const tern_op_t *op) { return op->loc->context; }
// True if `op` was made from this row (a member of a dialect's table, such as TERN_ARITH(ADDI)).
bool tern_op_is(const tern_op_t *op, const tern_op_row_t *row);
tern_str_t tern_op_name(const tern_op_t *op);
// The op that holds `op`, or NULL.
static inline tern_op_t *tern_op_parent(const tern_op_t *op) {
  return op->block && op->block->parent ? op->block->parent->parent : NULL;
}
// The closest op around `op` (not `op` itself) made from `row`, or NULL.
tern_op_t *tern_op_parent_of(const tern_op_t *op, const tern_op_row_t *row);
// True if `op` is `ancestor` or lies inside of it.
bool tern_op_is_within(const tern_op_t *op, const tern_op_t *ancestor);
// True if `a` comes before `b`, both in one block. Amortised O(1).
bool tern_op_is_before(const tern_op_t *a, const tern_op_t *b);

// --- operands and results ---
static inline tern_value_t *tern_op_operand(const tern_op_t *op, size_t index) { return op->operands[index].value; }
static inline tern_value_t *tern_op_result(const tern_op_t *op, size_t index) { return &op->results[index]; }
void tern_op_set_operand(tern_op_t *op, size_t index, tern_value_t *value);
// Replaces all operands. Segment sizes are the caller's to update.
void tern_op_set_operands(tern_op_t *op, tern_values_t values);
void tern_op_insert_operands(tern_op_t *op, size_t index, tern_values_t values);
void tern_op_erase_operands(tern_op_t *op, size_t index, size_t count);
// A named group of the row's operands (variadic ones have any number): start and count by group index. The group's
// place follows from the counts of the others or from operandSegmentSizes.
void tern_op_operand_group(const tern_op_t *op, size_t group, size_t *out_start, size_t *out_count);
void tern_op_result_group(const tern_op_t *op, size_t group, size_t *out_start, size_t *out_count);
// The single operand of a named group, or NULL if it is an absent optional. `name` is of the row, such as "lhs".
tern_value_t *tern_op_operand_named(const tern_op_t *op, const char *name);
// Start and count of a named group, for code that serves ops of several rows: false and an empty group if the row has
// none of this name.
bool tern_op_find_operands(const tern_op_t *op, const char *name, size_t *out_start, size_t *out_count);
// Start and count of a named group. An unknown name is a bug (asserted).
void tern_op_operands_named(const tern_op_t *op, const char *name, size_t *out_start, size_t *out_count);
// Sets operandSegmentSizes.
void tern_op_set_segment_sizes(tern_op_t *op, const int32_t *sizes, size_t count);
// Puts a value behind the others of a named group; takes all values of a named group away. Segment sizes follow.
void tern_op_append_to_group(tern_op_t *op, const char *name, tern_value_t *value);
void tern_op_erase_group(tern_op_t *op, const char *name);
bool tern_op_has_no_uses(const tern_op_t *op);
void tern_op_drop_all_uses_of_operands(tern_op_t *op);

// --- attributes ---
// Inherent or discardable, by name; NULL if absent.
const tern_attr_t *tern_op_attr_str(const tern_op_t *op, tern_str_t name);
// Names are literals nearly always: here the compiler counts their characters.
static inline const tern_attr_t *tern_op_attr(const tern_op_t *op, const char *name) {
  return tern_op_attr_str(op, tern_str_from_cstr(name));
}
// Sets, or with NULL removes.
void tern_op_set_attr(tern_op_t *op, const char *name, const tern_attr_t *attr);
void tern_op_set_attr_str(tern_op_t *op, tern_str_t name, const tern_attr_t *attr);
// All attributes, inherent ones included, as one dictionary (NULL if there are none).
const tern_attr_t *tern_op_attr_dictionary(const tern_op_t *op);

// --- values ---
static inline tern_op_t *tern_value_defining_op(const tern_value_t *value) {
  return value->is_block_argument ? NULL : (tern_op_t *)value->owner;
}
// The op that defines the value if it is made from `row`, else NULL.
static inline tern_op_t *tern_value_defined_by(const tern_value_t *value, const tern_op_row_t *row) {
  tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, row) ? op : NULL;
}
static inline tern_block_t *tern_value_arg_block(const tern_value_t *value) {
  return value->is_block_argument ? (tern_block_t *)value->owner : NULL;
}
// The block that holds the value's definition (NULL for a result of a detached op).
tern_block_t *tern_value_block(const tern_value_t *value);
const tern_attr_t *tern_value_loc(const tern_value_t *value);
// True if the definition does not lie within `op`: what is so for a loop is the same in all its iterations.
bool tern_value_is_defined_outside(const tern_value_t *value, const tern_op_t *op);
static inline bool tern_value_has_uses(const tern_value_t *value) { return value->first_use != NULL; }
static inline bool tern_value_has_one_use(const tern_value_t *value) {
  return value->first_use && !value->first_use->next;
}
void tern_value_replace_all_uses(tern_value_t *value, tern_value_t *replacement);
// Position of `operand` in its owner's list.
static inline size_t tern_operand_index(const tern_operand_t *operand) {
  return (size_t)(operand - operand->owner->operands);
}
void tern_operand_set(tern_operand_t *operand, tern_value_t *value);
// Points a successor at another block (NULL: at none, while the op is about to go).
static inline void tern_successor_set(tern_successor_t *successor, tern_block_t *block) {
  if (successor->block) {
    *successor->prev = successor->next;
    if (successor->next) successor->next->prev = successor->prev;
  }
  successor->block = block;
  successor->next = block ? block->first_use : NULL;
  successor->prev = block ? &block->first_use : NULL;
  if (!block) return;
  if (successor->next) successor->next->prev = &successor->next;
  block->first_use = successor;
}

// --- blocks and regions ---
// Makes a detached block without arguments.
tern_block_t *tern_block_create(tern_context_t *context);
// Destroys a block and its ops. Its arguments and ops must have no uses outside of it.
void tern_block_destroy(tern_block_t *block, tern_context_t *context);
tern_value_t *tern_block_add_arg(tern_block_t *block, const tern_type_t *type, const tern_attr_t *loc);
tern_value_t *tern_block_insert_arg(tern_block_t *block, size_t index, const tern_type_t *type, const tern_attr_t *loc);
void tern_block_erase_arg(tern_block_t *block, size_t index);
// Puts a detached block before `before` (NULL: at the end) of `region`.
void tern_block_insert(tern_block_t *block, tern_region_t *region, tern_block_t *before);
void tern_block_remove(tern_block_t *block);
// Appends a new block to `region`.
tern_block_t *tern_region_add_block(tern_region_t *region);
// Moves `first`..end of its block into a new block placed after it; returns the new block.
tern_block_t *tern_block_split(tern_op_t *first);
static inline bool tern_block_is_entry(const tern_block_t *block) {
  return block->parent && block->parent->first_block == block;
}
// The last op if it may be a terminator (trait or unregistered), else NULL.
tern_op_t *tern_block_terminator(const tern_block_t *block);
static inline tern_op_t *tern_block_parent_op(const tern_block_t *block) {
  return block->parent ? block->parent->parent : NULL;
}
// True if `region` is `ancestor` or nested in it.
bool tern_region_is_within(const tern_region_t *region, const tern_region_t *ancestor);
static inline bool tern_region_is_empty(const tern_region_t *region) { return region->first_block == NULL; }
// The entry block of region `index`, or NULL if it is empty.
static inline tern_block_t *tern_op_body(const tern_op_t *op, size_t index) { return op->regions[index].first_block; }

#define tern_region_for_each_block(region, block) \
  for (tern_block_t *block = (region)->first_block; block; block = block->next)
#define tern_block_for_each_op(block, op) for (tern_op_t *op = (block)->first_op; op; op = op->next)
// Allows the body to erase `op`.
#define tern_block_for_each_op_safe(block, op)                                    \
  for (tern_op_t *op = (block)->first_op, *op##_next_ = op ? op->next : NULL; op; \
       op = op##_next_, op##_next_ = op ? op->next : NULL)
#define tern_value_for_each_use(value, use) for (tern_operand_t *use = (value)->first_use; use; use = use->next)

typedef enum tern_walk_result { TERN_WALK_ADVANCE, TERN_WALK_SKIP, TERN_WALK_INTERRUPT } tern_walk_result_t;
typedef tern_walk_result_t (*tern_walk_fn_t)(tern_op_t *op, void *user);
// Visits `op` and all ops inside. Pre-order: an op before its regions (SKIP leaves them out); the callback may erase
// ops only in post-order, and only the one visited. Returns INTERRUPT if the callback did, else ADVANCE. Not recursive
// in the length of blocks, only in nesting depth.
tern_walk_result_t tern_op_walk_pre(tern_op_t *op, tern_walk_fn_t callback, void *user);
tern_walk_result_t tern_op_walk_post(tern_op_t *op, tern_walk_fn_t callback, void *user);

#endif  // TERN_IR_OP_H_
