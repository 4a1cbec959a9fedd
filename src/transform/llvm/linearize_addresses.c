// --llvm-linearize-addresses: addresses in loops as a chain of sums, each as far out as it can be.
//
//   ^outer(%i):                                     ^outer(%i):
//     ^inner(%j):                                     %1 = mul %i, 4096
//       %0 = mul %i, 1024                             %p = getelementptr i8, %base[%1]
//       %1 = add %0, %j                               ^inner(%j):
//       %2 = add %1, 8                                  %q = getelementptr f32, %p[%j]
//       %a = getelementptr f32, %base[%1]               // %a is %q
//       %b = getelementptr f32, %base[%2]               %b = getelementptr i8, %q[32]
//
// An address is its base, a constant number of bytes, and a sum of values times constants. The values dominate the
// address, so one of any two dominates the other: summed up in that order, a part of the sum stands where its last value is
// defined, and addresses that begin with the same parts share them. Of loads that are a constant apart only the constant is
// left, which processors add for nothing. Whole numbers are computed where their last operand is defined for the same reason.
//
// What this takes out of loops a code generator would otherwise have to: LLVM's loop strength reduction and its analyses are
// a fifth of the time of its code generation, and its address sinking finds constants within one block only. (The idea is
// that of reassociating by rank: Briggs, Cooper: Effective Partial Redundancy Elimination.)

#include "base/arena.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"
#include "ir/dominance.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/llvm/functions.h"

// --- places ---

typedef struct term {
  tern_value_t *value;
  int64_t factor;  // bytes
} term_t;

enum { MAX_TERMS = 12 };

// base + offset + the sum of all terms, modulo 2^64.
typedef struct address {
  tern_value_t *base;
  int64_t offset;
  size_t count;
  term_t terms[MAX_TERMS];
} address_t;

// A sum that was built: `value` times `factor`, added to the pointer that the list belongs to.
typedef struct part {
  struct part *next;
  const tern_value_t *value;
  int64_t factor;
  tern_value_t *sum;
} part_t;

typedef struct state {
  tern_pass_t *pass;
  tern_dominance_t *dominance;
  tern_map_t parts;         // pointer, or number for products -> part_t: what was added to it, or its products
  tern_op_list_t replaced;  // addresses that have no uses any more
} state_t;

// Is `a` defined before `b`? Both dominate one op.
static bool is_defined_before(state_t *state, const tern_value_t *a, const tern_value_t *b) {
  const tern_block_t *block_a = tern_value_block(a), *block_b = tern_value_block(b);
  if (block_a != block_b) return tern_dominance_block_dominates(state->dominance, block_a, block_b);
  if (a->is_block_argument || b->is_block_argument) {
    return a->is_block_argument && (!b->is_block_argument || a->index < b->index);
  }
  return tern_op_is_before(tern_value_defining_op(a), tern_value_defining_op(b));
}

// Can ops be put behind the definition of `value`? Not where a terminator defines it.
static bool has_behind(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return !op || !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
}

static tern_builder_t behind(const tern_value_t *value, const tern_attr_t *loc) {
  tern_op_t *op = tern_value_defining_op(value);
  tern_builder_t b = op ? tern_builder_after(op) : tern_builder_at_start(tern_value_arg_block(value), loc);
  b.loc = loc;
  return b;
}

// --- sums ---

static bool is_i64(const tern_type_t *type) { return tern_type_is_i(type, 64); }

static bool add_term(address_t *address, tern_value_t *value, uint64_t factor) {
  if (factor == 0) return true;
  for (size_t i = 0; i < address->count; ++i) {
    if (address->terms[i].value != value) continue;
    address->terms[i].factor = (int64_t)((uint64_t)address->terms[i].factor + factor);
    return true;
  }
  if (address->count == MAX_TERMS || !has_behind(value)) return false;
  address->terms[address->count++] = (term_t){value, (int64_t)factor};
  return true;
}

// Adds `value` times `factor`. False if there are too many terms, or one that nothing can be added to in its place.
static bool add_number(address_t *address, tern_value_t *value, uint64_t factor, int depth) {
  const tern_op_t *op = tern_value_defining_op(value);
  int64_t constant;
  if (tern_value_constant_int(value, &constant)) {
    address->offset = (int64_t)((uint64_t)address->offset + factor * (uint64_t)constant);
    return true;
  }
  if (!op || depth == 0 || op->operand_count != 2) return add_term(address, value, factor);
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1);
  bool is_sum = tern_op_is(op, TERN_LLVM(ADD)), is_difference = tern_op_is(op, TERN_LLVM(SUB));
  if (is_sum || is_difference) {
    return add_number(address, lhs, factor, depth - 1) &&
           add_number(address, rhs, is_sum ? factor : -factor, depth - 1);
  }
  if (tern_op_is(op, TERN_LLVM(MUL)) && tern_value_constant_int(rhs, &constant)) {
    return add_number(address, lhs, factor * (uint64_t)constant, depth - 1);
  }
  if (tern_op_is(op, TERN_LLVM(MUL)) && tern_value_constant_int(lhs, &constant)) {
    return add_number(address, rhs, factor * (uint64_t)constant, depth - 1);
  }
  if (tern_op_is(op, TERN_LLVM(SHL)) && tern_value_constant_int(rhs, &constant) && constant >= 0 && constant < 64) {
    return add_number(address, lhs, factor << constant, depth - 1);
  }
  return add_term(address, value, factor);
}

// Bytes from one element to the next; 0 if LLVM's data layout has to be asked.
static uint64_t element_bytes(const tern_type_t *type) {
  if (!tern_type_is_integer(type) && !tern_type_is_float(type)) return 0;
  size_t bits = tern_type_bit_width(type);
  return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

// Adds what `value` points to. False as above.
static bool add_pointer(address_t *address, tern_value_t *value, int depth) {
  const tern_op_t *op = tern_value_defining_op(value);
  address->base = value;
  if (!op || depth == 0 || !tern_op_is(op, TERN_LLVM(GETELEMENTPTR))) return has_behind(value);
  const tern_attr_t *raw = tern_op_attr(op, "rawConstantIndices");
  uint64_t bytes = element_bytes(tern_type_attr_value(tern_op_attr(op, "elem_type")));
  if (bytes == 0 || tern_dense_array_attr_count(raw) != 1 ||
      tern_op_result(op, 0)->type != tern_op_operand(op, 0)->type)
    return true;
  int64_t index = tern_dense_array_attr_int(raw, 0);
  bool is_dynamic = op->operand_count == 2;
  if (is_dynamic && !is_i64(tern_op_operand(op, 1)->type)) return true;
  if (!is_dynamic) address->offset = (int64_t)((uint64_t)address->offset + bytes * (uint64_t)index);
  return (!is_dynamic || add_number(address, tern_op_operand(op, 1), bytes, 32)) &&
         add_pointer(address, tern_op_operand(op, 0), depth - 1);
}

static void sort_terms(state_t *state, address_t *address) {
  size_t count = 0;
  for (size_t i = 0; i < address->count; ++i) {
    term_t term = address->terms[i];
    if (term.factor == 0) continue;
    size_t at = count++;
    for (; at > 0 && is_defined_before(state, term.value, address->terms[at - 1].value); --at) {
      address->terms[at] = address->terms[at - 1];
    }
    address->terms[at] = term;
  }
  address->count = count;
}

// --- building ---

static part_t *find_part(const state_t *state, const tern_value_t *of, const tern_value_t *value, int64_t factor) {
  part_t *part = tern_map_get(&state->parts, of);
  while (part && (part->value != value || part->factor != factor)) part = part->next;
  return part;
}

static tern_value_t *keep_part(state_t *state, const tern_value_t *of, const tern_value_t *value, int64_t factor,
                               tern_value_t *sum) {
  part_t *part = tern_arena_alloc(tern_pass_scratch(state->pass), sizeof *part);
  *part = (part_t){tern_map_get(&state->parts, of), value, factor, sum};
  tern_map_set(&state->parts, of, part);
  return sum;
}

// value * factor, where the value is defined.
static tern_value_t *build_product(state_t *state, tern_value_t *value, int64_t factor, const tern_attr_t *loc) {
  part_t *known = find_part(state, value, value, factor);
  if (known) return known->sum;
  tern_builder_t b = behind(value, loc);
  bool is_power = factor > 0 && (factor & (factor - 1)) == 0;
  tern_value_t *by = tern_llvm_build_int(&b, value->type, is_power ? __builtin_ctzll((uint64_t)factor) : factor);
  tern_value_t *product = tern_build_value(&b, is_power ? TERN_LLVM(SHL) : TERN_LLVM(MUL),
                                           .operands = TERN_VALUES(value, by), .types = TERN_TYPES(value->type));
  return keep_part(state, value, value, factor, product);
}

// `pointer` plus a term, behind the later of the two.
static tern_value_t *build_sum(state_t *state, tern_value_t *pointer, term_t term, const tern_attr_t *loc) {
  part_t *known = find_part(state, pointer, term.value, term.factor);
  if (known) return known->sum;
  bool is_scale = term.factor == 1 || term.factor == 2 || term.factor == 4 || term.factor == 8;
  tern_value_t *index = is_scale ? term.value : build_product(state, term.value, term.factor, loc);
  tern_builder_t b = behind(is_defined_before(state, index, pointer) ? pointer : index, loc);
  const tern_type_t *unit = tern_i_type_get(b.context, is_scale ? 8 * (unsigned)term.factor : 8);
  tern_value_t *sum = tern_llvm_build_gep(&b, unit, pointer, &index, NULL, 1);
  return keep_part(state, pointer, term.value, term.factor, sum);
}

static tern_value_t *build_offset(tern_op_t *at, tern_value_t *pointer, int64_t offset) {
  if (offset == 0) return pointer;
  tern_builder_t b = tern_builder_before(at);
  const tern_type_t *byte = tern_i_type_get(b.context, 8);
  if (offset > INT32_MIN && offset <= INT32_MAX) {
    return tern_llvm_build_gep(&b, byte, pointer, NULL, &(int32_t){(int32_t)offset}, 1);
  }
  tern_value_t *index = tern_llvm_build_int(&b, tern_i_type_get(b.context, 64), offset);
  return tern_llvm_build_gep(&b, byte, pointer, &index, NULL, 1);
}

static void linearize(state_t *state, tern_op_t *op) {
  address_t address = {0};
  if (!add_pointer(&address, tern_op_result(op, 0), 32) || address.base == tern_op_result(op, 0)) return;
  sort_terms(state, &address);
  // Without terms it is as short as it gets.
  if (address.count == 0 && address.base == tern_op_operand(op, 0)) return;
  tern_value_t *pointer = address.base;
  for (size_t i = 0; i < address.count; ++i) pointer = build_sum(state, pointer, address.terms[i], op->loc);
  pointer = build_offset(op, pointer, address.offset);
  tern_value_replace_all_uses(tern_op_result(op, 0), pointer);
  tern_vec_push(&state->replaced, op);
  tern_pass_count(state->pass, 0, 1);
}

// --- whole numbers ---

static bool is_whole_number_op(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_LLVM(ADD),  TERN_LLVM(SUB),  TERN_LLVM(MUL),  TERN_LLVM(SHL),
                                              TERN_LLVM(SEXT), TERN_LLVM(ZEXT), TERN_LLVM(TRUNC)};
  if (op->result_count != 1 || !tern_type_is_integer(tern_op_result(op, 0)->type)) return false;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// Moves `op` to the block where its last operand is defined.
static void hoist(state_t *state, tern_op_t *op) {
  const tern_value_t *last = tern_op_operand(op, 0);
  for (size_t i = 1; i < op->operand_count; ++i) {
    if (is_defined_before(state, last, tern_op_operand(op, i))) last = tern_op_operand(op, i);
  }
  if (tern_value_block(last) == op->block || !has_behind(last)) return;
  tern_builder_t b = behind(last, op->loc);
  tern_op_remove(op);
  tern_builder_insert(&b, op);
}

// --- the pass ---

static bool is_pure(const tern_op_t *op) {
  return tern_op_has_trait(op, TERN_TRAIT_PURE) && !tern_op_has_trait(op, TERN_TRAIT_TERMINATOR);
}

// Erases `op` and then those of its operands that nothing else used.
static void erase_dead(tern_op_list_t *worklist) {
  while (worklist->count) {
    tern_op_t *op = worklist->values[--worklist->count];
    tern_op_list_t operands = {0};
    for (size_t i = 0; i < op->operand_count; ++i) {
      tern_op_t *definition = tern_value_defining_op(tern_op_operand(op, i));
      bool is_known = false;
      for (size_t j = 0; j < operands.count; ++j) is_known |= operands.values[j] == definition;
      if (definition && is_pure(definition) && !is_known) tern_vec_push(&operands, definition);
    }
    tern_op_destroy(op);
    for (size_t i = 0; i < operands.count; ++i) {
      if (tern_op_has_no_uses(operands.values[i])) tern_vec_push(worklist, operands.values[i]);
    }
    tern_vec_deinitialize(&operands);
  }
}

static void run_on_function(tern_op_t *function, tern_pass_t *pass) {
  state_t state = {.pass = pass, .dominance = tern_dominance_create()};
  tern_op_list_t addresses = {0}, dead = {0};
  tern_region_for_each_block(&function->regions[0], block) {
    if (!tern_dominance_is_reachable(state.dominance, block)) continue;
    tern_block_for_each_op_safe(block, op) {
      if (is_whole_number_op(op)) hoist(&state, op);
      if (tern_op_is(op, TERN_LLVM(GETELEMENTPTR))) tern_vec_push(&addresses, op);
    }
  }
  for (size_t i = 0; i < addresses.count; ++i) linearize(&state, addresses.values[i]);
  // An address may have been the base of another: those that are still used go with their users.
  for (size_t i = 0; i < state.replaced.count; ++i) {
    if (tern_op_has_no_uses(state.replaced.values[i])) tern_vec_push(&dead, state.replaced.values[i]);
  }
  erase_dead(&dead);
  tern_vec_deinitialize(&dead);
  tern_vec_deinitialize(&addresses);
  tern_vec_deinitialize(&state.replaced);
  tern_map_deinitialize(&state.parts);
  tern_dominance_destroy(state.dominance);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_llvm_functions_run(root, pass, run_on_function);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_llvm_linearize_addresses_pass = {
    .flag = "llvm-linearize-addresses",
    .anchor = "builtin.module",
    .summary = "Make addresses sums whose parts are computed as far out of loops as they can be",
    .statistics = (const char *const[]){"num-linearized - Number of addresses that became such sums", NULL},
    .dialects = dialects,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
