// The driver of the translation: declares all globals and functions, then fills them, then asks LLVM's verifier.

#include <llvm-c/Analysis.h>

#include "dialect/gpu/gpu.h"
#include "target/llvm/backend.h"
#include "target/llvm/translate.h"

void tern_llvm_translation_deinitialize(tern_llvm_translation_t *translation) {
  tern_map_deinitialize(&translation->types);
  tern_map_deinitialize(&translation->values);
  tern_map_deinitialize(&translation->blocks);
  tern_map_deinitialize(&translation->symbols);
  tern_map_deinitialize(&translation->metadata);
  tern_vec_deinitialize(&translation->edges);
  if (translation->builder) LLVMDisposeBuilder(translation->builder);
  if (translation->module) LLVMDisposeModule(translation->module);
  if (translation->llvm) LLVMContextDispose(translation->llvm);
  *translation = (tern_llvm_translation_t){0};
}

// What happens to the ops of a module, in rounds.
typedef enum round { DECLARE, DECLARE_BLOCKS, METADATA, ALIASES, XTORS, BINARIES, DEFINE, ROUND_COUNT } round_t;

typedef struct symbol_row {
  const tern_op_row_t *op;
  bool (*rounds[ROUND_COUNT])(tern_llvm_translation_t *t, const tern_op_t *op);
} symbol_row_t;

static const symbol_row_t symbol_rows[] = {
    {TERN_LLVM(MLIR_GLOBAL), {[DECLARE] = tern_llvm_declare_global, [DEFINE] = tern_llvm_define_global}},
    {TERN_LLVM(FUNC),
     {[DECLARE] = tern_llvm_declare_function,
      [DECLARE_BLOCKS] = tern_llvm_declare_blocks,
      [DEFINE] = tern_llvm_define_function}},
    {TERN_LLVM(MLIR_ALIAS), {[ALIASES] = tern_llvm_define_alias}},
    {TERN_LLVM(MLIR_IFUNC), {[ALIASES] = tern_llvm_define_ifunc}},
    {TERN_LLVM(MLIR_GLOBAL_CTORS), {[XTORS] = tern_llvm_define_xtors}},
    {TERN_LLVM(MLIR_GLOBAL_DTORS), {[XTORS] = tern_llvm_define_xtors}},
    {TERN_LLVM(LINKER_OPTIONS), {[METADATA] = tern_llvm_add_module_metadata}},
    {TERN_LLVM(MODULE_FLAGS), {[METADATA] = tern_llvm_add_module_metadata}},
    {TERN_GPU(BINARY), {[BINARIES] = tern_llvm_embed_binary}},
    {TERN_GPU(MODULE), {NULL}},   // for devices
    {TERN_LLVM(COMDAT), {NULL}},  // by what refers to its selectors
};

static const symbol_row_t *find_row(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(symbol_rows) / sizeof(symbol_rows[0]); i++)
    if (op->def->row == symbol_rows[i].op) return &symbol_rows[i];
  return NULL;
}

static void set_module_text(const tern_op_t *module, const char *name, LLVMModuleRef target,
                            void (*set)(LLVMModuleRef, const char *)) {
  const tern_attr_t *attr = tern_op_attr(module, name);
  if (tern_attr_is_string(attr)) set(target, ((const tern_ident_t *)(uintptr_t)attr->params[0])->data);
}

// Is `op` a function of another part?
static bool is_left_out(const tern_llvm_selection_t *selection, const tern_op_t *op) {
  return selection->part_of && tern_op_is(op, TERN_LLVM(FUNC)) && !tern_region_is_empty(&op->regions[0]) &&
         (uintptr_t)tern_map_get(selection->part_of, op) != selection->part + 1;
}

static bool translate_all(tern_llvm_translation_t *t, tern_op_t *module, const tern_llvm_selection_t *selection) {
  const tern_block_t *body = tern_op_body(module, 0);
  set_module_text(module, "llvm.target_triple", t->module, LLVMSetTarget);
  set_module_text(module, "llvm.data_layout", t->module, LLVMSetDataLayout);
  if (!tern_llvm_add_module_attributes(t, module)) return false;
  if (!body) return true;
  bool is_right = true;
  tern_block_for_each_op(body, op) {
    if (!find_row(op)) is_right = tern_op_error(op, "cannot be translated to LLVM IR");
  }
  for (int round = 0; is_right && round < ROUND_COUNT; round++) {
    tern_block_for_each_op(body, op) {
      const symbol_row_t *row = find_row(op);
      if (round != DECLARE && is_left_out(selection, op)) continue;
      // Goes on after an error with the next function, so that one run reports as much as it can.
      if (row->rounds[round] && !row->rounds[round](t, op)) is_right = false;
    }
  }
  return is_right;
}

bool tern_llvm_translate(tern_op_t *module, const tern_llvm_selection_t *selection,
                         tern_llvm_translation_t *out_translation) {
  tern_llvm_translation_t t = {.llvm = LLVMContextCreate()};
  t.module = LLVMModuleCreateWithNameInContext("tern", t.llvm);
  t.builder = LLVMCreateBuilderInContext(t.llvm);
  t.has_plain_constructors = tern_op_attr(module, TERN_LLVM_PLAIN_CONSTRUCTORS) != NULL;
  bool is_right = translate_all(&t, module, selection);
  char *message = NULL;
  if (is_right && LLVMVerifyModule(t.module, LLVMReturnStatusAction, &message)) {
    tern_str_t text = tern_str_trim(tern_str_from_cstr(message));
    is_right = tern_op_error(module, "LLVM's verifier rejects the translation: %.*s", (int)text.size, text.data);
  }
  LLVMDisposeMessage(message);
  if (!is_right) tern_llvm_translation_deinitialize(&t);
  *out_translation = t;
  return is_right;
}
