#!/usr/bin/env bash
# Usage: make-deb.sh: makes Debian packages of what is committed, source and binary, in build-deb/, and shows them to lintian. Fails
# if lintian finds an error or a warning.
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in dpkg-buildpackage dh lintian; do
  command -v "$tool" >/dev/null || { echo "make-deb.sh: no $tool: apt-get install debhelper dpkg-dev lintian" >&2; exit 1; }
done
version=$(sed -n 's/#define TERN_VERSION "\(.*\)"/\1/p' include/tern/version.h)
rm -rf build-deb
mkdir build-deb
git archive --prefix="tern-$version/" HEAD -- . ':!debian' | tar -x -C build-deb
tar -C build-deb --sort=name --mtime=@0 --owner=0 --group=0 -czf "build-deb/tern_$version.orig.tar.gz" "tern-$version"
git archive --prefix="tern-$version/" HEAD -- debian | tar -x -C build-deb
(cd "build-deb/tern-$version" && dpkg-buildpackage -us -uc)
lintian --fail-on error,warning build-deb/*.changes
