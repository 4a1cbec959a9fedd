// The vhlo dialect: its tables.
//
// The map of this folder: vhlo_ops.def (with vhlo_*_ops.def), vhlo_types.def, vhlo_attrs.def and vhlo_enums.def are the
// tables; types.c and attrs.c have the syntax, types_builtin.c what types stand for, syntax.c functions, encoding.c the
// bytecode. Names, versions and codes are upstream's.

#include "dialect/vhlo/vhlo.h"

#include "dialect/vhlo/hooks.h"
#include "ir/context.h"

// --- versions ---

static bool parse_number(tern_str_t text, size_t *inout_at, uint64_t *out_number) {
  size_t start = *inout_at;
  *out_number = 0;
  while (*inout_at < text.size && text.data[*inout_at] >= '0' && text.data[*inout_at] <= '9') {
    *out_number = *out_number * 10 + (uint64_t)(text.data[(*inout_at)++] - '0');
    if (*out_number > 0xfffff) return false;
  }
  return *inout_at > start;
}

bool tern_vhlo_version_parse(tern_str_t text, tern_vhlo_version_t *out_version) {
  uint64_t numbers[3];
  size_t at = 0;
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && (at >= text.size || text.data[at++] != '.')) return false;
    if (!parse_number(text, &at, &numbers[i])) return false;
  }
  *out_version = TERN_VHLO_VERSION(numbers[0], numbers[1], numbers[2]);
  return at == text.size;
}

// --- ops ---

const tern_op_row_t tern_vhlo_ops[] = {
#define OP(ID, MNEMONIC, FIRST, LAST, HLO, ...) [TERN_VHLO_##ID] = {.name = "vhlo." MNEMONIC, __VA_ARGS__},
#include "dialect/vhlo/vhlo_ops.def"
#undef OP
};

static const tern_vhlo_lifetime_t lifetimes[] = {
#define OP(ID, MNEMONIC, FIRST, LAST, HLO, ...) [TERN_VHLO_##ID] = {FIRST, LAST, TERN_HLO_##HLO},
#include "dialect/vhlo/vhlo_ops.def"
#undef OP
};

const tern_vhlo_lifetime_t *tern_vhlo_op_lifetime(const tern_op_t *op) {
  const tern_op_row_t *row = op->def->row;
  if (row < tern_vhlo_ops || row >= tern_vhlo_ops + TERN_VHLO_OP_COUNT) return NULL;
  return &lifetimes[row - tern_vhlo_ops];
}

const tern_op_row_t *tern_vhlo_op_of_hlo(tern_hlo_t hlo) {
  for (size_t i = 0; hlo != TERN_HLO_NONE && i < TERN_VHLO_OP_COUNT; ++i) {
    if (lifetimes[i].hlo == hlo) return &tern_vhlo_ops[i];
  }
  return NULL;
}

// --- enums ---

const tern_enum_row_t tern_vhlo_enums[] = {
#define ENUM(ID, NAME, FIRST, CODE, HLO, ...)                          \
  [TERN_VHLO_ENUM_##ID] = {.name = "vhlo." NAME,                       \
                           .attr_name = "vhlo." NAME,                  \
                           .storage_width = 32,                        \
                           .is_spaced_mnemonic = true,                 \
                           .cases = (tern_enum_case_t[]){__VA_ARGS__}, \
                           .case_count = sizeof((tern_enum_case_t[]){__VA_ARGS__}) / sizeof(tern_enum_case_t)},
#include "dialect/vhlo/vhlo_enums.def"
#undef ENUM
};

const tern_vhlo_enum_info_t tern_vhlo_enum_infos[] = {
#define ENUM(ID, NAME, FIRST, CODE, HLO, ...) [TERN_VHLO_ENUM_##ID] = {FIRST, CODE, HLO},
#include "dialect/vhlo/vhlo_enums.def"
#undef ENUM
};

const tern_attr_t *tern_vhlo_enum_attr_get(tern_context_t *context, tern_vhlo_enum_id_t id, int64_t value) {
  return tern_enum_attr_get(context, &tern_vhlo_enums[id], value);
}

// --- the dialect ---

const tern_dialect_t tern_vhlo_dialect = {
    .name = "vhlo",
    .summary = "StableHLO in versions, as portable artifacts have it",
    .ops = tern_vhlo_ops,
    .op_count = TERN_VHLO_OP_COUNT,
    .types = tern_vhlo_types,
    .type_count = TERN_VHLO_TYPE_COUNT,
    .attrs = tern_vhlo_attrs,
    .attr_count = TERN_VHLO_ATTR_COUNT,
    .enums = tern_vhlo_enums,
    .enum_count = TERN_VHLO_ENUM_COUNT,
    .encoding = &tern_vhlo_encoding,
};
