// Attributes that say what a gpu.module is compiled for, of dialects that have nothing else to say of it: members in angle
// brackets, in any order, each with a default (#rocdl.target<O = 3, chip = "gfx90a">).

#ifndef TERN_DIALECT_COMMON_GPU_TARGET_H_
#define TERN_DIALECT_COMMON_GPU_TARGET_H_

#include "asm/parser.h"
#include "asm/printer.h"

typedef enum tern_gpu_target_member {
  TERN_GPU_TARGET_LEVEL,
  TERN_GPU_TARGET_TRIPLE,
  TERN_GPU_TARGET_CHIP,
  TERN_GPU_TARGET_FEATURES,
  TERN_GPU_TARGET_ABI,
  TERN_GPU_TARGET_FLAGS,
  TERN_GPU_TARGET_LINK,
  TERN_GPU_TARGET_MEMBER_COUNT
} tern_gpu_target_member_t;

// What a dialect's attribute looks like. The parameters of such an attribute are its members in the order above, identifiers
// and attributes as pointers (0: none).
typedef struct tern_gpu_target_form {
  const char *names[TERN_GPU_TARGET_MEMBER_COUNT];  // NULL: there is no such member
  const char *triple, *chip, *abi;                  // defaults
} tern_gpu_target_form_t;

typedef struct tern_gpu_target {
  int64_t level;  // 0 to 3
  tern_str_t triple, chip, features, abi;
  const tern_attr_t *flags;  // dictionary, or NULL
  const tern_attr_t *link;   // array of the names of files, or NULL
} tern_gpu_target_t;

tern_gpu_target_t tern_gpu_target_default(const tern_gpu_target_form_t *form);
tern_gpu_target_t tern_gpu_target_of(const tern_attr_t *attr);
// False after an error at `loc`: a member is not allowed.
bool tern_gpu_target_check(const tern_attr_t *loc, const tern_gpu_target_t *target);
// NULL after an error at `loc` where a member is not allowed. A loc of NULL: all is taken.
const tern_attr_t *tern_gpu_target_get(tern_context_t *context, const tern_attr_row_t *row, const tern_attr_t *loc,
                                       const tern_gpu_target_t *target);
const tern_attr_t *tern_gpu_target_parse(tern_parser_t *parser, const tern_attr_row_t *row,
                                         const tern_gpu_target_form_t *form);
// What is as it would be anyway is left out.
void tern_gpu_target_print(tern_printer_t *printer, const tern_attr_t *attr, const tern_gpu_target_form_t *form);

#endif  // TERN_DIALECT_COMMON_GPU_TARGET_H_
