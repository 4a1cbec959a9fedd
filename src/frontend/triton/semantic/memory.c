// Loads, stores and block pointers.

#include "dialect/arith/arith.h"
#include "dialect/tt/tt.h"
#include "frontend/triton/semantic/builtins.h"
#include "frontend/triton/semantic/semantic.h"
#include "ir/attr.h"

const tl_choice_t tl_load_modifiers[3] = {
    {".ca", TERN_TT_CACHE_CA}, {".cg", TERN_TT_CACHE_CG}, {".cv", TERN_TT_CACHE_CV}};
const tl_choice_t tl_eviction_policies[2] = {{"evict_last", TERN_TT_EVICT_LAST}, {"evict_first", TERN_TT_EVICT_FIRST}};
const tl_choice_t tl_padding_options[2] = {{"zero", TERN_TT_PAD_ZERO}, {"nan", TERN_TT_PAD_NAN}};
static const tl_choice_t store_modifiers[] = {
    {".wb", TERN_TT_CACHE_WB}, {".cg", TERN_TT_CACHE_CG}, {".cs", TERN_TT_CACHE_CS}, {".wt", TERN_TT_CACHE_WT}};

bool tl_choose(tl_generator_t *g, tl_v text, const char *what, const tl_choice_t *choices, size_t count, int64_t absent,
               int64_t *out_value) {
  *out_value = absent;
  if (tl_is_none(text) || (text->kind == TL_STRING && text->text.size == 0)) return true;
  for (size_t i = 0; text->kind == TL_STRING && i < count; ++i) {
    if (!tern_str_equal_cstr(text->text, choices[i].text)) continue;
    *out_value = choices[i].value;
    return true;
  }
  return tl_error(g, "%s %s not supported", what, tl_text(g, text)), false;
}

// --- what an access is like ---

typedef struct access {
  int64_t cache, eviction, padding;
  bool is_volatile;
  const int64_t *boundary;
  size_t boundary_count;
} access_t;

static bool is_block_pointer(tl_v pointer) {
  const tl_type_t *type = tl_type_of(pointer);
  return type->kind == TL_POINTER && type->element->kind == TL_BLOCK;
}

static bool check_boundary(tl_generator_t *g, access_t *access, size_t rank) {
  int64_t *sorted = tern_arena_copy(g->program->arena, access->boundary, access->boundary_count * sizeof *sorted);
  uint64_t seen = 0;
  for (size_t i = 0; i < access->boundary_count; ++i) {
    int64_t dim = sorted[i];
    if (dim < 0 || dim >= (int64_t)rank)
      return tl_error(g, "'boundary_check' names dimension %lld of %zu", (long long)dim, rank), false;
    if (seen >> dim & 1) return tl_error(g, "duplicate dimension in 'boundary_check'"), false;
    seen |= (uint64_t)1 << dim;
  }
  for (size_t dim = 0, i = 0; dim < rank; ++dim) {
    if (seen >> dim & 1) sorted[i++] = (int64_t)dim;
  }
  access->boundary = sorted;
  return true;
}

static tern_named_attrs_t access_attrs(tl_generator_t *g, const access_t *access, tern_named_attr_t *attrs) {
  tern_context_t *context = g->program->context;
  int32_t *boundary = tern_arena_alloc_array(g->program->arena, access->boundary_count, sizeof *boundary);
  for (size_t i = 0; i < access->boundary_count; ++i) boundary[i] = (int32_t)access->boundary[i];
  size_t count = 0;
  attrs[count++] =
      (tern_named_attr_t){"boundaryCheck", tern_dense_i32_array_attr_get(context, boundary, access->boundary_count)};
  attrs[count++] =
      (tern_named_attr_t){"cache", tern_enum_attr_get(context, TERN_TT_ENUM(CACHE_MODIFIER), access->cache)};
  attrs[count++] =
      (tern_named_attr_t){"evict", tern_enum_attr_get(context, TERN_TT_ENUM(EVICTION_POLICY), access->eviction)};
  return (tern_named_attrs_t){attrs, count};
}

static tl_v emit_load(tl_generator_t *g, tl_v pointer, tl_v mask, tl_v other, const access_t *access,
                      const tl_type_t *type) {
  tern_named_attr_t room[5];
  tern_named_attrs_t attrs = access_attrs(g, access, room);
  room[attrs.count++] = (tern_named_attr_t){"isVolatile", tern_bool_attr_get(g->program->context, access->is_volatile)};
  if (access->padding) {
    room[attrs.count++] = (tern_named_attr_t){
        "padding", tern_enum_attr_get(g->program->context, TERN_TT_ENUM(PADDING_OPTION), access->padding)};
  }
  tern_value_t *operands[3] = {tl_handle(pointer)};
  size_t count = 1;
  if (mask) operands[count++] = tl_handle(mask);
  if (other) operands[count++] = tl_handle(other);
  const tern_type_t *ir_type = tl_ir_type(g, type);
  if (!ir_type) return NULL;
  tern_op_t *op = tern_build(&g->b, TERN_TT(LOAD), .operands = {operands, count}, .types = TERN_TYPES(ir_type),
                             .attrs = attrs, .segments = (int32_t[]){1, mask != NULL, other != NULL});
  return tl_tensor(g, tern_op_result(op, 0), type);
}

static tl_v emit_store(tl_generator_t *g, tl_v pointer, tl_v value, tl_v mask, const access_t *access) {
  tern_named_attr_t room[5];
  tern_named_attrs_t attrs = access_attrs(g, access, room);
  tern_value_t *operands[3] = {tl_handle(pointer), tl_handle(value), mask ? tl_handle(mask) : NULL};
  tern_build(&g->b, TERN_TT(STORE), .operands = {operands, (size_t)2 + (mask != NULL)}, .attrs = attrs);
  return tl_none();
}

// Booleans lie in memory as bytes.
static tl_v as_bytes(tl_generator_t *g, tl_v pointer) {
  const tl_type_t *byte = tl_scalar_type(TL_DTYPE_INT8);
  return tl_cast(g, pointer, tl_pointer_type(g->program->arena, byte, false), -1);
}

// --- loads ---

static tl_v load_block(tl_generator_t *g, tl_v pointer, tl_v mask, tl_v other, access_t *access) {
  const tl_type_t *type = tl_type_of(pointer)->element;
  if (mask || other) return tl_error(g, "`mask` and `other` arguments cannot be specified for loading block pointers");
  if (tl_is_int(type->element) && access->padding == TERN_TT_PAD_NAN)
    return tl_error(g, "padding option `nan` is not supported for integer block pointers");
  return check_boundary(g, access, type->rank) ? emit_load(g, pointer, NULL, NULL, access, type) : NULL;
}

static bool check_scalar_access(tl_generator_t *g, tl_v pointer, tl_v operand, const char *name) {
  if (tl_is_block(pointer) || !operand || !tl_is_block(operand)) return true;
  return tl_error(g, "%s argument cannot be block type if pointer argument is not a block", name), false;
}

static tl_v load_elements(tl_generator_t *g, tl_v pointer, tl_v mask, tl_v other, access_t *access) {
  if (tl_scalar(pointer)->kind != TL_POINTER)
    return tl_error(g, "unsupported ptr type %s in `tl.load`", tl_type_text(g, tl_type_of(pointer)));
  if (!mask && other) return tl_error(g, "`other` cannot be provided without `mask`");
  if (access->padding || access->boundary_count) {
    tl_error(g,
             "`padding_option` or `boundary_check` argument is not supported for loading a tensor of pointers or "
             "loading a scalar");
    tl_note(g, "use block pointers (defined by `make_block_ptr`) instead");
    return NULL;
  }
  if (!check_scalar_access(g, pointer, mask, "mask") || !check_scalar_access(g, pointer, other, "other")) return NULL;
  if (tl_is_block(pointer) && mask && !tl_broadcast_values(g, &pointer, &mask)) return NULL;
  if (tl_is_block(pointer) && other && !tl_broadcast_values(g, &pointer, &other)) return NULL;
  const tl_type_t *element = tl_scalar(pointer)->element;
  bool is_bool = tl_is_dtype(element, TL_DTYPE_INT1);
  if (is_bool && !(pointer = as_bytes(g, pointer))) return NULL;
  if (is_bool) element = tl_scalar_type(TL_DTYPE_INT8);
  if (other && !(other = tl_cast(g, other, element, -1))) return NULL;
  tl_v value =
      emit_load(g, pointer, mask, other, access, tl_with_element(g->program->arena, tl_type_of(pointer), element));
  return value && is_bool ? tl_cast(g, value, tl_scalar_type(TL_DTYPE_INT1), -1) : value;
}

// load(pointer, mask, other, boundary_check, padding_option, cache_modifier, eviction_policy, volatile)
tl_v tl_builtin_load(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (args[0]->kind != TL_TENSOR) return tl_error(g, "unsupported ptr type %s in `tl.load`", tl_kind_name(args[0]));
  access_t access = {.is_volatile = tl_is_true(args[7])};
  tl_v mask = tl_is_none(args[1]) ? NULL : tl_to_tensor(g, args[1]), other = NULL;
  if (!mask && !tl_is_none(args[1])) return NULL;
  if (!tl_is_none(args[2]) && !(other = tl_to_tensor(g, args[2]))) return NULL;
  bool is_right =
      tl_choose(g, args[5], "cache modifier", tl_load_modifiers, 3, TERN_TT_CACHE_NONE, &access.cache) &&
      tl_choose(g, args[6], "eviction policy", tl_eviction_policies, 2, TERN_TT_EVICT_NORMAL, &access.eviction) &&
      tl_choose(g, args[4], "padding option", tl_padding_options, 2, 0, &access.padding) &&
      tl_read_integers(g, args[3], "boundary_check element", &access.boundary, &access.boundary_count);
  if (!is_right) return NULL;
  return is_block_pointer(args[0]) ? load_block(g, args[0], mask, other, &access)
                                   : load_elements(g, args[0], mask, other, &access);
}

// --- stores ---

static tl_v store_block(tl_generator_t *g, tl_v pointer, tl_v value, tl_v mask, access_t *access) {
  const tl_type_t *type = tl_type_of(pointer)->element;
  if (mask) return tl_error(g, "`mask` and `other` arguments cannot be specified for loading block pointers");
  if (!tl_is_block(value) && !(value = tl_broadcast_to(g, value, type->dims, type->rank))) return NULL;
  if (!tl_same_type(tl_type_of(value), type)) {
    return tl_error(g, "block type %s and value type %s mismatch", tl_type_text(g, type),
                    tl_type_text(g, tl_type_of(value)));
  }
  return check_boundary(g, access, type->rank) ? emit_store(g, pointer, value, NULL, access) : NULL;
}

static tl_v store_elements(tl_generator_t *g, tl_v pointer, tl_v value, tl_v mask, access_t *access) {
  if (tl_scalar(pointer)->kind != TL_POINTER)
    return tl_error(g, "unsupported ptr type %s in `tl.store`", tl_type_text(g, tl_type_of(pointer)));
  if (access->boundary_count) {
    tl_error(g, "`boundary_check` argument is not supported for storing a tensor of pointers or storing a scalar");
    tl_note(g, "use block pointers (defined by `make_block_ptr`) instead");
    return NULL;
  }
  if (!check_scalar_access(g, pointer, value, "value") || !check_scalar_access(g, pointer, mask, "mask")) return NULL;
  if (tl_is_block(pointer)) {
    tl_v all[3] = {pointer, value, mask};
    if (!tl_broadcast_tensors(g, all, mask ? 3 : 2)) return NULL;
    bool is_same = tl_type_of(all[0])->rank == tl_type_of(pointer)->rank &&
                   tl_element_count(tl_type_of(all[0])) == tl_element_count(tl_type_of(pointer));
    if (!is_same) {
      return tl_error(g, "expected pointer argument to have the shape of %s but got %s",
                      tl_type_text(g, tl_type_of(all[0])), tl_type_text(g, tl_type_of(pointer)));
    }
    pointer = all[0], value = all[1], mask = all[2];
  }
  const tl_type_t *element = tl_scalar(pointer)->element;
  if (tl_is_dtype(element, TL_DTYPE_INT1)) {
    element = tl_scalar_type(TL_DTYPE_INT8);
    if (!(pointer = as_bytes(g, pointer))) return NULL;
  }
  if (!(value = tl_cast(g, value, element, -1))) return NULL;
  if (mask && !tl_is_dtype(tl_scalar(mask), TL_DTYPE_INT1)) return tl_error(g, "mask must have boolean scalar type");
  return emit_store(g, pointer, value, mask, access);
}

// store(pointer, value, mask, boundary_check, cache_modifier, eviction_policy)
tl_v tl_builtin_store(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  if (args[0]->kind != TL_TENSOR) return tl_error(g, "unsupported ptr type %s in `tl.store`", tl_kind_name(args[0]));
  access_t access = {0};
  tl_v value = tl_to_tensor(g, args[1]), mask = NULL;
  if (!value || (!tl_is_none(args[2]) && !(mask = tl_to_tensor(g, args[2])))) return NULL;
  bool is_right =
      tl_choose(g, args[4], "cache modifier", store_modifiers, 4, TERN_TT_CACHE_NONE, &access.cache) &&
      tl_choose(g, args[5], "eviction policy", tl_eviction_policies, 2, TERN_TT_EVICT_NORMAL, &access.eviction) &&
      tl_read_integers(g, args[3], "boundary_check element", &access.boundary, &access.boundary_count);
  if (!is_right) return NULL;
  const tl_type_t *scalar = tl_scalar(args[0]);
  if (scalar->kind == TL_POINTER && scalar->is_const) return tl_error(g, "cannot store to a constant pointer");
  return is_block_pointer(args[0]) ? store_block(g, args[0], value, mask, &access)
                                   : store_elements(g, args[0], value, mask, &access);
}

// --- block pointers ---

static tern_value_t *to_index_value(tl_generator_t *g, tl_v item, bool wants_i64) {
  if (item->kind == TL_BOOL) return tl_handle(tl_integer_of(g, (int64_t)item->integer, TL_DTYPE_INT1));
  if (item->kind == TL_INT) {
    bool fits = wants_i64 ? item->integer >= INT64_MIN && item->integer <= INT64_MAX
                          : item->integer >= INT32_MIN && item->integer <= INT32_MAX;
    if (!fits) return tl_error(g, "%s does not fit %d bits", tl_text(g, item), wants_i64 ? 64 : 32), NULL;
    return tl_handle(tl_integer_of(g, (int64_t)item->integer, wants_i64 ? TL_DTYPE_INT64 : TL_DTYPE_INT32));
  }
  if (!tl_is_tensor(item) || tl_element_count(tl_type_of(item)) != 1 || !tl_is_int(tl_scalar(item))) {
    return tl_error(g, "expected integers in shape, strides and offsets, not '%s'", tl_text(g, item)), NULL;
  }
  bool is_i64 = tl_is_dtype(tl_type_of(item), TL_DTYPE_INT64);
  if (!wants_i64 && is_i64) {
    tl_error(g, "block pointers only support 32 bit `offsets/block_shape`");
    tl_note(g, "add a `.to(tl.int32)` or use regular indexing for 64 bit support");
    return NULL;
  }
  if (!wants_i64 || is_i64) return tl_handle(item);
  const tl_type_t *type = tl_scalar_type(TL_DTYPE_INT64), *from = tl_scalar(item);
  const tern_op_row_t *row = tl_bits(from) == 64  ? TERN_ARITH(BITCAST)
                             : tl_is_signed(from) ? TERN_ARITH(EXTSI)
                                                  : TERN_ARITH(EXTUI);
  tl_v wide = tl_emit1(g, row, type, item);
  return wide ? tl_handle(wide) : NULL;
}

bool tl_to_index_values(tl_generator_t *g, tl_v list, bool wants_i64, tern_value_t ***out_values, size_t *out_count) {
  tl_items_t items = {&list, 1};
  if (tl_is_tuple(list)) items = list->tuple.items;
  *out_values = tern_arena_alloc_array(g->program->arena, items.count, sizeof **out_values);
  *out_count = items.count;
  for (size_t i = 0; i < items.count; ++i) {
    if (!((*out_values)[i] = to_index_value(g, items.values[i], wants_i64))) return false;
  }
  return true;
}

// make_block_ptr(base, shape, strides, offsets, block_shape, order)
tl_v tl_builtin_make_block_ptr(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_value_t **lists[3];
  size_t counts[3], rank, order_count;
  const int64_t *dims, *order;
  for (size_t i = 0; i < 3; ++i) {
    if (!tl_to_index_values(g, args[i + 1], i < 2, &lists[i], &counts[i])) return NULL;
  }
  tl_v base = args[0];
  if (!tl_is_tensor(base) || tl_type_of(base)->kind != TL_POINTER || tl_type_of(base)->element->kind == TL_BLOCK) {
    return tl_error(g, "expected `base` to be a pointer type (but not a block pointer type or others)");
  }
  if (tl_is_dtype(tl_type_of(base)->element, TL_DTYPE_INT1) && !(base = as_bytes(g, base))) return NULL;
  if (!tl_read_shape(g, args[4], &dims, &rank) || !tl_read_integers(g, args[5], "order element", &order, &order_count))
    return NULL;
  if (counts[0] != rank || counts[1] != rank || counts[2] != rank || order_count != rank) {
    return tl_error(g, "expected shape/strides/offsets/block_shape to have the same length");
  }
  int32_t *places = tern_arena_alloc_array(g->program->arena, rank, sizeof *places);
  uint64_t seen = 0;
  for (size_t i = 0; i < rank; ++i) {
    places[i] = (int32_t)order[i];
    if (order[i] >= 0 && order[i] < (int64_t)rank) seen |= (uint64_t)1 << order[i];
  }
  if (seen + 1 != (uint64_t)1 << rank)
    return tl_error(g, "expected a permutation of (0, 1, ..., len(order)-1) in order");
  tern_value_t **operands = tern_arena_alloc_array(g->program->arena, 3 * rank + 1, sizeof *operands);
  operands[0] = tl_handle(base);
  for (size_t i = 0; i < 3 * rank; ++i) operands[i + 1] = lists[i / rank][i % rank];
  const tl_type_t *block = tl_block_type(g->program->arena, tl_type_of(base)->element, dims, rank);
  return tl_emit(g, TERN_TT(MAKE_TENSOR_PTR), tl_pointer_type(g->program->arena, block, false),
                 (tern_values_t){operands, 3 * rank + 1},
                 TERN_ATTRS({"order", tern_dense_i32_array_attr_get(g->program->context, places, rank)}));
}

// advance(base, offsets)
tl_v tl_builtin_advance(tl_generator_t *g, const tl_builtin_t *self, tl_v const *args) {
  (void)self;
  tern_value_t **offsets;
  size_t count;
  if (!tl_is_tensor(args[0]) || !is_block_pointer(args[0]))
    return tl_error(g, "`advance` moves block pointers, not '%s'", tl_text(g, args[0]));
  if (!tl_to_index_values(g, args[1], false, &offsets, &count)) return NULL;
  if (count != tl_type_of(args[0])->element->rank)
    return tl_error(g, "expected %zu offsets, but got %zu", tl_type_of(args[0])->element->rank, count);
  tern_value_t **operands = tern_arena_alloc_array(g->program->arena, count + 1, sizeof *operands);
  operands[0] = tl_handle(args[0]);
  for (size_t i = 0; i < count; ++i) operands[i + 1] = offsets[i];
  return tl_emit(g, TERN_TT(ADVANCE), tl_type_of(args[0]), (tern_values_t){operands, count + 1},
                 (tern_named_attrs_t){0});
}
