// Command buffers: lists of commands that are put into the stream one by one the first time, and as a graph of the API
// when they are submitted again.
//
// A command may name slots (stand-ins of buffers, cuda_buffer.h): then its addresses are offsets, to which the
// addresses of the buffers are added when it is submitted. A graph keeps the addresses that it was given last, and only
// what uses a slot whose buffer changed is changed in it.

#ifndef TERN_RUNTIME_DRIVERS_CUDA_CUDA_COMMAND_BUFFER_H_
#define TERN_RUNTIME_DRIVERS_CUDA_CUDA_COMMAND_BUFFER_H_

#include "base/arena.h"
#include "runtime/command_buffer.h"
#include "runtime/drivers/cuda/cuda_executable.h"
#include "runtime/drivers/slot_uses.h"

// An address, or an offset from that of a slot's buffer.
typedef struct tern_cuda_address_t {
  CUdeviceptr offset;
  uint32_t slot;  // plus one; 0: none, whose base is 0
} tern_cuda_address_t;

static inline CUdeviceptr tern_cuda_address_find(tern_cuda_address_t address, const CUdeviceptr *bases) {
  return address.slot ? bases[address.slot - 1] + address.offset : address.offset;
}

struct tern_cuda_command_t;

// A kind of commands. The context is current, and the addresses of slots are in `bases`.
typedef struct tern_cuda_command_kind_t {
  // Puts the command into the stream.
  CUresult (*run)(tern_cuda_context_t *context, const struct tern_cuda_command_t *command, const CUdeviceptr *bases);
  // Adds it to a graph, as one node or several: `*out_node` is the last.
  CUresult (*add)(tern_cuda_context_t *context, struct tern_cuda_command_t *command, const CUdeviceptr *bases,
                  CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraphNode *out_node);
  // Changes the addresses in its nodes. NULL: it has none.
  CUresult (*change)(tern_cuda_context_t *context, const struct tern_cuda_command_t *command, const CUdeviceptr *bases,
                     CUgraphExec exec);
} tern_cuda_command_kind_t;

typedef struct tern_cuda_command_t {
  struct tern_cuda_command_t *next;
  const tern_cuda_command_kind_t *kind;
  const tern_cuda_address_t *addresses;  // that it uses
  uint32_t address_count;
  bool is_behind_barrier;  // it waits for all commands before the barrier in front of it
  bool follows;            // it waits for the command before it: kernels of one entry point
  bool waits_for_all;      // it waits for all commands before it
  CUgraphNode nodes[2];
} tern_cuda_command_t;

// A launch of a kernel. Parameters are written when it is submitted.
typedef struct tern_cuda_kernel_command_t {
  tern_cuda_command_t base;
  const tern_cuda_kernel_t *kernel;
  uint32_t grid[3];
  uint32_t word_count;
  const uint32_t *push_constants;  // of its entry point, `word_count` of them
  CUdeviceptr *bindings;           // parameters: the addresses,
  CUtensorMap *tensor_maps;        // the tensor maps,
  void **parameters;               // and where each parameter is
} tern_cuda_kernel_command_t;

typedef struct tern_cuda_fill_command_t {
  tern_cuda_command_t base;
  tern_cuda_address_t address;
  size_t size;
  uint32_t words[2];      // the pattern; two words if `is_double`
  uint32_t element_size;  // 1, 2 or 4
  bool is_double;
} tern_cuda_fill_command_t;

typedef struct tern_cuda_copy_command_t {
  tern_cuda_command_t base;
  tern_cuda_address_t addresses[2];  // the target, and the source
  size_t size;
  CUcontext source, target;  // whose memory it is
  const void *data;          // to copy instead of the source: captured
  size_t data_offset;        // of it, in the memory with all captured data
} tern_cuda_copy_command_t;

typedef struct tern_cuda_timestamp_command_t {
  tern_cuda_command_t base;
  CUevent event;
} tern_cuda_timestamp_command_t;

// Launches a kernel, with its clusters and what else it asks for. `parameters` holds an address for each. The context is current.
CUresult tern_cuda_kernel_launch(const tern_cuda_context_t *context, const tern_cuda_kernel_t *kernel,
                                 const uint32_t grid[3], CUstream stream, void **parameters);
// The node that launches the kernel, with its parameters as they are written.
CUDA_KERNEL_NODE_PARAMS tern_cuda_kernel_describe(const tern_cuda_kernel_command_t *command);
CUresult tern_cuda_kernel_add_node(tern_cuda_context_t *context, const tern_cuda_kernel_command_t *command,
                                   CUgraph graph, const CUgraphNode *dependencies, size_t count, CUgraphNode *out_node);

extern const tern_cuda_command_kind_t tern_cuda_kernel_kind, tern_cuda_fill_kind, tern_cuda_copy_kind,
    tern_cuda_timestamp_kind;

typedef struct tern_cuda_command_buffer_t {
  tern_command_buffer_t base;
  tern_cuda_context_t *context;  // a reference
  tern_arena_t arena;            // commands and what they carry
  tern_cuda_command_t *first, **next_link;
  bool has_barrier;      // in front of the next command
  size_t captured_size;  // bytes of all captured data
  tern_slot_uses_t slots;
  TERN_VEC(CUevent) timestamps;  // owned; NULL: not recorded
  atomic_uint submission_count;
  // Guarded by the context's mutex:
  tern_cuda_allocation_t captured;  // the captured data on the device, for graphs
  CUgraph graph;                    // NULL before the second submission
  CUgraphExec exec;
  CUdeviceptr *bases;  // owned; that the graph has for the slots
  bool has_no_graph;   // it could not be made
} tern_cuda_command_buffer_t;

// Finds the address of each of `table`'s ranges for the slots that the commands use. False if the commands may not run
// on them, or not so simply: ranges that are too small, not aligned, of another device, or overlap where one is
// written.
bool tern_cuda_command_buffer_bind(const tern_command_buffer_t *command_buffer, const tern_buffer_range_t *table,
                                   size_t table_size, CUdeviceptr *out_bases);
// Called once before each submission, without locks: what is submitted again gets ready to be a graph.
tern_status_t tern_cuda_command_buffer_prepare(tern_command_buffer_t *command_buffer);
// Puts the commands into the stream. The caller holds the context's mutex, and the context is current.
tern_status_t tern_cuda_command_buffer_run_locked(tern_command_buffer_t *command_buffer, const CUdeviceptr *bases);

// Makes, changes and launches the graph. False if there is none and the commands are to be run one by one.
bool tern_cuda_graph_run_locked(tern_cuda_command_buffer_t *command_buffer, const CUdeviceptr *bases,
                                tern_status_t *out_status);
// The device is done with it.
void tern_cuda_graph_destroy(tern_cuda_command_buffer_t *command_buffer);

#endif  // TERN_RUNTIME_DRIVERS_CUDA_CUDA_COMMAND_BUFFER_H_
