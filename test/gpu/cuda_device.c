// Runs the CUDA driver on a real GPU with kernels written by hand as PTX, checks what they computed, and measures what
// a launch, a graph and copies cost the host. Ends with 77, "skipped", where there is no GPU. Needs no compiler for
// kernels and no header of CUDA's:
//
//   gcc -O2 -std=gnu17 -D_GNU_SOURCE -DTERN_HAS_VULKAN=0 -Iinclude -Isrc test/gpu/cuda_device.c
//       $(find src/base src/runtime -name '*.c' -not -path '*/vulkan/*' -not -name hash.c)
//       -lm -lpthread -ldl -o cuda_device && ./cuda_device
//
// With an argument nothing is done that has to go wrong, so that it can run under compute-sanitizer.

#include "cuda_device_kernels.h"

//---- What is right ----

static void check_add(tern_device_t *device, tern_executable_t *executable) {
  const uint32_t count = 10000019;
  float *values = malloc(count * sizeof(float));
  for (uint32_t i = 0; i < count; ++i) values[i] = (float)(i % 4099);
  tern_buffer_t *a = make_buffer(device, values, count * 4), *c = make_buffer(device, NULL, count * 4);
  tern_buffer_t *b = make_buffer(device, values, count * 4);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), tern_buffer_whole(b), tern_buffer_whole(c)};
  tern_command_buffer_t *commands = begin(device);
  CHECK_OK(tern_command_buffer_timestamp(commands, 0));
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, ADD, NULL, &count, 1, ranges, 3));
  CHECK_OK(tern_command_buffer_timestamp(commands, 1));
  CHECK_OK(tern_command_buffer_end(commands));
  uint64_t elapsed = 0;
  for (size_t i = 0; i < 3; ++i) {
    CHECK_OK(tern_device_execute(device, commands));
    CHECK_OK(tern_command_buffer_elapsed(commands, 0, 1, &elapsed));
  }
  CHECK_OK(tern_buffer_read(c, 0, values, count * 4));
  for (uint32_t i = 0; i < count; ++i) CHECK(values[i] == 2.0f * (float)(i % 4099));
  printf("add: right; %.1f us on the device, %.0f GB/s\n", (double)elapsed / 1e3, 12.0 * count / (double)elapsed);
  free(values);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(b);
  tern_buffer_release(c);
}

typedef struct heard {
  size_t submission_count;
  uint64_t fill, add;  // nanoseconds
  double bytes;        // each nanosecond, of the kernel
} heard_t;

static void hear(void *user_data, const tern_profile_submission_t *submission) {
  heard_t *heard = user_data;
  ++heard->submission_count;
  CHECK(submission->command_count == 2);
  const tern_profile_command_t *fill = &submission->commands[0], *add = &submission->commands[1];
  heard->fill = fill->end - fill->begin;
  heard->add = add->end - add->begin;
  CHECK(fill->end <= add->begin && heard->fill > 0 && heard->add > 0);
  CHECK(submission->begin <= fill->begin && add->end <= submission->end);
  heard->bytes = (double)(add->costs[TERN_COST_READ_BYTES] + add->costs[TERN_COST_WRITTEN_BYTES]) / (double)heard->add;
}

// Kernels are timed one by one, also when the command buffer would be a graph.
static void check_profile(tern_device_t *device, tern_executable_t *executable) {
  const uint32_t count = 10000019, zero = 0;
  heard_t heard = {0};
  uint64_t missed_count;
  CHECK_OK(tern_profile_begin(device, &(tern_profile_sink_t){hear, &heard}));
  tern_buffer_t *a = make_buffer(device, NULL, count * 4), *c = make_buffer(device, NULL, count * 4);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(a), tern_buffer_whole(a), tern_buffer_whole(c)};
  tern_command_buffer_t *commands = begin(device);
  CHECK_OK(tern_command_buffer_fill(commands, ranges[0], &zero, 4));
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, ADD, NULL, &count, 1, ranges, 3));
  CHECK_OK(tern_command_buffer_end(commands));
  for (size_t i = 1; i <= 5; ++i) {
    CHECK_OK(tern_device_execute(device, commands));
    CHECK(heard.submission_count == i);
  }
  printf("profile: fill %.1f us, add %.1f us, %.0f GB/s\n", (double)heard.fill / 1e3, (double)heard.add / 1e3,
         heard.bytes);
  tern_command_buffer_release(commands);
  tern_buffer_release(a);
  tern_buffer_release(c);
  CHECK_OK(tern_profile_end(device, &missed_count));
  CHECK(missed_count == 0);
}

// The same commands alone and as a graph, with everything that a command buffer can hold.
static void check_graph(tern_device_t *device, tern_executable_t *executable) {
  static const uint32_t zeros[64];
  static const uint64_t pattern = UINT64_C(0x0000000200000001);
  static const uint16_t half = 0x1234;
  tern_buffer_t *log = make_buffer(device, zeros, 256), *other = make_buffer(device, zeros, 256);
  tern_command_buffer_t *commands = begin(device);
  for (size_t i = 0; i < 10; ++i) {
    dispatch(commands, executable, COUNT, log);
    barrier(commands);
  }
  CHECK_OK(tern_command_buffer_copy(commands, (tern_buffer_range_t){log, 0, 4}, (tern_buffer_range_t){other, 0, 4}));
  CHECK_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){other, 16, 32}, &pattern, 8));
  CHECK_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){other, 50, 6}, &half, 2));
  CHECK_OK(tern_command_buffer_update(commands, "captured", (tern_buffer_range_t){other, 65, 9}));
  CHECK_OK(tern_command_buffer_end(commands));
  for (uint32_t i = 1; i <= 5; ++i) {
    uint32_t words[64];
    CHECK_OK(tern_buffer_write(other, 0, zeros, 256));
    CHECK_OK(tern_device_execute(device, commands));
    CHECK_OK(tern_buffer_read(other, 0, words, 256));
    CHECK(words[0] == 10 * i && words[4] == 1 && words[5] == 2 && words[10] == 1 && words[11] == 2 &&
          words[12] == 0x12340000);
    CHECK(words[13] == 0x12341234 && words[14] == 0 && strcmp((const char *)words + 65, "captured") == 0);
  }
  printf("graph: right\n");
  tern_command_buffer_release(commands);
  tern_buffer_release(log);
  tern_buffer_release(other);
}

// Buffers of a table that change from call to call.
static void check_slots(tern_device_t *device, tern_executable_t *executable) {
  enum { KERNELS = 8, TABLES = 4 };
  tern_buffer_t *slot = NULL, *buffers[TABLES];
  static const uint32_t zero;
  CHECK_OK(device->vtable->create_slot(device, 0, &slot));
  tern_command_buffer_t *commands = begin(device);
  const tern_buffer_range_t range = {slot, 0, 4};
  for (size_t i = 0; i < KERNELS; ++i) {
    CHECK_OK(tern_command_buffer_dispatch(commands, executable, COUNT, NULL, NULL, 0, &range, 1));
    barrier(commands);
  }
  CHECK_OK(tern_command_buffer_copy(commands, range, (tern_buffer_range_t){slot, 4, 4}));
  CHECK_OK(tern_command_buffer_fill(commands, (tern_buffer_range_t){slot, 8, 8}, &zero, 4));
  CHECK_OK(tern_command_buffer_end(commands));
  tern_buffer_release(slot);
  for (size_t i = 0; i < TABLES; ++i) {
    buffers[i] = make_buffer(device, NULL, 64);
    CHECK_OK(tern_buffer_write(buffers[i], 0, &zero, 4));
  }
  tern_status_t status;
  double changed = 0, same = 0;
  enum { ROUNDS = 500 };
  for (size_t i = 0; i < ROUNDS; ++i) {
    const tern_buffer_range_t table = {buffers[i % TABLES], 0, 64};
    double start = now();
    CHECK(tern_device_submit_bound(device, none, commands, &table, 1, none, &status));
    changed += now() - start;
    CHECK_OK(status);
    start = now();
    CHECK(tern_device_submit_bound(device, none, commands, &table, 1, none, &status));
    same += now() - start;
  }
  for (size_t i = 0; i < TABLES; ++i) {
    uint32_t words[2];
    CHECK_OK(tern_buffer_read(buffers[i], 0, words, 8));
    CHECK(words[0] == 2 * KERNELS * (ROUNDS / TABLES) && words[1] == words[0]);
    tern_buffer_release(buffers[i]);
  }
  CHECK_OK(tern_device_wait_idle(device));
  printf("slots: right; %d commands in %.2f us with the same buffers, %.2f us with others\n", KERNELS + 2,
         same / ROUNDS * 1e6, changed / ROUNDS * 1e6);
  tern_command_buffer_release(commands);
}

static void check_hopper(tern_device_t *device) {
  tern_executable_t *executable = load_hopper(device);
  enum { ROWS = 64, BLOCKS = ROWS / 8, FLOATS = ROWS * 64 };
  static float values[FLOATS], result[FLOATS];
  for (size_t i = 0; i < FLOATS; ++i) values[i] = (float)i;
  tern_buffer_t *in = make_buffer(device, values, sizeof(values)), *out = make_buffer(device, NULL, sizeof(values));
  tern_buffer_t *sizes = make_buffer(device, NULL, 4 * BLOCKS);
  const tern_buffer_range_t ranges[] = {tern_buffer_whole(in), tern_buffer_whole(out)},
                            words = tern_buffer_whole(sizes);
  const uint32_t grid[] = {BLOCKS, 1, 1}, rows = ROWS;
  tern_command_buffer_t *commands = begin(device);
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, CLUSTERS, grid, NULL, 0, &words, 1));
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, TILES, grid, &rows, 1, ranges, 2));
  barrier(commands);
  CHECK_OK(tern_command_buffer_dispatch(commands, executable, TILES, grid, &rows, 1, ranges, 2));
  CHECK_OK(tern_command_buffer_end(commands));
  for (size_t i = 0; i < 3; ++i) {
    uint32_t counts[BLOCKS];
    CHECK_OK(tern_device_execute(device, commands));
    CHECK_OK(tern_buffer_read(sizes, 0, counts, sizeof(counts)));
    for (size_t j = 0; j < BLOCKS; ++j) CHECK(counts[j] == 4);
    CHECK_OK(tern_buffer_read(out, 0, result, sizeof(result)));
    CHECK(memcmp(values, result, sizeof(values)) == 0);
  }
  printf("clusters, dynamic workgroup memory, tensor maps: right\n");
  tern_command_buffer_release(commands);
  tern_buffer_release(in);
  tern_buffer_release(out);
  tern_buffer_release(sizes);
  tern_executable_release(executable);
}

//---- What fails ----

static void check_failures(tern_device_t *device) {
  tern_executable_t *executable = NULL;
  static const char bad[] = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry add() { nonsense; }\n";
  tern_status_t status = load(device, bad, strlen(bad), base_entries, 1, &executable);
  CHECK(!tern_status_is_ok(status));
  printf("bad PTX: %s\n", status.message);
  tern_entry_point_t entry = base_entries[COUNT];
  entry.binding_count = 2;
  status = load(device, base_ptx, strlen(base_ptx), &entry, 1, &executable);
  printf("too few parameters: %s\n", tern_status_is_ok(status) ? "not noticed" : status.message);
  if (tern_status_is_ok(status)) tern_executable_release(executable);
  tern_buffer_t *buffer = NULL;
  status = tern_buffer_allocate(device, 0, (size_t)1 << 42, &buffer);
  CHECK(status.code == TERN_OUT_OF_MEMORY);
  printf("too large: %s\n", status.message);
}

// A kernel that goes wrong takes the whole context with it: in a process of its own.
static void check_stray_kernel(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    tern_device_t *device = NULL;
    tern_executable_t *executable = NULL;
    CHECK_OK(tern_device_create("cuda", NULL, &device));
    CHECK_OK(load(device, base_ptx, strlen(base_ptx), base_entries, BASE_COUNT, &executable));
    tern_buffer_t *buffer = make_buffer(device, NULL, 64);
    tern_command_buffer_t *commands = begin(device);
    dispatch(commands, executable, STRAY, buffer);
    CHECK_OK(tern_command_buffer_end(commands));
    tern_status_t status = tern_device_execute(device, commands);
    CHECK(!tern_status_is_ok(status));
    printf("stray kernel: %s\n", status.message);
    CHECK(!tern_status_is_ok(tern_device_execute(device, commands)));
    tern_command_buffer_release(commands);
    tern_buffer_release(buffer);
    tern_executable_release(executable);
    tern_device_release(device);
    fflush(stdout);
    _exit(0);
  }
  int result = 1;
  waitpid(child, &result, 0);
  CHECK(result == 0);
}

//---- What it costs ----

// Microseconds of the host for one submission of `commands`, without waiting.
static double measure_submission(tern_device_t *device, tern_command_buffer_t *commands, bool signals) {
  enum { ROUNDS = 20, PER_ROUND = 200 };
  double best = 1e9;
  tern_semaphore_t *semaphore = NULL;
  CHECK_OK(tern_semaphore_create(device, 0, &semaphore));
  uint64_t value = 0;
  for (size_t round = 0; round < ROUNDS; ++round) {
    double start = now();
    for (size_t i = 0; i < PER_ROUND; ++i) {
      const uint64_t before = value++;
      const tern_semaphore_list_t wait = {&semaphore, &before, 1}, signal = {&semaphore, &value, 1};
      CHECK_OK(tern_device_submit(device, signals ? wait : none, &commands, 1, signals ? signal : none));
    }
    double elapsed = (now() - start) / PER_ROUND * 1e6;
    if (elapsed < best) best = elapsed;
    CHECK_OK(tern_device_wait_idle(device));
  }
  tern_semaphore_release(semaphore);
  return best;
}

static void measure_launches(tern_device_t *device, tern_executable_t *executable) {
  tern_buffer_t *buffer = make_buffer(device, NULL, 64);
  static const size_t counts[] = {1, 2, 3, 10, 100};
  for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); ++i) {
    tern_command_buffer_t *commands = begin(device);
    for (size_t j = 0; j < counts[i]; ++j) {
      dispatch(commands, executable, NOTHING, buffer);
      barrier(commands);
    }
    CHECK_OK(tern_command_buffer_end(commands));
    for (size_t j = 0; j < 3; ++j) submit(device, commands);
    double plain = measure_submission(device, commands, false), ordered = measure_submission(device, commands, true);
    double start = now();
    for (size_t j = 0; j < 100; ++j) CHECK_OK(tern_device_execute(device, commands));
    printf("%zu kernels: %.2f us a submission, %.2f us with semaphores, %.2f us with waiting\n", counts[i], plain,
           ordered, (now() - start) / 100 * 1e6);
    tern_command_buffer_release(commands);
  }
  double start = now();
  for (size_t i = 0; i < 1000; ++i) {
    tern_command_buffer_t *commands = begin(device);
    dispatch(commands, executable, NOTHING, buffer);
    CHECK_OK(tern_command_buffer_end(commands));
    submit(device, commands);
    tern_command_buffer_release(commands);
  }
  printf("1 kernel recorded each time: %.2f us\n", (now() - start) / 1000 * 1e6);
  CHECK_OK(tern_device_wait_idle(device));
  tern_buffer_release(buffer);
}

// PTX for an older GPU becomes machine code of just the GPU that is here.
static void check_machine_code(void) {
  tern_cuda_api_t api;
  CUdevice gpu;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  int major, minor, written_for, compiled_for;
  CHECK_OK(tern_cuda_api_open(&api));
  CHECK(!api.DeviceGet(&gpu, 0) && !api.DevicePrimaryCtxRetain(&context, gpu) && !api.CtxSetCurrent(context));
  CHECK(!api.DeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, gpu) &&
        !api.DeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu));
  CHECK(!api.ModuleLoadDataEx(&module, base_ptx, 0, NULL, NULL) && !api.ModuleGetFunction(&function, module, "add"));
  CHECK(!api.FuncGetAttribute(&written_for, CU_FUNC_ATTRIBUTE_PTX_VERSION, function) &&
        !api.FuncGetAttribute(&compiled_for, CU_FUNC_ATTRIBUTE_BINARY_VERSION, function));
  CHECK(written_for == 70);
  CHECK(compiled_for == 10 * major + minor);
  printf("PTX for sm_%d became code for sm_%d\n", written_for, compiled_for);
  api.ModuleUnload(module);
  api.DevicePrimaryCtxRelease(gpu);
  tern_cuda_api_close(&api);
}

// What the API itself takes for a launch and for a record of an event: the floor.
static void measure_floor(void) {
  enum { ROUNDS = 20, PER_ROUND = 200 };
  tern_cuda_api_t api;
  CUdevice gpu;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUstream stream;
  CUevent event;
  CHECK_OK(tern_cuda_api_open(&api));
  CHECK(!api.DeviceGet(&gpu, 0) && !api.DevicePrimaryCtxRetain(&context, gpu) && !api.CtxSetCurrent(context));
  CHECK(!api.ModuleLoadDataEx(&module, base_ptx, 0, NULL, NULL) &&
        !api.ModuleGetFunction(&function, module, "nothing"));
  CHECK(!api.StreamCreate(&stream, CU_STREAM_NON_BLOCKING) && !api.EventCreate(&event, CU_EVENT_DISABLE_TIMING));
  CUdeviceptr address = 0;
  void *parameters[] = {&address};
  double launch = 1e9, record = 1e9;
  for (size_t round = 0; round < ROUNDS; ++round) {
    double start = now();
    for (size_t i = 0; i < PER_ROUND; ++i) {
      CHECK(!api.LaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL));
    }
    double elapsed = (now() - start) / PER_ROUND * 1e6;
    if (elapsed < launch) launch = elapsed;
    start = now();
    for (size_t i = 0; i < PER_ROUND; ++i) CHECK(!api.EventRecord(event, stream));
    elapsed = (now() - start) / PER_ROUND * 1e6;
    if (elapsed < record) record = elapsed;
    CHECK(!api.StreamSynchronize(stream));
  }
  printf("the API's floor: %.2f us a launch, %.2f us a record of an event\n", launch, record);
  api.EventDestroy(event);
  api.StreamDestroy(stream);
  api.ModuleUnload(module);
  api.DevicePrimaryCtxRelease(gpu);
  tern_cuda_api_close(&api);
}

static void measure_copies(tern_device_t *device) {
  static const size_t sizes[] = {4, 4096, 1 << 20, 64 << 20};
  char *data = malloc(64 << 20);
  memset(data, 1, 64 << 20);
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    tern_buffer_t *buffer = make_buffer(device, data, sizes[i]);
    size_t rounds = sizes[i] > 1 << 20 ? 5 : 100;
    double start = now();
    for (size_t j = 0; j < rounds; ++j) CHECK_OK(tern_buffer_write(buffer, 0, data, sizes[i]));
    CHECK_OK(tern_device_wait_idle(device));
    double to = (now() - start) / (double)rounds;
    start = now();
    for (size_t j = 0; j < rounds; ++j) CHECK_OK(tern_buffer_read(buffer, 0, data, sizes[i]));
    double from = (now() - start) / (double)rounds;
    printf("%zu bytes: %.1f us to the device (%.1f GB/s), %.1f us from it (%.1f GB/s)\n", sizes[i], to * 1e6,
           (double)sizes[i] / to / 1e9, from * 1e6, (double)sizes[i] / from / 1e9);
    tern_buffer_release(buffer);
  }
  free(data);
  double start = now();
  for (size_t i = 0; i < 1000; ++i) tern_buffer_release(make_buffer(device, NULL, 1 + (i * 7919) % 1000000));
  printf("a buffer, made and released: %.2f us\n", (now() - start) / 1000 * 1e6);
}

// With several GPUs: a word goes round all of them.
static void check_peers(size_t count) {
  tern_device_t *devices[16];
  tern_buffer_t *words[16];
  tern_executable_t *executables[16];
  tern_semaphore_t *semaphores[16];
  static const uint32_t zero;
  if (count > 16) count = 16;
  for (size_t i = 0; i < count; ++i) {
    char uri[32];
    snprintf(uri, sizeof(uri), "cuda:%zu", i);
    CHECK_OK(tern_device_create(uri, NULL, &devices[i]));
    CHECK_OK(load(devices[i], base_ptx, strlen(base_ptx), base_entries, BASE_COUNT, &executables[i]));
    CHECK_OK(tern_semaphore_create(devices[i], 0, &semaphores[i]));
    words[i] = make_buffer(devices[i], &zero, 4);
  }
  for (size_t i = 0; i < count; ++i) {
    tern_command_buffer_t *commands = begin(devices[i]);
    if (i) CHECK_OK(tern_command_buffer_copy(commands, tern_buffer_whole(words[i - 1]), tern_buffer_whole(words[i])));
    barrier(commands);
    dispatch(commands, executables[i], COUNT, words[i]);
    CHECK_OK(tern_command_buffer_end(commands));
    const uint64_t one = 1;
    const tern_semaphore_list_t wait = {&semaphores[i ? i - 1 : 0], &one, 1}, signal = {&semaphores[i], &one, 1};
    CHECK_OK(tern_device_submit(devices[i], i ? wait : none, &commands, 1, signal));
    tern_command_buffer_release(commands);
  }
  CHECK_OK(tern_semaphore_wait(semaphores[count - 1], 1, TERN_TIMEOUT_INFINITE, NULL));
  uint32_t result = 0;
  CHECK_OK(tern_buffer_read(words[count - 1], 0, &result, 4));
  CHECK(result == count);
  for (size_t i = 0; i < count; ++i) {
    tern_buffer_release(words[i]);
    tern_executable_release(executables[i]);
    tern_semaphore_release(semaphores[i]);
    tern_device_release(devices[i]);
  }
  printf("%zu GPUs: right\n", count);
}

// Where there is a GPU is asked for in a process of its own, too: what was forked from a process that uses CUDA cannot
// use it.
static bool has_gpu(void) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    size_t count = 0;
    tern_status_t status = tern_driver_device_count("cuda", &count);
    _exit(!tern_status_is_ok(status) || !count);
  }
  int result = 1;
  waitpid(child, &result, 0);
  return result == 0;
}

int main(int argument_count, char **arguments) {
  (void)arguments;
  bool is_clean = argument_count > 1;
  size_t count = 0;
  if (!is_clean && has_gpu()) check_stray_kernel();
  tern_status_t status = tern_driver_device_count("cuda", &count);
  if (!tern_status_is_ok(status) || !count) {
    printf("skipped: %s\n", tern_status_is_ok(status) ? "no GPU" : status.message);
    return SKIPPED;
  }
  char *text = NULL;
  CHECK_OK(tern_device_list("cuda", &text));
  printf("%s", text);
  bool is_hopper = strstr(text, "sm_90") != NULL;
  free(text);
  double start = now();
  tern_device_t *device = NULL;
  tern_executable_t *executable = NULL;
  CHECK_OK(tern_device_create("cuda", NULL, &device));
  printf("the device: %.1f ms\n", (now() - start) * 1e3);
  start = now();
  CHECK_OK(load(device, base_ptx, strlen(base_ptx), base_entries, BASE_COUNT, &executable));
  printf("the kernels: %.1f ms\n", (now() - start) * 1e3);
  check_add(device, executable);
  check_profile(device, executable);
  check_graph(device, executable);
  check_slots(device, executable);
  if (is_hopper) check_hopper(device);
  if (!is_clean) check_failures(device);
  check_machine_code();
  measure_floor();
  measure_launches(device, executable);
  measure_copies(device);
  if (count > 1) check_peers(count);
  tern_executable_release(executable);
  tern_device_release(device);
  printf("all right\n");
  return 0;
}
