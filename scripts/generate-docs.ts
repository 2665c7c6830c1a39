/** Writes docs/errors.md from the error classes, docs/cli.md from what `--help` prints, and docs/duties.md from the corpus. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { describeCommands } from "./describe-commands.ts";
import { describeDuties } from "./describe-duties.ts";
import { describeErrors } from "./describe-errors.ts";

const repository = join(import.meta.dirname, "..");
mkdirSync(join(repository, "docs"), { recursive: true });
writeFileSync(join(repository, "docs/errors.md"), describeErrors(join(repository, "src")));
writeFileSync(join(repository, "docs/cli.md"), describeCommands(join(repository, "bin/invisiblebench.js")));
writeFileSync(
  join(repository, "docs/duties.md"),
  describeDuties(await loadCorpus(join(repository, "benchmark"))),
);
