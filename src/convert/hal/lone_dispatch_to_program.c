// --hal-lone-dispatch-to-program: a lone dispatch region becomes functions of a program.
//
//   hal.executable.variant "vulkan*" {                        func.func @main(%a: tensor<9x24xf32>, %b: tensor<24x5xf32>)
//     func @main() {                                              -> tensor<9xf32> {
//       %a = hal.interface.load.tensor @io::@arg0 ...       =>     %0 = "mhlo.dot"(%a, %b)
//       %b = hal.interface.load.tensor @io::@arg1 ...              %1 = "mhlo.reduce"(%0, ...)
//       %0 = "mhlo.dot"(%a, %b)                                    return %1 : tensor<9xf32>
//       ...                                                      }
//
// A program may have as many dispatches as its ops need, with temporary buffers between them, which its own plan lays out
// in one allocation. Arguments are the bindings that are read and results those that are written, in the order of the
// interface, so that whoever runs it gives and gets what he would for the dispatch. A push constant that is the size of a
// tensor that is loaded becomes that size.
//
// Refused: views of a part of a binding, push constants that no tensor tells, bindings that are loaded after they were
// stored to, stored to twice, or not used. Nothing is changed then.

#include "base/vec.h"
#include "convert/hal/abi.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

// What a function does with a binding.
typedef struct use {
  tern_op_t *load;         // the first; NULL: none
  tern_op_t *store;        // NULL: none
  tern_value_t *argument;  // once there is one
} use_t;

typedef struct region {
  tern_op_t *func;
  tern_op_t *interface;
  TERN_VEC(use_t) uses;  // per binding
  tern_op_list_t loads, stores, constants;
} region_t;

static void deinitialize(region_t *region) {
  tern_vec_deinitialize(&region->uses);
  tern_vec_deinitialize(&region->loads);
  tern_vec_deinitialize(&region->stores);
  tern_vec_deinitialize(&region->constants);
}

static use_t *find_use(const region_t *region, const tern_op_t *op) {
  tern_op_t *binding = tern_symbol_lookup_nearest(op, tern_op_attr(op, "binding"));
  return &region->uses.values[tern_hal_binding_ordinal(binding)];
}

// --- what can be a program ---

static bool match_start(tern_op_t *op) {
  size_t start, count;
  tern_op_operands_named(op, "offset", &start, &count);
  const tern_attr_t *offset = tern_value_constant(tern_op_operand(op, start));
  return (tern_attr_is_integer(offset) && tern_integer_attr_value(offset) == 0) ||
         tern_op_error(op, "sees a part of its binding, which no argument or result of a program is");
}

static bool match_load(region_t *region, tern_op_t *op) {
  use_t *use = find_use(region, op);
  if (use->store) return tern_op_error(op, "reads what the dispatch has stored");
  if (use->load && use->load->results[0].type != op->results[0].type) {
    return tern_op_error(op, "loads its binding as %s, which was loaded as %s", tern_type_text(op->results[0].type),
                         tern_type_text(use->load->results[0].type));
  }
  if (!use->load) use->load = op;
  tern_vec_push(&region->loads, op);
  return match_start(op);
}

static bool match_store(region_t *region, tern_op_t *op) {
  use_t *use = find_use(region, op);
  if (use->store) return tern_op_error(op, "stores to a binding a second time");
  use->store = op;
  tern_vec_push(&region->stores, op);
  return match_start(op);
}

// The loaded tensor, and its dimension, whose size is the push constant `op`.
static bool find_size(const region_t *region, const tern_op_t *op, tern_op_t **out_load, size_t *out_dim) {
  for (size_t i = 0; i < region->loads.count; ++i) {
    tern_op_t *load = region->loads.values[i];
    const tern_type_t *type = load->results[0].type;
    size_t start, count;
    tern_op_operands_named(load, "dynamic_dims", &start, &count);
    for (size_t d = 0; d < tern_type_rank(type); ++d) {
      if (tern_type_dim(type, d) != TERN_DYNAMIC) continue;
      tern_op_t *size = tern_value_defining_op(tern_op_operand(load, start++));
      if (!size || !tern_op_is(size, TERN_HAL(INTERFACE_LOAD_CONSTANT))) continue;
      if (tern_op_attr(size, "offset") != tern_op_attr(op, "offset")) continue;
      *out_load = load;
      *out_dim = d;
      return true;
    }
  }
  return false;
}

static bool match_constants(const region_t *region) {
  tern_op_t *load;
  size_t dim;
  for (size_t i = 0; i < region->constants.count; ++i) {
    tern_op_t *op = region->constants.values[i];
    if (tern_type_is_index(op->results[0].type) && find_size(region, op, &load, &dim)) continue;
    return tern_op_error(op, "is a push constant that is the size of no tensor that is loaded");
  }
  return true;
}

static bool has_access(const tern_op_t *binding, const char *kind) {
  tern_str_t rest = tern_string_attr_value(tern_op_attr(binding, "access"));
  while (rest.size) {
    if (tern_str_equal_cstr(tern_str_trim(tern_str_split(&rest, '|')), kind)) return true;
  }
  return false;
}

static bool match_bindings(const region_t *region) {
  for (size_t i = 0; i < region->uses.count; ++i) {
    const tern_op_t *binding = tern_hal_interface_binding(region->interface, i);
    const use_t *use = &region->uses.values[i];
    if (!use->load != has_access(binding, "Read") && !use->store != has_access(binding, "Write")) continue;
    return tern_op_error(binding, "has another access than @%.*s makes", (int)tern_symbol_name(region->func).size,
                         tern_symbol_name(region->func).data);
  }
  return true;
}

static tern_walk_result_t match_op(tern_op_t *op, void *user) {
  region_t *region = user;
  bool is_right = true;
  if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_TENSOR))) {
    is_right = match_load(region, op);
  } else if (tern_op_is(op, TERN_HAL(INTERFACE_STORE_TENSOR))) {
    is_right = match_store(region, op);
  } else if (tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT))) {
    tern_vec_push(&region->constants, op);
  } else if (tern_str_starts_with(tern_op_name(op), TERN_STR("hal.")) ||
             tern_str_starts_with(tern_op_name(op), TERN_STR("iree."))) {
    is_right = tern_op_error(op, "is code of a dispatch, which no program can have");
  }
  return is_right ? TERN_WALK_ADVANCE : TERN_WALK_INTERRUPT;
}

static bool match(region_t *region) {
  tern_op_t *func = region->func;
  const tern_region_t *body = &func->regions[0];
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(func, "function_type"));
  if (tern_function_type_input_count(type) || tern_function_type_result_count(type) ||
      body->first_block != body->last_block) {
    return tern_op_error(func, "is no region that loads, computes and stores tensors in a row");
  }
  for (size_t i = 0; i < tern_hal_interface_binding_count(region->interface); ++i) {
    tern_vec_push(&region->uses, (use_t){0});
  }
  return tern_op_walk_pre(func, match_op, region) != TERN_WALK_INTERRUPT && match_constants(region) &&
         match_bindings(region);
}

// --- the program ---

static void add_arguments(region_t *region) {
  tern_block_t *block = tern_op_body(region->func, 0);
  for (size_t i = 0; i < region->uses.count; ++i) {
    use_t *use = &region->uses.values[i];
    if (use->load) use->argument = tern_block_add_arg(block, use->load->results[0].type, use->load->loc);
  }
}

// Sizes are known to be found as long as the loads are there.
static void replace_constants(region_t *region) {
  tern_builder_t b = tern_builder_at_start(tern_op_body(region->func, 0), region->func->loc);
  TERN_VEC(tern_value_t *) sizes = {0};
  for (size_t i = 0; i < region->constants.count; ++i) {
    tern_op_t *load = NULL;
    size_t dim = 0;
    tern_value_t *size = NULL;
    if (find_size(region, region->constants.values[i], &load, &dim)) {
      size = tern_tensor_build_dim(&b, find_use(region, load)->argument, dim);
    }
    tern_vec_push(&sizes, size);
  }
  for (size_t i = 0; i < sizes.count; ++i) {
    tern_value_replace_all_uses(&region->constants.values[i]->results[0], sizes.values[i]);
    tern_op_destroy(region->constants.values[i]);
  }
  tern_vec_deinitialize(&sizes);
}

static void replace_loads(region_t *region) {
  for (size_t i = 0; i < region->loads.count; ++i) {
    tern_op_t *op = region->loads.values[i];
    tern_value_replace_all_uses(&op->results[0], find_use(region, op)->argument);
    tern_op_destroy(op);
  }
}

static void rewrite(region_t *region) {
  TERN_VEC(const tern_type_t *) inputs = {0}, results = {0};
  TERN_VEC(tern_value_t *) values = {0};
  tern_op_t *func = region->func, *end = tern_op_body(func, 0)->last_op;
  add_arguments(region);
  replace_constants(region);
  replace_loads(region);
  for (size_t i = 0; i < region->uses.count; ++i) {
    const use_t *use = &region->uses.values[i];
    if (use->argument) tern_vec_push(&inputs, use->argument->type);
    if (!use->store) continue;
    tern_value_t *value = tern_op_operand(use->store, 0);
    tern_vec_push(&values, value);
    tern_vec_push(&results, value->type);
  }
  for (size_t i = 0; i < region->stores.count; ++i) tern_op_destroy(region->stores.values[i]);
  tern_op_insert_operands(end, 0, (tern_values_t){values.values, values.count});
  const tern_type_t *type = tern_function_type_get(tern_op_context(func), (tern_types_t){inputs.values, inputs.count},
                                                   (tern_types_t){results.values, results.count});
  tern_op_set_attr(func, "function_type", tern_type_attr_get(type));
  tern_vec_deinitialize(&inputs);
  tern_vec_deinitialize(&results);
  tern_vec_deinitialize(&values);
}

// --- the pass ---

// The functions go to the root, and the target environment, which programs keep there too; the rest of the region goes away.
static void move_out(tern_op_t *root, tern_op_t *module, const tern_op_list_t *functions) {
  if (module == root) return;
  tern_op_t *outermost = module;
  while (tern_op_parent(outermost) != root) outermost = tern_op_parent(outermost);
  for (size_t i = 0; i < functions->count; ++i) tern_op_move_before(functions->values[i], outermost);
  const tern_attr_t *env = tern_op_attr(module, "spirv.target_env");
  if (env) tern_op_set_attr(root, "spirv.target_env", env);
  tern_op_destroy(outermost);
}

static bool convert(tern_op_t *root, tern_op_t *interface) {
  tern_op_t *module = tern_op_parent(interface);
  TERN_VEC(region_t) regions = {0};
  tern_op_list_t functions = {0};
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (op == interface) continue;
    region_t region = {.func = op, .interface = interface};
    is_right &=
        tern_hal_is_entry_point(op) ? match(&region) : tern_op_error(op, "stands beside the functions of the dispatch");
    tern_vec_push(&regions, region);
    tern_vec_push(&functions, op);
  }
  for (size_t i = 0; i < regions.count; ++i) {
    if (is_right) rewrite(&regions.values[i]);
    deinitialize(&regions.values[i]);
  }
  if (is_right) {
    tern_op_destroy(interface);
    move_out(root, module, &functions);
  }
  tern_vec_deinitialize(&regions);
  tern_vec_deinitialize(&functions);
  return is_right;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t interfaces = tern_op_collect_row(root, TERN_PREORDER, TERN_HAL(INTERFACE));
  bool is_right = interfaces.count <= 1 || tern_op_error(interfaces.values[1], "is of a second dispatch in one file");
  if (is_right && interfaces.count) is_right = convert(root, interfaces.values[0]);
  tern_vec_deinitialize(&interfaces);
  return is_right;
}

const tern_pass_def_t tern_hal_lone_dispatch_to_program_pass = {
    .name = "LoneDispatchToProgramPass",
    .flag = "hal-lone-dispatch-to-program",
    .summary = "Make functions of a program of a lone dispatch region",
    .description =
        "Bindings that are read become arguments, those that are written results. A program may have temporary "
        "buffers between its dispatches.",
    .run = run,
};
