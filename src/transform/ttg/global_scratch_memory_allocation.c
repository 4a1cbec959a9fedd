// --tritongpu-global-scratch-memory-allocation: says of each ttg.global_scratch_alloc where it lies in the global memory that a
// program has for itself, and how much of that there is (upstream: the same, of Triton 3.6).
//
//   tt.func public @f() {                            tt.func public @f() attributes {ttg.global_scratch_memory_size = 256 : i32, ...} {
//     ttg.global_scratch_alloc {nbytes = 100, ..} -> ttg.global_scratch_alloc {ttg.global_scratch_memory_offset = 0 : i32, ...}
//     tt.call @g()                                   tt.call @g() {ttg.global_scratch_memory_offset = 128 : i32}
//
// Everything has a place of its own, calls too, one behind the other. The module says what the largest kernel needs. Refuses
// functions that call themselves, and alignments that are no powers of two.

#include <inttypes.h>

#include "analysis/triton/call_order.h"
#include "dialect/ttg/ttg.h"
#include "ir/diagnostic.h"
#include "ir/op_def.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

#define SIZE "ttg.global_scratch_memory_size"
#define ALIGNMENT "ttg.global_scratch_memory_alignment"
#define OFFSET "ttg.global_scratch_memory_offset"

typedef struct scratch {
  int64_t size, alignment;
} scratch_t;

static int64_t align(int64_t offset, int64_t alignment) { return (offset + alignment - 1) / alignment * alignment; }

static int64_t number_of(const tern_op_t *op, const char *name) {
  const tern_attr_t *attr = tern_op_attr(op, name);
  return attr ? tern_integer_attr_value(attr) : 0;
}

static void set_number(tern_op_t *op, const char *name, int64_t value) {
  tern_op_set_attr(op, name, tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), value));
}

// What the op itself needs; a call needs what its callee has been found to need.
static scratch_t scratch_of(const tern_op_t *op) {
  if (tern_op_is(op, TERN_TTG(GLOBAL_SCRATCH_ALLOC)))
    return (scratch_t){number_of(op, "nbytes"), number_of(op, "alignment")};
  const tern_op_t *callee = tern_tt_callee(op);
  return callee ? (scratch_t){number_of(callee, SIZE), number_of(callee, ALIGNMENT)} : (scratch_t){0, 1};
}

static scratch_t allocate(tern_op_t *function) {
  scratch_t all = {0, 1};
  tern_op_list_t ops = tern_op_collect(function, TERN_POSTORDER, NULL);
  for (size_t i = 0; i < ops.count; ++i) {
    scratch_t own = scratch_of(ops.values[i]);
    if (own.size == 0) continue;
    all.size = align(all.size, own.alignment);
    set_number(ops.values[i], OFFSET, all.size);
    all.size += own.size;
    if (own.alignment > all.alignment) all.alignment = own.alignment;
  }
  tern_vec_deinitialize(&ops);
  all.size = align(all.size, all.alignment);
  set_number(function, SIZE, all.size);
  set_number(function, ALIGNMENT, all.alignment);
  return all;
}

static bool check_alignments(tern_op_t *module) {
  tern_op_list_t allocs = tern_op_collect_row(module, TERN_PREORDER, TERN_TTG(GLOBAL_SCRATCH_ALLOC));
  bool is_ok = true;
  for (size_t i = 0; i < allocs.count && is_ok; ++i) {
    int64_t alignment = number_of(allocs.values[i], "alignment");
    if (alignment > 0 && (alignment & (alignment - 1)) == 0) continue;
    is_ok = tern_op_error(allocs.values[i], "has alignment %" PRId64 ", which is not a power of two", alignment);
  }
  tern_vec_deinitialize(&allocs);
  return is_ok;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_call_order_t order;
  bool is_ok = tern_call_order_find(module, &order) && check_alignments(module), has_kernel = false;
  scratch_t all = {0, 1};
  for (size_t i = 0; is_ok && i < order.count; ++i) {
    scratch_t own = allocate(order.values[i].op);
    if (tern_symbol_visibility(order.values[i].op) != TERN_PUBLIC) continue;
    has_kernel = true;
    if (own.size > all.size) all.size = own.size;
    if (own.alignment > all.alignment) all.alignment = own.alignment;
  }
  if (has_kernel) {
    set_number(module, SIZE, all.size);
    set_number(module, ALIGNMENT, all.alignment);
  }
  tern_vec_deinitialize(&order);
  return is_ok;
}

const tern_pass_def_t tern_tritongpu_global_scratch_memory_allocation_pass = {
    .flag = "tritongpu-global-scratch-memory-allocation",
    .name = "TritonGPUGlobalScratchAllocationPass",
    .anchor = "builtin.module",
    .summary = "Say where each piece of a program's own global memory lies",
    .run = run,
};
