// --iree-linalg-ext-convert-attention-to-triton: a dispatch for CUDA that is an attention becomes a kernel of tt.
//
//   func.func @main() {                                       func.func private @main() attributes {spirv.entry_point_abi = ...,
//     %q = iree.placeholder ... @io::@b0                          hal.kernel_tensor_maps = [...]}
//     ...                                                     func.func private @main_workgroup_count() ...
//     iree_linalg_ext.attention ins(%q, %k, %v, %scale)  ->   module attributes {tern.num_warps = 8 : i64, ...} {
//         outs(%o)                                              tt.func public @main(%q: !tt.tensordesc<...>, ...) {
//     return                                                      ... scf.for over tiles of keys (program.c)
//   }
//
// What is written then goes the way of Triton's kernels (convert/triton/dispatch.h). Queries, keys, values and the result are read and
// written by descriptors, which are tensor maps where the chip has them and all arrays are as they want them; others are made in the
// kernel, and taken apart to pointers. Numbers that are read beside the scores, and the scale, come through pointers. Which attention
// is taken, in what tiles: analysis/gpu/attention_config.h. Any other is left alone.

#include "analysis/machine/machine.h"
#include "base/cuda_image_format.h"
#include "convert/linalg_ext/attention_to_triton/kernel.h"
#include "convert/llvm/kernel/kernel.h"
#include "convert/triton/dispatch.h"
#include "dialect/arith/arith.h"
#include "dialect/arith/index_math.h"
#include "dialect/builtin/builtin.h"
#include "dialect/hal/entry_points.h"
#include "dialect/hal/workgroup_count.h"
#include "dialect/math/math.h"
#include "dialect/scf/scf.h"
#include "dialect/spirv/spirv.h"
#include "dialect/tt/tt.h"
#include "ir/symbol.h"
#include "pass/pass.h"

enum { WARP_SIZE = 32, MAX_RANK = TERN_LINALG_EXT_MAX_LOOPS + 2, TILES = 4, DIVISIBILITY = 16 };

typedef tern_attention_kernel_t kernel_t;

// --- what the op is ---

// The only op of the function that does anything.
static tern_op_t *find_attention(const tern_op_t *func) {
  const tern_region_t *region = &func->regions[0];
  tern_op_t *found = NULL;
  if (!region->first_block || region->first_block != region->last_block) return NULL;
  tern_block_for_each_op(region->first_block, op) {
    if (tern_op_is(op, TERN_IREE_LINALG_EXT(ATTENTION))) {
      if (found) return NULL;
      found = op;
    } else if (!tern_op_has_trait(op, TERN_TRAIT_TERMINATOR) && (op->region_count > 0 || tern_op_effects(op) != 0)) {
      return NULL;
    }
  }
  bool is_on_buffers = found && tern_linalg_ext_output(found, 0)->type->kind == TERN_TYPE_MEMREF;
  return is_on_buffers ? found : NULL;
}

static bool read_scale(kernel_t *k) {
  const tern_value_t *scale = k->maps.scale;
  int64_t depth = k->config.loops.extents[k->config.loops.depth];
  k->scale_constant = 1 / __builtin_sqrt((double)depth);
  if (!scale) return true;
  if (tern_type_is_shaped(scale->type)) {
    k->has_scale_in_memory = true;
    tern_affine_map_t none = {0};
    return tern_attention_read_operand(k->op, scale, &none, &k->config.loops, &k->scale);
  }
  k->scale_constant = tern_float_attr_value(tern_value_constant(scale));
  return true;
}

static bool read_operands(kernel_t *k) {
  const tern_gpu_attention_config_t *c = &k->config;
  const tern_attention_loops_t *l = &c->loops;
  const struct {
    const tern_value_t *memory;
    const tern_affine_map_t *map;
    size_t pair[2];
    int64_t block[2];
    tern_attention_tiles_t *tiles;
  } rows[TILES] = {
      {tern_linalg_ext_input(k->op, 0), k->maps.query, {l->rows, l->depth}, {c->rows, c->depth}, &k->query},
      {tern_linalg_ext_input(k->op, 1), k->maps.key, {l->keys, l->depth}, {c->keys, c->depth}, &k->key},
      {tern_linalg_ext_input(k->op, 2), k->maps.value, {l->keys, l->columns}, {c->keys, c->columns}, &k->value},
      {tern_linalg_ext_output(k->op, 0), k->maps.output, {l->rows, l->columns}, {c->rows, c->columns}, &k->output},
  };
  k->uses_tensor_maps = c->is_wgmma;
  for (size_t i = 0; i < TILES; ++i) {
    if (!tern_attention_read_tiles(k->op, rows[i].memory, rows[i].map, l, rows[i].pair, rows[i].block, rows[i].tiles))
      return false;
    k->uses_tensor_maps = k->uses_tensor_maps && tern_attention_has_tensor_map(rows[i].tiles, l);
  }
  if (k->maps.mask && !tern_attention_read_operand(k->op, k->maps.mask_value, k->maps.mask, l, &k->mask)) return false;
  for (size_t i = 0; i < k->maps.extra_count; ++i) {
    const tern_value_t *extra = tern_linalg_ext_input(k->op, k->maps.first_extra + i);
    if (!tern_attention_read_operand(k->op, extra, k->maps.extras[i], l, &k->extras[i])) return false;
  }
  return read_scale(k);
}

// --- what the host has to know ---

// CUtensorMapDataType.
static int64_t number_of(const tern_type_t *type) {
  return type->kind == TERN_TYPE_F16 ? 6 : type->kind == TERN_TYPE_F32 ? 7 : 9;
}

static const tern_attr_t *number_attr(tern_context_t *context, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(context, 64), value);
}

// The row of a tensor map (convert/llvm/kernel/tensor_map.c), but for its box and swizzle.
static const tern_attr_t *make_row(const kernel_t *k, const tern_attention_tiles_t *tiles) {
  enum { PROMOTION_128_BYTES = 2 };
  tern_context_t *context = k->b->context;
  int64_t sizes[MAX_RANK], strides[MAX_RANK], words[MAX_RANK], reversed[MAX_RANK], distances[MAX_RANK];
  size_t rank = tern_attention_array(tiles, &k->config.loops, sizes, strides);
  int64_t bytes = tern_type_bit_width(tiles->operand.element) / 8;
  for (size_t d = 0; d < rank; ++d) {
    reversed[d] = sizes[rank - 1 - d];
    distances[d] = strides[rank - 1 - d] * bytes;
    words[d] = -1;
  }
  const tern_named_attr_t entries[] = {
      {"binding", number_attr(context, (int64_t)tiles->operand.binding)},
      {"offset", number_attr(context, tiles->operand.offset * bytes)},
      {"type", number_attr(context, number_of(tiles->operand.element))},
      {"interleave", number_attr(context, 0)},
      {"swizzle", number_attr(context, 0)},
      {"promotion", number_attr(context, PROMOTION_128_BYTES)},
      {"fill", number_attr(context, 0)},
      {"sizes", tern_dense_i64_array_attr_get(context, reversed, rank)},
      {"words", tern_dense_i64_array_attr_get(context, words, rank)},
      {"strides", tern_dense_i64_array_attr_get(context, distances + 1, rank - 1)},
      {"box", tern_dense_i64_array_attr_get(context, reversed, rank)},
  };
  return tern_dictionary_attr_get(context, entries, sizeof entries / sizeof entries[0]);
}

static void write_launch(const kernel_t *k, tern_op_t *func) {
  tern_builder_t b = tern_builder_before(tern_op_body(func, 0)->last_op);
  const tern_attention_loops_t *loops = &k->config.loops;
  const tern_attention_tiles_t *tiles[TILES] = {&k->query, &k->key, &k->value, &k->output};
  int64_t rows = loops->rows == TERN_ATTENTION_NO_LOOP ? 1 : loops->extents[loops->rows];
  int64_t programs = (rows + k->config.rows - 1) / k->config.rows;
  for (size_t i = 0; i < loops->outer_count; ++i) programs *= loops->extents[loops->outer[i]];
  const int32_t size[3] = {(int32_t)(k->config.warps * WARP_SIZE), 1, 1};
  const tern_workgroup_extent_t grid[3] = {{.extent = tern_build_index(&b, programs), .divisor = 1}};
  tern_op_set_attr(func, "spirv.entry_point_abi", tern_spirv_entry_point_abi_get(b.context, size));
  tern_workgroup_count_build(func, grid, INT32_MAX);
  if (!k->uses_tensor_maps) return;
  const tern_attr_t *maps[TILES];
  for (size_t i = 0; i < TILES; ++i) maps[i] = make_row(k, tiles[i]);
  tern_op_set_attr(func, TERN_KERNEL_TENSOR_MAPS_ATTR, tern_array_attr_get(b.context, maps, TILES));
}

// --- the function ---

// Notes the type of the pointer to an operand's binding.
static void want_pointer(const tern_attention_operand_t *operand, const tern_type_t **types) {
  if (!types[operand->binding]) types[operand->binding] = tern_tt_pointer_get(operand->element, TERN_TT_GLOBAL_SPACE);
}

static void find_pointers(const kernel_t *k, const tern_type_t **types) {
  const tern_attention_tiles_t *tiles[TILES] = {&k->query, &k->key, &k->value, &k->output};
  for (size_t i = 0; i < TILES && !k->uses_tensor_maps; ++i) want_pointer(&tiles[i]->operand, types);
  if (k->maps.mask) want_pointer(&k->mask, types);
  if (k->has_scale_in_memory) want_pointer(&k->scale, types);
  for (size_t i = 0; i < k->maps.extra_count; ++i) want_pointer(&k->extras[i], types);
}

// The function's arguments, in types and attributes. Returns how many there are, of which the first are for `bindings`.
typedef struct arguments {
  const tern_type_t *types[TERN_ATTENTION_MAX_BINDINGS + TILES];
  const tern_attr_t *attrs[TERN_ATTENTION_MAX_BINDINGS + TILES];
  int64_t bindings[TERN_ATTENTION_MAX_BINDINGS];
  size_t count, binding_count;
} arguments_t;

static void find_arguments(const kernel_t *k, arguments_t *out) {
  tern_context_t *context = k->b->context;
  const tern_type_t *pointers[TERN_ATTENTION_MAX_BINDINGS] = {NULL}, *i32 = tern_i_type_get(context, 32);
  const tern_attention_tiles_t *tiles[TILES] = {&k->query, &k->key, &k->value, &k->output};
  const tern_named_attr_t aligned = {"tt.divisibility", tern_integer_attr_get(i32, DIVISIBILITY)};
  *out = (arguments_t){0};
  find_pointers(k, pointers);
  for (size_t i = 0; i < TERN_ATTENTION_MAX_BINDINGS; ++i) {
    if (!pointers[i]) continue;
    out->bindings[out->binding_count++] = (int64_t)i;
    out->types[out->count] = pointers[i];
    out->attrs[out->count++] = tern_dictionary_attr_get(context, &aligned, 1);
  }
  for (size_t i = 0; i < TILES && k->uses_tensor_maps; ++i) {
    out->types[out->count] = tern_attention_descriptor_type(k, tiles[i]);
    out->attrs[out->count++] = tern_dictionary_attr_get(context, NULL, 0);
  }
}

static tern_op_t *build_function(kernel_t *k, tern_str_t name) {
  tern_builder_t *b = k->b;
  arguments_t arguments;
  find_arguments(k, &arguments);
  const tern_type_t *type =
      tern_function_type_get(b->context, (tern_types_t){arguments.types, arguments.count}, (tern_types_t){0});
  tern_op_t *module = tern_build(
      b, TERN_BUILTIN(MODULE), .regions = 1,
      .attrs = TERN_ATTRS({TERN_TILES_WARPS_ATTR, number_attr(b->context, k->config.warps)},
                          {TERN_TILES_STAGES_ATTR, number_attr(b->context, k->config.stages)},
                          {TERN_TILES_BINDINGS_ATTR,
                           tern_dense_i64_array_attr_get(b->context, arguments.bindings, arguments.binding_count)}));
  if (!k->config.is_wgmma) tern_op_set_attr(module, TERN_TILES_PORTABLE_ATTR, tern_unit_attr_get(b->context));
  tern_builder_add_block(b, &module->regions[0], (tern_types_t){0});
  tern_op_t *func =
      tern_build(b, TERN_TT(FUNC), .regions = 1,
                 .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(b->context, name)},
                                     {"function_type", tern_type_attr_get(type)},
                                     {"sym_visibility", tern_string_attr_get(b->context, TERN_STR("public"))},
                                     {"arg_attrs", tern_array_attr_get(b->context, arguments.attrs, arguments.count)}));
  tern_block_t *entry = tern_builder_add_block(b, &func->regions[0], (tern_types_t){arguments.types, arguments.count});
  for (size_t i = 0; i < arguments.binding_count; ++i) k->pointers[arguments.bindings[i]] = entry->args[i];
  tern_attention_tiles_t *tiles[TILES] = {&k->query, &k->key, &k->value, &k->output};
  for (size_t i = 0; i < TILES && k->uses_tensor_maps; ++i) {
    tiles[i]->access = entry->args[arguments.binding_count + i];
  }
  return func;
}

// What is left of the function is what the host launches.
static void empty_function(tern_op_t *func) {
  tern_context_t *context = tern_op_context(func);
  tern_block_t *body = tern_op_body(func, 0);
  tern_block_destroy(body, context);
  tern_op_set_attr(func, "sym_visibility", tern_string_attr_get(context, TERN_STR("private")));
}

static bool convert(tern_op_t *func, tern_pass_t *pass) {
  const tern_machine_t *machine = tern_machine_cuda_of(func);
  kernel_t kernel = {.op = find_attention(func)};
  bool is_taken = kernel.op && machine && tern_gpu_choose_attention(kernel.op, machine, &kernel.config) &&
                  tern_linalg_ext_read_attention(kernel.op, &kernel.maps);
  if (!is_taken) return true;
  tern_builder_t b = tern_builder_after(func);
  kernel.b = &b;
  if (!read_operands(&kernel)) return false;
  kernel.has_window = !kernel.maps.mask && tern_attention_read_window(kernel.op, &kernel.config.loops, &kernel.window);
  kernel.measure = tern_attention_choose_measure(&kernel);
  write_launch(&kernel, func);
  build_function(&kernel, tern_symbol_name(func));
  tern_attention_build_program(&kernel);
  empty_function(func);
  tern_pass_count(pass, 0, 1);
  return true;
}

static bool run(tern_op_t *root, tern_pass_t *pass) { return tern_entry_points_convert(root, pass, convert); }

const tern_pass_def_t tern_iree_linalg_ext_convert_attention_to_triton_pass = {
    .name = "ConvertAttentionToTriton",
    .flag = "iree-linalg-ext-convert-attention-to-triton",
    .anchor = "builtin.module",
    .summary = "Convert functions of an attention for CUDA to kernels of tt",
    .dialects = (const tern_dialect_t *const[]){&tern_arith_dialect, &tern_math_dialect, &tern_scf_dialect,
                                                &tern_tt_dialect, NULL},
    .statistics = (const char *const[]){"num-converted - functions that became kernels", NULL},
    .run = run,
};
