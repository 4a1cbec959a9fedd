// nvvm: syntax of the attributes that are no enums, and the check of a module against its target.

#include <inttypes.h>

#include "dialect/common/gpu_target.h"
#include "dialect/nvvm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

const tern_attr_t *tern_nvvm_enum_get(tern_context_t *context, tern_nvvm_enum_t id, int64_t value) {
  return tern_enum_attr_get(context, &tern_nvvm_enums[id], value);
}

// --- members in angle brackets, in any order ---

// Reads `name =` of one of `count` names that was not given yet; its index.
static bool parse_member(tern_parser_t *parser, const char *const *names, size_t count, bool *is_given,
                         size_t *out_index) {
  tern_str_t name;
  if (!tern_parse_any_keyword(parser, &name)) return false;
  size_t index = 0;
  while (index < count && (is_given[index] || !tern_str_equal_cstr(name, names[index]))) ++index;
  if (index == count) {
    return tern_parser_error(parser, "duplicate or unknown struct parameter name: %.*s", (int)name.size, name.data);
  }
  is_given[index] = true;
  *out_index = index;
  return tern_parse_token(parser, "=");
}

// --- #nvvm.shape<m = 16, n = 8, k = 16>, #nvvm.ld_st_matrix_shape<m = 8, n = 8> ---

static const char *const dimension_names[] = {"m", "n", "k"};

static size_t dimension_count(const tern_attr_row_t *row) { return row == TERN_NVVM_ATTR(SHAPE) ? 3 : 2; }

const tern_attr_t *tern_nvvm_parse_shape(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  size_t rank = dimension_count(row);
  uint64_t params[3] = {0};
  bool is_given[3] = {false};
  if (!tern_parse_token(parser, "<")) return NULL;
  for (size_t i = 0; i < rank; ++i) {
    size_t index;
    int64_t value;
    if (i && !tern_parse_token(parser, ",")) return NULL;
    if (!parse_member(parser, dimension_names, rank, is_given, &index)) return NULL;
    if (!tern_parse_integer(parser, &value)) return NULL;
    if (value < INT32_MIN || value > INT32_MAX) {
      tern_parser_error(parser, "dimension '%s' has to fit 32 bits", dimension_names[index]);
      return NULL;
    }
    params[index] = (uint64_t)value;
  }
  return tern_parse_token(parser, ">") ? tern_dialect_attr_get(tern_parser_context(parser), row, params, rank) : NULL;
}

void tern_nvvm_print_shape(tern_printer_t *printer, const tern_attr_t *attr) {
  for (size_t i = 0; i < attr->param_count; ++i) {
    tern_printer_format(printer, "%s%s = %" PRId64, i ? ", " : "<", dimension_names[i], (int64_t)attr->params[i]);
  }
  tern_printer_char(printer, '>');
}

const tern_attr_t *tern_nvvm_shape_get(tern_context_t *context, int64_t m, int64_t n, int64_t k) {
  const uint64_t params[] = {(uint64_t)m, (uint64_t)n, (uint64_t)k};
  return tern_dialect_attr_get(context, TERN_NVVM_ATTR(SHAPE), params, 3);
}

const tern_attr_t *tern_nvvm_matrix_shape_get(tern_context_t *context, int64_t m, int64_t n) {
  const uint64_t params[] = {(uint64_t)m, (uint64_t)n};
  return tern_dialect_attr_get(context, TERN_NVVM_ATTR(LD_ST_MATRIX_SHAPE), params, 2);
}

// --- #nvvm.target<O = 3, chip = "sm_90a", flags = {fast}> ---

enum { LEVEL, TRIPLE, CHIP, FEATURES, FLAGS, LINK, IS_CHECKED, TARGET_MEMBER_COUNT };
static const char *const target_names[TARGET_MEMBER_COUNT] = {
    [LEVEL] = "O",   [TRIPLE] = "triple",           [CHIP] = "chip", [FEATURES] = "features", [FLAGS] = "flags",
    [LINK] = "link", [IS_CHECKED] = "verifyTarget",
};

tern_nvvm_target_t tern_nvvm_target_default(void) {
  return (tern_nvvm_target_t){.level = 2,
                              .triple = TERN_STR("nvptx64-nvidia-cuda"),
                              .chip = TERN_STR("sm_50"),
                              .features = TERN_STR(""),
                              .is_checked = true};
}

tern_nvvm_target_t tern_nvvm_target_of(const tern_attr_t *attr) {
  const uint64_t *params = attr->params;
  return (tern_nvvm_target_t){.level = (int64_t)params[LEVEL],
                              .triple = tern_ident_str((const tern_ident_t *)(uintptr_t)params[TRIPLE]),
                              .chip = tern_ident_str((const tern_ident_t *)(uintptr_t)params[CHIP]),
                              .features = tern_ident_str((const tern_ident_t *)(uintptr_t)params[FEATURES]),
                              .flags = (const tern_attr_t *)(uintptr_t)params[FLAGS],
                              .link = (const tern_attr_t *)(uintptr_t)params[LINK],
                              .is_checked = params[IS_CHECKED] != 0};
}

const tern_attr_t *tern_nvvm_target_get(const tern_attr_t *loc, const tern_nvvm_target_t *target) {
  const tern_gpu_target_t checked = {
      .level = target->level, .triple = target->triple, .chip = target->chip, .link = target->link};
  if (!tern_gpu_target_check(loc, &checked)) return NULL;
  tern_context_t *context = loc->context;
  const uint64_t params[TARGET_MEMBER_COUNT] = {
      [LEVEL] = (uint64_t)target->level,
      [TRIPLE] = (uint64_t)(uintptr_t)tern_ident_get(context, target->triple),
      [CHIP] = (uint64_t)(uintptr_t)tern_ident_get(context, target->chip),
      [FEATURES] = (uint64_t)(uintptr_t)tern_ident_get(context, target->features),
      [FLAGS] = (uint64_t)(uintptr_t)target->flags,
      [LINK] = (uint64_t)(uintptr_t)target->link,
      [IS_CHECKED] = target->is_checked,
  };
  return tern_dialect_attr_get(context, TERN_NVVM_ATTR(TARGET), params, TARGET_MEMBER_COUNT);
}

static bool parse_attr_of_kind(tern_parser_t *parser, tern_attr_kind_t kind, const char *what,
                               const tern_attr_t **out_attr) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  *out_attr = tern_parse_attr(parser, NULL);
  if (!*out_attr) return false;
  return (*out_attr)->kind == kind ||
         tern_parser_error_at(parser, pos, "invalid kind of attribute specified, expected %s", what);
}

static bool parse_target_member(tern_parser_t *parser, size_t index, tern_nvvm_target_t *target) {
  switch (index) {
    case LEVEL: return tern_parse_integer(parser, &target->level);
    case TRIPLE: return tern_parse_string(parser, &target->triple);
    case CHIP: return tern_parse_string(parser, &target->chip);
    case FEATURES: return tern_parse_string(parser, &target->features);
    case FLAGS: return parse_attr_of_kind(parser, TERN_ATTR_DICTIONARY, "a dictionary", &target->flags);
    case LINK: return parse_attr_of_kind(parser, TERN_ATTR_ARRAY, "an array", &target->link);
    default: break;
  }
  target->is_checked = tern_parse_optional_keyword(parser, "true");
  return target->is_checked || tern_parse_keyword(parser, "false");
}

const tern_attr_t *tern_nvvm_parse_target(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)row;
  (void)type;
  tern_nvvm_target_t target = tern_nvvm_target_default();
  const tern_attr_t *loc = tern_parser_loc(parser);
  bool is_given[TARGET_MEMBER_COUNT] = {false};
  if (tern_parse_optional_token(parser, "<")) {
    do {
      size_t index;
      if (!parse_member(parser, target_names, TARGET_MEMBER_COUNT, is_given, &index)) return NULL;
      if (!parse_target_member(parser, index, &target)) return NULL;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ">")) return NULL;
  }
  return tern_nvvm_target_get(loc, &target);
}

static void print_text_member(tern_printer_t *printer, const char **separator, size_t index, tern_str_t text,
                              tern_str_t otherwise) {
  if (tern_str_equal(text, otherwise)) return;
  tern_printer_format(printer, "%s%s = ", *separator, target_names[index]);
  tern_printer_quoted(printer, text);
  *separator = ", ";
}

static void print_attr_member(tern_printer_t *printer, const char **separator, size_t index, const tern_attr_t *attr) {
  if (!attr) return;
  tern_printer_format(printer, "%s%s = ", *separator, target_names[index]);
  tern_printer_attr(printer, attr);
  *separator = ", ";
}

// What is as it would be anyway is left out.
void tern_nvvm_print_target(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_nvvm_target_t target = tern_nvvm_target_of(attr), base = tern_nvvm_target_default();
  const char *separator = "<";
  if (target.level != base.level) {
    tern_printer_format(printer, "%s%s = %" PRId64, separator, target_names[LEVEL], target.level);
    separator = ", ";
  }
  print_text_member(printer, &separator, TRIPLE, target.triple, base.triple);
  print_text_member(printer, &separator, CHIP, target.chip, base.chip);
  print_text_member(printer, &separator, FEATURES, target.features, base.features);
  print_attr_member(printer, &separator, FLAGS, target.flags);
  print_attr_member(printer, &separator, LINK, target.link);
  if (!target.is_checked) {
    tern_printer_format(printer, "%s%s = false", separator, target_names[IS_CHECKED]);
    separator = ", ";
  }
  if (*separator != '<') tern_printer_char(printer, '>');
}

// --- does the target have the ops of a module? ---

// `sm_90a`: 90 and whether it is the architecture's own variant.
typedef struct architecture {
  int64_t number;
  bool is_accelerated;
} architecture_t;

// `*text` moves behind the word.
static architecture_t read_architecture(const char **text, const char *end) {
  architecture_t result = {0};
  const char *at = *text;
  while (at < end && (*at < '0' || *at > '9')) ++at;
  for (; at < end && *at >= '0' && *at <= '9' && result.number < 10000; ++at) {
    result.number = result.number * 10 + (*at - '0');
  }
  result.is_accelerated = at < end && *at == 'a';
  while (at < end && *at != ' ') ++at;
  *text = at;
  return result;
}

static bool has_op(architecture_t chip, const char *needed) {
  const char *end = needed + strlen(needed);
  while (needed < end) {
    architecture_t one = read_architecture(&needed, end);
    if (one.is_accelerated ? chip.is_accelerated && chip.number == one.number : chip.number >= one.number) return true;
    while (needed < end && *needed == ' ') ++needed;
  }
  return false;
}

typedef struct target_check {
  architecture_t chip;
  tern_str_t name;
} target_check_t;

static tern_walk_result_t check_op(tern_op_t *op, void *user) {
  const target_check_t *check = user;
  const char *architectures = op->def->row ? op->def->row->architectures : NULL;
  if (!architectures || has_op(check->chip, architectures)) return TERN_WALK_ADVANCE;
  tern_op_error(op, "is not supported on %.*s", (int)check->name.size, check->name.data);
  return TERN_WALK_INTERRUPT;
}

bool tern_nvvm_verify_target(const tern_op_t *module, const tern_attr_t *attr) {
  tern_nvvm_target_t target = tern_nvvm_target_of(attr);
  if (!target.is_checked) return true;
  if (!tern_str_equal_cstr(tern_op_name(module), "gpu.module")) {
    return tern_emit_error(module->loc, "NVVM target attribute must be attached to a GPU module");
  }
  const char *text = target.chip.data;
  target_check_t check = {read_architecture(&text, target.chip.data + target.chip.size), target.chip};
  if (check.chip.number < 20) return tern_emit_error(module->loc, "Minimum NVVM target SM version is sm_20");
  return tern_op_walk_post((tern_op_t *)(uintptr_t)module, check_op, &check) != TERN_WALK_INTERRUPT;
}
