// RUN: tern-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{The optimization level must be a number between 0 and 3.}}
gpu.module @level [#rocdl.target<O = 4>] {
}

// -----

// expected-error@+1 {{The target triple cannot be empty.}}
gpu.module @triple [#rocdl.target<triple = "">] {
}

// -----

// expected-error@+1 {{The target chip cannot be empty.}}
gpu.module @chip [#rocdl.target<chip = "">] {
}

// -----

// expected-error@+1 {{All the elements in the `link` array must be strings.}}
gpu.module @link [#rocdl.target<link = [1]>] {
}

// -----

// expected-error@+1 {{duplicate or unknown struct parameter name: chip}}
gpu.module @twice [#rocdl.target<chip = "gfx90a", chip = "gfx90a">] {
}

// -----

// expected-error@+1 {{invalid kind of attribute specified, expected a dictionary}}
gpu.module @flags [#rocdl.target<flags = 1>] {
}

// -----

// expected-error@+1 {{invalid kind of attribute specified, expected an array}}
gpu.module @link [#rocdl.target<link = "a.bc">] {
}
