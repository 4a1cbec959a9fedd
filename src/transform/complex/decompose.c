// --decompose-complex-values: complex numbers travel as their parts, in registers and in memory.
//
//   %z = memref.load %m[%i] : memref<4xcomplex<f32>>     ->   %0 = memref.load %m[%i, %c0] : memref<4x2xf32>
//   %r = complex.re %z : complex<f32>                         %1 = memref.load %m[%i, %c1] : memref<4x2xf32>
//
// A buffer of complex numbers is one of their parts with one dimension more, of size 2: the bytes are the same. Loops and
// conditionals carry two values for one. Structured ops must be lowered before, and arithmetic be gone
// (--convert-complex-to-standard); control flow must be structured.

#include "base/map.h"
#include "base/vec.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/complex/complex.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"

#define MAX_RANK 64

typedef struct parts {
  tern_value_t *re, *im;
} parts_t;

typedef struct decomposition {
  tern_map_t parts;  // complex value -> parts_t, owned
  bool is_right;
} decomposition_t;

// --- types ---

static bool is_complex(const tern_type_t *type) { return type->kind == TERN_TYPE_COMPLEX; }

static bool is_complex_memory(const tern_type_t *type) {
  return type->kind == TERN_TYPE_MEMREF && is_complex(tern_type_element(type));
}

// The same memory as parts; other types as they are. NULL for a layout that is not strided.
static const tern_type_t *convert_type(const tern_type_t *type) {
  if (!is_complex_memory(type)) return type;
  size_t rank = tern_type_rank(type);
  int64_t dims[MAX_RANK + 1], strides[MAX_RANK + 1], offset;
  if (rank > MAX_RANK || !tern_memref_type_strides(type, strides, &offset)) return NULL;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = tern_type_dim(type, i);
    if (strides[i] != TERN_DYNAMIC) strides[i] *= 2;
  }
  dims[rank] = 2;
  strides[rank] = 1;
  if (offset != TERN_DYNAMIC) offset *= 2;
  const tern_attr_t *layout =
      tern_memref_type_layout(type) ? tern_strided_layout_attr_get(type->context, offset, strides, rank + 1) : NULL;
  return tern_memref_type_get(tern_type_element(tern_type_element(type)), dims, rank + 1, layout,
                              tern_memref_type_memory_space(type));
}

// --- values ---

static void set_parts(decomposition_t *d, const tern_value_t *value, tern_value_t *re, tern_value_t *im) {
  parts_t *parts = tern_malloc(sizeof *parts);
  *parts = (parts_t){re, im};
  tern_map_set(&d->parts, value, parts);
}

static bool find_parts(decomposition_t *d, const tern_value_t *value, parts_t *out_parts) {
  const parts_t *parts = tern_map_get(&d->parts, value);
  if (parts) *out_parts = *parts;
  return parts != NULL;
}

static bool refuse(decomposition_t *d, const tern_op_t *op) {
  return d->is_right = tern_op_error(op, "handles complex numbers, which cannot be taken apart there");
}

// --- ops on values ---

static bool decompose_constant(decomposition_t *d, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  const tern_attr_t *value = tern_op_attr(op, "value");
  tern_value_t *re = tern_build_constant(&b, tern_array_attr_at(value, 0));
  set_parts(d, tern_op_result(op, 0), re, tern_build_constant(&b, tern_array_attr_at(value, 1)));
  return true;
}

static bool decompose_part(decomposition_t *d, tern_op_t *op) {
  parts_t parts;
  if (!find_parts(d, tern_op_operand(op, 0), &parts)) return refuse(d, op);
  tern_value_replace_all_uses(tern_op_result(op, 0), tern_op_is(op, TERN_COMPLEX(RE)) ? parts.re : parts.im);
  return true;
}

static bool decompose_select(decomposition_t *d, tern_op_t *op) {
  parts_t x, y;
  if (!find_parts(d, tern_op_operand(op, 1), &x) || !find_parts(d, tern_op_operand(op, 2), &y)) return refuse(d, op);
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *condition = tern_op_operand(op, 0);
  tern_value_t *re = tern_build_value(&b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x.re, y.re));
  tern_value_t *im = tern_build_value(&b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, x.im, y.im));
  set_parts(d, tern_op_result(op, 0), re, im);
  return true;
}

static tern_value_t *build_cast(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *value,
                                const tern_type_t *type) {
  return value->type == type ? value
                             : tern_build_value(b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

// The real part is in the low bits.
static bool decompose_bitcast(decomposition_t *d, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operand = tern_op_operand(op, 0), *result = tern_op_result(op, 0);
  bool from_complex = is_complex(operand->type);
  const tern_type_t *part = tern_type_element(from_complex ? operand->type : result->type);
  const tern_type_t *other = from_complex ? result->type : operand->type;
  uint32_t width = tern_type_bit_width(part);
  const tern_type_t *bits = tern_i_type_get(b.context, width), *all = tern_i_type_get(b.context, 2 * width);
  tern_value_t *shift = tern_build_constant(&b, tern_integer_attr_get(all, width));
  if (from_complex && is_complex(other)) return refuse(d, op);
  if (from_complex) {
    parts_t parts;
    if (!find_parts(d, operand, &parts)) return refuse(d, op);
    tern_value_t *low = build_cast(&b, TERN_ARITH(EXTUI), build_cast(&b, TERN_ARITH(BITCAST), parts.re, bits), all);
    tern_value_t *high = build_cast(&b, TERN_ARITH(EXTUI), build_cast(&b, TERN_ARITH(BITCAST), parts.im, bits), all);
    high = tern_build_value(&b, TERN_ARITH(SHLI), .operands = TERN_VALUES(high, shift));
    tern_value_t *word = tern_build_value(&b, TERN_ARITH(ORI), .operands = TERN_VALUES(low, high));
    tern_value_replace_all_uses(result, build_cast(&b, TERN_ARITH(BITCAST), word, other));
    return true;
  }
  tern_value_t *word = build_cast(&b, TERN_ARITH(BITCAST), operand, all);
  tern_value_t *low = build_cast(&b, TERN_ARITH(TRUNCI), word, bits);
  tern_value_t *high = tern_build_value(&b, TERN_ARITH(SHRUI), .operands = TERN_VALUES(word, shift));
  high = build_cast(&b, TERN_ARITH(TRUNCI), high, bits);
  low = build_cast(&b, TERN_ARITH(BITCAST), low, part);
  set_parts(d, result, low, build_cast(&b, TERN_ARITH(BITCAST), high, part));
  return true;
}

// --- ops on memory ---

static bool decompose_load(decomposition_t *d, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[MAX_RANK + 2], *loaded[2];
  const tern_type_t *type = tern_type_element(tern_op_result(op, 0)->type);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  for (size_t p = 0; p < 2; ++p) {
    operands[op->operand_count] = tern_build_index(&b, (int64_t)p);
    loaded[p] = tern_build_value(&b, TERN_MEMREF(LOAD), .operands = {operands, op->operand_count + 1},
                                 .types = TERN_TYPES(type));
  }
  set_parts(d, tern_op_result(op, 0), loaded[0], loaded[1]);
  return true;
}

static bool decompose_store(decomposition_t *d, tern_op_t *op) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *operands[MAX_RANK + 3];
  parts_t parts;
  if (!find_parts(d, tern_op_operand(op, 0), &parts)) return refuse(d, op);
  for (size_t i = 0; i < op->operand_count; ++i) operands[i] = tern_op_operand(op, i);
  for (size_t p = 0; p < 2; ++p) {
    operands[0] = p ? parts.im : parts.re;
    operands[op->operand_count] = tern_build_index(&b, (int64_t)p);
    tern_build(&b, TERN_MEMREF(STORE), .operands = {operands, op->operand_count + 1});
  }
  return true;
}

static void append_to_list(tern_op_t *op, const char *name, int64_t value) {
  int64_t values[MAX_RANK + 1];
  const tern_attr_t *list = tern_op_attr(op, name);
  size_t count = tern_int_list_attr_count(list);
  for (size_t i = 0; i < count; ++i) values[i] = tern_int_list_attr_at(list, i);
  values[count] = value;
  tern_op_set_attr(op, name, tern_dense_i64_array_attr_get(tern_op_context(op), values, count + 1));
}

static void append_group(tern_op_t *op, size_t position) {
  TERN_VEC(const tern_attr_t *) groups = {0};
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *list = tern_op_attr(op, "reassociation");
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) tern_vec_push(&groups, tern_array_attr_at(list, i));
  const tern_attr_t *entry = tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)position);
  tern_vec_push(&groups, tern_array_attr_get(context, &entry, 1));
  tern_op_set_attr(op, "reassociation", tern_array_attr_get(context, groups.values, groups.count));
  tern_vec_deinitialize(&groups);
}

// The initial value of a global: the same bytes with one dimension more.
static void decompose_global(tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "type")), *converted = convert_type(type);
  const tern_attr_t *value = tern_op_attr(op, "initial_value");
  if (converted == type || !converted) return;
  if (value && value->kind == TERN_ATTR_DENSE_ELEMENTS) {
    const tern_type_t *shape =
        tern_tensor_type_get(tern_type_element(converted), tern_type_dims(converted), tern_type_rank(converted), NULL);
    size_t size = tern_dense_element_size(tern_type_element(type));
    size_t count = (size_t)tern_type_element_count(type);
    const char *data = tern_dense_elements_attr_data(value);
    if (tern_dense_elements_attr_is_splat(value)) {
      char *all = tern_malloc(size * count + 1);
      for (size_t i = 0; i < count; ++i) memcpy(all + i * size, data, size);
      tern_op_set_attr(op, "initial_value", tern_dense_elements_attr_get(shape, all, false));
      free(all);
    } else {
      tern_op_set_attr(op, "initial_value", tern_dense_elements_attr_get(shape, data, false));
    }
  }
  tern_op_set_attr(op, "type", tern_type_attr_get(converted));
}

// Ops that name memory keep their operands; `source` is the type of operand 0 before the conversion.
static bool retype_memory(decomposition_t *d, tern_op_t *op) {
  static const tern_op_row_t *const plain[] = {TERN_IREE(PLACEHOLDER), TERN_MEMREF(ALLOC), TERN_MEMREF(ALLOCA),
                                               TERN_MEMREF(CAST), TERN_MEMREF(GET_GLOBAL)};
  const tern_type_t *type = tern_op_result(op, 0)->type, *converted = convert_type(type);
  if (!converted) return refuse(d, op);
  bool is_known = false;
  for (size_t i = 0; i < sizeof plain / sizeof plain[0]; ++i) is_known |= tern_op_is(op, plain[i]);
  if (tern_op_is(op, TERN_MEMREF(SUBVIEW))) {
    append_to_list(op, "static_offsets", 0);
    append_to_list(op, "static_sizes", 2);
    append_to_list(op, "static_strides", 1);
    is_known = true;
  } else if (tern_op_is(op, TERN_MEMREF(EXPAND_SHAPE))) {
    append_group(op, tern_type_rank(type));
    append_to_list(op, "static_output_shape", 2);
    is_known = true;
  } else if (tern_op_is(op, TERN_MEMREF(COLLAPSE_SHAPE))) {
    // The source has its new type, with one dimension more, already.
    append_group(op, tern_type_rank(tern_op_operand(op, 0)->type) - 1);
    is_known = true;
  }
  if (!is_known) return refuse(d, op);
  op->results[0].type = converted;
  return true;
}

// --- control flow ---

static void decompose_block(decomposition_t *d, tern_block_t *block);

// Arguments that are complex become two.
static void expand_arguments(decomposition_t *d, tern_block_t *block) {
  for (uint32_t i = 0; i < block->arg_count; ++i) {
    tern_value_t *arg = block->args[i];
    if (!is_complex(arg->type)) continue;
    const tern_type_t *part = tern_type_element(arg->type);
    tern_value_t *re = tern_block_insert_arg(block, i + 1, part, arg->arg_loc);
    tern_value_t *im = tern_block_insert_arg(block, i + 2, part, arg->arg_loc);
    set_parts(d, arg, re, im);
    i += 2;
  }
}

static void erase_complex_arguments(tern_block_t *block) {
  for (uint32_t i = block->arg_count; i-- > 0;) {
    if (is_complex(block->args[i]->type)) tern_block_erase_arg(block, i);
  }
}

static bool has_complex(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (is_complex(tern_op_operand(op, i)->type)) return true;
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    if (is_complex(tern_op_result(op, i)->type)) return true;
  }
  return false;
}

static bool is_of_control_flow(const tern_op_t *op) { return tern_str_starts_with(tern_op_name(op), TERN_STR("scf.")); }

// The op with two operands and results for each complex one. It takes over the regions.
static bool expand_control_flow(decomposition_t *d, tern_op_t *op) {
  TERN_VEC(tern_value_t *) operands = {0};
  TERN_VEC(const tern_type_t *) types = {0};
  bool is_right = true;
  for (size_t i = 0; i < op->operand_count && is_right; ++i) {
    tern_value_t *operand = tern_op_operand(op, i);
    parts_t parts;
    if (!is_complex(operand->type)) {
      tern_vec_push(&operands, operand);
    } else if ((is_right = find_parts(d, operand, &parts))) {
      tern_vec_push(&operands, parts.re);
      tern_vec_push(&operands, parts.im);
    }
  }
  for (size_t i = 0; i < op->result_count; ++i) {
    const tern_type_t *type = tern_op_result(op, i)->type;
    tern_vec_push(&types, is_complex(type) ? tern_type_element(type) : type);
    if (is_complex(type)) tern_vec_push(&types, tern_type_element(type));
  }
  if (is_right) {
    tern_builder_t b = tern_builder_before(op);
    tern_op_t *expanded = tern_build(&b, op->def->row, .operands = {operands.values, operands.count},
                                     .types = {types.values, types.count}, .dictionary = tern_op_attr_dictionary(op),
                                     .regions = op->region_count);
    for (size_t r = 0; r < op->region_count; ++r) tern_region_take_blocks(&expanded->regions[r], &op->regions[r]);
    for (size_t i = 0, next = 0; i < op->result_count; ++i) {
      tern_value_t *result = tern_op_result(op, i);
      if (is_complex(result->type)) {
        set_parts(d, result, tern_op_result(expanded, next), tern_op_result(expanded, next + 1));
        next += 2;
      } else {
        tern_value_replace_all_uses(result, tern_op_result(expanded, next++));
      }
    }
  }
  tern_vec_deinitialize(&operands);
  tern_vec_deinitialize(&types);
  return is_right || refuse(d, op);
}

// --- all ---

static bool decompose_op(decomposition_t *d, tern_op_t *op) {
  if (tern_op_is(op, TERN_COMPLEX(CREATE))) {
    set_parts(d, tern_op_result(op, 0), tern_op_operand(op, 0), tern_op_operand(op, 1));
    return true;
  }
  if (tern_op_is(op, TERN_COMPLEX(CONSTANT))) return decompose_constant(d, op);
  if (tern_op_is(op, TERN_COMPLEX(RE)) || tern_op_is(op, TERN_COMPLEX(IM))) return decompose_part(d, op);
  if (tern_op_is(op, TERN_COMPLEX(BITCAST))) return decompose_bitcast(d, op);
  if (tern_op_is(op, TERN_ARITH(SELECT))) return decompose_select(d, op);
  if (tern_op_is(op, TERN_MEMREF(LOAD))) return decompose_load(d, op);
  if (tern_op_is(op, TERN_MEMREF(STORE))) return decompose_store(d, op);
  if (is_of_control_flow(op)) return expand_control_flow(d, op);
  return refuse(d, op);
}

static void decompose_region(decomposition_t *d, tern_region_t *region) {
  tern_region_for_each_block(region, block) decompose_block(d, block);
}

// Ops that are replaced go when the block is done: uses of their complex results are gone then.
static void decompose_block(decomposition_t *d, tern_block_t *block) {
  tern_op_list_t gone = {0};
  expand_arguments(d, block);
  tern_block_for_each_op_safe(block, op) {
    if (!d->is_right) break;
    if (tern_op_is(op, TERN_MEMREF(GLOBAL))) decompose_global(op);
    if (has_complex(op)) {
      if (!decompose_op(d, op)) break;
      tern_vec_push(&gone, op);
      // The op that took its place stands before it.
      tern_op_t *next = op->prev;
      for (size_t r = 0; is_of_control_flow(op) && next && r < next->region_count; ++r) {
        decompose_region(d, &next->regions[r]);
      }
      continue;
    }
    if (op->result_count == 1 && is_complex_memory(tern_op_result(op, 0)->type) && !retype_memory(d, op)) break;
    for (size_t r = 0; r < op->region_count; ++r) decompose_region(d, &op->regions[r]);
  }
  while (d->is_right && gone.count > 0) tern_op_destroy(gone.values[--gone.count]);
  if (d->is_right) erase_complex_arguments(block);
  tern_vec_deinitialize(&gone);
}

static tern_walk_result_t find_complex(tern_op_t *op, void *user) {
  (void)user;
  bool is_found = has_complex(op);
  for (size_t i = 0; i < op->result_count; ++i) is_found |= is_complex_memory(tern_op_result(op, i)->type);
  return is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  if (tern_op_walk_pre(root, find_complex, NULL) != TERN_WALK_INTERRUPT) return true;
  decomposition_t d = {.is_right = true};
  for (size_t r = 0; r < root->region_count; ++r) decompose_region(&d, &root->regions[r]);
  for (size_t i = 0; i < d.parts.entry_count; ++i) free(d.parts.entries[i].value);
  tern_map_deinitialize(&d.parts);
  return d.is_right;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_decompose_complex_pass = {
    .name = "DecomposeComplexValues",
    .flag = "decompose-complex-values",
    .summary = "Keep complex numbers as their parts, in registers and in memory",
    .dialects = dialects,
    .run = run,
};
