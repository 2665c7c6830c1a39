#!/usr/bin/env node
import "./require-node.js";
import { existsSync } from "node:fs";
import module from "node:module";

// Start-up is mostly compiling: keep the compiled code between runs.
module.enableCompileCache?.();

// A checkout runs its source; the published package has only the build.
const source = new URL("../src/cli/main.ts", import.meta.url);
await import(existsSync(source) ? source.href : new URL("../dist/cli/main.js", import.meta.url).href);
