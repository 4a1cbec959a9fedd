// reduce and reduce_window as linalg on buffers. The region becomes the body of a generic op, with the old value of the
// output as its accumulator; the output starts with the op's initial value. Pooling over the middle dimensions of a 4-D input
// becomes linalg.pooling_nhwc_*.

#include "convert/hlo/reduction.h"
#include "convert/hlo/scalar.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/diagnostic.h"

#define MAX_RANK 12
#define MAX_INPUTS 4

static bool match_region(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) > MAX_RANK) {
      return tern_op_error(op, "has an operand of unsupported rank");
    }
  }
  if (op->result_count > MAX_INPUTS) return tern_op_error(op, "has more than %d results", MAX_INPUTS);
  return tern_hlo_scalar_region_is_supported(op, &op->regions[0]);
}

// The region's arguments: accumulators first, then elements.
static void yield_region(tern_builder_t *b, tern_op_t *op, tern_value_t *const *accumulators,
                         tern_value_t *const *elements) {
  tern_value_t *args[2 * MAX_INPUTS], *results[MAX_INPUTS];
  for (size_t i = 0; i < op->result_count; ++i) {
    args[i] = accumulators[i];
    args[op->result_count + i] = elements[i];
  }
  tern_hlo_build_scalar_region(b, &op->regions[0], args, results, op->result_count);
  tern_build(b, TERN_LINALG(YIELD), .operands = {results, op->result_count});
}

static void fill_outputs(const tern_hlo_site_t *site) {
  size_t count = site->op->result_count;
  for (size_t i = 0; i < count; ++i) tern_hlo_build_fill(site->b, site->inputs[count + i], site->outputs[i]);
}

// --- reduce ---

bool tern_hlo_match_reduce(const tern_op_t *op) { return match_region(op); }

static bool is_reduced(const tern_op_t *op, size_t dim) {
  const tern_attr_t *dims = tern_op_attr(op, "dimensions");
  for (size_t i = 0; i < tern_int_list_attr_count(dims); ++i) {
    if (tern_int_list_attr_at(dims, i) == (int64_t)dim) return true;
  }
  return false;
}

static void fill_reduce_body(tern_builder_t *b, tern_block_t *body, void *user) {
  tern_op_t *op = user;
  yield_region(b, op, body->args + op->result_count, body->args);
}

// The op on buffers that are filled already, or on such tensors.
static tern_op_t *build_reduction(tern_builder_t *b, tern_op_t *op, tern_value_t *const *inputs,
                                  tern_value_t *const *outputs) {
  size_t rank = tern_type_rank(inputs[0]->type), kept = 0, positions[MAX_RANK];
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < rank; ++i) {
    iterators[i] = is_reduced(op, i) ? TERN_ITERATOR_REDUCTION : TERN_ITERATOR_PARALLEL;
    if (iterators[i] == TERN_ITERATOR_PARALLEL) positions[kept++] = i;
  }
  const tern_affine_map_t *maps[2 * MAX_INPUTS];
  const tern_type_t *types[MAX_INPUTS];
  for (size_t i = 0; i < op->result_count; ++i) {
    maps[i] = tern_affine_map_identity(b->context, rank);
    maps[op->result_count + i] = tern_affine_map_select(b->context, rank, positions, kept);
    types[i] = outputs[i]->type;
  }
  bool is_on_tensors = types[0]->kind == TERN_TYPE_TENSOR;
  return tern_linalg_build_generic(
      b, (tern_types_t){types, is_on_tensors ? op->result_count : 0}, (tern_values_t){inputs, op->result_count},
      (tern_values_t){outputs, op->result_count}, maps, iterators, rank, fill_reduce_body, op);
}

void tern_hlo_build_reduce(const tern_hlo_site_t *site) {
  fill_outputs(site);
  build_reduction(site->b, site->op, site->inputs, site->outputs);
}

void tern_hlo_build_reduce_on_tensors(tern_builder_t *b, tern_op_t *op, const size_t *order,
                                      tern_value_t **out_results) {
  (void)order;  // results are asked for as they are
  tern_value_t *inputs[MAX_INPUTS], *outputs[MAX_INPUTS], *dynamic[MAX_RANK];
  size_t dynamic_count = 0, kept = 0;
  const tern_type_t *result = tern_op_result(op, 0)->type;
  for (size_t i = 0; i < tern_type_rank(tern_op_operand(op, 0)->type); ++i) {
    if (is_reduced(op, i) || tern_type_dim(result, kept++) != TERN_DYNAMIC) continue;
    dynamic[dynamic_count++] = tern_hlo_build_size(b, tern_op_operand(op, 0), i);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    inputs[i] = tern_op_operand(op, i);
    tern_value_t *initial =
        tern_build_value(b, TERN_TENSOR(EXTRACT), .operands = TERN_VALUES(tern_op_operand(op, op->result_count + i)),
                         .types = TERN_TYPES(tern_type_element(tern_op_result(op, i)->type)));
    outputs[i] =
        tern_hlo_build_filled_tensor(b, initial, tern_op_result(op, i)->type, (tern_values_t){dynamic, dynamic_count});
  }
  tern_op_t *reduction = build_reduction(b, op, inputs, outputs);
  for (size_t i = 0; i < op->result_count; ++i) out_results[i] = tern_op_result(reduction, i);
}

// --- reduce_window ---

typedef struct window {
  tern_op_t *op;
  size_t rank;
  tern_window_dim_t dims[MAX_RANK];
  size_t loops[MAX_RANK];  // of dimensions whose window is wider than 1
  bool is_wide[MAX_RANK];
  bool is_inside;
  const tern_hlo_site_t *site;
} window_t;

static void read_window(const tern_op_t *op, window_t *out_window) {
  const tern_type_t *input = tern_op_operand(op, 0)->type, *result = tern_op_result(op, 0)->type;
  *out_window = (window_t){.op = (tern_op_t *)op, .rank = tern_type_rank(input), .is_inside = true};
  size_t next = out_window->rank;
  for (size_t i = 0; i < out_window->rank; ++i) {
    tern_window_dim_t *dim = &out_window->dims[i];
    *dim = (tern_window_dim_t){
        .size = tern_hlo_list_at(op, "window_dimensions", i, 1),
        .stride = tern_hlo_list_at(op, "window_strides", i, 1),
        .low = tern_hlo_list_at(op, "padding", 2 * i, 0),
        .high = tern_hlo_list_at(op, "padding", 2 * i + 1, 0),
        .base_dilation = tern_hlo_list_at(op, "base_dilations", i, 1),
        .dilation = tern_hlo_list_at(op, "window_dilations", i, 1),
        .input_size = tern_type_dim(input, i),
        .output_size = tern_type_dim(result, i),
    };
    out_window->is_wide[i] = dim->size != 1;
    if (out_window->is_wide[i]) out_window->loops[i] = next++;
    out_window->is_inside &= tern_window_dim_is_inside(dim);
  }
}

bool tern_hlo_match_reduce_window(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count / 2; ++i) {
    if (!tern_type_has_static_shape(tern_op_operand(op, i)->type)) return tern_op_error(op, "needs static shapes");
  }
  return match_region(op);
}

// The pooling op for a region that is one binary op on its two arguments.
static const tern_op_row_t *find_pooling(const window_t *window) {
  static const struct {
    tern_hlo_t id;
    const tern_op_row_t *row;
  } poolings[] = {
      {TERN_HLO_ADD, TERN_LINALG(POOLING_NHWC_SUM)},
      {TERN_HLO_MAXIMUM, TERN_LINALG(POOLING_NHWC_MAX)},
      {TERN_HLO_MINIMUM, TERN_LINALG(POOLING_NHWC_MIN)},
  };
  tern_op_t *op = window->op;
  tern_block_t *body = tern_op_body(op, 0);
  const tern_type_t *element = tern_type_element(tern_op_result(op, 0)->type);
  bool is_plain = window->rank == 4 && op->result_count == 1 && window->is_inside && !window->is_wide[0] &&
                  !window->is_wide[3] && !tern_type_is_i(element, 1);
  for (size_t i = 0; is_plain && i < 4; ++i) {
    is_plain = window->dims[i].low == 0 && (window->is_wide[i] || window->dims[i].stride == 1 || i == 1 || i == 2);
  }
  if (!is_plain || body->first_op->next != body->last_op) return NULL;
  if (tern_op_operand(body->last_op, 0) != tern_op_result(body->first_op, 0)) return NULL;
  for (size_t i = 0; i < sizeof poolings / sizeof poolings[0]; ++i) {
    if (tern_hlo_is(body->first_op, poolings[i].id)) return poolings[i].row;
  }
  return NULL;
}

static void build_pooling(const tern_hlo_site_t *site, const window_t *window, const tern_op_row_t *row) {
  int64_t sizes[2], strides[2], dilations[2], two = 2;
  for (size_t i = 0; i < 2; ++i) {
    sizes[i] = window->dims[1 + i].size;
    strides[i] = window->dims[1 + i].stride;
    dilations[i] = window->dims[1 + i].dilation;
  }
  tern_value_t *shape = tern_build_shape_placeholder(site->b, sizes, 2, tern_type_element(site->inputs[0]->type));
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(site->b->context, 64), &two, 1, NULL);
  tern_linalg_build_named(site->b, row, (tern_types_t){0}, TERN_VALUES(site->inputs[0], shape),
                          (tern_values_t){site->outputs, 1},
                          TERN_ATTRS({"strides", tern_dense_elements_attr_get_i64(type, strides, 2)},
                                     {"dilations", tern_dense_elements_attr_get_i64(type, dilations, 2)}));
}

static void fill_plain_window_body(tern_builder_t *b, tern_block_t *body, void *user) {
  window_t *window = user;
  yield_region(b, window->op, body->args + body->arg_count - window->op->result_count, body->args);
}

// Outside of the input an element is the initial value, as the specification pads with it.
static void fill_guarded_window_body(tern_builder_t *b, tern_block_t *body, void *user) {
  window_t *window = user;
  tern_op_t *op = window->op;
  tern_value_t *indices[MAX_RANK], *inside = NULL, *elements[MAX_INPUTS];
  for (size_t i = 0; i < window->rank; ++i) {
    tern_value_t *out = tern_linalg_build_index(b, i);
    tern_value_t *tap = tern_linalg_build_index(b, window->is_wide[i] ? window->loops[i] : i);
    // A window of size 1 has the tap 0: dilation does not matter.
    tern_window_dim_t dim = window->dims[i];
    if (!window->is_wide[i]) dim.dilation = 0;
    indices[i] = tern_window_dim_index(b, &dim, out, tap, &inside);
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    elements[i] = tern_build_guarded_load(b, inside, window->site->inputs[i], indices,
                                          window->site->inputs[op->result_count + i]);
  }
  yield_region(b, op, body->args + body->arg_count - op->result_count, elements);
}

// Loops: the output's dimensions, then the windows wider than 1, whose extents a placeholder gives.
static void build_window(const tern_hlo_site_t *site, window_t *window) {
  tern_context_t *context = site->b->context;
  size_t rank = window->rank, loops = rank, wide_count = 0, wide_loops[MAX_RANK], results = site->op->result_count;
  int64_t wide_sizes[MAX_RANK];
  const tern_affine_expr_t *exprs[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    const tern_affine_expr_t *tap = tern_affine_constant(context, 0);
    if (window->is_wide[i]) {
      wide_sizes[wide_count] = window->dims[i].size;
      wide_loops[wide_count++] = loops;
      tap = tern_affine_dim(context, loops++);
    }
    exprs[i] = tern_window_dim_expr(&window->dims[i], tern_affine_dim(context, i), tap);
  }
  tern_value_t *inputs[MAX_INPUTS + 1], *shape = NULL;
  const tern_affine_map_t *maps[2 * MAX_INPUTS + 1];
  size_t input_count = 0, positions[MAX_RANK];
  for (size_t i = 0; i < rank; ++i) positions[i] = i;
  for (size_t i = 0; window->is_inside && i < results; ++i) {
    maps[input_count] = tern_affine_map_get(context, loops, 0, exprs, rank);
    inputs[input_count++] = site->inputs[i];
  }
  if (wide_count) {
    shape = tern_build_shape_placeholder(site->b, wide_sizes, wide_count, tern_type_element(site->inputs[0]->type));
    maps[input_count] = tern_affine_map_select(context, loops, wide_loops, wide_count);
    inputs[input_count++] = shape;
  }
  for (size_t i = 0; i < results; ++i) {
    maps[input_count + i] = tern_affine_map_select(context, loops, positions, rank);
  }
  tern_iterator_t iterators[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < loops; ++i) iterators[i] = i < rank ? TERN_ITERATOR_PARALLEL : TERN_ITERATOR_REDUCTION;
  window->site = site;
  tern_linalg_build_generic(site->b, (tern_types_t){0}, (tern_values_t){inputs, input_count},
                            (tern_values_t){site->outputs, results}, maps, iterators, loops,
                            window->is_inside ? fill_plain_window_body : fill_guarded_window_body, window);
}

void tern_hlo_build_reduce_window(const tern_hlo_site_t *site) {
  window_t window;
  read_window(site->op, &window);
  fill_outputs(site);
  const tern_op_row_t *pooling = find_pooling(&window);
  if (pooling) {
    build_pooling(site, &window, pooling);
  } else {
    build_window(site, &window);
  }
}
