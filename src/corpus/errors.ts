import { defineErrors } from "../kernel/define-errors.ts";
import { BenchError } from "../kernel/errors.ts";
import { askIfMeant, nameSome, namesLike } from "../text/match/nearest-name.ts";
import { formatProblems, type Problem } from "./problem.ts";

/** The corpus folder is absent, is not a folder, or cannot be read. */
export class NoCorpusError extends BenchError {
  readonly code = "IB_NO_CORPUS";
  readonly root: string;

  constructor(root: string, why: "absent" | "not a folder" | "unreadable", options: ErrorOptions = {}) {
    const what = {
      absent: `There is no corpus folder ${root}.`,
      "not a folder": `${root} is not a folder, so it is not a corpus.`,
      unreadable: `The corpus folder ${root} cannot be read.`,
    }[why];
    super(what, { ...options, hint: "Name the folder that holds scenarios/ and checks/ with `corpus`." });
    this.root = root;
  }
}

/** A corpus folder holds no scenarios or no checks, so there is nothing to run. */
export class EmptyCorpusError extends BenchError {
  readonly code = "IB_EMPTY_CORPUS";
  readonly root: string;

  constructor(root: string, missing: "scenarios" | "checks") {
    const pattern = missing === "scenarios" ? "scenarios/<category>/<theme>/*.json" : "checks/*.yaml";
    super(`The corpus ${root} has no ${missing}.`, { hint: `A corpus needs at least one file ${pattern}.` });
    this.root = root;
  }
}

/** A corpus or a pack has errors; the message lists all of them, with file, line and column. */
export class CorpusError extends BenchError {
  readonly code = "IB_BAD_CORPUS";
  readonly problems: readonly Problem[];

  constructor(root: string, problems: readonly Problem[], what: "corpus" | "pack" = "corpus") {
    const count = problems.length === 1 ? "one error" : `${problems.length} errors`;
    const lint = what === "pack" ? `createBench({ packs: ["${root}"] }).lint()` : "bench.lint()";
    super(`The ${what} ${root} has ${count}:\n${formatProblems(problems)}`, {
      hint: `Mend the files above; \`${lint}\` checks them again, and more.`,
    });
    this.problems = problems;
  }
}

export const corpusErrors = defineErrors({
  /** The config file has errors, or there are several; the message lists them with line and column. */
  IB_BAD_CONFIG: (message: string) => [message, "docs/configuration.md describes every key."],

  /** The config file that was found is code, and the user did not name it: it was not run. */
  IB_CONFIG_CODE: (path: string) => [
    `${path} holds code, which was not run: it was found, and nobody named it.`,
    "Read it, then name the file with `config`, or set INVISIBLEBENCH_ALLOW_CONFIG_CODE=1 in the environment (not in .env). A config in YAML or JSON needs neither.",
  ],

  /** A named check does not exist. */
  IB_UNKNOWN_CHECK: (glob: string, known: readonly string[]) => [
    `No check matches "${glob}".`,
    `${askIfMeant(namesLike(glob, known))}Known are ${nameSome(known)}; \`bench.list("checks")\` shows them.`,
  ],
});
