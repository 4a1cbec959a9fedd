// The verifier of bytecode: proves before a function runs that no instruction of it can do harm.
//
// First a walk over the code as it lies: every instruction is whole and known, every register, global, type, string,
// rodata segment and callee exists and has the form that the instruction wants, every branch goes to a block, and
// every block ends in a terminator. Then the types of references: an abstract interpretation over the blocks that
// are reached, from the entry on, with a state for each block, what each reference register holds at its start:
//
//   nothing  <  a type  <  anything
//
// States are joined where control flow meets, until nothing changes: each register can rise twice at most. What is
// "anything" can be cast, compared, dropped and moved, but not used as a buffer, say. Value registers hold 64 bits
// whatever they mean, so they need no types. References that are null, indices and sizes are left to the run.

#include <stdlib.h>
#include <string.h>

#include "base/small.h"
#include "base/vec.h"
#include "runtime/vm/image.h"

enum {
  STATE_COUNT_MAX = 1 << 24,  // blocks times reference registers
};

// What a reference register holds: one of these, or TYPE_FIRST plus the canonical ordinal of its type.
enum {
  TYPE_NULL,
  TYPE_ANY,
  TYPE_BUFFER,
  TYPE_LIST,  // as an expectation: a list of whatever
  TYPE_FIRST,
};
typedef uint16_t ref_type_t;

// The lists of registers that an instruction names by the signature of its callee.
typedef struct callee {
  const tern_bytecode_signature_t *signature;
  const uint16_t *repetitions;  // of each segment; NULL if there are none
} callee_t;

typedef struct verifier {
  const tern_bytecode_image_t *image;
  const tern_bytecode_function_t *function;
  const tern_bytecode_signature_t *signature;
  const uint16_t *code;        // of the function
  uint32_t cursor;             // unit that is read next
  const char *what;            // is wrong; NULL as long as nothing is
  TERN_VEC(uint32_t) blocks;   // units at which blocks start, rising
  TERN_VEC(uint32_t) targets;  // units that branches go to
  // The abstract interpretation.
  bool is_typing;
  ref_type_t *states;   // a row of ref_register_count for each block
  uint8_t *is_reached;  // for each block
  uint8_t *is_queued;   // for each block
  TERN_VEC(uint32_t) queue;
  ref_type_t *state;     // where the walk is
  ref_type_t *branched;  // the same along a branch
} verifier_t;

#define fail(v, text) note_failure(v, TERN_WORDS(text))
#define fail_without_memory(v) fail(v, "is too large for the memory that there is")

static void note_failure(verifier_t *v, const char *what) {
  if (!v->what) v->what = what;
}

//---- Units ----

static uint16_t read_unit(verifier_t *v) {
  if (v->cursor >= v->function->code_size) {
    fail(v, "ends inside of an instruction");
    return 0;
  }
  return v->code[v->cursor++];
}

static uint32_t read_pair(verifier_t *v) {
  uint32_t low = read_unit(v);
  return low | (uint32_t)read_unit(v) << 16;
}

static void skip_units(verifier_t *v, uint32_t count) {
  if (count > v->function->code_size - v->cursor) {
    fail(v, "ends inside of an instruction");
  } else {
    v->cursor += count;
  }
}

static void read_value(verifier_t *v) {
  if (read_unit(v) >= v->function->value_register_count) fail(v, "names a value register that it does not have");
}

// Returns the register, 0 if there is none; the flag of a move goes to `out_is_move`.
static uint16_t read_ref(verifier_t *v, bool *out_is_move) {
  uint16_t unit = read_unit(v), number = unit & (uint16_t)~TERN_BYTECODE_MOVE;
  *out_is_move = unit & TERN_BYTECODE_MOVE;
  if (number < v->function->ref_register_count) return number;
  fail(v, "names a reference register that it does not have");
  return 0;
}

static uint32_t read_ordinal(verifier_t *v, tern_bytecode_table_t table, const char *what) {
  uint32_t ordinal = read_pair(v);
  if (ordinal < v->image->counts[table]) return ordinal;
  fail(v, what);
  return 0;
}

//---- Types of references ----

// What is known of a reference of the type with `ordinal`.
static ref_type_t type_of(const tern_bytecode_image_t *image, uint32_t ordinal) {
  switch (image->types[ordinal].kind) {
    case TERN_BYTECODE_KIND_BUFFER: return TYPE_BUFFER;
    case TERN_BYTECODE_KIND_ANY: return TYPE_ANY;
    default: return (ref_type_t)(TYPE_FIRST + image->canonical_types[ordinal]);
  }
}

static bool is_list(const tern_bytecode_image_t *image, ref_type_t type) {
  return type >= TYPE_FIRST && image->types[type - TYPE_FIRST].kind == TERN_BYTECODE_KIND_LIST;
}

static bool is_compatible(const tern_bytecode_image_t *image, ref_type_t actual, ref_type_t expected) {
  if (actual == TYPE_NULL || expected == TYPE_ANY || actual == expected) return true;
  if (!is_list(image, actual)) return false;
  if (expected == TYPE_LIST) return true;
  return is_list(image, expected) &&
         image->types[image->types[expected - TYPE_FIRST].element].kind == TERN_BYTECODE_KIND_ANY;
}

static ref_type_t join(ref_type_t left, ref_type_t right) {
  if (left == right || right == TYPE_NULL) return left;
  return left == TYPE_NULL ? right : TYPE_ANY;
}

static void expect_type(verifier_t *v, ref_type_t actual, ref_type_t expected) {
  if (!is_compatible(v->image, actual, expected)) fail(v, "uses a reference as one of another type");
}

//---- Operands ----
//
// An instruction is read in the order of its row. Results come first, so they are noted, and set when all is read.

typedef struct operation {
  uint16_t opcode;
  uint16_t result;  // reference register
  bool has_result;
  uint32_t results_at;   // unit where the list of results starts
  uint32_t type;         // ordinal, of a `t`
  uint32_t global;       // ordinal, of a `G`
  uint32_t input_count;  // references read so far
  ref_type_t joined;     // of all of them
  callee_t callee;
  // Registers that are null afterwards. Few instructions but calls have any.
  TERN_VEC(uint16_t) moved;
} operation_t;

// What the reference that is read next has to be.
static ref_type_t expected_input(const verifier_t *v, const operation_t *operation) {
  switch (operation->opcode) {
    case TERN_BYTECODE_OP_GLOBAL_STORE_REF: return type_of(v->image, v->image->ref_globals[operation->global]);
    case TERN_BYTECODE_OP_LIST_RESERVE:
    case TERN_BYTECODE_OP_LIST_SIZE:
    case TERN_BYTECODE_OP_LIST_RESIZE:
    case TERN_BYTECODE_OP_LIST_GET_I32:
    case TERN_BYTECODE_OP_LIST_SET_I32:
    case TERN_BYTECODE_OP_LIST_GET_I64:
    case TERN_BYTECODE_OP_LIST_SET_I64:
    case TERN_BYTECODE_OP_LIST_GET_F32:
    case TERN_BYTECODE_OP_LIST_SET_F32:
    case TERN_BYTECODE_OP_LIST_GET_F64:
    case TERN_BYTECODE_OP_LIST_SET_F64:
    case TERN_BYTECODE_OP_LIST_GET_REF: return TYPE_LIST;
    case TERN_BYTECODE_OP_LIST_SET_REF: return operation->input_count ? TYPE_ANY : TYPE_LIST;
    default: break;
  }
  bool is_buffer_op =
      operation->opcode >= TERN_BYTECODE_OP_BUFFER_ALLOC && operation->opcode <= TERN_BYTECODE_OP_BUFFER_STORE_F64;
  return is_buffer_op ? TYPE_BUFFER : TYPE_ANY;
}

static void use_ref(verifier_t *v, operation_t *operation, ref_type_t expected) {
  bool is_move;
  uint16_t number = read_ref(v, &is_move);
  if (!v->is_typing || v->what) return;
  ref_type_t actual = v->state[number];
  expect_type(v, actual, expected);
  operation->joined = operation->input_count++ ? join(operation->joined, actual) : actual;
  if (is_move && !tern_vec_try_push(&operation->moved, number)) fail_without_memory(v);
}

static void set_ref(verifier_t *v, uint16_t unit, ref_type_t type) {
  if (unit & TERN_BYTECODE_MOVE || unit >= v->function->ref_register_count) {
    fail(v, "names a reference register that it does not have");
  } else if (v->is_typing) {
    v->state[unit] = type;
  }
}

static void read_callee(verifier_t *v, operation_t *operation) {
  uint32_t ordinal = read_pair(v);
  bool is_import = ordinal & TERN_BYTECODE_IMPORT;
  ordinal &= ~TERN_BYTECODE_IMPORT;
  if (ordinal >= v->image->counts[is_import ? TERN_BYTECODE_IMPORTS : TERN_BYTECODE_FUNCTIONS]) {
    fail(v, "calls a function that does not exist");
    return;
  }
  uint32_t signature = is_import ? v->image->imports[ordinal].signature : v->image->functions[ordinal].signature;
  operation->callee.signature = &v->image->signatures[signature];
  bool is_variadic = operation->callee.signature->segment_count != 0;
  if (operation->opcode == TERN_BYTECODE_OP_IMPORT_RESOLVED && !is_import) fail(v, "asks for an import that is none");
  if (operation->opcode == TERN_BYTECODE_OP_CALL && is_variadic) fail(v, "calls a variadic function as a plain one");
}

static void read_segments(verifier_t *v, operation_t *operation) {
  uint16_t count = read_unit(v);
  uint32_t start = v->cursor;
  skip_units(v, count);
  if (v->what) return;
  operation->callee.repetitions = v->code + start;
  if (count != operation->callee.signature->segment_count) fail(v, "calls with another number of segments");
}

// Reads one register for each of the `count` types at `words`.
static void read_typed(verifier_t *v, operation_t *operation, const uint32_t *words, uint32_t count, uint32_t *left) {
  for (uint32_t i = 0; i < count && !v->what; ++i) {
    if ((*left)-- == 0) {
      fail(v, "has too few arguments or results in a list");
    } else if (tern_bytecode_kind_is_ref(v->image->types[words[i]].kind)) {
      use_ref(v, operation, type_of(v->image, words[i]));
    } else {
      read_value(v);
    }
  }
}

// Arguments of a callee, or the results of the own function.
static void read_arguments(verifier_t *v, operation_t *operation) {
  const tern_bytecode_signature_t *signature = operation->callee.signature;
  bool is_return = operation->opcode == TERN_BYTECODE_OP_RETURN;
  if (is_return) signature = v->signature;
  if (v->what || !signature) return;
  const uint32_t *words = v->image->words + (is_return ? signature->result_start : signature->argument_start);
  uint32_t word_count = is_return ? signature->result_count : signature->argument_count;
  uint32_t left = read_unit(v), segment = 0;
  for (uint32_t i = 0; i < word_count && !v->what; ++i) {
    if (!(words[i] & TERN_BYTECODE_SEGMENT)) {
      read_typed(v, operation, &words[i], 1, &left);
      continue;
    }
    uint32_t size = words[i] & ~TERN_BYTECODE_SEGMENT;
    uint32_t repeated = operation->callee.repetitions ? operation->callee.repetitions[segment++] : 0;
    for (uint32_t j = 0; j < repeated && !v->what; ++j) read_typed(v, operation, &words[i + 1], size, &left);
    i += size;
  }
  if (left && !v->what) fail(v, "has too many arguments or results in a list");
}

// Goes back to the list of results of a call: their types are known now.
static void set_results(verifier_t *v, operation_t *operation) {
  const tern_bytecode_signature_t *signature = operation->callee.signature;
  uint32_t end = v->cursor;
  v->cursor = operation->results_at;
  uint32_t count = read_unit(v);
  if (count != signature->result_count) fail(v, "takes another number of results than the callee has");
  for (uint32_t i = 0; i < count && !v->what; ++i) {
    uint32_t word = v->image->words[signature->result_start + i];
    if (tern_bytecode_kind_is_ref(v->image->types[word].kind)) {
      set_ref(v, read_unit(v), type_of(v->image, word));
    } else {
      read_value(v);
    }
  }
  v->cursor = end;
}

//---- Branches ----

// The number of the block that starts at `unit`; the targets of branches were checked.
static uint32_t find_block(const verifier_t *v, uint32_t unit) {
  size_t low = 0, high = v->blocks.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (v->blocks.values[middle] < unit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < v->blocks.count && v->blocks.values[low] == unit ? (uint32_t)low : UINT32_MAX;
}

// Joins `state` into what the block holds at its start, and queues it if that changed.
static void flow_into(verifier_t *v, uint32_t block, const ref_type_t *state) {
  size_t count = v->function->ref_register_count;
  ref_type_t *target = v->states + block * count;
  bool has_changed = !v->is_reached[block];
  for (size_t i = 0; i < count; ++i) {
    ref_type_t joined = v->is_reached[block] ? join(target[i], state[i]) : state[i];
    has_changed |= joined != target[i];
    target[i] = joined;
  }
  v->is_reached[block] = 1;
  if (!has_changed || v->is_queued[block]) return;
  v->is_queued[block] = 1;
  if (!tern_vec_try_push(&v->queue, block)) fail_without_memory(v);
}

static void read_branch(verifier_t *v) {
  uint32_t target = read_pair(v);
  if (!v->is_typing) {
    if (!tern_vec_try_push(&v->targets, target)) fail_without_memory(v);
  } else {
    memcpy(v->branched, v->state, v->function->ref_register_count * sizeof(*v->state));
  }
  for (uint32_t left = read_unit(v); left && !v->what; --left) {
    read_value(v);
    read_value(v);
  }
  for (uint32_t left = read_unit(v); left && !v->what; --left) {
    bool is_move, is_target_move;
    uint16_t source = read_ref(v, &is_move), destination = read_ref(v, &is_target_move);
    if (is_target_move) fail(v, "moves out of the target of a branch");
    if (!v->is_typing || v->what) continue;
    ref_type_t type = v->branched[source];
    if (is_move) v->branched[source] = TYPE_NULL;
    v->branched[destination] = type;
  }
  if (v->is_typing && !v->what) flow_into(v, find_block(v, target), v->branched);
}

//---- Instructions ----

static void read_message(verifier_t *v) {
  uint32_t offset = read_pair(v), size = read_pair(v), count = v->image->counts[TERN_BYTECODE_STRINGS];
  if (offset >= count || size >= count - offset || v->image->strings[offset + size]) {
    fail(v, "has a message that does not exist");
  }
}

static uint32_t read_type(verifier_t *v) {
  uint32_t type = read_unit(v);
  if (type < v->image->counts[TERN_BYTECODE_TYPES]) return type;
  fail(v, "names a type that does not exist");
  return 0;
}

static void read_typed_values(verifier_t *v, operation_t *operation) {
  for (uint32_t left = read_unit(v); left && !v->what; --left) {
    uint32_t type = read_type(v);
    if (v->what) return;
    if (tern_bytecode_kind_is_ref(v->image->types[type].kind)) {
      use_ref(v, operation, type_of(v->image, type));
    } else {
      read_value(v);
    }
  }
}

// The type that an instruction with a type operand wants: a list for list.alloc, else any reference.
static void check_type_operand(verifier_t *v, const operation_t *operation) {
  uint32_t kind = v->image->types[operation->type].kind;
  bool wants_list = operation->opcode == TERN_BYTECODE_OP_LIST_ALLOC;
  if (wants_list ? kind != TERN_BYTECODE_KIND_LIST : !tern_bytecode_kind_is_ref(kind)) {
    fail(v, "names a type of the wrong kind");
  }
}

static void read_refs(verifier_t *v, operation_t *operation) {
  bool is_discard = operation->opcode == TERN_BYTECODE_OP_DISCARD_REFS;
  for (uint32_t left = read_unit(v); left && !v->what; --left) {
    if (!is_discard) {
      use_ref(v, operation, TYPE_ANY);
      continue;
    }
    bool is_move;
    uint16_t number = read_ref(v, &is_move);
    if (v->is_typing && !v->what) v->state[number] = TYPE_NULL;
  }
}

static void read_input(verifier_t *v, operation_t *operation, char letter) {
  switch (letter) {
    case 'i':
    case 'I':
    case 'f':
    case 'F': read_value(v); break;
    case 'r': use_ref(v, operation, expected_input(v, operation)); break;
    case 'h': skip_units(v, 1); break;
    case 'k':
    case 'q': skip_units(v, 2); break;
    case 'K':
    case 'Q': skip_units(v, 4); break;
    case 't':
      operation->type = read_type(v);
      if (!v->what) check_type_operand(v, operation);
      break;
    case 'g':
      if (read_pair(v) >= v->image->header->value_global_count) fail(v, "names a global that does not exist");
      break;
    case 'G':
      operation->global = read_ordinal(v, TERN_BYTECODE_REF_GLOBALS, "names a global that does not exist");
      break;
    case 'd': read_ordinal(v, TERN_BYTECODE_RODATA, "names rodata that does not exist"); break;
    case 'c': read_callee(v, operation); break;
    case 'm': read_message(v); break;
    case 's': read_segments(v, operation); break;
    case 'a': read_arguments(v, operation); break;
    case 'l':
      for (uint32_t left = read_unit(v); left && !v->what; --left) read_value(v);
      break;
    case 'L': read_refs(v, operation); break;
    case 'v': read_typed_values(v, operation); break;
    case 'b': read_branch(v); break;
    case 'T':
      for (uint32_t left = read_unit(v); left && !v->what; --left) read_branch(v);
      break;
    default: fail(v, "has an operand of an unknown form"); break;
  }
}

static void read_result(verifier_t *v, operation_t *operation, char letter) {
  if (letter == 'r') {
    operation->result = read_unit(v);
    operation->has_result = true;
  } else if (letter == 'o') {
    operation->results_at = v->cursor;
    skip_units(v, read_unit(v));
  } else {
    read_value(v);
  }
}

static ref_type_t result_type(const verifier_t *v, const operation_t *operation) {
  switch (operation->opcode) {
    case TERN_BYTECODE_OP_CONST_REF_ZERO: return TYPE_NULL;
    case TERN_BYTECODE_OP_ASSIGN_REF:
    case TERN_BYTECODE_OP_SELECT_REF:
    case TERN_BYTECODE_OP_SWITCH_REF: return operation->joined;
    case TERN_BYTECODE_OP_GLOBAL_LOAD_REF: return type_of(v->image, v->image->ref_globals[operation->global]);
    case TERN_BYTECODE_OP_CONST_REF_RODATA:
    case TERN_BYTECODE_OP_BUFFER_ALLOC:
    case TERN_BYTECODE_OP_BUFFER_CLONE: return TYPE_BUFFER;
    default: return type_of(v->image, operation->type);  // cast, list, indirect global
  }
}

// Functions besides the initialiser that write a global make the others read it with care.
static void note_global_store(verifier_t *v, const operation_t *operation) {
  if ((size_t)(v->function - v->image->functions) == v->image->header->initializer) return;
  if (operation->opcode == TERN_BYTECODE_OP_GLOBAL_STORE_REF) {
    v->image->ref_global_flags[operation->global] |= TERN_BYTECODE_GLOBAL_IS_SHARED;
  } else if (operation->opcode == TERN_BYTECODE_OP_GLOBAL_STORE_INDIRECT_REF) {
    memset(v->image->ref_global_flags, TERN_BYTECODE_GLOBAL_IS_SHARED, v->image->counts[TERN_BYTECODE_REF_GLOBALS]);
  }
}

// Reads an instruction. Returns whether it is a terminator.
static bool read_instruction(verifier_t *v) {
  operation_t operation = {.opcode = read_unit(v)};
  const char *letters = v->what ? NULL : tern_bytecode_operands(operation.opcode);
  if (!letters) {
    fail(v, "has an unknown instruction");
    return true;
  }
  const char *results_end = strchr(letters, '=');
  bool is_terminator = operation.opcode == TERN_BYTECODE_OP_RETURN || operation.opcode == TERN_BYTECODE_OP_FAIL;
  for (const char *letter = letters; *letter && !v->what; ++letter) {
    if (letter == results_end) continue;
    if (letter < results_end) {
      read_result(v, &operation, *letter);
    } else {
      read_input(v, &operation, *letter);
      is_terminator |= *letter == 'b';
    }
  }
  if (!v->what && !v->is_typing) note_global_store(v, &operation);
  for (size_t i = 0; i < operation.moved.count; ++i) v->state[operation.moved.values[i]] = TYPE_NULL;
  tern_vec_deinitialize(&operation.moved);
  if (!v->what && operation.has_result) set_ref(v, operation.result, result_type(v, &operation));
  if (!v->what && operation.results_at) set_results(v, &operation);
  return is_terminator;
}

//---- Functions ----

// The walk over the code as it lies.
static void walk_code(verifier_t *v) {
  bool is_ended = true;
  while (v->cursor < v->function->code_size && !v->what) {
    bool is_block = v->code[v->cursor] == TERN_BYTECODE_OP_BLOCK;
    if (is_block && !is_ended) fail(v, "falls through to a block");
    if (!is_block && is_ended) fail(v, "has an instruction outside of a block");
    if (is_block && !tern_vec_try_push(&v->blocks, v->cursor)) fail_without_memory(v);
    is_ended = read_instruction(v);
  }
  if (!is_ended || !v->blocks.count) fail(v, "does not end in a terminator");
  if (v->blocks.count != v->function->block_count) fail(v, "has another number of blocks than it says");
  for (size_t i = 0; i < v->targets.count && !v->what; ++i) {
    if (find_block(v, v->targets.values[i]) == UINT32_MAX) fail(v, "branches to what is no block");
  }
}

// The abstract interpretation.
static void infer_types(verifier_t *v) {
  size_t count = v->function->ref_register_count;
  if (!count) return;
  if (v->blocks.count * count > STATE_COUNT_MAX) {
    fail(v, "has too many blocks and references");
    return;
  }
  v->states = calloc(v->blocks.count * count, sizeof(*v->states));
  v->is_reached = calloc(v->blocks.count, 2);
  v->state = calloc(2 * count, sizeof(*v->state));
  if (!v->states || !v->is_reached || !v->state) {
    fail_without_memory(v);
    return;
  }
  v->is_queued = v->is_reached + v->blocks.count;
  v->branched = v->state + count;
  v->is_typing = true;
  const uint32_t *words = v->image->words + v->signature->argument_start;
  for (uint32_t i = 0, number = 0; i < v->signature->argument_count; ++i) {
    if (tern_bytecode_kind_is_ref(v->image->types[words[i]].kind)) v->state[number++] = type_of(v->image, words[i]);
  }
  flow_into(v, 0, v->state);
  while (v->queue.count && !v->what) {
    uint32_t block = v->queue.values[--v->queue.count];
    v->is_queued[block] = 0;
    memcpy(v->state, v->states + block * count, count * sizeof(*v->state));
    v->cursor = v->blocks.values[block];
    while (!v->what && !read_instruction(v)) {}
  }
}

tern_status_t tern_bytecode_verify_function(const tern_bytecode_image_t *image, uint32_t ordinal) {
  const tern_bytecode_function_t *function = &image->functions[ordinal];
  verifier_t v = {.image = image,
                  .function = function,
                  .signature = &image->signatures[function->signature],
                  .code = image->code + function->code_offset};
  walk_code(&v);
  if (!v.what) infer_types(&v);
  tern_vec_deinitialize(&v.blocks);
  tern_vec_deinitialize(&v.targets);
  tern_vec_deinitialize(&v.queue);
  free(v.states);
  free(v.is_reached);
  free(v.state);
  if (!v.what) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT, "the bytecode is malformed: function %u ('%.60s') %s, at unit %u",
                          ordinal, tern_bytecode_text(image, function->name), v.what, v.cursor);
}
