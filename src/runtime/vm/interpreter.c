// The interpreter: runs code in place, one instruction after the other. It relies on the verifier for all that can be
// known before, and checks what cannot: null references, indices, sizes, casts.
//
// Operands are read where they lie. An instruction that takes references by move gives them up after it has used them
// all, and before it writes its result.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/small.h"
#include "base/string.h"
#include "runtime/vm/data_ops.h"
#include "runtime/vm/scalar.h"
#include "runtime/vm/stack.h"
#include "runtime/vm/trace.h"

typedef struct machine {
  tern_session_t *session;
  tern_vm_stack_t *stack;
  tern_vm_frame_t *frame;   // the top
  tern_vm_frame_t *first;   // of this call
  tern_vm_slot_t *results;  // of the call
  tern_status_t status;
  bool is_done;
} machine_t;

static uint32_t load_pair(const uint16_t *units) { return units[0] | (uint32_t)units[1] << 16; }
static uint64_t load_quad(const uint16_t *units) { return load_pair(units) | (uint64_t)load_pair(units + 2) << 32; }

static tern_ref_t take_ref(tern_vm_frame_t *frame, uint16_t operand) {
  tern_ref_t *ref = &frame->refs[operand & (uint16_t)~TERN_BYTECODE_MOVE];
  if (!(operand & TERN_BYTECODE_MOVE)) return tern_ref_retain(*ref);
  tern_ref_t taken = *ref;
  *ref = (tern_ref_t){NULL, NULL};
  return taken;
}

static tern_ref_t peek_ref(const tern_vm_frame_t *frame, uint16_t operand) {
  return frame->refs[operand & (uint16_t)~TERN_BYTECODE_MOVE];
}

// Gives up the references that operands move. Units of other operands, registers of values and ordinals of types, never have
// the bit.
static void drop_moved(tern_vm_frame_t *frame, const uint16_t *units, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) {
    if (units[i] & TERN_BYTECODE_MOVE) tern_ref_reset(&frame->refs[units[i] & (uint16_t)~TERN_BYTECODE_MOVE]);
  }
}

static void fail(machine_t *m, tern_status_t status) {
  if (tern_status_is_ok(m->status)) m->status = status;
}

static void fail_with(machine_t *m, tern_status_code_t code, const char *what) {
  fail(m, tern_status_make(code, "%s", what));
}

//---- Branches ----

// Performs the branch at `units`, and goes there.
static void branch(tern_vm_frame_t *frame, const uint16_t *units) {
  uint32_t target = load_pair(units);
  units += 2;
  uint32_t count = *units++;
  for (uint32_t i = 0; i < count; ++i, units += 2) frame->values[units[1]] = frame->values[units[0]];
  count = *units++;
  for (uint32_t i = 0; i < count; ++i, units += 2) tern_ref_replace(&frame->refs[units[1]], take_ref(frame, units[0]));
  frame->cursor = target;
}

// The first unit behind a branch.
static const uint16_t *skip_branch(const uint16_t *units) {
  units += 2;
  units += 1 + 2 * (uint32_t)*units;
  return units + 1 + 2 * (uint32_t)*units;
}

static void branch_by_table(tern_vm_frame_t *frame, const uint16_t *units) {
  uint32_t index = (uint32_t)frame->values[*units++];
  const uint16_t *otherwise = units;
  units = skip_branch(units);
  uint32_t count = *units++;
  if (index >= count) {
    branch(frame, otherwise);
    return;
  }
  for (uint32_t i = 0; i < index; ++i) units = skip_branch(units);
  branch(frame, units);
}

//---- Calls ----

// Which of a signature's arguments, or results, are references.
static const uint8_t *argument_refs(const tern_bytecode_image_t *image, const tern_bytecode_signature_t *signature) {
  return image->ref_words + signature->argument_start;
}

static const uint8_t *result_refs(const tern_bytecode_image_t *image, const tern_bytecode_signature_t *signature) {
  return image->ref_words + signature->result_start;
}

// Copies the arguments in the registers at `units` to the first registers of `callee`.
static void pass_arguments(machine_t *m, tern_vm_frame_t *callee, const tern_bytecode_signature_t *signature,
                           const uint16_t *units) {
  tern_vm_frame_t *caller = m->frame;
  const uint8_t *is_ref = argument_refs(caller->module->image, signature);
  uint64_t *values = callee->values;
  tern_ref_t *refs = callee->refs;
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    if (is_ref[i]) {
      *refs++ = take_ref(caller, units[i]);
    } else {
      *values++ = caller->values[units[i]];
    }
  }
}

static void call_bytecode(machine_t *m, tern_vm_module_t *module, uint32_t function, uint32_t results_at,
                          const tern_bytecode_signature_t *signature, const uint16_t *arguments) {
  tern_vm_frame_t *callee;
  tern_status_t status = tern_vm_stack_push(m->stack, module, function, &callee);
  if (!tern_status_is_ok(status)) {
    fail(m, status);
    return;
  }
  callee->results_at = results_at;
  pass_arguments(m, callee, signature, arguments);
  m->frame = callee;
}

// Fills `slots` with the arguments of a native function; references are borrowed.
static void gather_arguments(machine_t *m, const tern_bytecode_signature_t *signature, const uint16_t *repetitions,
                             const uint16_t *units, tern_vm_slot_t *slots) {
  const tern_bytecode_image_t *image = m->frame->module->image;
  const uint32_t *words = image->words + signature->argument_start;
  const uint8_t *is_ref = argument_refs(image, signature);
  const uint64_t *values = m->frame->values;
  const tern_ref_t *refs = m->frame->refs;
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    uint32_t size = 1, repeated = 1;
    if (words[i] & TERN_BYTECODE_SEGMENT) {
      size = words[i++] & ~TERN_BYTECODE_SEGMENT;
      repeated = *repetitions++;
      (slots++)->i64 = repeated;
    }
    for (; repeated; --repeated) {
      for (uint32_t j = 0; j < size; ++j, ++slots, ++units) {
        if (is_ref[i + j]) {
          slots->ref = refs[*units & (uint16_t)~TERN_BYTECODE_MOVE];
        } else {
          slots->bits = values[*units];
        }
      }
    }
    i += size - 1;
  }
}

// Writes the results of a native function to the registers at `units`.
static void scatter_results(machine_t *m, const tern_bytecode_signature_t *signature, const uint16_t *units,
                            const tern_vm_slot_t *slots) {
  const tern_bytecode_image_t *image = m->frame->module->image;
  const uint32_t *words = image->words + signature->result_start;
  const uint8_t *is_ref = result_refs(image, signature);
  for (uint32_t i = 0; i < signature->result_count; ++i) {
    if (!is_ref[i]) {
      m->frame->values[units[i]] = slots[i].bits;
    } else {
      tern_ref_replace(&m->frame->refs[units[i]], slots[i].ref);
      if (tern_vm_ref_has_type(m->frame->module, words[i], slots[i].ref)) continue;
      fail_with(m, TERN_INTERNAL, "a function returned a reference of another type than it declares");
    }
  }
}

static void drop_results(const tern_bytecode_image_t *image, const tern_bytecode_signature_t *signature,
                         tern_vm_slot_t *slots) {
  for (uint32_t i = 0; i < signature->result_count; ++i) {
    if (result_refs(image, signature)[i]) tern_ref_reset(&slots[i].ref);
  }
}

static void call_native(machine_t *m, const tern_vm_import_t *import, const uint16_t *results,
                        const uint16_t *repetitions, const uint16_t *arguments, uint32_t argument_count) {
  const tern_bytecode_signature_t *signature = import->signature;
  size_t slot_count = argument_count + signature->segment_count, count = slot_count + signature->result_count;
  tern_vm_stack_block_t *block;
  size_t mark;
  tern_vm_slot_t *slots = tern_vm_stack_allocate(m->stack, count * sizeof(*slots), &block, &mark);
  if (!slots) {
    fail_with(m, TERN_OUT_OF_RANGE, "the stack is full");
    return;
  }
  memset(slots + slot_count, 0, signature->result_count * sizeof(*slots));
  gather_arguments(m, signature, repetitions, arguments, slots);
  tern_status_t failure;
  tern_native_call_t call = {.session = m->session,
                             .import = import,
                             .arguments = slots,
                             .argument_count = slot_count,
                             .note = m->stack->note,
                             .results = slots + slot_count,
                             .failure = &failure};
  tern_status_t status = import->native(&call);
  if (tern_status_is_ok(status)) {
    drop_moved(m->frame, arguments, argument_count);
    scatter_results(m, signature, results, call.results);
  } else {
    drop_results(m->frame->module->image, signature, call.results);
    fail(m,
         tern_status_make(status.code, "%s: %s", tern_bytecode_text(import->image, import->row->name), status.message));
  }
  tern_vm_stack_free(m->stack, block, mark);
}

static void execute_call(machine_t *m, const uint16_t *units, bool is_variadic) {
  tern_vm_frame_t *frame = m->frame;
  uint32_t results_at = (uint32_t)(units - frame->code) + 1;
  units += 1 + *units;
  uint32_t callee = load_pair(units);
  units += 2;
  const uint16_t *repetitions = units + 1;
  if (is_variadic) units += 1 + *units;
  uint32_t argument_count = *units++;
  frame->cursor = (uint32_t)(units - frame->code) + argument_count;
  const tern_bytecode_image_t *image = frame->module->image;
  if (!(callee & TERN_BYTECODE_IMPORT)) {
    const tern_bytecode_signature_t *signature = &image->signatures[image->functions[callee].signature];
    call_bytecode(m, frame->module, callee, results_at, signature, units);
    return;
  }
  const tern_vm_import_t *import = &frame->module->imports[callee & ~TERN_BYTECODE_IMPORT];
  if (import->module) {
    call_bytecode(m, import->module, import->function, results_at, import->signature, units);
  } else if (import->native) {
    call_native(m, import, frame->code + results_at, repetitions, units, argument_count);
  } else {
    fail(m, tern_status_make(TERN_NOT_FOUND, "'%s' was not there when the module was bound",
                             tern_bytecode_text(image, import->row->name)));
  }
}

static void execute_return(machine_t *m, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame, *caller = frame == m->first ? NULL : frame->caller;
  const tern_bytecode_image_t *image = frame->module->image;
  const tern_bytecode_signature_t *signature = &image->signatures[frame->function->signature];
  const uint16_t *targets = caller ? caller->code + frame->results_at : NULL;
  ++units;
  const uint8_t *is_ref = result_refs(image, signature);
  for (uint32_t i = 0; i < signature->result_count; ++i) {
    if (is_ref[i]) {
      tern_ref_t ref = take_ref(frame, units[i]);
      if (caller) {
        tern_ref_replace(&caller->refs[targets[i]], ref);
      } else {
        m->results[i].ref = ref;
      }
    } else if (caller) {
      caller->values[targets[i]] = frame->values[units[i]];
    } else {
      m->results[i].bits = frame->values[units[i]];
    }
  }
  tern_vm_stack_pop(m->stack);
  m->frame = caller;
  m->is_done = !caller;
}

//---- Failures ----

// Codes in programs are those of IREE.
static tern_status_code_t status_code(int32_t code) {
  static const uint8_t codes[] = {
      [1] = TERN_FAILED_PRECONDITION, [3] = TERN_INVALID_ARGUMENT,    [5] = TERN_NOT_FOUND,
      [6] = TERN_FAILED_PRECONDITION, [7] = TERN_FAILED_PRECONDITION, [8] = TERN_OUT_OF_MEMORY,
      [9] = TERN_FAILED_PRECONDITION, [11] = TERN_OUT_OF_RANGE,       [12] = TERN_UNSUPPORTED,
      [14] = TERN_UNSUPPORTED,        [15] = TERN_IO_ERROR,           [18] = TERN_UNSUPPORTED,
  };
  bool is_known = code > 0 && (size_t)code < sizeof(codes) && codes[code] != TERN_OK;
  return is_known ? (tern_status_code_t)codes[code] : TERN_INTERNAL;
}

static void execute_fail(machine_t *m, int32_t code, const uint16_t *message) {
  const tern_bytecode_image_t *image = m->frame->module->image;
  const char *text = image->strings + load_pair(message), *note = m->stack->note;
  fail(m, tern_status_make(status_code(code), "%s%s%s", *text ? text : "the program failed", *note ? ": " : "", note));
}

//---- Globals ----

static void execute_value_global(machine_t *m, uint16_t opcode, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  bool is_indirect = (opcode - TERN_BYTECODE_OP_GLOBAL_LOAD_I32) & 2;
  bool is_store = (opcode - TERN_BYTECODE_OP_GLOBAL_LOAD_I32) & 1;
  // load: result, ordinal; store: ordinal, value. A direct ordinal takes two units, an indirect one a register.
  const uint16_t *at = is_store ? units : units + 1;
  uint32_t ordinal = is_indirect ? (uint32_t)frame->values[*at] : load_pair(at);
  if (ordinal >= frame->module->image->header->value_global_count) {
    fail(m, tern_status_make(TERN_OUT_OF_RANGE, "global %u does not exist", ordinal));
    return;
  }
  uint64_t *global = &frame->module->globals[ordinal];
  if (is_store) {
    __atomic_store_n(global, frame->values[units[is_indirect ? 1 : 2]], __ATOMIC_RELAXED);
  } else {
    frame->values[units[0]] = __atomic_load_n(global, __ATOMIC_RELAXED);
  }
  frame->cursor += is_indirect ? 3 : 4;
}

static tern_ref_t load_global(tern_vm_module_t *module, uint32_t ordinal) {
  bool is_shared = module->image->ref_global_flags[ordinal] & TERN_BYTECODE_GLOBAL_IS_SHARED;
  if (!is_shared) return tern_ref_retain(module->ref_globals[ordinal]);
  pthread_mutex_lock(&module->mutex);
  tern_ref_t ref = tern_ref_retain(module->ref_globals[ordinal]);
  pthread_mutex_unlock(&module->mutex);
  return ref;
}

static void store_global(tern_vm_module_t *module, uint32_t ordinal, tern_ref_t ref) {
  pthread_mutex_lock(&module->mutex);
  tern_ref_t old = module->ref_globals[ordinal];
  module->ref_globals[ordinal] = ref;
  pthread_mutex_unlock(&module->mutex);
  tern_ref_reset(&old);
}

static bool check_ref_global(machine_t *m, uint32_t ordinal) {
  if (ordinal < m->frame->module->image->counts[TERN_BYTECODE_REF_GLOBALS]) return true;
  fail(m, tern_status_make(TERN_OUT_OF_RANGE, "global %u does not exist", ordinal));
  return false;
}

static void execute_ref_global(machine_t *m, uint16_t opcode, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  tern_vm_module_t *module = frame->module;
  uint32_t ordinal;
  frame->cursor += 4;
  switch (opcode) {
    case TERN_BYTECODE_OP_GLOBAL_LOAD_REF:
      tern_ref_replace(&frame->refs[units[0]], load_global(module, load_pair(units + 1)));
      return;
    case TERN_BYTECODE_OP_GLOBAL_STORE_REF: store_global(module, load_pair(units), take_ref(frame, units[2])); return;
    case TERN_BYTECODE_OP_GLOBAL_LOAD_INDIRECT_REF:
      ordinal = (uint32_t)frame->values[units[1]];
      if (!check_ref_global(m, ordinal)) return;
      tern_ref_replace(&frame->refs[units[0]], load_global(module, ordinal));
      if (tern_vm_ref_has_type(module, units[2], frame->refs[units[0]])) return;
      fail_with(m, TERN_INVALID_ARGUMENT, "a global holds a reference of another type");
      return;
    default:
      --frame->cursor;
      ordinal = (uint32_t)frame->values[units[0]];
      if (!check_ref_global(m, ordinal)) return;
      if (!tern_vm_ref_has_type(module, module->image->ref_globals[ordinal], peek_ref(frame, units[1]))) {
        fail_with(m, TERN_INVALID_ARGUMENT, "a global takes references of another type");
        return;
      }
      store_global(module, ordinal, take_ref(frame, units[1]));
      return;
  }
}

//---- References ----

static void execute_select_ref(tern_vm_frame_t *frame, const uint16_t *units) {
  uint16_t chosen = units[(uint32_t)frame->values[units[1]] ? 2 : 3];
  tern_ref_t ref = tern_ref_retain(peek_ref(frame, chosen));
  drop_moved(frame, units + 2, 2);
  tern_ref_replace(&frame->refs[units[0]], ref);
  frame->cursor += 5;
}

// result, index, default, count, values
static void execute_switch(tern_vm_frame_t *frame, const uint16_t *units, bool is_ref) {
  uint32_t index = (uint32_t)frame->values[units[1]], count = units[3];
  uint16_t chosen = index < count ? units[4 + index] : units[2];
  frame->cursor += 5 + count;
  if (!is_ref) {
    frame->values[units[0]] = frame->values[chosen];
    return;
  }
  tern_ref_t ref = tern_ref_retain(peek_ref(frame, chosen));
  drop_moved(frame, units + 2, 1);
  drop_moved(frame, units + 4, count);
  tern_ref_replace(&frame->refs[units[0]], ref);
}

static void execute_cast(machine_t *m, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  tern_ref_t ref = peek_ref(frame, units[1]);
  if (tern_vm_ref_has_type(frame->module, units[2], ref)) {
    tern_ref_replace(&frame->refs[units[0]], take_ref(frame, units[1]));
    frame->cursor += 4;
  } else {
    fail(m, tern_status_make(TERN_INVALID_ARGUMENT, "a reference to '%s' is cast to another type", ref.type->name));
  }
}

static void execute_ref_compare(tern_vm_frame_t *frame, uint16_t opcode, const uint16_t *units) {
  bool has_right = opcode != TERN_BYTECODE_OP_CMP_NZ_REF;
  void *left = peek_ref(frame, units[1]).object, *right = has_right ? peek_ref(frame, units[2]).object : NULL;
  bool is_equal = left == right;
  drop_moved(frame, units + 1, has_right ? 2 : 1);
  frame->values[units[0]] = opcode == TERN_BYTECODE_OP_CMP_EQ_REF ? is_equal : !is_equal;
  frame->cursor += has_right ? 4 : 3;
}

static void execute_discard(tern_vm_frame_t *frame, const uint16_t *units) {
  uint32_t count = *units++;
  for (uint32_t i = 0; i < count; ++i) tern_ref_reset(&frame->refs[units[i] & (uint16_t)~TERN_BYTECODE_MOVE]);
  frame->cursor += 2 + count;
}

static void load_rodata(tern_vm_frame_t *frame, const uint16_t *units) {
  tern_vm_buffer_t *buffer = frame->module->rodata[load_pair(units + 1)];
  tern_resource_retain(&buffer->resource);
  tern_ref_replace(&frame->refs[units[0]], tern_ref_make(&tern_vm_buffer_type, buffer));
  frame->cursor += 4;
}

// An instruction over lists or buffers, whose operands are a unit each.
static void execute_data(machine_t *m, uint16_t opcode, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  const char *letters = tern_bytecode_operands(opcode);
  tern_ref_t result = {NULL, NULL};
  tern_status_t status = tern_vm_execute_data(frame->module, m->session->allocator, opcode, units, frame->values,
                                              frame->refs, &result, &m->stack->instructions_left);
  if (!tern_status_is_ok(status)) {
    fail(m, status);
    return;
  }
  uint32_t count = (uint32_t)strlen(letters);
  if (letters[1] == '=') --count;
  drop_moved(frame, units, count);
  bool has_result = letters[0] == 'r' && letters[1] == '=';
  if (has_result) tern_ref_replace(&frame->refs[units[0]], result);
  frame->cursor += 1 + count;
}

//---- Tracing ----

// message, count, pairs of a type and a register
static void execute_trace(machine_t *m, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  uint32_t count = units[4];
  if (m->session->trace && !TERN_SMALL) tern_vm_trace(m->session, frame, load_pair(units), units + 5, count);
  drop_moved(frame, units + 5, 2 * count);
  frame->cursor += 6 + 2 * count;
}

//---- The loop ----

// Units of the instructions that only have operands of one unit each: the letters, where `=` stands for the opcode.
static const uint8_t unit_counts[] = {
#define OP(ID, NAME, OPERANDS) sizeof(OPERANDS) - 1,
#include "base/bytecode_ops.def"
#undef OP
};

static void execute_scalar(machine_t *m, uint16_t opcode, const uint16_t *units) {
  const char *what = tern_vm_execute_scalar(opcode, units, m->frame->values);
  if (what) {
    fail_with(m, TERN_INVALID_ARGUMENT, what);
  } else {
    m->frame->cursor += unit_counts[opcode];
  }
}

static void execute_rest(machine_t *m, uint16_t opcode, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  if (opcode >= TERN_BYTECODE_OP_GLOBAL_LOAD_I32 && opcode <= TERN_BYTECODE_OP_GLOBAL_STORE_INDIRECT_F64) {
    execute_value_global(m, opcode, units);
  } else if (opcode >= TERN_BYTECODE_OP_GLOBAL_LOAD_REF && opcode <= TERN_BYTECODE_OP_GLOBAL_STORE_INDIRECT_REF) {
    execute_ref_global(m, opcode, units);
  } else if (opcode >= TERN_BYTECODE_OP_LIST_ALLOC && opcode <= TERN_BYTECODE_OP_BUFFER_STORE_F64) {
    execute_data(m, opcode, units);
  } else if (opcode >= TERN_BYTECODE_OP_SWITCH_I32 && opcode <= TERN_BYTECODE_OP_SWITCH_REF) {
    execute_switch(frame, units, opcode == TERN_BYTECODE_OP_SWITCH_REF);
  } else if (opcode >= TERN_BYTECODE_OP_CMP_EQ_REF && opcode <= TERN_BYTECODE_OP_CMP_NZ_REF) {
    execute_ref_compare(frame, opcode, units);
  } else if (opcode == TERN_BYTECODE_OP_TRACE || opcode == TERN_BYTECODE_OP_PRINT) {
    execute_trace(m, units);
  } else {
    execute_scalar(m, opcode, units);
  }
}

static void execute(machine_t *m, uint16_t opcode, const uint16_t *units) {
  tern_vm_frame_t *frame = m->frame;
  switch (opcode) {
    case TERN_BYTECODE_OP_BLOCK: ++frame->cursor; return;
    case TERN_BYTECODE_OP_BR:
    case TERN_BYTECODE_OP_YIELD:
    case TERN_BYTECODE_OP_BREAK: branch(frame, units); return;
    case TERN_BYTECODE_OP_COND_BREAK: branch(frame, units + 1); return;
    case TERN_BYTECODE_OP_COND_BR:
      branch(frame, (uint32_t)frame->values[*units] ? units + 1 : skip_branch(units + 1));
      return;
    case TERN_BYTECODE_OP_BR_TABLE: branch_by_table(frame, units); return;
    case TERN_BYTECODE_OP_CALL: execute_call(m, units, false); return;
    case TERN_BYTECODE_OP_CALL_VARIADIC: execute_call(m, units, true); return;
    case TERN_BYTECODE_OP_RETURN: execute_return(m, units); return;
    case TERN_BYTECODE_OP_FAIL: execute_fail(m, (int32_t)frame->values[units[0]], units + 1); return;
    case TERN_BYTECODE_OP_COND_FAIL:
      if ((uint32_t)frame->values[units[0]]) execute_fail(m, (int32_t)frame->values[units[1]], units + 2);
      frame->cursor += 7;
      return;
    case TERN_BYTECODE_OP_IMPORT_RESOLVED: {
      const tern_vm_import_t *import = &frame->module->imports[load_pair(units + 1) & ~TERN_BYTECODE_IMPORT];
      frame->values[units[0]] = import->native || import->module;
      frame->cursor += 4;
      return;
    }
    case TERN_BYTECODE_OP_CONST_I32:
    case TERN_BYTECODE_OP_CONST_F32:
    case TERN_BYTECODE_OP_GLOBAL_ADDRESS:
    case TERN_BYTECODE_OP_GLOBAL_ADDRESS_REF:
      frame->values[units[0]] = load_pair(units + 1);
      frame->cursor += 4;
      return;
    case TERN_BYTECODE_OP_CONST_I64:
    case TERN_BYTECODE_OP_CONST_F64:
      frame->values[units[0]] = load_quad(units + 1);
      frame->cursor += 6;
      return;
    case TERN_BYTECODE_OP_CONST_I32_ZERO:
    case TERN_BYTECODE_OP_CONST_I64_ZERO:
    case TERN_BYTECODE_OP_CONST_F32_ZERO:
    case TERN_BYTECODE_OP_CONST_F64_ZERO:
      frame->values[units[0]] = 0;
      frame->cursor += 2;
      return;
    case TERN_BYTECODE_OP_CONST_REF_ZERO:
      tern_ref_reset(&frame->refs[units[0]]);
      frame->cursor += 2;
      return;
    case TERN_BYTECODE_OP_CONST_REF_RODATA: load_rodata(frame, units); return;
    case TERN_BYTECODE_OP_ASSIGN_REF:
      tern_ref_replace(&frame->refs[units[0]], take_ref(frame, units[1]));
      frame->cursor += 3;
      return;
    case TERN_BYTECODE_OP_DISCARD_REFS: execute_discard(frame, units); return;
    case TERN_BYTECODE_OP_CAST_ANY_REF: execute_cast(m, units); return;
    case TERN_BYTECODE_OP_SELECT_REF: execute_select_ref(frame, units); return;
    default: execute_rest(m, opcode, units); return;
  }
}

// Says where a call failed, and drops its frames.
static tern_status_t unwind(machine_t *m) {
  const tern_vm_frame_t *frame = m->stack->top;
  const tern_bytecode_image_t *image = frame->module->image;
  tern_status_t status = tern_status_make(m->status.code, "%s (in %s.%s)", m->status.message,
                                          tern_bytecode_text(image, image->header->name),
                                          tern_bytecode_text(image, frame->function->name));
  for (bool is_last = false; !is_last;) {
    is_last = m->stack->top == m->first;
    tern_vm_stack_pop(m->stack);
  }
  return status;
}

tern_status_t tern_vm_invoke(tern_session_t *session, tern_vm_module_t *module, uint32_t function,
                             const tern_vm_slot_t *arguments, tern_vm_slot_t *results, tern_vm_stack_t *stack) {
  const tern_bytecode_image_t *image = module->image;
  const tern_bytecode_signature_t *signature = &image->signatures[image->functions[function].signature];
  if (signature->result_count) memset(results, 0, signature->result_count * sizeof(*results));
  machine_t m = {.session = session, .stack = stack, .results = results};
  TERN_RETURN_IF_ERROR(tern_vm_stack_push(stack, module, function, &m.frame));
  m.first = m.frame;
  uint64_t *values = m.frame->values;
  tern_ref_t *refs = m.frame->refs;
  for (uint32_t i = 0; i < signature->argument_count; ++i) {
    if (argument_refs(image, signature)[i]) {
      *refs++ = tern_ref_retain(arguments[i].ref);
    } else {
      *values++ = arguments[i].bits;
    }
  }
  while (!m.is_done && tern_status_is_ok(m.status)) {
    const uint16_t *units = m.frame->code + m.frame->cursor;
    if (stack->instructions_left != UINT64_MAX && stack->instructions_left-- == 0) {
      stack->instructions_left = 0;
      fail_with(&m, TERN_OUT_OF_RANGE, "the call has run as many instructions as it may");
      break;
    }
    execute(&m, *units, units + 1);
  }
  return tern_status_is_ok(m.status) ? tern_ok() : unwind(&m);
}
