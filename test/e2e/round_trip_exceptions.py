"""What round_trip.py does not ask for, with the reasons."""

# What the tools differ in, by the name of the chunk and the form. Names are patterns.
JUSTIFIED = {
    (r"cf/canonicalize\.mlir", "pretty"): "upstream prints the case -1 as an unsigned number",
    (r"gpu\.binary", None): "mlir-opt crashes on objects without targets",
    (r"gpu\.func", None): "attributes of results that the function does not have",
    (r"gpu\.launch_func|scf\.parallel|tensor\.pad|vector\.insert|memref\.generic_atomic_rmw", None): "counts of operands "
    "that do not go together, which mlir-opt looks at nowhere",
    (r"gpu/invalid\.mlir", None): "mlir-opt takes launches whose ids and sizes do not pair",
    (r"linalg\.(broadcast|transpose)|linalg/(canonicalize(_fill)?|ops)\.mlir", "generic"): "where the arguments of a "
    "region stand that is not written",
    (r"linalg\.elementwise", None): "an empty list of maps stands for the maps that nobody gave",
    (r"linalg\.(un)?pack", None): "an empty permutation is written, not left out, and tiles are counted",
    (r"llvm\.(add|mul|shl|sub|trunc)", None): "flags of overflow are a number in properties, which upstream reads as an "
    "attribute, too",
    (r"llvm\.mlir\.global", None): "an address space that nobody gave is not written",
    (r"nvvm/matrix_bf16\.mlir", None): "factors of bf16, which LLVM has and upstream's dialect has not",
    (r"nvvm\.mma\.(sp\.)?sync|nvvm/own_invalid\.mlir", None): "both types of factors are asked for where values do not tell",
    (r"nvvm/locations\.mlir", None): "upstream takes the op's location for the start of an attribute",
    (r"test/structured\.mlir", None): "iterator types of another kind are refused",
    (r"quant/invalid\.mlir", None): "scales nest to a bounded depth, and block sizes are looked at",
    (r"tosa\.cast", None): "of late 2026 is an attribute that MLIR 22 does not have",
    (r"tosa\.fully_connected", None): "an op of 2023-24 that MLIR 22 does not have any more",
    (r"vector\.scatter", None): "memory is no tensor that is changed: there is no result",
    (r"rocdl/invalid\.mlir", None): "the parameters of targets are looked at",
    (r"spirv\.ARM\.Graph", None): "upstream writes the types of graphs as those of functions, which it refuses to read",
    (r"spirv\.Image(DrefGather|Fetch|Read|Sample\w+|Write)", None): "of image operands beyond Bias, Lod and Grad upstream "
    "does not count the values",
    (r"spirv\.mlir\.(loop|selection)", None): "merges that do not give the results, which mlir-opt looks at nowhere",
}

# What no chunk has that both tools accept: names as the coverage gives them. Names are patterns.
UNMET = {
    r"gpu\.binary: offloadingHandler": "mlir-opt crashes on handlers that are none",
    r"gpu\.func: res_attrs": "kernels have no results",
    r"linalg\.elementwise: indexing_maps": "an empty list of maps stands for the maps that nobody gave",
    r"llvm\.mlir\.global: addr_space": "it is always written",
    r"nvgpu\.rcp: (rounding|ftz)": "other values are refused",
    r"nvvm\.mma\.sp\.block_scale: orderedMetadata": "without it the op is refused",
    r"nvvm\.st\.bulk: initVal": "other values are refused",
    r"nvvm\.fence\.proxy\.(acquire|release|sync_restrict): (from|to)Proxy": "other values are refused",
    r"nvvm\.mma\.(sp\.)?sync: multiplicand[AB]PtxType": "what the values tell is filled in",
    r"spirv\.Image(DrefGather|Fetch|Read|Write): (operand )?operand_arguments": "upstream takes Bias, Lod and Grad in other "
    "ops only, and no values of others",
    r"spirv\.ImageSampleExplicitLod: operand_arguments": "without them the op is refused",
    r"tensor\.scatter: unique": "without it the op is refused",
    r"tosa\.fully_connected|#tosa\.(unary|conv|matmul|pad)_quant": "of 2023-24, and not in MLIR 22 any more",
    r"tosa\.cast: input_unsigned": "of late 2026, and not in MLIR 22 yet",
    r"ub\.poison: value": "there is one value",
    r"#gpu\.kernel_table|#llvm\.(di_expression_elem|tbaa_member)": "written in other attributes alone, without its name",
    r"#llvm\.dso_local_equivalent|#nvvm\.cache_eviction_priority": "upstream's text of it cannot be read",
}
