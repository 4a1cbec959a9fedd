// Groups of ops that compute rows.
//
// The dims of values that ops of the group hand to each other are labelled. Label n belongs to a loop of every op that visits a
// dim with that label; it is common if every op has such a loop, a parallel one, and no op reads the dim in another way. A tile
// of the common loops can then be given to one workgroup, which runs all ops on it:
//
//   %max = max over j of %x[i, j]                        labels of %max: 0     (i)
//   %e   = exp(%x[i, j] - %max[i])                       labels of %e:   0, 1  (i, j)
//   %sum = sum over j of %e[i, j]                        j is reduced: 1 is not common
//   %y   = %e[i, j] / %sum[i]                            common: 0; %e takes a row of memory in each workgroup

#include "transform/dispatch_creation/row_group.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/affine.h"

enum {
  MAX_LABELS = 64,
  MAX_OPS = 16,
  MAX_TENSORS = 16,
  MAX_ROW_BYTES = 16384,  // of one temporary: half of the memory that every GPU gives a workgroup
};

typedef signed char label_t;  // -1: none

// --- labels ---

static label_t *labels_of(const tern_row_group_t *group, const tern_value_t *value) {
  return tern_map_get(&group->labels, value);
}

// Sums over windows, as convolutions and pooling have them: work of their own, which few rows would not share out.
static bool reduces_windows(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count && !tern_linalg_is_all_parallel(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t d = 0; d < map->result_count; ++d) {
      if (map->results[d]->kind != TERN_AFFINE_DIM && map->results[d]->kind != TERN_AFFINE_CONSTANT) return true;
    }
  }
  return false;
}

static bool is_candidate(const tern_op_t *op) {
  tern_contraction_t contraction;
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) || op->result_count == 0 ||
      tern_linalg_match_contraction(op, &contraction) || reduces_windows(op) || tern_linalg_loop_count(op) == 0) {
    return false;
  }
  for (size_t i = 0; i < tern_linalg_output_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, i);
    if (!tern_affine_map_is_projected_permutation(map, true)) return false;
  }
  return true;
}

static bool loop_of_expr(const tern_affine_expr_t *expr, size_t *out_loop) {
  if (expr->kind != TERN_AFFINE_DIM) return false;
  *out_loop = (size_t)expr->value;
  return true;
}

// Labels of the op's loops, from the values of the group that it reads. Clears in `*common` what does not fit.
static void label_loops(const tern_row_group_t *group, const tern_op_t *op, label_t *loops, uint64_t *common) {
  size_t loop_count = tern_linalg_loop_count(op);
  memset(loops, -1, TERN_LINALG_MAX_LOOPS);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const label_t *labels = labels_of(group, tern_op_operand(op, i));
    if (!labels) continue;
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t d = 0; d < map->result_count; ++d) {
      size_t loop;
      label_t label = labels[d];
      if (label < 0) continue;
      if (!loop_of_expr(map->results[d], &loop) || (loops[loop] >= 0 && loops[loop] != label)) {
        *common &= ~(UINT64_C(1) << label);
        if (loop_of_expr(map->results[d], &loop) && loops[loop] >= 0) *common &= ~(UINT64_C(1) << loops[loop]);
        continue;
      }
      loops[loop] = label;
    }
  }
  uint64_t present = 0;
  for (size_t l = 0; l < loop_count; ++l) {
    if (loops[l] < 0) continue;
    uint64_t bit = UINT64_C(1) << loops[l];
    if ((present & bit) || tern_linalg_iterator(op, l) != TERN_ITERATOR_PARALLEL) *common &= ~bit;
    present |= bit;
  }
  *common &= present;
}

// Loops without a label get new ones; then the results' dims have those of their loops.
static void label_results(tern_row_group_t *group, const tern_op_t *op, label_t *loops) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  size_t loop_count = tern_linalg_loop_count(op);
  bool is_static = tern_linalg_static_loop_ranges(op, ranges);
  for (size_t l = 0; l < loop_count; ++l) {
    if (loops[l] >= 0 || group->label_count == MAX_LABELS) continue;
    group->extents[group->label_count] = is_static ? ranges[l] : TERN_DYNAMIC;
    loops[l] = (label_t)group->label_count++;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, i);
    label_t *labels = tern_malloc(map->result_count + 1);
    for (size_t d = 0; d < map->result_count; ++d) {
      size_t loop;
      labels[d] = loop_of_expr(map->results[d], &loop) ? loops[loop] : -1;
    }
    tern_map_set(&group->labels, &op->results[i], labels);
  }
}

// --- limits ---

// Bytes of one row of a value, very many if that is not known or more than `limit`.
static int64_t row_bytes(const tern_row_group_t *group, const tern_value_t *value, uint64_t common, int64_t limit) {
  const label_t *labels = labels_of(group, value);
  int64_t bytes = 8;
  for (size_t d = 0; d < tern_type_rank(value->type); ++d) {
    int64_t size = tern_type_dims(value->type)[d];
    if (labels[d] >= 0 && (common >> labels[d] & 1)) continue;
    if (size == TERN_DYNAMIC || size > limit) return INT64_MAX;
    bytes *= size;
    if (bytes > limit * 8) return INT64_MAX;
  }
  const tern_type_t *element = tern_type_element(value->type);
  bool is_small = (tern_type_is_integer(element) && tern_integer_type_width(element) <= 32) ||
                  (tern_type_is_float(element) && tern_type_bit_width(element) <= 32);
  return is_small ? bytes / 2 : bytes;
}

static bool fits(const tern_row_group_t *group, uint64_t common, int64_t limit) {
  for (size_t i = 0; i < group->ops.count; ++i) {
    const tern_op_t *member = group->ops.values[i];
    for (size_t r = 0; r < member->result_count; ++r) {
      if (row_bytes(group, &member->results[r], common, limit) > limit) return false;
    }
  }
  return true;
}

// --- kernels of rows ---

enum { MAX_COLUMN_LOOPS = 4 };

// What is the same in all ops of a group that one kernel of rows runs (convert/gpu/rows/rows.h): besides common loops they have the same
// ones, which together are the columns, and reductions reduce all of these; neighbours in memory are all of one row, or none.
typedef struct row_form {
  size_t column_loops;
  int64_t extents[MAX_COLUMN_LOOPS];
  enum { LANE_UNKNOWN, LANE_COLUMN, LANE_ROW } lane;
  bool has_reduction;
} row_form_t;

static bool is_plain_number(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  if (tern_type_is_float(type)) return width >= 16 && width <= 64;
  return tern_type_is_integer(type) && (width == 8 || width == 16 || width == 32 || width == 64);
}

// One op that combines, in any order, starting from a number.
static bool reduces_plainly(const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  const tern_op_t *combiner = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  const tern_op_t *start = tern_value_defining_op(tern_linalg_output(op, 0));
  const tern_value_t *old = body->args[body->arg_count - 1];
  if (op->result_count != 1 || !start || !tern_op_is(start, TERN_LINALG(FILL))) return false;
  if (!combiner || combiner->block != body || combiner->operand_count != 2 || !tern_value_has_one_use(old))
    return false;
  bool takes_old = tern_op_operand(combiner, 0) == old || tern_op_operand(combiner, 1) == old;
  return takes_old && tern_op_has_trait(combiner, TERN_TRAIT_COMMUTATIVE) &&
         tern_str_starts_with(tern_op_name(combiner), TERN_STR("arith."));
}

// Dimensions are loops. Where rows and columns are both in it, the last dimension is of the kind that it is elsewhere, and of columns
// the last. `last`: the last loop that is a column.
static bool suits_lanes(const tern_affine_map_t *map, const label_t *loops, uint64_t common, size_t last,
                        row_form_t *form) {
  size_t loop = SIZE_MAX;
  bool has_row = common == 0, has_column = false, is_row = false;
  for (size_t d = 0; d < map->result_count; ++d) {
    if (!loop_of_expr(map->results[d], &loop)) return false;
    is_row = loops[loop] >= 0 && (common >> loops[loop] & 1);
    has_row |= is_row;
    has_column |= !is_row;
  }
  if (!has_row || !has_column) return true;
  if (form->lane == LANE_UNKNOWN) form->lane = is_row ? LANE_ROW : LANE_COLUMN;
  return form->lane == (is_row ? LANE_ROW : LANE_COLUMN) && (is_row || loop == last);
}

static bool has_plain_body(const tern_op_t *op) {
  tern_block_for_each_op(tern_linalg_body(op), inner) {
    bool is_plain = inner->region_count == 0 && tern_op_effects(inner) == 0 && inner->result_count <= 1;
    if (inner != tern_linalg_body(op)->last_op && !is_plain) return false;
  }
  return true;
}

// Is this a kind of op that kernels of rows take, and does it fit what `form` says of the ops before? `loops`: labels of its loops.
static bool suits_rows(const tern_op_t *op, const label_t *loops, uint64_t common, row_form_t *form) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS], extents[MAX_COLUMN_LOOPS];
  size_t count = 0, last = SIZE_MAX;
  bool is_reduction = !tern_linalg_is_all_parallel(op);
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    if (loops[l] >= 0 && (common >> loops[l] & 1)) continue;
    bool is_reduced = tern_linalg_iterator(op, l) == TERN_ITERATOR_REDUCTION;
    if (is_reduced != is_reduction || count == MAX_COLUMN_LOOPS || ranges[l] == TERN_DYNAMIC) return false;
    extents[count++] = ranges[last = l];
  }
  if (count > 0 && form->column_loops > 0) {
    if (count != form->column_loops || memcmp(extents, form->extents, count * sizeof *extents) != 0) return false;
  } else if (count > 0) {
    form->column_loops = count;
    memcpy(form->extents, extents, count * sizeof *extents);
  }
  form->has_reduction |= is_reduction;
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (!is_plain_number(tern_type_element(tern_op_operand(op, i)->type))) return false;
    if (!suits_lanes(tern_linalg_indexing_map(op, i), loops, common, last, form)) return false;
  }
  return has_plain_body(op) && (!is_reduction || reduces_plainly(op));
}

// Labels of the loops of a member, by its results; loops that are reduced have none.
static void member_loops(const tern_row_group_t *group, const tern_op_t *op, label_t *out_loops) {
  memset(out_loops, -1, TERN_LINALG_MAX_LOOPS);
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_output_map(op, i);
    const label_t *labels = labels_of(group, &op->results[i]);
    for (size_t d = 0; d < map->result_count; ++d) {
      size_t loop;
      if (loop_of_expr(map->results[d], &loop)) out_loops[loop] = labels[d];
    }
  }
}

// The form of the group with `op`, whose loops have these labels; without it if that is NULL. False: they have none.
static bool find_form(const tern_row_group_t *group, const tern_op_t *op, const label_t *loops, uint64_t common,
                      row_form_t *out_form) {
  *out_form = (row_form_t){0};
  for (size_t i = 0; i < group->ops.count; ++i) {
    label_t own[TERN_LINALG_MAX_LOOPS];
    member_loops(group, group->ops.values[i], own);
    if (!suits_rows(group->ops.values[i], own, common, out_form)) return false;
  }
  return !op || suits_rows(op, loops, common, out_form);
}

// Can a kernel keep the rows by itself?
static bool needs_no_memory(const tern_row_group_t *group, const tern_op_t *op, const label_t *loops, uint64_t common) {
  row_form_t form;
  if (group->longest_row == 0 || !fits(group, common, group->longest_row)) return false;
  return find_form(group, op, loops, common, &form) && form.lane != LANE_ROW;
}

// --- costs ---

// Ops that would be one dispatch, and how it would go through them.
typedef struct dispatch {
  const tern_op_t *ops[MAX_OPS];
  size_t count;
  double points;      // elements of the loops that all of them have in common
  bool is_kernel;     // of rows; or of a single op
  bool is_scattered;  // the common loops do not go along memory
  bool is_map;        // all ops are element-wise
} dispatch_t;

static bool contains(const dispatch_t *dispatch, size_t count, const tern_op_t *op) {
  for (size_t i = 0; i < count; ++i) {
    if (dispatch->ops[i] == op) return true;
  }
  return false;
}

static double bytes_of(const tern_value_t *value) {
  return (double)tern_type_element_count(value->type) * (tern_type_bit_width(tern_type_element(value->type)) + 7) / 8;
}

// A kernel of rows reads what several of its ops need once.
static bool is_read_before(const dispatch_t *dispatch, size_t index, const tern_value_t *value) {
  for (size_t i = 0; i < index && dispatch->is_kernel; ++i) {
    for (size_t k = 0; k < dispatch->ops[i]->operand_count; ++k) {
      if (tern_op_operand(dispatch->ops[i], k) == value) return true;
    }
  }
  return false;
}

// Bytes that op `index` of the dispatch reads from memory, and of its results that others need.
static double traffic_of(const dispatch_t *dispatch, size_t index) {
  const tern_op_t *op = dispatch->ops[index];
  double bytes = 0;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_value_t *input = tern_linalg_input(op, i);
    const tern_op_t *producer = tern_value_defining_op(input);
    if (input->type->kind != TERN_TYPE_TENSOR || is_read_before(dispatch, index, input)) continue;
    if (!producer || !contains(dispatch, index, producer)) bytes += bytes_of(input);
  }
  for (size_t r = 0; r < op->result_count; ++r) {
    bool is_left = false;
    tern_value_for_each_use(&op->results[r], use) is_left |= !contains(dispatch, dispatch->count, use->owner);
    if (is_left) bytes += bytes_of(&op->results[r]);
  }
  return bytes;
}

// How much of op `index` can go on at the same time. Kernels share what is reduced, too, if parts of it can be combined.
static double strands_of(const tern_fusion_rates_t *rates, const dispatch_t *dispatch, const tern_op_t *op,
                         double iterations, double results) {
  enum { ELEMENTS_OF_STRAND = 4 };
  bool is_shared = dispatch->is_kernel && (tern_linalg_is_all_parallel(op) || reduces_plainly(op));
  if (is_shared) return iterations / ELEMENTS_OF_STRAND;
  double most = dispatch->points * (dispatch->is_scattered ? rates->scattered_strands : rates->tile_strands);
  return dispatch->is_kernel || results < most ? results : most;
}

// A dispatch of one op writes a result that is only inserted into a larger tensor where it belongs; that of several leaves it to a copy.
static double nanoseconds_of_copy(const tern_fusion_rates_t *rates, const dispatch_t *dispatch, const tern_op_t *op) {
  const tern_operand_t *use = op->results[0].first_use;
  bool is_inserted = op->result_count == 1 && use && tern_value_has_one_use(&op->results[0]) &&
                     tern_op_is(use->owner, TERN_TENSOR(INSERT_SLICE)) && tern_operand_index(use) == 0;
  if (!is_inserted || dispatch->count == 1) return 0;
  const tern_fusion_work_t copy = {.bytes = 2 * bytes_of(&op->results[0]), .strands = rates->strands};
  return rates->dispatch_nanoseconds + tern_fusion_nanoseconds(rates, &copy, 1);
}

static double part_of_bytes(const tern_fusion_rates_t *rates, const dispatch_t *dispatch) {
  if (dispatch->is_kernel) return 1;
  return dispatch->is_scattered ? rates->scattered : dispatch->is_map ? rates->tiled : 1;
}

static double nanoseconds_of(const tern_fusion_rates_t *rates, const dispatch_t *dispatch) {
  double sum = rates->dispatch_nanoseconds;
  for (size_t i = 0; i < dispatch->count; ++i) {
    const tern_op_t *op = dispatch->ops[i];
    int64_t ranges[TERN_LINALG_MAX_LOOPS];
    double iterations = 1, results = 1;
    tern_linalg_static_loop_ranges(op, ranges);
    for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
      iterations *= (double)ranges[l];
      if (tern_linalg_iterator(op, l) == TERN_ITERATOR_PARALLEL) results *= (double)ranges[l];
    }
    const tern_fusion_work_t work = {.bytes = traffic_of(dispatch, i),
                                     .ops = iterations * tern_fusion_body_ops(op),
                                     .strands = strands_of(rates, dispatch, op, iterations, results)};
    sum += tern_fusion_nanoseconds(rates, &work, part_of_bytes(rates, dispatch)) +
           nanoseconds_of_copy(rates, dispatch, op);
  }
  return sum;
}

// Is the last dimension of all that the op reads and writes a common loop?
static bool goes_along_memory(const tern_op_t *op, const label_t *loops, uint64_t common) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    size_t loop;
    if (map->result_count == 0) continue;
    if (!loop_of_expr(map->results[map->result_count - 1], &loop)) return false;
    if (loops[loop] < 0 || !(common >> loops[loop] & 1)) return false;
  }
  return true;
}

static bool has_static_sizes(const tern_op_t *op) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    if (ranges[l] <= 0) return false;
  }
  return true;
}

static double points_of(const tern_row_group_t *group, uint64_t common) {
  double points = 1;
  for (size_t n = 0; n < group->label_count; ++n) {
    if (common >> n & 1) points *= (double)group->extents[n];
  }
  return points;
}

static dispatch_t dispatch_of(const tern_row_group_t *group, const tern_op_t *op, const label_t *loops,
                              uint64_t common) {
  row_form_t form;
  dispatch_t dispatch = {.points = points_of(group, common)};
  bool is_along = !op || goes_along_memory(op, loops, common);
  for (size_t i = 0; i < group->ops.count; ++i) {
    label_t own[TERN_LINALG_MAX_LOOPS];
    dispatch.ops[dispatch.count++] = group->ops.values[i];
    member_loops(group, group->ops.values[i], own);
    is_along &= goes_along_memory(group->ops.values[i], own, common);
  }
  if (op) dispatch.ops[dispatch.count++] = op;
  dispatch.is_map = true;
  for (size_t i = 0; i < dispatch.count; ++i) dispatch.is_map &= tern_linalg_is_all_parallel(dispatch.ops[i]);
  bool has_form = find_form(group, op, loops, common, &form) && form.has_reduction;
  dispatch.is_kernel = dispatch.count == 1 || (has_form && group->rates->shares_rows);
  dispatch.is_scattered = !dispatch.is_kernel && !is_along;
  return dispatch;
}

// Does the group with the op take no longer than both one after the other? What is not known until the program runs is large.
static bool pays(const tern_row_group_t *group, const tern_op_t *op, const label_t *loops, uint64_t common) {
  if (!group->rates || !has_static_sizes(op)) return true;
  for (size_t i = 0; i < group->ops.count; ++i) {
    if (!has_static_sizes(group->ops.values[i])) return true;
  }
  const dispatch_t together = dispatch_of(group, op, loops, common);
  const dispatch_t before = dispatch_of(group, NULL, NULL, group->common);
  const dispatch_t alone = {.ops = {op}, .count = 1, .is_kernel = true};
  return nanoseconds_of(group->rates, &together) <=
         nanoseconds_of(group->rates, &before) + nanoseconds_of(group->rates, &alone);
}

// What outputs start from is made in the dispatch.
static bool is_made_inside(const tern_value_t *value) {
  const tern_op_t *op = tern_value_defining_op(value);
  return op && (tern_op_is(op, TERN_LINALG(FILL)) || tern_op_is(op, TERN_TENSOR(EMPTY)) ||
                tern_op_has_trait(op, TERN_TRAIT_CONSTANT_LIKE));
}

static const tern_op_t *member_at(const tern_row_group_t *group, const tern_op_t *extra, size_t index) {
  return index < group->ops.count ? group->ops.values[index] : extra;
}

// Does an op before this operand, or an operand before it, read the value, too?
static bool is_counted(const tern_row_group_t *group, const tern_op_t *extra, size_t index, size_t operand,
                       const tern_value_t *value) {
  for (size_t i = 0; i <= index; ++i) {
    const tern_op_t *op = member_at(group, extra, i);
    for (size_t k = 0; k < (i == index ? operand : op->operand_count); ++k) {
      if (tern_op_operand(op, k) == value) return true;
    }
  }
  return false;
}

static bool is_needed_outside(const tern_row_group_t *group, const tern_op_t *extra, const tern_value_t *result) {
  tern_value_for_each_use(result, use) {
    bool is_inside = use->owner == extra;
    for (size_t i = 0; i < group->ops.count; ++i) is_inside |= use->owner == group->ops.values[i];
    if (!is_inside) return true;
  }
  return false;
}

// Tensors that the group with one more op would read and write.
static size_t external_tensor_count(const tern_row_group_t *group, const tern_op_t *extra) {
  size_t count = 0;
  for (size_t i = 0; i <= group->ops.count; ++i) {
    const tern_op_t *op = member_at(group, extra, i);
    for (size_t k = 0; k < op->operand_count; ++k) {
      const tern_value_t *value = tern_op_operand(op, k);
      count += !labels_of(group, value) && !is_made_inside(value) && !is_counted(group, extra, i, k, value);
    }
    for (size_t r = 0; r < op->result_count; ++r) count += is_needed_outside(group, extra, &op->results[r]);
  }
  return count;
}

// Values of the group that the body reads by itself are not followed.
static bool is_captured_by(const tern_row_group_t *group, const tern_op_t *op) {
  for (size_t i = 0; i < group->ops.count; ++i) {
    const tern_op_t *member = group->ops.values[i];
    for (size_t r = 0; r < member->result_count; ++r) {
      tern_value_for_each_use(&member->results[r], use) {
        if (use->owner != op && tern_op_is_within(use->owner, op)) return true;
      }
    }
  }
  return false;
}

// --- the group ---

bool tern_row_group_start(tern_row_group_t *group, tern_op_t *op) {
  *group = (tern_row_group_t){0};
  if (!is_candidate(op)) return false;
  label_t loops[TERN_LINALG_MAX_LOOPS];
  memset(loops, -1, sizeof loops);
  label_results(group, op, loops);
  for (size_t l = 0; l < tern_linalg_loop_count(op); ++l) {
    if (tern_linalg_iterator(op, l) == TERN_ITERATOR_PARALLEL) group->common |= UINT64_C(1) << loops[l];
  }
  tern_vec_push(&group->ops, op);
  return true;
}

bool tern_row_group_add(tern_row_group_t *group, tern_op_t *op, const char **out_reason) {
  *out_reason = "its user is no op that works on rows";
  if (!is_candidate(op) || is_captured_by(group, op)) return false;
  *out_reason = "there are too many ops or operands for one dispatch";
  if (group->ops.count == MAX_OPS || external_tensor_count(group, op) > MAX_TENSORS) return false;
  label_t loops[TERN_LINALG_MAX_LOOPS];
  uint64_t common = group->common;
  label_loops(group, op, loops, &common);
  *out_reason = "its user needs what other rows compute";
  if (common == 0) return false;
  *out_reason = "its rows are too long to be kept in a workgroup";
  if (!fits(group, common, MAX_ROW_BYTES) && !needs_no_memory(group, op, loops, common)) return false;
  *out_reason = "too little of one dispatch could go on at the same time";
  if (!pays(group, op, loops, common)) return false;
  if (group->label_count + tern_linalg_loop_count(op) > MAX_LABELS) return false;
  group->common = common;
  label_results(group, op, loops);
  tern_vec_push(&group->ops, op);
  return true;
}

void tern_row_group_deinitialize(tern_row_group_t *group) {
  for (size_t i = 0; i < group->ops.count; ++i) {
    const tern_op_t *op = group->ops.values[i];
    for (size_t r = 0; r < op->result_count; ++r) free(labels_of(group, &op->results[r]));
  }
  tern_map_deinitialize(&group->labels);
  tern_vec_deinitialize(&group->ops);
}
