// How the files of the fake CUDA driver reach one another. One lock guards everything.

#ifndef TERN_TEST_SUPPORT_FAKE_CUDA_STATE_H_
#define TERN_TEST_SUPPORT_FAKE_CUDA_STATE_H_

#include <pthread.h>
#include <stdlib.h>

#include "fake_cuda.h"

#define FAKE_API __attribute__((visibility("default")))

enum { DEVICE_MAX = 8, NAME_MAX_SIZE = 256 };

typedef enum kind_t {
  CONTEXT_KIND = 0x46414b30,
  STREAM_KIND,
  EVENT_KIND,
  MODULE_KIND,
  GRAPH_KIND,
  EXEC_KIND,
} kind_t;

// Every handle begins with one.
typedef struct object_t {
  kind_t kind;
  struct object_t *next;  // in the list of all
  struct CUctx_st *context;
} object_t;

struct CUctx_st {
  object_t base;
  CUdevice device;
  int retain_count;
  CUresult broken;
};

// One time that an event was recorded: later ones do not change what waits for it.
typedef struct record_t {
  int reference_count;
  bool is_done;
  struct CUstream_st *stream;
  unsigned long clock;  // when it was reached
} record_t;

struct CUevent_st {
  object_t base;
  unsigned flags;
  record_t *record;  // a reference; the last one; NULL: none
};

typedef enum op_kind_t { KERNEL_OP, COPY_OP, SET_OP, RECORD_OP, WAIT_OP, EMPTY_OP, GRAPH_OP, FREE_OP } op_kind_t;

struct CUfunc_st {
  struct CUmod_st *module;
  char name[NAME_MAX_SIZE];
  size_t offsets[64], sizes[64];  // of parameters
  size_t parameter_count, parameter_size;
  int threads, shared_size, dynamic_size_max;
  bool allows_large_clusters;
};

// What a stream or a graph does at some time.
typedef struct op_t {
  struct op_t *next;
  op_kind_t kind;
  // KERNEL_OP
  struct CUfunc_st *function;
  fake_cuda_launch_t launch;
  char *parameters;  // owned
  // COPY_OP, SET_OP; FREE_OP: `target` is what goes
  char *target, *source;
  size_t size, pitch, height;  // of one row; bytes
  char *captured;              // owned; instead of `source`
  unsigned value, element_size;
  // RECORD_OP, WAIT_OP
  struct CUevent_st *event;
  record_t *record;  // a reference; NULL in graphs
  // GRAPH_OP
  struct CUgraphExec_st *exec;
  struct node_list *nodes;  // owned: as they were at the launch
} op_t;

struct CUstream_st {
  object_t base;
  op_t *first, *last;
};

struct CUgraphNode_st {
  struct CUgraph_st *graph;
  op_t op;
  struct CUgraphNode_st **dependencies;  // owned
  size_t dependency_count;
  size_t index;  // in its graph
};

struct CUgraph_st {
  object_t base;
  struct CUgraphNode_st **nodes;  // owned
  size_t node_count;
};

// Nodes of a graph with their ops and dependencies (by index).
typedef struct node_list {
  op_t *ops;
  size_t **dependencies;
  size_t *dependency_counts;
  size_t count;
} node_list_t;

struct CUgraphExec_st {
  object_t base;
  struct CUgraph_st *graph;
  node_list_t nodes;
};

struct CUmod_st {
  object_t base;
  struct CUfunc_st **functions;  // owned, as each of them
  size_t function_count;
  struct ptx_module *code;  // owned; NULL: kernels are functions of the test
};

// Memory that the API knows.
typedef struct region_t {
  struct region_t *next;
  char *data;
  size_t size;
  enum { DEVICE_REGION, HOST_REGION, REGISTERED_REGION } kind;
  CUdevice device;
  struct CUctx_st *context;
} region_t;

typedef struct state_t {
  pthread_mutex_t mutex;
  fake_cuda_device_t devices[DEVICE_MAX];
  int device_count;
  bool is_initialized;
  int version;
  struct CUctx_st contexts[DEVICE_MAX];
  object_t *objects;
  region_t *regions;
  unsigned long clock;
  CUresult next_break;
  char violation[256];
} state_t;

extern state_t fake_state;

// Gives memory of the device back.
void fake_free_memory(char *data, const char *symbol);
extern _Thread_local struct CUctx_st *fake_current;

// Begins a call: takes the lock, counts the call, and gives the failure that was asked for. Ends with leave().
CUresult fake_enter(const char *symbol);
CUresult fake_leave(CUresult result);
// The same for calls that need a current context that is not broken.
CUresult fake_enter_context(const char *symbol);

void fake_violate(const char *format, ...) __attribute__((format(printf, 1, 2)));
void *fake_create(kind_t kind, size_t size);
void fake_destroy(void *object);
// False, and a violation, unless `object` is a live one of this kind.
bool fake_check(const void *object, kind_t kind, const char *symbol);
fake_cuda_kernel_fn_t fake_find_kernel(const char *name);

// The region that holds all of these bytes; NULL and a violation if there is none.
region_t *fake_find_region(CUdeviceptr address, size_t size, const char *symbol);

void fake_enqueue(struct CUstream_st *stream, const op_t *op);
void fake_run_op(struct CUctx_st *context, op_t *op);
void fake_free_op(op_t *op);
// Makes a record the event's last.
record_t *fake_record(struct CUevent_st *event, struct CUstream_st *stream);
void fake_release_record(record_t *record);
void fake_run_stream(struct CUstream_st *stream);
// A violation if work that did not run yet uses the bytes, the module, the exec or the event.
void fake_check_unused(const char *data, size_t size, const void *object, const char *symbol);
// Fills in a kernel's op. False if the arguments are wrong.
bool fake_make_kernel(struct CUfunc_st *function, const unsigned *grid, const unsigned *block, unsigned shared_size,
                      void **parameters, void **extra, op_t *out_op);
void fake_free_functions(struct CUmod_st *module);
// Are kernels run from their PTX? Then devices are there from the start: see fake_cuda.h.
bool fake_runs_ptx(void);
// Reads a module's text. False, with what is wrong in `log`.
bool fake_read_ptx(struct CUmod_st *module, const char *text, char *log, size_t log_size);
void fake_free_ptx(struct CUmod_st *module);
void fake_run_ptx(struct CUctx_st *context, const op_t *op);
void fake_run_nodes(struct CUctx_st *context, node_list_t *nodes);
void fake_free_nodes(node_list_t *nodes);

#define ENTER(symbol)                                          \
  do {                                                         \
    CUresult entered_ = fake_enter(symbol);                    \
    if (entered_ != CUDA_SUCCESS) return fake_leave(entered_); \
  } while (0)
#define ENTER_CONTEXT(symbol)                                  \
  do {                                                         \
    CUresult entered_ = fake_enter_context(symbol);            \
    if (entered_ != CUDA_SUCCESS) return fake_leave(entered_); \
  } while (0)

#endif  // TERN_TEST_SUPPORT_FAKE_CUDA_STATE_H_
