// Which processors the threads of a CPU device are pinned to: on machines made up here, and on this one.

#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/placement.h"
#include "runtime/thread_pool.h"
#include "status_asserts.h"
#include "tern/runtime.h"

//---- A machine of 24 processors ----

typedef struct fixture_t {
  char folder[32];
  tern_machine_t machine;
} fixture_t;

static void write_list(const fixture_t *fixture, const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", fixture->folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static void add_node(const fixture_t *fixture, unsigned id, const char *list) {
  char path[128], name[32];
  snprintf(path, sizeof path, "%s/node%u", fixture->folder, id);
  assert_int_equal(mkdir(path, 0700), 0);
  snprintf(name, sizeof name, "node%u/cpulist", id);
  write_list(fixture, name, list);
}

// The thread may use all processors but 20 to 23. Node 2 has memory only.
static int set_up(void **state) {
  fixture_t *fixture = calloc(1, sizeof *fixture);
  strcpy(fixture->folder, "/tmp/tern-placement-XXXXXX");
  assert_non_null(mkdtemp(fixture->folder));
  write_list(fixture, "online", "0-2,7,9\n");
  add_node(fixture, 0, "0-3\n");
  add_node(fixture, 1, "4-7,12-13\n");
  add_node(fixture, 2, "\n");
  add_node(fixture, 7, "14-15,18-21\n");
  add_node(fixture, 9, "22-4000000000\n");
  fixture->machine = (tern_machine_t){.processor_count = 24, .node = 1, .node_folder = fixture->folder};
  for (int i = 0; i < 20; ++i) CPU_SET(i, &fixture->machine.usable);
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  fixture_t *fixture = *state;
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", fixture->folder);
  int result = system(command);
  free(fixture);
  return result;
}

// The processors of each thread, such as "0 1-3": a range of them each.
static void check(const fixture_t *fixture, tern_device_options_t options, uint32_t thread_count,
                  const char *expected) {
  tern_placement_t placement;
  ASSERT_OK(tern_placement_find(&fixture->machine, &options, &placement));
  assert_int_equal(options.thread_count ? options.thread_count : placement.count, thread_count);
  char text[1024] = "";
  for (uint32_t i = 0; i < thread_count; ++i) {
    cpu_set_t set;
    tern_placement_get(&placement, i, thread_count, &set);
    int first = 0, last = CPU_SETSIZE - 1;
    while (!CPU_ISSET(first, &set)) ++first;
    while (!CPU_ISSET(last, &set)) --last;
    size_t size = strlen(text);
    snprintf(text + size, sizeof text - size, first == last ? "%s%d" : "%s%d-%d", i ? " " : "", first, last);
  }
  assert_string_equal(text, expected);
}

static void takes_processors_in_the_order_of_the_list(void **state) {
  const fixture_t *fixture = *state;
  check(fixture, (tern_device_options_t){.cpu_ids = "3"}, 1, "3");
  check(fixture, (tern_device_options_t){.cpu_ids = "8,2-4,0-0,19"}, 6, "8 2 3 4 0 19");
  check(fixture, (tern_device_options_t){.cpu_ids = "0-19", .thread_count = 3}, 3, "0 1 2");
}

static void spreads_threads_over_nodes(void **state) {
  const fixture_t *fixture = *state;
  check(fixture, (tern_device_options_t){.numa_nodes = "0"}, 4, "0-3 0-3 0-3 0-3");
  check(fixture, (tern_device_options_t){.numa_nodes = "7"}, 4, "14-19 14-19 14-19 14-19");
  check(fixture, (tern_device_options_t){.numa_nodes = "0,7", .thread_count = 4}, 4, "0-3 0-3 14-19 14-19");
  check(fixture, (tern_device_options_t){.numa_nodes = "7,0", .thread_count = 2}, 2, "14-19 0-3");
  check(fixture, (tern_device_options_t){.numa_nodes = "0-1", .thread_count = 5}, 5, "0-3 0-3 4-13 4-13 4-13");
  check(fixture, (tern_device_options_t){.numa_nodes = "current", .thread_count = 1}, 1, "4-13");
}

static void leaves_out_nodes_without_processors_of_all(void **state) {
  const fixture_t *fixture = *state;
  check(fixture, (tern_device_options_t){.numa_nodes = "all", .thread_count = 7}, 7,
        "0-3 0-3 4-13 4-13 4-13 14-19 14-19");
}

static void refuses_what_is_not_there(void **state) {
  fixture_t *fixture = *state;
  static const struct {
    const char *cpu_ids, *numa_nodes;
    uint32_t thread_count;
    tern_status_code_t code;
    const char *message;
  } rows[] = {
      {"", NULL, 0, TERN_INVALID_ARGUMENT, "expected numbers and ranges of processors, such as '0-3,8', but got ''"},
      {"0,", NULL, 0, TERN_INVALID_ARGUMENT, "but got '0,'"},
      {",0", NULL, 0, TERN_INVALID_ARGUMENT, "but got ',0'"},
      {"0 1", NULL, 0, TERN_INVALID_ARGUMENT, "but got '0 1'"},
      {"-1", NULL, 0, TERN_INVALID_ARGUMENT, "but got '-1'"},
      {"1-", NULL, 0, TERN_INVALID_ARGUMENT, "but got '1-'"},
      {"1-2-3", NULL, 0, TERN_INVALID_ARGUMENT, "but got '1-2-3'"},
      {"3-1", NULL, 0, TERN_INVALID_ARGUMENT, "but got '3-1'"},
      {"0x1", NULL, 0, TERN_INVALID_ARGUMENT, "but got '0x1'"},
      {"all", NULL, 0, TERN_INVALID_ARGUMENT, "but got 'all'"},
      {"0-2,1", NULL, 0, TERN_INVALID_ARGUMENT, "processor 1 is listed twice"},
      {"20", NULL, 0, TERN_INVALID_ARGUMENT,
       "processor 20 is not one that this thread may use: list others, or let it use more (taskset)"},
      {"24", NULL, 0, TERN_NOT_FOUND, "there is no processor 24, only 0 to 23"},
      {"4294967295", NULL, 0, TERN_NOT_FOUND, "there is no processor 4294967295, only 0 to 23"},
      {"99999999999999999999999", NULL, 0, TERN_NOT_FOUND, "there is no processor 4294967295, only 0 to 23"},
      {"1-4294967295", NULL, 0, TERN_INVALID_ARGUMENT, "processor 20 is not one"},
      {"0,2", NULL, 3, TERN_INVALID_ARGUMENT, "3 threads need as many processors, but there are only 2 to pin them to"},
      {NULL, "0", 5, TERN_INVALID_ARGUMENT, "5 threads need as many processors, but there are only 4 to pin them to"},
      {NULL, "", 0, TERN_INVALID_ARGUMENT, "expected numbers and ranges of NUMA nodes"},
      {NULL, "numa", 0, TERN_INVALID_ARGUMENT, "but got 'numa'"},
      {NULL, "0,2", 0, TERN_INVALID_ARGUMENT, "NUMA node 2 has no processor that this thread may use"},
      {NULL, "9", 0, TERN_INVALID_ARGUMENT, "NUMA node 9 has no processor that this thread may use"},
      {NULL, "1,1", 0, TERN_INVALID_ARGUMENT,
       "NUMA node 1 has no processor that this thread may use and that is not taken yet"},
      {NULL, "0-4294967295", 0, TERN_INVALID_ARGUMENT, "NUMA node 2 has no processor"},
      {NULL, "7-4294967295", 0, TERN_NOT_FOUND, "there is no NUMA node 8: '/tmp/tern-placement-"},
      {"0", "0", 0, TERN_INVALID_ARGUMENT, "to processors by number or to those of NUMA nodes, not to both"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    tern_device_options_t options = {
        .cpu_ids = rows[i].cpu_ids, .numa_nodes = rows[i].numa_nodes, .thread_count = rows[i].thread_count};
    tern_placement_t placement;
    ASSERT_FAILS(tern_placement_find(&fixture->machine, &options, &placement), rows[i].code, rows[i].message);
  }
  tern_placement_t placement;
  tern_device_options_t all = {.numa_nodes = "all"};
  CPU_ZERO(&fixture->machine.usable);
  ASSERT_FAILS(tern_placement_find(&fixture->machine, &all, &placement), TERN_NOT_FOUND,
               "no NUMA node has a processor that this thread may use");
  fixture->machine.node_folder = "/nowhere";
  ASSERT_FAILS(tern_placement_find(&fixture->machine, &all, &placement), TERN_NOT_FOUND, "/nowhere/online");
}

// Whatever is accepted is a choice of different processors that may be used.
static void survives_any_text(void **state) {
  const fixture_t *fixture = *state;
  uint32_t random = 1;
  for (int i = 0; i < 20000; ++i) {
    char text[12];
    size_t size = i % sizeof text;
    for (size_t j = 0; j < size; ++j) {
      random = random * 1664525 + 1013904223;
      text[j] = "0123456789--,,1 "[random >> 28];
    }
    text[size] = '\0';
    tern_device_options_t options = {0};
    *(i % 7 ? &options.cpu_ids : &options.numa_nodes) = text;
    tern_placement_t placement;
    if (!tern_status_is_ok(tern_placement_find(&fixture->machine, &options, &placement))) continue;
    assert_in_range(placement.count, 1, 20);
    cpu_set_t taken = {0};
    for (uint32_t j = 0; j < placement.count; ++j) {
      assert_in_range(placement.processors[j], 0, 19);
      assert_false(CPU_ISSET(placement.processors[j], &taken));
      CPU_SET(placement.processors[j], &taken);
    }
  }
}

//---- This machine ----

// The processors that this thread may use as a list, the last one first; their number is the result.
static uint32_t list_usable(char *out_text, size_t size) {
  cpu_set_t set;
  assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
  size_t end = 0;
  for (int i = CPU_SETSIZE - 1; i >= 0; --i) {
    if (CPU_ISSET(i, &set)) end += (size_t)snprintf(out_text + end, size - end, end ? ",%d" : "%d", i);
  }
  return (uint32_t)CPU_COUNT(&set);
}

typedef struct masks_t {
  pthread_barrier_t all_are_here;
  cpu_set_t sets[CPU_SETSIZE];
} masks_t;

// Each thread of the pool does one index, because it waits there for the others.
static void note_mask(void *user_data, uint64_t begin, uint64_t end) {
  masks_t *masks = user_data;
  assert_int_equal(end, begin + 1);
  pthread_barrier_wait(&masks->all_are_here);
  sched_getaffinity(0, sizeof masks->sets[begin], &masks->sets[begin]);
}

static void pins_each_thread_to_its_processor(void **state) {
  (void)state;
  char list[8192];
  uint32_t count = list_usable(list, sizeof list);
  tern_machine_t machine;
  tern_placement_t placement;
  tern_thread_pool_t *pool = NULL;
  ASSERT_OK(tern_machine_describe(&machine));
  ASSERT_OK(tern_placement_find(&machine, &(tern_device_options_t){.cpu_ids = list}, &placement));
  assert_int_equal(placement.count, count);
  ASSERT_OK(tern_thread_pool_create(count, &pool));
  ASSERT_OK(tern_thread_pool_pin(pool, &placement));
  masks_t *masks = calloc(1, sizeof *masks);
  pthread_barrier_init(&masks->all_are_here, NULL, count);
  tern_thread_pool_run(pool, count, note_mask, masks);
  // All processors but the first, which is the runner's, and the runner with the mask it had.
  cpu_set_t seen = {0};
  uint32_t unpinned_count = 0;
  for (uint32_t i = 0; i < count; ++i) {
    bool is_runner = CPU_EQUAL(&masks->sets[i], &machine.usable);
    unpinned_count += is_runner;
    if (is_runner) continue;
    assert_int_equal(CPU_COUNT(&masks->sets[i]), 1);
    CPU_OR(&seen, &seen, &masks->sets[i]);
  }
  assert_int_equal(unpinned_count, 1);
  assert_int_equal(CPU_COUNT(&seen), (int)count - 1);
  assert_false(CPU_ISSET(placement.processors[0], &seen));
  pthread_barrier_destroy(&masks->all_are_here);
  free(masks);
  tern_thread_pool_destroy(pool);
}

static void tells_of_a_system_that_refuses(void **state) {
  (void)state;
  tern_placement_t placement = {.count = 2, .processors = {0, CPU_SETSIZE - 1}, .groups = {0, 1}};
  tern_thread_pool_t *pool = NULL;
  ASSERT_OK(tern_thread_pool_create(2, &pool));
  ASSERT_FAILS(tern_thread_pool_pin(pool, &placement), TERN_UNSUPPORTED,
               "cannot pin thread 1 to its processors: error 22");
  tern_thread_pool_destroy(pool);
}

static cpu_set_t kernel_mask;

static int32_t note_kernel_mask(const tern_dispatch_params_t *params, uint32_t x, uint32_t y, uint32_t z) {
  (void)params, (void)x, (void)y, (void)z;
  return sched_getaffinity(0, sizeof kernel_mask, &kernel_mask) == 0 ? 0 : 1;
}

// Runs the kernel, at once or after a semaphore.
static cpu_set_t find_kernel_mask(tern_device_t *device, bool waits) {
  const tern_entry_point_t entry = {.name = "note", .fn = note_kernel_mask};
  tern_executable_params_t params = {.format = "entry-points", .entry_points = &entry, .entry_point_count = 1};
  tern_executable_t *executable = NULL;
  tern_command_buffer_t *commands = NULL;
  tern_semaphore_t *start = NULL, *done = NULL;
  const uint32_t grid[] = {1, 1, 1};
  const uint64_t one = 1;
  ASSERT_OK(tern_executable_create(device, &params, &executable));
  ASSERT_OK(tern_command_buffer_create(device, &commands));
  ASSERT_OK(tern_command_buffer_dispatch(commands, executable, 0, grid, NULL, 0, NULL, 0));
  ASSERT_OK(tern_command_buffer_end(commands));
  ASSERT_OK(tern_semaphore_create(device, 0, &start));
  ASSERT_OK(tern_semaphore_create(device, 0, &done));
  ASSERT_OK(tern_device_submit(device, (tern_semaphore_list_t){&start, &one, waits}, &commands, 1,
                               (tern_semaphore_list_t){&done, &one, 1}));
  ASSERT_OK(tern_semaphore_signal(start, 1));
  ASSERT_OK(tern_semaphore_wait(done, 1, TERN_TIMEOUT_INFINITE, NULL));
  tern_semaphore_release(start);
  tern_semaphore_release(done);
  tern_command_buffer_release(commands);
  tern_executable_release(executable);
  return kernel_mask;
}

static void *use_pinned_device(void *argument) {
  tern_device_t *device = argument;
  cpu_set_t before, now;
  assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
  now = find_kernel_mask(device, false);
  assert_true(CPU_EQUAL(&now, &before));
  now = find_kernel_mask(device, true);
  assert_int_equal(CPU_COUNT(&now), 1);
  ASSERT_OK(tern_device_pin_thread(device));
  cpu_set_t pinned = find_kernel_mask(device, false);
  assert_true(CPU_EQUAL(&now, &pinned));
  return NULL;
}

static void leaves_the_submitting_thread_alone_until_it_is_pinned(void **state) {
  (void)state;
  char list[8192];
  uint32_t count = list_usable(list, sizeof list);
  cpu_set_t before, after;
  assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
  tern_device_t *device = NULL;
  ASSERT_OK(tern_device_create("cpu", &(tern_device_options_t){.cpu_ids = list}, &device));
  int64_t thread_count;
  ASSERT_OK(tern_device_query(device, TERN_DEVICE_PROPERTY_THREAD_COUNT, &thread_count));
  assert_int_equal(thread_count, count);
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, use_pinned_device, device), 0);
  pthread_join(thread, NULL);
  tern_device_release(device);

  ASSERT_OK(tern_device_create("cpu", NULL, &device));
  ASSERT_OK(tern_device_pin_thread(device));  // nothing to do
  tern_device_release(device);
  assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
  assert_true(CPU_EQUAL(&before, &after));
}

static void creates_no_device_with_wrong_lists(void **state) {
  (void)state;
  tern_device_t *device = NULL;
  ASSERT_FAILS(tern_device_create("cpu", &(tern_device_options_t){.cpu_ids = "1-0"}, &device), TERN_INVALID_ARGUMENT,
               "but got '1-0'");
  assert_null(device);
  ASSERT_FAILS(tern_device_create("cpu", &(tern_device_options_t){.numa_nodes = "65535"}, &device), TERN_NOT_FOUND,
               "there is no NUMA node 65535: '/sys/devices/system/node' has none of that number");
  assert_null(device);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(takes_processors_in_the_order_of_the_list, set_up, tear_down),
      cmocka_unit_test_setup_teardown(spreads_threads_over_nodes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(leaves_out_nodes_without_processors_of_all, set_up, tear_down),
      cmocka_unit_test_setup_teardown(refuses_what_is_not_there, set_up, tear_down),
      cmocka_unit_test_setup_teardown(survives_any_text, set_up, tear_down),
      cmocka_unit_test(pins_each_thread_to_its_processor),
      cmocka_unit_test(tells_of_a_system_that_refuses),
      cmocka_unit_test(leaves_the_submitting_thread_alone_until_it_is_pinned),
      cmocka_unit_test(creates_no_device_with_wrong_lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
