/** report, brief, evidence, explain, view: the commands that show a finished scan. */
import { spawn } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { numberParser } from "@stricli/core";
import { defined } from "../../kernel/defined.ts";
import { arg, as, asIs, command, flag, optional, required, scanArg } from "../command.ts";
import type { CliContext } from "../context.ts";
import { formatError } from "../exit.ts";
import { REPORT_FORMAT_VALUES, resultsFlags } from "../flags.ts";

/** Writes to stderr, because standard output holds only the report. */
function tellEvidence({ process }: CliContext, sentences: readonly string[]): void {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
}

export const reportCommand = command({
  brief: "Render a finished scan again; asks no model",
  examples: [["20261115-101500-1a2b --format csv > scores.csv", "Scorecards as a table"]],
  args: [scanArg],
  flags: {
    ...resultsFlags,
    format: {
      ...required(flag.choice(REPORT_FORMAT_VALUES, "html is written beside the scan, others are printed")),
      default: "html",
    },
  },
  async run({ bench, options, context }, scan) {
    const rendered = await bench.report(scan, options.format);
    tellEvidence(context, rendered.evidence);
    return rendered;
  },
  json: asIs,
  text({ path, content }, { context }) {
    if (path === null) context.process.stdout.write(content);
    return path ?? undefined;
  },
});

export const briefCommand = command({
  brief: "Write one dated A4 page about a scan: the answer, the plot, two moments; asks no model",
  about:
    "The page is one HTML file without a script. Open it in a browser to print it or to save it as PDF: it prints on exactly one sheet.",
  examples: [
    ["20261115-101500-1a2b", "brief.html in the scan's folder"],
    ["second --against first --out brief.html", "With what changed"],
  ],
  args: [scanArg],
  flags: {
    out: as("file", flag.text("file", "HTML file to write [default: brief.html in the scan's folder]")),
    against: flag.text("scan", "An earlier scan: what changed since is said"),
  },
  async run({ bench, options, context }, scan) {
    const written = await bench.brief(scan, options);
    tellEvidence(context, written.evidence);
    return written;
  },
  json: asIs,
  text: ({ html }) => html,
});

export const evidenceCommand = command({
  brief: "Write down what a scan shows of the duties of a law or framework; asks no model",
  about:
    "Writes evidence.html, which prints, evidence.json, and manifest.json with a SHA-256 of every input and output; `verify` checks them. For each duty: held, failed, not established or not yet in force, with counts, intervals and quotes, and what a conversation cannot show. It is no legal advice and no certificate. Here --out names the folder of the evidence; the scan is a path, or a name below results.",
  examples: [
    ["20261115-101500-1a2b --regime sb243,ny-companion", "Two laws"],
    ["20261115-101500-1a2b --previous old/evidence.json", "All, and what changed"],
  ],
  args: [scanArg],
  flags: {
    regime: as(
      "regimes",
      flag.list("ids", "Regimes by id, with commas between them; repeatable [default: all]"),
    ),
    out: as("directory", flag.text("dir", "Folder to write into [default: evidence, in the scan's]")),
    previous: flag.text("file", "An earlier evidence.json: says what changed since"),
  },
  run: ({ bench, options }, scan) => bench.evidence(scan, options),
  json: asIs,
  async text({ evidence, html, manifestSha256 }, { context }) {
    const { renderEvidenceBrief } = await import("../../report/render-evidence-brief.ts");
    return `${renderEvidenceBrief(evidence, context.width)}\n${html}\nmanifest.json ${manifestSha256}`;
  },
});

export const explainCommand = command({
  brief: "Show a conversation, its windows, votes and quotes",
  about:
    "Of several conversations the gravest are printed, and of each what failed or is unclear; the rest is counted. --json has all of it.",
  examples: [
    ["20261115-101500-1a2b", "What the worst conversation failed"],
    ["20261115-101500-1a2b 'sim__brittle/*bin_days_001.r1' IB-A1", "Why one check failed"],
  ],
  args: [
    scanArg,
    optional(
      arg(
        "scenario",
        "Id of a scenario, transcript or imported conversation; * and ? are wildcards [default: the worst]",
      ),
    ),
    optional(arg("check", "Check id, shown whatever its verdict [default: what failed or is unclear]")),
  ],
  flags: {
    ...resultsFlags,
    all: flag.on("Every conversation and every verdict, not only the gravest, and what failed or is unclear"),
  },
  async run({ bench, options: { all } }, scan, scenario, check) {
    const explanations = await bench.explain(scan, scenario, check);
    return { explanations, shown: { all, checkNamed: check !== undefined } };
  },
  json: ({ explanations }) => explanations,
  async text({ explanations, shown }) {
    const { renderExplanations } = await import("../render/explanations.ts");
    return renderExplanations(explanations, shown);
  },
});

const HIGHEST_PORT = 65_535;

function portNumber(input: string): number {
  const port = numberParser(input);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT)
    throw new SyntaxError(`"${input}" is not a port`);
  return port;
}

export const viewCommand = command({
  brief: "Look at results in the browser, also while they are made",
  about: "Serves on this machine only, until Ctrl-C. Nothing is written and nobody else is asked.",
  examples: [["results --open", "Everything there is, in the browser"]],
  args: [optional(arg("dir", "Results folder, or a run or scan in one [default: results]"))],
  flags: {
    ...resultsFlags,
    port: flag.parsed(portNumber, "n", "Port on 127.0.0.1 [default: a free one]"),
    open: flag.on("Open it in the browser"),
  },
  within: withLittleMemory,
  async run({ bench, options: { port, signal }, context, where }, directory) {
    // A large folder takes a while, and silence looks like an error.
    if (!where.json) context.process.stderr.write("Reading results…\n");
    // Loads the corpus before the first page request; the bench keeps it.
    await bench.list("rules");
    const onError = (error: unknown) =>
      void context.process.stderr.write(`${formatError(error, context.program, context.location())}\n`);
    return bench.view(defined({ directory, port, onError, signal }));
  },
  json: ({ url }) => ({ url }),
  text: ({ url }) => `${url}\nStop with Ctrl-C.`,
  until({ url, closed }, { options: { open } }) {
    if (open) openInBrowser(url);
    return closed;
  },
});

/**
 * Limits memory for a server, which waits more than it works. Reading a corpus leaves four times as much garbage as
 * it keeps, and V8 would hold that memory as long as the server runs. The flags affect the whole process, so only a
 * command may set them; it also resets them.
 */
function withLittleMemory<This, Args extends unknown[]>(work: (this: This, ...args: Args) => Promise<void>) {
  return async function (this: This, ...args: Args): Promise<void> {
    setFlagsFromString("--optimize-for-size");
    // Keeps the space for young objects at its initial size.
    setFlagsFromString("--semi-space-growth-factor=1");
    try {
      await work.apply(this, args);
    } finally {
      setFlagsFromString("--semi-space-growth-factor=2");
      setFlagsFromString("--no-optimize-for-size");
    }
  };
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Asks the system to open an address; if that fails, the printed address remains. */
function openInBrowser(address: string): void {
  const [command = "xdg-open", ...args] = OPENERS[process.platform] ?? [];
  spawn(command, [...args, address], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
