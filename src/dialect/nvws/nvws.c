// nvws: the tables.

#include "dialect/nvws/nvws.h"

#include <stdlib.h>

#include "base/arena.h"
#include "dialect/nvws/hooks.h"

static const tern_enum_case_t load_types[] = {{"none", TERN_NVWS_LOAD_NONE},
                                              {"asyncLoadOp", TERN_NVWS_LOAD_ASYNC},
                                              {"tmaLoadOp", TERN_NVWS_LOAD_TMA},
                                              {"localStoreOp", TERN_NVWS_LOAD_LOCAL_STORE},
                                              {"TmemLoadOp", TERN_NVWS_LOAD_TMEM}};
static const tern_enum_case_t async_ops[] = {
    {"none", TERN_NVWS_ASYNC_NONE},         {"tma_load", TERN_NVWS_ASYNC_TMA_LOAD},
    {"tc5mma", TERN_NVWS_ASYNC_TC5MMA},     {"tmem_copy", TERN_NVWS_ASYNC_TMEM_COPY},
    {"cp_async", TERN_NVWS_ASYNC_CP_ASYNC}, {"wgmma", TERN_NVWS_ASYNC_WGMMA}};
#define CASES(LIST) .cases = (LIST), .case_count = sizeof(LIST) / sizeof(LIST)[0]

const tern_enum_row_t tern_nvws_enums[] = {
    [TERN_NVWS_ENUM_TOKEN_LOAD_TYPE] = {.name = "nvws.token_load_type", .storage_width = 32, CASES(load_types)},
    [TERN_NVWS_ENUM_ASYNC_OP] = {.name = "nvws.async_op",
                                 .attr_name = "nvws.async_op",
                                 .storage_width = 32,
                                 CASES(async_ops)},
};

const tern_type_row_t tern_nvws_types[] = {
    [TERN_NVWS_TYPE_AREF] = {.name = "nvws.aref",
                             .summary = "Asynchronous Reference",
                             .parse = tern_nvws_parse_aref,
                             .print = tern_nvws_print_aref},
    [TERN_NVWS_TYPE_TOKEN] = {.name = "nvws.token", .summary = "what producers and consumers of buffers wait for"},
};

const tern_op_row_t tern_nvws_ops[] = {
#define OP(ID, NAME, ...) [TERN_NVWS_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/nvws/nvws_ops.def"
#undef OP
};

const tern_dialect_t tern_nvws_dialect = {
    .name = "nvws",
    .summary = "Buffers that groups of warps hand over to each other",
    .ops = tern_nvws_ops,
    .op_count = TERN_NVWS_OP_COUNT,
    .types = tern_nvws_types,
    .type_count = TERN_NVWS_TYPE_COUNT,
    .enums = tern_nvws_enums,
    .enum_count = TERN_NVWS_ENUM_COUNT,
    .custom_directives = tern_nvws_directives,
    .custom_directive_count = TERN_NVWS_DIRECTIVE_COUNT,
};

const tern_type_t *tern_nvws_aref_get(tern_context_t *context, tern_types_t buffers) {
  uint64_t *params = tern_malloc((buffers.count + 1) * sizeof *params);
  for (size_t i = 0; i < buffers.count; ++i) params[i] = (uint64_t)(uintptr_t)buffers.values[i];
  const tern_type_t *type =
      tern_dialect_type_get(context, &tern_nvws_types[TERN_NVWS_TYPE_AREF], params, buffers.count);
  free(params);
  return type;
}

const tern_type_t *tern_nvws_token_get(tern_context_t *context) {
  return tern_dialect_type_get(context, &tern_nvws_types[TERN_NVWS_TYPE_TOKEN], NULL, 0);
}
