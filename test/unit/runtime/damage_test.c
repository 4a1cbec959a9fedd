// A module file with any one byte changed is refused, by its checksum. Where the checksum was made to fit, loading decides by
// what it finds: it refuses with a message, or what it takes can be asked about and called. Sanitizers judge the rest.
//
// Calls are made in processes of their own, because a damaged program may wait for a fence that nobody signals: such a process
// is ended after a while, and the next one goes on behind the byte. Machine code and what describes it are not called when
// they are damaged: no verifier can tell what they do.

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "base/module_format.h"
#include "tern/module.h"
#include "tern/program.h"
#include "tern/session.h"

static const char source[] =
    "func.func @main(%a: tensor<2x4xf32>, %w: tensor<4x3xf32>) -> tensor<2x3xf32> {\n"
    "  %b = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n"
    "  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0]\n"
    "    : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>\n"
    "  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>\n"
    "  %2 = stablehlo.add %0, %1 : tensor<2x3xf32>\n"
    "  return %2 : tensor<2x3xf32>\n"
    "}\n";

static const unsigned char flips[] = {0x01, 0x80, 0xff};

typedef struct file {
  unsigned char *data;
  size_t size;
} file_t;

static int compile(void **state) {
  static file_t file;
  tern_compiler_t *compiler;
  char *data;
  tern_status_t status = tern_compiler_create(&compiler);
  if (tern_status_is_ok(status)) status = tern_compiler_load_text(compiler, "source", source, sizeof source - 1);
  if (tern_status_is_ok(status)) status = tern_compiler_compile_program(compiler, NULL, &data, &file.size);
  if (!tern_status_is_ok(status)) return -1;
  tern_compiler_destroy(compiler);
  file.data = (unsigned char *)data;
  *state = &file;
  return 0;
}

static int free_file(void **state) {
  free(((file_t *)*state)->data);
  return 0;
}

static void test_checksum_sees_each_byte(void **state) {
  const file_t *file = *state;
  for (size_t i = 0; i < file->size * sizeof flips; ++i) {
    unsigned char *byte = &file->data[i / sizeof flips], flip = flips[i % sizeof flips];
    tern_module_t *module = NULL;
    *byte ^= flip;
    tern_status_t status = tern_module_load(file->data, file->size, &module);
    *byte ^= flip;
    assert_false(tern_status_is_ok(status));
    assert_int_not_equal(strlen(status.message), 0);
  }
}

static void ask(const tern_module_t *module) {
  for (size_t i = 0; i < tern_module_function_count(module); ++i) {
    assert_non_null(tern_module_function_at(module, i)->name);
  }
}

static void put_checksum(const file_t *file) {
  uint64_t sum = tern_module_checksum(TERN_MODULE_VERSION, file->data + TERN_MODULE_HEADER_SIZE,
                                      file->size - TERN_MODULE_HEADER_SIZE);
  for (size_t i = 0; i < 8; ++i) file->data[16 + i] = (unsigned char)(sum >> 8 * i);
}

static void test_damage_below_checksum_is_harmless(void **state) {
  const file_t *file = *state;
  size_t refused = 0;
  for (size_t i = TERN_MODULE_HEADER_SIZE * sizeof flips; i < file->size * sizeof flips; ++i) {
    unsigned char *byte = &file->data[i / sizeof flips], flip = flips[i % sizeof flips];
    tern_module_t *module = NULL;
    *byte ^= flip;
    put_checksum(file);
    tern_status_t status = tern_module_load(file->data, file->size, &module);
    *byte ^= flip;
    if (tern_status_is_ok(status)) {
      ask(module);
      tern_module_release(module);
    } else {
      assert_int_not_equal(strlen(status.message), 0);
      ++refused;
    }
  }
  put_checksum(file);
  assert_true(refused > 0);
}

//---- Calls ----

enum {
  BUFFER_SIZE_MAX = 1 << 20,
  INSTRUCTION_MAX = 50000,
  SECONDS_PER_CALL = 2,
  WAITING_MAX = 40,  // programs that wait for ever are few
};

static tern_status_t allocate(void *user_data, tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                              tern_buffer_t **out_buffer) {
  (void)user_data;
  if (size <= BUFFER_SIZE_MAX) return tern_buffer_allocate(device, usage, size, out_buffer);
  return tern_status_make(TERN_OUT_OF_MEMORY, "%zu bytes", size);
}

static void *allocate_on_host(void *user_data, size_t size) {
  (void)user_data;
  return size <= BUFFER_SIZE_MAX ? malloc(size) : NULL;
}

static void free_on_host(void *user_data, void *block, size_t size) {
  (void)user_data, (void)size;
  free(block);
}

// Binds the module and calls its functions with arrays of the right types, whatever comes of it.
static void call_all(tern_module_t *module, tern_device_t *device) {
  static const int64_t dims[2][2] = {{2, 4}, {4, 3}};
  const tern_instance_options_t options = {.allocator = {allocate_on_host, free_on_host, NULL}};
  tern_instance_t *instance;
  tern_session_t *session;
  if (!tern_status_is_ok(tern_instance_create(&options, &instance))) abort();
  const tern_session_params_t params = {.modules = &module,
                                        .module_count = 1,
                                        .devices = &device,
                                        .device_count = 1,
                                        .buffer_allocator = {allocate, NULL},
                                        .instruction_limit = INSTRUCTION_MAX};
  tern_tensor_t inputs[2] = {0}, *outputs;
  size_t count;
  for (size_t i = 0; i < 2; ++i) {
    if (!tern_status_is_ok(tern_tensor_initialize(TERN_ELEMENT_TYPE_F32, 2, dims[i], &inputs[i]))) abort();
  }
  tern_status_t status = tern_session_create(instance, &params, &session);
  for (size_t i = 0; tern_status_is_ok(status) && i < tern_module_function_count(module); ++i) {
    const char *name = tern_module_function_at(module, i)->name;
    tern_status_t called = tern_session_run(session, name, inputs, 2, &outputs, &count);
    if (tern_status_is_ok(called)) tern_session_free_outputs(outputs, count);
  }
  tern_session_release(session);
  tern_instance_release(instance);
  for (size_t i = 0; i < 2; ++i) tern_tensor_deinitialize(&inputs[i]);
}

// Where a process is, and what it has done: in memory that it shares with the one that started it.
typedef struct progress {
  size_t next, called, returned;
} progress_t;

static bool is_in_executable(const file_t *file, size_t offset) {
  uint32_t count;
  memcpy(&count, file->data + 24, sizeof count);
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t section[3];  // kind in the low half, offset, size
    memcpy(section, file->data + TERN_MODULE_HEADER_SIZE + i * TERN_MODULE_SECTION_SIZE, sizeof section);
    if ((uint32_t)section[0] != TERN_MODULE_SECTION_EXECUTABLE) continue;
    if (offset >= section[1] && offset - section[1] < section[2]) return true;
  }
  return false;
}

// Loads the file as tern_module_load_file() does: from memory that is mapped. Large constants are used where they lie there.
static tern_status_t load_mapped(const file_t *file, void *mapping, tern_module_t **out_module) {
  memcpy(mapping, file->data, file->size);
  return tern_module_load_borrowed(mapping, file->size, NULL, NULL, out_module);
}

static void call_damaged(const file_t *file, progress_t *progress) {
  tern_device_t *device;
  void *mapping = mmap(NULL, file->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapping == MAP_FAILED) abort();
  const tern_device_options_t options = {.thread_count = 1};
  if (!tern_status_is_ok(tern_device_create("cpu", &options, &device))) abort();
  while (progress->next < file->size * sizeof flips) {
    size_t i = progress->next;
    unsigned char *byte = &file->data[i / sizeof flips], flip = flips[i % sizeof flips];
    if (is_in_executable(file, i / sizeof flips)) {
      ++progress->next;
      continue;
    }
    tern_module_t *module;
    *byte ^= flip;
    put_checksum(file);
    tern_status_t status = load_mapped(file, mapping, &module);
    *byte ^= flip;
    if (tern_status_is_ok(status)) {
      ++progress->called;
      alarm(SECONDS_PER_CALL);
      call_all(module, device);
      alarm(0);
      tern_module_release(module);
      ++progress->returned;
    }
    ++progress->next;
  }
  tern_device_release(device);
  munmap(mapping, file->size);
}

static void test_damaged_programs_are_called(void **state) {
  const file_t *file = *state;
  progress_t *progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_ptr_not_equal(progress, MAP_FAILED);
  *progress = (progress_t){.next = TERN_MODULE_HEADER_SIZE * sizeof flips};
  size_t waiting = 0;
  while (progress->next < file->size * sizeof flips) {
    fflush(NULL);
    pid_t process = fork();
    assert_true(process >= 0);
    if (process == 0) {
      call_damaged(file, progress);
      _exit(0);
    }
    int how;
    assert_int_equal(waitpid(process, &how, 0), process);
    if (WIFEXITED(how) && WEXITSTATUS(how) == 0) continue;
    size_t byte = progress->next / sizeof flips, flip = flips[progress->next % sizeof flips];
    if (!WIFSIGNALED(how) || WTERMSIG(how) != SIGALRM) fail_msg("byte %zu changed by 0x%02zx: a crash", byte, flip);
    ++progress->next;
    ++waiting;
  }
  printf("%zu damaged programs were called: %zu returned, %zu waited for ever\n", progress->called, progress->returned,
         waiting);
  assert_true(progress->returned > 0);
  assert_true(waiting <= WAITING_MAX);
  put_checksum(file);
  munmap(progress, sizeof *progress);
}

static void test_short_files_are_refused(void **state) {
  const file_t *file = *state;
  for (size_t size = 0; size < file->size; ++size) {
    tern_module_t *module = NULL;
    unsigned char *copy = malloc(size + !size);  // its own, so that a sanitizer sees reads behind it
    assert_non_null(copy);
    memcpy(copy, file->data, size);
    tern_status_t status = tern_module_load(copy, size, &module);
    assert_false(tern_status_is_ok(status));
    free(copy);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_checksum_sees_each_byte),
      cmocka_unit_test(test_damage_below_checksum_is_harmless),
      cmocka_unit_test(test_damaged_programs_are_called),
      cmocka_unit_test(test_short_files_are_refused),
  };
  return cmocka_run_group_tests_name("damaged module files", tests, compile, free_file);
}
