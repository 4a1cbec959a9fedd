// What tern-translate does: chunk by chunk, parse, verify, translate (upstream: MlirTranslateMain).

#include <stdlib.h>

#include "base/file.h"
#include "bytecode/bytecode.h"
#include "ir/verify/verifier.h"
#include "pipeline/driver/chunks.h"
#include "pipeline/driver/portable_artifact.h"
#include "pipeline/driver/translate_ptx.h"
#include "pipeline/driver/translate_spirv.h"
#include "pipeline/driver/translate_vm.h"
#include "pipeline/registry.h"
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
    {{"mlir-to-ptx-by-rows", "The same without passes, written as kernels of Triton are: not by LLVM's code generator"},
     .translate = tern_translate_to_ptx_by_rows},
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

static tern_status_t translate(tern_context_t *context, tern_str_t text, uint32_t line_offset,
                               tern_string_builder_t *out, void *user) {
  const run_t *run = user;
  (void)line_offset;
  if (run->translation->read) return run->translation->read(context, run->name, text, run->options, out);
  tern_op_t *module = tern_read_module(context, run->name, text);
  if (!module || !tern_verify(module)) return tern_status_make(TERN_INVALID_IR, "the input is wrong");
  return run->translation->translate(module, run->options, out);
}

static tern_status_t run_chunks(run_t *run, tern_str_t text) {
  const tern_translate_options_t *options = run->options;
  bool is_binary = run->translation->read != NULL;
  const tern_chunks_t chunks = {
      .name = run->name,
      .split_marker = is_binary ? NULL : options->split_marker,
      .output_split_marker = options->output_split_marker,
      .is_binary = is_binary,
      .verify_diagnostics = options->verify_diagnostics,
      .least_severity = TERN_REMARK,
      .allow_unregistered = options->allow_unregistered_dialect,
      .message = options->message,
      .message_user = options->user,
      .process = translate,
      .user = run,
  };
  return tern_chunks_run(&chunks, text, &run->output);
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
  // Chunks that went well are shown even if others failed, but a file is written whole or not at all.
  bool shows_rest = options->split_marker && strcmp(output, "-") == 0 && run.output.size;
  if (!options->verify_diagnostics && (tern_status_is_ok(status) || shows_rest)) {
    tern_status_t write_status = tern_file_write(output, tern_string_builder_view(&run.output));
    if (tern_status_is_ok(status)) status = write_status;
  }
  tern_string_builder_deinitialize(&run.output);
  free(text);
  return status;
}
