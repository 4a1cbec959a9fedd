// Translation of a function to the interpreter's instructions: structured control flow becomes jumps and moves.

#include "interpreter/program.h"

#include <string.h>

#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/hal/hal.h"
#include "dialect/memref/memref.h"
#include "dialect/scf/scf.h"
#include "ir/diagnostic.h"

// --- words ---

uint32_t tern_interpreter_type_words(const tern_type_t *type) {
  number_t number;
  if (tern_interpreter_number_of(type, &number)) return 1;
  if (type->kind == TERN_TYPE_VECTOR) {
    int64_t count = tern_type_element_count(type);
    bool is_held = tern_interpreter_number_of(tern_type_element(type), &number) &&
                   tern_vector_type_scalable_mask(type) == 0 && count > 0 && count <= 4096;
    return is_held ? (uint32_t)count : 0;
  }
  if (tern_type_is_gpu_matrix(type)) {
    int64_t count = tern_gpu_matrix_rows(type) * tern_gpu_matrix_columns(type);
    return tern_interpreter_number_of(tern_gpu_matrix_element(type), &number) && count <= 4096 ? (uint32_t)count : 0;
  }
  if (type->kind == TERN_TYPE_MEMREF && tern_type_rank(type) <= MEMREF_RANK_MAX) {
    return MEMREF_HEADER + 2 * (uint32_t)tern_type_rank(type);
  }
  return 0;
}

uint32_t tern_interpreter_word_of(program_t *program, const tern_value_t *value) {
  uintptr_t known = (uintptr_t)tern_map_get(&program->words, value);
  if (known) return (uint32_t)(known - 1);
  uint32_t word = program->word_count;
  program->word_count += tern_interpreter_type_words(value->type);
  tern_map_set(&program->words, value, (void *)(uintptr_t)(word + 1));
  return word;
}

// --- jumps and moves ---

static step_t jump(machine_t *m, invocation_t *v, const instruction_t *i) {
  for (uint32_t k = 0, at = 0; k < i->move_count; at += i->moves[k++].count) {
    memcpy(&m->scratch[at], &v->words[i->moves[k].from], i->moves[k].count * sizeof(uint64_t));
  }
  for (uint32_t k = 0, at = 0; k < i->move_count; at += i->moves[k++].count) {
    memcpy(&v->words[i->moves[k].to], &m->scratch[at], i->moves[k].count * sizeof(uint64_t));
  }
  v->next = i->target;
  return STEP_NEXT;
}

static step_t enter_loop(machine_t *m, invocation_t *v, const instruction_t *i) {
  v->words[i->counter] = 0;
  return jump(m, v, i);
}

static step_t repeat_loop(machine_t *m, invocation_t *v, const instruction_t *i) {
  ++v->words[i->counter];
  return jump(m, v, i);
}

static step_t jump_unless(machine_t *m, invocation_t *v, const instruction_t *i) {
  return v->words[i->operands[0]] & 1 ? STEP_NEXT : jump(m, v, i);
}

// scf.for's: operands are lower bound, upper bound, step; the result is the induction variable.
static step_t enter_for(machine_t *m, invocation_t *v, const instruction_t *i) {
  if (tern_interpreter_signed(i->element, v->words[i->operands[2]]) <= 0) {
    tern_op_error(i->op, "has the step %lld, which is not positive",
                  (long long)tern_interpreter_signed(i->element, v->words[i->operands[2]]));
    return STEP_FAIL;
  }
  enter_loop(m, v, i);
  v->words[i->results[0]] = v->words[i->operands[0]];
  return STEP_NEXT;
}

static step_t test_for(machine_t *m, invocation_t *v, const instruction_t *i) {
  uint64_t at = v->words[i->results[0]], end = v->words[i->operands[1]];
  bool is_below =
      i->number ? at < end : tern_interpreter_signed(i->element, at) < tern_interpreter_signed(i->element, end);
  return is_below ? STEP_NEXT : jump(m, v, i);
}

static step_t repeat_for(machine_t *m, invocation_t *v, const instruction_t *i) {
  uint64_t step = v->words[i->operands[2]];
  repeat_loop(m, v, i);
  v->words[i->results[0]] = tern_interpreter_truncate(i->element, v->words[i->results[0]] + step);
  return STEP_NEXT;
}

static step_t end_function(machine_t *m, invocation_t *v, const instruction_t *i) {
  for (uint32_t k = 0; m->results && k < i->op->operand_count; ++k) {
    number_t number;
    tern_interpreter_number_of(tern_op_operand(i->op, k)->type, &number);
    m->results[k] = tern_interpreter_signed(number, v->words[i->operands[k]]);
  }
  v->end = i->op;
  return STEP_END;
}

// --- translation ---

static instruction_t *push(program_t *p, step_fn_t run, tern_op_t *op) {
  tern_vec_push(&p->instructions, (instruction_t){.run = run, .op = op});
  return &p->instructions.values[p->instructions.count - 1];
}

static const uint32_t *words_of_operands(program_t *p, const tern_op_t *op) {
  uint32_t *words = tern_arena_alloc(&p->arena, (op->operand_count + 1) * sizeof *words);
  for (size_t i = 0; i < op->operand_count; ++i) words[i] = tern_interpreter_word_of(p, tern_op_operand(op, i));
  return words;
}

static const uint32_t *words_of_results(program_t *p, const tern_op_t *op) {
  uint32_t *words = tern_arena_alloc(&p->arena, (op->result_count + 1) * sizeof *words);
  for (size_t i = 0; i < op->result_count; ++i) words[i] = tern_interpreter_word_of(p, tern_op_result(op, i));
  return words;
}

// Moves to `targets` from the operands of `op` starting at `first`. `targets` is a list of values one apart in memory by
// `arguments` (of a block) or `results` (of an op).
static void add_moves(program_t *p, size_t instruction, const tern_op_t *op, size_t first, tern_block_t *block,
                      size_t first_argument, tern_op_t *results, size_t count) {
  move_t *moves = tern_arena_alloc(&p->arena, (count + 1) * sizeof *moves);
  for (size_t i = 0; i < count; ++i) {
    const tern_value_t *from = tern_op_operand(op, first + i);
    const tern_value_t *to = block ? block->args[first_argument + i] : tern_op_result(results, i);
    moves[i] = (move_t){tern_interpreter_word_of(p, from), tern_interpreter_word_of(p, to),
                        tern_interpreter_type_words(to->type)};
  }
  instruction_t *made = &p->instructions.values[instruction];
  made->moves = moves;
  made->move_count = (uint32_t)count;
  made->target = (uint32_t)instruction + 1;
}

// The same from the arguments of `block` to the results of `op`.
static void add_result_moves(program_t *p, size_t instruction, tern_block_t *block, size_t first, tern_op_t *op) {
  move_t *moves = tern_arena_alloc(&p->arena, (op->result_count + 1) * sizeof *moves);
  for (size_t i = 0; i < op->result_count; ++i) {
    moves[i] = (move_t){tern_interpreter_word_of(p, block->args[first + i]),
                        tern_interpreter_word_of(p, tern_op_result(op, i)),
                        tern_interpreter_type_words(tern_op_result(op, i)->type)};
  }
  p->instructions.values[instruction].moves = moves;
  p->instructions.values[instruction].move_count = op->result_count;
}

static bool translate_block(program_t *p, tern_block_t *block);

static bool translate_for(program_t *p, tern_op_t *op) {
  tern_block_t *body = tern_op_body(op, 0);
  const uint32_t *operands = words_of_operands(p, op);
  uint32_t *induction = tern_arena_alloc(&p->arena, sizeof *induction);
  *induction = tern_interpreter_word_of(p, body->args[0]);
  uint32_t counter = p->word_count++;
  size_t enter = p->instructions.count;
  instruction_t common = {.op = op,
                          .operands = operands,
                          .results = induction,
                          .counter = counter,
                          .number = tern_op_attr(op, "unsignedCmp") != NULL};
  tern_interpreter_number_of(body->args[0]->type, &common.element);
  common.run = enter_for;
  tern_vec_push(&p->instructions, common);
  add_moves(p, enter, op, 3, body, 1, NULL, op->result_count);
  size_t test = p->instructions.count;
  common.run = test_for;
  tern_vec_push(&p->instructions, common);
  tern_vec_push(&p->loops, counter);
  if (!translate_block(p, body)) return false;
  --p->loops.count;
  size_t repeat = p->instructions.count;
  common.run = repeat_for;
  tern_vec_push(&p->instructions, common);
  add_moves(p, repeat, body->last_op, 0, body, 1, NULL, op->result_count);
  p->instructions.values[repeat].target = (uint32_t)test;
  add_result_moves(p, test, body, 1, op);
  p->instructions.values[test].target = (uint32_t)p->instructions.count;
  return true;
}

static bool translate_if(program_t *p, tern_op_t *op) {
  size_t test = p->instructions.count;
  push(p, jump_unless, op)->operands = words_of_operands(p, op);
  if (!translate_block(p, tern_op_body(op, 0))) return false;
  size_t end = p->instructions.count;
  push(p, jump, op);
  add_moves(p, end, tern_op_body(op, 0)->last_op, 0, NULL, 0, op, op->result_count);
  p->instructions.values[test].target = (uint32_t)p->instructions.count;
  if (tern_op_body(op, 1)) {
    if (!translate_block(p, tern_op_body(op, 1))) return false;
    size_t other = p->instructions.count;
    push(p, jump, op);
    add_moves(p, other, tern_op_body(op, 1)->last_op, 0, NULL, 0, op, op->result_count);
  }
  p->instructions.values[end].target = (uint32_t)p->instructions.count;
  return true;
}

static bool translate_while(program_t *p, tern_op_t *op) {
  tern_block_t *before = tern_op_body(op, 0), *after = tern_op_body(op, 1);
  tern_op_t *condition = before->last_op;
  uint32_t counter = p->word_count++;
  size_t enter = p->instructions.count;
  push(p, enter_loop, op)->counter = counter;
  add_moves(p, enter, op, 0, before, 0, NULL, op->operand_count);
  tern_vec_push(&p->loops, counter);
  size_t start = p->instructions.count;
  if (!translate_block(p, before)) return false;
  size_t test = p->instructions.count;
  push(p, jump_unless, condition)->operands = words_of_operands(p, condition);
  add_moves(p, test, condition, 1, NULL, 0, op, op->result_count);
  size_t go_on = p->instructions.count;
  push(p, jump, condition);
  add_moves(p, go_on, condition, 1, after, 0, NULL, after->arg_count);
  if (!translate_block(p, after)) return false;
  size_t repeat = p->instructions.count;
  push(p, repeat_loop, op)->counter = counter;
  add_moves(p, repeat, after->last_op, 0, before, 0, NULL, before->arg_count);
  p->instructions.values[repeat].target = (uint32_t)start;
  --p->loops.count;
  p->instructions.values[test].target = (uint32_t)p->instructions.count;
  return true;
}

static const op_row_t *find_row(const tern_op_t *op) {
  const op_row_t *const tables[] = {tern_interpreter_number_rows, tern_interpreter_float_rows,
                                    tern_interpreter_memory_rows, tern_interpreter_vector_rows,
                                    tern_interpreter_matrix_rows, tern_interpreter_gpu_rows};
  for (size_t t = 0; t < sizeof tables / sizeof tables[0]; ++t) {
    for (const op_row_t *row = tables[t]; row->row; ++row) {
      if (tern_op_is(op, row->row)) return row;
    }
  }
  return NULL;
}

static bool check_types(const tern_op_t *op) {
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    if (!tern_interpreter_type_words(type)) {
      return tern_op_error(op, "has a result of type %s, which the interpreter does not hold", tern_type_text(type));
    }
  }
  // Arguments of blocks have the types of operands, which are results of other ops.
  return true;
}

static bool translate_plain(program_t *p, tern_op_t *op) {
  const op_row_t *row = find_row(op);
  if (!row) return tern_op_error(op, "is no op that the interpreter runs");
  const uint32_t *operands = words_of_operands(p, op), *results = words_of_results(p, op);
  instruction_t made = {.run = row->run,
                        .op = op,
                        .operands = operands,
                        .results = results,
                        .lane = row->lane,
                        .collective = row->collective};
  if (op->result_count) {
    made.lanes = tern_interpreter_type_words(tern_op_result(op, 0)->type);
    tern_interpreter_number_of(tern_type_element(tern_op_result(op, 0)->type), &made.element);
  }
  made.loops = tern_arena_copy(&p->arena, p->loops.values, p->loops.count * sizeof *p->loops.values);
  made.loop_count = (uint32_t)p->loops.count;
  if (row->prepare && !row->prepare(p, &made)) return false;
  tern_vec_push(&p->instructions, made);
  return true;
}

static bool translate_op(program_t *p, tern_op_t *op) {
  if (!check_types(op)) return false;
  if (tern_op_is(op, TERN_SCF(FOR))) return translate_for(p, op);
  if (tern_op_is(op, TERN_SCF(IF))) return translate_if(p, op);
  if (tern_op_is(op, TERN_SCF(WHILE))) return translate_while(p, op);
  if (tern_op_is(op, TERN_SCF(YIELD)) || tern_op_is(op, TERN_SCF(CONDITION))) return true;
  if (tern_op_is(op, TERN_FUNC(RETURN))) {
    push(p, end_function, op)->operands = words_of_operands(p, op);
    return true;
  }
  return translate_plain(p, op);
}

static bool translate_block(program_t *p, tern_block_t *block) {
  tern_block_for_each_op(block, op) {
    if (!translate_op(p, op)) return false;
  }
  return true;
}

// Accesses are watched by the smallest element that the function accesses.
static tern_walk_result_t lower_granule(tern_op_t *op, void *user) {
  program_t *program = user;
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    number_t number;
    if (type->kind != TERN_TYPE_MEMREF) continue;
    const tern_type_t *element = tern_type_element(type);
    if (element->kind == TERN_TYPE_VECTOR) element = tern_type_element(element);
    if (tern_interpreter_number_of(element, &number) && number.bytes < program->granule) {
      program->granule = number.bytes;
    }
  }
  return TERN_WALK_ADVANCE;
}

tern_interpreter_program_t *tern_interpreter_program_create(tern_op_t *func) {
  const tern_region_t *region = &func->regions[0];
  if (tern_region_is_empty(region) || region->first_block != region->last_block || region->first_block->arg_count) {
    tern_op_error(func, "is no function that the interpreter runs: it takes functions of one block without arguments");
    return NULL;
  }
  program_t *program = tern_malloc(sizeof *program);
  *program = (program_t){.func = func, .granule = 8};
  tern_arena_initialize(&program->arena);
  tern_op_walk_pre(func, lower_granule, program);
  if (translate_block(program, region->first_block)) return program;
  tern_interpreter_program_destroy(program);
  return NULL;
}

void tern_interpreter_program_destroy(tern_interpreter_program_t *program) {
  if (!program) return;
  tern_map_deinitialize(&program->words);
  tern_vec_deinitialize(&program->instructions);
  tern_vec_deinitialize(&program->loops);
  tern_arena_deinitialize(&program->arena);
  free(program);
}
