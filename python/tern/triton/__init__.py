"""A back end of Triton: kernels of programs that are not changed, compiled and run by tern on the CPU.

Triton finds it by its entry point (group `triton.backends`) once this package is installed, and takes it where there is no GPU, or where
the environment says TRITON_DEFAULT_BACKEND=tern. Tensors are those of torch on the CPU, or whatever has `data_ptr()`.
"""
