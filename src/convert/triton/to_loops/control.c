// The code around tensors: blocks, branches and loops. Numbers are carried as they were; a tensor that a loop or a branch hands on
// has a buffer, which is written before it is left. A tensor of addresses or integers that a loop moves by the same for all elements
// is what it was before the loop, and a number that is carried in its place.

#include "convert/triton/to_loops/loops.h"

#include <string.h>

#include "dialect/cf/cf.h"
#include "dialect/gpu/gpu.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"

enum { PARTS_MAX = HANDED_MAX };

static bool is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

// --- ops in their order ---

static void write_results(writer_t *w, tern_op_t *op) {
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_t *result = tern_op_result(op, r);
    if (is_tensor(result)) {
      if (!tern_map_contains(&w->plan, op)) continue;
      if (tern_op_is(op, TERN_ARITH(CONSTANT))) {
        tern_tt_write_list(w, op);
      } else {
        tern_tt_set_buffer(w, result, tern_tt_buffer(w, result));
      }
    } else if (tern_value_has_uses(result) || !tern_op_has_trait(op, TERN_TRAIT_PURE)) {
      place_t place = {0};
      value_t value = tern_tt_emit(w, result, &place).base;
      tern_tt_set_scalars(w, result, &value, 1);
    }
  }
}

static void write_op(writer_t *w, tern_op_t *op) {
  const statement_row_t *row = tern_tt_statement_row(op);
  w->b.loc = op->loc;
  if (row) {
    row->write(w, op);
  } else {
    write_results(w, op);
  }
}

void tern_tt_write_block(writer_t *w, tern_block_t *block) {
  tern_op_t *end = tern_block_terminator(block);
  tern_block_for_each_op(block, op) {
    if (op != end) write_op(w, op);
  }
}

// --- values that are handed on ---

// The numbers of values, and the types of them.
typedef struct parts {
  value_t values[PARTS_MAX];
  const tern_type_t *types[PARTS_MAX];
  size_t count;
} parts_t;

static void add_part(parts_t *parts, value_t value) {
  if (parts->count == PARTS_MAX) return;
  parts->types[parts->count] = value->type;
  parts->values[parts->count++] = value;
}

static void add_value(writer_t *w, parts_t *parts, tern_value_t *value) {
  slot_t *slot = tern_tt_slot(w, value);
  if (is_tensor(value)) return;
  if (!slot || slot->kind != SLOT_SCALARS) {
    add_part(parts, tern_tt_scalar(w, value));
    return;
  }
  for (size_t i = 0; i < slot->count; ++i) add_part(parts, slot->scalars[i]);
}

static tern_types_t types_of(const parts_t *parts) { return (tern_types_t){parts->types, parts->count}; }
static tern_values_t values_of(const parts_t *parts) {
  return (tern_values_t){(tern_value_t **)parts->values, parts->count};
}

// Gives a value the numbers from `numbers` on; the number of them.
static size_t take_value(writer_t *w, const tern_value_t *value, value_t *const *numbers, size_t first) {
  size_t count = tern_tt_part_count(value->type);
  (void)numbers;
  value_t parts[2 + 3 * RANK_MAX];
  for (size_t i = 0; i < count; ++i) parts[i] = (*numbers)[first + i];
  if (count > 0) tern_tt_set_scalars(w, value, parts, count);
  return count;
}

static value_t new_buffer(writer_t *w, const tern_type_t *type) {
  return tern_tt_allocate(w, type, tern_type_element_count(type));
}

// Values go to buffers at the same time: where one may read what another writes it goes by way of a buffer of its own.
typedef struct move {
  tern_value_t *from;
  const tern_value_t *argument;  // whose buffer `to` is; NULL: nobody reads it
  value_t to;
} move_t;

static bool must_wait(const writer_t *w, const move_t *moves, size_t count, size_t index) {
  for (size_t i = index; moves[index].argument && i < count; ++i) {
    bool is_elsewhere = false;
    bool reads = tern_tt_reads(w, moves[i].from, moves[index].argument, &is_elsewhere);
    if (reads && (i > index || is_elsewhere)) return true;
  }
  return false;
}

static void copy_bytes(writer_t *w, value_t to, value_t from, const tern_type_t *type) {
  int64_t size = tern_type_element_count(type) * tern_tt_memory_size(type);
  const tern_attr_t *no = tern_bool_attr_get(w->b.context, false);
  tern_build(&w->b, TERN_LLVM(INTR_MEMCPY), .operands = TERN_VALUES(to, from, tern_tt_int(w, 64, size)),
             .attrs = TERN_ATTRS({"isVolatile", no}));
}

static void move_all(writer_t *w, const move_t *moves, size_t count) {
  value_t waiting[PARTS_MAX] = {NULL};
  for (size_t i = 0; i < count; ++i) {
    slot_t *slot = tern_tt_slot(w, moves[i].from);
    const tern_type_t *type = moves[i].from->type;
    if (slot && slot->kind == SLOT_BUFFER && slot->address == moves[i].to) continue;
    bool waits = must_wait(w, moves, count, i);
    value_t to = waits ? new_buffer(w, type) : moves[i].to;
    if (slot && slot->kind == SLOT_BUFFER) {
      copy_bytes(w, to, slot->address, type);
    } else {
      tern_tt_fill(w, moves[i].from, to);
    }
    if (waits) waiting[i] = to;
  }
  for (size_t i = 0; i < count; ++i) {
    if (waiting[i]) copy_bytes(w, moves[i].to, waiting[i], moves[i].from->type);
  }
}

// --- scf.for ---

// What a loop adds to each element of a carried tensor: the value of each element of `value` if it is the same for all.
static value_t uniform_value(writer_t *w, tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || tern_tt_slot(w, value)) return NULL;
  if (tern_op_is(op, TERN_TT(SPLAT))) return tern_tt_scalar(w, tern_op_operand(op, 0));
  bool is_constant = tern_op_is(op, TERN_ARITH(CONSTANT)) && tern_attr_is_splat(tern_op_attr(op, "value"));
  place_t place = {.rank = tern_type_rank(value->type)};
  return is_constant ? tern_tt_emit(w, value, &place).base : NULL;
}

// Is `value` the argument, moved by a chain of tt.addptr or arith.addi of the same for all elements?
static bool is_shifted(const tern_value_t *value, const tern_value_t *argument) {
  while (value != argument) {
    tern_op_t *op = tern_value_defining_op(value);
    if (!op || (!tern_op_is(op, TERN_TT(ADDPTR)) && !tern_op_is(op, TERN_ARITH(ADDI)))) return false;
    tern_op_t *by = tern_value_defining_op(tern_op_operand(op, 1));
    bool is_constant = by && tern_op_is(by, TERN_ARITH(CONSTANT)) && tern_attr_is_splat(tern_op_attr(by, "value"));
    if (!is_constant && (!by || !tern_op_is(by, TERN_TT(SPLAT)))) return false;
    value = tern_op_operand(op, 0);
  }
  return true;
}

static bool is_carried_as_shift(const tern_block_t *body, size_t index) {
  tern_value_t *argument = body->args[1 + index];
  const tern_type_t *element = tern_type_element(argument->type);
  bool is_whole = tern_type_is_integer(element) || tern_type_is_tt(element, TERN_TT_TYPE_PTR);
  return is_tensor(argument) && is_whole && is_shifted(tern_op_operand(tern_block_terminator(body), index), argument);
}

// The sum of what the chain adds, in bytes for addresses.
static value_t sum_of_shifts(writer_t *w, tern_value_t *value, const tern_value_t *argument, value_t sum) {
  if (value == argument) return sum;
  tern_op_t *op = tern_value_defining_op(value);
  sum = sum_of_shifts(w, tern_op_operand(op, 0), argument, sum);
  value_t by = uniform_value(w, tern_op_operand(op, 1));
  if (tern_op_is(op, TERN_TT(ADDPTR))) {
    const tern_type_t *pointee = tern_tt_type_inside(tern_type_element(value->type));
    by = tern_tt_scale(w, tern_tt_resize(w, by, 64, true), tern_tt_memory_size(pointee));
  }
  return tern_tt_binary(w, TERN_ARITH(ADDI), sum, by);
}

static void set_shifted(writer_t *w, const tern_value_t *value, tern_value_t *start, value_t by) {
  slot_t slot = {.kind = SLOT_SHIFTED, .start = start, .shift = by};
  tern_map_set(&w->slots, value, tern_arena_copy(w->arena, &slot, sizeof slot));
}

// Memory that a region takes is free behind it; what it computes is not known outside.
typedef struct scope {
  int64_t used;
  size_t memo_count;
} scope_t;
static scope_t enter(writer_t *w) { return (scope_t){w->used, w->memos.count}; }
static void leave(writer_t *w, scope_t scope) {
  w->used = scope.used;
  w->memos.count = scope.memo_count;
}

// Numbers that a loop begins with; buffers of its tensors, written.
static void begin_carried(writer_t *w, tern_op_t *op, parts_t *inits, value_t *buffers) {
  tern_block_t *body = tern_op_body(op, 0);
  for (size_t i = 0; i + 3 < op->operand_count; ++i) {
    tern_value_t *init = tern_op_operand(op, 3 + i);
    if (is_carried_as_shift(body, i)) {
      add_part(inits, tern_arith_constant_int(&w->b, tern_tt_register_type(init->type), 0));
    } else if (is_tensor(init)) {
      buffers[i] = new_buffer(w, init->type);
    } else {
      add_value(w, inits, init);
    }
  }
  // The buffers are new, so that nothing that is moved to them can be read from them.
  for (size_t i = 0; i + 3 < op->operand_count; ++i) {
    if (buffers[i]) move_all(w, &(move_t){tern_op_operand(op, 3 + i), NULL, buffers[i]}, 1);
  }
}

// What the loop carries, as its body or whoever comes behind it sees it.
static void take_carried(writer_t *w, tern_op_t *op, bool is_inside, value_t *numbers, value_t *buffers) {
  tern_block_t *body = tern_op_body(op, 0);
  size_t next = 0;
  for (size_t i = 0; i + 3 < op->operand_count; ++i) {
    tern_value_t *value = is_inside ? body->args[1 + i] : tern_op_result(op, i);
    if (is_carried_as_shift(body, i)) {
      set_shifted(w, value, tern_op_operand(op, 3 + i), numbers[next++]);
    } else if (buffers[i]) {
      tern_tt_set_buffer(w, value, buffers[i]);
    } else {
      next += take_value(w, value, &numbers, next);
    }
  }
}

static void end_carried(writer_t *w, tern_op_t *op, parts_t *next, value_t *buffers) {
  tern_block_t *body = tern_op_body(op, 0);
  tern_op_t *end = tern_block_terminator(body);
  move_t moves[PARTS_MAX];
  size_t move_count = 0;
  for (size_t i = 0; i < end->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(end, i), *argument = body->args[1 + i];
    if (is_carried_as_shift(body, i)) {
      add_part(next, sum_of_shifts(w, value, argument, tern_tt_slot(w, argument)->shift));
    } else if (buffers[i]) {
      moves[move_count++] = (move_t){value, argument, buffers[i]};
    } else {
      add_value(w, next, value);
    }
  }
  move_all(w, moves, move_count);
}

static void write_for(writer_t *w, tern_op_t *op) {
  parts_t inits = {.count = 0}, next = {.count = 0};
  value_t *buffers = tern_arena_alloc_zeroed(w->arena, (op->operand_count + 1) * sizeof *buffers);
  value_t bounds[3];
  for (size_t i = 0; i < 3; ++i) bounds[i] = tern_tt_scalar(w, tern_op_operand(op, i));
  begin_carried(w, op, &inits, buffers);
  value_t operands[3 + PARTS_MAX];
  memcpy(operands, bounds, sizeof bounds);
  memcpy(operands + 3, inits.values, inits.count * sizeof *operands);
  tern_op_t *loop = tern_build(&w->b, TERN_SCF(FOR), .operands = {operands, 3 + inits.count}, .types = types_of(&inits),
                               .regions = 1);
  const tern_type_t *types[1 + PARTS_MAX] = {bounds[0]->type};
  memcpy(types + 1, inits.types, inits.count * sizeof *types);
  tern_block_t *block = tern_builder_add_block(&w->b, &loop->regions[0], (tern_types_t){types, 1 + inits.count});
  scope_t scope = enter(w);
  tern_tt_set_scalars(w, tern_op_body(op, 0)->args[0], &block->args[0], 1);
  take_carried(w, op, true, block->args + 1, buffers);
  tern_tt_write_block(w, tern_op_body(op, 0));
  end_carried(w, op, &next, buffers);
  tern_build(&w->b, TERN_SCF(YIELD), .operands = values_of(&next));
  leave(w, scope);
  tern_builder_set_after(&w->b, loop);
  value_t results[PARTS_MAX];
  for (size_t i = 0; i < inits.count; ++i) results[i] = tern_op_result(loop, i);
  take_carried(w, op, false, results, buffers);
}

// --- scf.if ---

static void write_branch(writer_t *w, tern_block_t *block, tern_region_t *region, value_t *buffers) {
  parts_t results = {.count = 0};
  move_t moves[PARTS_MAX];
  size_t move_count = 0;
  scope_t scope = enter(w);
  tern_builder_add_block(&w->b, region, (tern_types_t){0});
  if (block) tern_tt_write_block(w, block);
  tern_op_t *end = block ? tern_block_terminator(block) : NULL;
  for (size_t i = 0; end && i < end->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(end, i);
    add_value(w, &results, value);
    if (is_tensor(value)) moves[move_count++] = (move_t){value, NULL, buffers[i]};
  }
  move_all(w, moves, move_count);
  tern_build(&w->b, TERN_SCF(YIELD), .operands = values_of(&results));
  leave(w, scope);
}

static void write_if(writer_t *w, tern_op_t *op) {
  value_t *buffers = tern_arena_alloc_zeroed(w->arena, (op->result_count + 1) * sizeof *buffers);
  const tern_type_t *types[PARTS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (is_tensor(tern_op_result(op, i))) buffers[i] = new_buffer(w, type);
    for (size_t p = 0; p < tern_tt_part_count(type); ++p) types[count++] = tern_tt_part_type(type, p);
  }
  value_t condition = tern_tt_scalar(w, tern_op_operand(op, 0));
  tern_op_t *made =
      tern_build(&w->b, TERN_SCF(IF), .operands = TERN_VALUES(condition), .types = {types, count}, .regions = 2);
  write_branch(w, tern_op_body(op, 0), &made->regions[0], buffers);
  write_branch(w, tern_op_body(op, 1), &made->regions[1], buffers);
  tern_builder_set_after(&w->b, made);
  value_t results[PARTS_MAX], *numbers = results;
  for (size_t i = 0; i < count; ++i) results[i] = tern_op_result(made, i);
  for (size_t i = 0, next = 0; i < op->result_count; ++i) {
    if (buffers[i]) tern_tt_set_buffer(w, tern_op_result(op, i), buffers[i]);
    next += take_value(w, tern_op_result(op, i), &numbers, next);
  }
}

// --- scf.while ---

// Block arguments for values, and buffers for the tensors among them.
static void take_arguments(writer_t *w, tern_block_t *block, value_t *numbers, value_t *buffers) {
  for (size_t i = 0, next = 0; i < block->arg_count; ++i) {
    if (buffers[i]) tern_tt_set_buffer(w, block->args[i], buffers[i]);
    next += take_value(w, block->args[i], &numbers, next);
  }
}

// Hands operands of an op on: numbers to `out_parts`, tensors to buffers.
static void hand_on(writer_t *w, tern_op_t *op, size_t first, tern_block_t *reader, value_t *buffers,
                    parts_t *out_parts) {
  move_t moves[PARTS_MAX];
  size_t move_count = 0;
  for (size_t i = first; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    add_value(w, out_parts, value);
    if (!is_tensor(value)) continue;
    moves[move_count++] = (move_t){value, reader ? reader->args[i - first] : NULL, buffers[i - first]};
  }
  move_all(w, moves, move_count);
}

static void make_buffers(writer_t *w, tern_block_t *block, value_t *buffers) {
  for (size_t i = 0; i < block->arg_count; ++i) {
    if (is_tensor(block->args[i])) buffers[i] = new_buffer(w, block->args[i]->type);
  }
}

static void write_while(writer_t *w, tern_op_t *op) {
  tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
  size_t most = op->operand_count + op->result_count + 1;
  value_t *states = tern_arena_alloc_zeroed(w->arena, most * sizeof *states);
  value_t *results = tern_arena_alloc_zeroed(w->arena, most * sizeof *results);
  parts_t inits = {.count = 0}, handed = {.count = 0}, next = {.count = 0};
  make_buffers(w, before, states);
  make_buffers(w, after, results);
  hand_on(w, op, 0, NULL, states, &inits);
  const tern_type_t *types[PARTS_MAX];
  size_t count = 0;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    for (size_t p = 0; p < tern_tt_part_count(type); ++p) types[count++] = tern_tt_part_type(type, p);
  }
  tern_op_t *loop =
      tern_build(&w->b, TERN_SCF(WHILE), .operands = values_of(&inits), .types = {types, count}, .regions = 2);
  scope_t scope = enter(w);
  tern_block_t *block = tern_builder_add_block(&w->b, &loop->regions[0], types_of(&inits));
  take_arguments(w, before, block->args, states);
  tern_tt_write_block(w, before);
  tern_op_t *condition = tern_block_terminator(before);
  add_value(w, &handed, tern_op_operand(condition, 0));
  hand_on(w, condition, 1, NULL, results, &handed);
  tern_build(&w->b, TERN_SCF(CONDITION), .operands = values_of(&handed));
  w->memos.count = scope.memo_count;
  block = tern_builder_add_block(&w->b, &loop->regions[1], (tern_types_t){types, count});
  take_arguments(w, after, block->args, results);
  tern_tt_write_block(w, after);
  hand_on(w, tern_block_terminator(after), 0, before, states, &next);
  tern_build(&w->b, TERN_SCF(YIELD), .operands = values_of(&next));
  leave(w, scope);
  tern_builder_set_after(&w->b, loop);
  value_t numbers[PARTS_MAX], *all = numbers;
  for (size_t i = 0; i < count; ++i) numbers[i] = tern_op_result(loop, i);
  for (size_t i = 0, place = 0; i < op->result_count; ++i) {
    if (results[i]) tern_tt_set_buffer(w, tern_op_result(op, i), results[i]);
    place += take_value(w, tern_op_result(op, i), &all, place);
  }
}

static void write_nothing(writer_t *w, tern_op_t *op) {
  (void)w;
  (void)op;
}

const statement_row_t tern_tt_control_statements[] = {
    {TERN_SCF(FOR), write_for},
    {TERN_SCF(IF), write_if},
    {TERN_SCF(WHILE), write_while},
    {TERN_GPU(BARRIER), write_nothing},
    {TERN_LLVM(INTR_ASSUME), write_nothing},
    {0},
};
