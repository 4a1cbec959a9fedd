// What words of PTX stand for: types, modifiers, special registers, instructions.

#include <stdio.h>
#include <string.h>

#include "base/float.h"
#include "ptx/ptx_code.h"

static const type_t ptx_types[] = {
    {"pred", KIND_PRED, 1, 1, 0},
    {"b8", KIND_BITS, 8, 1, 0},
    {"b16", KIND_BITS, 16, 1, 0},
    {"b32", KIND_BITS, 32, 1, 0},
    {"b64", KIND_BITS, 64, 1, 0},
    {"b128", KIND_BITS, 128, 1, 0},
    {"b1024", KIND_BITS, 0, 1, 0},
    {"u8", KIND_UNSIGNED, 8, 1, 0},
    {"u16", KIND_UNSIGNED, 16, 1, 0},
    {"u32", KIND_UNSIGNED, 32, 1, 0},
    {"u64", KIND_UNSIGNED, 64, 1, 0},
    {"s8", KIND_SIGNED, 8, 1, 0},
    {"s16", KIND_SIGNED, 16, 1, 0},
    {"s32", KIND_SIGNED, 32, 1, 0},
    {"s64", KIND_SIGNED, 64, 1, 0},
    {"f16", KIND_FLOAT, 16, 1, TERN_FLOAT_F16},
    {"bf16", KIND_FLOAT, 16, 1, TERN_FLOAT_BF16},
    {"tf32", KIND_FLOAT, 32, 1, TERN_FLOAT_TF32},
    {"f32", KIND_FLOAT, 32, 1, TERN_FLOAT_F32},
    {"f64", KIND_FLOAT, 64, 1, TERN_FLOAT_F64},
    {"f16x2", KIND_FLOAT, 16, 2, TERN_FLOAT_F16},
    {"bf16x2", KIND_FLOAT, 16, 2, TERN_FLOAT_BF16},
    {"e4m3", KIND_FLOAT, 8, 1, TERN_FLOAT_F8E4M3FN},
    {"e5m2", KIND_FLOAT, 8, 1, TERN_FLOAT_F8E5M2},
    {"e4m3x2", KIND_FLOAT, 8, 2, TERN_FLOAT_F8E4M3FN},
    {"e5m2x2", KIND_FLOAT, 8, 2, TERN_FLOAT_F8E5M2},
    {NULL, KIND_BITS, 0, 0, 0},
};

static const char *const modifier_names[] = {
#define MODIFIER(name) #name,
#include "ptx/ptx_modifiers.def"
#undef MODIFIER
};

// What changes nothing here: orders that running one thread at a time gives anyway, and hints.
static const char *const ignored[] = {
    "aligned",    "relaxed",      "acq_rel",
    "weak",       "gpu",          "sys",
    "bytes",      "L1",           "L2",
    "ca",         "cg",           "cs",
    "cv",         "wb",           "wt",
    "lu",         "evict_first",  "evict_last",
    "nc",         "evict_normal", "no_allocate",
    "cache_hint", "row",          "col",
    "tile",       "alias",        "proxy",
    "sc",         "1d",           "2d",
    "3d",         "4d",           "5d",
    "fractional", "bulk_group",   "group",
    "generic",    "tensormap",    "evict_unchanged",
    "64B",        "128B",         "256B",
    "rs",
};

const char *const ptx_specials[] = {"%tid.x",
                                    "%tid.y",
                                    "%tid.z",
                                    "%ntid.x",
                                    "%ntid.y",
                                    "%ntid.z",
                                    "%ctaid.x",
                                    "%ctaid.y",
                                    "%ctaid.z",
                                    "%nctaid.x",
                                    "%nctaid.y",
                                    "%nctaid.z",
                                    "%laneid",
                                    "%warpid",
                                    "%cluster_ctarank",
                                    "%cluster_nctarank",
                                    "%clusterid.x",
                                    "%clusterid.y",
                                    "%clusterid.z",
                                    "%nclusterid.x",
                                    "%nclusterid.y",
                                    "%nclusterid.z",
                                    "%cluster_ctaid.x",
                                    "%cluster_ctaid.y",
                                    "%cluster_ctaid.z",
                                    "%cluster_nctaid.x",
                                    "%cluster_nctaid.y",
                                    "%cluster_nctaid.z",
                                    "%lanemask_lt",
                                    "%lanemask_le",
                                    "%lanemask_gt",
                                    "%lanemask_ge",
                                    "%lanemask_eq",
                                    "%dynamic_smem_size",
                                    "%total_smem_size",
                                    "%smid",
                                    "%clock",
                                    "%clock64",
                                    "%globaltimer",
                                    "%envreg0",
                                    "WARP_SZ",
                                    "%nsmid",
                                    "%nwarpid",
                                    NULL};
const char *const ptx_host_functions[] = {"__assertfail", "vprintf", NULL};

const type_t *ptx_find_type(const char *text, size_t size) {
  for (const type_t *type = ptx_types; type->name; ++type) {
    if (strlen(type->name) == size && memcmp(type->name, text, size) == 0) return type;
  }
  return NULL;
}

static bool read_shape(const char *text, instruction_t *out) {
  unsigned m = 0, n = 0, k = 0;
  int count = sscanf(text, "m%un%uk%u", &m, &n, &k);
  if (count < 2) return false;
  out->m = (uint16_t)m;
  out->n = (uint16_t)n;
  out->k = (uint16_t)k;
  return true;
}

bool ptx_add_modifier(instruction_t *out, const char *text) {
  const type_t *type = ptx_find_type(text, strlen(text));
  if (type) {
    if (out->type_count == 4) return false;
    out->types[out->type_count++] = type;
    return true;
  }
  if (read_shape(text, out)) return true;
  for (size_t i = 0; i < M_COUNT; ++i) {
    if (strcmp(modifier_names[i], text) != 0) continue;
    out->modifiers[i / 64] |= UINT64_C(1) << (i % 64);
    return true;
  }
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; ++i) {
    if (strcmp(ignored[i], text) == 0) return true;
  }
  return false;
}

const opcode_t ptx_opcodes[] = {
    {"add", M_COUNT, SCOPE_THREAD, false, ptx_add},
    {"sub", M_COUNT, SCOPE_THREAD, false, ptx_sub},
    {"mul", M_COUNT, SCOPE_THREAD, false, ptx_mul},
    {"mad", M_COUNT, SCOPE_THREAD, false, ptx_mad},
    {"fma", M_COUNT, SCOPE_THREAD, false, ptx_fma},
    {"div", M_COUNT, SCOPE_THREAD, false, ptx_div},
    {"rem", M_COUNT, SCOPE_THREAD, false, ptx_rem},
    {"min", M_COUNT, SCOPE_THREAD, false, ptx_min},
    {"max", M_COUNT, SCOPE_THREAD, false, ptx_max},
    {"abs", M_COUNT, SCOPE_THREAD, false, ptx_abs},
    {"neg", M_COUNT, SCOPE_THREAD, false, ptx_neg},
    {"copysign", M_COUNT, SCOPE_THREAD, false, ptx_copysign},
    {"not", M_COUNT, SCOPE_THREAD, false, ptx_not},
    {"and", M_COUNT, SCOPE_THREAD, false, ptx_and},
    {"or", M_COUNT, SCOPE_THREAD, false, ptx_or},
    {"xor", M_COUNT, SCOPE_THREAD, false, ptx_xor},
    {"shl", M_COUNT, SCOPE_THREAD, false, ptx_shl},
    {"shr", M_COUNT, SCOPE_THREAD, false, ptx_shr},
    {"shf", M_COUNT, SCOPE_THREAD, false, ptx_shf},
    {"bfe", M_COUNT, SCOPE_THREAD, false, ptx_bfe},
    {"bfi", M_COUNT, SCOPE_THREAD, false, ptx_bfi},
    {"bfind", M_COUNT, SCOPE_THREAD, false, ptx_bfind},
    {"prmt", M_COUNT, SCOPE_THREAD, false, ptx_prmt},
    {"lop3", M_COUNT, SCOPE_THREAD, false, ptx_lop3},
    {"popc", M_COUNT, SCOPE_THREAD, false, ptx_popc},
    {"clz", M_COUNT, SCOPE_THREAD, false, ptx_clz},
    {"brev", M_COUNT, SCOPE_THREAD, false, ptx_brev},
    {"setp", M_COUNT, SCOPE_THREAD, false, ptx_setp},
    {"selp", M_COUNT, SCOPE_THREAD, false, ptx_selp},
    {"mov", M_COUNT, SCOPE_THREAD, false, ptx_mov},
    {"cvt", M_COUNT, SCOPE_THREAD, false, ptx_cvt},
    {"sqrt", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"rcp", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"rsqrt", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"ex2", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"lg2", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"sin", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"cos", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"tanh", M_COUNT, SCOPE_THREAD, false, ptx_approximate},
    {"ld", M_COUNT, SCOPE_THREAD, false, ptx_ld},
    {"st", M_COUNT, SCOPE_THREAD, false, ptx_st},
    {"atom", M_COUNT, SCOPE_THREAD, false, ptx_atom},
    {"red", M_COUNT, SCOPE_THREAD, false, ptx_atom},
    {"cvta", M_COUNT, SCOPE_THREAD, false, ptx_cvta},
    {"mapa", M_COUNT, SCOPE_THREAD, false, ptx_mapa},
    {"cp", M_COUNT, SCOPE_THREAD, false, ptx_cp},
    {"prefetch", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"prefetchu", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"createpolicy", M_COUNT, SCOPE_THREAD, false, ptx_createpolicy},
    {"mbarrier", M_COUNT, SCOPE_THREAD, false, ptx_mbarrier},
    {"fence", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"membar", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"nanosleep", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"setmaxnreg", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"griddepcontrol", M_COUNT, SCOPE_THREAD, false, ptx_nothing},
    {"tensormap", M_cp_fenceproxy, SCOPE_WARP, false, ptx_tensormap},
    {"tensormap", M_COUNT, SCOPE_THREAD, false, ptx_tensormap},
    {"bra", M_COUNT, SCOPE_THREAD, false, ptx_bra},
    {"ret", M_COUNT, SCOPE_THREAD, false, ptx_ret},
    {"exit", M_COUNT, SCOPE_THREAD, false, ptx_ret},
    {"call", M_COUNT, SCOPE_THREAD, false, ptx_call},
    {"bar", M_warp, SCOPE_WARP, false, ptx_nothing},
    {"bar", M_COUNT, SCOPE_THREAD, false, ptx_bar},
    {"barrier", M_COUNT, SCOPE_THREAD, false, ptx_barrier},
    {"trap", M_COUNT, SCOPE_THREAD, false, ptx_trap},
    {"shfl", M_COUNT, SCOPE_WARP, true, ptx_shfl},
    {"redux", M_COUNT, SCOPE_WARP, true, ptx_redux},
    {"vote", M_COUNT, SCOPE_WARP, true, ptx_vote},
    {"elect", M_COUNT, SCOPE_WARP, true, ptx_elect},
    {"activemask", M_COUNT, SCOPE_THREAD, false, ptx_activemask},
    {"ldmatrix", M_COUNT, SCOPE_WARP, false, ptx_ldmatrix},
    {"stmatrix", M_COUNT, SCOPE_WARP, false, ptx_stmatrix},
    {"mma", M_COUNT, SCOPE_WARP, false, ptx_mma},
    {"wgmma", M_fence, SCOPE_THREAD, false, ptx_nothing},
    {"wgmma", M_COUNT, SCOPE_WARP, false, ptx_wgmma},
    {NULL, M_COUNT, SCOPE_THREAD, false, NULL},
};
