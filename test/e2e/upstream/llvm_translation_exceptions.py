"""What llvm_translation.py does not ask for, with the reasons. Names are patterns, and so is what the tools say."""

JUSTIFIED = {
    (r"llvm\.(add|mul|shl|sub|trunc)", "attribute 'overflow'"): "flags of overflow are a number in properties, which upstream "
    "reads as an attribute, too",
    (r"llvm\.alloca", "cannot allocate"): "functions have no size",
    (r"llvm\.(extractvalue|invoke)|llvm/(functions|canonicalize)\.mlir", r"extractvalue|accepted|phi"): "LLVM's C API takes "
    "one index at a time; attributes of what is not there; a second edge into a block has another place for its arguments",
    (r"llvm\.mlir\.alias", "dso_local alias"): "upstream does not say it of aliases",
    (r"llvm\.(alloca|load|store|cmpxchg|atomicrmw|intr\.masked\.\w+)", r"align (2147483648|9223372036854775808)|accepted"): "an "
    "alignment below 1 is none; upstream takes it for the largest number",
    (r"llvm\.shufflevector", "expected a result of"): "lanes are counted",
    (r"llvm\.intr\.matrix\.column\.major\.load", "accepted"): "upstream makes a result of another size than the op's",
    (r"nvvm\.mbarrier\.arrive\.expect_tx|llvm/nvvm_invalid\.mlir", "has a predicate"): "upstream loses predicates",
    (r"llvm_translation/parameters\.mlir", "writable|swiftself"): "upstream drops attributes that its dialect has no name for",
    (r"nvvm\.prefetch", "accepted"): "upstream's call does not verify",
    (r"nvvm\.mma\.sync", "popc|needs the attribute"): "operations and types that the factors do not have",
    (r"(nvvm|rocdl)[./][\w.]+", "trunc i64"): "upstream gives 64 bits where the op has fewer",
    (r"llvm/(call_location_invalid|filled_vector|kernel_for_spirv)\.mlir|nvvm/matrix_bf16\.mlir", "accepted"): "what "
    "upstream does not translate",
    (r"llvm/renamed_intrinsics\.mlir", "accepted"): "upstream does not know the names that LLVM has replaced",
    (r"llvm/globals\.mlir", "getelementptr"): "upstream folds addresses by the data layout",
    (r"(rocdl|llvm)/(invalid|rocdl_invalid)\.mlir", ""): "what is wrong is found when it is read, not silently passed over",
}

UNMET = {
    r"nvvm\.(mbarrier\.try_wait\.parity|wgmma\.mma_async|inline_ptx|barrier\.arrive)": "has no intrinsic: --convert-nvvm-to-llvm "
    "writes PTX",
    r"nvvm\.read\.ptx\.sreg\.(clock64|globaltimer)": "upstream gives 64 bits where the op has fewer",
    r"rocdl\.exp": "upstream's call does not verify",
}
