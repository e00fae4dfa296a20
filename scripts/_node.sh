#!/usr/bin/env bash
# Installs Node.js if it is missing and can be installed, and the packages of package-lock.json into node_modules; otherwise says why and exits with 1.
cd "$(dirname "$0")/.."
if ! command -v npm >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs npm; } >/dev/null 2>&1
fi
if ! command -v npm >/dev/null; then
  echo "Node.js is missing (Debian: apt install nodejs npm)." >&2
  exit 1
fi
if ! node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + Number(minor) < 1818 ? 1 : 0)'; then
  echo "Node.js 18.18 or newer is needed; this is $(node --version)." >&2
  exit 1
fi
wanted=$(cat package.json package-lock.json | sha256sum)
if [ "$(cat node_modules/.groundfloor 2>/dev/null)" != "$wanted" ]; then
  echo "Installing the tools of package-lock.json into node_modules (once)." >&2
  npm ci --silent >/dev/null 2>&1 || { echo "The tools could not be installed; the first run needs the network." >&2; exit 1; }
  echo "$wanted" > node_modules/.groundfloor
fi
