// Host programs: modules of functions that launch kernels. Lowered by ready-made passes, with kernels compiled for their targets
// inside; then an object file, or code in this process.

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/machine/machine.h"
#include "asm/printer.h"
#include "dialect/func/func.h"
#include "dialect/gpu/gpu.h"
#include "dialect/llvm/llvm.h"
#include "dialect/tern/tern.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"
#include "pass/stages.h"
#include "pipeline/compiler.h"
#include "pipeline/host/functions.h"
#include "target/library_part.h"
#include "target/llvm_loader.h"

#include "pipeline/stages/host.def"

typedef void (*unloader_t)(void);

struct tern_host_program_t {
  const tern_llvm_backend_t *backend;
  tern_llvm_jit_t *jit;
  tern_host_functions_t functions;
  TERN_VEC(unloader_t) unloaders;   // of kernels
  uint64_t (*failure_count)(void);  // of the runtime
};

// What kernels are compiled for.
typedef struct device {
  const char *name;
  const char *target;   // the attribute of a gpu.module
  const char *attach;   // the pass that gives it where there is none, with `chip` as an option
  const char *format;   // of objects
  const char *library;  // the runtime
} device_t;

static const device_t devices[] = {
    {"cpu", "tern.cpu_target", "tern-attach-cpu-target", "bin", "libtern_cpu_gpu_runtime.so.0"},
    // The driver compiles the text, so that no tools of the CUDA toolkit are needed.
    {"cuda", "nvvm.target", "nvvm-attach-target", "isa", "libtern_cuda_runtime.so.0"},
};
#define UTILITIES "libtern_runner_utils.so.0"

static const device_t *find_device(const tern_compile_options_t *options) {
  const char *name = options->target ? options->target : "cpu";
  for (size_t i = 0; i < sizeof devices / sizeof devices[0]; ++i) {
    if (strcmp(devices[i].name, name) == 0) return &devices[i];
  }
  return NULL;
}

// --- what is a host program ---

static tern_walk_result_t find_gpu_op(tern_op_t *op, void *user) {
  bool *is_found = user;
  *is_found |= tern_str_starts_with(tern_op_name(op), TERN_STR("gpu."));
  return *is_found ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

bool tern_compiler_holds_host_program(const tern_compiler_t *compiler) {
  tern_op_t *module = tern_compiler_module(compiler);
  tern_block_t *body = module ? tern_op_body(module, 0) : NULL;
  bool has_function = false, has_gpu_op = false, has_other = false;
  if (!body) return false;
  tern_block_for_each_op(body, op) {
    bool is_for_gpu = tern_op_is(op, TERN_GPU(MODULE)) || tern_op_is(op, TERN_GPU(BINARY));
    has_gpu_op |= is_for_gpu;
    if (is_for_gpu) continue;
    tern_str_t name = tern_op_name(op);
    has_other |= tern_str_starts_with(name, TERN_STR("hal.")) || tern_str_starts_with(name, TERN_STR("flow."));
    has_function |= tern_op_is(op, TERN_FUNC(FUNC)) && !tern_region_is_empty(&op->regions[0]);
    tern_op_walk_pre(op, find_gpu_op, &has_gpu_op);
  }
  return has_function && has_gpu_op && !has_other;
}

// --- lowering ---

static void show_ir(const tern_compile_options_t *options, const char *stage, tern_op_t *module) {
  if (!options->stage) return;
  tern_string_builder_t text = {0};
  tern_print_op(module, &TERN_PRINT_DEFAULT, &text);
  options->stage(stage, text.data ? text.data : "", options->user);
  tern_string_builder_deinitialize(&text);
}

// Of the targets of a module whose kernels are not lowered, those for the device remain: the binary has what is run.
static void choose_target(tern_op_t *module, const device_t *device) {
  const tern_attr_t *targets = tern_op_attr(module, "targets"), *chosen = NULL;
  for (size_t i = 0; targets && i < tern_array_attr_count(targets); ++i) {
    const tern_attr_t *target = tern_array_attr_at(targets, i);
    const char *name = target->kind == TERN_ATTR_DIALECT ? ((const tern_attr_row_t *)target->row)->name : "";
    if (!chosen && strcmp(name, device->target) == 0) chosen = target;
  }
  tern_op_set_attr(module, "targets", chosen ? tern_array_attr_get(tern_op_context(module), &chosen, 1) : NULL);
}

static bool has_kernels(tern_op_t *module) {
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return false;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_GPU(FUNC))) return true;
  }
  return false;
}

// The names of the gpu.modules that are given the device's target by the pass that attaches it, as its regular expression.
static void choose_targets(tern_op_t *module, const device_t *device, tern_string_builder_t *out_pattern) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_GPU(MODULE)) || !has_kernels(op)) continue;
    choose_target(op, device);
    if (tern_op_attr(op, "targets")) continue;
    tern_str_t name = tern_symbol_name(op);
    tern_string_builder_append_format(out_pattern, "%s^%.*s$", out_pattern->size ? "|" : "", (int)name.size, name.data);
  }
}

typedef struct needs {
  bool async;         // ops of the async dialect
  bool async_region;  // ops of gpu that have no token, which --gpu-to-llvm takes with one only
} needs_t;

static tern_walk_result_t find_needs(tern_op_t *op, void *user) {
  static const tern_op_row_t *const with_token[] = {TERN_GPU(ALLOC), TERN_GPU(DEALLOC), TERN_GPU(MEMCPY),
                                                    TERN_GPU(MEMSET)};
  needs_t *needs = user;
  if (tern_op_is(op, TERN_GPU(MODULE))) return TERN_WALK_SKIP;
  needs->async |= tern_str_starts_with(tern_op_name(op), TERN_STR("async."));
  for (size_t i = 0; i < sizeof with_token / sizeof with_token[0]; ++i) {
    if (!tern_op_is(op, with_token[i]) || tern_op_attr(op, "hostShared")) continue;
    bool has_token =
        op->result_count > 0 && tern_type_is_gpu(tern_op_result(op, op->result_count - 1)->type, TERN_GPU_TYPE_TOKEN);
    needs->async_region |= !has_token;
  }
  return TERN_WALK_ADVANCE;
}

// Ops of gpu that are left are an error of their own: casts around them would be told of otherwise.
static tern_walk_result_t find_left_op(tern_op_t *op, void *user) {
  bool *is_right = user;
  if (tern_op_is(op, TERN_GPU(MODULE))) return TERN_WALK_SKIP;
  bool is_gpu_op = tern_str_starts_with(tern_op_name(op), TERN_STR("gpu."));
  if (!is_gpu_op || tern_op_is(op, TERN_GPU(BINARY)) || tern_op_is(op, TERN_GPU(LAUNCH_FUNC))) return TERN_WALK_ADVANCE;
  *is_right = tern_op_error(op, "cannot be made a call of the GPU runtime");
  if (tern_op_is(op, TERN_GPU(MEMSET))) tern_emit_note(op->loc, "it fills elements of 16 and 32 bits");
  return TERN_WALK_ADVANCE;
}

// What the rows of the way refer to.
typedef struct host_values {
  const char *attach, *modules, *chip, *triple, *features, *format;
  needs_t needs;
} host_values_t;

#define MEMBER(member) .offset = offsetof(host_values_t, member)
static const tern_stage_value_t values[] = {
    {"attach", TERN_OPTION_STRING, MEMBER(attach)},     {"modules", TERN_OPTION_STRING, MEMBER(modules)},
    {"chip", TERN_OPTION_STRING, MEMBER(chip)},         {"triple", TERN_OPTION_STRING, MEMBER(triple)},
    {"features", TERN_OPTION_STRING, MEMBER(features)}, {"format", TERN_OPTION_STRING, MEMBER(format)},
    {"async", TERN_OPTION_BOOL, MEMBER(needs.async)},   {"async-region", TERN_OPTION_BOOL, MEMBER(needs.async_region)},
};

static tern_status_t run_stages(tern_compiler_t *compiler, const tern_compile_options_t *options, const char *name,
                                const tern_stage_t *stages, const host_values_t *host) {
  tern_stage_scope_t scope = {.values = values, .value_count = sizeof values / sizeof values[0], .user = host};
  tern_string_builder_t text = {0};
  tern_stages_expand(stages, &scope, &text);
  if (options->pipeline) options->pipeline(name, text.data, options->pipeline_user);
  tern_status_t status = tern_compiler_run(compiler, text.data);
  tern_string_builder_deinitialize(&text);
  return status;
}

static tern_status_t lower(tern_compiler_t *compiler, const tern_compile_options_t *options, const device_t *device) {
  tern_op_t *module = tern_compiler_module(compiler);
  bool is_cpu = device == &devices[0];
  host_values_t host = {.attach = device->attach, .format = device->format};
  TERN_RETURN_IF_ERROR(run_stages(compiler, options, "gpu", to_kernels, &host));
  show_ir(options, "gpu", module);
  tern_op_walk_pre(module, find_needs, &host.needs);
  tern_string_builder_t pattern = {0};
  choose_targets(module, device, &pattern);
  host.modules = pattern.data;
  host.chip = is_cpu ? options->cpu : options->cuda_chip;
  if (!host.chip && !is_cpu) host.chip = tern_machine_cuda_at(0)->name;
  if (is_cpu) host.triple = options->triple;
  if (is_cpu) host.features = options->features;
  tern_status_t status = run_stages(compiler, options, "llvm", to_host, &host);
  tern_string_builder_deinitialize(&pattern);
  TERN_RETURN_IF_ERROR(status);
  show_ir(options, "llvm", module);
  bool is_right = true;
  tern_op_walk_pre(module, find_left_op, &is_right);
  return is_right ? tern_ok() : tern_status_make(TERN_INVALID_IR, "the host program could not be lowered");
}

// Coroutines need LLVM's passes, and the rest gains by them.
static const char *passes_of(const tern_compile_options_t *options) {
  return options->llvm_passes ? options->llvm_passes : "default<O2>";
}

static tern_status_t generate(const tern_llvm_backend_t *backend, tern_compiler_t *compiler,
                              const tern_compile_options_t *options, tern_llvm_output_t output,
                              tern_llvm_buffer_t *out_buffer) {
  bool is_native = options->cpu && strcmp(options->cpu, TERN_CPU_TARGET_NATIVE) == 0;
  const tern_llvm_options_t llvm = {.triple = options->triple,
                                    .cpu = is_native ? NULL : options->cpu,
                                    .features = options->features,
                                    .passes = passes_of(options)};
  return backend->compile(tern_compiler_module(compiler), &llvm, output, out_buffer);
}

static const tern_compile_options_t no_options;

static tern_status_t check(const tern_compiler_t *compiler, const tern_compile_options_t *options,
                           const device_t **out_device) {
  *out_device = find_device(options);
  if (!*out_device) {
    return tern_status_make(TERN_UNSUPPORTED, "host programs are compiled for cpu or cuda, not for '%s'",
                            options->target);
  }
  const char *const processors[] = {options->cpu, options->cuda_chip};
  for (size_t i = 0; i < 2; ++i) {
    if (!processors[i] || !strchr(processors[i], ',')) continue;
    return tern_status_make(TERN_UNSUPPORTED, "a host program is compiled for one processor, not for '%s'",
                            processors[i]);
  }
  return tern_compiler_module(compiler) ? tern_ok() : tern_status_make(TERN_FAILED_PRECONDITION, "no module is loaded");
}

tern_status_t tern_compiler_emit_host(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                      tern_artifact_t artifact, char **out_data, size_t *out_size) {
  static const tern_llvm_output_t outputs[] = {[TERN_ARTIFACT_OBJECT] = TERN_LLVM_OBJECT,
                                               [TERN_ARTIFACT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
                                               [TERN_ARTIFACT_LLVM_IR] = TERN_LLVM_IR,
                                               [TERN_ARTIFACT_BITCODE] = TERN_LLVM_BITCODE};
  const device_t *device;
  const tern_llvm_backend_t *backend;
  tern_llvm_buffer_t buffer = {0};
  *out_data = NULL;
  *out_size = 0;
  if (!options) options = &no_options;
  if (artifact > TERN_ARTIFACT_BITCODE) {
    return tern_status_make(TERN_UNSUPPORTED, "a host program is compiled to .o, .s, .ll or .bc");
  }
  TERN_RETURN_IF_ERROR(check(compiler, options, &device));
  TERN_RETURN_IF_ERROR(tern_llvm_load_target(options->triple, &backend));
  TERN_RETURN_IF_ERROR(lower(compiler, options, device));
  TERN_RETURN_IF_ERROR(generate(backend, compiler, options, outputs[artifact], &buffer));
  *out_data = buffer.data;
  *out_size = buffer.size;
  return tern_ok();
}

// --- in this process ---

// Opens a library for all, from beside this one or from where the loader looks. It stays.
static tern_status_t open_library(const char *name, void **out_library) {
  char *path = tern_library_find(name);
  void *library = path ? dlopen(path, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE) : NULL;
  free(path);
  if (!library) library = dlopen(name, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  *out_library = library;
  return library ? tern_ok() : tern_status_make(TERN_NOT_FOUND, "cannot load %s: %s", name, dlerror());
}

typedef struct symbol_list {
  TERN_VEC(char *) names;  // owned
} symbol_list_t;

static symbol_list_t list_binaries(tern_op_t *module) {
  symbol_list_t list = {0};
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_GPU(BINARY))) continue;
    tern_string_builder_t text = {0};
    tern_string_builder_append(&text, tern_symbol_name(op));
    tern_vec_push(&list.names, tern_string_builder_take(&text));
  }
  return list;
}

static tern_status_t find(const tern_host_program_t *program, const char *prefix, const char *name, const char *suffix,
                          void *out_function) {
  tern_string_builder_t text = {0};
  void *address = NULL;
  tern_string_builder_append_format(&text, "%s%s%s", prefix, name, suffix);
  tern_status_t status = program->backend->jit_lookup(program->jit, text.data, &address);
  memcpy(out_function, &address, sizeof address);
  tern_string_builder_deinitialize(&text);
  return status;
}

// The runtime has told on stderr what failed since then.
static tern_status_t check_runtime(const tern_host_program_t *program, uint64_t failures_before) {
  uint64_t count = program->failure_count() - failures_before;
  if (count == 0) return tern_ok();
  return tern_status_make(TERN_INTERNAL, "%llu calls of the GPU runtime have failed", (unsigned long long)count);
}

static tern_status_t load_kernels(tern_host_program_t *program, const symbol_list_t *binaries) {
  for (size_t i = 0; i < binaries->names.count; ++i) {
    void (*load)(void) = NULL, (*unload)(void) = NULL;
    TERN_RETURN_IF_ERROR(find(program, "", binaries->names.values[i], "_load", &load));
    TERN_RETURN_IF_ERROR(find(program, "", binaries->names.values[i], "_unload", &unload));
    uint64_t before = program->failure_count();
    load();
    tern_vec_push(&program->unloaders, unload);
    TERN_RETURN_IF_ERROR(check_runtime(program, before));
  }
  return tern_ok();
}

static tern_status_t refuse_constructors(tern_op_t *module) {
  tern_block_for_each_op(tern_op_body(module, 0), op) {
    if (!tern_op_is(op, TERN_LLVM(MLIR_GLOBAL_CTORS)) && !tern_op_is(op, TERN_LLVM(MLIR_GLOBAL_DTORS))) continue;
    tern_op_error(op, "is not run in this process");
    tern_emit_note(op->loc, "call its functions from the one that is run, or compile the module to an object file");
    return tern_status_make(TERN_INVALID_IR, "the module has constructors");
  }
  return tern_ok();
}

static tern_status_t link(tern_host_program_t *program, tern_compiler_t *compiler,
                          const tern_compile_options_t *options) {
  tern_op_t *module = tern_compiler_module(compiler);
  tern_llvm_buffer_t object = {0};
  TERN_RETURN_IF_ERROR(refuse_constructors(module));
  tern_op_set_attr(module, TERN_LLVM_PLAIN_CONSTRUCTORS, tern_unit_attr_get(tern_op_context(module)));
  tern_host_functions_make_entries(module, &program->functions);
  TERN_RETURN_IF_ERROR(generate(program->backend, compiler, options, TERN_LLVM_OBJECT, &object));
  tern_status_t status = program->backend->jit_create(&program->jit);
  if (tern_status_is_ok(status)) status = program->backend->jit_add_object(program->jit, object.data, object.size);
  free(object.data);
  TERN_RETURN_IF_ERROR(status);
  symbol_list_t binaries = list_binaries(module);
  status = load_kernels(program, &binaries);
  for (size_t i = 0; i < binaries.names.count; ++i) free(binaries.names.values[i]);
  tern_vec_deinitialize(&binaries.names);
  return status;
}

tern_status_t tern_host_program_create(tern_compiler_t *compiler, const tern_compile_options_t *options,
                                       tern_host_program_t **out_program) {
  const device_t *device;
  const tern_llvm_backend_t *backend;
  *out_program = NULL;
  if (!options) options = &no_options;
  TERN_RETURN_IF_ERROR(check(compiler, options, &device));
  TERN_RETURN_IF_ERROR(tern_llvm_load_target(options->triple, &backend));
  void *utilities, *runtime;
  TERN_RETURN_IF_ERROR(open_library(UTILITIES, &utilities));
  TERN_RETURN_IF_ERROR(open_library(device->library, &runtime));
  tern_host_program_t *program = tern_malloc(sizeof *program);
  *program = (tern_host_program_t){.backend = backend};
  void *counter = dlsym(runtime, "tern_gpu_failure_count");
  memcpy(&program->failure_count, &counter, sizeof counter);
  tern_host_functions_read(tern_compiler_module(compiler), &program->functions);
  tern_status_t status = lower(compiler, options, device);
  if (tern_status_is_ok(status)) status = link(program, compiler, options);
  if (tern_status_is_ok(status)) {
    *out_program = program;
  } else {
    tern_host_program_destroy(program);
  }
  return status;
}

void tern_host_program_destroy(tern_host_program_t *program) {
  if (!program) return;
  for (size_t i = program->unloaders.count; i-- > 0;) program->unloaders.values[i]();
  tern_vec_deinitialize(&program->unloaders);
  program->backend->jit_destroy(program->jit);
  tern_host_functions_deinitialize(&program->functions);
  free(program);
}

const tern_host_signature_t *tern_host_program_function_at(const tern_host_program_t *program, size_t index) {
  return index < program->functions.rows.count ? &program->functions.rows.values[index] : NULL;
}

static tern_status_t check_values(const char *what, const char *function, const tern_host_value_t *values,
                                  size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (values[i].element_type) continue;
    return tern_status_make(TERN_UNSUPPORTED, "%s %zu of '%s' is of type %s, which cannot be passed from here", what, i,
                            function, values[i].type);
  }
  return tern_ok();
}

tern_status_t tern_host_program_call(const tern_host_program_t *program, const tern_host_signature_t *function,
                                     void *const *values) {
  void (*entry)(void **) = NULL;
  TERN_RETURN_IF_ERROR(check_values("argument", function->name, function->arguments, function->argument_count));
  TERN_RETURN_IF_ERROR(check_values("result", function->name, function->results, function->result_count));
  TERN_RETURN_IF_ERROR(find(program, TERN_HOST_ENTRY_PREFIX, function->name, "", &entry));
  uint64_t before = program->failure_count();
  tern_host_call_entry(entry, function, values);
  return check_runtime(program, before);
}
