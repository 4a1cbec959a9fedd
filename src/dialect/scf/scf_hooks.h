// Hooks of scf's table. Private to the dialect.

#ifndef TERN_DIALECT_SCF_SCF_HOOKS_H_
#define TERN_DIALECT_SCF_SCF_HOOKS_H_

#include "dialect/scf/scf.h"
#include "rewrite/rewriter.h"

#define SYNTAX(NAME)                                                       \
  bool tern_scf_parse_##NAME(tern_parser_t *parser, tern_parsed_op_t *op); \
  void tern_scf_print_##NAME(tern_printer_t *printer, const tern_op_t *op)
// syntax_loop.c
SYNTAX(for);
SYNTAX(while);
SYNTAX(parallel);
SYNTAX(reduce);
SYNTAX(forall);
SYNTAX(in_parallel);
// syntax_branch.c
SYNTAX(if);
SYNTAX(execute_region);
SYNTAX(index_switch);
#undef SYNTAX

// verify.c
tern_verify_hook_t tern_scf_verify_for, tern_scf_verify_for_regions, tern_scf_verify_if, tern_scf_verify_if_regions,
    tern_scf_verify_while_regions, tern_scf_verify_execute_region, tern_scf_verify_execute_region_regions,
    tern_scf_verify_index_switch, tern_scf_verify_parallel, tern_scf_verify_reduce_regions,
    tern_scf_verify_reduce_return, tern_scf_verify_forall, tern_scf_verify_in_parallel;

// canonicalize_for.c, canonicalize_if.c, canonicalize_while.c, canonicalize_parallel.c, canonicalize_region.c
tern_canonicalize_hook_t tern_scf_canonicalize_for, tern_scf_canonicalize_if, tern_scf_canonicalize_while,
    tern_scf_canonicalize_parallel, tern_scf_canonicalize_forall, tern_scf_canonicalize_index_switch,
    tern_scf_canonicalize_execute_region;
// canonicalize_carried.c: of for, while, if, execute_region and index_switch.
tern_canonicalize_hook_t tern_scf_canonicalize_carried;
tern_fold_hook_t tern_scf_fold_if;

// --- shared steps ---

// Puts the ops of a one-block region in the op's place; the terminator's operands replace the results (canonicalize_region.c).
void tern_scf_inline_region(tern_op_t *op, tern_rewriter_t *rewriter, tern_region_t *region, tern_values_t args);

// The tensor.cast that makes this value of a more static tensor, or NULL (canonicalize_for.c).
tern_op_t *tern_scf_static_cast_of(const tern_value_t *value);

// A list of values under construction. Owned.
typedef struct tern_value_list {
  tern_value_t **values;
  size_t count, capacity;
} tern_value_list_t;
static inline tern_values_t tern_value_list_view(const tern_value_list_t *list) {
  return (tern_values_t){list->values, list->count};
}

#endif  // TERN_DIALECT_SCF_SCF_HOOKS_H_
