// --iree-codegen-split-dispatch-function: ops of a dispatch that cannot share a kernel get kernels of their own.
//
//   func.func @main() {                       func.func @main_0() {      // clones of what the ops need
//     linalg.matmul ins(%a, %b) outs(%t)        linalg.matmul ...
//     linalg.matmul ins(%t, %c) outs(%r)      }
//     return                            =>    func.func @main_1() {
//   }                                           linalg.matmul ...
//                                             }
//                                             func.func private @main() attributes {hal.entry_point_schedule = [@main_0, @main_1]}
//
// The invocations of a grid cannot wait for each other; a barrier between two dispatches is the only order there is. So
// the kernels run in the order of the list, each behind a barrier, and the dispatch keeps its name for the host.
// Which ops share a kernel: dispatch_group.h. A function with one group is left as it is.

#include "transform/codegen/dispatch_group.h"

#include "dialect/hal/entry_points.h"
#include "dialect/memref/memref.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef TERN_VEC(const tern_attr_t *) attr_list_t;

// --- what cannot be split ---

typedef struct usage {
  const tern_dispatch_groups_t *groups;
  size_t group;  // the one that uses the value, or TERN_NO_LOOP
  bool is_shared;
} usage_t;

// Follows the results of `op` to the groups that need them.
static void find_users(const tern_op_t *op, const tern_op_t *func, usage_t *usage) {
  for (size_t r = 0; r < op->result_count; ++r) {
    tern_value_for_each_use(&op->results[r], use) {
      tern_op_t *user = use->owner;
      while (tern_op_parent(user) != func) user = tern_op_parent(user);
      size_t group = tern_dispatch_groups_index_of(usage->groups, user);
      if (group == TERN_NO_LOOP) {
        find_users(user, func, usage);
        continue;
      }
      usage->is_shared |= usage->group != TERN_NO_LOOP && usage->group != group;
      usage->group = group;
    }
  }
}

static bool is_written(const tern_dispatch_groups_t *groups, tern_value_t *memory) {
  for (size_t g = 0; g < groups->groups.count; ++g) {
    for (size_t m = 0; m < groups->groups.values[g].members.count; ++m) {
      const tern_op_t *op = groups->groups.values[g].members.values[m].op;
      if (!tern_is_linalg(op)) return true;
      for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
        if (tern_memories_may_overlap(tern_linalg_output(op, i), memory)) return true;
      }
    }
  }
  return false;
}

// Kernels have nothing in common but the buffers of their interface.
static bool check_values(tern_op_t *func, const tern_dispatch_groups_t *groups) {
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    tern_traits_t effects = tern_op_effects(op);
    size_t own = tern_dispatch_groups_index_of(groups, op);
    if (op->result_count == 0 || (effects == 0 && own == TERN_NO_LOOP)) continue;
    usage_t usage = {groups, own, false};
    find_users(op, func, &usage);
    if (own != TERN_NO_LOOP && usage.is_shared) return tern_op_error(op, "gives a value to another kernel");
    if (usage.is_shared && (effects & TERN_TRAIT_MEM_ALLOC)) {
      tern_op_error(op, "is shared by kernels that cannot be one");
      tern_emit_note(func->loc, "give the temporary a buffer of the interface");
      return false;
    }
    bool reads = (effects & TERN_TRAIT_MEM_READ) && op->operand_count > 0;
    if (reads && is_written(groups, tern_op_operand(op, 0))) {
      return tern_op_error(op, "reads memory that a kernel of the same dispatch writes");
    }
  }
  return true;
}

static bool can_split(const tern_op_t *func) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(func, "function_type"));
  return tern_function_type_input_count(type) == 0 && tern_function_type_result_count(type) == 0;
}

// --- kernels ---

static void erase_dead_ops(tern_block_t *block) {
  for (tern_op_t *op = block->last_op, *previous; op; op = previous) {
    previous = op->prev;
    if (tern_op_would_be_trivially_dead(op) && tern_op_has_no_uses(op)) tern_op_destroy(op);
  }
}

// An allocation that only its dealloc is left of.
static void erase_unused_allocations(tern_block_t *block) {
  tern_block_for_each_op_safe(block, op) {
    if (!tern_op_is(op, TERN_MEMREF(DEALLOC))) continue;
    tern_value_t *memory = tern_op_operand(op, 0);
    if (tern_value_has_one_use(memory) && tern_value_defining_op(memory)) tern_op_destroy(op);
  }
}

// A copy of `func` with the ops of one group only.
static tern_op_t *make_kernel(tern_op_t *func, const tern_dispatch_groups_t *groups, size_t group) {
  tern_map_t mapping = {0};
  tern_op_t *kernel = tern_op_clone(func, &mapping);
  tern_map_deinitialize(&mapping);
  tern_op_list_t strangers = {0};
  tern_op_t *copy = tern_op_body(kernel, 0)->first_op;
  tern_block_for_each_op(tern_op_body(func, 0), op) {
    size_t own = tern_dispatch_groups_index_of(groups, op);
    if (own != TERN_NO_LOOP && own != group) tern_vec_push(&strangers, copy);
    copy = copy->next;
  }
  while (strangers.count) tern_op_destroy(strangers.values[--strangers.count]);
  tern_vec_deinitialize(&strangers);
  erase_dead_ops(tern_op_body(kernel, 0));
  erase_unused_allocations(tern_op_body(kernel, 0));
  erase_dead_ops(tern_op_body(kernel, 0));
  return kernel;
}

static void name_kernel(tern_op_t *kernel, tern_str_t name, size_t number) {
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, name);
  tern_string_builder_append_format(&text, "_%zu", number);
  tern_symbol_set_name(kernel, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

// What stays of the function: its name, and the list of its kernels.
static void make_schedule(tern_op_t *func, const attr_list_t *kernels) {
  tern_block_t *block = tern_op_body(func, 0);
  for (tern_op_t *op = block->last_op->prev, *previous; op; op = previous) {
    previous = op->prev;
    tern_op_destroy(op);
  }
  tern_symbol_set_visibility(func, TERN_PRIVATE);
  tern_op_set_attr(func, "hal.entry_point_schedule",
                   tern_array_attr_get(tern_op_context(func), kernels->values, kernels->count));
}

static void split(tern_op_t *func, const tern_dispatch_groups_t *groups) {
  tern_symbol_table_t table = {0};
  tern_symbol_table_initialize(&table, tern_symbol_table_around(tern_op_parent(func)));
  attr_list_t kernels = {0};
  for (size_t g = 0; g < groups->groups.count; ++g) {
    tern_op_t *kernel = make_kernel(func, groups, g);
    name_kernel(kernel, tern_symbol_name(func), g);
    tern_symbol_table_insert(&table, kernel, func);
    tern_vec_push(&kernels, tern_flat_symbol_ref_attr_get(tern_op_context(func), tern_symbol_name(kernel)));
  }
  make_schedule(func, &kernels);
  tern_vec_deinitialize(&kernels);
  tern_symbol_table_deinitialize(&table);
}

// With `is_dry` only asks the questions: a refusal leaves all functions as they were.
static bool run_on_function(tern_op_t *func, bool fuse, tern_pass_t *pass, bool is_dry) {
  tern_dispatch_groups_t groups;
  bool is_right = true;
  bool is_straight = can_split(func) && tern_symbol_table_around(tern_op_parent(func));
  is_straight = tern_dispatch_groups_find(func, fuse, &groups) && is_straight;
  if (is_straight && groups.groups.count > 1) {
    is_right = !is_dry || check_values(func, &groups);
    if (!is_dry) {
      tern_pass_count(pass, 0, (int64_t)groups.groups.count);
      split(func, &groups);
    }
  }
  tern_dispatch_groups_deinitialize(&groups);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  tern_entry_points_t functions = tern_entry_points_find(root);
  bool is_right = true;
  for (size_t i = 0; i < 2 * functions.count && is_right; ++i) {
    bool is_dry = i < functions.count;
    is_right = run_on_function(functions.values[i % functions.count], tern_pass_bool(pass, "fuse"), pass, is_dry);
  }
  tern_vec_deinitialize(&functions);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"fuse", TERN_OPTION_BOOL, "true",
     "Leave initialisers and element-wise consumers in the kernel of their root; otherwise ops that depend on each "
     "other never share one",
     NULL},
};

const tern_pass_def_t tern_split_dispatch_function_pass = {
    .name = "SplitDispatchFunction",
    .flag = "iree-codegen-split-dispatch-function",
    .anchor = "builtin.module",
    .summary = "Give ops of a dispatch that cannot share a kernel kernels of their own",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-kernels - kernels that dispatches were split into", NULL},
    .run = run,
};
