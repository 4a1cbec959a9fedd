// spirv: accesses to memory, pointers into composites, and variables of functions. Upstream: MemoryOps.cpp.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/structure.h"
#include "dialect/spirv/syntax.h"
#include "dialect/spirv/types.h"
#include "ir/diagnostic.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// The attributes of a list of memory operands.
typedef struct access_names {
  const char *access, *alignment;
} access_names_t;
static const access_names_t target_names = {"memory_access", "alignment"};
static const access_names_t source_names = {"source_memory_access", "source_alignment"};

// --- syntax ---

// `["Volatile|Aligned", 4]`, if there.
static bool parse_access(tern_parser_t *parser, tern_parsed_op_t *op, access_names_t names) {
  int64_t access;
  if (!tern_parse_optional_token(parser, "[")) return true;
  if (!tern_spirv_parse_enum_string(parser, op, TERN_SPIRV_ENUM_MEMORY_ACCESS, "memory_access", &access)) return false;
  tern_spirv_add_enum_attr(parser, op, names.access, TERN_SPIRV_ENUM_MEMORY_ACCESS, access);
  if (access & TERN_SPIRV_MEMORYACCESS_ALIGNED) {
    const tern_attr_t *alignment;
    if (!tern_parse_token(parser, ",") || !(alignment = tern_spirv_parse_i32(parser))) return false;
    tern_op_add_attr(parser, op, names.alignment, alignment);
  }
  return tern_parse_token(parser, "]");
}

static void print_access(tern_printer_t *printer, const tern_op_t *op, access_names_t names) {
  const tern_attr_t *access = tern_op_attr(op, names.access), *alignment = tern_op_attr(op, names.alignment);
  if (!access) return;
  tern_printer_text(printer, " [");
  tern_spirv_print_enum_string(printer, TERN_SPIRV_ENUM_MEMORY_ACCESS, tern_enum_attr_value(access));
  if (alignment) {
    tern_printer_text(printer, ", ");
    tern_printer_attr_without_type(printer, alignment);
  }
  tern_printer_char(printer, ']');
}

static bool parse_pointer(tern_parser_t *parser, const tern_parsed_op_t *op, int64_t *out_storage_class,
                          tern_unresolved_operand_t *out_operand) {
  return tern_spirv_parse_enum_string(parser, op, TERN_SPIRV_ENUM_STORAGE_CLASS, "storage_class", out_storage_class) &&
         tern_parse_operand(parser, out_operand);
}

static void print_pointer(tern_printer_t *printer, const tern_value_t *pointer) {
  tern_printer_char(printer, ' ');
  tern_spirv_print_enum_string(printer, TERN_SPIRV_ENUM_STORAGE_CLASS, tern_spirv_pointer_storage_class(pointer->type));
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, pointer);
}

static void print_attrs(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"memory_access", "alignment", "source_memory_access", "source_alignment"};
  tern_printer_attr_dict(printer, op, elided, COUNT(elided));
}

static void print_colon_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, type);
}

bool tern_spirv_parse_load(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t storage_class;
  tern_unresolved_operand_t pointer;
  const tern_type_t *type;
  if (!parse_pointer(parser, op, &storage_class, &pointer) || !parse_access(parser, op, target_names) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) {
    return false;
  }
  tern_op_add_result_type(parser, op, type);
  return tern_op_resolve_operand(parser, op, pointer, tern_spirv_pointer_type_get(type, (uint32_t)storage_class));
}

void tern_spirv_print_load(tern_printer_t *printer, const tern_op_t *op) {
  print_pointer(printer, tern_op_operand(op, 0));
  print_access(printer, op, target_names);
  print_attrs(printer, op);
  print_colon_type(printer, op->results[0].type);
}

// Upstream writes attributes behind the type, and reads none.
bool tern_spirv_parse_store(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t storage_class;
  tern_operand_list_t operands = {0};
  const tern_type_t *type;
  if (!tern_spirv_parse_enum_string(parser, op, TERN_SPIRV_ENUM_STORAGE_CLASS, "storage_class", &storage_class)) {
    return false;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (operands.count == 0) return tern_parser_error_at(parser, pos, "expected operand");
  if (operands.count != 2) return tern_parser_error_at(parser, pos, "custom op 'spirv.Store' expected 2 operands");
  if (!parse_access(parser, op, target_names) || !tern_parse_colon_type(parser, &type) ||
      !tern_op_parse_optional_attr_dict(parser, op)) {
    return false;
  }
  const tern_type_t *pointer = tern_spirv_pointer_type_get(type, (uint32_t)storage_class);
  return tern_op_resolve_operand(parser, op, operands.values[0], pointer) &&
         tern_op_resolve_operand(parser, op, operands.values[1], type);
}

void tern_spirv_print_store(tern_printer_t *printer, const tern_op_t *op) {
  print_pointer(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, ", ");
  tern_printer_value(printer, tern_op_operand(op, 1));
  print_access(printer, op, target_names);
  print_colon_type(printer, tern_op_operand(op, 1)->type);
  print_attrs(printer, op);
}

bool tern_spirv_parse_copy_memory(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t target_class, source_class;
  tern_unresolved_operand_t target, source;
  const tern_type_t *type;
  if (!parse_pointer(parser, op, &target_class, &target) || !tern_parse_token(parser, ",") ||
      !parse_pointer(parser, op, &source_class, &source) || !parse_access(parser, op, target_names)) {
    return false;
  }
  if (tern_parse_optional_token(parser, ",") && !parse_access(parser, op, source_names)) return false;
  // Upstream reads attributes behind the type, but writes them in front of it.
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type) ||
      !tern_op_parse_optional_attr_dict(parser, op)) {
    return false;
  }
  return tern_op_resolve_operand(parser, op, target, tern_spirv_pointer_type_get(type, (uint32_t)target_class)) &&
         tern_op_resolve_operand(parser, op, source, tern_spirv_pointer_type_get(type, (uint32_t)source_class));
}

// Upstream writes the second comma also where no list follows it, and the target's list for a source without one: what
// SPIR-V means by one list alone.
void tern_spirv_print_copy_memory(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  print_pointer(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, ", ");
  print_pointer(printer, tern_op_operand(op, 1));
  print_access(printer, op, target_names);
  tern_printer_text(printer, ", ");
  print_access(printer, op, tern_op_attr(op, "source_memory_access") ? source_names : target_names);
  print_attrs(printer, op);
  print_colon_type(printer, tern_spirv_pointer_pointee(tern_op_operand(op, 0)->type));
}

// --- verification ---

static bool verify_access(const tern_op_t *op, access_names_t names) {
  const tern_attr_t *access = tern_op_attr(op, names.access), *alignment = tern_op_attr(op, names.alignment);
  if (!access) {
    return !alignment ||
           tern_op_error(op, "invalid alignment specification without aligned memory access specification");
  }
  bool is_aligned = (tern_enum_attr_value(access) & TERN_SPIRV_MEMORYACCESS_ALIGNED) != 0;
  if (is_aligned && !alignment) return tern_op_error(op, "missing alignment value");
  return is_aligned || !alignment ||
         tern_op_error(op, "invalid alignment specification with non-aligned memory access specification");
}

bool tern_spirv_verify_load_store(const tern_op_t *op) {
  const tern_type_t *type = op->result_count ? op->results[0].type : tern_op_operand(op, 1)->type;
  if (tern_spirv_pointer_pointee(tern_op_operand(op, 0)->type) != type) {
    return tern_op_error(op, "mismatch in result type and pointer type");
  }
  return verify_access(op, target_names);
}

bool tern_spirv_verify_copy_memory(const tern_op_t *op) {
  const tern_type_t *target = tern_spirv_pointer_pointee(tern_op_operand(op, 0)->type);
  if (target != tern_spirv_pointer_pointee(tern_op_operand(op, 1)->type)) {
    return tern_op_error(op, "both operands must be pointers to the same type");
  }
  return verify_access(op, target_names) && verify_access(op, source_names);
}

tern_traits_t tern_spirv_memory_effects(const tern_op_t *op) {
  const tern_attr_t *access = tern_op_attr(op, "memory_access");
  bool is_volatile = access && (tern_enum_attr_value(access) & TERN_SPIRV_MEMORYACCESS_VOLATILE);
  if (is_volatile) return TERN_MEMORY_EFFECTS;
  if (op->result_count) return TERN_TRAIT_MEM_READ;
  return tern_op_is(op, TERN_SPIRV(STORE)) ? TERN_TRAIT_MEM_WRITE : TERN_TRAIT_MEM_READ | TERN_TRAIT_MEM_WRITE;
}

bool tern_spirv_verify_variable(const tern_op_t *op) {
  const tern_type_t *type = op->results[0].type;
  const tern_attr_t *storage_class = tern_op_attr(op, "storage_class");
  if (tern_enum_attr_value(storage_class) != TERN_SPIRV_STORAGECLASS_FUNCTION) {
    return tern_op_error(op,
                         "can only be used to model function-level variables. Use spirv.GlobalVariable for "
                         "module-level variables.");
  }
  if (tern_spirv_pointer_storage_class(type) != TERN_SPIRV_STORAGECLASS_FUNCTION) {
    return tern_op_error(op, "storage class must match result pointer's storage class");
  }
  if (op->operand_count) {
    tern_op_t *initializer = tern_value_defining_op(tern_op_operand(op, 0));
    bool is_constant = initializer && (tern_op_is(initializer, TERN_SPIRV(CONSTANT)) ||
                                       tern_op_is(initializer, TERN_SPIRV(MLIR_REFERENCEOF)) ||
                                       tern_op_is(initializer, TERN_SPIRV(MLIR_ADDRESSOF)));
    if (!is_constant) {
      return tern_op_error(op, "initializer must be the result of a constant or spirv.GlobalVariable op");
    }
  }
  static const char *const module_only[] = {"descriptor_set", "binding", "built_in"};
  for (size_t i = 0; i < COUNT(module_only); ++i) {
    if (tern_op_attr(op, module_only[i])) {
      return tern_op_error(op, "cannot have '%s' attribute (only allowed in spirv.GlobalVariable)", module_only[i]);
    }
  }
  // A pointer into a physical buffer, or an array of them, says whether it aliases others.
  const tern_type_t *pointee = tern_spirv_pointer_pointee(type);
  if (tern_type_is_spirv_array(pointee)) pointee = tern_spirv_element_type(pointee);
  if (!tern_type_is_spirv_pointer(pointee) ||
      tern_spirv_pointer_storage_class(pointee) != TERN_SPIRV_STORAGECLASS_PHYSICALSTORAGEBUFFER) {
    return true;
  }
  bool is_aliased = tern_op_attr(op, "aliased_pointer") != NULL,
       is_restrict = tern_op_attr(op, "restrict_pointer") != NULL;
  if (is_aliased != is_restrict) return true;
  return tern_op_error(op, is_aliased ? " with physical buffer pointer must have exactly one aliasing decoration"
                                      : " with physical buffer pointer must be decorated either 'AliasedPointer' or "
                                        "'RestrictPointer'");
}

// --- pointers into composites ---

// The number that an index of a struct is. False if it is none.
static bool constant_index(const tern_value_t *index, int64_t *out_index) {
  const tern_op_t *op = tern_value_defining_op(index);
  const tern_attr_t *value = op && tern_op_is(op, TERN_SPIRV(CONSTANT)) ? tern_op_attr(op, "value") : NULL;
  if (!tern_attr_is_integer(value)) return false;
  *out_index = tern_integer_attr_value(value);
  return true;
}

// The part of `type` that operand `operand` of `op`, an index, names; NULL after an error.
static const tern_type_t *part_of(const tern_op_t *op, const tern_type_t *type, size_t operand) {
  const tern_value_t *index = tern_op_operand(op, operand);
  if (!tern_spirv_type_is_composite(type)) {
    // Upstream knows the index of a struct only.
    tern_op_error(op, "cannot extract from non-composite type '%s' with index 0", tern_type_text(type));
    return NULL;
  }
  int64_t number = 0;
  if (!tern_type_is_spirv_struct(type)) return tern_spirv_element_type(type);
  if (!tern_value_defining_op(index)) {
    tern_op_error(op, "index must be an integer spirv.Constant to access element of spirv.struct");
    return NULL;
  }
  if (!constant_index(index, &number)) {
    tern_str_t name = tern_op_name(tern_value_defining_op(index));
    tern_op_error(op, "index must be an integer spirv.Constant to access element of spirv.struct, but provided %.*s",
                  (int)name.size, name.data);
    return NULL;
  }
  if (number < 0 || (uint64_t)number >= tern_spirv_struct_member_count(type)) {
    tern_op_error(op, "index %" PRId64 " out of bounds for '%s'", number, tern_type_text(type));
    return NULL;
  }
  return tern_spirv_struct_member(type, (size_t)number);
}

// The pointer that going from `base` by the operands from `start` gives; NULL after an error.
static const tern_type_t *chain_type(const tern_op_t *op, const tern_type_t *base, size_t start) {
  const tern_type_t *type = tern_spirv_pointer_pointee(base);
  for (size_t i = start; type && i < op->operand_count; ++i) type = part_of(op, type, i);
  return type ? tern_spirv_pointer_type_get(type, tern_spirv_pointer_storage_class(base)) : NULL;
}

const tern_type_t *tern_spirv_access_chain_type(const tern_op_t *op, const tern_type_t *base) {
  return chain_type(op, base, 1);
}

static bool verify_chain(const tern_op_t *op, size_t start) {
  const tern_type_t *expected = chain_type(op, tern_op_operand(op, 0)->type, start);
  if (!expected) return false;
  return expected == op->results[0].type ||
         tern_op_error(op, "invalid result type: expected '%s', but provided '%s'", tern_type_text(expected),
                       tern_type_text(op->results[0].type));
}

bool tern_spirv_verify_access_chain(const tern_op_t *op) { return verify_chain(op, 1); }
bool tern_spirv_verify_ptr_access_chain(const tern_op_t *op) { return verify_chain(op, 2); }

// A chain that goes on where another ends is one chain.
bool tern_spirv_canonicalize_access_chain(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *first = tern_value_defining_op(tern_op_operand(op, 0));
  if (!first || !tern_op_is(first, TERN_SPIRV(ACCESSCHAIN))) return false;
  TERN_VEC(tern_value_t *) operands = {0};
  for (size_t i = 0; i < first->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(first, i));
  for (size_t i = 1; i < op->operand_count; ++i) tern_vec_push(&operands, tern_op_operand(op, i));
  const tern_type_t *type = op->results[0].type;
  tern_rewriter_replace_with(rewriter, op, TERN_SPIRV(ACCESSCHAIN),
                             &(tern_build_args_t){.operands = {operands.values, operands.count}, .types = {&type, 1}});
  tern_vec_deinitialize(&operands);
  return true;
}
