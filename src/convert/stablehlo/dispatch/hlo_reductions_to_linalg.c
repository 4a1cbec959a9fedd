// --hlo-reductions-to-linalg-on-tensors: dots and reductions whose operands are computed, and dots whose result is transposed,
// become linalg on tensors, so that what is beside them can be fused into them.
//
//   %1 = linalg.generic ... ins(%0) { relu }             %1 = linalg.generic ... ins(%0) { relu }
//   %2 = "mhlo.dot"(%1, %w)                       =>      %f = linalg.fill ins(%zero) outs(tensor.empty)
//                                                         %2 = linalg.generic ... ins(%1, %w) outs(%f) { mulf; addf }
//
// Inside of a dispatch there is no buffer in which the operand could wait, so it is computed where it is read:
// --linalg-fusion-of-tensor-ops, which comes next, moves it into the loops. A transposed operand is a map then. A dot whose
// only use is a transpose, alone or with element-wise ops behind it, has the transpose's order of dimensions itself; what
// is behind it works in place. Dots and reductions of what is in memory stay as they are, for --hlo-to-linalg-on-buffers,
// which has named ops for them.

#include "convert/stablehlo/dispatch/dispatch_op.h"
#include "convert/stablehlo/lowering.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/op_list.h"
#include "pass/pass.h"

static bool is_dot(const tern_op_t *op) {
  return tern_hlo_is(op, TERN_HLO_DOT) || tern_hlo_is(op, TERN_HLO_DOT_GENERAL);
}

// Can the op take in what its operands are computed by?
static bool is_fusible(const tern_op_t *op) { return is_dot(op) || tern_hlo_is(op, TERN_HLO_REDUCE); }

// How many of its first operands that could be; the others are initial values.
static size_t input_count(const tern_op_t *op) { return is_dot(op) ? op->operand_count : op->operand_count / 2; }

// Moves elements to other places only: the map of the fused operand says it all.
static bool is_movement(const tern_op_t *op) {
  return tern_linalg_is_copy(op) && tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, 0), true);
}

// The product of those dimensions of operand `index` of a dot that the result has too.
static int64_t count_kept(const tern_op_t *op, size_t index) {
  const tern_type_t *type = tern_op_operand(op, index)->type;
  tern_dot_dimension_numbers_t numbers;
  int64_t count = tern_type_element_count(type);
  if (tern_hlo_is(op, TERN_HLO_DOT)) {
    int64_t contracted = tern_type_dim(type, index == 0 ? tern_type_rank(type) - 1 : 0);
    return contracted ? count / contracted : 0;
  }
  if (!tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &numbers)) return 0;
  tern_hlo_dims_t contracted = index == 0 ? numbers.lhs_contracting : numbers.rhs_contracting;
  for (size_t i = 0; i < contracted.count && count; ++i) count /= tern_type_dim(type, (size_t)contracted.values[i]);
  return count;
}

// How often an element of operand `index` is read: once for each of what only the other operand runs over. TERN_DYNAMIC: unknown.
static int64_t count_readings(const tern_op_t *op, size_t index) {
  if (tern_hlo_is(op, TERN_HLO_REDUCE)) return 1;
  const tern_type_t *own = tern_op_operand(op, index)->type, *result = tern_op_result(op, 0)->type;
  if (!tern_type_has_static_shape(own) || !tern_type_has_static_shape(result)) return TERN_DYNAMIC;
  int64_t kept = count_kept(op, index);
  return kept > 0 ? tern_type_element_count(result) / kept : 1;
}

// An element-wise op on tensors all of whose users can take it in. One that is stored too has a buffer to be read from.
static bool is_fusible_producer(const tern_op_t *op, int64_t limit) {
  if (!op || !tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op)) return false;
  if (!tern_linalg_is_elementwise(op) || op->result_count != 1) return false;
  tern_value_for_each_use(&op->results[0], use) {
    if (!is_fusible(use->owner) || tern_operand_index(use) >= input_count(use->owner)) return false;
    int64_t count = limit < 0 || is_movement(op) ? 1 : count_readings(use->owner, tern_operand_index(use));
    if (limit >= 0 && (count == TERN_DYNAMIC || count > limit)) return false;
  }
  return true;
}

static bool has_computed_operand(const tern_op_t *op, int64_t limit) {
  for (size_t i = 0; i < input_count(op); ++i) {
    if (is_fusible_producer(tern_value_defining_op(tern_op_operand(op, i)), limit)) return true;
  }
  return false;
}

// --- transposed results ---

typedef struct transpose {
  tern_op_t *user;
  size_t input;
  size_t order[TERN_LINALG_MAX_LOOPS];  // which dimension of the dot each loop of the user is
} transpose_t;

// The dot's only use reads it in another order of dimensions, in which the user could then work in place.
static bool match_transpose(const tern_op_t *op, transpose_t *out) {
  if (!is_dot(op) || !tern_value_has_one_use(&op->results[0])) return false;
  const tern_operand_t *use = op->results[0].first_use;
  tern_op_t *user = use->owner;
  if (!tern_op_is(user, TERN_LINALG(GENERIC)) || !tern_linalg_is_elementwise(user) || user->result_count != 1) {
    return false;
  }
  size_t input = tern_operand_index(use);
  const tern_affine_map_t *map = tern_linalg_indexing_map(user, input);
  bool is_permuted = tern_affine_map_is_permutation(map) && !tern_affine_map_is_identity(map) &&
                     tern_affine_map_is_identity(tern_linalg_output_map(user, 0));
  if (input >= tern_linalg_input_count(user) || !is_permuted) return false;
  if (tern_type_element(op->results[0].type) != tern_type_element(user->results[0].type)) return false;
  *out = (transpose_t){.user = user, .input = input};
  for (size_t i = 0; i < map->result_count; ++i) out->order[map->results[i]->value] = i;
  return true;
}

static void read_in_order(const transpose_t *transpose, tern_value_t *value) {
  tern_op_t *user = transpose->user;
  if (tern_linalg_is_copy(user)) {
    tern_value_replace_all_uses(&user->results[0], value);
    tern_op_destroy(user);
    return;
  }
  tern_context_t *context = tern_op_context(user);
  const tern_affine_map_t *identity = tern_affine_map_identity(context, tern_linalg_loop_count(user));
  const tern_attr_t *maps[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < user->operand_count; ++i) {
    maps[i] = tern_affine_map_attr_get(i == transpose->input ? identity : tern_linalg_indexing_map(user, i));
  }
  tern_op_set_attr(user, "indexing_maps", tern_array_attr_get(context, maps, user->operand_count));
  tern_op_set_operand(user, transpose->input, value);
}

// --- the form that others can be fused into ---

// The filled tensor that a product starts with, with dimension order[i] as dimension i.
static tern_value_t *build_init(tern_builder_t *b, tern_op_t *fill, const size_t *order) {
  tern_op_t *empty = tern_value_defining_op(tern_linalg_output(fill, 0));
  const tern_type_t *type = tern_op_result(empty, 0)->type;
  int64_t dims[TERN_LINALG_MAX_LOOPS];
  size_t places[TERN_LINALG_MAX_LOOPS], rank = tern_type_rank(type), used = 0, count = 0;
  tern_value_t *sizes[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < rank; ++i) places[i] = tern_type_dim(type, i) == TERN_DYNAMIC ? used++ : 0;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = tern_type_dim(type, order[i]);
    if (dims[i] == TERN_DYNAMIC) sizes[count++] = tern_op_operand(empty, places[order[i]]);
  }
  type = tern_tensor_type_get(tern_type_element(type), dims, rank, NULL);
  tern_value_t *output = tern_tensor_build_empty(b, type, (tern_values_t){sizes, count});
  tern_op_t *filled =
      tern_linalg_build_named(b, TERN_LINALG(FILL), TERN_TYPES(type), TERN_VALUES(tern_linalg_input(fill, 0)),
                              TERN_VALUES(output), (tern_named_attrs_t){0});
  return tern_op_result(filled, 0);
}

// The first loop that only factor `side` runs over.
static size_t first_own_loop(const tern_affine_map_t *const *maps, size_t side, size_t loops) {
  for (size_t loop = 0; loop < loops; ++loop) {
    bool is_used[2] = {false, false};
    for (size_t s = 0; s < 2; ++s) {
      for (size_t i = 0; i < maps[s]->result_count; ++i)
        is_used[s] |= tern_affine_expr_is_dim(maps[s]->results[i], loop);
    }
    if (is_used[side] && !is_used[1 - side]) return loop;
  }
  return loops;
}

// A product, of factors of these types, as a generic op whose result has dimension order[i] as dimension i. In such an order
// those of the right factor may come first: then the factors change places, so that whoever lowers the product finds rows
// and columns where it expects them.
static tern_value_t *rebuild_product(tern_op_t *op, tern_hlo_product_t product, const size_t *order) {
  tern_builder_t b = tern_builder_before(op);
  size_t loops = tern_linalg_loop_count(op), rank = tern_type_rank(tern_op_result(op, 0)->type);
  size_t place[TERN_LINALG_MAX_LOOPS];
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  const tern_affine_map_t *maps[3];
  for (size_t i = 0; i < loops; ++i) {
    place[i < rank ? order[i] : i] = i;
    iterators[i] = tern_linalg_iterator(op, i);
  }
  const tern_affine_map_t *moved = tern_affine_map_select(b.context, loops, place, loops);
  for (size_t i = 0; i < 2; ++i) maps[i] = tern_affine_map_compose(tern_linalg_indexing_map(op, i), moved);
  maps[2] = tern_linalg_output_map(op, 0);
  tern_value_t *inputs[2] = {tern_linalg_input(op, 0), tern_linalg_input(op, 1)};
  tern_value_t *init = build_init(&b, tern_value_defining_op(tern_linalg_output(op, 0)), order);
  size_t firsts[2] = {first_own_loop(maps, 0, rank), first_own_loop(maps, 1, rank)};
  if (firsts[1] < firsts[0] && firsts[0] < rank) {
    tern_value_t *input = inputs[0];
    const tern_affine_map_t *map = maps[0];
    inputs[0] = inputs[1];
    inputs[1] = input;
    maps[0] = maps[1];
    maps[1] = map;
    product = (tern_hlo_product_t){product.rhs, product.lhs};
  }
  tern_op_t *generic =
      tern_linalg_build_generic(&b, TERN_TYPES(init->type), (tern_values_t){inputs, 2}, TERN_VALUES(init), maps,
                                iterators, loops, tern_hlo_fill_with_product, &product);
  const tern_attr_t *allow_tf32 = tern_op_attr(op, TERN_HLO_ALLOW_TF32);
  if (allow_tf32) tern_op_set_attr(generic, TERN_HLO_ALLOW_TF32, allow_tf32);
  return tern_op_result(generic, 0);
}

// --- the pass ---

typedef struct search {
  tern_op_list_t ops;
  int64_t limit;  // how often an element may be computed; negative: as often as it takes
} search_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  search_t *search = user;
  if (!is_fusible(op)) return TERN_WALK_ADVANCE;
  transpose_t transpose;
  bool is_wanted = has_computed_operand(op, search->limit) || match_transpose(op, &transpose);
  // What it cannot take is refused by name in --hlo-to-linalg-on-buffers.
  if (is_wanted) tern_vec_push(&search->ops, op);
  return TERN_WALK_SKIP;
}

// Sizes are asked of what was there before any op that is to be fused.
static void ask_sources(tern_op_t *first, const tern_op_t *end) {
  for (tern_op_t *op = first; op != end; op = op->next) {
    if (!tern_op_is(op, TERN_TENSOR(DIM))) continue;
    tern_value_t *tensor = tern_op_operand(op, 0);
    for (tern_op_t *source; (source = tern_value_defining_op(tensor)) && tern_is_linalg(source);) {
      tensor = tern_linalg_output(source, tensor->index);
    }
    tern_op_set_operand(op, 0, tensor);
  }
}

static bool rewrite(tern_op_t *op) {
  transpose_t transpose;
  bool is_product = is_dot(op), is_transposed = match_transpose(op, &transpose);
  tern_hlo_product_t types = {tern_hlo_written_element(op, 0), tern_hlo_written_element(op, 1)};
  const tern_op_t *before = op->prev, *after = op->next;
  tern_block_t *block = op->block;
  if (!tern_hlo_lower_in_dispatch(op)) return false;
  ask_sources(before ? before->next : block->first_op, after);
  if (!is_product) return true;
  // A cast behind the product gives it sizes that its operands do not know.
  tern_op_t *product = after->prev;
  if (!tern_is_linalg(product)) {
    product = product->prev;
    is_transposed = false;
  }
  for (size_t i = 0; !is_transposed && i < TERN_LINALG_MAX_LOOPS; ++i) transpose.order[i] = i;
  tern_value_t *result = rebuild_product(product, types, transpose.order);
  if (is_transposed) {
    read_in_order(&transpose, result);
  } else {
    tern_value_replace_all_uses(tern_op_result(product, 0), result);
  }
  tern_op_t *fill = tern_value_defining_op(tern_linalg_output(product, 0));
  tern_op_t *empty = tern_value_defining_op(tern_linalg_output(fill, 0));
  tern_op_destroy(product);
  tern_op_destroy(fill);
  tern_op_destroy(empty);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  search_t search = {.limit = tern_pass_int(pass, "recomputations")};
  tern_op_walk_pre(root, collect, &search);
  const tern_op_list_t *ops = &search.ops;
  bool is_right = true;
  for (size_t i = 0; i < ops->count; ++i) is_right &= tern_hlo_match_in_dispatch(ops->values[i]);
  for (size_t i = 0; is_right && i < ops->count; ++i) is_right = rewrite(ops->values[i]);
  tern_vec_deinitialize(&search.ops);
  return is_right;
}

static const tern_option_def_t options[] = {
    {"recomputations", TERN_OPTION_INT, "-1",
     "How often an element of an operand may be computed; negative: as often as it is read", NULL},
};

const tern_pass_def_t tern_hlo_reductions_to_linalg_pass = {
    .name = "HLOReductionsToLinalgOnTensorsPass",
    .flag = "hlo-reductions-to-linalg-on-tensors",
    .summary = "Convert HLO dots and reductions that others can be fused into to linalg on tensors",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .description = "Dots and reductions of what is in memory are left to --hlo-to-linalg-on-buffers.",
    .run = run,
};
