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

#include "convert/hlo/reduction.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "ir/op_list.h"
#include "pass/pass.h"

#define MAX_RESULTS 4

// Can the op take in what its operands are computed by?
static const tern_hlo_reduction_t *find_fusible(const tern_op_t *op) {
  const tern_hlo_reduction_t *reduction = tern_hlo_find_reduction(op);
  return reduction && reduction->build_on_tensors && op->result_count <= MAX_RESULTS ? reduction : NULL;
}

// Moves elements to other places only: the map of the fused operand says it all.
static bool is_movement(const tern_op_t *op) {
  return tern_linalg_is_copy(op) && tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, 0), true);
}

// How often an element of operand `index` is read: once for each of what only the other operand runs over. TERN_DYNAMIC: unknown.
static int64_t count_readings(const tern_op_t *op, size_t index) {
  if (tern_hlo_is(op, TERN_HLO_REDUCE)) return 1;
  const tern_type_t *own = tern_op_operand(op, index)->type, *result = tern_op_result(op, 0)->type;
  if (!tern_type_has_static_shape(own) || !tern_type_has_static_shape(result)) return TERN_DYNAMIC;
  int64_t kept = tern_hlo_dot_count_kept(op, index);
  return kept > 0 ? tern_type_element_count(result) / kept : 1;
}

// An element-wise op on tensors all of whose users can take it in. One that is stored too has a buffer to be read from.
static bool is_fusible_producer(const tern_op_t *op, int64_t limit) {
  if (!op || !tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op)) return false;
  if (!tern_linalg_is_elementwise(op) || op->result_count != 1) return false;
  tern_value_for_each_use(&op->results[0], use) {
    const tern_hlo_reduction_t *user = find_fusible(use->owner);
    if (!user || tern_operand_index(use) >= user->scalar_start(use->owner)) return false;
    int64_t count = limit < 0 || is_movement(op) ? 1 : count_readings(use->owner, tern_operand_index(use));
    if (limit >= 0 && (count == TERN_DYNAMIC || count > limit)) return false;
  }
  return true;
}

static bool has_computed_operand(const tern_op_t *op, const tern_hlo_reduction_t *reduction, int64_t limit) {
  for (size_t i = 0; i < reduction->scalar_start(op); ++i) {
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
  bool is_dot = tern_hlo_is(op, TERN_HLO_DOT) || tern_hlo_is(op, TERN_HLO_DOT_GENERAL);
  if (!is_dot || !tern_value_has_one_use(&op->results[0])) return false;
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

// --- the pass ---

typedef struct search {
  tern_op_list_t ops;
  int64_t limit;  // how often an element may be computed; negative: as often as it takes
} search_t;

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  search_t *search = user;
  const tern_hlo_reduction_t *reduction = find_fusible(op);
  if (!reduction) return TERN_WALK_ADVANCE;
  transpose_t transpose;
  bool is_wanted = has_computed_operand(op, reduction, search->limit) || match_transpose(op, &transpose);
  // What it cannot take is refused by name in --hlo-to-linalg-on-buffers.
  if (is_wanted) tern_vec_push(&search->ops, op);
  return TERN_WALK_SKIP;
}

static void rewrite(tern_op_t *op) {
  tern_value_t *results[MAX_RESULTS];
  transpose_t transpose;
  bool is_transposed = match_transpose(op, &transpose);
  tern_builder_t b = tern_builder_before(op);
  find_fusible(op)->build_on_tensors(&b, op, is_transposed ? transpose.order : NULL, results);
  if (is_transposed) {
    read_in_order(&transpose, results[0]);
  } else {
    for (size_t i = 0; i < op->result_count; ++i) tern_value_replace_all_uses(&op->results[i], results[i]);
  }
  tern_op_destroy(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  search_t search = {.limit = tern_pass_int(pass, "recomputations")};
  tern_op_walk_pre(root, collect, &search);
  const tern_op_list_t *ops = &search.ops;
  bool is_right = true;
  for (size_t i = 0; i < ops->count; ++i) is_right &= find_fusible(ops->values[i])->match(ops->values[i]);
  for (size_t i = 0; is_right && i < ops->count; ++i) rewrite(ops->values[i]);
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
