// Benchmarks: reports in the forms of Google Benchmark, by the options of iree-benchmark-module.

// RUN: tern-bench %s --function=product --input=6x8xf32=1 --input=8x4xf32=2 --benchmark_min_time=3x \
// RUN:   --benchmark_repetitions=3 --benchmark_format=json --time_unit=us --benchmark_context=team=red,place=home \
// RUN:   --calls_out=%t.calls.csv > %t.json
// RUN: python3 %S/Inputs/check_bench.py keys %t.json BM_product/process_time/real_time 3
// RUN: python3 %S/Inputs/check_bench.py calls %t.calls.csv 9

// The same goes to a file, whatever is printed; tern-run is the same tool.
// RUN: tern-run %s --benchmark --function=product --input=6x8xf32=1 --input=8x4xf32=2 --benchmark_min_time=3x \
// RUN:   --benchmark_repetitions=2 --benchmark_out=%t.out.json --benchmark_report_aggregates_only --time_unit=us \
// RUN:   --benchmark_context=team=red,place=home 2> %t.log | FileCheck %s --check-prefix=AGGREGATES
// RUN: FileCheck %s --check-prefix=CONTEXT < %t.log
// AGGREGATES: Benchmark {{.*}}Time{{.*}}CPU{{.*}}Iterations UserCounters...
// AGGREGATES-NOT: real_time{{ }}
// AGGREGATES: BM_product/process_time/real_time_mean {{.*}} us {{.*}} us {{ *}}2 items_per_second=
// AGGREGATES: BM_product/process_time/real_time_median
// AGGREGATES: BM_product/process_time/real_time_stddev
// AGGREGATES: BM_product/process_time/real_time_cv {{.*}} % {{.*}} % {{ *}}2 items_per_second={{.*}}%
// CONTEXT: Running {{.*}}tern-run
// CONTEXT: Run on ({{[0-9]+}} X {{[0-9]+}} MHz CPU s)
// CONTEXT: team: red
// RUN: not grep -q '"run_type": "iteration"' %t.out.json

// RUN: tern-bench %s --function=product --input=6x8xf32=1 --input=8x4xf32=2 --benchmark_min_time=2x \
// RUN:   --benchmark_out=%t.csv --benchmark_out_format=csv --benchmark_time_unit=ns --print_statistics \
// RUN:   2>&1 | FileCheck %s --check-prefix=STATISTICS
// RUN: python3 %S/Inputs/check_bench.py csv %t.csv
// STATISTICS: BM_product/process_time/real_time {{.*}} ns {{.*}} ns {{ *}}2
// STATISTICS: {{\[\[ memory \]\]}}
// STATISTICS: host: {{ *[0-9]+}}B peak
// STATISTICS: cpu: {{[0-9]+}}B peak / {{[0-9]+}}B live

// Without a name: all functions that take as many arguments as there are inputs. A pattern chooses among them.
// RUN: tern-bench %s --benchmark_list_tests | FileCheck %s --check-prefix=LIST
// LIST: {{^}}BM_eight/process_time/real_time{{$}}
// LIST-NEXT: {{^}}BM_seven/process_time/real_time{{$}}
// LIST-NOT: BM_
// RUN: tern-bench %s --benchmark_filter=s.ven --benchmark_dry_run --benchmark_counters_tabular 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=FILTER
// FILTER: Iterations items_per_second
// FILTER: BM_seven/process_time/real_time {{.*}} ms {{ *}}1 {{[0-9]}}
// FILTER-NOT: BM_
// RUN: tern-bench %s --benchmark_filter=-seven --benchmark_dry_run --benchmark_enable_random_interleaving 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=OTHERS
// OTHERS: BM_eight
// OTHERS-NOT: BM_

// An iteration of a synchronous function does the work of several; iterations are whole ones.
// RUN: tern-bench %s --function=seven --batch_size=4 --benchmark_min_time=6x --calls_out=%t.batch.csv 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=BATCH
// RUN: python3 %S/Inputs/check_bench.py calls %t.batch.csv 2
// BATCH: BM_seven/process_time/real_time {{.*}} 8 items_per_second

// Of an asynchronous one there are several calls, at the same time if that is asked for.
// RUN: tern-compile %s --invocation-model=coarse-fences -o %t.async.tern
// RUN: tern-bench %t.async.tern --function=seven --batch_size=4 --batch_concurrency=2 --benchmark_min_time=8x \
// RUN:   2>/dev/null | FileCheck %s --check-prefix=ASYNC
// ASYNC: BM_seven/process_time/real_time {{.*}} 8 items_per_second

// A lone dispatch is measured where it runs.
// RUN: tern-bench %S/Inputs/scaled_sum.mlir --function=doubled --input=3x5xf32=1.5 --benchmark_min_time=2x 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=DISPATCH
// DISPATCH: BM_doubled/process_time/manual_time

// What cannot be is refused.
// RUN: not tern-bench %s --benchmark_min_tim=1s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: tern-bench: error: unknown option; see --help: --benchmark_min_tim=1s
// RUN: not tern-bench %s --benchmark_min_time=1y 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: tern-bench: error: --benchmark_min_time takes seconds (0.5s) or a number of iterations (100x): 1y
// RUN: not tern-bench %s --benchmark_format=xml 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: --benchmark_format=xml: expected one of console,json,csv
// RUN: not tern-bench %s --benchmark_repetitions=0 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: expected a number from 1 on: --benchmark_repetitions=0
// RUN: not tern-bench %s --benchmark_dry_run=maybe 2>&1 | FileCheck %s --check-prefix=SWITCH
// SWITCH: expected true or false: --benchmark_dry_run=maybe
// RUN: not tern-bench %s --batch_concurrency=2 2>&1 | FileCheck %s --check-prefix=CONCURRENCY
// CONCURRENCY: --batch_concurrency is at most --batch_size
// RUN: not tern-bench %s --benchmark_filter=nine 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no benchmark matches: nine
// RUN: not tern-bench %s '--benchmark_filter=(' 2>&1 | FileCheck %s --check-prefix=PATTERN
// PATTERN: --benchmark_filter is no regular expression: (
// RUN: not tern-bench %s --function=nine 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: there is no such function: nine
// RUN: not tern-bench %s --function=product --input=6x8xf32=1 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: function 'product' takes 2 arguments but got 1; give each with --input
// RUN: not tern-bench %s --input=6x8xf32=1,x 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: --input:1:{{[0-9]+}}: error:
// RUN: not tern-bench 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: no file is given; see --help
// RUN: tern-bench --help | FileCheck %s --check-prefix=HELP
// HELP: --benchmark_min_warmup_time=SECONDS

func.func @product(%a: tensor<6x8xf32>, %b: tensor<8x4xf32>) -> tensor<6x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

func.func @seven() -> tensor<4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = stablehlo.exponential %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func @eight() -> tensor<4xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xf32>
  %1 = stablehlo.tanh %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
