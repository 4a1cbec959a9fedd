// RUN: tern-opt %s --split-input-file | FileCheck %s
// RUN: tern-opt %s --split-input-file --mlir-print-local-scope | FileCheck %s --check-prefix=LOCAL

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 0]]}>
// LOCAL: module attributes {ttg.x = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = {{\[\[}}0, 0]]}>} {
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0], CGALayout=[[0,0]]}>} {}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// LOCAL: module attributes {ttg.x = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>} {
module attributes {ttg.x = #ttg.blocked<{sizePerThread=[1,4], threadsPerWarp=[4,8], warpsPerCTA=[4,1], order=[1,0], CGALayout=[]}>} {}

// -----

// CHECK: #linear = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}1, 0]], warp = {{\[\[}}1, 0]], block = []}>
// LOCAL: module attributes {ttg.x = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}1, 0]], warp = {{\[\[}}1, 0]], block = []}>} {
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[1,0]],warp=[[1,0]],block=[]}>} {}

// -----

// CHECK: #linear = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 0]], warp = [], block = []}>
// LOCAL: module attributes {ttg.x = #ttg.linear<{register = {{\[\[}}0, 1]], lane = {{\[\[}}0, 0]], warp = [], block = []}>} {
module attributes {ttg.x = #ttg.linear<{register=[[0,1]],lane=[[0,0]],warp=[],block=[],foo=3}>} {}

// -----

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// LOCAL: module attributes {ttg.x = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>} {
module attributes {ttg.x = #ttg.nvidia_mma<{versionMajor=2,warpsPerCTA=[4,1],instrShape=[16,8],foo=3}>} {}

// -----

// CHECK: #mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16], isTransposed = true}>
// LOCAL: module attributes {ttg.x = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16], isTransposed = true}>} {
module attributes {ttg.x = #ttg.amd_mfma<{version=4,warpsPerCTA=[4,1],instrShape=[16,16],isTransposed=true}>} {}

// -----

// CHECK: #mma = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = false, CGALayout = {{\[\[}}0, 1]], tilesPerWarp = [2, 2], elementBitWidth = 64}>
// LOCAL: module attributes {ttg.x = #ttg.amd_mfma<{version = 4, warpsPerCTA = [4, 1], instrShape = [16, 16, 16], isTransposed = false, CGALayout = {{\[\[}}0, 1]], tilesPerWarp = [2, 2], elementBitWidth = 64}>} {
module attributes {ttg.x = #ttg.amd_mfma<{version=4,warpsPerCTA=[4,1],instrShape=[16,16,16],isTransposed=false,elementBitWidth=64,tilesPerWarp=[2,2],CGALayout=[[0,1]]}>} {}

// -----

// CHECK: #mma = #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [4, 1], CGALayout = {{\[\[}}0, 1]], tilesPerWarp = [2, 1], instrShape = [16, 16, 32]}>
// LOCAL: module attributes {ttg.x = #ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [4, 1], CGALayout = {{\[\[}}0, 1]], tilesPerWarp = [2, 1], instrShape = [16, 16, 32]}>} {
module attributes {ttg.x = #ttg.amd_wmma<{version=2,isTranspose=true,warpsPerCTA=[4,1],instrShape=[16,16,32],tilesPerWarp=[2,1],CGALayout=[[0,1]]}>} {}

// -----

// CHECK: #mma = #ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [4, 1], instrShape = [16, 16, 64]}>
// LOCAL: module attributes {ttg.x = #ttg.amd_wmma<{version = 3, isTranspose = true, warpsPerCTA = [4, 1], instrShape = [16, 16, 64]}>} {
module attributes {ttg.x = #ttg.amd_wmma<{version=3,isTranspose=true,warpsPerCTA=[4,1],instrShape=[16,16,64]}>} {}

// -----

// CHECK: #mma = #ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = []}>
// LOCAL: module attributes {ttg.x = #ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = []}>} {
module attributes {ttg.x = #ttg.amd_wmma<{version=2}>} {}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>
// LOCAL: module attributes {ttg.x = #ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [32, 1, 1], warpsPerCTA = [4, 1, 1], order = [0, 1, 2]}>}>}>} {
module attributes {ttg.x = #ttg.slice<{dim=1,parent=#ttg.slice<{dim=1,parent=#ttg.blocked<{sizePerThread=[1,1,1],threadsPerWarp=[32,1,1],warpsPerCTA=[4,1,1],order=[0,1,2]}>}>}>} {}

// -----

// CHECK: #blocked = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
// LOCAL: module attributes {ttg.x = #ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>}>} {
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.blocked<{sizePerThread=[1,1],threadsPerWarp=[32,1],warpsPerCTA=[4,1],order=[0,1]}>}>} {}

// -----

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
// LOCAL: module attributes {ttg.x = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = 2}>} {
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.nvidia_mma<{versionMajor=2,warpsPerCTA=[4,1],instrShape=[16,8]}>,kWidth=2}>} {}

// -----

// CHECK: #mma = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>
// LOCAL: module attributes {ttg.x = #ttg.dot_op<{opIdx = 1, parent = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8, 16]}>}>} {
module attributes {ttg.x = #ttg.dot_op<{opIdx=1,parent=#ttg.nvidia_mma<{versionMajor=1,warpsPerCTA=[4,1],instrShape=[16,8,16]}>}>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 4, order = [1, 0], CGALayout = {{\[\[}}1, 0], [0, 1]]}>
// LOCAL: module attributes {ttg.x = #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 4, order = [1, 0], CGALayout = {{\[\[}}1, 0], [0, 1]]}>} {
module attributes {ttg.x = #ttg.swizzled_shared<{vec=3,perPhase=1,maxPhase=4,order=[1,0],CGALayout=[[1,0],[0,1]]}>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 4, perPhase = 0, maxPhase = 0, order = []}>
// LOCAL: module attributes {ttg.x = #ttg.swizzled_shared<{vec = 4, perPhase = 0, maxPhase = 0, order = []}>} {
module attributes {ttg.x = #ttg.swizzled_shared<{vec=4}>} {}

// -----

// CHECK: #shared = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0], CGALayout = {{\[\[}}1, 0], [0, 1]]}>
// LOCAL: module attributes {ttg.x = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0], CGALayout = {{\[\[}}1, 0], [0, 1]]}>} {
module attributes {ttg.x = #ttg.amd_rotating_shared<{vec=4,perPhase=1,maxPhase=4,order=[1,0],CGALayout=[[1,0],[0,1]]}>} {}

// -----

// CHECK: #shared = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 1]}>
// LOCAL: module attributes {ttg.x = #ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 1]}>} {
module attributes {ttg.x = #ttg.amd_rotating_shared<{vec=4,perPhase=1,maxPhase=4,order=[1,1]}>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true}>
// LOCAL: module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, elementBitWidth = 8, fp4Padded = true}>} {
module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth=64,transposed=true,elementBitWidth=8,fp4Padded=true}>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 48, transposed = true, elementBitWidth = 8}>
// LOCAL: module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth = 48, transposed = true, elementBitWidth = 8}>} {
module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth=48,transposed=true,elementBitWidth=8}>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 0}>
// LOCAL: module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 0}>} {
module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth=32,transposed=true,elementBitWidth=0}>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8, rank = 1}>
// LOCAL: module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8, rank = 1}>} {
module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth=32,transposed=true,elementBitWidth=8,rank=1}>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8, CGALayout = {{\[\[}}1, 0, 0]]}>
// LOCAL: module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8, CGALayout = {{\[\[}}1, 0, 0]]}>} {
module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth=32,transposed=true,elementBitWidth=8,rank=3,CGALayout=[[1,0,0]]}>} {}

// -----

// As it is printed: the rank is that of the layout's entries.
// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8, CGALayout = {{\[\[}}1, 0, 0]]}>
// LOCAL: module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 8, CGALayout = {{\[\[}}1, 0, 0]]}>} {
module attributes {ttg.x = #ttg.nvmma_shared<{swizzlingByteWidth=32,transposed=true,elementBitWidth=8,CGALayout=[[1,0,0]]}>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>
// LOCAL: module attributes {ttg.x = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>} {
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1],[1,0]]},alignment=16>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]], block = {{\[\[}}0, 2]]}, alignment = 16>
// LOCAL: module attributes {ttg.x = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]], block = {{\[\[}}0, 2]]}, alignment = 16>} {
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1],[1,0]],block=[[0,2]]},alignment=16>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 1]]}, alignment = 16>
// LOCAL: module attributes {ttg.x = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 1]]}, alignment = 16>} {
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1],[1,1]]},alignment=16>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [0, 0]]}, alignment = 16>
// LOCAL: module attributes {ttg.x = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [0, 0]]}, alignment = 16>} {
module attributes {ttg.x = #ttg.shared_linear<{offset=[[0,1],[0,0]]},alignment=16>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
// LOCAL: module attributes {ttg.x = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>} {
module attributes {ttg.x = #ttg.padded_shared<[32:+4] {order=[1,0],shape=[16,32]}>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[32:+4, 64:+8] {order = [0, 1], shape = [16, 32]}>
// LOCAL: module attributes {ttg.x = #ttg.padded_shared<[32:+4, 64:+8] {order = [0, 1], shape = [16, 32]}>} {
module attributes {ttg.x = #ttg.padded_shared<[32:+4, 64:+8] {order=[0,1],shape=[16,32]}>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[2:+2] {order = [1, 0], shape = [4, 4]}>
// LOCAL: module attributes {ttg.x = #ttg.padded_shared<[2:+2] {order = [1, 0], shape = [4, 4]}>} {
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,2],[1,0],[2,0]],block=[]}>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[2:+2] {offset = {{\[\[}}0, 1], [0, 2], [2, 0], [1, 0]], block = []}>
// LOCAL: module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset = {{\[\[}}0, 1], [0, 2], [2, 0], [1, 0]], block = []}>} {
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,2],[2,0],[1,0]],block=[]}>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[2:+2] {offset = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0]], block = {{\[\[}}4, 0]]}>
// LOCAL: module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0]], block = {{\[\[}}4, 0]]}>} {
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,2],[1,0],[2,0]],block=[[4,0]]}>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[2:+2] {order = [1, 0], shape = [1, 4]}>
// LOCAL: module attributes {ttg.x = #ttg.padded_shared<[2:+2] {order = [1, 0], shape = [1, 4]}>} {
module attributes {ttg.x = #ttg.padded_shared<[2:+2] {offset=[[0,1],[0,2]],block=[]}>} {}

// -----

// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = #ttg.shared_memory} {
module attributes {ttg.x = #ttg.shared_memory} {}

// -----

// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = #ttg.shared_memory} {
module attributes {ttg.x = #ttg.shared_memory<>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable, 2x16x16>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable, 2x16x16>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, 2x16x16>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, 2x16x16>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable, 16x16>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable, 24x16>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable, 24x16>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<12x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<12x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<3x16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<3x16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<3x16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [2, 1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<3x16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[2,1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<0x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<0x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16x!tt.ptr<f32>, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x16x!tt.ptr<f32>, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xindex, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x16xindex, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xtensor<2xf32>, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x16xtensor<2xf32>, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth=128,transposed=false,elementBitWidth=16}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<4x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<4x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth=128,transposed=false,elementBitWidth=16}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x64xf16, #ttg.nvmma_shared<{swizzlingByteWidth=128,transposed=false,elementBitWidth=16}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x64xf32, #ttg.nvmma_shared<{swizzlingByteWidth=128,transposed=false,elementBitWidth=16}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>, #ttg.shared_memory, mutable, 16x64>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf16, #ttg.nvmma_shared<{swizzlingByteWidth=128,transposed=false,elementBitWidth=16}>, #ttg.shared_memory, mutable, 16x64>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x32xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x32xf32, #ttg.padded_shared<[32:+4] {order=[1,0],shape=[16,32]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>, #ttg.shared_memory, mutable, 16x32>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.padded_shared<[32:+4] {order=[1,0],shape=[16,32]}>, #ttg.shared_memory, mutable, 16x32>} {}

// -----

// CHECK: #shared = #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<2x16x32xf32, #ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<2x16x32xf32, #ttg.padded_shared<[32:+4] {order=[1,0],shape=[16,32]}>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<2x2xf32, #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<2x2xf32, #ttg.shared_linear<{offset=[[0,1],[1,0]]},alignment=16>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<4x2xf32, #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<4x2xf32, #ttg.shared_linear<{offset=[[0,1],[1,0]]},alignment=16>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<2x2x2xf32, #ttg.shared_linear<{offset = {{\[\[}}0, 1], [1, 0]]}, alignment = 16>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<2x2x2xf32, #ttg.shared_linear<{offset=[[0,1],[1,0]]},alignment=16>, #ttg.shared_memory, mutable>} {}

// -----

// CHECK: #shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>
// CHECK: #smem = #ttg.shared_memory
// LOCAL: module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0], CGALayout = {{\[\[}}1, 0]]}>, #ttg.shared_memory, mutable>} {
module attributes {ttg.x = !ttg.memdesc<16x16xf32, #ttg.swizzled_shared<{vec=1,perPhase=1,maxPhase=1,order=[1,0],CGALayout=[[1,0]]}>, #ttg.shared_memory, mutable>} {}

// -----

// LOCAL: module attributes {ttg.x = !ttg.async.token} {
module attributes {ttg.x = !ttg.async.token} {}

// -----

// LOCAL: module attributes {ttg.x = !ttg.async.token} {
module attributes {ttg.x = !ttg.async.token<>} {}
