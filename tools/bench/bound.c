// Measuring the machine's bound.
//
// Operations: a kernel whose elements go through eight independent chains of products and sums, which stay in registers, with
// and without fusing them (where no instruction does both, fused products are slow), and a product of two matrices, which uses
// what the processor has for them; the fastest counts. Memory: a kernel that negates the elements of a large array. All are
// compiled for the device as any program is, and the device tells their times.

#include "bound.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory.h"
#include "common/messages.h"
#include "tern/program.h"

#define LEAST_SECONDS 2e-3  // that a call should take
#define MOST_SECONDS 0.3    // that one kernel is measured

enum {
  CHAINS = 8,
  LINKS = 64,
  ATTEMPTS = 10,  // of which the fastest counts
  TEXT_SIZE = 1 << 17,
};

// A program with one function @main.
typedef struct probe {
  char text[TEXT_SIZE];
  size_t size;
} probe_t;

static void append(probe_t *probe, const char *piece) {
  size_t size = strlen(piece);
  if (probe->size + size >= TEXT_SIZE) return;
  memcpy(probe->text + probe->size, piece, size + 1);
  probe->size += size;
}

#define APPEND(probe, ...)                        \
  do {                                            \
    char piece_[512];                             \
    snprintf(piece_, sizeof piece_, __VA_ARGS__); \
    append((probe), piece_);                      \
  } while (0)

static void begin_elementwise(probe_t *probe, const char *type) {
  APPEND(probe,
         "func.func @main(%%x: tensor<?x%s>) -> tensor<?x%s> {\n%%c0 = arith.constant 0 : index\n"
         "%%n = tensor.dim %%x, %%c0 : tensor<?x%s>\n%%e = tensor.empty(%%n) : tensor<?x%s>\n",
         type, type, type, type);
  APPEND(probe,
         "%%r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = "
         "[\"parallel\"]} ins(%%x : tensor<?x%s>) outs(%%e : tensor<?x%s>) {\n^bb0(%%v: %s, %%o: %s):\n",
         type, type, type, type);
}

static void end_elementwise(probe_t *probe, const char *type, const char *value) {
  APPEND(probe, "linalg.yield %%%s : %s\n} -> tensor<?x%s>\nreturn %%r : tensor<?x%s>\n}\n", value, type, type, type);
}

// Factors below one keep the numbers small, however long a chain is.
static void write_chains(probe_t *probe, const char *type, bool is_fused) {
  begin_elementwise(probe, type);
  for (int c = 0; c < CHAINS; ++c) {
    APPEND(probe, "%%f%d = arith.constant %g : %s\n%%g%d = arith.constant %g : %s\n", c, 0.25 + c / 32.0, type, c,
           0.5 + c / 16.0, type);
    APPEND(probe, "%%v%d_0 = arith.addf %%v, %%f%d : %s\n", c, c, type);
  }
  for (int l = 1; l <= LINKS; ++l) {
    for (int c = 0; c < CHAINS; ++c) {
      if (is_fused) {
        APPEND(probe, "%%v%d_%d = math.fma %%v%d_%d, %%f%d, %%g%d : %s\n", c, l, c, l - 1, c, c, type);
        continue;
      }
      APPEND(probe, "%%p%d_%d = arith.mulf %%v%d_%d, %%f%d : %s\n", c, l, c, l - 1, c, type);
      APPEND(probe, "%%v%d_%d = arith.addf %%p%d_%d, %%g%d : %s\n", c, l, c, l, c, type);
    }
  }
  for (int c = 1; c < CHAINS; ++c) {
    APPEND(probe, "%%s%d = arith.addf %%%s%d%s, %%v%d_%d : %s\n", c, c == 1 ? "v" : "s", c - 1, c == 1 ? "_64" : "", c,
           LINKS, type);
  }
  end_elementwise(probe, type, "s7");
}

static void write_negation(probe_t *probe) {
  begin_elementwise(probe, "f32");
  append(probe, "%w = arith.negf %v : f32\n");
  end_elementwise(probe, "f32", "w");
}

static void write_product(probe_t *probe, const char *type, const char *sum, int64_t size) {
  long long n = (long long)size;
  APPEND(probe,
         "func.func @main(%%a: tensor<%lldx%lldx%s>) -> tensor<%lldx%lldx%s> {\n%%z = arith.constant %s : %s\n"
         "%%e = tensor.empty() : tensor<%lldx%lldx%s>\n",
         n, n, type, n, n, sum, *sum == 'i' ? "0" : "0.0", sum, n, n, sum);
  APPEND(probe, "%%f = linalg.fill ins(%%z : %s) outs(%%e : tensor<%lldx%lldx%s>) -> tensor<%lldx%lldx%s>\n", sum, n, n,
         sum, n, n, sum);
  APPEND(probe,
         "%%r = linalg.matmul ins(%%a, %%a : tensor<%lldx%lldx%s>, tensor<%lldx%lldx%s>) outs(%%f : "
         "tensor<%lldx%lldx%s>) -> tensor<%lldx%lldx%s>\nreturn %%r : tensor<%lldx%lldx%s>\n}\n",
         n, n, type, n, n, type, n, n, sum, n, n, sum, n, n, sum);
}

//---- Running ----

static void keep_message(const tern_compiler_diagnostic_t *diagnostic, void *user) {
  (void)diagnostic;
  (void)user;
}

static tern_status_t compile(const bench_subject_t *subject, const probe_t *probe, tern_module_t **out_module) {
  tern_compiler_t *compiler;
  char *target_env = NULL, *data = NULL;
  size_t size = 0;
  *out_module = NULL;
  TERN_RETURN_IF_ERROR(tern_compiler_create(&compiler));
  tern_compiler_set_diagnostic_handler(compiler, keep_message, NULL);
  tern_program_options_t options = {.target = bench_target_options(subject->options, subject->device, &target_env),
                                    .cache_dir = subject->options->cache_dir};
  options.targets = options.target.target;
  tern_status_t status = tern_compiler_load_text(compiler, "bound", probe->text, probe->size);
  if (tern_status_is_ok(status)) status = tern_compiler_compile_program(compiler, &options, &data, &size);
  if (tern_status_is_ok(status)) status = tern_module_load(data, size, out_module);
  free(data);
  free(target_env);
  tern_compiler_destroy(compiler);
  return status;
}

static tern_status_t create_call(const bench_subject_t *subject, tern_module_t *module, tern_session_t **out_session,
                                 tern_call_t **out_call) {
  tern_instance_t *instance;
  TERN_RETURN_IF_ERROR(tern_instance_create(NULL, &instance));
  tern_session_params_t params = {
      .modules = &module, .module_count = 1, .devices = &subject->device, .device_count = 1};
  tern_status_t status = tern_session_create(instance, &params, out_session);
  tern_instance_release(instance);
  return tern_status_is_ok(status) ? tern_call_create(*out_session, "main", out_call) : status;
}

// Seconds that the dispatches of the fastest of some calls take.
static tern_status_t time_call(tern_call_t *call, bench_record_t *record, const tern_tensor_t *input,
                               double *out_seconds) {
  TERN_RETURN_IF_ERROR(tern_call_set_tensor(call, 0, input));
  double total = 0;
  for (int i = 0; i <= ATTEMPTS && (i < 2 || total < MOST_SECONDS); ++i) {
    uint64_t before = record->dispatch_nanoseconds;
    TERN_RETURN_IF_ERROR(tern_call_invoke(call));
    double seconds = (double)(record->dispatch_nanoseconds - before) * 1e-9;
    total += seconds;
    if (i == 1 || (i > 1 && seconds < *out_seconds)) *out_seconds = seconds;  // the first warms up
  }
  return tern_ok();
}

// What a kernel is run on: arrays of this rank and type, whose dimensions grow from the least size to the most until a call takes
// long enough; it does `work` for each element of a dimension.
typedef struct load {
  tern_element_type_t type;
  uint32_t rank;
  int64_t least, most;
  double work;
} load_t;

// Raises `*inout_rate` to the work that is done each second at the last size: smaller ones are in caches.
static tern_status_t measure(const bench_subject_t *subject, bench_record_t *record, const probe_t *probe, load_t load,
                             double *inout_rate) {
  tern_module_t *module;
  tern_session_t *session = NULL;
  tern_call_t *call = NULL;
  double rate = 0;
  tern_status_t status = compile(subject, probe, &module);
  if (tern_status_is_ok(status)) status = create_call(subject, module, &session, &call);
  for (int64_t size = load.least; tern_status_is_ok(status) && size <= load.most; size *= 4) {
    tern_tensor_t input;
    double seconds = 0;
    const int64_t dims[] = {size, size};
    status = tern_tensor_initialize(load.type, load.rank, dims, &input);
    if (!tern_status_is_ok(status)) break;
    status = time_call(call, record, &input, &seconds);
    tern_tensor_deinitialize(&input);
    if (tern_status_is_ok(status) && seconds > 0) rate = load.work * (double)size / seconds;
    if (seconds > LEAST_SECONDS) break;
  }
  if (rate > *inout_rate) *inout_rate = rate;
  tern_call_destroy(call);
  if (session) tern_session_release(session);
  tern_module_release(module);
  return status;
}

static void warn(const char *what, tern_status_t status) {
  if (tern_status_is_ok(status)) return;
  complain("warning: %s of the device could not be measured: %s", what,
           status.message ? status.message : tern_status_code_name(status.code));
}

static void measure_operations(const bench_subject_t *subject, bench_record_t *record, tern_element_type_t type,
                               probe_t *probe, bench_bound_t *bound) {
  const char *name = tern_element_type_name(type), *driver = tern_device_driver_name(subject->device);
  tern_element_class_t class = tern_element_type_class(type);
  bool is_float = class == TERN_ELEMENT_CLASS_FLOAT, is_wide = type == TERN_ELEMENT_TYPE_F64;
  if (!is_float && type != TERN_ELEMENT_TYPE_I8) return;
  double *rate = &bound->operations[type];
  tern_status_t status = tern_ok();
  for (int is_fused = 0; is_fused < 2 && is_float && tern_element_type_size(type) >= 2; ++is_fused) {
    probe->size = 0;
    write_chains(probe, name, is_fused);
    const load_t load = {type, 1, INT64_C(1) << 20, INT64_C(1) << 24, 2.0 * CHAINS * LINKS};
    status = measure(subject, record, probe, load, rate);
  }
  int64_t size = strcmp(driver, "cuda") == 0 ? 4096 : strcmp(driver, "cpu") == 0 ? 1024 : 512;
  probe->size = 0;
  write_product(probe, name, is_wide ? "f64" : is_float ? "f32" : "i32", size);
  const load_t load = {type, 2, size, size, 2.0 * (double)size * (double)size};
  tern_status_t of_product = measure(subject, record, probe, load, rate);
  // Either will do.
  if (*rate <= 0) warn("the peak", tern_status_is_ok(status) ? of_product : status);
}

void bench_bound_measure(const bench_subject_t *subject, bench_record_t *record, tern_element_type_t type,
                         bench_bound_t *bound) {
  const bench_options_t *options = subject->options;
  if ((size_t)type >= BENCH_TYPE_COUNT) return;
  probe_t *probe = allocate(1, sizeof *probe);
  if (!bound->was_measured[TERN_ELEMENT_TYPE_NONE]) {
    bound->was_measured[TERN_ELEMENT_TYPE_NONE] = true;
    bound->bytes = options->peak_gbps * 1e9;
    write_negation(probe);
    if (bound->bytes <= 0) {
      const load_t load = {TERN_ELEMENT_TYPE_F32, 1, INT64_C(1) << 24, INT64_C(1) << 26, 2 * sizeof(float)};
      warn("the memory's speed", measure(subject, record, probe, load, &bound->bytes));
    }
    probe->size = 0;
  }
  if (!bound->was_measured[type]) {
    bound->was_measured[type] = true;
    bound->operations[type] = options->peak_gflops * 1e9;
    if (bound->operations[type] <= 0) measure_operations(subject, record, type, probe, bound);
  }
  free(probe);
}
