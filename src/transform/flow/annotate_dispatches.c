// --iree-flow-annotate-dispatches: names of entry points say what they do: @main_dispatch_0_matmul_32x16x24_f32.
//
// Source: IREE's pass of that name. The op of a dispatch that does most of the work gives the name: what it is, how far its
// loops go (D: not known), and the element types it works on.

#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "ir/context.h"
#include "ir/symbol.h"
#include "pass/pass.h"

typedef struct choice {
  const tern_op_t *op;
  double cost;  // iterations; those of reductions and products count more
} choice_t;

static double loop_cost(const tern_op_t *op) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  double cost = tern_linalg_is_all_parallel(op) ? 1 : 4;
  if (tern_op_is(op, TERN_LINALG(FILL))) return 0.5;
  if (!tern_linalg_static_loop_ranges(op, ranges)) return cost;
  for (size_t i = 0; i < tern_linalg_loop_count(op); ++i) cost *= ranges[i] > 0 ? (double)ranges[i] : 1024;
  return cost;
}

static tern_walk_result_t choose(tern_op_t *op, void *user) {
  choice_t *choice = user;
  double cost = 0;
  if (tern_is_linalg(op)) {
    cost = loop_cost(op);
  } else if (tern_str_starts_with(tern_op_name(op), TERN_STR("iree_linalg_ext."))) {
    cost = 1e12;
  } else if (tern_op_is(op, TERN_SCF(FORALL))) {
    cost = 1e6;
  } else {
    return TERN_WALK_ADVANCE;
  }
  if (cost > choice->cost) *choice = (choice_t){op, cost};
  return TERN_WALK_ADVANCE;
}

static const char *generic_kind(const tern_op_t *op) {
  tern_contraction_t contraction;
  if (tern_linalg_match_contraction(op, &contraction)) return "matmul_like";
  if (!tern_linalg_is_all_parallel(op)) return "reduction";
  if (tern_linalg_body(op)->first_op != tern_linalg_body(op)->last_op || tern_linalg_input_count(op) == 0) {
    return "elementwise";
  }
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, 0);
  bool is_broadcast = map->result_count < tern_linalg_loop_count(op);
  return is_broadcast ? "broadcast" : tern_affine_map_is_permutation(map) ? "transpose" : "elementwise";
}

static void append_dims(tern_string_builder_t *name, const int64_t *dims, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_cstr(name, i ? "x" : "_");
    if (dims[i] < 0) {
      tern_string_builder_append_cstr(name, "D");
    } else {
      tern_string_builder_append_format(name, "%lld", (long long)dims[i]);
    }
  }
}

// Element types of the operands, each once if they are all the same.
static void append_types(tern_string_builder_t *name, const tern_op_t *op) {
  const tern_type_t *types[64];
  size_t count = 0;
  bool is_same = true;
  for (size_t i = 0; i < op->operand_count && count < 64; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (!tern_type_is_shaped(type)) continue;
    types[count++] = tern_type_element(type);
    is_same &= types[count - 1] == types[0];
  }
  if (is_same && count > 1) count = 1;
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_cstr(name, i ? "x" : "_");
    tern_string_builder_t text = {0};
    tern_print_type(types[i], &text);
    for (size_t k = 0; k < text.size; ++k) {
      char c = text.data[k];
      bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (is_letter) tern_string_builder_append(name, tern_str_make(&c, 1));
    }
    tern_string_builder_deinitialize(&text);
  }
}

static void append_summary(tern_string_builder_t *name, const tern_op_t *op) {
  if (!tern_is_linalg(op)) {
    tern_str_t full = tern_op_name(op);
    size_t dot = 0;
    for (size_t i = 0; i < full.size; ++i) dot = full.data[i] == '.' ? i + 1 : dot;
    tern_string_builder_append_format(name, "_%.*s", (int)(full.size - dot), full.data + dot);
    const tern_type_t *type = op->result_count ? op->results[0].type : NULL;
    if (type && tern_type_is_shaped(type)) append_dims(name, tern_type_dims(type), tern_type_rank(type));
    append_types(name, op);
    return;
  }
  if (tern_op_is(op, TERN_LINALG(GENERIC))) {
    tern_string_builder_append_format(name, "_%s", generic_kind(op));
  } else {
    tern_str_t full = tern_op_name(op);
    tern_string_builder_append_format(name, "_%.*s", (int)full.size - 7, full.data + 7);
  }
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  size_t loops = tern_linalg_loop_count(op);
  if (tern_linalg_static_loop_ranges(op, ranges)) append_dims(name, ranges, loops);
  append_types(name, op);
}

// A dispatch that only loads and stores.
static tern_walk_result_t find_store(tern_op_t *op, void *user) {
  const tern_op_t **store = user;
  if (tern_op_is(op, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_STORE))) *store = op;
  return TERN_WALK_ADVANCE;
}

static bool append_name(tern_string_builder_t *name, tern_op_t *function) {
  choice_t choice = {0};
  tern_op_walk_pre(function, choose, &choice);
  if (choice.op) return append_summary(name, choice.op), true;
  const tern_op_t *store = NULL;
  tern_op_walk_pre(function, find_store, &store);
  if (store) tern_string_builder_append_cstr(name, "_slow_memcpy");
  return store != NULL;
}

typedef struct renaming {
  const tern_attr_t *from, *to;  // @executable::@export
} renaming_t;

typedef TERN_VEC(renaming_t) renaming_list_t;

static void annotate(tern_op_t *export_op, const tern_op_t *executable, renaming_list_t *renamings) {
  tern_op_t *function = tern_flow_export_function(export_op);
  if (!function) return;
  tern_context_t *context = tern_op_context(export_op);
  tern_str_t old_name = tern_symbol_name(export_op);
  tern_string_builder_t name = {0};
  tern_string_builder_append(&name, old_name);
  if (append_name(&name, function)) {
    tern_str_t new_name = tern_string_builder_view(&name);
    tern_str_t parent = tern_symbol_name(executable);
    renaming_t renaming = {.from = tern_symbol_ref_attr_get(context, (tern_str_t[]){parent, old_name}, 2),
                           .to = tern_symbol_ref_attr_get(context, (tern_str_t[]){parent, new_name}, 2)};
    tern_vec_push(renamings, renaming);
    tern_symbol_set_name(function, new_name);
    tern_op_set_attr(export_op, "function_ref", tern_flat_symbol_ref_attr_get(context, new_name));
    tern_symbol_set_name(export_op, new_name);
  }
  tern_string_builder_deinitialize(&name);
}

static tern_walk_result_t rename_entry_points(tern_op_t *op, void *user) {
  const renaming_list_t *renamings = user;
  if (!tern_op_is(op, TERN_FLOW(DISPATCH))) return TERN_WALK_ADVANCE;
  const tern_attr_t *entry_points = tern_op_attr(op, "entry_points");
  TERN_VEC(const tern_attr_t *) renamed = {0};
  for (size_t i = 0; i < tern_array_attr_count(entry_points); ++i) {
    const tern_attr_t *ref = tern_array_attr_at(entry_points, i);
    for (size_t k = 0; k < renamings->count; ++k) {
      if (renamings->values[k].from != ref) continue;
      ref = renamings->values[k].to;
      break;
    }
    tern_vec_push(&renamed, ref);
  }
  tern_op_set_attr(op, "entry_points", tern_array_attr_get(tern_op_context(op), renamed.values, renamed.count));
  tern_vec_deinitialize(&renamed);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  renaming_list_t renamings = {0};
  tern_block_for_each_op(tern_op_body(module, 0), executable) {
    if (!tern_op_is(executable, TERN_FLOW(EXECUTABLE))) continue;
    tern_block_for_each_op(tern_op_body(executable, 0), op) {
      if (tern_op_is(op, TERN_FLOW(EXECUTABLE_EXPORT))) annotate(op, executable, &renamings);
    }
  }
  tern_op_walk_pre(module, rename_entry_points, &renamings);
  tern_vec_deinitialize(&renamings);
  return true;
}

const tern_pass_def_t tern_annotate_dispatches_pass = {
    .flag = "iree-flow-annotate-dispatches",
    .name = "AnnotateDispatchesPass",
    .anchor = "builtin.module",
    .summary = "Name entry points after what they do",
    .run = run,
};
