"""Puts the bytes of an object file where a module says @CODE@: embed_object.py MODULE OBJECT."""

import sys


def main():
    module, path = sys.argv[1:]
    with open(path, "rb") as file:
        code = "".join(f"\\{byte:02X}" for byte in file.read())
    with open(module, encoding="utf-8") as file:
        sys.stdout.write(file.read().replace('bin = "@CODE@"', f'bin = "{code}"'))


main()
