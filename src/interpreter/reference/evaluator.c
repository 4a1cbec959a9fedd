// Functions to nodes, and running them: regions, calls, and how a run ends early.

#include "interpreter/reference/evaluator.h"

#include <stdlib.h>

#include "dialect/common/dynamic_index_list.h"
#include "ir/symbol.h"

#define DEFAULT_STEPS 20000000
#define MEMORY_MAX ((size_t)256 << 20)
#define CALL_DEPTH_MAX 200
#define REGION_DEPTH_MAX 2000

static const reference_row_t *const tables[] = {
    tern_reference_number_rows,         tern_reference_complex_rows,       tern_reference_control_rows,
    tern_reference_loop_rows,           tern_reference_affine_rows,        tern_reference_tensor_rows,
    tern_reference_slice_rows,          tern_reference_memref_rows,        tern_reference_view_rows,
    tern_reference_bufferization_rows,  tern_reference_vector_rows,        tern_reference_vector_access_rows,
    tern_reference_vector_math_rows,    tern_reference_linalg_rows,        tern_reference_llvm_rows,
    tern_reference_triton_shape_rows,   tern_reference_triton_memory_rows, tern_reference_triton_block_rows,
    tern_reference_triton_compute_rows, tern_reference_triton_reduce_rows, tern_reference_triton_program_rows,
    tern_reference_triton_shared_rows,  tern_reference_triton_nvidia_rows, tern_reference_triton_amd_rows,
};

// --- ends ---

flow_t tern_reference_stop(evaluator_t *e, const tern_op_t *op, tern_reference_outcome_t outcome, const char *format,
                           ...) {
  if (e->outcome != TERN_REFERENCE_DONE) return FLOW_STOP;  // the first reason is the one
  e->outcome = outcome;
  e->place = op;
  e->message.size = 0;
  va_list args;
  va_start(args, format);
  tern_string_builder_append_vformat(&e->message, format, args);
  va_end(args);
  return FLOW_STOP;
}

bool tern_reference_spend(evaluator_t *e, const tern_op_t *op, int64_t words) {
  if (words >= 0 && (uint64_t)words <= e->steps) {
    e->steps -= (uint64_t)words;
    return true;
  }
  tern_reference_stop(e, op, TERN_REFERENCE_LIMIT, "takes more steps than a run may");
  return false;
}

flow_t tern_reference_run_end(evaluator_t *e, frame_t *f, const node_t *n) {
  (void)f;
  e->terminator = n;
  return FLOW_END;
}

static flow_t run_unknown(evaluator_t *e, frame_t *f, const node_t *n) {
  tern_str_t name = tern_op_name(n->op);
  if (tern_reference_is_opaque(n->op)) return tern_reference_run_opaque(e, f, n, name);
  return STOP_UNKNOWN(e, n->op, "'%.*s' has no meaning that the reference interpreter knows", (int)name.size,
                      name.data);
}

// --- translation ---

typedef struct translation {
  evaluator_t *e;
  tern_map_t slots;  // of values, plus one
  uint32_t slot_count;
} translation_t;

static uint32_t slot_of(translation_t *t, const tern_value_t *value) {
  uintptr_t known = (uintptr_t)tern_map_get(&t->slots, value);
  if (known) return (uint32_t)(known - 1);
  tern_map_set(&t->slots, value, (void *)(uintptr_t)(++t->slot_count));
  return t->slot_count - 1;
}

static void translate_region(translation_t *t, const tern_region_t *region, region_code_t *out);

node_fn_t tern_reference_find_row(evaluator_t *e, const tern_op_t *op) {
  if (!op->def->row) return NULL;
  const reference_row_t *row = tern_map_get(&e->rows, tern_reference_meaning_of(op));
  if (!row && tern_op_has_trait(op, TERN_TRAIT_LINALG)) return tern_reference_run_structured;
  return row ? row->run : NULL;
}

static void translate_op(translation_t *t, tern_op_t *op, node_t *out) {
  tern_arena_t *arena = &t->e->arena;
  *out = (node_t){.op = op, .run = tern_reference_find_row(t->e, op), .meaning = tern_reference_meaning_of(op)};
  if (!out->run && op->def->row) out->lane = tern_interpreter_lane_of(out->meaning);
  if (out->lane) {
    out->lane_op = tern_interpreter_lane_op_of(op);
    out->run = tern_reference_run_lanes;
  }
  if (!out->run) out->run = run_unknown;
  out->operands = tern_arena_alloc_array(arena, op->operand_count + 1, sizeof *out->operands);
  out->results = tern_arena_alloc_array(arena, op->result_count + 1, sizeof *out->results);
  out->regions = tern_arena_alloc_array(arena, op->region_count + 1u, sizeof *out->regions);
  for (uint32_t k = 0; k < op->operand_count; ++k) out->operands[k] = slot_of(t, tern_op_operand(op, k));
  for (uint32_t k = 0; k < op->result_count; ++k) out->results[k] = slot_of(t, tern_op_result(op, k));
  // What is isolated has values of its own, and is not run where it stands.
  bool is_isolated = tern_op_has_trait(op, TERN_TRAIT_ISOLATED_FROM_ABOVE);
  for (uint32_t k = 0; k < op->region_count; ++k) {
    out->regions[k] = (region_code_t){0};
    if (!is_isolated) translate_region(t, &op->regions[k], &out->regions[k]);
  }
}

static void translate_region(translation_t *t, const tern_region_t *region, region_code_t *out) {
  tern_arena_t *arena = &t->e->arena;
  *out = (region_code_t){0};
  tern_region_for_each_block(region, block)++ out->count;
  out->blocks = tern_arena_alloc_array(arena, out->count + 1, sizeof *out->blocks);
  size_t at = 0;
  tern_region_for_each_block(region, block) {
    block_code_t *code = &out->blocks[at++];
    *code = (block_code_t){.block = block};
    code->arguments = tern_arena_alloc_array(arena, block->arg_count + 1, sizeof *code->arguments);
    for (uint32_t k = 0; k < block->arg_count; ++k) code->arguments[k] = slot_of(t, block->args[k]);
    tern_block_for_each_op(block, op)++ code->count;
    code->nodes = tern_arena_alloc_array(arena, code->count + 1, sizeof *code->nodes);
    size_t place = 0;
    tern_block_for_each_op(block, op) translate_op(t, op, &code->nodes[place++]);
  }
}

static code_t *find_code(evaluator_t *e, tern_op_t *function) {
  code_t *code = tern_map_get(&e->functions, function);
  if (code) return code;
  code = tern_arena_alloc_zeroed(&e->arena, sizeof *code);
  code->function = function;
  translation_t t = {.e = e};
  translate_region(&t, &function->regions[0], &code->body);
  code->slot_count = t.slot_count;
  tern_map_deinitialize(&t.slots);
  tern_map_set(&e->functions, function, code);
  return code;
}

// --- running ---

static void observe(evaluator_t *e, const frame_t *f, const node_t *n) {
  if (!e->observer || !n->op->result_count) return;
  datum_t **values = tern_realloc_array(NULL, n->op->result_count, sizeof *values);
  for (uint32_t k = 0; k < n->op->result_count; ++k) values[k] = f->slots[n->results[k]];
  e->observer(n->op, values, n->op->result_count, e->user);
  free(values);
}

void tern_reference_observe_write(evaluator_t *e, const tern_op_t *op, datum_t *value) {
  if (e->observer) e->observer(op, &value, 1, e->user);
}

bool tern_reference_fits_type(evaluator_t *e, const tern_op_t *op, const datum_t *value, const tern_type_t *type) {
  if (type->kind != TERN_TYPE_TENSOR && type->kind != TERN_TYPE_MEMREF) return true;
  bool is_right = tern_type_rank(type) == value->rank;
  for (uint32_t d = 0; is_right && d < value->rank; ++d) {
    is_right = tern_type_dim(type, d) == TERN_DYNAMIC || tern_type_dim(type, d) == value->sizes[d];
  }
  if (!is_right) STOP_UNDEFINED(e, op, "gives a value of another shape than its type says");
  return is_right;
}

static flow_t run_block(evaluator_t *e, frame_t *f, const block_code_t *block) {
  for (size_t k = 0; k < block->count; ++k) {
    const node_t *n = &block->nodes[k];
    if (!tern_reference_spend(e, n->op, 1)) return FLOW_STOP;
    for (uint32_t i = 0; i < n->op->operand_count; ++i) {
      if (!f->slots[n->operands[i]]) return STOP_UNKNOWN(e, n->op, "uses a value that nothing gave");
    }
    flow_t flow = n->run(e, f, n);
    if (flow != FLOW_NEXT) return flow;
    for (uint32_t i = 0; i < n->op->result_count; ++i) {
      const datum_t *value = f->slots[n->results[i]];
      if (value && !tern_reference_fits_type(e, n->op, value, tern_op_result(n->op, i)->type)) return FLOW_STOP;
    }
    observe(e, f, n);
  }
  // A block without a terminator ends its region.
  e->terminator = NULL;
  return FLOW_END;
}

flow_t tern_reference_run_region(evaluator_t *e, frame_t *f, region_code_t *region) {
  if (++e->depth > REGION_DEPTH_MAX) {
    --e->depth;
    return tern_reference_stop(e, NULL, TERN_REFERENCE_LIMIT, "nests deeper than a run may");
  }
  region_code_t *outer = e->region;
  const block_code_t *block = region->blocks;
  flow_t flow = FLOW_END;
  e->terminator = NULL;
  while (region->count) {
    e->region = region;
    flow = run_block(e, f, block);
    if (flow != FLOW_BRANCH) break;
    block = e->next;
  }
  e->region = outer;
  --e->depth;
  return flow;
}

flow_t tern_reference_run_region_on(evaluator_t *e, frame_t *f, region_code_t *region, datum_t **arguments,
                                    size_t count) {
  for (size_t k = 0; k < count; ++k) {
    if (region->count && k < region->blocks->block->arg_count) {
      put_slot(f, region->blocks->arguments[k], arguments[k]);
    } else {
      tern_reference_release(arguments[k]);
    }
  }
  return tern_reference_run_region(e, f, region);
}

void tern_reference_take_yielded(evaluator_t *e, frame_t *f, const node_t *n, size_t first) {
  const node_t *end = e->terminator;
  for (uint32_t k = 0; k < n->op->result_count && end && first + k < end->op->operand_count; ++k) {
    put_result(f, n, k, tern_reference_retain(operand_of(f, end, first + k)));
  }
}

static void free_stack(evaluator_t *e, uint32_t depth) {
  for (size_t k = 0; k < e->memories.count; ++k) {
    if (e->memories.values[k].depth == depth) e->memories.values[k].is_freed = true;
  }
}

flow_t tern_reference_run_call(evaluator_t *e, const tern_op_t *caller, tern_op_t *function, datum_t *const *arguments,
                               datum_t **out_results) {
  if (!function->region_count || !function->regions[0].first_block) {
    tern_str_t name = tern_symbol_name(function);
    return STOP_UNKNOWN(e, caller, "'%.*s' has no body to run", (int)name.size, name.data);
  }
  if (e->calls >= CALL_DEPTH_MAX) {
    return tern_reference_stop(e, caller, TERN_REFERENCE_LIMIT, "calls deeper than a run may");
  }
  code_t *code = find_code(e, function);
  frame_t frame = {.slots = tern_realloc_array(NULL, code->slot_count + 1u, sizeof *frame.slots)};
  memset(frame.slots, 0, (code->slot_count + 1u) * sizeof *frame.slots);
  const block_code_t *entry = code->body.blocks;
  for (uint32_t k = 0; k < entry->block->arg_count; ++k) {
    frame.slots[entry->arguments[k]] = tern_reference_retain(arguments[k]);
  }
  ++e->calls;
  flow_t flow = tern_reference_run_region(e, &frame, &code->body);
  if (flow == FLOW_END) {
    const tern_type_t *type = tern_type_attr_value(tern_op_attr(function, "function_type"));
    size_t given = e->terminator ? e->terminator->op->operand_count : 0;
    if (given != tern_function_type_result_count(type)) {
      flow = STOP_UNKNOWN(e, function, "ends with what is no return of its results");
    }
    for (size_t k = 0; k < given && flow == FLOW_END; ++k) {
      out_results[k] = tern_reference_retain(operand_of(&frame, e->terminator, k));
    }
  }
  free_stack(e, e->calls--);
  for (uint32_t k = 0; k < code->slot_count; ++k) tern_reference_release(frame.slots[k]);
  free(frame.slots);
  return flow == FLOW_END ? FLOW_NEXT : FLOW_STOP;
}

// --- operands ---

bool tern_reference_element(evaluator_t *e, const node_t *n, const datum_t *datum, int64_t element, int64_t *out) {
  if (datum->kind != DATUM_NUMBERS) {
    STOP_UNKNOWN(e, n->op, "uses a value as a number that is none");
    return false;
  }
  if (datum->poison[element]) {
    STOP_UNDEFINED(e, n->op, "depends on poison");
    return false;
  }
  number_t number = datum->form.number;
  // A condition is 0 or 1; other integers have a sign.
  *out = number.width == 1 ? (int64_t)datum->words[element] : tern_interpreter_signed(number, datum->words[element]);
  return true;
}

bool tern_reference_integer(evaluator_t *e, const frame_t *f, const node_t *n, size_t index, int64_t *out) {
  return tern_reference_element(e, n, operand_of(f, n, index), 0, out);
}

bool tern_reference_integers(evaluator_t *e, const frame_t *f, const node_t *n, size_t first, size_t count,
                             int64_t *out) {
  for (size_t k = 0; k < count; ++k) {
    if (!tern_reference_integer(e, f, n, first + k, &out[k])) return false;
  }
  return true;
}

bool tern_reference_index_list(evaluator_t *e, const frame_t *f, const node_t *n, const char *name,
                               const char *static_name, int64_t *out, size_t *out_count) {
  const tern_attr_t *statics = tern_op_attr(n->op, static_name);
  size_t start, count, used = 0, total = tern_int_list_attr_count(statics);
  tern_op_operands_named(n->op, name, &start, &count);
  if (total > TERN_INDEX_LIST_MAX) {
    STOP_UNKNOWN(e, n->op, "has a list of %zu entries", total);
    return false;
  }
  for (size_t k = 0; k < total; ++k) {
    out[k] = tern_int_list_attr_at(statics, k);
    if (out[k] == TERN_DYNAMIC && !tern_reference_integer(e, f, n, start + used++, &out[k])) return false;
  }
  if (out_count) *out_count = total;
  return true;
}

bool tern_reference_group(evaluator_t *e, const frame_t *f, const node_t *n, const char *name, int64_t *out,
                          size_t *out_count) {
  size_t start;
  tern_op_operands_named(n->op, name, &start, out_count);
  if (*out_count > REFERENCE_RANK_MAX) {
    STOP_UNKNOWN(e, n->op, "has a list of %zu operands", *out_count);
    return false;
  }
  return tern_reference_integers(e, f, n, start, *out_count, out);
}

void tern_reference_put_index(evaluator_t *e, frame_t *f, const node_t *n, size_t result, int64_t value) {
  (void)e;
  form_t form;
  tern_reference_form_of(tern_op_result(n->op, result)->type, &form);
  put_result(f, n, result, tern_reference_scalar(form, tern_interpreter_truncate(form.number, (uint64_t)value)));
}

datum_t *tern_reference_new_array(evaluator_t *e, const node_t *n, const tern_type_t *type, const int64_t *sizes,
                                  uint32_t rank) {
  form_t form;
  if (!tern_reference_form_of_value(type, &form)) {
    STOP_UNKNOWN(e, n->op, "has elements that the reference interpreter does not hold");
    return NULL;
  }
  int64_t words = form.words;
  for (uint32_t d = 0; d < rank; ++d) {
    if (sizes[d] < 0) {
      STOP_UNDEFINED(e, n->op, "makes a value of the size %lld", (long long)sizes[d]);
      return NULL;
    }
    if (__builtin_mul_overflow(words, sizes[d], &words)) words = INT64_MAX;
  }
  if (words > (int64_t)(MEMORY_MAX / sizeof(uint64_t))) {
    tern_reference_stop(e, n->op, TERN_REFERENCE_LIMIT, "makes a value larger than a run may");
    return NULL;
  }
  return tern_reference_spend(e, n->op, words) ? tern_reference_array(form, sizes, rank) : NULL;
}

datum_t *tern_reference_new_of_type(evaluator_t *e, const node_t *n, const tern_type_t *type,
                                    const int64_t *dynamic_sizes) {
  int64_t sizes[REFERENCE_RANK_MAX];
  if (tern_type_is_ranked(type) && tern_type_rank(type) > REFERENCE_RANK_MAX) {
    STOP_UNKNOWN(e, n->op, "has a rank above %d", REFERENCE_RANK_MAX);
    return NULL;
  }
  uint32_t rank = tern_reference_sizes_of(type, sizes);
  for (uint32_t d = 0; d < rank; ++d) {
    if (sizes[d] != TERN_DYNAMIC) continue;
    if (!dynamic_sizes) {
      STOP_UNKNOWN(e, n->op, "gives a value whose sizes nothing says");
      return NULL;
    }
    sizes[d] = *dynamic_sizes++;
  }
  return tern_reference_new_array(e, n, type, sizes, rank);
}

// --- evaluators ---

tern_reference_t *tern_reference_create(tern_op_t *root) {
  evaluator_t *e = tern_malloc(sizeof *e);
  *e = (evaluator_t){.root = root, .steps = DEFAULT_STEPS, .next_address = 1 << 16};
  tern_arena_initialize(&e->arena);
  for (size_t t = 0; t < sizeof tables / sizeof *tables; ++t) {
    for (const reference_row_t *row = tables[t]; row->row; ++row) tern_map_set(&e->rows, row->row, (void *)row);
  }
  return e;
}

void tern_reference_destroy(tern_reference_t *e) {
  if (!e) return;
  for (size_t k = 0; k < e->globals.entry_count; ++k) tern_reference_release(e->globals.entries[k].value);
  for (size_t k = 0; k < e->memories.count; ++k) free(e->memories.values[k].data);
  tern_vec_deinitialize(&e->memories);
  tern_map_deinitialize(&e->rows);
  tern_map_deinitialize(&e->functions);
  tern_map_deinitialize(&e->globals);
  tern_string_builder_deinitialize(&e->message);
  tern_string_builder_deinitialize(&e->output);
  tern_arena_deinitialize(&e->arena);
  free(e);
}

void tern_reference_set_limit(tern_reference_t *e, uint64_t steps) { e->steps = steps; }

void tern_reference_observe(tern_reference_t *e, tern_reference_observer_t observer, void *user) {
  e->observer = observer;
  e->user = user;
}

tern_reference_outcome_t tern_reference_call(tern_reference_t *e, tern_op_t *function, datum_t *const *arguments,
                                             datum_t **out_results) {
  e->outcome = TERN_REFERENCE_DONE;
  e->is_doubtful = false;
  e->place = NULL;
  e->depth = e->calls = 0;
  e->mask = NULL;
  tern_reference_run_call(e, function, function, arguments, out_results);
  return e->outcome;
}

const char *tern_reference_message(const tern_reference_t *e) {
  return e->outcome == TERN_REFERENCE_DONE || !e->message.data ? "" : e->message.data;
}
bool tern_reference_is_doubtful(const tern_reference_t *e) { return e->is_doubtful; }
const tern_op_t *tern_reference_place(const tern_reference_t *e) { return e->place; }
tern_str_t tern_reference_output(const tern_reference_t *e) { return tern_string_builder_view(&e->output); }
