// The upgrade table: every spelling of 2020 and 2021 that is read, and what it is today.
//
// The standard dialect of that time ("std", whose ops were written without a prefix) has become arith, math, memref,
// tensor, func, cf and complex; rows with a hook are those whose syntax or meaning of operands has changed as well.
// Sources: the changes of upstream's history from "std.constant" to "Remove the standard dialect" (2022), linalg's
// ins/outs syntax (2020-09), destination-passing style (2020-12), spv to spirv (2022-09).

#include "dialect/legacy/legacy.h"

#include "dialect/legacy/hooks.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// An op of the standard dialect, with and without its prefix.
#define STD(OLD, NEW, ...) \
  {.old_name = OLD, .new_name = NEW, __VA_ARGS__}, { .old_name = "std." OLD, .new_name = NEW, __VA_ARGS__ }
// An op that is still there, but was written in another way.
#define SINCE(NAME, ...) {.old_name = NAME, .new_name = NAME, .overrides = true, __VA_ARGS__}
#define SYNTAX(NAME) .parse = tern_legacy_parse_##NAME
#define UPGRADE(NAME) .upgrade = tern_legacy_upgrade_##NAME

static const tern_legacy_row_t rows[] = {
    // Functions and control flow.
    {.old_name = "func", .new_name = "func.func", UPGRADE(func)},
    STD("return", "func.return"),
    STD("call", "func.call"),
    STD("call_indirect", "func.call_indirect"),
    STD("br", "cf.br"),
    STD("cond_br", "cf.cond_br", UPGRADE(segments)),
    STD("switch", "cf.switch", UPGRADE(segments)),
    STD("assert", "cf.assert"),
    // Inside of a function a bare `constant` would be taken for func.constant.
    STD("constant", "arith.constant", SYNTAX(constant), UPGRADE(constant), .overrides = true),
    SINCE("scf.parallel", SYNTAX(parallel), UPGRADE(parallel)),
    SINCE("scf.reduce", SYNTAX(reduce)),

    // Integers.
    STD("addi", "arith.addi"),
    STD("subi", "arith.subi"),
    STD("muli", "arith.muli"),
    STD("divi_signed", "arith.divsi"),
    STD("divi_unsigned", "arith.divui"),
    STD("divis", "arith.divsi"),
    STD("diviu", "arith.divui"),
    STD("ceildivi_signed", "arith.ceildivsi"),
    STD("floordivi_signed", "arith.floordivsi"),
    STD("remi_signed", "arith.remsi"),
    STD("remi_unsigned", "arith.remui"),
    STD("remis", "arith.remsi"),
    STD("remiu", "arith.remui"),
    STD("and", "arith.andi"),
    STD("or", "arith.ori"),
    STD("xor", "arith.xori"),
    STD("shift_left", "arith.shli"),
    STD("shlis", "arith.shli"),
    STD("shift_right_signed", "arith.shrsi"),
    STD("shift_right_unsigned", "arith.shrui"),
    STD("maxsi", "arith.maxsi"),
    STD("maxui", "arith.maxui"),
    STD("minsi", "arith.minsi"),
    STD("minui", "arith.minui"),
    STD("cmpi", "arith.cmpi"),
    STD("select", "arith.select"),

    // Floats and complex numbers.
    STD("addf", "arith.addf"),
    STD("subf", "arith.subf"),
    STD("mulf", "arith.mulf"),
    STD("divf", "arith.divf"),
    STD("remf", "arith.remf"),
    STD("negf", "arith.negf"),
    STD("maxf", "arith.maximumf"),
    STD("minf", "arith.minimumf"),
    {.old_name = "arith.maxf", .new_name = "arith.maximumf"},
    {.old_name = "arith.minf", .new_name = "arith.minimumf"},
    STD("cmpf", "arith.cmpf"),
    STD("absf", "math.absf"),
    STD("ceilf", "math.ceil"),
    STD("floorf", "math.floor"),
    STD("copysign", "math.copysign"),
    STD("fmaf", "math.fma"),
    STD("exp", "math.exp"),
    STD("exp2", "math.exp2"),
    STD("expm1", "math.expm1"),
    STD("log", "math.log"),
    STD("log2", "math.log2"),
    STD("log10", "math.log10"),
    STD("log1p", "math.log1p"),
    STD("sqrt", "math.sqrt"),
    STD("rsqrt", "math.rsqrt"),
    STD("powf", "math.powf"),
    STD("sin", "math.sin"),
    STD("cos", "math.cos"),
    STD("tanh", "math.tanh"),
    STD("atan", "math.atan"),
    STD("atan2", "math.atan2"),
    {.old_name = "math.abs", .new_name = "math.absf"},
    STD("create_complex", "complex.create"),
    STD("re", "complex.re"),
    STD("im", "complex.im"),
    STD("addcf", "complex.add"),
    STD("subcf", "complex.sub"),

    // Casts.
    STD("index_cast", "arith.index_cast"),
    STD("sitofp", "arith.sitofp"),
    STD("uitofp", "arith.uitofp"),
    STD("fptosi", "arith.fptosi"),
    STD("fptoui", "arith.fptoui"),
    STD("fpext", "arith.extf"),
    STD("fptrunc", "arith.truncf"),
    STD("sexti", "arith.extsi"),
    STD("zexti", "arith.extui"),
    STD("trunci", "arith.trunci"),
    STD("bitcast", "arith.bitcast"),

    // Memory.
    STD("load", "memref.load"),
    STD("store", "memref.store"),
    STD("alloc", "memref.alloc", UPGRADE(segments)),
    STD("alloca", "memref.alloca", UPGRADE(segments)),
    STD("dealloc", "memref.dealloc"),
    STD("view", "memref.view"),
    STD("subview", "memref.subview", SYNTAX(subview), UPGRADE(slice)),
    STD("memref_cast", "memref.cast"),
    STD("memref_reshape", "memref.reshape"),
    STD("memref_reinterpret_cast", "memref.reinterpret_cast", UPGRADE(slice)),
    STD("transpose", "memref.transpose", SYNTAX(transpose)),
    STD("assume_alignment", "memref.assume_alignment"),
    STD("prefetch", "memref.prefetch"),
    STD("global_memref", "memref.global"),
    STD("get_global_memref", "memref.get_global"),
    STD("atomic_rmw", "memref.atomic_rmw"),
    STD("generic_atomic_rmw", "memref.generic_atomic_rmw"),
    STD("atomic_yield", "memref.atomic_yield"),
    STD("dma_start", "memref.dma_start"),
    STD("dma_wait", "memref.dma_wait"),

    // Tensors, and what was of tensors, vectors and buffers alike.
    STD("dim", NULL, SYNTAX(dim), UPGRADE(dim)),
    {.old_name = "memref.dim", SYNTAX(dim), UPGRADE(dim), .overrides = true},
    STD("rank", NULL, SYNTAX(rank), UPGRADE(rank)),
    STD("extract_element", NULL, SYNTAX(extract_element), UPGRADE(extract_element)),
    STD("splat", NULL, SYNTAX(splat), UPGRADE(splat)),
    {.old_name = "vector.splat", SYNTAX(splat), UPGRADE(splat)},
    STD("tensor_cast", "tensor.cast"),
    STD("tensor_from_elements", "tensor.from_elements"),
    STD("dynamic_tensor_from_elements", "tensor.generate"),
    STD("yield", "tensor.yield"),
    STD("subtensor", "tensor.extract_slice", UPGRADE(slice)),
    STD("subtensor_insert", "tensor.insert_slice", UPGRADE(slice)),
    STD("tensor_load", "bufferization.to_tensor", SYNTAX(tensor_load)),
    STD("tensor_store", "bufferization.materialize_in_destination", SYNTAX(tensor_store), UPGRADE(tensor_store)),
    STD("tensor_to_memref", "bufferization.to_buffer", SYNTAX(buffer_cast)),
    {.old_name = "memref.tensor_load", .new_name = "bufferization.to_tensor", SYNTAX(tensor_load)},
    {.old_name = "memref.tensor_store",
     .new_name = "bufferization.materialize_in_destination",
     SYNTAX(tensor_store),
     UPGRADE(tensor_store)},
    {.old_name = "memref.buffer_cast", .new_name = "bufferization.to_buffer", SYNTAX(buffer_cast)},

    // linalg.
    SINCE("linalg.generic", SYNTAX(generic), UPGRADE(generic)),
    {.old_name = "linalg.indexed_generic",
     .new_name = "linalg.generic",
     SYNTAX(indexed_generic),
     UPGRADE(indexed_generic)},
    SINCE("linalg.fill", SYNTAX(named), UPGRADE(named)),
    SINCE("linalg.copy", SYNTAX(named), UPGRADE(named)),
    SINCE("linalg.dot", SYNTAX(named), UPGRADE(named)),
    SINCE("linalg.matvec", SYNTAX(named), UPGRADE(named)),
    SINCE("linalg.vecmat", SYNTAX(named), UPGRADE(named)),
    SINCE("linalg.matmul", SYNTAX(named), UPGRADE(named)),
    SINCE("linalg.batch_matmul", SYNTAX(named), UPGRADE(named)),
    {.old_name = "linalg.conv", SYNTAX(conv)},
    SINCE("linalg.transpose", SYNTAX(transpose)),
    {.old_name = "linalg.init_tensor", .new_name = "tensor.empty", SYNTAX(init_tensor)},
    {.old_name = "linalg.pad_tensor", .new_name = "tensor.pad", SYNTAX(pad_tensor)},
    {.old_name = "linalg.reshape", SYNTAX(reshape)},
    {.old_name = "linalg.tensor_reshape", SYNTAX(reshape)},
    {.old_name = "linalg.expand_shape", SYNTAX(reshape)},
    {.old_name = "linalg.collapse_shape", SYNTAX(reshape)},
    {.old_name = "linalg.tensor_expand_shape", SYNTAX(reshape)},
    {.old_name = "linalg.tensor_collapse_shape", SYNTAX(reshape)},
    SINCE("tensor.expand_shape", SYNTAX(expand_shape)),
    SINCE("memref.expand_shape", SYNTAX(expand_shape)),

    // What has been in other dialects.
    {.old_name = "tensor.pack", .new_name = "linalg.pack"},
    {.old_name = "tensor.unpack", .new_name = "linalg.unpack"},
    {.old_name = "iree_linalg_ext.softmax", .new_name = "linalg.softmax"},
    {.old_name = "iree_linalg_ext.map_gather", .new_name = "iree_linalg_ext.map_load"},
    {.old_name = "iree_linalg_ext.map_scatter", .new_name = "iree_linalg_ext.map_store"},
    SINCE("flow.tensor.constant", SYNTAX(tensor_constant)),

    // What the tests of StableHLO say.
    {.old_name = "check.eq", .new_name = "check.expect_eq_const"},
    {.old_name = "check.almost_eq", .new_name = "check.expect_almost_eq_const"},

    // Triton.
    {.old_name = "triton_gpu.convert_layout",
     .new_name = "ttg.convert_layout",
     SYNTAX(convert_layout),
     UPGRADE(convert_layout)},
    {.old_name = "tt.view", .new_name = "tt.reshape", SYNTAX(conversion)},
    SINCE("tt.reshape", SYNTAX(reshape_flag), UPGRADE(reshape_flag)),
    SINCE("tt.splat", SYNTAX(tensor_splat), UPGRADE(tensor_splat)),
    SINCE("tt.expand_dims", SYNTAX(conversion)),
    SINCE("tt.broadcast", SYNTAX(broadcast), UPGRADE(broadcast)),
    SINCE("tt.trans", SYNTAX(trans), UPGRADE(trans)),
    SINCE("tt.load", SYNTAX(load)),
    SINCE("tt.store", SYNTAX(store)),
    SINCE("tt.dot", SYNTAX(dot), UPGRADE(dot)),
    SINCE("tt.fp_to_fp", SYNTAX(narrowing), UPGRADE(narrowing)),
    SINCE("tt.scan", UPGRADE(scan)),
    SINCE("tt.print", SYNTAX(print), UPGRADE(print)),
    SINCE("tt.get_program_id", SYNTAX(program)),
    SINCE("tt.get_num_programs", SYNTAX(program)),
    {.old_name = "triton_gpu.cmpi", .new_name = "arith.cmpi"},
    {.old_name = "triton_gpu.cmpf", .new_name = "arith.cmpf"},
    {.old_name = "triton_gpu.select", .new_name = "arith.select"},
    {.old_name = "triton_gpu.alloc_tensor", .new_name = "ttg.local_alloc", SYNTAX(alloc_tensor), UPGRADE(alloc_tensor)},
    {.old_name = "triton_gpu.insert_slice_async",
     .new_name = "ttg.async_copy_global_to_local",
     SYNTAX(insert_slice_async),
     UPGRADE(insert_slice_async)},
    {.old_name = "triton_gpu.insert_slice",
     .new_name = "ttg.local_store",
     SYNTAX(insert_slice_sync),
     UPGRADE(insert_slice_sync)},
    {.old_name = "triton_gpu.extract_slice",
     .new_name = "ttg.memdesc_index",
     SYNTAX(extract_slice),
     UPGRADE(extract_slice)},
    {.old_name = "triton_gpu.async_bulk_wait", .new_name = "nvvm.cp.async.bulk.wait_group", SYNTAX(bulk_wait)},
    {.old_name = "triton_gpu.async_bulk_commit_group", .new_name = "nvvm.cp.async.bulk.commit.group"},
    {.old_name = "triton_nvidia_gpu.dot_async",
     .new_name = "ttng.warp_group_dot",
     SYNTAX(dot_async),
     UPGRADE(dot_async)},
    {.old_name = "triton_nvidia_gpu.dot_wait", .new_name = "ttng.warp_group_dot_wait"},
    {.old_name = "triton_nvidia_gpu.alloc_mbarrier", .new_name = "ttg.local_alloc", SYNTAX(alloc_mbarrier)},
    {.old_name = "triton_nvidia_gpu.extract_mbarrier", .new_name = "ttg.memdesc_index", SYNTAX(typed)},
    {.old_name = "triton_nvidia_gpu.mbarrier_wait", .new_name = "ttng.wait_barrier", SYNTAX(mbarrier_wait)},
    {.old_name = "triton_nvidia_gpu.mbarrier_arrive", .new_name = "ttng.arrive_barrier", SYNTAX(mbarrier_arrive)},
#define INSERT_TMA(NAME) {.old_name = NAME, .new_name = "ttng.async_tma_copy_global_to_local", SYNTAX(insert_slice_tma)}
    INSERT_TMA("triton_nvidia_gpu.insert_slice_async_v2"),
    INSERT_TMA("triton_nvidia_gpu.insert_slice_tma"),
#undef INSERT_TMA
#define STORE_TMA(NAME) {.old_name = NAME, .new_name = "ttng.async_tma_copy_local_to_global", SYNTAX(store_async)}
    STORE_TMA("triton_nvidia_gpu.store_async"),
    STORE_TMA("triton_nvidia_gpu.store_async_tma"),
#undef STORE_TMA
    {.old_name = "triton_nvidia_gpu.bar_arrive", .new_name = "nvvm.barrier.arrive", SYNTAX(typed)},
    {.old_name = "triton_nvidia_gpu.bar_wait", .new_name = "nvvm.barrier", SYNTAX(bar_wait)},
    {.old_name = "triton_nvidia_gpu.get_thread_id", .new_name = "nvvm.read.ptx.sreg.tid.x"},
    {.old_name = "triton_nvidia_gpu.get_cluster_cta_id", .new_name = "nvvm.read.ptx.sreg.cluster.ctarank"},
    {.old_name = "triton_nvidia_gpu.reg_alloc", .new_name = "nvvm.setmaxregister", SYNTAX(reg_alloc)},
    {.old_name = "triton_nvidia_gpu.reg_dealloc", .new_name = "nvvm.setmaxregister", SYNTAX(reg_dealloc)},
#define GONE(NAME, TODAY) {.old_name = NAME, .gone = TODAY},
#include "dialect/legacy/triton_gone.def"
#undef GONE

    // Devices.
    {.old_name = "hal.executable.target", .new_name = "hal.executable.variant"},
    SINCE("gpu.block_id", UPGRADE(dimension)),
    SINCE("gpu.block_dim", UPGRADE(dimension)),
    SINCE("gpu.grid_dim", UPGRADE(dimension)),
    SINCE("gpu.thread_id", UPGRADE(dimension)),
    SINCE("gpu.global_id", UPGRADE(dimension)),
    SINCE("spirv.ControlBarrier", SYNTAX(barrier)),
    SINCE("spirv.MemoryBarrier", SYNTAX(barrier)),
};

static const tern_legacy_prefix_t prefixes[] = {
    {"spv.", "spirv."},
    {"xla_hlo.", "mhlo."},
    {"loop.", "scf."},
    // What a dispatch sees was flow's until 2025.
    {"flow.dispatch.tensor.", "iree_tensor_ext.dispatch.tensor."},
    {"flow.dispatch.tensor", "iree_tensor_ext.dispatch.tensor"},
    {"flow.dispatch.workload.", "iree_tensor_ext.dispatch.workload."},
    {"flow.dispatch.workgroup_count_from_dag_root", "iree_tensor_ext.dispatch.workgroup_count_from_dag_root"},
    {"flow.dispatch.workgroup_count_from_slice", "iree_tensor_ext.dispatch.workgroup_count_from_slice"},
    // Encodings were iree_linalg_ext's until 2024.
    {"iree_linalg_ext.encoding", "iree_encoding.encoding"},
    {"iree_linalg_ext.set_encoding", "iree_encoding.set_encoding"},
    {"iree_linalg_ext.unset_encoding", "iree_encoding.unset_encoding"},
    {"iree_linalg_ext.upper_bound_tile_size", "iree_encoding.upper_bound_tile_size"},
    {"util.initializer.return", "util.return"},
    // TritonGPU was triton_gpu until 2024; the layouts of NVIDIA's sums and of shared memory had shorter names.
    {"triton_gpu.mma", "ttg.nvidia_mma"},
    {"triton_gpu.shared", "ttg.swizzled_shared"},
    {"triton_gpu.", "ttg."},
    {"triton_nvidia_gpu.", "ttng."},
    {"util.byte_buffer", "util.buffer"},
    {"util.mutable_byte_buffer", "util.buffer"},
};

static const tern_legacy_attr_row_t attr_rows[] = {
    {"spv.target_env", "spirv.target_env", NULL},
    {"spv.entry_point_abi", "spirv.entry_point_abi", tern_legacy_upgrade_entry_point_abi},
    {"spv.interface_var_abi", "spirv.interface_var_abi", tern_legacy_upgrade_interface_var_abi},
    {"triton_gpu.num-warps", "ttg.num-warps", NULL},
    {"triton_gpu.num-ctas", "ttg.num-ctas", NULL},
    {"triton_gpu.threads-per-warp", "ttg.threads-per-warp", NULL},
    {"triton_gpu.shared", "ttg.shared", NULL},
    {"triton_gpu.target", "ttg.target", NULL},
    {"triton_gpu.compute-capability", "ttg.target", tern_legacy_upgrade_capability},
};

void tern_register_legacy(tern_context_t *context) {
  tern_legacy_register(context, rows, COUNT(rows));
  tern_legacy_register_prefixes(context, prefixes, COUNT(prefixes));
  tern_legacy_register_attrs(context, attr_rows, COUNT(attr_rows));
  tern_legacy_register_tensor(context, tern_legacy_upgrade_tensor);
}
