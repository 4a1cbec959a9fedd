// Hooks of the rows of vm. Private to dialect/vm.

#ifndef TERN_DIALECT_VM_HOOKS_H_
#define TERN_DIALECT_VM_HOOKS_H_

#include "asm/format/function.h"
#include "dialect/vm/vm.h"
#include "rewrite/rewriter.h"

// --- what folds compute: `.extra` of the rows of numbers ---
typedef enum tern_vm_operation {
  TERN_VM_FOLD_NONE,  // only the device knows
  TERN_VM_FOLD_ADD,
  TERN_VM_FOLD_SUB,
  TERN_VM_FOLD_MUL,
  TERN_VM_FOLD_DIV_S,
  TERN_VM_FOLD_DIV_U,
  TERN_VM_FOLD_REM_S,
  TERN_VM_FOLD_REM_U,
  TERN_VM_FOLD_MIN_S,
  TERN_VM_FOLD_MIN_U,
  TERN_VM_FOLD_MAX_S,
  TERN_VM_FOLD_MAX_U,
  TERN_VM_FOLD_AND,
  TERN_VM_FOLD_OR,
  TERN_VM_FOLD_XOR,
  TERN_VM_FOLD_FMA,
  TERN_VM_FOLD_ABS,
  TERN_VM_FOLD_NOT,
  TERN_VM_FOLD_CTLZ,
  TERN_VM_FOLD_SHL,
  TERN_VM_FOLD_SHR_S,
  TERN_VM_FOLD_SHR_U,
  TERN_VM_FOLD_FADD,
  TERN_VM_FOLD_FSUB,
  TERN_VM_FOLD_FMUL,
  TERN_VM_FOLD_FDIV,
  TERN_VM_FOLD_FREM,
  TERN_VM_FOLD_FMIN,
  TERN_VM_FOLD_FMAX,
  TERN_VM_FOLD_FABS,
  TERN_VM_FOLD_FNEG,
  TERN_VM_FOLD_FCEIL,
  TERN_VM_FOLD_FFLOOR,
  TERN_VM_FOLD_FROUND,
  TERN_VM_FOLD_FROUND_EVEN,
  TERN_VM_FOLD_FSQRT,
  TERN_VM_FOLD_TRUNC_8,
  TERN_VM_FOLD_TRUNC_16,
  TERN_VM_FOLD_TRUNC_32,
  TERN_VM_FOLD_EXT_8_S,
  TERN_VM_FOLD_EXT_8_U,
  TERN_VM_FOLD_EXT_16_S,
  TERN_VM_FOLD_EXT_16_U,
  TERN_VM_FOLD_EXT_32_S,
  TERN_VM_FOLD_EXT_32_U,
  TERN_VM_FOLD_FTRUNC,
  TERN_VM_FOLD_FEXT,
  TERN_VM_FOLD_INT_TO_F_S,
  TERN_VM_FOLD_INT_TO_F_U,
  TERN_VM_FOLD_F_TO_INT_S,
  TERN_VM_FOLD_F_TO_INT_U,
  TERN_VM_FOLD_BITCAST,
  TERN_VM_FOLD_EQ,
  TERN_VM_FOLD_NE,
  TERN_VM_FOLD_LT_S,
  TERN_VM_FOLD_LT_U,
  TERN_VM_FOLD_LTE_S,
  TERN_VM_FOLD_LTE_U,
  TERN_VM_FOLD_GT_S,
  TERN_VM_FOLD_GT_U,
  TERN_VM_FOLD_GTE_S,
  TERN_VM_FOLD_GTE_U,
  TERN_VM_FOLD_NZ,
  TERN_VM_FOLD_FEQ_O,
  TERN_VM_FOLD_FEQ_U,
  TERN_VM_FOLD_FNE_O,
  TERN_VM_FOLD_FNE_U,
  TERN_VM_FOLD_FLT_O,
  TERN_VM_FOLD_FLT_U,
  TERN_VM_FOLD_FLTE_O,
  TERN_VM_FOLD_FLTE_U,
  TERN_VM_FOLD_FGT_O,
  TERN_VM_FOLD_FGT_U,
  TERN_VM_FOLD_FGTE_O,
  TERN_VM_FOLD_FGTE_U,
  TERN_VM_FOLD_FNZ_O,
  TERN_VM_FOLD_FNZ_U,
  TERN_VM_FOLD_FNAN,
} tern_vm_operation_t;
typedef enum tern_vm_number {
  TERN_VM_NUMBER_I32,
  TERN_VM_NUMBER_I64,
  TERN_VM_NUMBER_F32,
  TERN_VM_NUMBER_F64
} tern_vm_number_t;
typedef struct tern_vm_fold {
  tern_vm_operation_t operation;
  tern_vm_number_t result;
} tern_vm_fold_t;
#define TERN_VM_FOLD(OPERATION, TYPE) (&(const tern_vm_fold_t){TERN_VM_FOLD_##OPERATION, TERN_VM_NUMBER_##TYPE})

// --- fold.c ---
typedef tern_fold_status_t tern_vm_fold_fn_t(tern_op_t *op, const tern_attr_t *const *operands,
                                             tern_fold_result_t *out_results);
tern_vm_fold_fn_t tern_vm_fold_number, tern_vm_fold_cast, tern_vm_fold_compare, tern_vm_fold_constant,
    tern_vm_fold_zero, tern_vm_fold_same_type, tern_vm_fold_cast_ref, tern_vm_fold_select, tern_vm_fold_switch;
tern_op_t *tern_vm_materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                        const tern_attr_t *loc);

// --- syntax.c, syntax_call.c ---
typedef bool tern_vm_parse_fn_t(tern_parser_t *parser, tern_parsed_op_t *op);
typedef void tern_vm_print_fn_t(tern_printer_t *printer, const tern_op_t *op);
tern_vm_parse_fn_t tern_vm_parse_export, tern_vm_parse_import, tern_vm_parse_initializer, tern_vm_parse_barrier,
    tern_vm_parse_br_table, tern_vm_parse_call_variadic, tern_vm_parse_cond_fail, tern_vm_parse_switch;
tern_vm_print_fn_t tern_vm_print_export, tern_vm_print_import, tern_vm_print_initializer, tern_vm_print_barrier,
    tern_vm_print_br_table, tern_vm_print_call_variadic, tern_vm_print_cond_fail, tern_vm_print_switch;

// --- verify.c ---
typedef bool tern_vm_verify_fn_t(const tern_op_t *op);
tern_vm_verify_fn_t tern_vm_verify_module, tern_vm_verify_func, tern_vm_verify_export, tern_vm_verify_import,
    tern_vm_verify_global, tern_vm_verify_global_use, tern_vm_verify_rodata_use, tern_vm_verify_rodata,
    tern_vm_verify_rodata_table, tern_vm_verify_list_get, tern_vm_verify_list_set, tern_vm_verify_br_table,
    tern_vm_verify_call, tern_vm_verify_segments, tern_vm_verify_call_variadic, tern_vm_verify_return,
    tern_vm_verify_import_use, tern_vm_verify_switch;

// --- canonicalize.c ---
typedef bool tern_vm_canonicalize_fn_t(tern_op_t *op, tern_rewriter_t *rewriter);
tern_vm_canonicalize_fn_t tern_vm_canonicalize_initializer, tern_vm_canonicalize_load_indirect,
    tern_vm_canonicalize_store_indirect, tern_vm_canonicalize_constant, tern_vm_canonicalize_br,
    tern_vm_canonicalize_cond_br, tern_vm_canonicalize_call_variadic, tern_vm_canonicalize_cond_fail,
    tern_vm_canonicalize_check, tern_vm_canonicalize_import_resolved, tern_vm_canonicalize_greater;

// --- vm.c ---
tern_effects_hook_t tern_vm_call_effects;
typedef bool tern_vm_name_fn_t(const tern_op_t *op, size_t index, char *out_name, size_t size);
tern_vm_name_fn_t tern_vm_name_global, tern_vm_name_constant, tern_vm_name_zero, tern_vm_name_rodata, tern_vm_name_ref,
    tern_vm_name_compare, tern_vm_name_resolved;

#endif  // TERN_DIALECT_VM_HOOKS_H_
