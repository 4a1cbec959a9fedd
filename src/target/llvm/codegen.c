// Passes and code generation. Without passes, code generation alone makes good machine code of the vector code that
// tern writes, several times faster than with LLVM's default pipeline (docs/cpu.md). The kernels of a program are
// compiled in parts, at the same time; then the parts become one object again.

#include "target/llvm/codegen.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Support.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "target/llvm/guard.h"
#include "target/llvm/machine.h"
#include "target/llvm/merge_objects.h"
#include "target/llvm/nvptx.h"
#include "target/llvm/parts.h"
#include "target/llvm/ptx/ptx_writer.h"
#include "target/llvm/reach.h"
#include "target/llvm/translate.h"
#include "target/ptx/products.h"
#include "target/ptx/ptx.h"

// --- targets ---

// What LLVM has no other switch for. They hold for all that this process compiles with this library, and in all cases, so that
// the code of a module does not depend on what was compiled before:
// - without optimizations, registers are still allocated as with them: the cheap allocator keeps nothing in registers from
//   block to block, and kernels are several times slower;
// - loops are not looked through for strength to reduce, nor addresses sunk to where they are used:
//   --llvm-linearize-addresses has done it;
// - on GPUs, products and sums are not looked through for ones that differ by a constant: it takes a third of the time, and
//   what assembles PTX does it again;
// - for CUDA, pointers to shared, constant and local memory have 32 bits: half the registers, and no sums of 64 bits.
static void set_switches(void) {
  static const char *const switches[] = {"tern",
                                         "-optimize-regalloc",
                                         "-disable-lsr",
                                         "-disable-cgp",
                                         "-opt-disable=slsr,nary-reassociate",
                                         "-nvptx-short-ptr"};
  LLVMParseCommandLineOptions(sizeof switches / sizeof switches[0], switches, NULL);
}

static void initialize(void) {
  set_switches();
  tern_llvm_initialize_near();
}

void tern_llvm_initialize_host(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, initialize);
}

static void initialize_every_target(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  tern_llvm_initialize_host();
  pthread_once(&once, tern_llvm_initialize_far);
}

static char *take_message(char *message) {
  size_t size = strlen(message) + 1;
  char *copy = tern_malloc(size);
  memcpy(copy, message, size);
  LLVMDisposeMessage(message);
  return copy;
}

static char *copy_text(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = tern_malloc(size);
  memcpy(copy, text, size);
  return copy;
}

static const char *host_cpu, *host_features;  // once they were asked for; for as long as the process lives

static void ask_host(void) {
  host_cpu = LLVMGetHostCPUName();
  host_features = LLVMGetHostCPUFeatures();
}

// The processor is asked once: it takes a tenth of a millisecond.
static void know_host(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, ask_host);
}

char *tern_llvm_host_triple(void) { return take_message(LLVMGetDefaultTargetTriple()); }
char *tern_llvm_host_cpu(void) { return know_host(), copy_text(host_cpu); }
char *tern_llvm_host_features(void) { return know_host(), copy_text(host_features); }

// --- one run ---

typedef struct message {
  bool is_error;
  char *text;  // owned
} message_t;

enum {
  NO_OPTIMIZATIONS = 1,  // a level
  LONG_BLOCK = 64,       // instructions
};

// Everything one compilation holds. After a fatal error of LLVM it is abandoned.
typedef struct run {
  tern_op_t *module;                   // until it is translated
  const tern_attr_t *loc;              // of the module
  const tern_llvm_options_t *options;  // NULL: text only
  tern_llvm_selection_t selection;
  unsigned level;    // as in the options
  bool keeps_order;  // of instructions, where nothing is gained by another
  tern_llvm_output_t output;
  tern_llvm_buffer_t buffer;
  tern_llvm_translation_t translation;
  tern_llvm_machine_t *machine;
  tern_status_t status;
  TERN_VEC(message_t) messages;
  bool gave_up;
  char reason[512];  // why it gave up
} run_t;

// LLVM's diagnostics become ours; without a handler LLVM would print them and exit. They are kept until the run is over: it may
// be another thread's.
static void report(LLVMDiagnosticInfoRef info, void *user) {
  run_t *run = user;
  LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
  if (severity != LLVMDSError && severity != LLVMDSWarning) return;
  tern_vec_push(&run->messages, (message_t){severity == LLVMDSError, take_message(LLVMGetDiagInfoDescription(info))});
}

// Emits what was kept. False if there was an error.
static bool emit_messages(run_t *run) {
  bool is_right = true;
  for (size_t i = 0; i < run->messages.count; i++) {
    const message_t *message = &run->messages.values[i];
    if (message->is_error)
      is_right = tern_emit_error(run->loc, "LLVM: %s", message->text);
    else
      tern_emit_warning(run->loc, "LLVM: %s", message->text);
    free(message->text);
  }
  tern_vec_deinitialize(&run->messages);
  return is_right;
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

static void take_ptx(run_t *run, LLVMMemoryBufferRef memory) {
  tern_string_builder_t text = {0};
  tern_ptx_write_products(tern_str_make(LLVMGetBufferStart(memory), LLVMGetBufferSize(memory)), &text);
  run->buffer.size = text.size;
  run->buffer.data = tern_string_builder_take(&text);
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
  if (tern_llvm_is_nvptx(choice.triple)) {
    char *features = choice.features;
    choice.features = tern_llvm_nvptx_features(choice.cpu, features, run->translation.ptx_version);
    free(features);
  }
  free(host);
  return choice;
}

// Where vectors of 512 bits exist, LLVM would cut loops to 256 unless told not to.
static void prefer_wide_vectors(run_t *run, const target_choice_t *choice) {
  static const char name[] = "prefer-vector-width";
  if (!tern_str_lists(tern_str_from_cstr(choice->features), ',', TERN_STR("+avx512f"))) return;
  LLVMAttributeRef attribute = LLVMCreateStringAttribute(run->translation.llvm, name, sizeof(name) - 1, "512", 3);
  for (LLVMValueRef f = LLVMGetFirstFunction(run->translation.module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    if (!LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name, sizeof(name) - 1))
      LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, attribute);
  }
}

// Is there straight-line code that is longer than what a processor looks ahead?
static bool has_long_block(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    size_t count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) count++;
    if (count > LONG_BLOCK) return true;
  }
  return false;
}

// Of a part without optimizations. The full register allocator brings the scheduler of instructions along, which functions of
// short blocks do without: processors with such vectors reorder what they execute.
static void keep_order(run_t *run) {
  static const char *const names[] = {"noinline", "optnone"};
  if (!run->keeps_order) return;
  for (LLVMValueRef f = LLVMGetFirstFunction(run->translation.module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || has_long_block(f)) continue;
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
      LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(run->translation.llvm, kind, 0));
    }
  }
}

static bool take_machine(run_t *run, const target_choice_t *choice) {
  run->status = tern_llvm_machine_take(choice->triple, choice->cpu, choice->features, run->level, &run->machine);
  if (!tern_status_is_ok(run->status)) return false;
  LLVMSetTarget(run->translation.module, choice->triple);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(run->machine->ref);
  LLVMSetModuleDataLayout(run->translation.module, layout);
  LLVMDisposeTargetData(layout);
  return true;
}

// --- passes and output ---

static bool link_files(run_t *run) {
  run->status = tern_llvm_link_files(&run->translation, run->options);
  return tern_status_is_ok(run->status);
}

static bool run_passes(run_t *run) {
  const char *passes = run->options->passes;
  if (!passes || !*passes) return true;
  run->status = tern_llvm_run_passes(run->translation.module, passes, run->machine->ref);
  return tern_status_is_ok(run->status);
}

// False: it is left to LLVM's code generator.
static bool write_ptx(run_t *run) {
  const tern_llvm_machine_t *machine = run->machine;
  const char *version = strstr(machine->features, "+ptx");
  tern_string_builder_t text = {0}, better = {0};
  if (run->output != TERN_LLVM_ASSEMBLY || !run->options->writes_ptx || !tern_llvm_is_nvptx(machine->triple))
    return false;
  LLVMModuleRef module = run->translation.module;
  unsigned number =
      version ? (unsigned)strtoul(version + strlen("+ptx"), NULL, 10) : tern_ptx_version_of_chip(machine->cpu);
  bool is_written = tern_llvm_write_ptx(module, LLVMGetModuleDataLayout(module), machine->cpu, number, &text);
  if (is_written) {
    tern_ptx_write_products(tern_string_builder_view(&text), &better);
    run->buffer.size = better.size;
    run->buffer.data = tern_string_builder_take(&better);
  }
  tern_string_builder_deinitialize(&text);
  return is_written;
}

static void emit(run_t *run) {
  LLVMMemoryBufferRef memory = NULL;
  char *message = NULL;
  if (write_ptx(run)) return;
  if (run->output == TERN_LLVM_IR) {
    take_text(run);
    return;
  }
  if (run->output == TERN_LLVM_BITCODE) {
    take_buffer(run, LLVMWriteBitcodeToMemoryBuffer(run->translation.module));
    return;
  }
  LLVMCodeGenFileType type = run->output == TERN_LLVM_OBJECT ? LLVMObjectFile : LLVMAssemblyFile;
  if (LLVMTargetMachineEmitToMemoryBuffer(run->machine->ref, run->translation.module, type, &message, &memory)) {
    run->status =
        tern_status_make(TERN_UNSUPPORTED, "code generation failed: %s", message ? message : "no reason given");
    LLVMDisposeMessage(message);
    return;
  }
  if (run->output == TERN_LLVM_ASSEMBLY && tern_llvm_is_nvptx(run->machine->triple)) {
    take_ptx(run, memory);
  } else {
    take_buffer(run, memory);
  }
}

static void translate(void *user) {
  run_t *run = user;
  if (!tern_llvm_translate(run->module, &run->selection, &run->translation)) {
    run->status = tern_status_make(TERN_INVALID_IR, "translation to LLVM IR failed");
    return;
  }
  LLVMContextSetDiagnosticHandler(run->translation.llvm, report, run);
}

static void generate(void *user) {
  run_t *run = user;
  if (!run->options) {
    take_text(run);
    return;
  }
  target_choice_t choice = choose_target(run);
  if (take_machine(run, &choice)) {
    prefer_wide_vectors(run, &choice);
    keep_order(run);
    if (tern_llvm_is_nvptx(choice.triple)) tern_llvm_prepare_nvptx(&run->translation, run->options);
    if (link_files(run) && run_passes(run)) emit(run);
  }
  deinitialize_choice(&choice);
}

// A step of the run, unless one before it failed.
static void attempt(run_t *run, void (*step)(void *user)) {
  if (run->gave_up || !tern_status_is_ok(run->status)) return;
  run->gave_up = !tern_llvm_guard(step, run, run->reason, sizeof(run->reason));
}

// Diagnostics, and the end of what the run holds but for its buffer. What LLVM gave up is abandoned.
static tern_status_t finish(run_t *run) {
  bool is_right = emit_messages(run);
  if (run->gave_up) {
    tern_emit_error(run->loc, "LLVM gave up: %s", run->reason);
    return tern_status_make(TERN_INVALID_IR, "LLVM gave up: %s", run->reason);
  }
  tern_llvm_machine_give_back(run->machine);
  tern_llvm_translation_deinitialize(&run->translation);
  if (!is_right && tern_status_is_ok(run->status))
    run->status = tern_status_make(TERN_INVALID_IR, "LLVM reported errors");
  if (!tern_status_is_ok(run->status)) {
    free(run->buffer.data);
    run->buffer = (tern_llvm_buffer_t){0};
  }
  return run->status;
}

// --- parts ---

// Work under way: runs that several threads take in turns. A module that is not cut is one run.
struct tern_llvm_job {
  tern_llvm_options_t options;
  run_t *runs;  // owned
  size_t count;
  atomic_size_t next;
  pthread_t threads[TERN_LLVM_MAX_PARTS];
  size_t thread_count;
};

static void *work(void *user) {
  tern_llvm_job_t *job = user;
  for (size_t i = atomic_fetch_add(&job->next, 1); i < job->count; i = atomic_fetch_add(&job->next, 1)) {
    attempt(&job->runs[i], generate);
  }
  return NULL;
}

// Starts as many threads as there are processors beside this thread's, and no more than are of use. Where none is to be had,
// all work is left for tern_llvm_compile_finish().
static void start_threads(tern_llvm_job_t *job, size_t useful_count) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  size_t wanted = processors > 1 ? (size_t)processors - 1 : 0;
  if (wanted > useful_count) wanted = useful_count;
  while (job->thread_count < wanted && pthread_create(&job->threads[job->thread_count], NULL, work, job) == 0) {
    job->thread_count++;
  }
}

static tern_status_t merge(const tern_llvm_job_t *job, tern_llvm_buffer_t *out_buffer) {
  tern_llvm_buffer_t objects[TERN_LLVM_MAX_PARTS];
  for (size_t i = 0; i < job->count; i++) objects[i] = job->runs[i].buffer;
  return tern_llvm_merge_objects(objects, job->count, out_buffer);
}

// Measured on x86-64 only: elsewhere LLVM selects instructions in other ways without optimizations.
static bool takes_parts(const run_t *run) {
  const tern_attr_t *of_module = tern_op_attr(run->module, "llvm.target_triple");
  const char *triple = run->options->triple;
  char *host = triple ? NULL : tern_llvm_host_triple();
  bool is_x86 = strncmp(triple ? triple : host, "x86_64", 6) == 0;
  bool is_elf = tern_str_lists(tern_str_from_cstr(triple ? triple : host), '-', TERN_STR("linux"));
  free(host);
  return run->options->is_program && run->output == TERN_LLVM_OBJECT && run->level == 0 && !run->options->passes &&
         !of_module && is_x86 && is_elf;
}

// Reads the module, whose context is used by one thread at a time; after this it is not looked at any more.
static void translate_runs(tern_llvm_job_t *job, const run_t *whole) {
  tern_llvm_plan_t plan = {0};
  bool is_cut = takes_parts(whole) && tern_llvm_plan_make(whole->module, whole->options->budget, &plan);
  job->count = is_cut ? plan.count : 1;
  job->runs = tern_malloc(job->count * sizeof(*job->runs));
  for (size_t i = 0; i < job->count; i++) {
    run_t *run = &job->runs[i];
    *run = *whole;
    if (is_cut) {
      run->selection = (tern_llvm_selection_t){&plan.part_of, i};
      run->level = plan.parts[i].level;
    }
    attempt(run, translate);
    run->module = NULL;
    run->selection.part_of = NULL;
    run->keeps_order = is_cut && run->level == NO_OPTIMIZATIONS;
  }
  tern_llvm_plan_deinitialize(&plan);
}

static tern_llvm_job_t *begin(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output) {
  tern_llvm_job_t *job = tern_malloc(sizeof(*job));
  *job = (tern_llvm_job_t){0};
  if (options) job->options = *options;
  run_t whole = {.module = module, .loc = module->loc, .options = &job->options, .output = output};
  whole.level = job->options.level;
  translate_runs(job, &whole);
  return job;
}

tern_llvm_job_t *tern_llvm_compile_begin(tern_op_t *module, const tern_llvm_options_t *options,
                                         tern_llvm_output_t output) {
  tern_llvm_job_t *job = begin(module, options, output);
  start_threads(job, job->count);
  return job;
}

tern_status_t tern_llvm_compile_finish(tern_llvm_job_t *job, tern_llvm_buffer_t *out_buffer) {
  *out_buffer = (tern_llvm_buffer_t){0};
  work(job);
  for (size_t i = 0; i < job->thread_count; i++) pthread_join(job->threads[i], NULL);
  tern_status_t status = tern_ok();
  for (size_t i = 0; i < job->count; i++) {
    tern_status_t of_run = finish(&job->runs[i]);
    if (tern_status_is_ok(status)) status = of_run;
  }
  if (tern_status_is_ok(status) && job->count > 1) {
    status = merge(job, out_buffer);
  } else if (tern_status_is_ok(status)) {
    *out_buffer = job->runs[0].buffer;
    job->runs[0].buffer = (tern_llvm_buffer_t){0};
  }
  for (size_t i = 0; i < job->count; i++) free(job->runs[i].buffer.data);
  free(job->runs);
  free(job);
  return status;
}

// --- whole calls ---

tern_status_t tern_llvm_translate_to_text(tern_op_t *module, tern_llvm_buffer_t *out_text) {
  run_t run = {.module = module, .loc = module->loc};
  attempt(&run, translate);
  attempt(&run, generate);
  tern_status_t status = finish(&run);
  *out_text = run.buffer;
  return status;
}

tern_status_t tern_llvm_compile(tern_op_t *module, const tern_llvm_options_t *options, tern_llvm_output_t output,
                                tern_llvm_buffer_t *out_buffer) {
  tern_llvm_job_t *job = begin(module, options, output);
  // This thread works too.
  start_threads(job, job->count - 1);
  return tern_llvm_compile_finish(job, out_buffer);
}

// --- warming up ---

// Has a little of what kernels are made of.
static const char sample[] =
    "define void @f(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n, float %x) {\n"
    "  %v = load <4 x float>, ptr addrspace(1) %a, align 16\n"
    "  %e = extractelement <4 x float> %v, i32 1\n"
    "  %small = icmp slt i32 %n, 7\n"
    "  br i1 %small, label %end, label %loop\n"
    "loop:\n"
    "  %i = phi i32 [ %j, %loop ], [ 0, %0 ]\n"
    "  %s = phi float [ %t, %loop ], [ %e, %0 ]\n"
    "  %r = urem i32 %i, 24\n"
    "  %p = getelementptr float, ptr addrspace(1) %b, i32 %r\n"
    "  %l = load float, ptr addrspace(1) %p\n"
    "  %m = fmul float %l, %x\n"
    "  %t = fadd float %m, %s\n"
    "  %j = add i32 %i, 1\n"
    "  %again = icmp slt i32 %j, %n\n"
    "  br i1 %again, label %loop, label %done\n"
    "done:\n"
    "  %k = fptrunc float %t to half\n"
    "  store half %k, ptr addrspace(1) %b\n"
    "  br label %end\n"
    "end:\n"
    "  ret void\n"
    "}\n";

static void translate_sample(void *user) {
  run_t *run = user;
  tern_llvm_translation_t *t = &run->translation;
  t->llvm = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(t->llvm, report, run);
  t->builder = LLVMCreateBuilderInContext(t->llvm);
  t->module = tern_llvm_read_text(t, sample);
  if (!t->module) run->status = tern_status_make(TERN_INTERNAL, "the sample is wrong");
}

void tern_llvm_warm_up(const tern_llvm_options_t *options, tern_llvm_output_t output) {
  run_t run = {.options = options, .level = options->level, .output = output};
  attempt(&run, translate_sample);
  attempt(&run, generate);
  for (size_t i = 0; i < run.messages.count; i++) free(run.messages.values[i].text);
  tern_vec_deinitialize(&run.messages);
  free(run.buffer.data);
  if (run.gave_up) return;
  tern_llvm_machine_give_back(run.machine);
  tern_llvm_translation_deinitialize(&run.translation);
}
