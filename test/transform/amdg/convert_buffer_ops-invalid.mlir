// RUN: tern-opt %s --verify-diagnostics --tritonamdgpu-convert-buffer-ops=arch-generation-name=sm_90

// expected-error @+2 {{'sm_90' names no GPU of AMD}}
// expected-note @+1 {{the option 'arch-generation-name' does, such as gfx942 or gfx1100}}
module attributes {"ttg.num-warps" = 4 : i32} {
}
