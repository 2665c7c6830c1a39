/** Writes docs/errors.md from the error classes, docs/cli.md from what `--help` prints, docs/duties.md from the corpus, and the columns in docs/tables.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { describeCommands } from "./describe-commands.ts";
import { describeDuties } from "./describe-duties.ts";
import { describeErrors } from "./describe-errors.ts";
import { withColumns } from "./describe-tables.ts";

const repository = join(import.meta.dirname, "..");
mkdirSync(join(repository, "docs"), { recursive: true });
writeFileSync(join(repository, "docs/errors.md"), describeErrors(join(repository, "src")));
writeFileSync(join(repository, "docs/cli.md"), describeCommands(join(repository, "bin/invisiblebench.js")));
writeFileSync(
  join(repository, "docs/duties.md"),
  describeDuties(await loadCorpus(join(repository, "benchmark"))),
);
const tables = join(repository, "docs/tables.md");
writeFileSync(tables, withColumns(readFileSync(tables, "utf8")));
