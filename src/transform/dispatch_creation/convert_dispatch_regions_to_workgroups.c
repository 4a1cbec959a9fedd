// --iree-dispatch-creation-convert-dispatch-regions-to-workgroups: regions become isolated, with everything they need as
// arguments.
//
//   %r = flow.dispatch.region -> (tensor<4xf32>) {        %r = flow.dispatch.workgroups(%x) : (tensor<4xf32>) -> tensor<4xf32> =
//     %0 = linalg.generic ins(%x) ...                       (%in: !iree_tensor_ext.dispatch.tensor<readonly:tensor<4xf32>>,
//     flow.return %0                                ->       %out: !iree_tensor_ext.dispatch.tensor<writeonly:tensor<4xf32>>) {
//   }                                                         %a = iree_tensor_ext.dispatch.tensor.load %in, ...
//                                                             %0 = linalg.generic ins(%a) ...
//                                                             iree_tensor_ext.dispatch.tensor.store %0, %out, ...
//
// Source: IREE's pass of that name (FormDispatchWorkgroups in 2023). A tensor that a result starts from, and that the region
// needs for nothing else, is tied to the result: the dispatch may update it in place, and later stages copy it if somebody else
// still needs it. Slices of what is read become slices of the load, what is inserted into a tied tensor a slice of the store.
// With generate-workload-region a dispatch whose region says nothing of its grid gets a workload, all indices that it takes,
// and a count region that leaves the rest to the target (IREE: MaterializeDefaultWorkgroupCountRegion).

#include "analysis/reify_dims.h"
#include "base/vec.h"
#include "dialect/flow/flow.h"
#include "dialect/iree_tensor_ext/iree_tensor_ext.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/scf/scf.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "transform/dispatch_creation/dispatch_region.h"

typedef TERN_VEC(tern_value_t *) value_list_t;

typedef struct outlined {
  tern_op_t *region;
  value_list_t captured;    // values from outside, each once
  value_list_t dims;        // dynamic dims of captured tensors, in order
  value_list_t dim_values;  // index values passed for dims of captured tensors and results, each once
  TERN_VEC(int64_t) tied;   // per result: place among `captured`, or -1
  tern_op_t *workgroups;
} outlined_t;

static bool is_tensor(const tern_value_t *value) { return value->type->kind == TERN_TYPE_TENSOR; }

// --- captures ---

static void note(value_list_t *list, tern_value_t *value) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == value) return;
  }
  tern_vec_push(list, value);
}

static size_t place_of(const value_list_t *list, const tern_value_t *value) {
  for (size_t i = 0; i < list->count; ++i) {
    if (list->values[i] == value) return i;
  }
  return SIZE_MAX;
}

static tern_walk_result_t collect_captured(tern_op_t *op, void *user) {
  outlined_t *o = user;
  if (op == o->region) return TERN_WALK_ADVANCE;
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_value_t *value = tern_op_operand(op, i);
    if (tern_value_is_defined_outside(value, o->region)) note(&o->captured, value);
  }
  return TERN_WALK_ADVANCE;
}

static size_t count_uses_within(const tern_value_t *value, tern_op_t *root) {
  tern_use_list_t uses = {0};
  tern_collect_uses_within(value, root, &uses);
  size_t count = uses.count;
  tern_vec_deinitialize(&uses);
  return count;
}

// The captured tensor that a value of the region starts from, NULL: none.
static tern_value_t *find_start(const outlined_t *o, tern_value_t *value) {
  for (;;) {
    if (tern_value_is_defined_outside(value, o->region)) return value;
    tern_op_t *op = tern_value_defining_op(value);
    if (!op) return NULL;
    if (tern_is_linalg(op)) {
      value = tern_linalg_output(op, value->index);
    } else if (tern_op_is(op, TERN_TENSOR(INSERT_SLICE))) {
      value = tern_op_operand(op, 1);
    } else if (tern_op_is(op, TERN_SCF(FORALL)) ||
               tern_str_starts_with(tern_op_name(op), TERN_STR("iree_linalg_ext."))) {
      size_t start, count;
      tern_op_operands_named(op, "outputs", &start, &count);
      if (value->index >= count) return NULL;
      value = tern_op_operand(op, start + value->index);
    } else {
      return NULL;
    }
  }
}

// The iterations of an scf.forall work in place of what its shared outputs start from. Where the region needs that for something
// else, too, they get a copy of their own, which the host makes; inside, the copy would be a step that they had to wait for.
static tern_walk_result_t own_starts(tern_op_t *op, void *user) {
  outlined_t *o = user;
  if (!tern_op_is(op, TERN_SCF(FORALL))) return TERN_WALK_ADVANCE;
  size_t start, count;
  tern_op_operands_named(op, "outputs", &start, &count);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *value = tern_op_operand(op, start + i);
    if (!tern_value_is_defined_outside(value, o->region) || count_uses_within(value, o->region) == 1) continue;
    tern_builder_t b = tern_builder_before(o->region);
    tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {value};
    size_t operand_count = 1;
    for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
      if (tern_type_dims(value->type)[d] == TERN_DYNAMIC) operands[operand_count++] = tern_reify_dim(&b, value, d);
    }
    tern_value_t *copy = tern_build_value(&b, TERN_FLOW(TENSOR_CLONE), .operands = {operands, operand_count},
                                          .types = TERN_TYPES(value->type));
    tern_op_set_operand(op, start + i, copy);
  }
  return TERN_WALK_SKIP;
}

static void find_ties(outlined_t *o) {
  const tern_op_t *end = tern_op_body(o->region, 0)->last_op;
  for (size_t r = 0; r < end->operand_count; ++r) {
    int64_t tied = -1;
    tern_value_t *value = tern_op_operand(end, r), *start = find_start(o, value);
    if (start && start != value && start->type == value->type && count_uses_within(start, o->region) == 1) {
      tied = (int64_t)place_of(&o->captured, start);
    }
    for (size_t k = 0; k < o->tied.count; ++k) {
      if (o->tied.values[k] == tied) tied = -1;
    }
    tern_vec_push(&o->tied, tied);
  }
}

// --- the isolated op ---

static void collect_dims(outlined_t *o) {
  tern_builder_t b = tern_builder_before(o->region);
  for (size_t i = 0; i < o->captured.count; ++i) {
    tern_value_t *value = o->captured.values[i];
    for (size_t d = 0; is_tensor(value) && d < tern_type_rank(value->type); ++d) {
      if (tern_type_dims(value->type)[d] != TERN_DYNAMIC) continue;
      tern_value_t *dim = tern_reify_dim(&b, value, d);
      tern_vec_push(&o->dims, dim);
      note(&o->dim_values, dim);
    }
  }
  size_t start, count;
  tern_op_operands_named(o->region, "result_dims", &start, &count);
  for (size_t i = 0; i < count; ++i) note(&o->dim_values, tern_op_operand(o->region, start + i));
  // A dim that the region uses itself is captured already.
  for (size_t i = 0; i < o->dim_values.count; ++i) note(&o->captured, o->dim_values.values[i]);
}

static void build_workgroups(outlined_t *o) {
  tern_builder_t b = tern_builder_before(o->region);
  value_list_t operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  size_t workload_start, workload_count;
  tern_op_operands_named(o->region, "workload", &workload_start, &workload_count);
  for (size_t i = 0; i < workload_count; ++i) tern_vec_push(&operands, tern_op_operand(o->region, workload_start + i));
  for (size_t i = 0; i < o->captured.count; ++i) tern_vec_push(&operands, o->captured.values[i]);
  for (size_t i = 0; i < o->dims.count; ++i) tern_vec_push(&operands, o->dims.values[i]);
  size_t start, count;
  tern_op_operands_named(o->region, "result_dims", &start, &count);
  for (size_t i = 0; i < count; ++i) tern_vec_push(&operands, tern_op_operand(o->region, start + i));
  for (size_t i = 0; i < o->region->result_count; ++i) tern_vec_push(&types, o->region->results[i].type);
  int32_t segments[] = {(int32_t)workload_count, (int32_t)o->captured.count, (int32_t)o->dims.count, (int32_t)count};
  bool has_ties = false;
  TERN_VEC(const tern_attr_t *) ties = {0};
  for (size_t i = 0; i < o->tied.count; ++i) {
    has_ties |= o->tied.values[i] >= 0;
    tern_vec_push(&ties, tern_integer_attr_get(tern_index_type_get(b.context), o->tied.values[i]));
  }
  o->workgroups = tern_build(&b, TERN_FLOW(DISPATCH_WORKGROUPS), .operands = {operands.values, operands.count},
                             .types = {types.values, types.count}, .segments = segments);
  if (has_ties) {
    tern_op_set_attr(o->workgroups, "tied_operands", tern_array_attr_get(b.context, ties.values, ties.count));
  }
  const tern_attr_t *boundary = tern_op_attr(o->region, "iree.fusion_boundary");
  if (boundary) tern_op_set_attr(o->workgroups, "iree.fusion_boundary", boundary);
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&ties);
}

static bool is_tied(const outlined_t *o, size_t captured) {
  for (size_t i = 0; i < o->tied.count; ++i) {
    if (o->tied.values[i] == (int64_t)captured) return true;
  }
  return false;
}

// Arguments for the dims of a tensor, in order.
static void append_dim_args(const outlined_t *o, tern_block_t *body, tern_values_t dims, value_list_t *out) {
  for (size_t i = 0; i < dims.count; ++i) {
    tern_vec_push(out, body->args[place_of(&o->captured, dims.values[i])]);
  }
}

static size_t dynamic_dim_count(const tern_type_t *type) {
  size_t count = 0;
  for (size_t d = 0; d < tern_type_rank(type); ++d) count += tern_type_dims(type)[d] == TERN_DYNAMIC;
  return count;
}

// Slices of a captured tensor are read as such.
static void load_slices(const outlined_t *o, const tern_value_t *captured, tern_value_t *arg, tern_values_t dims) {
  tern_use_list_t uses = {0};
  tern_collect_uses_within(captured, o->workgroups, &uses);
  for (size_t i = 0; i < uses.count; ++i) {
    tern_op_t *user = uses.values[i]->owner;
    tern_slice_t slice;
    if (!tern_op_is(user, TERN_TENSOR(EXTRACT_SLICE)) || tern_operand_index(uses.values[i]) != 0 ||
        !tern_slice_read(user, &slice)) {
      continue;
    }
    tern_builder_t b = tern_builder_before(user);
    tern_value_t *load = tern_dispatch_tensor_load_build(&b, user->results[0].type, arg, dims, &slice);
    tern_value_replace_all_uses(tern_op_result(user, 0), load);
    tern_op_destroy(user);
  }
  tern_vec_deinitialize(&uses);
}

static void replace_uses_within(const outlined_t *o, tern_value_t *captured, tern_value_t *value) {
  tern_use_list_t uses = {0};
  tern_collect_uses_within(captured, o->workgroups, &uses);
  for (size_t i = 0; i < uses.count; ++i) tern_operand_set(uses.values[i], value);
  tern_vec_deinitialize(&uses);
}

// Later stages read the sizes of an argument from the tie.
static tern_value_t *tie_shape(tern_value_t *arg, tern_values_t dims) {
  if (dims.count == 0) return arg;
  tern_builder_t b = tern_builder_at_start(tern_value_arg_block(arg), tern_value_loc(arg));
  tern_value_t *operands[1 + TERN_LINALG_MAX_LOOPS] = {arg};
  for (size_t i = 0; i < dims.count; ++i) operands[1 + i] = dims.values[i];
  return tern_build_value(&b, TERN_FLOW(DISPATCH_TIE_SHAPE), .operands = {operands, 1 + dims.count},
                          .types = TERN_TYPES(arg->type));
}

// Reads a captured tensor: slices where only slices of it are needed.
static void load_argument(const outlined_t *o, size_t place, tern_block_t *body, tern_values_t dims, bool slices) {
  tern_value_t *captured = o->captured.values[place], *arg = body->args[place];
  value_list_t dim_args = {0};
  append_dim_args(o, body, dims, &dim_args);
  tern_values_t dim_values = {dim_args.values, dim_args.count};
  if (slices) {
    load_slices(o, captured, tie_shape(arg, dim_values), dim_values);
  } else if (count_uses_within(captured, o->workgroups) > 0) {
    tern_value_t *tied = tie_shape(arg, dim_values);
    // Behind the ties and loads that are there already.
    tern_op_t *first = body->first_op;
    while (tern_op_is(first, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD)) ||
           tern_op_is(first, TERN_FLOW(DISPATCH_TIE_SHAPE))) {
      first = first->next;
    }
    tern_builder_t b = tern_builder_before(first);
    b.loc = tern_value_loc(captured);
    replace_uses_within(o, captured, tern_dispatch_tensor_load_whole(&b, tied, dim_values));
  }
  tern_vec_deinitialize(&dim_args);
}

static void build_arguments(const outlined_t *o, tern_block_t *body) {
  for (size_t i = 0; i < o->captured.count; ++i) {
    tern_value_t *value = o->captured.values[i];
    const tern_type_t *type = value->type;
    if (is_tensor(value)) {
      type = tern_dispatch_tensor_type_get(is_tied(o, i) ? TERN_TENSOR_READ_WRITE : TERN_TENSOR_READ_ONLY, type);
    }
    tern_block_add_arg(body, type, tern_value_loc(value));
  }
  for (int slices = 1; slices >= 0; --slices) {
    size_t next_dim = 0;
    for (size_t i = 0; i < o->captured.count; ++i) {
      tern_value_t *value = o->captured.values[i];
      if (is_tensor(value)) {
        size_t count = dynamic_dim_count(value->type);
        load_argument(o, i, body, (tern_values_t){o->dims.values + next_dim, count}, slices == 1);
        next_dim += count;
      } else if (slices == 0) {
        replace_uses_within(o, value, body->args[i]);
      }
    }
  }
}

static const tern_value_t *untied(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && tern_op_is(op, TERN_FLOW(DISPATCH_TIE_SHAPE)) ? tern_op_operand(op, 0) : value;
}

// Writes a result: what was inserted into a tied tensor goes to its place there.
static void store_result(tern_builder_t *b, tern_value_t *value, tern_value_t *target, tern_values_t dims, bool tied) {
  tern_op_t *op = tern_value_defining_op(value);
  tern_slice_t slice;
  if (tied && op && tern_op_is(op, TERN_TENSOR(INSERT_SLICE)) && tern_slice_read(op, &slice)) {
    tern_op_t *load = tern_value_defining_op(tern_op_operand(op, 1));
    if (load && tern_op_is(load, TERN_IREE_TENSOR_EXT(DISPATCH_TENSOR_LOAD)) &&
        untied(tern_op_operand(load, 0)) == untied(target)) {
      tern_dispatch_tensor_store_build(b, tern_op_operand(op, 0), target, dims, &slice);
      return;
    }
  }
  tern_dispatch_tensor_store_whole(b, value, target, dims);
}

static void build_stores(outlined_t *o, tern_block_t *body) {
  tern_op_t *end = body->last_op;
  tern_builder_t b = tern_builder_before(end);
  size_t start, count, next_dim = 0;
  tern_op_operands_named(o->workgroups, "result_dims", &start, &count);
  for (size_t r = 0; r < end->operand_count; ++r) {
    tern_value_t *value = tern_op_operand(end, r);
    bool tied = o->tied.values[r] >= 0;
    tern_value_t *target =
        tied ? body->args[o->tied.values[r]]
             : tern_block_add_arg(body, tern_dispatch_tensor_type_get(TERN_TENSOR_WRITE_ONLY, value->type), end->loc);
    value_list_t dim_args = {0};
    for (size_t i = dynamic_dim_count(value->type); i > 0; --i) {
      tern_value_t *dim = tern_op_operand(o->workgroups, start + next_dim++);
      append_dim_args(o, body, (tern_values_t){&dim, 1}, &dim_args);
    }
    tern_values_t dims = {dim_args.values, dim_args.count};
    store_result(&b, value, tie_shape(target, dims), dims, tied);
    tern_vec_deinitialize(&dim_args);
  }
  tern_build(&b, TERN_FLOW(RETURN), .operands = {0});
  tern_op_destroy(end);
}

// Insertions whose result is written slice by slice are not needed any more, nor are the loads for them.
static void erase_dead(tern_block_t *body) {
  for (tern_op_t *op = body->last_op, *prev; op; op = prev) {
    prev = op->prev;
    if (tern_op_is_trivially_dead(op)) tern_op_destroy(op);
  }
}

// --- the grid ---

// Marks the index arguments in the body as the workload, by number. Returns them.
static void mark_workload(const outlined_t *o, tern_block_t *body, value_list_t *out_workload) {
  tern_builder_t b = tern_builder_at_start(body, o->workgroups->loc);
  for (size_t i = 0; i < o->captured.count; ++i) {
    if (!tern_type_is_index(o->captured.values[i]->type)) continue;
    const tern_attr_t *number = tern_integer_attr_get(tern_index_type_get(b.context), (int64_t)out_workload->count);
    tern_value_t *ordinal =
        tern_build_value(&b, TERN_IREE_TENSOR_EXT(DISPATCH_WORKLOAD_ORDINAL), .operands = TERN_VALUES(body->args[i]),
                         .attrs = TERN_ATTRS({"ordinal", number}));
    tern_value_replace_all_uses(body->args[i], ordinal);
    tern_op_set_operand(tern_value_defining_op(ordinal), 0, body->args[i]);
    tern_vec_push(out_workload, o->captured.values[i]);
  }
}

static void generate_count_region(const outlined_t *o, tern_block_t *body) {
  const tern_type_t *index = tern_index_type_get(tern_op_context(o->workgroups));
  value_list_t workload = {0}, args = {0};
  mark_workload(o, body, &workload);
  int32_t segments[4] = {(int32_t)workload.count};
  for (size_t i = 1; i < 4; ++i) {
    size_t start, count;
    tern_op_operand_group(o->workgroups, i, &start, &count);
    segments[i] = (int32_t)count;
  }
  tern_op_insert_operands(o->workgroups, 0, (tern_values_t){workload.values, workload.count});
  tern_op_set_segment_sizes(o->workgroups, segments, 4);
  tern_block_t *block = tern_region_add_block(&o->workgroups->regions[1]);
  for (size_t i = 0; i < workload.count; ++i) {
    tern_vec_push(&args, tern_block_add_arg(block, index, o->workgroups->loc));
  }
  tern_builder_t b = tern_builder_at_end(block, o->workgroups->loc);
  tern_op_t *counts = tern_build(&b, TERN_IREE_TENSOR_EXT(DISPATCH_WORKGROUP_COUNT_FROM_SLICE),
                                 .operands = {args.values, args.count}, .types = TERN_TYPES(index, index, index));
  tern_build(&b, TERN_FLOW(RETURN),
             .operands = TERN_VALUES(tern_op_result(counts, 0), tern_op_result(counts, 1), tern_op_result(counts, 2)));
  tern_vec_deinitialize(&workload);
  tern_vec_deinitialize(&args);
}

tern_op_t *tern_dispatch_region_to_workgroups(tern_op_t *region, bool generates_workload) {
  outlined_t o = {.region = region};
  tern_op_walk_pre(region, own_starts, &o);
  tern_op_walk_pre(region, collect_captured, &o);
  find_ties(&o);
  collect_dims(&o);
  build_workgroups(&o);
  tern_region_take_blocks(&o.workgroups->regions[0], &region->regions[0]);
  tern_block_t *body = tern_op_body(o.workgroups, 0);
  build_arguments(&o, body);
  build_stores(&o, body);
  erase_dead(body);
  if (!tern_region_is_empty(&region->regions[1])) {
    tern_region_take_blocks(&o.workgroups->regions[1], &region->regions[1]);
  } else if (generates_workload) {
    generate_count_region(&o, body);
  }
  for (size_t i = 0; i < region->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(region, i), tern_op_result(o.workgroups, i));
  }
  tern_op_destroy(region);
  tern_vec_deinitialize(&o.captured);
  tern_vec_deinitialize(&o.dims);
  tern_vec_deinitialize(&o.dim_values);
  tern_vec_deinitialize(&o.tied);
  return o.workgroups;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  bool generates_workload = tern_pass_bool(pass, "generate-workload-region");
  tern_op_list_t regions = tern_op_collect_row(root, TERN_PREORDER, TERN_FLOW(DISPATCH_REGION));
  for (size_t i = 0; i < regions.count; ++i) tern_dispatch_region_to_workgroups(regions.values[i], generates_workload);
  tern_vec_deinitialize(&regions);
  return true;
}

static const tern_option_def_t options[] = {
    {"generate-workload-region", TERN_OPTION_BOOL, "false", "Hand all indices to a region with the grid", NULL},
};

const tern_pass_def_t tern_convert_dispatch_regions_to_workgroups_pass = {
    .flag = "iree-dispatch-creation-convert-dispatch-regions-to-workgroups",
    .alias = "iree-flow-form-dispatch-workgroups",
    .name = "ConvertDispatchRegionsToWorkgroupsPass",
    .summary = "Convert dispatch regions to dispatch workgroups, isolated from above",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = (const tern_dialect_t *const[]){&tern_flow_dialect, &tern_iree_tensor_ext_dialect, NULL},
    .run = run,
};
