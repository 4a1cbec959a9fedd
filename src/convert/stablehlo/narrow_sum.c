// reduce by additions or multiplications of floats of less than 32 bits.
//
// Each step rounds to the element type, in the order of the elements: nothing may be reordered, or added up in other types.
// In one chain, sums of many elements would come to a halt (256 + 1 is 256 as a bf16). So dimensions of more than WINDOW
// elements are reduced in windows of that many first, with the rest of the last window divided between both ends. XLA does
// the same on CPUs (TreeReductionRewriter), and digits agree.

#include "convert/stablehlo/lowering.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

enum { WINDOW = 32 };

// The op of the body, if it is one op on both arguments, and what it leaves as it is.
typedef struct combiner {
  const tern_op_row_t *row;
  double identity;
} combiner_t;

const tern_op_row_t *tern_hlo_sum_or_product(const tern_region_t *region, double *out_identity) {
  static const struct {
    tern_hlo_t id;
    combiner_t combiner;
  } known[] = {{TERN_HLO_ADD, {TERN_ARITH(ADDF), 0}}, {TERN_HLO_MULTIPLY, {TERN_ARITH(MULF), 1}}};
  const tern_block_t *block = region->first_block;
  if (!block || block != region->last_block || block->arg_count != 2) return NULL;
  const tern_op_t *op = block->first_op, *end = block->last_op;
  if (op == end || op->next != end || op->operand_count != 2) return NULL;
  const tern_value_t *x = tern_op_operand(op, 0), *y = tern_op_operand(op, 1), *const *args = (void *)block->args;
  bool takes_both = (x == args[0] && y == args[1]) || (x == args[1] && y == args[0]);
  if (!takes_both || end->operand_count != 1 || tern_op_operand(end, 0) != tern_op_result(op, 0)) return NULL;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
    if (!tern_hlo_is(op, known[i].id)) continue;
    *out_identity = known[i].combiner.identity;
    return known[i].combiner.row;
  }
  return NULL;
}

// The op in f32, rounded at once. Said like this it is no sum whose additions a target may put in another order.
static void fill_with_step(tern_builder_t *b, tern_block_t *block, void *user) {
  const combiner_t *combiner = user;
  const tern_type_t *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  tern_value_t *args[2];
  for (size_t i = 0; i < 2; ++i) {
    // What was accumulated comes first.
    args[i] =
        tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(block->args[1 - i]), .types = TERN_TYPES(f32));
  }
  tern_value_t *result = tern_build_value(b, combiner->row, .operands = {args, 2});
  result = tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(result),
                            .types = TERN_TYPES(block->args[1]->type));
  tern_build_linalg_yield(b, TERN_VALUES(result));
}

// A tensor, and which of its dimensions are yet to be reduced.
typedef struct rest {
  tern_value_t *tensor;
  bool is_reduced[2 * MAX_RANK];
} rest_t;

static bool is_long(const rest_t *rest, size_t dim) {
  int64_t size = tern_type_dim(rest->tensor->type, dim);
  return rest->is_reduced[dim] && size != TERN_DYNAMIC && size > WINDOW;
}

// Reduces the dimensions to be reduced; the others are those of `output`.
static tern_value_t *build_reduced(tern_builder_t *b, combiner_t *combiner, const rest_t *rest, tern_value_t *output) {
  size_t rank = tern_type_rank(rest->tensor->type), parallels = tern_type_rank(output->type);
  size_t loops[2 * MAX_RANK], positions[MAX_RANK];
  for (size_t d = 0, kept = 0, reduced = parallels; d < rank; ++d) {
    loops[d] = rest->is_reduced[d] ? reduced++ : kept++;
  }
  for (size_t i = 0; i < parallels; ++i) positions[i] = i;
  const tern_affine_map_t *maps[] = {tern_affine_map_select(b->context, rank, loops, rank),
                                     tern_affine_map_select(b->context, rank, positions, parallels)};
  tern_op_t *generic = tern_build_tensor_generic(b, TERN_VALUES(rest->tensor), TERN_VALUES(output), maps, parallels,
                                                 rank - parallels, fill_with_step, combiner);
  return tern_op_result(generic, 0);
}

// Makes long dimensions multiples of a window.
static void build_padding(tern_builder_t *b, rest_t *rest, tern_value_t *identity) {
  tern_extent_t low[MAX_RANK], high[MAX_RANK];
  int64_t dims[MAX_RANK];
  size_t rank = tern_type_rank(rest->tensor->type);
  bool is_padded = false;
  for (size_t d = 0; d < rank; ++d) {
    int64_t size = tern_type_dim(rest->tensor->type, d),
            missing = is_long(rest, d) ? (WINDOW - size % WINDOW) % WINDOW : 0;
    low[d] = tern_extent_of(missing / 2);
    high[d] = tern_extent_of(missing - missing / 2);
    dims[d] = size == TERN_DYNAMIC ? size : size + missing;
    is_padded |= missing > 0;
  }
  if (!is_padded) return;
  const tern_type_t *type = tern_type_with_shape(rest->tensor->type, dims, rank);
  rest->tensor = tern_build_pad(b, rest->tensor, type, low, high, identity);
}

// Reduces the windows: what is left to reduce is how many they are. Dimensions that are short are windows.
static void build_windows(tern_builder_t *b, combiner_t *combiner, rest_t *rest, tern_value_t *identity) {
  build_padding(b, rest, identity);
  rest_t windows = {rest->tensor, {false}}, left = {NULL, {false}};
  tern_extent_t sizes[2 * MAX_RANK];
  int64_t dims[2 * MAX_RANK];
  size_t rank = tern_type_rank(rest->tensor->type), kept = 0;
  for (size_t d = 0, place = 0; d < rank; ++d, ++place) {
    bool splits = is_long(rest, d);
    if (splits)
      windows.tensor =
          tern_build_split_dim(b, windows.tensor, place, tern_type_dim(windows.tensor->type, place) / WINDOW);
    if (splits || !rest->is_reduced[d]) {
      sizes[kept] = tern_build_dim(b, windows.tensor, place);
      dims[kept] = tern_type_dim(windows.tensor->type, place);
      left.is_reduced[kept++] = splits;
    }
    if (splits) ++place;
    windows.is_reduced[place] = rest->is_reduced[d];
  }
  const tern_type_t *type = tern_type_with_shape(rest->tensor->type, dims, kept);
  left.tensor = build_reduced(b, combiner, &windows, tern_build_filled(b, type, sizes, identity));
  *rest = left;
}

bool tern_hlo_lower_narrow_sum(tern_hlo_lowering_t *l) {
  tern_builder_t *b = l->b;
  combiner_t combiner;
  if (l->operands.count != 2) return false;
  combiner.row = tern_hlo_sum_or_product(&l->op->regions[0], &combiner.identity);
  if (!combiner.row) return false;
  tern_value_t *input = l->operands.values[0];
  const tern_type_t *element = tern_type_element(input->type);
  size_t rank = tern_type_rank(input->type);
  if (!tern_type_is_float(element) || tern_type_bit_width(element) >= 32 || element != tern_type_element(l->types[0])) {
    return false;
  }
  rest_t rest = {input, {false}};
  const tern_attr_t *reduced = tern_op_attr(l->op, "dimensions");
  for (size_t i = 0; i < tern_int_list_attr_count(reduced); ++i) {
    size_t dim = (size_t)tern_int_list_attr_at(reduced, i);
    rest.is_reduced[dim] = true;
    // In a dimension of unknown size no windows can be made.
    if (tern_type_dim(input->type, dim) == TERN_DYNAMIC) return false;
  }
  if (2 * rank > MAX_RANK) return false;
  tern_extent_t sizes[MAX_RANK];
  size_t kept = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (!rest.is_reduced[d]) sizes[kept++] = tern_build_dim(b, input, d);
  }
  tern_value_t *identity = tern_build_scalar_number(b, element, combiner.identity);
  for (size_t d = 0; d < tern_type_rank(rest.tensor->type);) {
    if (is_long(&rest, d)) {
      build_windows(b, &combiner, &rest, identity);
      d = 0;
    } else {
      ++d;
    }
  }
  tern_value_t *output = tern_build_filled(b, l->types[0], sizes, tern_build_only_element(b, l->operands.values[1]));
  l->results[0] = build_reduced(b, &combiner, &rest, output);
  return true;
}
