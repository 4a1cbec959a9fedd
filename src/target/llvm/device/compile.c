// Bitcode of kernels for NVIDIA's GPUs to an object for the host: what device.h lists, in order, between passes of LLVM.

#include "target/llvm/device/compile.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "target/llvm/codegen.h"
#include "target/llvm/device/device.h"
#include "target/llvm/guard.h"
#include "target/llvm/machine.h"
#include "target/llvm/reach.h"

enum { PTX_KERNEL = 71 };  // LLVM's calling convention of kernels

typedef struct compilation {
  const tern_device_code_input_t *inputs;
  size_t input_count;
  const tern_device_code_options_t *options;
  LLVMContextRef context;
  LLVMModuleRef module;
  tern_llvm_machine_t *machine;
  device_kernel_t **kernels;
  uint32_t kernel_count;
  tern_arena_t arena;
  tern_string_builder_t notes;
  tern_status_t status;
  tern_llvm_buffer_t result;
  char *triple, *cpu, *features;
} compilation_t;

static char *copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = tern_malloc(size);
  memcpy(copy, text, size);
  return copy;
}

// What LLVM complains of while it reads, links or makes code; warnings are not ours to tell.
static void take_diagnostic(LLVMDiagnosticInfoRef info, void *user) {
  compilation_t *c = user;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || !tern_status_is_ok(c->status)) return;
  char *text = LLVMGetDiagInfoDescription(info);
  c->status = tern_status_make(TERN_INTERNAL, "LLVM rejects the device code: %s", text);
  LLVMDisposeMessage(text);
}

static bool fail(compilation_t *c, tern_status_t status) {
  c->status = status;
  return false;
}

static bool read_input(compilation_t *c, const tern_device_code_input_t *input) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(input->data, input->size, "", false);
  LLVMModuleRef module = NULL;
  bool is_bad = LLVMParseBitcodeInContext2(c->context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  if (is_bad) return fail(c, tern_status_make(TERN_INVALID_ARGUMENT, "the device code is not LLVM bitcode"));
  if (!c->module) {
    c->module = module;
    return true;
  }
  if (LLVMLinkModules2(c->module, module))
    return fail(c, tern_status_make(TERN_INVALID_ARGUMENT, "modules of device code cannot be linked"));
  return true;
}

static bool take_machine(compilation_t *c) {
  const tern_device_code_options_t *options = c->options;
  c->triple = tern_llvm_host_triple();
  c->cpu = options->cpu ? copy_text(options->cpu) : tern_llvm_host_cpu();
  c->features = options->features ? copy_text(options->features)
                : options->cpu    ? copy_text("")
                                  : tern_llvm_host_features();
  c->status = tern_llvm_machine_take(c->triple, c->cpu, c->features, options->is_unoptimized ? 1 : 4, &c->machine);
  if (!tern_status_is_ok(c->status)) return false;
  LLVMSetTarget(c->module, c->triple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(c->machine->ref);
  LLVMSetModuleDataLayout(c->module, layout);
  LLVMDisposeTargetData(layout);
  return true;
}

static void remove_attribute(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
}

static void add_attribute(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
}

static void set_text_attribute(LLVMValueRef function, const char *name, const char *value) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
  if (!value) return;
  LLVMAttributeRef attribute =
      LLVMCreateStringAttribute(context, name, (unsigned)strlen(name), value, (unsigned)strlen(value));
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, attribute);
}

static bool is_kernel(LLVMValueRef function) {
  return LLVMGetFunctionCallConv(function) == PTX_KERNEL && !LLVMIsDeclaration(function);
}

// --- Functions that call themselves are not inlined

typedef struct search {
  tern_map_t state;  // 1: under way, 2: done
  tern_map_t recursive;
} search_t;

static void search(search_t *s, LLVMValueRef function) {
  tern_map_set(&s->state, function, (void *)1);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
      if (!LLVMIsACallInst(at)) continue;
      LLVMValueRef callee = LLVMGetCalledValue(at);
      if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) continue;
      uintptr_t state = (uintptr_t)tern_map_get(&s->state, callee);
      if (state == 1) tern_map_set(&s->recursive, callee, callee);
      if (state == 0) search(s, callee);
    }
  }
  tern_map_set(&s->state, function, (void *)2);
}

static void delete_global(LLVMModuleRef module, const char *name) {
  LLVMValueRef global = LLVMGetNamedGlobal(module, name);
  if (global) LLVMDeleteGlobal(global);
}

// Functions belong to the kernels that call them; variables are the module's own, which the host finds in the tables.
static void prepare(compilation_t *c) {
  search_t s = {0};
  delete_global(c->module, "llvm.used");
  delete_global(c->module, "llvm.compiler.used");
  if (!c->options->has_checks) LLVMStripModuleDebugInfo(c->module);
  device_replace_builtins(c->module);
  for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f) && !tern_map_get(&s.state, f)) search(&s, f);
  }
  bool is_wide = strstr(c->features, "+avx512f") != NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    remove_attribute(f, "noinline");
    remove_attribute(f, "optnone");
    set_text_attribute(f, "target-cpu", c->cpu);
    set_text_attribute(f, "target-features", c->features);
    if (is_wide) set_text_attribute(f, "prefer-vector-width", "512");
    if (is_kernel(f)) continue;
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMSetComdat(f, NULL);
    if (!tern_map_contains(&s.recursive, f)) add_attribute(f, "alwaysinline");
  }
  for (LLVMValueRef global = LLVMGetFirstGlobal(c->module); global; global = LLVMGetNextGlobal(global)) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == 4 && LLVMIsExternallyInitialized(global))
      LLVMSetGlobalConstant(global, false);
  }
  tern_map_deinitialize(&s.state);
  tern_map_deinitialize(&s.recursive);
}

static bool run_passes(compilation_t *c, const char *passes) {
  c->status = tern_llvm_run_passes(c->module, passes, c->machine->ref);
  return tern_status_is_ok(c->status);
}

// --- Refusals

static const char *refusal_of(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(callee)) {
    size_t size;
    const char *text = LLVMGetInlineAsmAsmString(callee, &size);
    return size == 0 || !text[strspn(text, " \t\n;")] ? NULL : "inline assembly of the GPU";
  }
  if (!LLVMIsAFunction(callee)) return NULL;
  if (!LLVMIsDeclaration(callee) || device_register_of(call) >= 0 || device_point_of(call, NULL) != TERN_DEVICE_JOIN)
    return NULL;
  const char *name = LLVMGetValueName2(callee, &(size_t){0});
  return strncmp(name, "llvm.nvvm.", 10) == 0 ? name : NULL;
}

static void refuse(compilation_t *c, LLVMValueRef function, LLVMValueRef at, const char *reason) {
  unsigned line = at ? LLVMGetDebugLocLine(at) : 0, file_size;
  if (line) {
    const char *file = LLVMGetDebugLocFilename(at, &file_size);
    tern_string_builder_append_format(&c->notes, "%.*s:%u:%u: ", (int)file_size, file, line, LLVMGetDebugLocColumn(at));
  }
  tern_string_builder_append_format(&c->notes, "kernel '%s' does not run on the CPU: it has %s\n",
                                    LLVMGetValueName2(function, &(size_t){0}), reason);
}

// What a function that was not inlined may not do, for it has no block of its own.
static const char *refusal_inside(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
      int count = LLVMGetNumOperands(at);
      for (int i = 0; i < count; i++) {
        LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
        if (LLVMIsAConstant(operand) && device_names_shared(operand))
          return "shared memory in a function that calls itself";
      }
      if (!LLVMIsACallInst(at)) continue;
      if (refusal_of(at)) return refusal_of(at);
      if (device_register_of(at) >= 0 || device_point_of(at, NULL) != TERN_DEVICE_JOIN) {
        return "a function that calls itself, and that waits for other threads or asks which one it is";
      }
    }
  }
  return NULL;
}

static const char *refusal_of_instruction(LLVMValueRef at) {
  if (!LLVMIsACallInst(at)) return NULL;
  LLVMValueRef callee = LLVMGetCalledValue(at);
  return LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) ? refusal_inside(callee) : refusal_of(at);
}

static bool is_refused(compilation_t *c, LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
      const char *reason = refusal_of_instruction(at);
      if (!reason) continue;
      refuse(c, function, at, reason);
      return true;
    }
  }
  return false;
}

// --- Kernels

static bool make_kernel(compilation_t *c, LLVMValueRef function) {
  if (is_refused(c, function)) return true;
  device_kernel_t *kernel = tern_arena_alloc_zeroed(&c->arena, sizeof *kernel);
  kernel->arena = &c->arena, kernel->context = c->context, kernel->module = c->module, kernel->function = function;
  device_place_shared(kernel);
  device_find_points(kernel);
  device_build_graph(kernel);
  device_place_results(kernel);
  device_find_uniform(kernel);
  device_make_slots(kernel);
  if (!kernel->refusal) device_make_code(kernel);
  if (kernel->refusal) {
    refuse(c, function, kernel->refused_at, kernel->refusal);
  } else {
    c->kernels[c->kernel_count++] = kernel;
  }
  tern_map_deinitialize(&kernel->varying);
  tern_map_deinitialize(&kernel->numbers);
  tern_map_deinitialize(&kernel->slot_numbers);
  if (!kernel->code) return true;
  set_text_attribute(kernel->code, "target-cpu", c->cpu);
  set_text_attribute(kernel->code, "target-features", c->features);
  if (strstr(c->features, "+avx512f")) set_text_attribute(kernel->code, "prefer-vector-width", "512");
  if (!LLVMVerifyFunction(kernel->code, LLVMReturnStatusAction)) return true;
  return fail(c, tern_status_make(TERN_INTERNAL, "the code made of kernel '%s' is not valid",
                                  LLVMGetValueName2(function, &(size_t){0})));
}

static bool make_kernels(compilation_t *c) {
  uint32_t count = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) count += is_kernel(f);
  LLVMValueRef *functions = tern_arena_alloc_array(&c->arena, count, sizeof(LLVMValueRef));
  c->kernels = tern_arena_alloc_array(&c->arena, count, sizeof *c->kernels);
  uint32_t at = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) {
    if (is_kernel(f)) functions[at++] = f;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!make_kernel(c, functions[i])) return false;
  }
  device_add_tables(c->module, c->kernels, c->kernel_count);
  for (uint32_t i = 0; i < count; i++) LLVMDeleteFunction(functions[i]);
  for (LLVMValueRef global = LLVMGetFirstGlobal(c->module); global; global = LLVMGetNextGlobal(global)) {
    if (LLVMIsDeclaration(global) || LLVMGetLinkage(global) == LLVMAppendingLinkage ||
        LLVMGetLinkage(global) == LLVMPrivateLinkage)
      continue;
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetComdat(global, NULL);
    LLVMSetExternallyInitialized(global, false);
  }
  return true;
}

static void emit(compilation_t *c) {
  if (c->options->emits_ir) {
    char *text = LLVMPrintModuleToString(c->module);
    c->result = (tern_llvm_buffer_t){.data = copy_text(text), .size = strlen(text)};
    LLVMDisposeMessage(text);
    return;
  }
  LLVMMemoryBufferRef memory;
  char *message = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(c->machine->ref, c->module, LLVMObjectFile, &message, &memory)) {
    c->status = tern_status_make(TERN_INTERNAL, "code generation failed: %s", message ? message : "no reason given");
    LLVMDisposeMessage(message);
    return;
  }
  c->result.size = LLVMGetBufferSize(memory);
  c->result.data = tern_malloc(c->result.size);
  memcpy(c->result.data, LLVMGetBufferStart(memory), c->result.size);
  LLVMDisposeMemoryBuffer(memory);
}

static void compile(void *user) {
  compilation_t *c = user;
  for (size_t i = 0; i < c->input_count; i++) {
    if (!read_input(c, &c->inputs[i])) return;
  }
  if (!take_machine(c)) return;
  prepare(c);
  if (!run_passes(c,
                  "always-inline,globaldce,function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg,"
                  "loop(loop-rotate,indvars,loop-unroll-full),sroa,instcombine<no-verify-fixpoint>,simplifycfg,early-"
                  "cse,dce)")) {
    return;
  }
  if (!make_kernels(c)) return;
  if (!run_passes(c, c->options->is_unoptimized ? "function(mem2reg),globaldce" : "default<O3>")) return;
  emit(c);
}

tern_status_t tern_llvm_compile_device(const tern_device_code_input_t *inputs, size_t input_count,
                                       const tern_device_code_options_t *options, tern_llvm_buffer_t *out_object,
                                       char **out_notes) {
  *out_object = (tern_llvm_buffer_t){0}, *out_notes = NULL;
  if (options->has_checks)
    return tern_status_make(TERN_UNSUPPORTED, "kernels with checks for races and bounds cannot be made yet");
  compilation_t c = {.inputs = inputs, .input_count = input_count, .options = options, .context = LLVMContextCreate()};
  tern_arena_initialize(&c.arena);
  c.status = tern_ok();
  LLVMContextSetDiagnosticHandler(c.context, take_diagnostic, &c);
  char reason[512] = "";
  tern_llvm_initialize_host();
  bool is_done = tern_llvm_guard(compile, &c, reason, sizeof reason);
  if (!is_done || !tern_status_is_ok(c.status)) {
    free(c.result.data);
    c.result = (tern_llvm_buffer_t){0};
  }
  *out_object = c.result;
  if (!is_done) return tern_status_make(TERN_INTERNAL, "LLVM gave up: %s", reason);
  if (c.notes.size > 0) {
    tern_string_builder_append_char(&c.notes, '\0');
    *out_notes = copy_text(c.notes.data);
  }
  tern_string_builder_deinitialize(&c.notes);
  tern_llvm_machine_give_back(c.machine);
  if (c.module) LLVMDisposeModule(c.module);
  LLVMContextDispose(c.context);
  tern_arena_deinitialize(&c.arena);
  free(c.triple), free(c.cpu), free(c.features);
  return c.status;
}
