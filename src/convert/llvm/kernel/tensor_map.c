// --iree-codegen-gpu-pass-tensor-maps: tensor maps that a kernel makes of its bindings become arguments of it. A tensor
// map can only be made by the host, so a kernel is handed those that it uses; the host makes them from rows of numbers.
//
//   func.func @main() {                        func.func @main(%map: !nvgpu.tensormap.descriptor<...>)
//     %0 = iree.placeholder ... @io::@arg0         attributes {hal.kernel_tensor_maps = [{binding = 0 : i64, ...}]} {
//     %1 = memref.cast %0 : ...
//     %map = nvgpu.tma.create.descriptor %1 ...
//
// Sizes, strides and boxes in rows are those of base/cuda_image_format.h: dimension 0 is the one whose elements are
// neighbours.

#include <inttypes.h>

#include "base/cuda_image_format.h"
#include "base/vec.h"
#include "convert/hal/abi.h"
#include "convert/llvm/kernel/kernel.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/iree/iree.h"
#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "ir/diagnostic.h"
#include "ir/op_list.h"
#include "pass/pass.h"

enum { MAX_RANK = TERN_CUDA_IMAGE_RANK_MAX, ALIGNMENT = 16 };

// What a tensor map is of, in the order of the memref.
typedef struct view {
  tern_op_t *placeholder;
  const tern_type_t *element;
  size_t rank;
  int64_t sizes[MAX_RANK], strides[MAX_RANK], offset;  // in elements; a dynamic stride is that of a dense array
  int64_t words[MAX_RANK];                             // the push constants of dynamic sizes, or -1
} view_t;

static bool fail(const tern_op_t *op, const char *what, const char *note) {
  tern_op_error(op, "makes a tensor map of %s", what);
  tern_emit_note(op->loc, "%s", note);
  return false;
}

// --- what the memref is ---

static bool is_one_of(const tern_op_t *op, const tern_op_row_t *const *rows, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (tern_op_is(op, rows[i])) return true;
  }
  return false;
}

// The push constant that `value` is, -1 if it is none.
static int64_t word_of(const tern_value_t *value) {
  static const tern_op_row_t *const casts[] = {TERN_ARITH(INDEX_CASTUI), TERN_ARITH(INDEX_CAST), TERN_ARITH(EXTUI)};
  const tern_op_t *op = tern_value_defining_op(value);
  while (op && is_one_of(op, casts, sizeof casts / sizeof casts[0])) {
    op = tern_value_defining_op(tern_op_operand(op, 0));
  }
  if (!op || !tern_op_is(op, TERN_HAL(INTERFACE_LOAD_CONSTANT))) return -1;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  bool is_word = tern_type_is_index(type) || tern_type_is_i(type, 32);
  return is_word ? tern_integer_attr_value(tern_op_attr(op, "offset")) : -1;
}

// The ops that look at a part of a memref, or at it in another shape, whose result's type says where that is.
static bool is_view(const tern_op_t *op) {
  static const tern_op_row_t *const rows[] = {TERN_MEMREF(SUBVIEW), TERN_MEMREF(REINTERPRET_CAST),
                                              TERN_MEMREF(EXPAND_SHAPE), TERN_MEMREF(COLLAPSE_SHAPE)};
  return is_one_of(op, rows, sizeof rows / sizeof rows[0]);
}

static bool is_static(const view_t *view) {
  for (size_t i = 0; i < view->rank; ++i) {
    if (view->sizes[i] == TERN_DYNAMIC || view->strides[i] == TERN_DYNAMIC) return false;
  }
  return view->offset != TERN_DYNAMIC;
}

// What the type knows and `view` does not.
static void learn(view_t *view, const tern_type_t *memref) {
  int64_t strides[MAX_RANK], offset;
  if (tern_type_rank(memref) != view->rank || !tern_memref_type_strides(memref, strides, &offset)) return;
  for (size_t i = 0; i < view->rank; ++i) {
    if (view->sizes[i] == TERN_DYNAMIC) view->sizes[i] = tern_type_dim(memref, i);
    if (view->strides[i] == TERN_DYNAMIC) view->strides[i] = strides[i];
  }
  if (view->offset == TERN_DYNAMIC) view->offset = offset;
}

// Follows `value` to the binding that it is of.
static bool find_placeholder(const tern_op_t *op, const tern_value_t *value, view_t *view) {
  for (;;) {
    tern_op_t *source = tern_value_defining_op(value);
    if (source && tern_op_is(source, TERN_IREE(PLACEHOLDER)) && tern_op_attr(source, "binding")) {
      if (value->type->kind == TERN_TYPE_MEMREF) learn(view, value->type);
      view->placeholder = source;
      return true;
    }
    bool is_cast = source && tern_op_is(source, TERN_MEMREF(CAST));
    if (!is_cast && !(source && is_view(source))) {
      return fail(op, "memory that is no binding", "the host can give a kernel tensor maps of its bindings only");
    }
    if (is_cast && tern_op_operand(source, 0)->type->kind == TERN_TYPE_MEMREF) {
      learn(view, tern_op_operand(source, 0)->type);
    } else if (!is_static(view)) {
      return fail(op, "a part whose place is not known", "give the part static offsets, sizes and strides");
    }
    value = tern_op_operand(source, 0);
  }
}

// Sizes that a kernel learns when it is run are push constants, and then the array is dense.
static bool find_words(const tern_op_t *op, view_t *view) {
  size_t start, count, used = 0;
  tern_op_operands_named(view->placeholder, "dynamic_dims", &start, &count);
  const tern_type_t *memref = tern_op_result(view->placeholder, 0)->type;
  bool is_whole = tern_type_rank(memref) == view->rank && !tern_memref_type_layout(memref);
  for (size_t i = 0; i < view->rank; ++i) {
    bool is_dynamic = is_whole && tern_type_dim(memref, i) == TERN_DYNAMIC;
    const tern_value_t *size = is_dynamic ? tern_op_operand(view->placeholder, start + used++) : NULL;
    view->words[i] = -1;
    if (view->sizes[i] != TERN_DYNAMIC) continue;
    const tern_attr_t *constant = size ? tern_value_constant(size) : NULL;
    if (tern_attr_is_integer(constant)) view->sizes[i] = tern_integer_attr_value(constant);
    if (view->sizes[i] == TERN_DYNAMIC) view->words[i] = size ? word_of(size) : -1;
    if (view->sizes[i] == TERN_DYNAMIC && view->words[i] < 0) {
      return fail(op, "an array with a size that is no push constant",
                  "the size must be static, or a hal.interface.load.constant of one word");
    }
  }
  for (size_t i = 0; i < view->rank; ++i) {
    if (view->strides[i] == TERN_DYNAMIC && !is_whole) {
      return fail(op, "an array with strides that are not known", "only arrays without gaps may have dynamic sizes");
    }
  }
  return true;
}

// Adds the place in the binding, so that `offset` counts from its start.
static bool add_byte_offset(const tern_op_t *op, int64_t element_size, view_t *view) {
  size_t start, count;
  tern_op_operands_named(view->placeholder, "byte_offset", &start, &count);
  const tern_attr_t *bytes = count ? tern_value_constant(tern_op_operand(view->placeholder, start)) : NULL;
  if (view->offset == TERN_DYNAMIC || (count && !tern_attr_is_integer(bytes))) {
    return fail(op, "an array whose place in the binding is not known", "its offset must be a constant");
  }
  view->offset = view->offset * element_size + (bytes ? tern_integer_attr_value(bytes) : 0);
  return true;
}

// CUtensorMapDataType of a type; -1: there is none.
static int64_t number_of(const tern_type_t *type) {
  static const int64_t by_bytes[] = {[1] = 0, [2] = 1, [4] = 3, [8] = 5};
  switch (type->kind) {
    case TERN_TYPE_F16: return 6;
    case TERN_TYPE_F32: return 7;
    case TERN_TYPE_F64: return 8;
    case TERN_TYPE_BF16: return 9;
    default: break;
  }
  uint32_t width = tern_type_is_integer(type) || tern_type_is_float(type) ? tern_type_bit_width(type) : 0;
  bool is_known = width == 8 || (tern_type_is_integer(type) && (width == 16 || width == 32 || width == 64));
  return is_known ? by_bytes[width / 8] : -1;
}

static bool read_view(const tern_op_t *op, view_t *view) {
  const tern_value_t *value = tern_op_operand(op, 0);
  const tern_type_t *box = tern_nvgpu_type_inside(tern_op_result(op, 0)->type);
  tern_op_t *cast = tern_value_defining_op(value);
  if (cast && tern_op_is(cast, TERN_MEMREF(CAST))) value = tern_op_operand(cast, 0);
  const tern_type_t *memref = value->type;
  bool has_shape = memref->kind == TERN_TYPE_MEMREF;
  if (!has_shape || tern_type_rank(memref) != tern_type_rank(box) || tern_type_rank(memref) > MAX_RANK) {
    return fail(op, "a memref that has not as many dimensions as the box",
                "cast a memref of 1 to 5 dimensions to the unranked one that the op takes");
  }
  *view = (view_t){.element = tern_type_element(memref), .rank = tern_type_rank(memref), .offset = TERN_DYNAMIC};
  for (size_t i = 0; i < view->rank; ++i) view->sizes[i] = view->strides[i] = TERN_DYNAMIC;
  learn(view, memref);
  if (number_of(view->element) < 0) {
    return fail(op, "elements that tensor maps do not have", "they have floats and integers of 8 to 64 bits");
  }
  return find_placeholder(op, value, view) && find_words(op, view) &&
         add_byte_offset(op, tern_type_bit_width(view->element) / 8, view);
}

// --- rows ---

static bool check_box(const tern_op_t *op, const tern_type_t *box) {
  size_t start, count;
  tern_op_operands_named(op, "boxDimensions", &start, &count);
  bool is_right = count == tern_type_rank(box);
  for (size_t i = 0; i < count && is_right; ++i) {
    const tern_attr_t *size = tern_value_constant(tern_op_operand(op, start + i));
    is_right = tern_attr_is_integer(size) && tern_integer_attr_value(size) == tern_type_dim(box, i);
  }
  return is_right ||
         fail(op, "a box that is not the one of its type", "the sizes of the box must be constants, as in the type");
}

// What the hardware wants: rows begin at multiples of 16 bytes, and a box has rows of such a size.
static bool check_alignment(const tern_op_t *op, const view_t *view, const tern_type_t *box) {
  int64_t size = tern_type_bit_width(view->element) / 8;
  bool is_right = view->strides[view->rank - 1] == 1 && view->offset % ALIGNMENT == 0 &&
                  tern_type_dim(box, view->rank - 1) * size % ALIGNMENT == 0;
  for (size_t i = 0; i + 1 < view->rank; ++i) {
    is_right = is_right && (view->strides[i] == TERN_DYNAMIC || view->strides[i] * size % ALIGNMENT == 0);
  }
  return is_right || fail(op, "rows that do not lie at multiples of 16 bytes",
                          "the last dimension must have neighbours, and all others strides, offsets and boxes of "
                          "multiples of 16 bytes");
}

static const tern_attr_t *number_attr(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

// The row of a tensor map; NULL after an error.
static const tern_attr_t *make_row(const tern_op_t *op) {
  const tern_type_t *map = tern_op_result(op, 0)->type, *box = tern_nvgpu_type_inside(map);
  tern_context_t *context = map->context;
  view_t view;
  if (!check_box(op, box) || !read_view(op, &view) || !check_alignment(op, &view, box)) return NULL;
  tern_op_t *binding = tern_hal_resolve_binding(view.placeholder, tern_op_attr(view.placeholder, "binding"));
  if (!binding) return NULL;
  int64_t sizes[MAX_RANK], words[MAX_RANK], strides[MAX_RANK], boxes[MAX_RANK];
  int64_t bytes = tern_type_bit_width(view.element) / 8;
  for (size_t d = 0; d < view.rank; ++d) {
    size_t i = view.rank - 1 - d;
    sizes[d] = view.sizes[i] == TERN_DYNAMIC ? 0 : view.sizes[i];
    words[d] = view.words[i];
    strides[d] = view.strides[i] == TERN_DYNAMIC ? 0 : view.strides[i] * bytes;
    boxes[d] = tern_type_dim(box, i);
  }
  const tern_named_attr_t entries[] = {
      {"binding", number_attr(context, (int64_t)tern_hal_binding_ordinal(binding))},
      {"offset", number_attr(context, view.offset)},
      {"type", number_attr(context, number_of(view.element))},
      {"interleave", number_attr(context, tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_INTERLEAVE))},
      {"swizzle", number_attr(context, tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_SWIZZLE))},
      {"promotion", number_attr(context, tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_L2PROMO))},
      {"fill", number_attr(context, tern_nvgpu_map_param(map, TERN_NVGPU_ENUM_OOB))},
      {"sizes", tern_dense_i64_array_attr_get(context, sizes, view.rank)},
      {"words", tern_dense_i64_array_attr_get(context, words, view.rank)},
      {"strides", tern_dense_i64_array_attr_get(context, strides + 1, view.rank - 1)},
      {"box", tern_dense_i64_array_attr_get(context, boxes, view.rank)},
  };
  return tern_dictionary_attr_get(context, entries, sizeof entries / sizeof entries[0]);
}

// --- kernels ---

typedef struct walk_state {
  tern_op_list_t makers;
} walk_state_t;

static tern_walk_result_t list_makers(tern_op_t *op, void *user) {
  walk_state_t *state = user;
  if (tern_op_is(op, TERN_NVGPU(TMA_CREATE_DESCRIPTOR))) tern_vec_push(&state->makers, op);
  return TERN_WALK_ADVANCE;
}

// The memref of a tensor map is not looked at any more.
static void erase_unused_view(tern_value_t *value) {
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || value->first_use || !tern_op_is(op, TERN_MEMREF(CAST))) return;
  tern_op_destroy(op);
}

static void replace_maker(tern_op_t *op, tern_value_t *argument) {
  tern_value_t *memref = tern_op_operand(op, 0);
  tern_value_replace_all_uses(tern_op_result(op, 0), argument);
  tern_op_destroy(op);
  erase_unused_view(memref);
}

static void set_arguments(tern_op_t *func, const tern_attr_t *const *rows, size_t count) {
  const tern_block_t *entry = tern_op_body(func, 0);
  tern_context_t *context = tern_type_attr_value(tern_op_attr(func, "function_type"))->context;
  TERN_VEC(const tern_type_t *) types = {0};
  for (size_t i = 0; i < entry->arg_count; ++i) tern_vec_push(&types, entry->args[i]->type);
  const tern_type_t *type =
      tern_function_type_get(context, (tern_types_t){types.values, types.count}, (tern_types_t){0});
  tern_op_set_attr(func, "function_type", tern_type_attr_get(type));
  tern_op_set_attr(func, TERN_KERNEL_TENSOR_MAPS_ATTR, tern_array_attr_get(context, rows, count));
  tern_vec_deinitialize(&types);
}

static bool hand_over(tern_op_t *func) {
  walk_state_t state = {0};
  TERN_VEC(const tern_attr_t *) rows = {0};
  bool is_right = true,
       is_kernel = tern_op_attr(func, "spirv.entry_point_abi") && !tern_region_is_empty(&func->regions[0]);
  tern_op_walk_pre(func, list_makers, &state);
  for (size_t i = 0; i < state.makers.count && is_right; ++i) {
    tern_op_t *op = state.makers.values[i];
    if (!is_kernel || tern_op_body(func, 0)->arg_count != rows.count) {
      is_right = fail(op, "a function that is no kernel", "make it in the kernel and pass it as an argument");
      break;
    }
    const tern_attr_t *row = make_row(op);
    if (!row) {
      is_right = false;
      break;
    }
    tern_block_t *entry = tern_op_body(func, 0);
    size_t at = 0;
    const tern_type_t *type = tern_op_result(op, 0)->type;
    while (at < rows.count && (rows.values[at] != row || entry->args[at]->type != type)) ++at;
    if (at == rows.count) {
      tern_vec_push(&rows, row);
      tern_block_add_arg(entry, type, op->loc);
    }
    replace_maker(op, entry->args[at]);
  }
  if (rows.count) set_arguments(func, rows.values, rows.count);
  tern_vec_deinitialize(&state.makers);
  tern_vec_deinitialize(&rows);
  return is_right;
}

// --- the type ---

int tern_kernel_tensor_map_rule(const tern_type_t *type, void *user, const tern_type_t **out_types, size_t *out_count) {
  (void)user;
  if (!tern_type_is_nvgpu(type, TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR)) return 0;
  out_types[(*out_count)++] = tern_llvm_ptr_type(type->context, TERN_KERNEL_SPACE_GENERIC);
  return 1;
}

// --- the pass ---

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  bool is_right = true;
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (tern_op_is(op, TERN_FUNC(FUNC))) is_right = hand_over(op) && is_right;
  }
  return is_right;
}

const tern_pass_def_t tern_iree_codegen_gpu_pass_tensor_maps_pass = {
    .name = "GpuPassTensorMaps",
    .flag = "iree-codegen-gpu-pass-tensor-maps",
    .anchor = "builtin.module",
    .summary = "Make tensor maps of bindings arguments of the kernels that use them",
    .description =
        "The function's attribute hal.kernel_tensor_maps gets a row for each: what the host makes the map from.",
    .needs = TERN_FORM_NO_TENSORS,
    .run = run,
};
