// spirv: the enums of its attributes. Those that SPIR-V's grammar knows take their cases from it.

#include "dialect/spirv/grammar_cases.inc"
#include "dialect/spirv/spirv.h"

// What stands for a property of a target that is not known.
#define UNKNOWN {"Unknown", UINT32_MAX}

#define GRAMMAR_ENUM(ID, NAME, KIND, TITLE) static const tern_enum_case_t cases_##ID[] = {KIND##_CASES};
#define GRAMMAR_BITS GRAMMAR_ENUM
#define OWN_ENUM(ID, NAME, ...) static const tern_enum_case_t cases_##ID[] = {__VA_ARGS__};
#include "dialect/spirv/rows/spirv_enums.def"
#undef GRAMMAR_ENUM
#undef GRAMMAR_BITS
#undef OWN_ENUM

#define ROW(ID, NAME, ...)                                                            \
  [TERN_SPIRV_ENUM_##ID] = {.name = "spirv." NAME,                                    \
                            .attr_name = "spirv." NAME,                               \
                            .storage_width = 32,                                      \
                            .cases = cases_##ID,                                      \
                            .case_count = sizeof(cases_##ID) / sizeof(cases_##ID[0]), \
                            __VA_ARGS__},
#define GRAMMAR_ENUM(ID, NAME, KIND, TITLE) ROW(ID, NAME, .is_bit_enum = false, .summary = "valid SPIR-V " TITLE)
#define GRAMMAR_BITS(ID, NAME, KIND, TITLE) \
  ROW(ID, NAME, .is_bit_enum = true, .bit_separator = "|", .summary = "valid SPIR-V " TITLE)
#define OWN_ENUM(ID, NAME, ...) ROW(ID, NAME, .is_bit_enum = false)

const tern_enum_row_t tern_spirv_enums[] = {
#include "dialect/spirv/rows/spirv_enums.def"
};
