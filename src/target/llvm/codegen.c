// Passes and code generation. Without passes, code generation alone makes good machine code of the vector code that
// tern writes, several times faster than with LLVM's default pipeline (docs/architecture.md).

#include "target/llvm/codegen.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/arena.h"
#include "target/llvm/guard.h"
#include "target/llvm/translate.h"

// --- targets ---

static void initialize_host(void) {
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMInitializeNativeAsmParser();
}

void tern_llvm_initialize_host(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize_host);
}

static void initialize_all(void) {
  LLVMInitializeAllTargetInfos();
  LLVMInitializeAllTargets();
  LLVMInitializeAllTargetMCs();
  LLVMInitializeAllAsmPrinters();
  LLVMInitializeAllAsmParsers();
}

static void initialize_every_target(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize_all);
}

static char *take_message(char *message) {
  size_t size = strlen(message) + 1;
  char *copy = tern_malloc(size);
  memcpy(copy, message, size);
  LLVMDisposeMessage(message);
  return copy;
}

char *tern_llvm_host_triple(void) { return take_message(LLVMGetDefaultTargetTriple()); }
char *tern_llvm_host_cpu(void) { return take_message(LLVMGetHostCPUName()); }
char *tern_llvm_host_features(void) { return take_message(LLVMGetHostCPUFeatures()); }

// --- one run ---

// Everything one compilation holds. After a fatal error of LLVM it is abandoned.
typedef struct run {
  tern_op_t *module;
  const tern_llvm_options_t *options;  // NULL: text only
  tern_llvm_output_t output;
  tern_llvm_buffer_t buffer;
  tern_llvm_translation_t translation;
  LLVMTargetMachineRef machine;
  tern_status_t status;
  bool has_errors;  // LLVM's own, emitted as diagnostics
} run_t;

// LLVM's diagnostics become ours; without a handler LLVM would print them and exit.
static void report(LLVMDiagnosticInfoRef info, void *user) {
  run_t *run = user;
  LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
  char *text = LLVMGetDiagInfoDescription(info);
  if (severity == LLVMDSError) {
    run->has_errors = true;
    tern_emit_error(run->module->loc, "LLVM: %s", text);
  } else if (severity == LLVMDSWarning) {
    tern_emit_warning(run->module->loc, "LLVM: %s", text);
  }
  LLVMDisposeMessage(text);
}

static tern_llvm_buffer_t copy_bytes(const char *data, size_t size) {
  tern_llvm_buffer_t buffer = {tern_malloc(size + 1), size};
  memcpy(buffer.data, data, size);
  buffer.data[size] = '\0';
  return buffer;
}

static void take_buffer(run_t *run, LLVMMemoryBufferRef memory) {
  run->buffer = copy_bytes(LLVMGetBufferStart(memory), LLVMGetBufferSize(memory));
  LLVMDisposeMemoryBuffer(memory);
}

static void take_text(run_t *run) {
  char *text = LLVMPrintModuleToString(run->translation.module);
  run->buffer = copy_bytes(text, strlen(text));
  LLVMDisposeMessage(text);
}

// --- the target machine ---

typedef struct target_choice {
  char *triple, *cpu, *features;  // owned
} target_choice_t;

static char *copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = tern_malloc(size);
  memcpy(copy, text, size);
  return copy;
}

static void deinitialize_choice(target_choice_t *choice) {
  free(choice->triple);
  free(choice->cpu);
  free(choice->features);
}

// What is not asked for is the host's, where the triple is.
static target_choice_t choose_target(const run_t *run) {
  const tern_llvm_options_t *options = run->options;
  const char *module_triple = LLVMGetTarget(run->translation.module);
  char *host = tern_llvm_host_triple();
  const char *asked = options->triple ? options->triple : *module_triple ? module_triple : host;
  target_choice_t choice = {.triple = copy_text(asked)};
  char *normal_host = LLVMNormalizeTargetTriple(host), *normal = LLVMNormalizeTargetTriple(asked);
  bool is_host = strcmp(normal_host, normal) == 0;
  LLVMDisposeMessage(normal_host);
  LLVMDisposeMessage(normal);
  if (is_host)
    tern_llvm_initialize_host();
  else
    initialize_every_target();
  bool takes_host_cpu = is_host && !options->cpu;
  choice.cpu = takes_host_cpu ? tern_llvm_host_cpu() : copy_text(options->cpu ? options->cpu : "");
  choice.features = options->features ? copy_text(options->features)
                    : takes_host_cpu  ? tern_llvm_host_features()
                                      : copy_text("");
  free(host);
  return choice;
}

// Where vectors of 512 bits exist, LLVM would cut loops to 256 unless told not to.
static void prefer_wide_vectors(run_t *run, const target_choice_t *choice) {
  static const char name[] = "prefer-vector-width";
  if (!strstr(choice->features, "+avx512f")) return;
  LLVMAttributeRef attribute = LLVMCreateStringAttribute(run->translation.llvm, name, sizeof(name) - 1, "512", 3);
  for (LLVMValueRef f = LLVMGetFirstFunction(run->translation.module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    if (!LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, sizeof(name) - 1))
      LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute);
  }
}

static bool make_machine(run_t *run, const target_choice_t *choice) {
  static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelDefault, LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
                                               LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
  LLVMTargetRef target;
  char *message = NULL;
  if (LLVMGetTargetFromTriple(choice->triple, &target, &message)) {
    run->status = tern_status_make(TERN_INVALID_ARGUMENT, "no code can be made for '%s': %s", choice->triple, message);
    LLVMDisposeMessage(message);
    return false;
  }
  unsigned level = run->options->level < 5 ? run->options->level : 4;
  run->machine = LLVMCreateTargetMachine(target, choice->triple, choice->cpu, choice->features, levels[level],
                                         LLVMRelocPIC, LLVMCodeModelDefault);
  if (!run->machine) {
    run->status = tern_status_make(TERN_UNSUPPORTED, "LLVM has no code generator for '%s'", choice->triple);
    return false;
  }
  LLVMSetTarget(run->translation.module, choice->triple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(run->machine);
  LLVMSetModuleDataLayout(run->translation.module, layout);
  LLVMDisposeTargetData(layout);
  return true;
}

// --- passes and output ---

static bool run_passes(run_t *run) {
  const char *passes = run->options->passes;
  if (!passes || !*passes) return true;
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(run->translation.module, passes, run->machine, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error) return true;
  char *text = LLVMGetErrorMessage(error);
  run->status = tern_status_make(TERN_INVALID_ARGUMENT, "LLVM passes '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return false;
}

static void emit(run_t *run) {
  LLVMMemoryBufferRef memory = NULL;
  char *message = NULL;
  if (run->output == TERN_LLVM_IR) {
    take_text(run);
    return;
  }
  if (run->output == TERN_LLVM_BITCODE) {
    take_buffer(run, LLVMWriteBitcodeToMemoryBuffer(run->translation.module));
    return;
  }
  LLVMCodeGenFileType type = run->output == TERN_LLVM_OBJECT ? LLVMObjectFile : LLVMAssemblyFile;
  if (LLVMTargetMachineEmitToMemoryBuffer(run->machine, run->translation.module, type, &message, &memory)) {
    run->status =
        tern_status_make(TERN_UNSUPPORTED, "code generation failed: %s", message ? message : "no reason given");
    LLVMDisposeMessage(message);
    return;
  }
  take_buffer(run, memory);
}

static void run_all(void *user) {
  run_t *run = user;
  if (!tern_llvm_translate(run->module, &run->translation)) {
    run->status = tern_status_make(TERN_INVALID_IR, "translation to LLVM IR failed");
    return;
  }
  LLVMContextSetDiagnosticHandler(run->translation.llvm, report, run);
  if (!run->options) {
    take_text(run);
    return;
  }
  target_choice_t choice = choose_target(run);
  if (make_machine(run, &choice)) {
    prefer_wide_vectors(run, &choice);
    if (run_passes(run)) emit(run);
  }
  deinitialize_choice(&choice);
  if (run->has_errors && tern_status_is_ok(run->status))
    run->status = tern_status_make(TERN_INVALID_IR, "LLVM reported errors");
}

static tern_status_t start(run_t *run, tern_llvm_buffer_t *out_buffer) {
  char message[512];
  *out_buffer = (tern_llvm_buffer_t){0};
  if (!tern_llvm_guard(run_all, run, message, sizeof(message))) {
    tern_emit_error(run->module->loc, "LLVM gave up: %s", message);
    return tern_status_make(TERN_INVALID_IR, "LLVM gave up: %s", message);
  }
  if (run->machine) LLVMDisposeTargetMachine(run->machine);
  tern_llvm_translation_deinitialize(&run->translation);
  if (!tern_status_is_ok(run->status)) {
    free(run->buffer.data);
    return run->status;
  }
  *out_buffer = run->buffer;
  return tern_ok();
}

tern_status_t tern_llvm_translate_to_text(tern_op_t *module, tern_llvm_buffer_t *out_text) {
  run_t run = {.module = module};
  return start(&run, out_text);
}

tern_status_t tern_llvm_compile(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output,
                                tern_llvm_buffer_t *out_buffer) {
  static const tern_llvm_options_t defaults = {0};
  run_t run = {.module = module, .options = options ? options : &defaults, .output = output};
  return start(&run, out_buffer);
}
