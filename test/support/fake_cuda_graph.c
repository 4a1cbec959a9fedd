// The fake CUDA driver's graphs. Of the nodes that may run, the one that was added last runs first: what relies on the
// order of adding and not on dependencies goes wrong.

#include <stdio.h>
#include <string.h>

#include "fake_cuda_state.h"

//---- Nodes ----

static void copy_op(op_t *target, const op_t *source) {
  *target = *source;
  if (!source->parameters) return;
  target->parameters = malloc(source->launch.parameter_size + 1);
  memcpy(target->parameters, source->parameters, source->launch.parameter_size);
}

static void copy_nodes(node_list_t *target, const node_list_t *source) {
  *target = (node_list_t){.ops = calloc(source->count + 1, sizeof(op_t)),
                          .dependencies = calloc(source->count + 1, sizeof(size_t *)),
                          .dependency_counts = calloc(source->count + 1, sizeof(size_t)),
                          .count = source->count};
  for (size_t i = 0; i < source->count; ++i) {
    size_t count = source->dependency_counts[i];
    copy_op(&target->ops[i], &source->ops[i]);
    target->dependency_counts[i] = count;
    target->dependencies[i] = calloc(count + 1, sizeof(size_t));
    if (count) memcpy(target->dependencies[i], source->dependencies[i], count * sizeof(size_t));
  }
}

void fake_free_nodes(node_list_t *nodes) {
  for (size_t i = 0; i < nodes->count; ++i) {
    fake_free_op(&nodes->ops[i]);
    free(nodes->dependencies[i]);
  }
  free(nodes->ops);
  free(nodes->dependencies);
  free(nodes->dependency_counts);
}

void fake_run_nodes(struct CUctx_st *context, node_list_t *nodes) {
  bool *is_done = calloc(nodes->count + 1, sizeof(bool));
  for (size_t step = 0; step < nodes->count; ++step) {
    size_t next = nodes->count;
    for (size_t i = 0; i < nodes->count; ++i) {
      bool is_ready = !is_done[i];
      for (size_t j = 0; j < nodes->dependency_counts[i]; ++j) is_ready &= is_done[nodes->dependencies[i][j]];
      if (is_ready) next = i;
    }
    is_done[next] = true;
    fake_run_op(context, &nodes->ops[next]);
  }
  free(is_done);
}

//---- Graphs ----

FAKE_API CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
  ENTER_CONTEXT("cuGraphCreate");
  (void)flags;
  *graph = fake_create(GRAPH_KIND, sizeof(**graph));
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuGraphDestroy(CUgraph graph) {
  ENTER("cuGraphDestroy");
  if (!fake_check(graph, GRAPH_KIND, "cuGraphDestroy")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  for (size_t i = 0; i < graph->node_count; ++i) {
    fake_free_op(&graph->nodes[i]->op);
    free(graph->nodes[i]->dependencies);
    free(graph->nodes[i]);
  }
  free(graph->nodes);
  fake_destroy(graph);
  return fake_leave(CUDA_SUCCESS);
}

static CUresult add_node(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                         const op_t *op) {
  *node = calloc(1, sizeof(**node));
  (*node)->graph = graph;
  (*node)->op = *op;
  (*node)->index = graph->node_count;
  (*node)->dependencies = calloc(count + 1, sizeof(CUgraphNode));
  (*node)->dependency_count = count;
  for (size_t i = 0; i < count; ++i) {
    (*node)->dependencies[i] = dependencies[i];
    if (dependencies[i]->graph != graph) fake_violate("a node depends on one of another graph");
  }
  graph->nodes = realloc(graph->nodes, (graph->node_count + 1) * sizeof(CUgraphNode));
  graph->nodes[graph->node_count++] = *node;
  return CUDA_SUCCESS;
}

static bool make_kernel(const CUDA_KERNEL_NODE_PARAMS *parameters, op_t *out_op) {
  const unsigned grid[3] = {parameters->gridDimX, parameters->gridDimY, parameters->gridDimZ};
  const unsigned block[3] = {parameters->blockDimX, parameters->blockDimY, parameters->blockDimZ};
  return fake_make_kernel(parameters->func, grid, block, parameters->sharedMemBytes, parameters->kernelParams,
                          parameters->extra, out_op);
}

static bool make_copy(const CUDA_MEMCPY3D *copy, op_t *out_op) {
  bool is_plain = copy->Height == 1 && copy->Depth == 1 && copy->srcMemoryType == CU_MEMORYTYPE_UNIFIED &&
                  copy->dstMemoryType == CU_MEMORYTYPE_UNIFIED && copy->WidthInBytes;
  if (!is_plain || !fake_find_region(copy->srcDevice, copy->WidthInBytes, "a copy node") ||
      !fake_find_region(copy->dstDevice, copy->WidthInBytes, "a copy node")) {
    return false;
  }
  *out_op = (op_t){.kind = COPY_OP,
                   .target = (char *)(uintptr_t)copy->dstDevice,
                   .source = (char *)(uintptr_t)copy->srcDevice,
                   .size = copy->WidthInBytes};
  return true;
}

static bool make_set(const CUDA_MEMSET_NODE_PARAMS *parameters, op_t *out_op) {
  size_t size = parameters->width * parameters->elementSize;
  if (parameters->dst % parameters->elementSize ||
      !fake_find_region(parameters->dst, parameters->pitch * (parameters->height - 1) + size, "a fill node")) {
    return false;
  }
  *out_op = (op_t){.kind = SET_OP,
                   .target = (char *)(uintptr_t)parameters->dst,
                   .size = size,
                   .pitch = parameters->pitch,
                   .height = parameters->height,
                   .value = parameters->value,
                   .element_size = parameters->elementSize};
  return true;
}

FAKE_API CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                          size_t count, const CUDA_KERNEL_NODE_PARAMS *parameters) {
  ENTER_CONTEXT("cuGraphAddKernelNode_v2");
  op_t op;
  if (!make_kernel(parameters, &op)) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(add_node(node, graph, dependencies, count, &op));
}

FAKE_API CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUlaunchAttributeID attribute,
                                                const CUlaunchAttributeValue *value) {
  ENTER_CONTEXT("cuGraphKernelNodeSetAttribute");
  if (attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE) node->op.launch.is_cooperative = value->cooperative;
  if (attribute == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
    memcpy(node->op.launch.cluster, &value->clusterDim, sizeof(node->op.launch.cluster));
  }
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                                       const CUDA_MEMCPY3D *copy, CUcontext context) {
  ENTER_CONTEXT("cuGraphAddMemcpyNode");
  op_t op;
  if (context != fake_current || !make_copy(copy, &op)) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(add_node(node, graph, dependencies, count, &op));
}

FAKE_API CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                                       const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context) {
  ENTER_CONTEXT("cuGraphAddMemsetNode");
  op_t op;
  if (context != fake_current || !make_set(parameters, &op)) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(add_node(node, graph, dependencies, count, &op));
}

FAKE_API CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count) {
  ENTER_CONTEXT("cuGraphAddEmptyNode");
  return fake_leave(add_node(node, graph, dependencies, count, &(op_t){.kind = EMPTY_OP}));
}

FAKE_API CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                            size_t count, CUevent event) {
  ENTER_CONTEXT("cuGraphAddEventRecordNode");
  if (!fake_check(event, EVENT_KIND, "cuGraphAddEventRecordNode")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  return fake_leave(add_node(node, graph, dependencies, count, &(op_t){.kind = RECORD_OP, .event = event}));
}

//---- Executable graphs ----

FAKE_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
  ENTER_CONTEXT("cuGraphInstantiateWithFlags");
  (void)flags;
  *exec = fake_create(EXEC_KIND, sizeof(**exec));
  (*exec)->graph = graph;
  node_list_t list = {.ops = calloc(graph->node_count + 1, sizeof(op_t)),
                      .dependencies = calloc(graph->node_count + 1, sizeof(size_t *)),
                      .dependency_counts = calloc(graph->node_count + 1, sizeof(size_t)),
                      .count = graph->node_count};
  for (size_t i = 0; i < graph->node_count; ++i) {
    const struct CUgraphNode_st *node = graph->nodes[i];
    copy_op(&list.ops[i], &node->op);
    list.dependency_counts[i] = node->dependency_count;
    list.dependencies[i] = calloc(node->dependency_count + 1, sizeof(size_t));
    for (size_t j = 0; j < node->dependency_count; ++j) list.dependencies[i][j] = node->dependencies[j]->index;
  }
  (*exec)->nodes = list;
  return fake_leave(CUDA_SUCCESS);
}

FAKE_API CUresult cuGraphExecDestroy(CUgraphExec exec) {
  ENTER("cuGraphExecDestroy");
  if (!fake_check(exec, EXEC_KIND, "cuGraphExecDestroy")) return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  fake_check_unused(NULL, 0, exec, "cuGraphExecDestroy");
  fake_free_nodes(&exec->nodes);
  fake_destroy(exec);
  return fake_leave(CUDA_SUCCESS);
}

// Gives a node another op of the same kind.
static CUresult change_node(CUgraphExec exec, CUgraphNode node, const op_t *op) {
  op_t *present = &exec->nodes.ops[node->index];
  if (exec->graph != node->graph || present->kind != op->kind || present->size != op->size) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  op_t next = *op;
  memcpy(next.launch.cluster, present->launch.cluster, sizeof(next.launch.cluster));
  next.launch.is_cooperative = present->launch.is_cooperative;
  fake_free_op(present);
  *present = next;
  return CUDA_SUCCESS;
}

FAKE_API CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode node,
                                                    const CUDA_KERNEL_NODE_PARAMS *parameters) {
  ENTER_CONTEXT("cuGraphExecKernelNodeSetParams_v2");
  op_t op;
  if (!make_kernel(parameters, &op)) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(change_node(exec, node, &op));
}

FAKE_API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy,
                                                 CUcontext context) {
  ENTER_CONTEXT("cuGraphExecMemcpyNodeSetParams");
  op_t op;
  if (context != fake_current || !make_copy(copy, &op)) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(change_node(exec, node, &op));
}

FAKE_API CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                 const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context) {
  ENTER_CONTEXT("cuGraphExecMemsetNodeSetParams");
  op_t op;
  if (context != fake_current || !make_set(parameters, &op)) return fake_leave(CUDA_ERROR_INVALID_VALUE);
  return fake_leave(change_node(exec, node, &op));
}

FAKE_API CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  ENTER_CONTEXT("cuGraphLaunch");
  if (!fake_check(exec, EXEC_KIND, "cuGraphLaunch") || !fake_check(stream, STREAM_KIND, "cuGraphLaunch")) {
    return fake_leave(CUDA_ERROR_INVALID_HANDLE);
  }
  op_t op = {.kind = GRAPH_OP, .exec = exec, .nodes = malloc(sizeof(node_list_t))};
  copy_nodes(op.nodes, &exec->nodes);
  for (size_t i = 0; i < op.nodes->count; ++i) {
    op_t *node = &op.nodes->ops[i];
    if (node->kind != RECORD_OP) continue;
    node->record = fake_record(node->event, stream);
    ++node->record->reference_count;
  }
  fake_enqueue(stream, &op);
  return fake_leave(CUDA_SUCCESS);
}
