// iree_linalg_ext.scan, topk, topk_v2: one line after the other may be searched or summed, one element after the other in it. Sums and
// products of floats are in pieces, as cumulative windows are (convert/stablehlo/running.h).

#include "convert/linalg_ext/loops.h"
#include "convert/stablehlo/scan_tiles.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/scf/build.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

// Where the line's element `position` is, among places `ivs` of the other dimensions.
static void find_place(size_t rank, size_t dim, tern_value_t *const *ivs, tern_value_t *position,
                       tern_value_t **out_place) {
  for (size_t d = 0, iv = 0; d < rank; ++d) out_place[d] = d == dim ? position : ivs[iv++];
}

// An scf.forall over all dimensions of `like` but one.
static void open_lines(tern_builder_t *b, tern_value_t *like, size_t dim, tern_values_t outputs,
                       tern_forall_t *out_forall) {
  tern_extent_t sizes[MAX_RANK], ends[MAX_RANK];
  size_t count = 0;
  tern_build_dims(b, like, sizes);
  for (size_t d = 0; d < tern_type_rank(like->type); ++d) {
    if (d != dim) ends[count++] = sizes[d];
  }
  tern_forall_open(b, ends, count, outputs, out_forall);
}

static tern_value_t *build_empty_like(tern_builder_t *b, tern_value_t *tensor) {
  tern_extent_t sizes[MAX_RANK];
  tern_build_dims(b, tensor, sizes);
  return tern_build_empty(b, tensor->type, sizes);
}

// --- scan ---

// A line of a scan.
typedef struct scan {
  const tern_op_t *op;
  size_t rank, dim;
  bool is_inclusive;
  tern_value_t *input, *first, *size;  // the start value; of the line
  tern_value_t *const *ivs;
  tern_monoid_t monoid;
} scan_t;

static tern_value_t *build_element(tern_builder_t *b, const scan_t *s, tern_value_t *position) {
  tern_value_t *place[MAX_RANK];
  find_place(s->rank, s->dim, s->ivs, position, place);
  return tern_build_extract(b, s->input, (tern_values_t){place, s->rank});
}

// One element after the other, by any body. `line` becomes the partial results; the last one is returned.
static tern_value_t *build_chain(tern_builder_t *b, const scan_t *s, tern_value_t **line) {
  // The line, what all elements so far combine to, and the last partial result.
  tern_value_t *state[3] = {*line, s->first, s->first};
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_op_t *loop = tern_loop_open(b, zero, s->size, one, state, 3);
  tern_value_t *position = tern_scf_for_iv(loop), *element = build_element(b, s, position);
  tern_value_t *combined = tern_linalg_ext_build_body(b, s->op, (tern_value_t *[]){state[1], element});
  if (s->is_inclusive) {
    // The first element is a partial result as it is; the start value takes no part.
    combined = tern_build_select(b, tern_build_compared(b, TERN_CMPI_EQ, position, zero), element, combined);
  }
  state[2] = s->is_inclusive ? combined : state[1];
  state[1] = combined;
  state[0] = tern_build_insert(b, state[2], state[0], TERN_VALUES(position));
  tern_loop_close(b, loop, state, 3);
  *line = state[0];
  return state[2];
}

// --- of sums and products of floats: in pieces ---

// What is all that the body does with both arguments; NULL if there is no such op.
static const tern_op_row_t *find_op(const tern_op_t *scan) {
  const tern_block_t *body = tern_op_body(scan, 0);
  const tern_op_t *op = tern_value_defining_op(tern_op_operand(body->last_op, 0));
  if (!op || op->operand_count != 2) return NULL;
  const tern_value_t *x = tern_op_operand(op, 0), *y = tern_op_operand(op, 1), *const *args = (void *)body->args;
  bool takes_both = (x == args[0] && y == args[1]) || (x == args[1] && y == args[0]);
  return takes_both ? op->def->row : NULL;
}

// arith.addf or mulf, if that is all that the body does; NULL for others, and other types.
static const tern_op_row_t *find_float_op(const tern_op_t *scan) {
  const tern_op_row_t *row = find_op(scan);
  return row == TERN_ARITH(ADDF) || row == TERN_ARITH(MULF) ? row : NULL;
}

static void combine_by_region(tern_builder_t *b, const tern_monoid_t *m, tern_value_t *const *args,
                              tern_value_t **out) {
  out[0] = tern_linalg_ext_build_body(b, m->user, args);
}

static void take(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t **values) {
  const scan_t *s = user;
  tern_value_t *element = build_element(b, s, position);
  tern_monoid_widen(b, &s->monoid, &element, &element);
  tern_monoid_combine(b, &s->monoid, values, &element, values);
}

// The start value and what follows it, or the latter alone.
static tern_value_t *build_partial(tern_builder_t *b, const scan_t *s, tern_value_t *value) {
  tern_value_t *first = s->first;
  if (!s->is_inclusive) {
    tern_monoid_widen(b, &s->monoid, &first, &first);
    tern_monoid_combine(b, &s->monoid, &first, &value, &value);
  }
  tern_monoid_narrow(b, &s->monoid, &value, &value);
  return value;
}

static void put(tern_builder_t *b, void *user, tern_value_t *position, tern_value_t *const *values,
                tern_value_t **state) {
  const scan_t *s = user;
  // What follows the start value is one place further on.
  if (!s->is_inclusive) position = tern_build_index_add(b, position, tern_build_index(b, 1));
  state[0] = tern_build_insert(b, build_partial(b, s, values[0]), state[0], TERN_VALUES(position));
}

static tern_value_t *build_pieces(tern_builder_t *b, scan_t *s, const tern_op_row_t *row, tern_value_t **line) {
  const tern_type_t *element = s->first->type;
  tern_value_t *neutral = tern_build_number(b, element, row == TERN_ARITH(ADDF) ? -0.0 : 1.0), *all;
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1), *end = s->size;
  int64_t size = tern_type_dim(s->input->type, s->dim);
  s->monoid = (tern_monoid_t){
      .count = 1, .elements = &element, .neutral = &neutral, .combine = combine_by_region, .user = s->op};
  tern_monoid_set_float_op(&s->monoid, row);
  tern_value_t *is_empty = tern_build_compared(b, TERN_CMPI_EQ, s->size, zero);
  if (!s->is_inclusive) {
    // The start value is the first partial result, if there is a place for it, and the last element takes no part.
    tern_value_t *has_place = tern_build_compared(b, TERN_CMPI_NE, s->size, zero);
    tern_op_t *guard = tern_guard_open(b, has_place, line, 1);
    *line = tern_build_insert(b, s->first, *line, TERN_VALUES(zero));
    tern_guard_close(b, guard, line, 1);
    end = tern_build_index_sub(b, s->size, one);
  }
  tern_running_t running = {.monoid = &s->monoid,
                            .first = zero,
                            .end = end,
                            .size = size,
                            .user = s,
                            .take = take,
                            .put = put,
                            .state_count = 1};
  tern_build_running(b, &running, line, &all);
  return tern_build_select(b, is_empty, s->first, build_partial(b, s, all));
}

bool tern_linalg_ext_lower_scan(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  tern_value_t *output = tern_linalg_ext_output(op, 0), *start = tern_linalg_ext_output(op, 1);
  scan_t s = {.op = op,
              .input = tern_linalg_ext_input(op, 0),
              .dim = tern_linalg_ext_dimension(op),
              .is_inclusive = tern_integer_attr_value(tern_op_attr(op, "inclusive")) != 0};
  s.rank = tern_type_rank(s.input->type);
  tern_forall_t forall;
  open_lines(b, s.input, s.dim, TERN_VALUES(build_empty_like(b, output), build_empty_like(b, start)), &forall);
  tern_part_t part = tern_linalg_ext_line(b, output, s.dim, forall.ivs),
              only = tern_linalg_ext_line(b, start, s.rank, forall.ivs);
  s.ivs = forall.ivs;
  s.first = tern_build_extract(b, start, (tern_values_t){forall.ivs, s.rank - 1});
  s.size = tern_build_extent(b, tern_build_dim(b, s.input, s.dim));
  tern_value_t *line = tern_build_empty_part(b, s.first->type, &part);
  const tern_op_row_t *row = find_float_op(op);
  tern_value_t *result = row ? build_pieces(b, &s, row, &line) : build_chain(b, &s, &line);
  tern_value_t *last = tern_build_empty_part(b, s.first->type, &only);
  last = tern_build_insert(b, result, last, (tern_values_t){0});
  tern_forall_close(b, &forall, (tern_value_t *[]){line, last}, (const tern_part_t *[]){&part, &only}, out_results);
  return true;
}

// --- by many invocations ---

// Bodies, and what is neutral to them.
static const struct {
  const tern_op_row_t *row;
  double neutral;
} neutrals[] = {
    {TERN_ARITH(ADDF), -0.0}, {TERN_ARITH(MULF), 1}, {TERN_ARITH(ADDI), 0},
    {TERN_ARITH(MULI), 1},    {TERN_ARITH(ORI), 0},  {TERN_ARITH(XORI), 0},
};

static bool build_scan_in_tiles(tern_builder_t *b, tern_op_t *op, double neutral, tern_value_t **out_results) {
  tern_value_t *input = tern_linalg_ext_input(op, 0);
  const tern_type_t *element = tern_type_element(input->type);
  tern_value_t *start = tern_build_number(b, element, neutral);
  tern_monoid_t monoid = {
      .count = 1, .elements = &element, .neutral = &start, .combine = combine_by_region, .user = op};
  const tern_op_row_t *row = find_float_op(op);
  if (row) tern_monoid_set_float_op(&monoid, row);
  tern_scan_t scan = {.monoid = &monoid, .inputs = &input, .dim = tern_linalg_ext_dimension(op)};
  tern_build_scan(b, &scan, out_results);
  tern_part_t last;
  tern_part_of_all(b, out_results[0], &last);
  tern_part_drop(&last, scan.dim, tern_build_index(b, tern_type_dim(input->type, scan.dim) - 1));
  out_results[1] = tern_build_part(b, out_results[0], &last);
  return true;
}

bool tern_linalg_ext_lower_scan_in_tiles(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  const tern_type_t *type = tern_linalg_ext_input(op, 0)->type;
  const tern_op_row_t *row = find_op(op);
  bool is_inclusive = tern_integer_attr_value(tern_op_attr(op, "inclusive")) != 0;
  bool has_elements = tern_type_has_static_shape(type) && tern_type_element_count(type) > 0;
  for (size_t i = 0; is_inclusive && has_elements && i < sizeof neutrals / sizeof neutrals[0]; ++i) {
    if (neutrals[i].row == row) return build_scan_in_tiles(b, op, neutrals[i].neutral, out_results);
  }
  return tern_linalg_ext_lower_scan(b, op, out_results);
}

// --- topk ---

// Does the entry that is new come before the one that is kept? Of entries that are the same to the comparator, the one with the
// lower index does. Without indices it makes no difference.
static tern_value_t *build_comes_first(tern_builder_t *b, const tern_op_t *op, tern_value_t *const *added,
                                       tern_value_t *const *kept, size_t count) {
  tern_value_t *forward = tern_linalg_ext_build_body(b, op, (tern_value_t *[]){added[0], kept[0]});
  if (count == 1) return forward;
  tern_value_t *backward = tern_linalg_ext_build_body(b, op, (tern_value_t *[]){kept[0], added[0]});
  tern_value_t *is_same = tern_build_compared(b, TERN_CMPI_EQ, forward, backward);
  tern_value_t *is_earlier = tern_build_compared(b, TERN_CMPI_SLT, added[1], kept[1]);
  return tern_build_binary(b, TERN_ARITH(ORI), forward, tern_build_binary(b, TERN_ARITH(ANDI), is_same, is_earlier));
}

// Goes through the kept entries, which `state` has the lines of (values, and their indices if `count` is 2): each one that the new
// entry comes before is exchanged with it.
static void build_insertion(tern_builder_t *b, const tern_op_t *op, tern_value_t *wanted, tern_value_t *const *added,
                            tern_value_t **state, size_t count) {
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1), *carried[4], *kept[2] = {0};
  for (size_t i = 0; i < count; ++i) {
    carried[i] = state[i];
    carried[count + i] = added[i];
  }
  tern_op_t *loop = tern_loop_open(b, zero, wanted, one, carried, 2 * count);
  tern_value_t *position = tern_scf_for_iv(loop);
  for (size_t i = 0; i < count; ++i) kept[i] = tern_build_extract(b, carried[i], TERN_VALUES(position));
  tern_value_t *comes_first = build_comes_first(b, op, carried + count, kept, count);
  for (size_t i = 0; i < count; ++i) {
    tern_value_t *put = tern_build_select(b, comes_first, carried[count + i], kept[i]);
    carried[count + i] = tern_build_select(b, comes_first, kept[i], carried[count + i]);
    carried[i] = tern_build_insert(b, put, carried[i], TERN_VALUES(position));
  }
  tern_loop_close(b, loop, carried, 2 * count);
  for (size_t i = 0; i < count; ++i) state[i] = carried[i];
}

// The index of an entry, given or counted.
static tern_value_t *build_entry_index(tern_builder_t *b, tern_value_t *indices, tern_values_t place,
                                       tern_value_t *position, const tern_type_t *type) {
  if (indices) return tern_build_extract(b, indices, place);
  return tern_type_is_index(type) ? position : tern_build_number_from_index(b, position, type);
}

bool tern_linalg_ext_lower_topk(tern_builder_t *b, tern_op_t *op, tern_value_t **out_results) {
  tern_value_t *values = tern_linalg_ext_input(op, 0), *indices = tern_linalg_ext_input(op, 1);
  tern_value_t *outputs[2] = {0}, *empties[2], *place[MAX_RANK], *state[2], *added[2] = {0};
  size_t dim = tern_linalg_ext_dimension(op), rank = tern_type_rank(values->type);
  size_t count = tern_linalg_ext_output_count(op);  // values, or values and indices
  for (size_t i = 0; i < count; ++i) {
    outputs[i] = tern_linalg_ext_output(op, i);
    empties[i] = build_empty_like(b, outputs[i]);
  }
  tern_forall_t forall;
  open_lines(b, values, dim, (tern_values_t){empties, count}, &forall);
  tern_part_t lines[2];
  for (size_t i = 0; i < count; ++i) {
    lines[i] = tern_linalg_ext_line(b, outputs[i], dim, forall.ivs);
    state[i] = tern_build_part(b, outputs[i], &lines[i]);
  }
  tern_value_t *zero = tern_build_index(b, 0), *one = tern_build_index(b, 1);
  tern_value_t *wanted = tern_build_extent(b, tern_build_dim(b, outputs[0], dim));
  tern_value_t *size = tern_build_extent(b, tern_build_dim(b, values, dim));
  tern_op_t *loop = tern_loop_open(b, zero, size, one, state, count);
  tern_value_t *position = tern_scf_for_iv(loop);
  find_place(rank, dim, forall.ivs, position, place);
  added[0] = tern_build_extract(b, values, (tern_values_t){place, rank});
  if (count == 2) {
    const tern_type_t *type = tern_type_element(outputs[1]->type);
    added[1] = build_entry_index(b, indices, (tern_values_t){place, rank}, position, type);
  }
  build_insertion(b, op, wanted, added, state, count);
  tern_loop_close(b, loop, state, count);
  tern_forall_close(b, &forall, state, (const tern_part_t *[]){&lines[0], &lines[1]}, out_results);
  return true;
}
