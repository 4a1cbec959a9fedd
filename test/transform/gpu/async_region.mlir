// The result is what upstream's pass gives.
// RUN: tern-opt --gpu-async-region %s > %t.mlir
// RUN: mlir-opt --gpu-async-region %s | diff - %t.mlir
// RUN: FileCheck %s < %t.mlir

module attributes {gpu.container_module} {
  gpu.module @filters {
    gpu.func @blur(%from: memref<256xf32>, %to: memref<256xf32>) kernel { gpu.return }
    gpu.func @count(%pixels: memref<256xf32>, %bins: memref<16xi32>) kernel { gpu.return }
  }
  func.func private @log(memref<256xf32>)

  // Device ops follow each other by tokens. What has no effect does not part them; a load on the host waits for all of them, and so
  // does the end of the function.
  // CHECK-LABEL: func.func @there_and_back
  // CHECK: %[[START:.+]] = gpu.wait async
  // CHECK: %{{.+}}, %[[SPACE:.+]] = gpu.alloc async [%[[START]]]
  // CHECK: %[[UP:.+]] = gpu.memcpy async [%[[SPACE]]]
  // CHECK: arith.muli
  // CHECK: %[[BLUR:.+]] = gpu.launch_func async [%[[UP]]]
  // CHECK: %[[DOWN:.+]] = gpu.memcpy async [%[[BLUR]]]
  // CHECK: gpu.wait [%[[DOWN]]]
  // CHECK: memref.load
  // CHECK: %[[AGAIN:.+]] = gpu.wait async
  // CHECK: %[[FREE:.+]] = gpu.dealloc async [%[[AGAIN]]]
  // CHECK: gpu.wait [%[[FREE]]]
  // CHECK: return
  func.func @there_and_back(%host: memref<256xf32>, %i: index) -> f32 {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %device = gpu.alloc() : memref<256xf32>
    gpu.memcpy %device, %host : memref<256xf32>, memref<256xf32>
    %blocks = arith.muli %i, %c64 : index
    gpu.launch_func @filters::@blur blocks in (%blocks, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%device : memref<256xf32>, %device : memref<256xf32>)
    gpu.memcpy %host, %device : memref<256xf32>, memref<256xf32>
    %pixel = memref.load %host[%i] : memref<256xf32>
    gpu.dealloc %device : memref<256xf32>
    return %pixel : f32
  }

  // A chain of three regions, the middle one of which has no work for the device: its token goes through, and the wait comes with
  // the await at the end.
  // CHECK-LABEL: func.func @chain
  // CHECK-NOT: gpu.wait [
  // CHECK: async.await
  // CHECK-NEXT: %[[LAST:.+]] = async.await
  // CHECK-NEXT: gpu.wait [%[[LAST]]]
  func.func @chain(%n: index, %pixels: memref<256xf32>, %bins: memref<16xi32>, %zero: i32, %grey: f32) {
    %cleared = async.execute {
      gpu.memset %bins, %zero : memref<16xi32>, i32
      gpu.memset %pixels, %grey : memref<256xf32>, f32
      async.yield
    }
    %nothing = async.execute [%cleared] {
      %sum = arith.addf %grey, %grey : f32
      async.yield
    }
    %counted = async.execute [%nothing] {
      gpu.launch_func @filters::@count blocks in (%n, %n, %n) threads in (%n, %n, %n)
          args(%pixels : memref<256xf32>, %bins : memref<16xi32>)
      async.yield
    }
    async.await %counted : !async.token
    return
  }

  // The host reads what the device writes within the region: the wait stays there, and none follows the await.
  // CHECK-LABEL: func.func @host_in_between
  // CHECK: gpu.memset async
  // CHECK: gpu.wait [
  // CHECK-NEXT: func.call @log
  // CHECK: async.await
  // CHECK-NOT: gpu.wait
  // CHECK: return
  func.func @host_in_between(%pixels: memref<256xf32>, %grey: f32) {
    %logged = async.execute {
      gpu.memset %pixels, %grey : memref<256xf32>, f32
      func.call @log(%pixels) : (memref<256xf32>) -> ()
      async.yield
    }
    async.await %logged : !async.token
    return
  }

  // The token is a further result beside those that the region has.
  // CHECK-LABEL: func.func @two_values
  // CHECK: async.execute -> (!async.value<f32>, !async.value<i1>, !async.value<!gpu.async.token>)
  func.func @two_values(%pixels: memref<256xf32>, %grey: f32) -> (i1, f32) {
    %done, %half, %dark = async.execute -> (!async.value<f32>, !async.value<i1>) {
      gpu.memset %pixels, %grey : memref<256xf32>, f32
      %scale = arith.constant 0.5 : f32
      %less = arith.mulf %grey, %scale : f32
      %is = arith.cmpf olt, %grey, %scale : f32
      async.yield %less, %is : f32, i1
    }
    %first = async.await %dark : !async.value<i1>
    async.await %done : !async.token
    %second = async.await %half : !async.value<f32>
    return %first, %second : i1, f32
  }

  // A token that two regions want is yielded twice; nobody wants those of the two, so that they wait.
  // CHECK-LABEL: func.func @fan_out
  // CHECK: async.execute -> (!async.value<!gpu.async.token>, !async.value<!gpu.async.token>)
  // CHECK-COUNT-2: gpu.wait [
  func.func @fan_out(%pixels: memref<256xf32>, %bins: memref<16xi32>, %zero: i32, %grey: f32) {
    %filled = async.execute {
      gpu.memset %pixels, %grey : memref<256xf32>, f32
      async.yield
    }
    %copied = async.execute [%filled] {
      %copy = gpu.alloc() : memref<256xf32>
      gpu.memcpy %copy, %pixels : memref<256xf32>, memref<256xf32>
      gpu.dealloc %copy : memref<256xf32>
      async.yield
    }
    %cleared = async.execute [%filled] {
      gpu.memset %bins, %zero : memref<16xi32>, i32
      async.yield
    }
    return
  }

  // Tokens that are there already are kept, together with those of the chain.
  // CHECK-LABEL: func.func @tokens_of_callers
  // CHECK: %[[OTHER:.+]] = gpu.wait async [%arg0]
  // CHECK: gpu.memset async [{{.*}}%arg0
  func.func @tokens_of_callers(%before: !gpu.async.token, %pixels: memref<256xf32>, %grey: f32) {
    %other = gpu.wait async [%before]
    gpu.memset [%before] %pixels, %grey : memref<256xf32>, f32
    %room, %given = gpu.alloc async [%other] () : memref<256xf32>
    gpu.memcpy %room, %pixels : memref<256xf32>, memref<256xf32>
    gpu.wait
    %last = gpu.dealloc async [%given] %room : memref<256xf32>
    gpu.wait [%before]
    gpu.wait
    return
  }

  // Each block and each region has a chain of its own.
  // CHECK-LABEL: func.func @branches
  // CHECK: scf.while
  // CHECK: gpu.wait [
  // CHECK: ^bb1
  // CHECK: gpu.wait async
  func.func @branches(%pixels: memref<256xf32>, %bins: memref<16xi32>, %grey: f32, %zero: i32, %more: i1, %i: index) -> i32 {
    gpu.memset %bins, %zero : memref<16xi32>, i32
    scf.while : () -> () {
      gpu.memset %pixels, %grey : memref<256xf32>, f32
      scf.condition(%more)
    } do {
      %bin = memref.load %bins[%i] : memref<16xi32>
      gpu.memset %bins, %bin : memref<16xi32>, i32
      %rest = arith.subi %bin, %zero : i32
      memref.store %rest, %bins[%i] : memref<16xi32>
      gpu.memset %bins, %rest : memref<16xi32>, i32
      scf.yield
    }
    gpu.memset %pixels, %grey : memref<256xf32>, f32
    cf.br ^next(%i : index)
  ^next(%at: index):
    gpu.memset %bins, %zero : memref<16xi32>, i32
    scf.if %more {
      gpu.memset %pixels, %grey : memref<256xf32>, f32
    }
    %bin = memref.load %bins[%at] : memref<16xi32>
    %room, %token = gpu.alloc async () : memref<256xf32>
    cf.cond_br %more, ^next(%at : index), ^out
  ^out:
    return %bin : i32
  }
}
