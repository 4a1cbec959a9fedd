// tern-translate's translations to and from SPIR-V binaries (upstream: TranslateRegistration.cpp of Target/SPIRV).

#include "pipeline/driver/translate_spirv.h"

#include <stdlib.h>

#include "asm/printer.h"
#include "base/arena.h"
#include "base/vec.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/verify/verifier.h"
#include "pipeline/registry.h"
#include "target/spirv/spirv_binary.h"

typedef TERN_VEC(tern_op_t *) ops_t;

static tern_status_t refuse(void) { return tern_status_make(TERN_INVALID_IR, "the input is wrong"); }

static tern_walk_result_t collect(tern_op_t *op, void *user) {
  ops_t *modules = user;
  if (!tern_op_is(op, TERN_SPIRV(MODULE))) return TERN_WALK_ADVANCE;
  tern_vec_push(modules, op);
  return TERN_WALK_SKIP;
}

static bool serialize(tern_op_t *module, const tern_translate_options_t *options, tern_spirv_words_t *out_words) {
  tern_spirv_serialize_options_t serialize_options = TERN_SPIRV_SERIALIZE_DEFAULT;
  serialize_options.emit_debug_lines = options->spirv_debug_info;
  return tern_spirv_serialize(module, &serialize_options, out_words);
}

static tern_status_t deserialize(tern_context_t *context, const tern_spirv_words_t *words, const char *name,
                                 const tern_translate_options_t *options, tern_string_builder_t *out) {
  const tern_spirv_deserialize_options_t deserialize_options = {.keep_unstructured = options->keep_unstructured,
                                                                .debug_info = options->spirv_debug_info};
  tern_op_t *module = tern_spirv_deserialize(context, words->values, words->count, name, &deserialize_options);
  if (!module || !tern_verify(module)) return refuse();
  tern_print_options_t print_options = TERN_PRINT_DEFAULT;
  print_options.debuginfo = options->spirv_debug_info;
  tern_print_op(module, &print_options, out);
  return tern_ok();
}

tern_status_t tern_translate_to_spirv(tern_op_t *module, const tern_translate_options_t *options,
                                      tern_string_builder_t *out) {
  ops_t modules = {0};
  tern_spirv_words_t words = {0};
  tern_op_walk_pre(module, collect, &modules);
  bool is_ok = modules.count == 1;
  if (!is_ok) tern_op_error(module, "expected one 'spirv.module' in it, but found %zu", modules.count);
  is_ok = is_ok && serialize(modules.values[0], options, &words);
  if (is_ok) tern_string_builder_append(out, tern_str_make((const char *)words.values, words.count * sizeof(uint32_t)));
  tern_spirv_words_deinitialize(&words);
  tern_vec_deinitialize(&modules);
  return is_ok ? tern_ok() : refuse();
}

tern_status_t tern_translate_from_spirv(tern_context_t *context, tern_str_t name, tern_str_t bytes,
                                        const tern_translate_options_t *options, tern_string_builder_t *out) {
  const tern_ident_t *file = tern_ident_get(context, name);
  size_t count = bytes.size / sizeof(uint32_t);
  if (bytes.size % sizeof(uint32_t)) {
    tern_emit_error(tern_file_loc_get(context, name, 0, 0), "word %zu: the binary ends inside of a word", count);
    return refuse();
  }
  tern_spirv_words_t words = {0};
  tern_vec_reserve(&words, count + 1);
  if (count) memcpy(words.values, bytes.data, bytes.size);
  words.count = count;
  tern_status_t status = deserialize(context, &words, file->data, options, out);
  tern_spirv_words_deinitialize(&words);
  return status;
}

// Reads the binary in a context of its own, which knows nothing of what was written.
static tern_status_t pass_through(tern_op_t *module, const tern_translate_options_t *options,
                                  tern_string_builder_t *out) {
  tern_spirv_words_t words = {0};
  tern_status_t status = refuse();
  if (serialize(module, options, &words)) {
    const tern_diagnostics_t *diagnostics = tern_context_diagnostics(tern_op_context(module));
    tern_context_t *context = tern_context_create();
    tern_register_all_dialects(context);
    tern_diagnostics_set_handler(context, diagnostics->handler, diagnostics->user);
    status = deserialize(context, &words, "<binary>", options, out);
    tern_context_destroy(context);
  }
  tern_spirv_words_deinitialize(&words);
  return status;
}

tern_status_t tern_translate_through_spirv(tern_op_t *module, const tern_translate_options_t *options,
                                           tern_string_builder_t *out) {
  ops_t modules = {0};
  tern_op_walk_pre(module, collect, &modules);
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < modules.count && tern_status_is_ok(status); ++i) {
    status = pass_through(modules.values[i], options, out);
  }
  tern_vec_deinitialize(&modules);
  return status;
}
