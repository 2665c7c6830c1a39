import { join } from "node:path";
import { formatQuantity } from "../../../domain/number-words.ts";
import type { ExampleOptions, ListKind } from "../../../index.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { renderTable } from "../../../report/render-table.ts";
import { describeProductChecks } from "../../../report/words.ts";
import { shellQuote } from "../../command-line.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import { cliErrors } from "../../errors.ts";
import type { CommonFlags, ReadFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { renderCoverage, renderOutline, renderPairs } from "../../render/corpus.ts";
import { inSnakeCase } from "../../speak-flags.ts";

const EXAMPLES = ["pack", "scenario", "check", "lexicon"] as const;

export async function runInit(
  this: CliContext,
  flags: CommonFlags & Pick<ExampleOptions, "prefix" | "route">,
  first: string,
  second: string | undefined,
): Promise<void> {
  const what = EXAMPLES.find((name) => name === first);
  if (what === undefined && second !== undefined) throw cliErrors.IB_UNKNOWN_EXAMPLE(first, EXAMPLES);
  const { prefix, route } = flags;
  const example = what && {
    what,
    ...(prefix === undefined ? {} : { prefix }),
    ...(route === undefined ? {} : { route }),
  };
  const folder = what === undefined ? first : (second ?? ".");
  const { directory, files, pack: made } = await openBench(this, flags).init(folder, example);
  if (flags.json) {
    printJson(this, { directory, files, ...(made === undefined ? {} : { pack: made }) });
    return;
  }
  const pack = shellQuote(directory);
  const next =
    what === undefined
      ? [
          `Next: ${this.program} lint --corpus ${pack}`,
          `      ${this.program} run --corpus ${pack} --scenario 'empathy_first_*' --model sim/careful`,
        ]
      : [`Next: ${this.program} lint --pack ${pack}`];
  const called =
    made === undefined
      ? []
      : [
          `The pack is called ${made.name}; its checks begin with ${made.prefix}-, its lexicons and tags with ${made.prefix.toLowerCase()}_.`,
        ];
  print(this, [...files.map((file) => `Wrote ${join(directory, file)}`), ...called, "", ...next].join("\n"));
}

export async function runLint(
  this: CliContext,
  flags: CommonFlags & { readonly strict: boolean; readonly coverage: boolean },
  ...paths: readonly string[]
): Promise<void> {
  const { problems, coverage, pairs, errors, warnings, text } = await openBench(this, flags).lint(paths, {
    signal: this.signal,
  });
  if (errors > 0) this.setExitCode(ExitCode.badInput);
  else if (flags.strict && warnings > 0) this.setExitCode(ExitCode.couldNotBeDone);
  if (flags.json) {
    printJson(this, { errors, warnings, problems, coverage, ...(pairs.length === 0 ? {} : { pairs }) });
    return;
  }
  print(
    this,
    [
      ...(text === "" ? [] : [text, ""]),
      ...(flags.coverage && errors === 0 && paths.length === 0
        ? [renderCoverage(coverage, this.width), ""]
        : []),
      ...(pairs.length === 0 ? [] : ["Words in which pairs differ:", renderPairs(pairs), ""]),
      `${formatQuantity(errors, "error")}, ${formatQuantity(warnings, "warning")}`,
    ].join("\n"),
  );
}

export async function runList(
  this: CliContext,
  flags: ReadFlags & { readonly coverage: boolean },
  kind: ListKind,
): Promise<void> {
  if (flags.coverage && kind !== "checks") throw cliErrors.IB_COVERAGE_OF_CHECKS(kind);
  const bench = openBench(this, flags);
  const rows = await (flags.coverage ? bench.listCoverage() : bench.list(kind));
  if (flags.json) {
    printJson(this, rows);
    return;
  }
  const [first] = rows;
  if (first === undefined) {
    print(this, `There are no ${kind}.`);
    return;
  }
  const columns = Object.entries(first).map(([title, value]) => ({
    title,
    align: typeof value === "number" ? ("right" as const) : ("left" as const),
  }));
  const table = renderTable(
    columns,
    rows.map((row) => Object.values(row).map(String)),
    this.width,
  );
  const ofProducts = rows.filter((row) => row["needs_product"] === true).map((row) => String(row["id"]));
  const footer =
    ofProducts.length === 0 ? [] : [describeProductChecks({ checks: ofProducts, of: rows.length })];
  print(this, [table, ...footer].join("\n\n"));
}

export async function runShow(this: CliContext, flags: CommonFlags, id: string): Promise<void> {
  const shown = await openBench(this, flags).show(id);
  if (flags.json) printJson(this, inSnakeCase(shown));
  else
    print(
      this,
      renderOutline(
        shown.kind === "check" ? { ...shown.value, claim: inSnakeCase(shown.claim) } : shown.value,
      ),
    );
}

export async function runDoctor(this: CliContext, flags: ReadFlags): Promise<void> {
  const findings = await openBench(this, flags).doctor();
  if (findings.some((finding) => finding.state === "problem")) this.setExitCode(ExitCode.couldNotBeDone);
  if (flags.json) {
    printJson(this, findings);
    return;
  }
  const columns = [{ title: "Topic" }, { title: "State" }, { title: "Finding" }];
  print(
    this,
    renderTable(
      columns,
      findings.map(({ topic, state, message }) => [topic, state, message]),
      this.width,
    ),
  );
}
