/** init, lint, list, show, doctor: the commands about the corpus and the set-up. */
import { join } from "node:path";
import { formatQuantity } from "../../domain/number-words.ts";
import { defined } from "../../kernel/defined.ts";
import { ExitCode } from "../../kernel/errors.ts";
import { arg, asIs, command, flag, optional } from "../command.ts";
import { shellQuote } from "../command-line.ts";
import { cliErrors } from "../errors.ts";
import { choiceOf } from "../flag-values.ts";
import { resultsFlags } from "../flags.ts";
import { inSnakeCase } from "../format-hint.ts";

const EXAMPLES = ["pack", "scenario", "check", "lexicon"] as const;

// Spelled out so that `--help` need not load the schemas.
const EXAMPLE_ROUTES = [
  "lexicon_only",
  "regex_with_llm_edge",
  "hybrid_llm",
  "llm_primary",
  "longitudinal_trace",
  "extract_then_corpus",
] as const;

export const initCommand = command({
  brief: "Write a config file, a gate policy and a private scenario pack to start from",
  about:
    "With `pack` a worked example of a pack with a check of its own; with `scenario`, `check` or `lexicon` one more of these in a pack that is there. Never writes over a file.",
  examples: [
    ["my-bench", "A project in a folder of its own"],
    ["pack acme", "A pack with a check of its own"],
    ["check acme --route lexicon_only", "One more check of that pack"],
  ],
  args: [
    {
      ...arg("what|dir", "pack, scenario, check or lexicon; or the folder of a new project"),
      default: ".",
    },
    optional(arg("dir", "The pack's folder")),
  ],
  flags: {
    prefix: flag.text("name", "Of a new pack: what its checks begin with [default: its name in capitals]"),
    route: flag.choice(EXAMPLE_ROUTES, "Of a check: how it is decided [default: llm_primary]"),
  },
  async run({ bench, options: { prefix, route } }, first, second) {
    const what = EXAMPLES.find((name) => name === first);
    if (what === undefined && second !== undefined) throw cliErrors.IB_UNKNOWN_EXAMPLE(first, EXAMPLES);
    const folder = what === undefined ? first : (second ?? ".");
    const made = await bench.init(folder, what && defined({ what, prefix, route }));
    return { made, isProject: what === undefined };
  },
  json: ({ made }) => made,
  text({ made: { directory, files, pack }, isProject }, { context: { program } }) {
    const folder = shellQuote(directory);
    return [
      ...files.map((file) => `Wrote ${join(directory, file)}`),
      ...(pack === undefined
        ? []
        : [
            `The pack is called ${pack.name}; its checks begin with ${pack.prefix}-, its lexicons and tags with ${pack.prefix.toLowerCase()}_.`,
          ]),
      "",
      ...(isProject
        ? [
            `Next: ${program} lint --corpus ${folder}`,
            `      ${program} run --corpus ${folder} --scenario 'empathy_first_*' --model sim/careful`,
          ]
        : [`Next: ${program} lint --pack ${folder}`]),
    ].join("\n");
  },
});

export const lintCommand = command({
  brief: "Check a corpus: scenarios, checks, lexicons, rules, cards",
  about:
    "Names every problem of every file with line and column. Exit code 2 with errors. What is read is the shipped corpus, or what --corpus or --pack names; a path only narrows what is reported, and one that leads to nothing that was read is refused.",
  examples: [
    ["--strict", "The shipped corpus, warnings too"],
    ["--corpus my-corpus", "A corpus of your own"],
    ["--pack plain", "A pack, beside the shipped corpus"],
  ],
  rest: optional(arg("path", "Only problems below these paths of the corpus that is read")),
  flags: {
    strict: flag.on("Warnings make exit code 1"),
    coverage: { kind: "boolean", default: true, brief: "Print which checks meet which scenarios" },
  },
  async run({ bench, options: { signal } }, ...paths) {
    return { ...(await bench.lint(paths, { signal })), isWhole: paths.length === 0 };
  },
  exitCode({ errors, warnings }, { options: { strict } }) {
    if (errors > 0) return ExitCode.badInput;
    return strict && warnings > 0 ? ExitCode.couldNotBeDone : undefined;
  },
  json: ({ errors, warnings, problems, coverage, pairs }) =>
    defined({ errors, warnings, problems, coverage, pairs: pairs.length === 0 ? undefined : pairs }),
  async text({ errors, warnings, coverage, pairs, text, isWhole }, { context, options }) {
    const { renderCoverage, renderPairs } = await import("../render/corpus.ts");
    return [
      ...(text === "" ? [] : [text, ""]),
      ...(options.coverage && errors === 0 && isWhole ? [renderCoverage(coverage, context.width), ""] : []),
      ...(pairs.length === 0 ? [] : ["Words in which pairs differ:", renderPairs(pairs), ""]),
      `${formatQuantity(errors, "error")}, ${formatQuantity(warnings, "warning")}`,
    ].join("\n");
  },
});

const LIST_KINDS = [
  "scenarios",
  "checks",
  "tags",
  "lexicons",
  "rules",
  "duties",
  "regimes",
  "help-lines",
  "models",
  "runs",
] as const;
const kindOf = choiceOf(LIST_KINDS);

export const listCommand = command({
  brief: "List scenarios, checks, tags, lexicons, rules, duties, regimes, help lines, models or runs",
  examples: [
    ["checks", "What a model is judged by"],
    ["checks --coverage", "What each check rests on"],
    ["tags", "What a conversation can be about, and the checks that look there"],
  ],
  args: [{ ...arg("kind", LIST_KINDS.join(" | ")), parse: kindOf }],
  flags: {
    ...resultsFlags,
    coverage: flag.on("Checks: how many scenarios, families and cues each one meets"),
  },
  async run({ bench, options: { coverage } }, kind) {
    if (coverage && kind !== "checks") throw cliErrors.IB_COVERAGE_OF_CHECKS(kind);
    return { kind, rows: await (coverage ? bench.listCoverage() : bench.list(kind)) };
  },
  json: ({ rows }) => rows,
  async text({ kind, rows }, { context }) {
    const [first] = rows;
    if (first === undefined) return `There are no ${kind}.`;
    const { renderTable } = await import("../../report/render-table.ts");
    const { describeProductChecks } = await import("../../report/words.ts");
    const columns = Object.entries(first).map(([title, value]) => ({
      title,
      align: typeof value === "number" ? ("right" as const) : ("left" as const),
    }));
    const cells = rows.map((row) => Object.values(row).map(String));
    const table = renderTable(columns, cells, context.width);
    const checks = rows.filter((row) => row["needs_product"] === true).map((row) => String(row["id"]));
    return checks.length === 0 ? table : `${table}\n\n${describeProductChecks({ checks, of: rows.length })}`;
  },
});

export const showCommand = command({
  brief: "Show one thing of the corpus, whole",
  examples: [["IB-A1", "A check: rules, look-alikes, prompt"]],
  args: [arg("id", "A scenario, check, tag, lexicon, rule set, card or fact")],
  run: ({ bench }, id) => bench.show(id),
  async text(shown) {
    const { renderOutline } = await import("../render/corpus.ts");
    return renderOutline(
      shown.kind === "check" ? { ...shown.value, claim: inSnakeCase(shown.claim) } : shown.value,
    );
  },
});

export const doctorCommand = command({
  brief: "Check versions, corpus, results folder, keys and proxies",
  examples: [["--json", "For machines"]],
  flags: resultsFlags,
  run: ({ bench }) => bench.doctor(),
  exitCode: (findings) =>
    findings.some(({ state }) => state === "problem") ? ExitCode.couldNotBeDone : undefined,
  json: asIs,
  async text(findings, { context }) {
    const { renderTable } = await import("../../report/render-table.ts");
    const cells = findings.map(({ topic, state, message }) => [topic, state, message]);
    return renderTable([{ title: "Topic" }, { title: "State" }, { title: "Finding" }], cells, context.width);
  },
});
