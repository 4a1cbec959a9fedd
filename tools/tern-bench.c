// tern-bench: measures the functions of a program, or a dispatch: how long calls take, and where the time goes.
//
//   tern-bench model.mlir --input=@x.npy --benchmark_repetitions=10
//   tern-bench model.tern --device=vulkan --input=1x784xf32=0 --profile=model.html

#include "bench/bench.h"
#include "common/messages.h"

const char tool_name[] = "tern-bench";

int main(int argc, char **argv) { return bench_main(argc, argv); }
