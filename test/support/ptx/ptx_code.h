// What PTX becomes when it is read, and the state of a launch; for the files of this folder.

#ifndef TERN_TEST_SUPPORT_PTX_PTX_CODE_H_
#define TERN_TEST_SUPPORT_PTX_PTX_CODE_H_

#include <setjmp.h>

#include "ptx/ptx.h"

// --- types ---

typedef enum type_kind { KIND_PRED, KIND_BITS, KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT } type_kind_t;

typedef struct type {
  const char *name;
  type_kind_t kind;
  uint8_t bits;   // of an element
  uint8_t count;  // elements in a register: 2 of f16x2
  int8_t format;  // tern_float_kind_t of floats
} type_t;

// --- modifiers: what stands behind the dots of an instruction ---

typedef enum modifier {
#define MODIFIER(name) M_##name,
#include "ptx/ptx_modifiers.def"
#undef MODIFIER
  M_COUNT
} modifier_t;

// --- instructions ---

typedef enum operand_kind {
  NO_OPERAND,  // `_`
  REGISTER,
  NUMBER,
  SPECIAL,    // %tid.x; `number` is its row
  LIST,       // {a, b}; with is_negated the sum of both
  MEMORY,     // [base + number] or [base, {a, b}]: operands of a list
  PARAMETER,  // bytes of the function's parameters and of calls; `number` is the offset
  LOCAL,      // the thread's own memory
  SHARED,
  DYNAMIC_SHARED,
  LABEL,     // `number` is the instruction
  FUNCTION,  // `number` is the function, or the row of a function of the host from HOST_FUNCTION on
} operand_kind_t;
enum { HOST_FUNCTION = 1 << 20 };

typedef struct operand {
  operand_kind_t kind;
  bool is_negated;     // !%p
  uint32_t reg, pair;  // pair: the register behind `|`, from 1 on
  int64_t number;
  uint32_t first, count;  // of a list, in the module's operands
} operand_t;

typedef struct thread thread_t;
typedef struct instruction instruction_t;

// Who has to be there before an instruction is carried out.
typedef enum scope { SCOPE_THREAD, SCOPE_WARP } scope_t;

typedef struct opcode {
  const char *name;
  modifier_t modifier;  // the row is for instructions with it; M_COUNT: for all that no row before is for
  scope_t scope;
  bool has_mask;  // SCOPE_WARP: does its last operand say which lanes are to be there? Otherwise all are
  // SCOPE_WARP: of the first of the threads that are there, which warp->active has.
  void (*run)(thread_t *thread, const instruction_t *instruction);
} opcode_t;

struct instruction {
  const opcode_t *opcode;
  operand_t guard;
  uint64_t modifiers[2];
  const type_t *types[4];
  uint8_t type_count;
  uint16_t m, n, k;  // of a matrix product
  uint32_t line;
  uint32_t first, count;  // operands
};

static inline bool has(const instruction_t *i, modifier_t m) { return i->modifiers[m / 64] >> (m % 64) & 1; }
// The last type of an instruction.
static inline const type_t *type_of(const instruction_t *i) { return i->types[i->type_count - 1]; }

typedef struct variable {
  char *name;
  uint64_t value;  // address, offset
  size_t size;
  operand_kind_t kind;
} variable_t;

typedef struct function {
  char *name;
  bool is_kernel;
  uint32_t first, end;  // instructions
  uint32_t register_count;
  size_t parameter_size, local_size;    // parameters of calls are behind its own
  uint64_t parameters[64], results[1];  // offsets of its own
  size_t sizes[64], result_size;
  uint32_t parameter_count, result_count;
} function_t;

struct ptx_module {
  instruction_t *code;
  size_t code_count;
  operand_t *operands;
  size_t operand_count;
  function_t *functions;
  size_t function_count;
  variable_t *variables;  // of all functions
  size_t variable_count;
  size_t shared_size;  // static
  void **memory;       // of .global variables
  size_t memory_count;
};

extern const opcode_t ptx_opcodes[];
extern const char *const ptx_specials[];
extern const char *const ptx_host_functions[];

// NULL if there is none of this name.
const type_t *ptx_find_type(const char *text, size_t size);
// What stands behind a dot. False if nobody knows it.
bool ptx_add_modifier(instruction_t *instruction, const char *text);

// --- a launch ---

typedef struct frame {
  const function_t *function;
  uint64_t *registers;
  char *parameters, *local;
  const instruction_t *call;
  struct frame *caller;
} frame_t;

typedef enum state { RUNNING, AT_WARP, AT_BARRIER, AT_WAIT, ENDED } state_t;

// A copy to shared memory that was issued and has not happened.
typedef struct copy {
  uint64_t target, source;
  uint32_t size, read;  // bytes; what is not read is zero
  uint32_t group;
} copy_t;

// A copy by a tensor map, likewise.
typedef struct tensor_copy {
  ptx_tensor_map_t map;
  int32_t at[5];
  uint32_t shared;  // address
  uint32_t barrier;
  uint32_t group;  // of stores
  uint16_t mask;   // of the blocks of the cluster; 0: this one
  bool is_store, is_added;
  thread_t *thread;
} tensor_copy_t;

typedef struct block block_t;
typedef struct warp warp_t;

// A product of wgmma that was issued, for one warp of the four.
typedef struct product {
  const instruction_t *instruction;
  uint64_t a, b;  // descriptors
  bool adds;
  uint32_t group;
} product_t;

struct thread {
  block_t *block;
  warp_t *warp;
  uint32_t id[3], number, lane;
  uint32_t at;  // the next instruction
  state_t state;
  frame_t *frame;
  uint32_t barrier;  // AT_BARRIER
  copy_t *copies;
  size_t copy_count, copy_capacity;
  uint32_t copy_group, bulk_group;
};

struct warp {
  block_t *block;
  uint32_t active;  // lanes that carry the instruction out
  product_t *products;
  size_t product_count, product_capacity;
  uint32_t product_group;
};

typedef struct barrier {
  uint32_t arrived, expected, generation;
} barrier_t;

typedef struct launch launch_t;

// Who touched a byte of shared memory last, and behind how many barriers of the whole block.
typedef struct touch {
  uint32_t written, read;   // barriers, from 1 on; 0: never
  uint16_t writer, reader;  // warps
  bool has_readers;         // have several warps read it?
  uint32_t write_line, read_line;
} touch_t;

struct block {
  launch_t *launch;
  uint32_t id[3], rank;
  char *shared;
  size_t shared_size;
  thread_t *threads;
  warp_t *warps;
  uint32_t thread_count, warp_count, ended;
  barrier_t barriers[16];
  touch_t *touches;  // of each byte; NULL: nobody looks for races
  uint32_t epoch;
};

struct launch {
  const ptx_module_t *module;
  const ptx_launch_t *how;
  const function_t *kernel;
  block_t *blocks;  // of a cluster
  uint32_t block_count;
  uint32_t cluster[3];
  barrier_t cluster_barrier;
  tensor_copy_t *copies;  // that wait
  size_t copy_count, copy_capacity;
  uint32_t random;
  uint64_t steps;
  const instruction_t *current;
  char *error;
  size_t error_size;
  jmp_buf *failed;
};

// Ends the launch.
_Noreturn void ptx_fail(launch_t *launch, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline launch_t *launch_of(const thread_t *t) { return t->block->launch; }
static inline const operand_t *operand(const thread_t *t, const instruction_t *i, uint32_t index) {
  return &t->block->launch->module->operands[i->first + index];
}
static inline const operand_t *element(const thread_t *t, const operand_t *list, uint32_t index) {
  return &t->block->launch->module->operands[list->first + index];
}

// Bits of an operand, and a register's new bits.
uint64_t ptx_get(const thread_t *thread, const operand_t *operand);
void ptx_set(thread_t *thread, const operand_t *operand, uint64_t bits);
// Does the instruction's guard hold?
bool ptx_is_guarded(const thread_t *thread, const instruction_t *instruction);

// Memory of the host for `size` bytes of a space; fails if there is none.
char *ptx_shared_at(thread_t *thread, uint64_t address, size_t size);
// The same for a load or a store of a thread, which may race with others.
char *ptx_touch(thread_t *thread, uint64_t address, size_t size, bool is_store);
char *ptx_memory_at(thread_t *thread, uint64_t address, size_t size);
// The address of a memory operand.
uint64_t ptx_address(const thread_t *thread, const operand_t *memory);

// Carries out what was issued and is due: all copies of the launch by tensor maps (false if there are none), products.
bool ptx_finish_tensor_copies(launch_t *launch, const thread_t *of, uint32_t groups);
void ptx_finish_products(thread_t *thread, uint32_t groups);

// --- instructions, by file ---
typedef void ptx_run_fn(thread_t *thread, const instruction_t *instruction);
// ptx_arithmetic.c
ptx_run_fn ptx_add, ptx_sub, ptx_mul, ptx_mad, ptx_fma, ptx_div, ptx_rem, ptx_min, ptx_max, ptx_abs, ptx_neg, ptx_not,
    ptx_and, ptx_or, ptx_xor, ptx_shl, ptx_shr, ptx_setp, ptx_selp, ptx_mov, ptx_cvt, ptx_copysign, ptx_approximate,
    ptx_bfe, ptx_bfi, ptx_prmt, ptx_popc, ptx_clz, ptx_brev, ptx_shf, ptx_lop3, ptx_bfind;
// ptx_memory.c
ptx_run_fn ptx_ld, ptx_st, ptx_atom, ptx_cvta, ptx_cp, ptx_mbarrier, ptx_tensormap, ptx_createpolicy, ptx_mapa;
// ptx_warp.c
ptx_run_fn ptx_shfl, ptx_redux, ptx_vote, ptx_elect, ptx_activemask, ptx_ldmatrix, ptx_stmatrix;
// ptx_matrix.c
ptx_run_fn ptx_mma, ptx_wgmma;
// ptx_launch.c
ptx_run_fn ptx_bra, ptx_ret, ptx_call, ptx_bar, ptx_barrier, ptx_trap, ptx_nothing;

#endif  // TERN_TEST_SUPPORT_PTX_PTX_CODE_H_
