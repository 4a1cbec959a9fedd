"""What users of JAX do, on tern and on JAX's own CPU. Run by plugin.py."""

import unittest

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax.experimental import io_callback


def on_cpu(function, *arguments):
    """What JAX's own CPU computes."""
    with jax.default_device(jax.devices("cpu")[0]):
        return jax.tree.map(np.asarray, jax.jit(lambda *arguments: function(*arguments))(*arguments))


class Programs(unittest.TestCase):
    def check(self, function, *arguments, tolerance=1e-5):
        got = jax.tree.map(np.asarray, jax.jit(function)(*arguments))
        jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, tolerance, tolerance), got, on_cpu(function, *arguments))

    def test_tern_is_the_default(self):
        self.assertEqual(jax.default_backend(), "tern")
        self.assertEqual(jnp.ones(3).devices().pop().platform, "tern")

    def test_products_and_gradients(self):
        random = np.random.RandomState(0)
        x, w, v = (random.randn(*shape).astype(np.float32) for shape in ((8, 5), (5, 7), (7, 3)))
        loss = lambda w, v: jnp.mean(jax.nn.softmax(jnp.tanh(x @ w) @ v) ** 2)
        self.check(jax.value_and_grad(loss, argnums=(0, 1)), w, v)

    def test_control_flow(self):
        def collatz(n):
            step = lambda s: (jnp.where(s[0] % 2 == 0, s[0] // 2, 3 * s[0] + 1), s[1] + 1)
            return jax.lax.while_loop(lambda s: s[0] != 1, step, (n, 0))[1]

        self.check(jax.vmap(collatz), np.arange(1, 20))

    def test_random_numbers(self):
        draw = lambda: (jax.random.normal(jax.random.key(3), (4, 4)), jax.random.permutation(jax.random.key(1), 9))
        self.check(draw)

    def test_element_types(self):
        names = "bool int8 int16 int32 uint8 uint16 uint32 float16 bfloat16 float32 complex64 float8_e4m3fn float8_e5m2 int4 uint4"
        for name in names.split():
            dtype = getattr(ml_dtypes, name, None) or np.dtype(name)
            data = np.array([0, 1, 1, 0, 1, 0]).astype(dtype).reshape(2, 3).T  # the strides are not those of rows
            with self.subTest(name):
                array = jnp.asarray(data)
                self.assertEqual(array.dtype, data.dtype)
                np.testing.assert_array_equal(np.asarray(array), data)
                np.testing.assert_array_equal(np.asarray(jax.jit(lambda a: a[::-1])(array)), data[::-1])

    def test_wide_types_are_what_they_say(self):
        with jax.enable_x64(True):
            x = jnp.asarray(np.array([1 + 1e-12, 2], np.float64))
            self.assertEqual((x + 0).dtype, np.float64)
            self.assertEqual(float(x[0] - 1), 1 + 1e-12 - 1)
            self.assertEqual(jnp.asarray(np.array([1j], np.complex128)).dtype, np.complex128)

    def test_linear_algebra(self):
        a = np.random.RandomState(1).randn(3, 6, 6).astype(np.float32)
        symmetric = a + a.transpose(0, 2, 1)
        self.check(lambda a: jnp.linalg.eigh(a)[0], symmetric, tolerance=1e-4)
        self.check(lambda a: jnp.linalg.svd(a, compute_uv=False), a, tolerance=1e-4)
        self.check(jnp.linalg.inv, a, tolerance=1e-2)
        self.check(lambda a: jnp.linalg.det(a), a, tolerance=1e-3)
        values = np.sort_complex(np.asarray(jnp.linalg.eigvals(a[0])))
        np.testing.assert_allclose(values, np.sort_complex(np.linalg.eigvals(a[0])), 1e-4, 1e-4)
        form, vectors = map(np.asarray, jax.scipy.linalg.schur(jnp.asarray(a[0])))
        np.testing.assert_allclose(vectors @ form @ vectors.T, a[0], 1e-4, 1e-4)


    def test_costs_are_those_of_the_program(self):
        x, w = jnp.ones((64, 128)), jnp.ones((128, 256))
        compiled = jax.jit(lambda x, w: jnp.tanh(x @ w) @ w.T).lower(x, w).compile()
        costs = compiled.cost_analysis()
        self.assertEqual(costs["flops"], 2 * 2 * 64 * 128 * 256)
        self.assertEqual(costs["transcendentals"], 64 * 256)
        self.assertGreaterEqual(compiled.memory_analysis().temp_size_in_bytes, 4 * 64 * 256)


class Buffers(unittest.TestCase):
    def test_donated_memory_is_used_again(self):
        step = jax.jit(lambda x: x * 0.5 + 1, donate_argnums=0)
        x = jnp.zeros((64, 64))
        address = x.unsafe_buffer_pointer()
        for _ in range(20):
            old, x = x, step(x)
            self.assertTrue(old.is_deleted())
        self.assertEqual(x.unsafe_buffer_pointer(), address)
        with self.assertRaisesRegex(Exception, "deleted or donated|has been deleted"):
            step(old)

    def test_views_of_numpy_keep_the_array(self):
        x = jnp.arange(5.0)
        view = np.asarray(x)
        address = x.unsafe_buffer_pointer()
        self.assertEqual(view.ctypes.data, address)
        x.delete()
        np.testing.assert_array_equal(view, np.arange(5.0, dtype=np.float32))

    def test_references_are_written(self):
        def twice(x):
            reference = jax.new_ref(x)
            reference[()] = reference[()] + reference[()]
            return reference[()]

        for function in (twice, jax.jit(twice)):
            self.assertEqual(float(function(3.0)), 6)
            self.assertEqual(float(jax.grad(function)(3.0)), 2)

    def test_memory_is_counted(self):
        device = jax.devices()[0]
        before = device.memory_stats()["bytes_in_use"]
        x = jax.block_until_ready(jnp.ones((1024, 256)))
        self.assertGreaterEqual(device.memory_stats()["bytes_in_use"], before + 1024 * 1024)
        del x


class Callbacks(unittest.TestCase):
    def test_pure_callback(self):
        shape = jax.ShapeDtypeStruct((3,), np.float32)
        function = jax.jit(lambda x: jax.pure_callback(lambda y: np.cumsum(y), shape, x) * 2)
        for _ in range(3):
            np.testing.assert_array_equal(np.asarray(function(jnp.arange(3.0))), [0, 2, 6])

    def test_callbacks_may_run_programs(self):
        constant = jnp.arange(3.0)
        inner = jax.jit(lambda x: x * 3)
        function = jax.jit(
            lambda x: jax.pure_callback(lambda _: np.asarray(inner(constant)), jax.ShapeDtypeStruct((3,), np.float32), x)
        )
        for _ in range(2):
            np.testing.assert_array_equal(np.asarray(function(1.0)), [0, 3, 6])

    def test_effects_are_in_order(self):
        seen = []

        @jax.jit
        def function(x):
            for i in range(4):
                io_callback(lambda y, i=i: seen.append((i, float(y))), None, x, ordered=True)
            jax.debug.callback(lambda y: seen.append("debug"), x)
            return x + 1

        jax.block_until_ready(function(2.0))
        jax.effects_barrier()
        self.assertEqual([s for s in seen if s != "debug"], [(i, 2.0) for i in range(4)])
        self.assertIn("debug", seen)

    def test_an_exception_arrives_at_the_value(self):
        def fail(x):
            raise ValueError("on purpose")

        function = jax.jit(lambda x: jax.pure_callback(fail, jax.ShapeDtypeStruct((), np.float32), x))
        with self.assertRaisesRegex(Exception, "on purpose"):
            jax.block_until_ready(function(1.0))
        self.assertEqual(float(jnp.float32(1) + 1), 2)


class Refusals(unittest.TestCase):
    def test_unknown_functions_are_named(self):
        call = jax.ffi.ffi_call("no_such_function", jax.ShapeDtypeStruct((2,), np.float32))
        with self.assertRaisesRegex(Exception, "no_such_function"):
            jax.jit(call)(jnp.ones(2))

    def test_unknown_options_are_named(self):
        with self.assertRaisesRegex(Exception, "No such compile option: 'made_up'"):
            jax.jit(lambda x: x + 1, compiler_options={"made_up": 1})(1.0)

    def test_devices_have_to_be_there(self):
        with self.assertRaises(Exception):
            jax.make_mesh((2,), ("x",))


class Files(unittest.TestCase):
    def test_executables_are_kept_on_disk(self):
        from jax.experimental import serialize_executable

        compiled = jax.jit(lambda x: jnp.sin(x) + 1).lower(jnp.ones(3)).compile()
        again = serialize_executable.deserialize_and_load(*serialize_executable.serialize(compiled))
        np.testing.assert_allclose(np.asarray(again(jnp.ones(3))), np.sin(1) + 1, 1e-6)

    def test_programs_are_exported(self):
        from jax import export

        exported = export.export(jax.jit(lambda x: x * 2), platforms=["tern"])(jnp.ones(3))
        np.testing.assert_array_equal(np.asarray(exported.call(jnp.ones(3))), [2, 2, 2])


if __name__ == "__main__":
    unittest.main(verbosity=1)
