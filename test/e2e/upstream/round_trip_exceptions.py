"""What round_trip.py does not ask for, with the reasons."""

# What the tools differ in, by the name of the chunk, the form (`again`: what is read from the text that both print) and, if
# given, what they say. Names and what is said are patterns.
JUSTIFIED = {
    (r"cf/canonicalize\.mlir", "pretty"): "upstream prints the case -1 as an unsigned number",
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
    (r"spirv\.ARM\.Graph\w*", None): "upstream writes the types of graphs as those of functions, which it refuses to read",
    (r"spirv\.Image(DrefGather|Fetch|Read|Sample\w+|Write)", None): "of image operands beyond Bias, Lod and Grad upstream "
    "does not count the values",
    (r"spirv\.mlir\.(loop|selection)", None): "merges that do not give the results, which mlir-opt looks at nowhere",
    (r"affine\.for", None, "step to be a positive"): "steps that are not positive, which mlir-opt looks for in text only",
    (r"affine\.parallel", None, "operand count and affine map"): "counts of operands that mlir-opt looks at nowhere",
    (r"(cf\.s|spirv\.S)witch", None, "case operand segments"): "segments that are no successors', which mlir-opt passes over",
    (r"llvm\.alloca", None, "cannot allocate"): "functions have no size",
    (r"llvm\.shufflevector", None, "expected a result of"): "lanes are counted",
    (r"llvm\.(func|mlir\.\w+)", None, "INVALID EMPTY SYMBOL"): "upstream writes empty names as what it does not read",
    (r"spirv\.GlobalVariable", None, "built_in|expected ':'"): "upstream writes and reads names of built-ins that are words only",
    (r"vector\.multi_reduction", None, "unsupported reduction type|out of range"): "kinds that the elements do not have, and "
    "dimensions that the vector has not",
    (r"transform\.iree\..*|transform/iree_ops\.mlir", None): "ops of IREE's extension",
    (r"transform/invalid(_ops)?\.mlir", None): "arguments and bodies of sequences, and replacements, are looked at",
    (r"(transform|round_trip)/(ops|transform)\.mlir", "pretty"): "upstream leaves spaces at the ends of lines",
    (r"transform\.collect_matching", None, "type interfaces"): "results of matchers are compared where scripts run",
    (r"transform\.structured\.\w+", None, "as many as|operands and types do not match"): "counts of operands that do not go "
    "together, which upstream looks at nowhere",
    (r"affine\.\w+", "again", r"-> \(d1, d0\)"): "indices that are one value, as one map of it or another",
    (r"linalg\.(batch_(reduce_)?)?matmul", "again", "affine_map"): "an empty list of maps stands for the usual ones",
    (r"llvm\.(func|mlir\.(alias|global))", "again", "unnamed_addr|linkage|CConv|visibility_"): "what nobody gave is filled in",
    (r"llvm\.alloca", "again", "alignment = 0"): "0 is no alignment",
    (r"llvm\.(call|call_intrinsic|invoke)", "again", r"op_bundle_tags = \[\]"): "no tags are none",
    (r"llvm\.(call|call_intrinsic|invoke)", "again", r"(arg|res)_attrs"): "attributes of what the call does not have",
    (r"ml_program\.global", "again", "sym_visibility"): "what nobody gave is filled in",
    (r"nvvm(\.prefetch|/copy\.mlir)", "again", "in_param_space|uniform"): "upstream writes these flags beside others only",
    (r"nvvm\.mma\.(sp\.)?block_scale", "again", "different type"): "the types of factors are written once",
    (r"spirv\.CopyMemory|(spirv|round_trip)/\w+\.mlir", "again", "source_"): "upstream gives the source the access of the target",
    (r"spirv(\.SpecConstant|/structure\.mlir)|round_trip/spirv\.mlir", "again", "spec_id"): "numbers of constants have no type in text",
    (r"round_trip/spirv\.mlir", "again", r"\}\) \{test\.a\}"): "upstream writes no attributes of loops and selections",
    (r"spirv\.KHR\.CooperativeMatrix(Load|Store)", "again", "expected '<'"): "upstream writes an alignment that belongs to no access",
    (r"spirv\.INTEL\.SubgroupBlockWrite", "again"): "upstream writes the pointer's type where it reads the value's",
    (r"gpu\.(create_dn_tensor|spmm(_buffer_size)?)", "again", "non-function type"): "upstream does not read lists of nothing",
    (r"gpu\.launch", "again"): "upstream writes what a launch waits for with its token only",
    (r"(tosa|round_trip)/(ops|tosa)\.mlir|tosa\.cond_if", "again", "non-function type"): "upstream does not read conditions without inputs",
    (r"tosa\.variable", "again", "type = |a ranked tensor"): "the type of a variable is that of its elements",
    (r"vector\.outerproduct", "again", "kind"): "upstream writes the kind beside sums only",
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
    r"transform\.iree\..*": "ops of IREE's extension",
    r"transform\.structured\.pack_greedily: matmul_inner_dims_order": "without it the op is refused",
    r"ub\.poison: value": "there is one value",
    r"#gpu\.kernel_table|#llvm\.(di_expression_elem|tbaa_member)": "written in other attributes alone, without its name",
    r"#llvm\.dso_local_equivalent|#nvvm\.cache_eviction_priority": "upstream's text of it cannot be read",
}
