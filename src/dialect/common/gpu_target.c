// What a gpu.module is compiled for: the syntax that dialects share.

#include "dialect/common/gpu_target.h"

#include <inttypes.h>

#include "ir/context.h"
#include "ir/diagnostic.h"

enum { DEFAULT_LEVEL = 2 };

tern_gpu_target_t tern_gpu_target_default(const tern_gpu_target_form_t *form) {
  return (tern_gpu_target_t){.level = DEFAULT_LEVEL,
                             .triple = tern_str_from_cstr(form->triple),
                             .chip = tern_str_from_cstr(form->chip),
                             .features = TERN_STR(""),
                             .abi = tern_str_from_cstr(form->abi ? form->abi : "")};
}

static tern_str_t text_param(const tern_attr_t *attr, tern_gpu_target_member_t member) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[member]);
}

tern_gpu_target_t tern_gpu_target_of(const tern_attr_t *attr) {
  return (tern_gpu_target_t){.level = (int64_t)attr->params[TERN_GPU_TARGET_LEVEL],
                             .triple = text_param(attr, TERN_GPU_TARGET_TRIPLE),
                             .chip = text_param(attr, TERN_GPU_TARGET_CHIP),
                             .features = text_param(attr, TERN_GPU_TARGET_FEATURES),
                             .abi = text_param(attr, TERN_GPU_TARGET_ABI),
                             .flags = (const tern_attr_t *)(uintptr_t)attr->params[TERN_GPU_TARGET_FLAGS],
                             .link = (const tern_attr_t *)(uintptr_t)attr->params[TERN_GPU_TARGET_LINK]};
}

bool tern_gpu_target_check(const tern_attr_t *loc, const tern_gpu_target_t *target) {
  if (target->level < 0 || target->level > 3) {
    return tern_emit_error(loc, "The optimization level must be a number between 0 and 3.");
  }
  if (target->triple.size == 0) return tern_emit_error(loc, "The target triple cannot be empty.");
  if (target->chip.size == 0) return tern_emit_error(loc, "The target chip cannot be empty.");
  for (size_t i = 0; target->link && i < tern_array_attr_count(target->link); ++i) {
    if (tern_attr_is_string(tern_array_attr_at(target->link, i))) continue;
    return tern_emit_error(loc, "All the elements in the `link` array must be strings.");
  }
  return true;
}

const tern_attr_t *tern_gpu_target_get(tern_context_t *context, const tern_attr_row_t *row, const tern_attr_t *loc,
                                       const tern_gpu_target_t *target) {
  if (loc && !tern_gpu_target_check(loc, target)) return NULL;
  const uint64_t params[TERN_GPU_TARGET_MEMBER_COUNT] = {
      [TERN_GPU_TARGET_LEVEL] = (uint64_t)target->level,
      [TERN_GPU_TARGET_TRIPLE] = (uint64_t)(uintptr_t)tern_ident_get(context, target->triple),
      [TERN_GPU_TARGET_CHIP] = (uint64_t)(uintptr_t)tern_ident_get(context, target->chip),
      [TERN_GPU_TARGET_FEATURES] = (uint64_t)(uintptr_t)tern_ident_get(context, target->features),
      [TERN_GPU_TARGET_ABI] = (uint64_t)(uintptr_t)tern_ident_get(context, target->abi),
      [TERN_GPU_TARGET_FLAGS] = (uint64_t)(uintptr_t)target->flags,
      [TERN_GPU_TARGET_LINK] = (uint64_t)(uintptr_t)target->link,
  };
  return tern_dialect_attr_get(context, row, params, TERN_GPU_TARGET_MEMBER_COUNT);
}

// --- syntax ---

static bool parse_attr_of_kind(tern_parser_t *parser, tern_attr_kind_t kind, const char *what,
                               const tern_attr_t **out_attr) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  *out_attr = tern_parse_attr(parser, NULL);
  if (!*out_attr) return false;
  return (*out_attr)->kind == kind ||
         tern_parser_error_at(parser, pos, "invalid kind of attribute specified, expected %s", what);
}

static bool parse_value(tern_parser_t *parser, size_t member, tern_gpu_target_t *target) {
  switch ((tern_gpu_target_member_t)member) {
    case TERN_GPU_TARGET_LEVEL: return tern_parse_integer(parser, &target->level);
    case TERN_GPU_TARGET_TRIPLE: return tern_parse_string(parser, &target->triple);
    case TERN_GPU_TARGET_CHIP: return tern_parse_string(parser, &target->chip);
    case TERN_GPU_TARGET_FEATURES: return tern_parse_string(parser, &target->features);
    case TERN_GPU_TARGET_ABI: return tern_parse_string(parser, &target->abi);
    case TERN_GPU_TARGET_FLAGS: return parse_attr_of_kind(parser, TERN_ATTR_DICTIONARY, "a dictionary", &target->flags);
    case TERN_GPU_TARGET_LINK: return parse_attr_of_kind(parser, TERN_ATTR_ARRAY, "an array", &target->link);
    case TERN_GPU_TARGET_MEMBER_COUNT: break;
  }
  return false;
}

static bool parse_member(tern_parser_t *parser, const tern_gpu_target_form_t *form, bool *is_given,
                         tern_gpu_target_t *target) {
  tern_str_t name;
  if (!tern_parse_any_keyword(parser, &name)) return false;
  size_t member = 0;
  while (member < TERN_GPU_TARGET_MEMBER_COUNT &&
         (is_given[member] || !form->names[member] || !tern_str_equal_cstr(name, form->names[member]))) {
    ++member;
  }
  if (member == TERN_GPU_TARGET_MEMBER_COUNT) {
    return tern_parser_error(parser, "duplicate or unknown struct parameter name: %.*s", (int)name.size, name.data);
  }
  is_given[member] = true;
  return tern_parse_token(parser, "=") && parse_value(parser, member, target);
}

const tern_attr_t *tern_gpu_target_parse(tern_parser_t *parser, const tern_attr_row_t *row,
                                         const tern_gpu_target_form_t *form) {
  tern_gpu_target_t target = tern_gpu_target_default(form);
  const tern_attr_t *loc = tern_parser_loc(parser);
  bool is_given[TERN_GPU_TARGET_MEMBER_COUNT] = {false};
  if (tern_parse_optional_token(parser, "<")) {
    do {
      if (!parse_member(parser, form, is_given, &target)) return NULL;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ">")) return NULL;
  }
  return tern_gpu_target_get(tern_parser_context(parser), row, loc, &target);
}

void tern_gpu_target_print(tern_printer_t *printer, const tern_attr_t *attr, const tern_gpu_target_form_t *form) {
  const tern_str_t defaults[TERN_GPU_TARGET_MEMBER_COUNT] = {
      [TERN_GPU_TARGET_TRIPLE] = tern_str_from_cstr(form->triple),
      [TERN_GPU_TARGET_CHIP] = tern_str_from_cstr(form->chip),
      [TERN_GPU_TARGET_ABI] = tern_str_from_cstr(form->abi ? form->abi : ""),
  };
  const char *separator = "<";
  for (size_t i = 0; i < TERN_GPU_TARGET_MEMBER_COUNT; ++i) {
    bool is_text = i >= TERN_GPU_TARGET_TRIPLE && i <= TERN_GPU_TARGET_ABI;
    if (!form->names[i] || (i == TERN_GPU_TARGET_LEVEL ? attr->params[i] == DEFAULT_LEVEL : attr->params[i] == 0)) {
      continue;
    }
    if (is_text && tern_str_equal(text_param(attr, (tern_gpu_target_member_t)i), defaults[i])) continue;
    tern_printer_format(printer, "%s%s = ", separator, form->names[i]);
    separator = ", ";
    if (i == TERN_GPU_TARGET_LEVEL) {
      tern_printer_format(printer, "%" PRId64, (int64_t)attr->params[i]);
    } else if (is_text) {
      tern_printer_quoted(printer, text_param(attr, (tern_gpu_target_member_t)i));
    } else {
      tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)attr->params[i]);
    }
  }
  if (*separator != '<') tern_printer_char(printer, '>');
}
