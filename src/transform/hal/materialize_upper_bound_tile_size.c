// --iree-codegen-cpu-materialize-upper-bound-tile-size: how far tensors with an encoding are padded becomes known.
//
//   %m:2 = iree_encoding.upper_bound_tile_size tensor<?x?xf32, #iree_encoding.encoding<operand_index = 0 : index,
//       op_type = matmul, element_types = [f32, f32, f32]>> -> index, index
//   becomes, for a processor with AVX-512
//   %m0 = arith.constant 16 : index
//   %m1 = arith.constant 1 : index
//
// A tile of a product is what a processor's registers hold of its accumulators, M x N, and what an instruction adds up at once, K. A
// dimension of the tensor takes the part of the tile that its loop has; batches, and encodings that say nothing of a product, are
// not tiled (1). Where the program is for several targets the largest tile counts: too much padding wastes memory, too little would be
// an overrun.
//
// Source: upstream's CPUMaterializeUpperBoundTileSizePass.

#include <stdlib.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/iree_encoding/iree_encoding.h"
#include "ir/affine.h"
#include "ir/op_list.h"
#include "ir/symbol.h"
#include "rewrite/builder.h"
#include "transform/hal/executables.h"

enum { M, N, K, TILED, BATCH = TILED, ROLES };
enum { OPERANDS = 3 };

// --- tiles by target ---

// Elements of one kind: a width of integers, a kind of floats, or all floats.
typedef enum element { FLOAT, BF16, I8, I16, I32 } element_t;

// The first row that fits is taken; a row without a feature fits all processors of its kind, one without elements all products.
static const struct {
  const char *arch, *feature;
  bool takes_all;
  element_t elements[OPERANDS];
  int64_t tile[TILED];
} rows[] = {
    {"x86_64", "avx512bf16", false, {BF16, BF16, FLOAT}, {16, 16, 2}},
    {"x86_64", "avx512f", false, {FLOAT, FLOAT, FLOAT}, {16, 16, 1}},
    {"x86_64", "avx", false, {FLOAT, FLOAT, FLOAT}, {8, 8, 1}},
    {"x86_64", NULL, false, {FLOAT, FLOAT, FLOAT}, {8, 4, 1}},
    {"x86_64", "avx512bw", false, {I8, I8, I32}, {16, 16, 2}},
    {"x86_64", "avx512bw", false, {I16, I16, I32}, {16, 16, 2}},
    {"x86_64", "avx2", false, {I8, I8, I32}, {8, 8, 2}},
    {"x86_64", "avx2", false, {I16, I16, I32}, {8, 8, 2}},
    {"x86_64", NULL, false, {I8, I8, I32}, {8, 4, 2}},
    {"x86_64", NULL, false, {I16, I16, I32}, {8, 4, 2}},
    {"aarch64", "bf16", false, {BF16, BF16, FLOAT}, {8, 8, 4}},
    {"aarch64", NULL, false, {FLOAT, FLOAT, FLOAT}, {8, 8, 1}},
    {"aarch64", "i8mm", false, {I8, I8, I32}, {8, 8, 8}},
    {"aarch64", "dotprod", false, {I8, I8, I32}, {8, 8, 4}},
    {"aarch64", NULL, false, {I8, I8, I32}, {8, 8, 1}},
    {"vmvx", NULL, true, {0}, {8, 8, 4}},
};

static tern_str_t entry_of(const tern_attr_t *target, const char *name) {
  const tern_attr_t *value =
      tern_dictionary_attr_lookup(tern_hal_executable_target_configuration(target), tern_str_from_cstr(name));
  return tern_attr_is_string(value) ? tern_string_attr_value(value) : (tern_str_t){0};
}

// Is `arch` what the triple begins with, or, without one, what the format or the backend ends with?
static bool is_for(const tern_attr_t *target, const char *arch) {
  tern_str_t name = tern_str_from_cstr(arch), triple = entry_of(target, "target_triple");
  if (triple.size) return tern_str_starts_with(triple, name);
  return tern_str_ends_with(tern_hal_executable_target_format(target), name) ||
         tern_str_ends_with(tern_hal_executable_target_backend(target), name);
}

static bool has_feature(const tern_attr_t *target, const char *feature) {
  tern_str_t rest = entry_of(target, "cpu_features");
  bool has = false;
  while (rest.size) {
    tern_str_t word = tern_str_trim(tern_str_split(&rest, ','));
    if (word.size && tern_str_equal_cstr(tern_str_drop(word, 1), feature)) has = word.data[0] == '+';
  }
  return has;
}

static bool is_element(const tern_attr_t *attr, element_t element) {
  if (attr->kind != TERN_ATTR_TYPE) return false;
  const tern_type_t *type = tern_type_attr_value(attr);
  switch (element) {
    case FLOAT: return tern_type_is_float(type);
    case BF16: return type->kind == TERN_TYPE_BF16;
    case I8: return type == tern_i_type_get(type->context, 8);
    case I16: return type == tern_i_type_get(type->context, 16);
    default: return type == tern_i_type_get(type->context, 32);
  }
}

static const int64_t *find_tile(const tern_attr_t *target, const tern_attr_t *elements) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (!is_for(target, rows[i].arch) || (rows[i].feature && !has_feature(target, rows[i].feature))) continue;
    bool fits = true;
    for (size_t k = 0; k < OPERANDS && !rows[i].takes_all; ++k) {
      fits &= is_element(tern_array_attr_at(elements, k), rows[i].elements[k]);
    }
    if (fits) return rows[i].tile;
  }
  return NULL;
}

// --- what a dimension is to the product ---

// The role of a loop that runs over the dimensions of these operands, which are bits: left, right, result.
static int role_of(unsigned operands) {
  switch (operands) {
    case 5: return M;
    case 6: return N;
    case 3: return K;
    case 7: return BATCH;
    default: return ROLES;
  }
}

// Fills the role of each dimension of the tensor from the maps of the product's operands.
static bool find_roles_in_maps(const tern_attr_t *maps, size_t operand, size_t rank, int *out_roles) {
  unsigned operands_of[64] = {0};
  size_t counts[ROLES] = {0};
  if (maps->kind != TERN_ATTR_ARRAY || tern_array_attr_count(maps) != OPERANDS) return false;
  const tern_affine_map_t *map = NULL;
  for (size_t i = 0; i < OPERANDS; ++i) {
    const tern_attr_t *attr = tern_array_attr_at(maps, i);
    if (attr->kind != TERN_ATTR_AFFINE_MAP) return false;
    map = tern_affine_map_attr_value(attr);
    if (map->dim_count > 64 || !tern_affine_map_is_projected_permutation(map, false)) return false;
    for (size_t k = 0; k < map->result_count; ++k) operands_of[map->results[k]->value] |= 1u << i;
  }
  for (size_t i = 0; i < map->dim_count; ++i) {
    int role = role_of(operands_of[i]);
    if (role == ROLES || ++counts[role] > 1) return false;
  }
  map = tern_affine_map_attr_value(tern_array_attr_at(maps, operand));
  if (map->result_count != rank) return false;
  for (size_t i = 0; i < rank; ++i) out_roles[i] = role_of(operands_of[map->results[i]->value]);
  return true;
}

// Fills the roles of the tensor's dimensions; false if the encoding says nothing of a product with one loop of each role.
static bool find_roles(const tern_attr_t *encoding, size_t rank, int *out_roles) {
  static const int plain[OPERANDS][2] = {{M, K}, {K, N}, {M, N}};
  const tern_attr_t *index = tern_iree_encoding_entry(encoding, "operand_index");
  const tern_attr_t *maps = tern_iree_encoding_entry(encoding, "user_indexing_maps");
  const tern_attr_t *elements = tern_iree_encoding_entry(encoding, "element_types");
  int64_t operand = tern_integer_attr_value(index);
  if (operand < 0 || operand >= OPERANDS || !elements || elements->kind != TERN_ATTR_ARRAY ||
      tern_array_attr_count(elements) != OPERANDS) {
    return false;
  }
  if (maps) return find_roles_in_maps(maps, (size_t)operand, rank, out_roles);
  if (rank < 2 || rank > 3) return false;
  out_roles[0] = BATCH;
  for (size_t i = 0; i < 2; ++i) out_roles[rank - 2 + i] = plain[operand][i];
  return true;
}

// A side that is known to be narrow takes no more of a tile than the next power of two.
static int64_t cut_to_narrow(int64_t tile, const tern_attr_t *narrow) {
  if (!tern_attr_is_integer(narrow) || tern_integer_attr_value(narrow) <= 0) return tile;
  while (tile / 2 >= tern_integer_attr_value(narrow)) tile /= 2;
  return tile;
}

// --- the pass ---

// The targets that an op may run on: its device's, or all of the module's.
static void collect_targets(const tern_op_t *module, const tern_op_t *op, tern_hal_attr_list_t *out_targets) {
  tern_str_t device = tern_hal_affinity_device_name(tern_hal_affinity_of(op));
  const tern_op_t *global = device.size ? tern_symbol_lookup_in(module, device) : NULL;
  if (global) {
    tern_hal_collect_executable_targets_of(module, global, out_targets);
  } else {
    tern_hal_collect_executable_targets(module, out_targets);
  }
}

static void materialize(tern_op_t *module, tern_op_t *op) {
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "tensorType"));
  const tern_attr_t *encoding = tern_tensor_type_encoding(type);
  int64_t sizes[ROLES] = {1, 1, 1, 1};
  int *roles = tern_malloc((op->result_count + 1) * sizeof *roles);
  for (size_t i = 0; i < op->result_count; ++i) roles[i] = BATCH;
  if (tern_attr_is_iree_encoding(encoding, TERN_IREE_ENCODING_ATTR_ENCODING) &&
      find_roles(encoding, tern_type_rank(type), roles)) {
    tern_hal_attr_list_t targets = {0};
    collect_targets(module, op, &targets);
    for (size_t i = 0; i < targets.count; ++i) {
      const int64_t *tile = find_tile(targets.values[i], tern_iree_encoding_entry(encoding, "element_types"));
      for (size_t k = 0; tile && k < TILED; ++k) {
        if (sizes[k] < tile[k]) sizes[k] = tile[k];
      }
    }
    tern_vec_deinitialize(&targets);
    sizes[M] = cut_to_narrow(sizes[M], tern_iree_encoding_entry(encoding, "matmul_narrow_M"));
    sizes[N] = cut_to_narrow(sizes[N], tern_iree_encoding_entry(encoding, "matmul_narrow_N"));
  }
  tern_builder_t builder = tern_builder_before(op);
  for (size_t i = 0; i < op->result_count; ++i) {
    tern_value_replace_all_uses(tern_op_result(op, i), tern_arith_constant_index(&builder, sizes[roles[i]]));
  }
  free(roles);
  tern_op_destroy(op);
}

static bool run(tern_op_t *module, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect_row(module, TERN_PREORDER, TERN_IREE_ENCODING(UPPER_BOUND_TILE_SIZE));
  for (size_t i = 0; i < ops.count; ++i) materialize(module, ops.values[i]);
  tern_vec_deinitialize(&ops);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, NULL};

const tern_pass_def_t tern_hal_materialize_upper_bound_tile_size_pass = {
    .flag = "iree-codegen-cpu-materialize-upper-bound-tile-size",
    .name = "CPUMaterializeUpperBoundTileSizePass",
    .anchor = "builtin.module",
    .summary = "Make constants of how far tensors with encodings are padded",
    .dialects = dialects,
    .run = run,
};
