// Barriers in shared memory, which count arrivals and bytes that are copied: ttng.init_barrier, inval_barrier, barrier_expect,
// wait_barrier, arrive_barrier, async_copy_mbarrier_arrive, as inline PTX (upstream: BarrierOpToLLVM).
//
// One thread of the block, or of the partition of warps, does what is to be done once; every thread waits.

#include "convert/triton/to_llvm/ptx.h"
#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/ttng/ttng.h"

enum { HAS_TRY_WAIT = 90 };

static int64_t number_of(const tern_op_t *op, const char *name) {
  return tern_integer_attr_value(tern_op_attr(op, name));
}

static tern_value_t *is_first_thread(tern_conversion_t *conversion, const tern_op_t *op) {
  tern_builder_t *b = tern_triton_builder(conversion);
  return tern_emit_icmp(b, TERN_EMIT_EQ, tern_triton_ids(conversion, op).thread, tern_emit_i32(b, 0));
}

// `@$0 INSTRUCTION [$1]REST;` in the first thread, where `condition` (NULL: always) holds there.
static bool emit_once(tern_conversion_t *conversion, tern_op_t *op, tern_value_t *barrier, tern_value_t *condition,
                      const char *instruction, int64_t number, bool has_number) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *address = tern_triton_unpack_memory(conversion, barrier).base;
  tern_value_t *is_first = tern_emit_both(b, is_first_thread(conversion, op), condition);
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  tern_ptx_predicate(&ptx, is_first);
  tern_ptx_format(&ptx, "%s [$%d]", instruction, tern_ptx_operand(&ptx, 'r', address));
  if (has_number) tern_ptx_format(&ptx, ", %lld", (long long)number);
  tern_ptx_text(&ptx, ";");
  tern_ptx_finish(&ptx, b, true, NULL);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_init(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return emit_once(conversion, op, operands.values[0], NULL, "mbarrier.init.shared::cta.b64", number_of(op, "count"),
                   true);
}

static bool lower_inval(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return emit_once(conversion, op, operands.values[0], NULL, "mbarrier.inval.shared::cta.b64", 0, false);
}

static bool lower_expect(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return emit_once(conversion, op, operands.values[0], operands.values[1], "mbarrier.arrive.expect_tx.shared.b64 _,",
                   number_of(op, "size"), true);
}

static bool lower_arrive(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  int64_t count = number_of(op, "count");
  tern_value_t *condition = operands.count > 1 ? operands.values[1] : NULL;
  return emit_once(conversion, op, operands.values[0], condition, "mbarrier.arrive.shared::cta.b64 _,", count,
                   count > 1);
}

// --- waiting ---

static bool holds_always(const tern_value_t *condition) {
  int64_t number;
  return !condition || (tern_emit_is_constant(condition, &number) && number);
}

// A loop: chips that have no waiting instruction test and sleep.
static bool lower_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_attr_t *sizes = tern_op_attr(op, "operandSegmentSizes");
  bool has_condition = tern_dense_array_attr_int(sizes, 2) > 0;
  tern_value_t *condition = has_condition ? operands.values[2] : NULL;
  bool can_wait = tern_triton_lowering_of(conversion)->capability >= HAS_TRY_WAIT;
  if (holds_always(condition)) condition = NULL;
  tern_ptx_t ptx;
  tern_ptx_start(&ptx);
  int address = tern_ptx_operand(&ptx, 'r', tern_triton_unpack_memory(conversion, operands.values[0]).base);
  int phase = tern_ptx_operand(&ptx, 'r', operands.values[1]);
  tern_ptx_text(&ptx, "\n{\n");
  if (condition) tern_ptx_format(&ptx, "\t@!$%d bra.uni skipWait;\n", tern_ptx_operand(&ptx, 'b', condition));
  tern_ptx_text(&ptx, "\t.reg .pred complete;\n\twaitLoop:\n");
  tern_ptx_format(&ptx, "\tmbarrier.%s.parity.shared.b64 complete, [$%d], $%d;\n", can_wait ? "try_wait" : "test_wait",
                  address, phase);
  if (!can_wait) tern_ptx_text(&ptx, "\t@!complete nanosleep.u32 20;\n");
  tern_ptx_text(&ptx, "\t@!complete bra.uni waitLoop;\n");
  if (condition) tern_ptx_text(&ptx, "\tskipWait:\n");
  tern_ptx_text(&ptx, "}\n");
  tern_ptx_finish(&ptx, b, true, NULL);
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_copy_arrive(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *address = tern_triton_unpack_memory(conversion, operands.values[0]).base;
  bool is_counted = tern_op_attr(op, "noIncrement") != NULL;
  tern_build(b, TERN_NVVM(CP_ASYNC_MBARRIER_ARRIVE), .operands = TERN_VALUES(address), .types = {0},
             .attrs = TERN_ATTRS({"noinc", tern_bool_attr_get(b->context, is_counted)}));
  tern_conversion_erase(conversion, op);
  return true;
}

// --- clusters ---

static bool lower_cluster_arrive(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_op_row_t *row = number_of(op, "relaxed") ? TERN_NVVM(CLUSTER_ARRIVE_RELAXED) : TERN_NVVM(CLUSTER_ARRIVE);
  tern_build(b, row, .types = {0}, .attrs = TERN_ATTRS({"aligned", tern_unit_attr_get(b->context)}));
  tern_conversion_erase(conversion, op);
  return true;
}

static bool lower_cluster_wait(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_build(b, TERN_NVVM(CLUSTER_WAIT), .types = {0},
             .attrs = TERN_ATTRS({"aligned", tern_unit_attr_get(b->context)}));
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_barrier_patterns[] = {
    {"init-barrier", TERN_TTNG(INIT_BARRIER), TERN_TRITON_BENEFIT, lower_init},
    {"inval-barrier", TERN_TTNG(INVAL_BARRIER), TERN_TRITON_BENEFIT, lower_inval},
    {"barrier-expect", TERN_TTNG(BARRIER_EXPECT), TERN_TRITON_BENEFIT, lower_expect},
    {"arrive-barrier", TERN_TTNG(ARRIVE_BARRIER), TERN_TRITON_BENEFIT, lower_arrive},
    {"wait-barrier", TERN_TTNG(WAIT_BARRIER), TERN_TRITON_BENEFIT, lower_wait},
    {"async-copy-mbarrier-arrive", TERN_TTNG(ASYNC_COPY_MBARRIER_ARRIVE), TERN_TRITON_BENEFIT, lower_copy_arrive},
    {"cluster-arrive", TERN_TTNG(CLUSTER_ARRIVE), TERN_TRITON_BENEFIT, lower_cluster_arrive},
    {"cluster-wait", TERN_TTNG(CLUSTER_WAIT), TERN_TRITON_BENEFIT, lower_cluster_wait},
    {0},
};
