// What tern-translate does: chunk by chunk, parse, verify, translate (upstream: MlirTranslateMain).

#include <stdlib.h>

#include "asm/source.h"
#include "asm/split.h"
#include "asm/verify_diagnostics.h"
#include "base/file.h"
#include "bytecode/bytecode.h"
#include "ir/verifier.h"
#include "pipeline/portable_artifact.h"
#include "pipeline/registry.h"
#include "pipeline/translate_ptx.h"
#include "pipeline/translate_spirv.h"
#include "pipeline/translate_vm.h"
#include "target/llvm_loader.h"
#include "tern/translate.h"

// --- translations ---

typedef struct translation {
  tern_translation_info_t info;
  // Appends to `out` what a module of IR text becomes.
  tern_status_t (*translate)(tern_op_t *module, const tern_translate_options_t *options, tern_string_builder_t *out);
  // The same for an input that is no IR text, but bytes.
  tern_status_t (*read)(tern_context_t *context, tern_str_t name, tern_str_t bytes,
                        const tern_translate_options_t *options, tern_string_builder_t *out);
} translation_t;

static tern_status_t translate_to_llvm_ir(tern_op_t *module, const tern_translate_options_t *options,
                                          tern_string_builder_t *out) {
  (void)options;
  const tern_llvm_backend_t *backend;
  TERN_RETURN_IF_ERROR(tern_llvm_load(&backend));
  tern_llvm_buffer_t text;
  TERN_RETURN_IF_ERROR(backend->translate_to_text(module, &text));
  tern_string_builder_append(out, tern_str_make(text.data, text.size));
  free(text.data);
  return tern_ok();
}

static const translation_t translations[] = {
    {{"mlir-to-llvmir", "Translate the llvm dialect to LLVM IR"}, .translate = translate_to_llvm_ir},
    {{"mlir-to-ptx", "Translate the llvm and nvvm dialects to PTX, for --target=CHIP"},
     .translate = tern_translate_to_ptx},
    {{"mlir-to-cubin", "Translate the llvm and nvvm dialects to machine code, for --target=CHIP"},
     .translate = tern_translate_to_cubin},
    {{"serialize-spirv", "Translate a spirv.module to a SPIR-V binary"}, .translate = tern_translate_to_spirv},
    {{"deserialize-spirv", "Translate a SPIR-V binary to a spirv.module"}, .read = tern_translate_from_spirv},
    {{"test-spirv-roundtrip", "Translate spirv.modules to binaries and back"},
     .translate = tern_translate_through_spirv},
    {{"serialize", "Translate a StableHLO program to a portable artifact"},
     .translate = tern_translate_to_portable_artifact},
    {{"deserialize", "Translate a portable artifact to a StableHLO program"},
     .translate = tern_translate_from_portable_artifact},
    {{"iree-vm-ir-to-bytecode-module", "Translate a vm.module to a module file"},
     .translate = tern_translate_to_vm_module},
    {{"tern-disassemble", "List what a module file holds"}, .read = tern_translate_from_module},
};
enum { TRANSLATION_COUNT = sizeof(translations) / sizeof(translations[0]) };

size_t tern_translation_count(void) { return TRANSLATION_COUNT; }
void tern_translation_at(size_t index, tern_translation_info_t *out_info) { *out_info = translations[index].info; }

// --- one call ---

typedef struct run {
  const tern_translate_options_t *options;
  const translation_t *translation;
  tern_str_t name;  // of the input, for locations
  tern_string_builder_t output;
} run_t;

typedef struct sink {
  const tern_translate_options_t *options;
  const tern_source_manager_t *sources;
} sink_t;

static void send(const tern_translate_options_t *options, tern_str_t text) {
  if (options->message && text.size) options->message(text.data, text.size, options->user);
}

static void show(const tern_diagnostic_t *diagnostic, void *user) {
  const sink_t *sink = user;
  tern_string_builder_t text = {0};
  tern_source_manager_render(sink->sources, diagnostic, &text);
  send(sink->options, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

static tern_status_t translate(run_t *run, tern_context_t *context, tern_str_t text) {
  if (run->translation->read) {
    return run->translation->read(context, run->name, text, run->options, &run->output);
  }
  tern_op_t *module = tern_read_module(context, run->name, text);
  if (!module || !tern_verify(module)) return tern_status_make(TERN_INVALID_IR, "the input is wrong");
  return run->translation->translate(module, run->options, &run->output);
}

// Translates a chunk and compares its diagnostics with the comments. Errors that are expected are no failure.
static tern_status_t translate_and_verify(run_t *run, tern_context_t *context, const tern_source_manager_t *sources,
                                          tern_str_t text) {
  tern_diagnostic_verifier_t *verifier = tern_diagnostic_verifier_create(sources, run->name, false);
  tern_diagnostics_set_handler(context, tern_diagnostic_verifier_handle, verifier);
  tern_status_t status = translate(run, context, text);
  tern_string_builder_t report = {0};
  bool is_ok = tern_diagnostic_verifier_finish(verifier, &report);
  send(run->options, tern_string_builder_view(&report));
  tern_string_builder_deinitialize(&report);
  tern_diagnostic_verifier_destroy(verifier);
  if (!tern_status_is_ok(status) && status.code != TERN_INVALID_IR) return status;
  return is_ok ? tern_ok() : tern_status_make(TERN_INVALID_IR, "diagnostics differ");
}

// Runs one chunk in a context of its own.
static tern_status_t run_chunk(run_t *run, tern_str_t text) {
  const tern_translate_options_t *options = run->options;
  tern_source_manager_t sources = {0};
  // Bytes have no lines to show.
  tern_source_manager_add(&sources, run->name, run->translation->read ? TERN_STR("") : tern_source_text(text), 0);
  tern_context_t *context = tern_context_create();
  tern_register_all_dialects(context);
  tern_context_allow_unregistered(context, options->allow_unregistered_dialect);
  sink_t sink = {options, &sources};
  tern_diagnostics_set_handler(context, show, &sink);
  tern_status_t status =
      options->verify_diagnostics ? translate_and_verify(run, context, &sources, text) : translate(run, context, text);
  tern_context_destroy(context);
  tern_source_manager_deinitialize(&sources);
  return status;
}

// Runs all chunks, also after one that failed, and joins their outputs. A chunk is preceded by as many newlines as lines
// come before it, so that its locations are those of the file.
static tern_status_t run_chunks(run_t *run, tern_str_t text) {
  if (!run->options->split_marker || run->translation->read || tern_is_bytecode(text)) return run_chunk(run, text);
  tern_source_splitter_t splitter;
  tern_source_splitter_initialize(&splitter, text, tern_str_from_cstr(run->options->split_marker));
  tern_status_t status = tern_ok();
  tern_source_chunk_t chunk;
  for (bool is_first = true; tern_source_splitter_next(&splitter, &chunk); is_first = false) {
    if (!is_first) tern_string_builder_append_cstr(&run->output, TERN_DEFAULT_SPLIT_MARKER "\n");
    tern_string_builder_t padded = {0};
    for (uint32_t i = 0; i < chunk.line_offset; ++i) tern_string_builder_append_char(&padded, '\n');
    for (uint32_t i = 0; i < chunk.column_offset; ++i) tern_string_builder_append_char(&padded, ' ');
    tern_string_builder_append(&padded, chunk.text);
    tern_status_t chunk_status = run_chunk(run, tern_string_builder_view(&padded));
    if (!tern_status_is_ok(chunk_status)) status = chunk_status;
    tern_string_builder_deinitialize(&padded);
  }
  return status;
}

static const translation_t *find_translation(const char *flag) {
  for (size_t i = 0; flag && i < TRANSLATION_COUNT; i++)
    if (strcmp(translations[i].info.flag, flag) == 0) return &translations[i];
  return NULL;
}

tern_status_t tern_translate_run(const tern_translate_options_t *options) {
  const char *input = options->input_path ? options->input_path : "-";
  const char *output = options->output_path ? options->output_path : "-";
  run_t run = {.options = options, .translation = find_translation(options->translation)};
  if (!run.translation)
    return tern_status_make(TERN_INVALID_ARGUMENT, "unknown translation '%s'",
                            options->translation ? options->translation : "");
  char *text;
  size_t size;
  TERN_RETURN_IF_ERROR(tern_file_read(input, &text, &size));
  run.name = strcmp(input, "-") == 0 ? TERN_STR("<stdin>") : tern_str_from_cstr(input);
  tern_status_t status = run_chunks(&run, tern_str_make(text, size));
  if (tern_status_is_ok(status) && !options->verify_diagnostics)
    status = tern_file_write(output, tern_string_builder_view(&run.output));
  tern_string_builder_deinitialize(&run.output);
  free(text);
  return status;
}
