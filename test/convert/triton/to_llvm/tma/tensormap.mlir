// RUN: tern-opt %s --convert-triton-gpu-to-llvm=compute-capability=90 | FileCheck %s

#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32} {
  // The first warp clears 128 bytes, one thread writes the fields, and the warp copies all.
  // CHECK-LABEL: llvm.func internal @create
  // CHECK: %[[MAP:.*]] = llvm.getelementptr %arg4[%{{.*}}]
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: %[[WARP:.*]] = llvm.icmp "slt"
  // CHECK: @$2 st.shared.b32 {{.*}} %[[WARP]]
  // CHECK: nvvm.bar.warp.sync
  // CHECK: "@$2 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [ $0 + 0 ], $1;", "l,l,b" %[[MAP]], %arg1, %[[FIRST]]
  // CHECK: "@$1 tensormap.replace.tile.rank.shared::cta.b1024.b32 [ $0 + 0 ], 0x1;", "l,b"
  // CHECK: "@$2 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [ $0 + 0 ], 0x0, $1;", "l,r,b"
  // CHECK: tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [ $0 + 0 ], 0x1, $1;
  // CHECK: tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [ $0 + 0 ], 0x1, $1;
  // CHECK: "@$2 tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [ $0 + 0 ], 0x0, $1;", "l,l,b"
  // CHECK: tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [ $0 + 0 ], 0x1, $1;
  // CHECK: tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [ $0 + 0 ], 0x6;
  // CHECK: tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [ $0 + 0 ], 0x0;
  // CHECK: tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [ $0 + 0 ], 0x3;
  // CHECK: tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [ $0 + 0 ], 0x1;
  // CHECK: "@$2 tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [ $0 + 0 ], [ $1 + 0 ], 0x80;", "l,l,b" %arg0, %[[MAP]], %[[WARP]]
  tt.func private @create(%q: !tt.ptr<i8>, %g: !tt.ptr<f16>, %a: i32, %s: i64) {
    ttng.tensormap_create %q, %g, [%a, %a], [%a, %a], [%s], [%a, %a] {elem_type = 6 : i32, fill_mode = 1 : i32, interleave_layout = 0 : i32, swizzle_mode = 3 : i32, allocation.offset = 256 : i32} : (!tt.ptr<i8>, !tt.ptr<f16>, i32, i32, i32, i32, i64, i32, i32) -> ()
    tt.return
  }

  // CHECK-LABEL: llvm.func internal @acquire
  // CHECK: "@$1 fence.proxy.tensormap::generic.acquire.gpu [ $0 + 0 ], 0x80;\0A\09@$2 cp.async.bulk.commit_group ;\0A\09@$3 cp.async.bulk.wait_group.read 0 ;", "l,b,b,b" %arg0
  // CHECK: nvvm.barrier0
  // CHECK: llvm.addrspacecast %arg0 : !llvm.ptr<1> to !llvm.ptr
  tt.func private @acquire(%q: !tt.ptr<i8>) -> !tt.tensordesc<tensor<64x128xf16, #s>> {
    ttng.tensormap_fenceproxy_acquire %q : !tt.ptr<i8>
    %r = ttng.reinterpret_tensor_descriptor %q : !tt.ptr<i8> to !tt.tensordesc<tensor<64x128xf16, #s>>
    tt.return %r : !tt.tensordesc<tensor<64x128xf16, #s>>
  }
}
