// On which processors the threads of a CPU device run.
//
// Lists have the form of the kernel's: numbers and ranges with commas between them. The nodes of the machine are read from
// the kernel's folder of them, because a library for it would be one more to install.

#include "runtime/placement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/file.h"

enum {
  ID_LIMIT = 1 << 16,  // no processor and no node has this number or a larger one
  QUOTED_MAX = 60,     // characters of a list in a message
};

typedef tern_status_t (*take_id_fn_t)(void *user, uint32_t id);

// Reads decimal digits. False if there are none.
static bool read_id(const char **inout_text, uint32_t *out_id) {
  const char *start = *inout_text, *c = start;
  uint64_t id = 0;
  for (; *c >= '0' && *c <= '9'; ++c) {
    id = id * 10 + (uint64_t)(*c - '0');
    if (id > UINT32_MAX) id = UINT32_MAX;
  }
  *inout_text = c;
  *out_id = (uint32_t)id;
  return c > start;
}

// Gives each number of a list of `what` to `take`, in order, up to the first that it refuses.
static tern_status_t read_list(const char *what, const char *text, take_id_fn_t take, void *user) {
  for (const char *c = text;; ++c) {
    uint32_t first, last;
    bool is_right = read_id(&c, &first);
    last = first;
    if (is_right && *c == '-') is_right = (++c, read_id(&c, &last)) && first <= last;
    if (!is_right || (*c && *c != ',')) {
      return tern_status_make(TERN_INVALID_ARGUMENT,
                              "expected numbers and ranges of %s, such as '0-3,8', but got '%.*s'", what, QUOTED_MAX,
                              text);
    }
    TERN_RETURN_IF_ERROR(take(user, first));
    for (uint64_t id = (uint64_t)first + 1; id <= last && id < ID_LIMIT; ++id) {
      TERN_RETURN_IF_ERROR(take(user, (uint32_t)id));
    }
    if (!*c) return tern_ok();
  }
}

// The list in a file of the kernel's. `*out_text` is owned by the caller; empty for an empty list.
static tern_status_t read_kernel_list(const tern_machine_t *machine, const char *name, char **out_text) {
  char path[4096];
  size_t size;
  snprintf(path, sizeof path, "%s/%s", machine->node_folder, name);
  TERN_RETURN_IF_ERROR(tern_file_read(path, out_text, &size));
  (*out_text)[strcspn(*out_text, "\n")] = '\0';
  return tern_ok();
}

typedef struct search_t {
  const tern_machine_t *machine;
  tern_placement_t *placement;
  cpu_set_t taken;
  uint32_t group;
} search_t;

static bool can_use(const tern_machine_t *machine, uint32_t id) {
  return id < CPU_SETSIZE && CPU_ISSET(id, &machine->usable);
}

static void take(search_t *search, uint32_t id) {
  tern_placement_t *placement = search->placement;
  CPU_SET(id, &search->taken);
  placement->processors[placement->count] = (uint16_t)id;
  placement->groups[placement->count++] = (uint16_t)search->group;
}

//---- Processors by number ----

static tern_status_t take_listed(void *user, uint32_t id) {
  search_t *search = user;
  bool is_usable = can_use(search->machine, id);
  if (!is_usable && id >= search->machine->processor_count) {
    return tern_status_make(TERN_NOT_FOUND, "there is no processor %u, only 0 to %u", id,
                            search->machine->processor_count - 1);
  }
  if (!is_usable) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT,
        "processor %u is not one that this thread may use: list others, or let it use more (taskset)", id);
  }
  if (CPU_ISSET(id, &search->taken)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "processor %u is listed twice", id);
  }
  take(search, id);
  ++search->group;
  return tern_ok();
}

static tern_status_t find_listed(search_t *search, const tern_device_options_t *options) {
  TERN_RETURN_IF_ERROR(read_list("processors", options->cpu_ids, take_listed, search));
  // With fewer threads the first ones are taken.
  if (options->thread_count && options->thread_count < search->placement->count) {
    search->placement->count = options->thread_count;
  }
  return tern_ok();
}

//---- NUMA nodes ----

static tern_status_t take_if_usable(void *user, uint32_t id) {
  search_t *search = user;
  if (can_use(search->machine, id) && !CPU_ISSET(id, &search->taken)) take(search, id);
  return tern_ok();
}

static tern_status_t take_node(void *user, uint32_t id) {
  search_t *search = user;
  char name[32], *text = NULL;
  snprintf(name, sizeof name, "node%u/cpulist", id);
  tern_status_t status = read_kernel_list(search->machine, name, &text);
  if (status.code == TERN_NOT_FOUND) {
    return tern_status_make(TERN_NOT_FOUND, "there is no NUMA node %u: '%s' has none of that number", id,
                            search->machine->node_folder);
  }
  if (tern_status_is_ok(status) && *text) status = read_list("processors", text, take_if_usable, search);
  free(text);
  ++search->group;
  return status;
}

static tern_status_t take_listed_node(void *user, uint32_t id) {
  search_t *search = user;
  uint32_t count = search->placement->count;
  TERN_RETURN_IF_ERROR(take_node(search, id));
  if (search->placement->count > count) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "NUMA node %u has no processor that this thread may use and that is not taken yet", id);
}

static tern_status_t find_on_nodes(search_t *search, const char *nodes) {
  if (strcmp(nodes, "current") == 0) return take_listed_node(search, search->machine->node);
  if (strcmp(nodes, "all") != 0) return read_list("NUMA nodes", nodes, take_listed_node, search);
  char *text;
  TERN_RETURN_IF_ERROR(read_kernel_list(search->machine, "online", &text));
  tern_status_t status = read_list("NUMA nodes", text, take_node, search);
  free(text);
  if (!tern_status_is_ok(status) || search->placement->count) return status;
  return tern_status_make(TERN_NOT_FOUND, "no NUMA node has a processor that this thread may use");
}

//---- Both ----

tern_status_t tern_machine_describe(tern_machine_t *out_machine) {
  long count = sysconf(_SC_NPROCESSORS_CONF);
  *out_machine = (tern_machine_t){.node_folder = "/sys/devices/system/node"};
  unsigned node;
  bool is_known = count > 0 && syscall(SYS_getcpu, NULL, &node, NULL) == 0 &&
                  sched_getaffinity(0, sizeof out_machine->usable, &out_machine->usable) == 0;
  if (!is_known) {
    return tern_status_make(TERN_UNSUPPORTED,
                            "threads cannot be pinned: the system does not tell which of %ld processors "
                            "this thread may use",
                            count);
  }
  out_machine->processor_count = (uint32_t)count;
  out_machine->node = node;
  return tern_ok();
}

tern_status_t tern_placement_find(const tern_machine_t *machine, const tern_device_options_t *options,
                                  tern_placement_t *out_placement) {
  search_t search = {.machine = machine, .placement = out_placement};
  out_placement->count = 0;
  if (options->cpu_ids && options->numa_nodes) {
    return tern_status_make(TERN_INVALID_ARGUMENT,
                            "threads are pinned to processors by number or to those of NUMA nodes, not to both");
  }
  TERN_RETURN_IF_ERROR(options->cpu_ids ? find_listed(&search, options) : find_on_nodes(&search, options->numa_nodes));
  if (options->thread_count <= out_placement->count) return tern_ok();
  return tern_status_make(TERN_INVALID_ARGUMENT,
                          "%u threads need as many processors, but there are only %u to pin them to",
                          options->thread_count, out_placement->count);
}

void tern_placement_get(const tern_placement_t *placement, uint32_t thread, uint32_t thread_count, cpu_set_t *out_set) {
  uint16_t group = placement->groups[(uint64_t)thread * placement->count / thread_count];
  CPU_ZERO(out_set);
  for (uint32_t i = 0; i < placement->count; ++i) {
    if (placement->groups[i] == group) CPU_SET(placement->processors[i], out_set);
  }
}
