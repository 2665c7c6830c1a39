/** Writes docs/errors.md from the error classes and docs/cli.md from what `--help` prints. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeCommands } from "./describe-commands.ts";
import { describeErrors } from "./describe-errors.ts";

const repository = join(import.meta.dirname, "..");
mkdirSync(join(repository, "docs"), { recursive: true });
writeFileSync(join(repository, "docs/errors.md"), describeErrors(join(repository, "src")));
writeFileSync(join(repository, "docs/cli.md"), describeCommands(join(repository, "bin/invisiblebench.js")));
