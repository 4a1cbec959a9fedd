// Which functions of a module are compiled together, and how.
//
// Kernels that multiply and accumulate are where programs spend their time, products and functions made of polynomials: they go
// through the code generator's optimizations, which keep accumulators and coefficients where they are. All others wait for memory,
// or are small: their loops, addresses and vectors were decided in our own dialects, and instruction selection without
// optimizations, followed by the full register allocator, gives code as fast in less time.

#include "target/llvm/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/llvm/llvm.h"

enum {
  QUICK = 1,     // levels, as tern_llvm_options_t has them: none
  THOROUGH = 2,  // less
  // Ops of a part. A part costs as much as some hundred ops before its first function.
  PART_OPS = 1200,
  // How much heavier an op is that is compiled thoroughly: with this, parts end at about the same time.
  THOROUGH_FACTOR = 2,
};

// Milliseconds of a part, and of an op in it, without and with optimizations: measured on the networks of test/models, one
// thread on a Xeon of 2 GHz.
static const double part_cost = 8, quick_cost = 0.03, thorough_cost = 0.04;

typedef struct kernel {
  const tern_op_t *function;
  unsigned level;
  bool has_tiles;  // in registers, which only the optimizing allocator of registers takes
  size_t ops, place;
} kernel_t;

typedef TERN_VEC(kernel_t) kernel_list_t;

static bool is_external(const tern_op_t *op) {
  const tern_attr_t *linkage = tern_op_attr(op, "linkage");
  return !linkage || tern_enum_attr_value(linkage) == TERN_LLVM_LINKAGE_EXTERNAL;
}

// May each part that uses it have its own?
static bool is_constant_of_module(const tern_op_t *op) {
  const tern_attr_t *linkage = tern_op_attr(op, "linkage");
  int64_t kind = linkage ? tern_enum_attr_value(linkage) : TERN_LLVM_LINKAGE_EXTERNAL;
  return tern_op_is(op, TERN_LLVM(MLIR_GLOBAL)) && tern_op_attr(op, "constant") &&
         (kind == TERN_LLVM_LINKAGE_INTERNAL || kind == TERN_LLVM_LINKAGE_PRIVATE);
}

// Does it multiply and accumulate? Polynomials, of which functions such as exp are made, say that they may.
static bool is_multiply_add(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "fastmathFlags");
  return tern_op_is(op, TERN_LLVM(INTR_FMA)) || (flags && (tern_enum_attr_value(flags) & TERN_FASTMATH_CONTRACT));
}

static kernel_t measure(const tern_op_t *function, size_t place) {
  kernel_t kernel = {.function = function, .level = QUICK, .place = place};
  tern_region_for_each_block(&function->regions[0], block) {
    tern_block_for_each_op(block, op) {
      ++kernel.ops;
      // Intrinsics called by name are dot products, or of tiles.
      if (is_multiply_add(op) || tern_op_is(op, TERN_LLVM(CALL_INTRINSIC))) kernel.level = THOROUGH;
      kernel.has_tiles |= op->result_count == 1 && tern_type_is_llvm(op->results[0].type, TERN_LLVM_X86_AMX);
    }
  }
  if (kernel.has_tiles) kernel.level = THOROUGH;
  return kernel;
}

static size_t weight_of(const kernel_t *kernel) {
  return kernel->level == THOROUGH ? kernel->ops * THOROUGH_FACTOR : kernel->ops;
}

static size_t weight_of_level(const kernel_list_t *kernels, unsigned level) {
  size_t weight = 0;
  for (size_t i = 0; i < kernels->count; ++i) {
    if (kernels->values[i].level == level) weight += weight_of(&kernels->values[i]);
  }
  return weight;
}

static size_t part_count(size_t weight) {
  size_t count = (weight + PART_OPS - 1) / PART_OPS;
  return count > TERN_LLVM_MAX_PARTS / 2 ? TERN_LLVM_MAX_PARTS / 2 : count;
}

// The heaviest first, in the module's order among equals.
static int compare_kernels(const void *left, const void *right) {
  const kernel_t *a = left, *b = right;
  size_t of_a = weight_of(a), of_b = weight_of(b);
  if (of_a != of_b) return of_a > of_b ? -1 : 1;
  return a->place < b->place ? -1 : 1;
}

// Adds parts for the kernels of a level, each kernel to the part that is lightest so far.
static void add_parts(const kernel_list_t *kernels, unsigned level, tern_llvm_plan_t *plan) {
  size_t first = plan->count, count = part_count(weight_of_level(kernels, level));
  for (size_t i = 0; i < count; ++i) plan->parts[plan->count++] = (tern_llvm_part_t){.level = level};
  for (size_t i = 0; i < kernels->count; ++i) {
    const kernel_t *kernel = &kernels->values[i];
    if (kernel->level != level) continue;
    size_t lightest = first;
    for (size_t j = first; j < plan->count; ++j) {
      if (plan->parts[j].weight < plan->parts[lightest].weight) lightest = j;
    }
    plan->parts[lightest].weight += weight_of(kernel);
    tern_map_set(&plan->part_of, kernel->function, (void *)(uintptr_t)(lightest + 1));
  }
  // A heavy kernel may have left parts empty.
  while (plan->count > first && plan->parts[plan->count - 1].weight == 0) --plan->count;
}

static double estimate(const kernel_list_t *kernels) {
  size_t thorough = weight_of_level(kernels, THOROUGH), quick = weight_of_level(kernels, QUICK);
  return (double)(part_count(thorough) + part_count(quick)) * part_cost +
         (double)thorough / THOROUGH_FACTOR * thorough_cost + (double)quick * quick_cost;
}

// Sorted kernels: the heaviest first, so that few have to.
static void step_down(kernel_list_t *kernels, tern_llvm_budget_t *budget) {
  budget->kernel_count = kernels->count;
  budget->estimate = estimate(kernels);
  for (size_t i = 0; i < kernels->count && budget->estimate > budget->limit; ++i) {
    if (kernels->values[i].level != THOROUGH || kernels->values[i].has_tiles) continue;
    kernels->values[i].level = QUICK;
    ++budget->reduced_count;
    budget->estimate = estimate(kernels);
  }
}

bool tern_llvm_plan_make(const tern_op_t *module, tern_llvm_budget_t *budget, tern_llvm_plan_t *out_plan) {
  *out_plan = (tern_llvm_plan_t){0};
  const tern_block_t *body = tern_op_body(module, 0);
  kernel_list_t kernels = {0};
  bool can_be_cut = body != NULL;
  if (body) {
    tern_block_for_each_op(body, op) {
      bool is_function = tern_op_is(op, TERN_LLVM(FUNC));
      if (!is_function) {
        can_be_cut &= is_constant_of_module(op);
      } else if (!tern_region_is_empty(&op->regions[0])) {
        can_be_cut &= is_external(op) && !tern_op_attr(op, "comdat");
        kernel_t kernel = measure(op, kernels.count);
        tern_vec_push(&kernels, kernel);
      }
    }
  }
  if (can_be_cut && kernels.count) {
    qsort(kernels.values, kernels.count, sizeof kernels.values[0], compare_kernels);
    if (budget) {
      step_down(&kernels, budget);
      qsort(kernels.values, kernels.count, sizeof kernels.values[0], compare_kernels);
    }
    add_parts(&kernels, THOROUGH, out_plan);
    add_parts(&kernels, QUICK, out_plan);
  }
  tern_vec_deinitialize(&kernels);
  return out_plan->count > 0;
}

void tern_llvm_plan_deinitialize(tern_llvm_plan_t *plan) { tern_map_deinitialize(&plan->part_of); }
