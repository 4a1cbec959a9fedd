// --iree-flow-pack-constant-operands: weights that are constants lie as the loops around products want them.
//
//   %w = arith.constant dense<...> : tensor<512x4096xf32>
//   %r = linalg.generic ins(%x, %w : ...) ... { a product }
// becomes
//   %panels = arith.constant dense<...> : tensor<64x512x64xf32>
//   %w = linalg.generic {(k, n) -> (n floordiv 64, k, n mod 64)} ins(%panels) outs(%empty : tensor<512x4096xf32>) { copy }
//   %r = linalg.generic ins(%x, %w : ...) ... { a product }
//
// Code for products would copy such operands to panels in each call (docs/performance.md); from panels it reads them where they lie. The
// op that says how is one like others, so that any code generation is right, and becomes a part of the dispatch (transform/linalg/blocking/unpacked_buffer.h).
// A transposed operand is transposed back as it is packed.
//
// For products of f32 that is done where rows of the operand are long or are its columns, and where few rows wait for much of it to
// come; for filters of dense convolutions; and, with the options, for products of narrow numbers, whose rows go by pairs or by fours.
// Only what nothing else uses is packed: the program would have it twice. Several products may share it.
//
// Constants are packed here: those of ops, and those of globals that nothing writes. A parameter is known when the program is loaded,
// and the runtime packs it then, from the file: a global has as its value a parameter with a key of its own, whose config says what it is made of,
// and --iree-io-expect-parameters tells the runtime. Of a parameter that has a config already, which may be a part of what an archive
// has, an op with an attribute packs what was loaded; --iree-util-hoist-into-globals makes that a part of the initialization.
//
// IREE's data tiling has the same purpose; it packs the other operand and the result, too.

#include <stdlib.h>
#include <string.h>

#include "asm/resource.h"
#include "base/panels.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/flow/flow.h"
#include "dialect/linalg/linalg.h"
#include "dialect/memref/type_inference.h"
#include "dialect/stream/stream.h"
#include "dialect/util/util.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"
#include "transform/linalg/blocking/convolution_loops.h"
#include "transform/linalg/blocking/packed_constant.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

enum {
  // Columns of a panel: what a register tile has of f32, and two tiles of narrow numbers.
  PANEL = 64,
  TILES = 32,
  // Bytes of a row that tiles of narrow numbers take at a time, and of the group.
  LINE_BYTES = 64,
  GROUP_BYTES = 4,
  // Longer rows would be copied, or read with a step that caches and prefetchers do not like.
  LONG_ROW = 1024,
  // Rows of the other operand that wait for the weights to come, if these are more than the second cache holds.
  FEW_ROWS = 128,
  MANY_BYTES = 1 << 20,
  LEAST_TILE_ROWS = 4,
  LEAST_PIXELS = 64,
};

typedef struct options {
  bool has_bf16, has_i8;
} options_t;

// What is packed of an op.
typedef struct plan {
  tern_op_t *op;
  const tern_blob_t *data;       // of the weights; NULL: they are a parameter
  const tern_attr_t *parameter;  // that the runtime packs; NULL: none, or one that is a part of what an archive has
  size_t position;
  bool is_transposed;  // a matrix whose rows are the op's columns
  tern_packing_t packing;
} plan_t;

// --- what is worth it ---

// The elements of a constant that has several; NULL if it is another value.
static const tern_blob_t *elements_of(const tern_attr_t *attr, const tern_type_t *type) {
  if (attr->kind == TERN_ATTR_DENSE_ELEMENTS) {
    return tern_dense_elements_attr_is_splat(attr) ? NULL : tern_dense_elements_attr_blob(attr);
  }
  if (attr->kind != TERN_ATTR_DENSE_RESOURCE) return NULL;
  tern_str_t key = tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[1]);
  const tern_resource_t *resource = tern_resource_find(attr->context, false, TERN_STR("builtin"), key);
  size_t bytes = (size_t)tern_type_element_count(type) * tern_dense_element_size(tern_type_element(type));
  bool is_right = resource && resource->kind == TERN_RESOURCE_BLOB && resource->blob->size == bytes;
  return is_right ? resource->blob : NULL;
}

typedef struct loads {
  const tern_attr_t *global;
  size_t count;
} loads_t;

// Who takes the address may do anything.
static tern_walk_result_t count_load(tern_op_t *op, void *user) {
  loads_t *loads = user;
  if (tern_op_attr(op, "global") != loads->global) return TERN_WALK_ADVANCE;
  if (tern_op_is(op, TERN_UTIL(GLOBAL_LOAD))) ++loads->count;
  if (tern_op_is(op, TERN_UTIL(GLOBAL_ADDRESS))) loads->count += 2;
  return TERN_WALK_ADVANCE;
}

// The value of a global that nothing writes, and nothing else loads.
static const tern_attr_t *find_initial_value(const tern_op_t *load) {
  loads_t loads = {.global = tern_op_attr(load, "global")};
  tern_op_t *global = tern_symbol_lookup_nearest(load, loads.global);
  if (!global || !tern_op_is(global, TERN_UTIL(GLOBAL)) || tern_op_attr(global, "is_mutable")) return NULL;
  tern_op_walk_pre(tern_op_parent(global), count_load, &loads);
  return loads.count == 1 ? tern_op_attr(global, "initial_value") : NULL;
}

// Are accumulators of the type that tiles have?
static bool is_narrow_for_tiles(const tern_op_t *op, const options_t *o) {
  const tern_type_t *left = tern_type_element(tern_op_operand(op, 0)->type);
  const tern_type_t *right = tern_type_element(tern_op_operand(op, 1)->type);
  const tern_type_t *sum = tern_type_element(tern_op_operand(op, 2)->type);
  if (left != right) return false;
  return (o->has_bf16 && left->kind == TERN_TYPE_BF16 && (sum->kind == TERN_TYPE_F32 || sum->kind == TERN_TYPE_BF16)) ||
         (o->has_i8 && tern_type_is_i(left, 8) && tern_type_is_i(sum, 32));
}

static bool plan_product(const options_t *o, plan_t *plan) {
  tern_contraction_t roles;
  int64_t ranges[TERN_LINALG_MAX_LOOPS], rows = 1;
  const tern_op_t *op = plan->op;
  if (!tern_linalg_match_contraction(op, &roles) || roles.n_count != 1 || roles.k_count != 1 || roles.batch_count > 0 ||
      !tern_linalg_static_loop_ranges(op, ranges)) {
    return false;
  }
  const tern_affine_map_t *output = tern_linalg_output_map(op, 0), *map = tern_linalg_indexing_map(op, 1);
  size_t n = roles.n[0], k = roles.k[0];
  if (map->result_count != 2 || !tern_affine_expr_is_dim(output->results[output->result_count - 1], n)) return false;
  plan->position = 1;
  plan->is_transposed = tern_affine_expr_is_dim(map->results[0], n);
  for (size_t i = 0; i < roles.m_count; ++i) {
    rows = ranges[roles.m[i]] == TERN_DYNAMIC ? INT64_MAX : tern_saturated_mul(rows, ranges[roles.m[i]]);
  }
  const tern_type_t *element = tern_type_element(tern_op_operand(op, 1)->type);
  int64_t bytes = (int64_t)tern_dense_element_size(element);
  if (is_narrow_for_tiles(op, o)) {
    plan->packing = (tern_packing_t){.width = TILES, .group = GROUP_BYTES / bytes};
    return rows >= LEAST_TILE_ROWS && ranges[k] % (LINE_BYTES / bytes) == 0 && ranges[n] >= TILES;
  }
  bool is_waited_for = rows > 1 && rows <= FEW_ROWS && tern_saturated_mul(ranges[k], ranges[n]) > MANY_BYTES / bytes;
  plan->packing = (tern_packing_t){.width = PANEL, .group = 1};
  return element->kind == TERN_TYPE_F32 && ranges[n] % PANEL == 0 &&
         (plan->is_transposed || ranges[n] > LONG_ROW || is_waited_for);
}

// Elements of one image, or pixels of it; very many where nobody knows.
static int64_t count_of_image(const tern_type_t *type, size_t end) {
  int64_t count = 1;
  for (size_t d = 1; d < end; ++d) {
    int64_t size = tern_type_dim(type, d);
    count = size == TERN_DYNAMIC ? INT64_MAX : tern_saturated_mul(count, size);
  }
  return count;
}

// Where weights are more than the image tiles are cut along features, and each had copied its weights for few pixels; else each panel
// would have the image padded for itself. For very few pixels copies come faster from memory than panels do.
static bool plan_convolution(plan_t *plan) {
  tern_dense_convolution_t dense;
  if (!tern_dense_convolution_find(plan->op, &dense)) return false;
  const tern_affine_map_t *map = tern_linalg_indexing_map(plan->op, 1);
  const tern_type_t *image = tern_op_operand(plan->op, 0)->type, *weights = tern_op_operand(plan->op, 1)->type;
  const tern_type_t *output = tern_op_operand(plan->op, 2)->type;
  size_t rank = tern_type_rank(weights);
  plan->position = 1;
  plan->packing = (tern_packing_t){.width = PANEL, .group = 1};
  return rank > 2 && tern_type_element(weights)->kind == TERN_TYPE_F32 && tern_type_has_static_shape(weights) &&
         tern_affine_map_is_projected_permutation(map, false) &&
         tern_affine_expr_is_dim(map->results[rank - 1], dense.features) &&
         tern_type_dim(weights, rank - 1) % PANEL == 0 && tern_type_dim(weights, rank - 1) > PANEL &&
         count_of_image(image, tern_type_rank(image)) < tern_type_element_count(weights) &&
         count_of_image(output, tern_type_rank(output) - 1) >= LEAST_PIXELS;
}

static bool plan_op(tern_op_t *op, const options_t *o, plan_t *out) {
  *out = (plan_t){.op = op};
  return tern_is_linalg(op) && tern_linalg_has_tensor_semantics(op) && tern_linalg_input_count(op) == 2 &&
         tern_linalg_output_count(op) == 1 && !tern_is_in_dispatch(op) &&
         (plan_product(o, out) || plan_convolution(out));
}

// Does all that uses the value want it laid out so?
static bool is_used_alike(const plan_t *plan, const tern_value_t *value, const options_t *o) {
  tern_value_for_each_use(value, use) {
    plan_t other;
    if (tern_operand_index(use) != plan->position || !plan_op(use->owner, o, &other) ||
        other.is_transposed != plan->is_transposed || other.packing.width != plan->packing.width ||
        other.packing.group != plan->packing.group) {
      return false;
    }
  }
  return true;
}

// Weights that are constant.
static bool find_weights(plan_t *plan, const tern_value_t *value, const options_t *o) {
  const tern_op_t *op = tern_value_defining_op(value);
  if (!op || value->type->kind != TERN_TYPE_TENSOR || !tern_type_has_static_shape(value->type)) {
    return false;
  }
  const tern_attr_t *attr = tern_op_is(op, TERN_ARITH(CONSTANT))     ? tern_op_attr(op, "value")
                            : tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) ? find_initial_value(op)
                                                                     : NULL;
  plan->data = attr ? elements_of(attr, value->type) : NULL;
  bool is_parameter = attr && tern_op_is(op, TERN_UTIL(GLOBAL_LOAD)) && tern_attr_is_flow_parameter(attr);
  bool is_whole = is_parameter && !tern_stream_parameter_attr_config(attr) &&
                  tern_stream_parameter_attr_type(attr) == value->type && tern_type_element_count(value->type) > 0;
  if (is_whole) plan->parameter = attr;
  return (plan->data || is_parameter) && is_used_alike(plan, value, o);
}

static bool make_plan(tern_op_t *op, const options_t *o, plan_t *out) {
  if (!plan_op(op, o, out) || !find_weights(out, tern_linalg_input(op, 1), o)) return false;
  // The op that packs puts no zeros behind the last column.
  const tern_type_t *type = tern_linalg_input(op, 1)->type;
  return out->data || out->parameter ||
         tern_type_dim(type, out->is_transposed ? 0 : tern_type_rank(type) - 1) % out->packing.width == 0;
}

// --- packing ---

static const tern_attr_t *integer_attr(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

// The parameter whose panels the runtime makes: under another key, because the program may load both.
static const tern_attr_t *make_packed_parameter(const plan_t *plan, const tern_attr_t *source,
                                                const tern_type_t *unpacked) {
  tern_context_t *context = source->context;
  tern_str_t key = tern_stream_parameter_attr_key(source);
  tern_string_builder_t text = {0};
  tern_string_builder_append(&text, key);
  tern_string_builder_append_format(&text, "#panels(%lldx%lld%s)", (long long)plan->packing.width,
                                    (long long)plan->packing.group, plan->is_transposed ? ",transposed" : "");
  tern_named_attr_t config[] = {
      {TERN_PARAMETER_GROUP, integer_attr(context, plan->packing.group)},
      {TERN_PARAMETER_SOURCE, tern_string_attr_get(context, key)},
      {TERN_PARAMETER_SOURCE_TYPE, tern_type_attr_get(tern_stream_parameter_attr_type(source))},
      {TERN_PARAMETER_TRANSPOSED, integer_attr(context, plan->is_transposed)},
      {TERN_PARAMETER_WIDTH, integer_attr(context, plan->packing.width)}};
  const tern_attr_t *packed = tern_flow_parameter_attr_get(
      tern_packing_type(&plan->packing, unpacked), tern_stream_parameter_attr_scope(source),
      tern_string_builder_view(&text), tern_dictionary_attr_get(context, config, sizeof config / sizeof config[0]));
  tern_string_builder_deinitialize(&text);
  return packed;
}

// A load of the packed parameter in place of the other one, from a global of its own.
static tern_value_t *build_packed_load(tern_builder_t *b, const plan_t *plan, tern_op_t *load,
                                       const tern_type_t *unpacked) {
  tern_op_t *global = tern_symbol_lookup_nearest(load, tern_op_attr(load, "global"));
  const tern_attr_t *value = make_packed_parameter(plan, plan->parameter, unpacked);
  tern_builder_t outside = {.context = b->context, .loc = global->loc};
  tern_op_t *packed =
      tern_build(&outside, TERN_UTIL(GLOBAL),
                 .attrs = TERN_ATTRS({"sym_visibility", tern_string_attr_get(b->context, TERN_STR("private"))},
                                     {"sym_name", tern_string_attr_get(b->context, tern_symbol_name(global))},
                                     {"type", tern_type_attr_get(tern_attr_type(value))}, {"initial_value", value}));
  tern_symbol_table_t table;
  tern_symbol_table_initialize(&table, tern_op_parent(global));
  tern_symbol_table_insert(&table, packed, global);
  tern_symbol_table_deinitialize(&table);
  return tern_build_value(
      b, TERN_UTIL(GLOBAL_LOAD), .types = TERN_TYPES(tern_attr_type(value)),
      .attrs = TERN_ATTRS({"global", tern_flat_symbol_ref_attr_get(b->context, tern_symbol_name(packed))},
                          {"is_immutable", tern_unit_attr_get(b->context)}));
}

// The map of the operand with rows before columns.
static void turn(tern_op_t *op, size_t position) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *maps[3];
  for (size_t i = 0; i < 3; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (i == position) {
      const tern_affine_expr_t *results[] = {map->results[1], map->results[0]};
      map = tern_affine_map_get(context, map->dim_count, 0, results, 2);
    }
    maps[i] = tern_affine_map_attr_get(map);
  }
  tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(context, maps, 3));
}

// All that uses the weights gets them anew.
static void rewrite(const plan_t *plan) {
  tern_value_t *operand = tern_op_operand(plan->op, plan->position);
  tern_op_t *origin = tern_value_defining_op(operand);
  const tern_type_t *type = operand->type;
  if (tern_op_attr(origin, TERN_UNPACKING)) return;  // for another op that uses them
  if (plan->is_transposed) {
    const int64_t dims[] = {tern_type_dim(type, 1), tern_type_dim(type, 0)};
    type = tern_type_with_shape(type, dims, 2);
  }
  tern_op_list_t users = {0};
  tern_value_for_each_use(operand, use) tern_vec_push(&users, use->owner);
  tern_builder_t b = tern_builder_after(origin);
  tern_value_t *panels =
      plan->data
          ? tern_build_constant(&b, tern_packed_constant_get(plan->data, &plan->packing, type, plan->is_transposed))
      : plan->parameter ? build_packed_load(&b, plan, origin, type)
                        : tern_packing_build_pack(&b, &plan->packing, operand, plan->is_transposed);
  tern_value_t *unpacked = tern_packing_build_unpack(&b, &plan->packing, panels, type);
  for (size_t i = 0; i < users.count; ++i) {
    if (plan->is_transposed) turn(users.values[i], plan->position);
    tern_op_set_operand(users.values[i], plan->position, unpacked);
  }
  tern_vec_deinitialize(&users);
  if (plan->data || plan->parameter) {
    tern_op_destroy(origin);
  } else {
    tern_op_set_attr(origin, "is_immutable", tern_unit_attr_get(b.context));
  }
}

// --- the pass ---

typedef TERN_VEC(plan_t) plan_list_t;

typedef struct search {
  options_t options;
  plan_list_t plans;
} search_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  search_t *search = user;
  plan_t plan;
  if (make_plan(op, &search->options, &plan)) tern_vec_push(&search->plans, plan);
  return TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  search_t search = {
      .options = {.has_bf16 = tern_pass_bool(pass, "amx-bf16"), .has_i8 = tern_pass_bool(pass, "amx-int8")}};
  tern_op_walk_pre(root, collect, &search);
  for (size_t i = 0; i < search.plans.count; ++i) rewrite(&search.plans.values[i]);
  tern_pass_count(pass, 0, (int64_t)search.plans.count);
  tern_vec_deinitialize(&search.plans);
  return true;
}

static const tern_option_def_t options[] = {
    {"amx-bf16", TERN_OPTION_BOOL, "false", "All processors that are compiled for multiply tiles of bf16", NULL},
    {"amx-int8", TERN_OPTION_BOOL, "false", "All processors that are compiled for multiply tiles of i8", NULL},
};

const tern_pass_def_t tern_pack_constant_operands_pass = {
    .flag = "iree-flow-pack-constant-operands",
    .name = "PackConstantOperandsPass",
    .summary = "Lay constant weights out as code for products reads them",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .statistics = (const char *const[]){"num-packed - constants that were laid out anew", NULL},
    .run = run,
};
