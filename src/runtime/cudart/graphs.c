// Graphs, captured from streams or built node by node.

#include "runtime/cudart/cudart.h"

#define IN_CONTEXT(call)                                           \
  do {                                                             \
    result_t result_ = cudart_enter();                             \
    return cudart_note(result_ == cudaSuccess ? (call) : result_); \
  } while (0)
#define REQUIRE(condition) \
  if (!(condition)) return cudart_note(cudaErrorInvalidValue)

result_t cudart_copy_of(const struct cudaMemcpy3DParms *parameters, driver_copy_t *out_copy);

CUDART_API cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  IN_CONTEXT(DRIVER(stream_begin_capture, stream, (int)mode));
}
CUDART_API cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  REQUIRE(graph);
  IN_CONTEXT(DRIVER(stream_end_capture, stream, (handle_t *)graph));
}
CUDART_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status) {
  int value = 0;
  REQUIRE(status);
  result_t result = cudart_enter();
  if (result == cudaSuccess) result = DRIVER(stream_is_capturing, stream, &value);
  *status = (enum cudaStreamCaptureStatus)value;
  return cudart_note(result);
}
CUDART_API cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned int flags) {
  REQUIRE(graph && flags == 0);
  IN_CONTEXT(DRIVER(graph_create, (handle_t *)graph, flags));
}
CUDART_API cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  REQUIRE(graph);
  IN_CONTEXT(DRIVER(graph_destroy, graph));
}
CUDART_API cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                              size_t count, const struct cudaKernelNodeParams *parameters) {
  REQUIRE(node && graph && parameters);
  driver_kernel_node_t kernel = {.grid = {parameters->gridDim.x, parameters->gridDim.y, parameters->gridDim.z},
                                 .block = {parameters->blockDim.x, parameters->blockDim.y, parameters->blockDim.z},
                                 .shared_size = parameters->sharedMemBytes,
                                 .parameters = parameters->kernelParams,
                                 .extra = parameters->extra};
  result_t result = cudart_find_kernel(parameters->func, &kernel.function);
  if (result != cudaSuccess) return cudart_note(result);
  return cudart_note(DRIVER(graph_add_kernel, (handle_t *)node, graph, (const handle_t *)before, count, &kernel));
}
CUDART_API cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                              size_t count, const struct cudaMemcpy3DParms *parameters) {
  driver_copy_t copy;
  REQUIRE(node && graph);
  result_t result = cudart_copy_of(parameters, &copy);
  if (result != cudaSuccess) return cudart_note(result);
  IN_CONTEXT(DRIVER(graph_add_copy, (handle_t *)node, graph, (const handle_t *)before, count, &copy, cudart_context()));
}
CUDART_API cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                                size_t count, void *target, const void *source, size_t size,
                                                enum cudaMemcpyKind kind) {
  struct cudaMemcpy3DParms parameters = {.kind = kind};
  parameters.srcPtr = make_cudaPitchedPtr((void *)source, size, size, 1);
  parameters.dstPtr = make_cudaPitchedPtr(target, size, size, 1);
  parameters.extent = make_cudaExtent(size, 1, 1);
  return cudaGraphAddMemcpyNode(node, graph, before, count, &parameters);
}
CUDART_API cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                              size_t count, const struct cudaMemsetParams *parameters) {
  REQUIRE(node && graph && parameters);
  driver_memset_node_t fill = {parameters->dst,         parameters->pitch, parameters->value,
                               parameters->elementSize, parameters->width, parameters->height};
  IN_CONTEXT(DRIVER(graph_add_fill, (handle_t *)node, graph, (const handle_t *)before, count, &fill, cudart_context()));
}
CUDART_API cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                            size_t count, const struct cudaHostNodeParams *parameters) {
  REQUIRE(node && graph && parameters && parameters->fn);
  driver_host_node_t call = {parameters->fn, parameters->userData};
  IN_CONTEXT(DRIVER(graph_add_host, (handle_t *)node, graph, (const handle_t *)before, count, &call));
}
CUDART_API cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                             size_t count) {
  REQUIRE(node && graph);
  IN_CONTEXT(DRIVER(graph_add_empty, (handle_t *)node, graph, (const handle_t *)before, count));
}
CUDART_API cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
  REQUIRE(graph && count);
  IN_CONTEXT(DRIVER(graph_nodes, graph, (handle_t *)nodes, count));
}
CUDART_API cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                                     unsigned long long flags) {
  REQUIRE(exec && graph);
  IN_CONTEXT(DRIVER(graph_instantiate, (handle_t *)exec, graph, flags));
}
CUDART_API cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
CUDART_API cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  REQUIRE(exec);
  IN_CONTEXT(DRIVER(graph_launch, exec, stream));
}
CUDART_API cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  REQUIRE(exec);
  IN_CONTEXT(DRIVER(graph_upload, exec, stream));
}
CUDART_API cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  REQUIRE(exec);
  IN_CONTEXT(DRIVER(graph_exec_destroy, exec));
}
