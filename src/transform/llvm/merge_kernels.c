// --llvm-merge-kernels: kernels that are equal become one.
//
//   llvm.func @a(%x: !llvm.ptr<1>) attributes {nvvm.kernel} { ... }
//   llvm.func @b(%x: !llvm.ptr<1>) attributes {nvvm.kernel} { ... the same ... }
//
//   llvm.func @a(%x: !llvm.ptr<1>) attributes {hal.kernel_stands_for = ["b"], nvvm.kernel} { ... }
//
// Dispatches of different sizes, and the parts of dispatches, may be the same code that is launched with other grids. It is compiled,
// assembled and loaded once. Whoever has a table of kernels by name asks the attribute which one stands for which.
//
// Kernels have arrays in workgroup memory and constants, which are globals of a module and have names. The first array of a type in
// one kernel may be the first of this type in another one, because each launch has its own; so all kernels share a few globals, and
// those that nobody uses any more go. A global that is used outside of kernels stays as it is.
//
// Runs when the bounds of grids (hal.kernel_grid) have served: what was concluded from them is in the code, and equal in equal code.

#include "transform/llvm/merge_kernels.h"

#include <stdlib.h>

#include "analysis/llvm_intervals.h"
#include "base/map.h"
#include "base/vec.h"
#include "dialect/llvm/llvm.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "transform/llvm/functions.h"
#include "transform/op_equivalence.h"

#define KERNEL "nvvm.kernel"

enum { SHARED_MEMORY = 3 };  // address space

// An op that may be equal to others but for its name and the bounds of its grid.
typedef struct candidate {
  tern_op_t *op;
  const tern_attr_t *name, *grid;
  size_t first;  // the first one that is equal, maybe this one
  size_t next;   // the next one that is equal plus one; 0: none
  size_t last;   // of the first of equal ones: the last of them
} candidate_t;

typedef TERN_VEC(candidate_t) candidate_list_t;

// --- which are equal ---

static void take_names(candidate_t *c, const tern_attr_t *placeholder) {
  c->name = tern_op_attr(c->op, "sym_name");
  c->grid = tern_op_attr(c->op, TERN_KERNEL_GRID_ATTR);
  tern_op_set_attr(c->op, "sym_name", placeholder);
  tern_op_set_attr(c->op, TERN_KERNEL_GRID_ATTR, NULL);
}

static void put_names(const candidate_t *c) {
  tern_op_set_attr(c->op, "sym_name", c->name);
  if (c->grid) tern_op_set_attr(c->op, TERN_KERNEL_GRID_ATTR, c->grid);
}

// Fills in who is equal to whom. Ops that are equal but for their names have the same hash without them.
static void compare(candidate_list_t *list, tern_context_t *context) {
  const tern_attr_t *placeholder = tern_string_attr_get(context, TERN_STR("same"));
  tern_map_t chains = {0};                                         // hash -> the last first one with it, plus one
  size_t *older = tern_malloc((list->count + 1) * sizeof *older);  // the one before with the same hash, plus one
  for (size_t i = 0; i < list->count; ++i) take_names(&list->values[i], placeholder);
  for (size_t i = 0; i < list->count; ++i) {
    candidate_t *c = &list->values[i];
    const void *key = (const void *)(uintptr_t)(tern_op_equivalence_hash(c->op) | 1);
    size_t newest = (size_t)(uintptr_t)tern_map_get(&chains, key);
    c->first = c->last = i;
    for (size_t k = newest; k > 0 && c->first == i; k = older[k - 1]) {
      if (tern_op_is_equivalent(list->values[k - 1].op, c->op)) c->first = k - 1;
    }
    if (c->first == i) {
      older[i] = newest;
      tern_map_set(&chains, key, (void *)(uintptr_t)(i + 1));
      continue;
    }
    candidate_t *first = &list->values[c->first];
    list->values[first->last].next = i + 1;
    first->last = i;
  }
  for (size_t i = 0; i < list->count; ++i) put_names(&list->values[i]);
  free(older);
  tern_map_deinitialize(&chains);
}

// --- globals ---

typedef struct sharing {
  tern_op_t *module;
  candidate_list_t globals;
  tern_map_t by_name;  // identifier of the name -> number of the global plus one
  tern_map_t taken;    // of the kernel that is looked at: global -> the one in its place plus one; cleared for each
  size_t *next_of;     // of each first global: which of its equals the kernel takes next, plus one
} sharing_t;

static bool is_kernel(const tern_op_t *op) { return tern_op_is(op, TERN_LLVM(FUNC)) && tern_op_attr(op, KERNEL); }

// May each kernel that uses it have its own?
static bool is_of_kernel(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_LLVM(MLIR_GLOBAL))) return false;
  const tern_attr_t *space = tern_op_attr(op, "addr_space"), *linkage = tern_op_attr(op, "linkage");
  int64_t kind = linkage ? tern_enum_attr_value(linkage) : TERN_LLVM_LINKAGE_EXTERNAL;
  bool is_own = kind == TERN_LLVM_LINKAGE_INTERNAL || kind == TERN_LLVM_LINKAGE_PRIVATE;
  return is_own && (tern_op_attr(op, "constant") || (space && tern_integer_attr_value(space) == SHARED_MEMORY));
}

static const void *key_of(const tern_op_t *op, tern_str_t name) { return tern_ident_get(tern_op_context(op), name); }

// Whatever but an address in a kernel refers to a global keeps it.
static void note_use(tern_op_t *user_op, const tern_attr_t *ref, void *user) {
  sharing_t *sharing = user;
  if (tern_op_is(user_op, TERN_LLVM(MLIR_ADDRESSOF)) && is_kernel(tern_op_parent(user_op))) return;
  tern_map_remove(&sharing->by_name, key_of(user_op, tern_symbol_ref_attr_at(ref, 0)));
}

static size_t number_of(const sharing_t *sharing, const tern_op_t *address) {
  const tern_attr_t *ref = tern_op_attr(address, "global_name");
  return (size_t)(uintptr_t)tern_map_get(&sharing->by_name, key_of(address, tern_symbol_ref_attr_at(ref, 0)));
}

static void collect_globals(sharing_t *sharing) {
  candidate_list_t all = {0};
  tern_block_for_each_op(tern_op_body(sharing->module, 0), op) {
    if (!is_of_kernel(op)) continue;
    tern_vec_push(&all, (candidate_t){.op = op});
    tern_map_set(&sharing->by_name, key_of(op, tern_symbol_name(op)), (void *)(uintptr_t)1);
  }
  if (all.count) tern_symbol_for_each_use(sharing->module, note_use, sharing);
  for (size_t i = 0; i < all.count; ++i) {
    const void *key = key_of(all.values[i].op, tern_symbol_name(all.values[i].op));
    if (!tern_map_contains(&sharing->by_name, key)) continue;
    tern_vec_push(&sharing->globals, all.values[i]);
    tern_map_set(&sharing->by_name, key, (void *)(uintptr_t)sharing->globals.count);
  }
  tern_vec_deinitialize(&all);
}

static tern_walk_result_t share_address(tern_op_t *op, void *user) {
  sharing_t *sharing = user;
  size_t number = tern_op_is(op, TERN_LLVM(MLIR_ADDRESSOF)) ? number_of(sharing, op) : 0;
  if (!number) return TERN_WALK_ADVANCE;
  const candidate_t *own = &sharing->globals.values[number - 1];
  size_t place = (size_t)(uintptr_t)tern_map_get(&sharing->taken, own->op);
  if (!place) {
    place = sharing->next_of[own->first];
    sharing->next_of[own->first] = sharing->globals.values[place - 1].next;
    tern_map_set(&sharing->taken, own->op, (void *)(uintptr_t)place);
  }
  tern_str_t name = tern_symbol_name(sharing->globals.values[place - 1].op);
  tern_op_set_attr(op, "global_name", tern_flat_symbol_ref_attr_get(tern_op_context(op), name));
  return TERN_WALK_ADVANCE;
}

// A kernel has no more globals of a form than there are.
static void share_globals(sharing_t *sharing) {
  collect_globals(sharing);
  if (!sharing->globals.count) return;
  compare(&sharing->globals, tern_op_context(sharing->module));
  sharing->next_of = tern_malloc(sharing->globals.count * sizeof *sharing->next_of);
  tern_block_for_each_op(tern_op_body(sharing->module, 0), op) {
    if (!is_kernel(op)) continue;
    for (size_t i = 0; i < sharing->globals.count; ++i) sharing->next_of[i] = i + 1;
    tern_map_clear(&sharing->taken);
    tern_op_walk_pre(op, share_address, sharing);
  }
}

static tern_walk_result_t keep_global(tern_op_t *op, void *user) {
  sharing_t *sharing = user;
  size_t number = tern_op_is(op, TERN_LLVM(MLIR_ADDRESSOF)) ? number_of(sharing, op) : 0;
  if (number) sharing->globals.values[number - 1].op = NULL;
  return TERN_WALK_ADVANCE;
}

static void erase_unused(sharing_t *sharing) {
  tern_op_walk_pre(sharing->module, keep_global, sharing);
  for (size_t i = 0; i < sharing->globals.count; ++i) {
    if (sharing->globals.values[i].op) tern_op_destroy(sharing->globals.values[i].op);
  }
  tern_vec_deinitialize(&sharing->globals);
  tern_map_deinitialize(&sharing->by_name);
  tern_map_deinitialize(&sharing->taken);
  free(sharing->next_of);
}

// --- kernels ---

static void stand_for(const candidate_list_t *kernels, size_t first) {
  TERN_VEC(const tern_attr_t *) names = {0};
  tern_op_t *op = kernels->values[first].op;
  const tern_attr_t *known = tern_op_attr(op, TERN_KERNEL_STANDS_FOR_ATTR);
  for (size_t i = 0; known && i < tern_array_attr_count(known); ++i)
    tern_vec_push(&names, tern_array_attr_at(known, i));
  for (size_t i = kernels->values[first].next; i; i = kernels->values[i - 1].next) {
    tern_vec_push(&names, kernels->values[i - 1].name);
  }
  tern_op_set_attr(op, TERN_KERNEL_STANDS_FOR_ATTR,
                   tern_array_attr_get(tern_op_context(op), names.values, names.count));
  tern_op_set_attr(op, TERN_KERNEL_GRID_ATTR, NULL);
  tern_vec_deinitialize(&names);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  sharing_t sharing = {.module = module};
  candidate_list_t kernels = {0};
  share_globals(&sharing);
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    // One that stands for others already keeps them.
    if (!is_kernel(op) || tern_op_attr(op, TERN_KERNEL_STANDS_FOR_ATTR)) continue;
    tern_vec_push(&kernels, (candidate_t){.op = op});
  }
  compare(&kernels, tern_op_context(module));
  for (size_t i = 0; i < kernels.count; ++i) {
    if (kernels.values[i].first == i && kernels.values[i].next) stand_for(&kernels, i);
  }
  for (size_t i = 0; i < kernels.count; ++i) {
    if (kernels.values[i].first == i) continue;
    tern_op_destroy(kernels.values[i].op);
    tern_pass_count(pass, 0, 1);
  }
  tern_vec_deinitialize(&kernels);
  erase_unused(&sharing);
  return true;
}

const tern_pass_def_t tern_llvm_merge_kernels_pass = {
    .flag = "llvm-merge-kernels",
    .anchor = "builtin.module",
    .summary = "Make kernels that are equal one",
    .statistics = (const char *const[]){"num-merged - kernels that went", NULL},
    .run = run,
};
