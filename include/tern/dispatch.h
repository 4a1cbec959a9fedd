// The ABI of a compiled CPU entry point: the only thing that a kernel and the program that calls it must agree on.
//
// An object file that `tern-compile --target=cpu` writes exports, for each entry point NAME,
//
//   int32_t NAME(const tern_dispatch_params_t *params, uint32_t workgroup_x, uint32_t workgroup_y,
//                uint32_t workgroup_z);
//   void NAME_workgroup_count(const uint32_t *push_constants, uint32_t out_count[3]);
//
// and the C header beside it holds a `static const tern_entry_point_t` that names both and describes the bindings.
// This header needs no library: together with the object file it is enough to run a kernel.
//
//   #include "matmul.h"  // written by tern-compile; includes this file
//   int main(void) {
//     static float a[32 * 16], b[16 * 8], c[32 * 8];
//     void *bindings[] = {a, b, c};
//     return tern_dispatch_run_serial(&matmul_entry_point, NULL, bindings, NULL);
//   }
//
// Terms. A *dispatch* is one execution of an entry point over a grid of *workgroups*. A *binding* is the address of one
// dense row-major array. A *push constant* is one 32-bit word; a value of type `index`, such as the size of a
// dynamic dimension, takes one word (unsigned).
//
// Code for processors with tile registers (AMX) may use them. On Linux a process asks for them first, once, before it calls such code:
// `syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, 18)`, as the CPU device of tern/runtime.h does. Else it gets SIGILL.
//
// Everything here is plain data; values are thread-compatible, and constants may be shared by all threads.

#ifndef TERN_DISPATCH_H_
#define TERN_DISPATCH_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Code of an element type. The numbers are part of the ABI: they never change, new ones are added at free places.
// Storage: an element takes the next power-of-two number of bytes (see tern_element_type_size() in tern/tensor.h), so
// i1, i4 and the 4- and 6-bit floats take one byte each, held in its low bits with the rest zero; an i1 is 0 or 1.
typedef enum tern_element_type_t {
  TERN_ELEMENT_TYPE_NONE = 0,  // no or unknown type
  // Signless integers, MLIR's iN.
  TERN_ELEMENT_TYPE_I1 = 1,
  TERN_ELEMENT_TYPE_I2 = 2,
  TERN_ELEMENT_TYPE_I4 = 3,
  TERN_ELEMENT_TYPE_I8 = 4,
  TERN_ELEMENT_TYPE_I16 = 5,
  TERN_ELEMENT_TYPE_I32 = 6,
  TERN_ELEMENT_TYPE_I64 = 7,
  // Signed integers, MLIR's siN.
  TERN_ELEMENT_TYPE_SI2 = 18,
  TERN_ELEMENT_TYPE_SI4 = 19,
  TERN_ELEMENT_TYPE_SI8 = 20,
  TERN_ELEMENT_TYPE_SI16 = 21,
  TERN_ELEMENT_TYPE_SI32 = 22,
  TERN_ELEMENT_TYPE_SI64 = 23,
  // Unsigned integers, MLIR's uiN.
  TERN_ELEMENT_TYPE_UI2 = 34,
  TERN_ELEMENT_TYPE_UI4 = 35,
  TERN_ELEMENT_TYPE_UI8 = 36,
  TERN_ELEMENT_TYPE_UI16 = 37,
  TERN_ELEMENT_TYPE_UI32 = 38,
  TERN_ELEMENT_TYPE_UI64 = 39,
  // MLIR's index, stored in 64 bits when it is an element of an array.
  TERN_ELEMENT_TYPE_INDEX = 48,
  // Floating point. ORDER FLOAT: 64 plus the number of the format in base/float.h.
  TERN_ELEMENT_TYPE_F4E2M1FN = 64,
  TERN_ELEMENT_TYPE_F6E2M3FN = 65,
  TERN_ELEMENT_TYPE_F6E3M2FN = 66,
  TERN_ELEMENT_TYPE_F8E5M2 = 67,
  TERN_ELEMENT_TYPE_F8E4M3 = 68,
  TERN_ELEMENT_TYPE_F8E4M3FN = 69,
  TERN_ELEMENT_TYPE_F8E5M2FNUZ = 70,
  TERN_ELEMENT_TYPE_F8E4M3FNUZ = 71,
  TERN_ELEMENT_TYPE_F8E4M3B11FNUZ = 72,
  TERN_ELEMENT_TYPE_F8E3M4 = 73,
  TERN_ELEMENT_TYPE_F8E8M0FNU = 74,
  TERN_ELEMENT_TYPE_BF16 = 75,
  TERN_ELEMENT_TYPE_F16 = 76,
  TERN_ELEMENT_TYPE_TF32 = 77,
  TERN_ELEMENT_TYPE_F32 = 78,
  TERN_ELEMENT_TYPE_F64 = 79,
  TERN_ELEMENT_TYPE_F80 = 80,
  TERN_ELEMENT_TYPE_F128 = 81,
  // Complex numbers, the real part first.
  TERN_ELEMENT_TYPE_COMPLEX_BF16 = 96,
  TERN_ELEMENT_TYPE_COMPLEX_F16 = 97,
  TERN_ELEMENT_TYPE_COMPLEX_F32 = 98,
  TERN_ELEMENT_TYPE_COMPLEX_F64 = 99
} tern_element_type_t;

// What a kernel is given, the same for all workgroups of a dispatch. Kernels read it and never write it.
// The order and the offsets of the fields are the ABI; the numbers are those of a machine with 64-bit pointers.
typedef struct tern_dispatch_params_t {
  uint32_t workgroup_count[3];     // +0: grid size in x, y, z; each at least 1
  uint32_t push_constant_count;    // +12: words
  const uint32_t *push_constants;  // +16: borrowed for the dispatch; may be NULL if there are none
  void *const *bindings;           // +24: borrowed; one address per binding, in the order of the entry point's list
  const size_t *binding_sizes;     // +32: bytes each binding may use; NULL if the caller vouches for them
  uint32_t binding_count;          // +40
  uint32_t reserved;               // +44: 0
  const void *data;                // +48: the entry point's `data`; compiled code leaves it alone
} tern_dispatch_params_t;

// A compiled entry point: runs the workgroup at (`workgroup_x`, `workgroup_y`, `workgroup_z`), each below the
// corresponding member of `params->workgroup_count`.
//
// Workgroups of a dispatch may run in any order and at the same time on several threads; what the dispatch computes
// does not depend on it. Bindings must be aligned as the entry point's list says, and two bindings may overlap only
// if the kernel writes neither.
//
// Returns 0. Any other value says that the workgroup failed; the outputs of the dispatch are then undefined.
typedef int32_t (*tern_dispatch_fn_t)(const tern_dispatch_params_t *params, uint32_t workgroup_x, uint32_t workgroup_y,
                                      uint32_t workgroup_z);

// Computes the grid of an entry point: stores the number of workgroups in x, y, z to `out_count`. `push_constants`
// holds the words that the dispatch will be given (NULL if the entry point has none). A count of 0 means that there is
// nothing to do, as for a dynamic dimension of size 0. Thread-safe.
typedef void (*tern_workgroup_count_fn_t)(const uint32_t *push_constants, uint32_t out_count[3]);

// How a kernel uses a binding. No bit at all: the kernel leaves it alone, and its address may be anything.
enum tern_binding_access_bits_t {
  TERN_BINDING_ACCESS_READ = 1u << 0,     // contents are read
  TERN_BINDING_ACCESS_WRITE = 1u << 1,    // contents are written
  TERN_BINDING_ACCESS_DISCARD = 1u << 2,  // with WRITE: every element is written, earlier contents do not matter
};
typedef uint32_t tern_binding_access_t;

// A dimension whose size is known only when the kernel is called.
#define TERN_DIM_DYNAMIC ((int64_t)-1)

// One binding of an entry point: a dense row-major array. Immutable.
typedef struct tern_binding_info_t {
  uint32_t set;                       // descriptor set of the source program's interface
  uint32_t binding;                   // binding number within the set
  tern_binding_access_t access;       // tern_binding_access_bits_t
  uint32_t element_type;              // tern_element_type_t
  const char *name;                   // name in the source program, such as "arg0"; never NULL
  uint32_t rank;                      // number of dimensions
  uint32_t alignment;                 // bytes, a power of two: the least alignment of the address
  const int64_t *dims;                // `rank` sizes in elements, or TERN_DIM_DYNAMIC; may be NULL if `rank` is 0
  const int32_t *dim_push_constants;  // `rank` numbers: the push constant with the size of the dimension, -1 where
                                      // `dims` has it; may be NULL if no dimension is dynamic
} tern_binding_info_t;

// Ops of grid programs, for devices that run no host code: how many workgroups a kernel is dispatched with, computed by
// the runtime from the push constants. The numbers are part of the ABI.
//
// A grid program is a list of 32-bit words: instructions of three words (an op, and its operands `a` and `b`), one after
// the other, and behind the last the numbers of the instructions that hold the counts in x, y and z. An instruction makes
// one 64-bit signed value; operands are the numbers of earlier instructions unless the op says otherwise. So a program has
// no jumps, always ends, and can be checked before it runs.
typedef enum tern_grid_op_t {
  TERN_GRID_CONSTANT = 0,       // a | b << 32
  TERN_GRID_PUSH_CONSTANT = 1,  // word number `a`, as unsigned
  TERN_GRID_ADD = 2,
  TERN_GRID_SUB = 3,
  TERN_GRID_MUL = 4,
  TERN_GRID_DIV = 5,  // toward zero
  TERN_GRID_FLOOR_DIV = 6,
  TERN_GRID_CEIL_DIV = 7,
  TERN_GRID_REM = 8,  // with the sign of the dividend
  TERN_GRID_MIN = 9,
  TERN_GRID_MAX = 10,
  TERN_GRID_LESS = 11,    // 1 or 0
  TERN_GRID_EQUAL = 12,   // 1 or 0
  TERN_GRID_SELECT = 13,  // the value of `a` if the value of the instruction before is not 0, else of `b`
  TERN_GRID_AND = 14,
  TERN_GRID_OR = 15,
  TERN_GRID_XOR = 16,
  TERN_GRID_OP_COUNT
} tern_grid_op_t;

// Instructions of a grid program, at most.
#define TERN_GRID_INSTRUCTION_MAX 1024

// What a dispatch of an entry point does, computed from its push constants by a *cost program*: a list of instructions as in
// a grid program, and behind the last the numbers of the instructions that hold these values, in this order.
//
// Operations are those of the program that was compiled, not of the code it became: a product of an M x K and a K x N
// matrix has 2 M N K. Each arithmetic operation on data counts once, comparisons and functions such as exp included, a
// complex product as six; conversions, selections, moves and what is done with indices do not count. Bytes are those that have
// to be moved at least: each byte of a binding counts once, however often the kernel uses it.
enum {
  TERN_COST_FLOAT_OPS = 0,      // operations on floating-point numbers
  TERN_COST_INTEGER_OPS = 1,    // operations on integers
  TERN_COST_READ_BYTES = 2,     // bytes of bindings that are read
  TERN_COST_WRITTEN_BYTES = 3,  // bytes of bindings that are written
  TERN_COST_COUNT = 4
};

enum tern_cost_flag_bits_t {
  // Loops go round as often as the data says: what the program gives is a bound or a guess.
  TERN_COST_FLAG_ESTIMATED = 1u << 0,
};
typedef uint32_t tern_cost_flags_t;

// The cost program of an entry point. Immutable.
typedef struct tern_cost_info_t {
  uint32_t element_type;    // tern_element_type_t that it computes in: of the operands, if it is a product
  tern_cost_flags_t flags;  // tern_cost_flag_bits_t
  uint32_t program_size;    // words; 0: nothing is known
  const uint32_t *program;
} tern_cost_info_t;

enum tern_kernel_flag_bits_t {
  // The kernel loops over the grid with the stride of the counts it was dispatched with, so that a count above what the
  // device can dispatch may be lowered.
  TERN_KERNEL_FLAG_CYCLIC = 1u << 0,
  // Code for several processors may have other kernels for each: 8 bits with the number of the variant that the kernel is
  // of, plus one. 0: it is of all.
  TERN_KERNEL_FLAG_VARIANT = 0xFFu << 16,
};
#define TERN_KERNEL_VARIANT_SHIFT 16
typedef uint32_t tern_kernel_flags_t;

// One kernel of an entry point on a device that runs no host code. Immutable.
//
// How it is given bindings and push constants is a matter of the device. In SPIR-V, bindings are storage buffers with
// the set and number that the entry point's list says, and push constants one block of words. In PTX and in machine code
// for NVIDIA's GPUs they are the parameters of the kernel: first the address of each binding, 64 bits each, in the order
// of the list, then each push constant, 32 bits each:
//
//   .visible .entry NAME(.param .u64 binding0, .param .u64 binding1, .param .u32 push_constant0)
//
typedef struct tern_kernel_info_t {
  const char *name;              // of the function in the executable's code; never NULL
  uint32_t workgroup_size[3];    // invocations in x, y, z; each at least 1
  uint32_t grid_program_size;    // words
  const uint32_t *grid_program;  // see tern_grid_op_t; a count of 0 means that there is nothing to do;
                                 // NULL: one workgroup
  uint32_t subgroup_size;        // invocations that a subgroup must have; 0: as the device likes
  tern_kernel_flags_t flags;     // tern_kernel_flag_bits_t
} tern_kernel_info_t;

// One entry point of an executable. Immutable; can be initialised statically.
typedef struct tern_entry_point_t {
  const char *name;                           // symbol name; never NULL
  tern_dispatch_fn_t fn;                      // NULL on devices that run no host code
  tern_workgroup_count_fn_t workgroup_count;  // NULL: one workgroup, unless the caller asks for another grid
  uint32_t push_constant_count;               // words
  uint32_t binding_count;
  const tern_binding_info_t *bindings;  // in the order of tern_dispatch_params_t.bindings
  uint32_t kernel_count;                // 0 where `fn` does the work
  const tern_kernel_info_t *kernels;    // run in this order, each after the end of the one before; all are given the
                                        // entry point's bindings and push constants
  const void *data;                     // handed to `fn` in its parameters; NULL for compiled code
} tern_entry_point_t;

// Runs a whole dispatch on the calling thread, one workgroup after another.
//
// `entry` is the entry point. `push_constants` holds `entry->push_constant_count` words (NULL if that is 0), `bindings`
// `entry->binding_count` addresses in the order of `entry->bindings`, and `binding_sizes` their sizes in bytes, or NULL
// if the caller vouches for them. All are borrowed for the call; nothing is checked.
//
// Returns 0, or what the first failing workgroup returned; the workgroups after it are not run. Thread-safe for
// distinct outputs.
static inline int32_t tern_dispatch_run_serial(const tern_entry_point_t *entry, const uint32_t *push_constants,
                                               void *const *bindings, const size_t *binding_sizes) {
  tern_dispatch_params_t params;
  uint32_t x, y, z;
  params.workgroup_count[0] = params.workgroup_count[1] = params.workgroup_count[2] = 1;
  params.push_constant_count = entry->push_constant_count;
  params.push_constants = push_constants;
  params.bindings = bindings;
  params.binding_sizes = binding_sizes;
  params.binding_count = entry->binding_count;
  params.reserved = 0;
  params.data = entry->data;
  if (entry->workgroup_count) entry->workgroup_count(push_constants, params.workgroup_count);
  for (z = 0; z < params.workgroup_count[2]; ++z) {
    for (y = 0; y < params.workgroup_count[1]; ++y) {
      for (x = 0; x < params.workgroup_count[0]; ++x) {
        int32_t result = entry->fn(&params, x, y, z);
        if (result != 0) return result;
      }
    }
  }
  return 0;
}

#ifdef __cplusplus
}
#endif

#endif  // TERN_DISPATCH_H_
