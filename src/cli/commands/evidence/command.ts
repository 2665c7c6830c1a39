/** report, brief, evidence, view, explain, verify: the commands that look at a finished scan. */
import { buildCommand, numberParser } from "@stricli/core";
import { text, texts } from "../../flag-values.ts";
import { commonFlags, REPORT_FORMAT_VALUES, resultsFlags, scanArgument, workersFlags } from "../../flags.ts";

export const reportCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runReport,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      format: {
        kind: "enum",
        values: REPORT_FORMAT_VALUES,
        default: "html",
        brief: "html is written beside the scan, others are printed",
      },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Render a finished scan again; asks no model",
    customUsage: [
      { input: "20261115-101500-1a2b --format csv > scores.csv", brief: "Scorecards as a table" },
    ],
  },
});

export const briefCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runBrief,
  parameters: {
    flags: {
      ...commonFlags,
      out: {
        ...text,
        placeholder: "file",
        brief: "HTML file to write [default: brief.html in the scan's folder]",
      },
      against: { ...text, placeholder: "scan", brief: "An earlier scan: what changed since is said" },
      pdf: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Also print it to a PDF beside it, with the Chromium that is here",
      },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Write one dated A4 page about a scan: the answer, the plot, two moments; asks no model",
    fullDescription:
      "The page is one HTML file without a script that prints on exactly one sheet. A Chromium is looked for in its usual places, or named in the environment as CHROMIUM_PATH; without one, open the page and print it.",
    customUsage: [
      { input: "20261115-101500-1a2b --pdf", brief: "HTML and PDF in the scan's folder" },
      { input: "second --against first --out brief.html", brief: "With what changed" },
    ],
  },
});

export const evidenceCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runEvidence,
  parameters: {
    flags: {
      ...commonFlags,
      regime: {
        ...texts,
        variadic: ",",
        placeholder: "ids",
        brief: "Regimes by id, with commas between them; repeatable [default: all]",
      },
      out: { ...text, placeholder: "dir", brief: "Folder to write into [default: evidence, in the scan's]" },
      previous: { ...text, placeholder: "file", brief: "An earlier evidence.json: says what changed since" },
    },
    positional: scanArgument,
  },
  docs: {
    brief: "Write down what a scan shows of the duties of a law or framework; asks no model",
    fullDescription:
      "Writes evidence.html, which prints, evidence.json, and manifest.json with a SHA-256 of every input and output; `verify` checks them. For each duty: held, failed, not established or not yet in force, with counts, intervals and quotes, and what a conversation cannot show. It is no legal advice and no certificate. Here --out names the folder of the evidence; the scan is a path, or a name below results.",
    customUsage: [
      { input: "20261115-101500-1a2b --regime sb243,ny-companion", brief: "Two laws" },
      { input: "20261115-101500-1a2b --previous old/evidence.json", brief: "All, and what changed" },
    ],
  },
});

const HIGHEST_PORT = 65_535;

function portNumber(input: string): number {
  const port = numberParser(input);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT)
    throw new SyntaxError(`"${input}" is not a port`);
  return port;
}

export const viewCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runView,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      port: {
        kind: "parsed",
        parse: portNumber,
        optional: true,
        placeholder: "n",
        brief: "Port on 127.0.0.1 [default: a free one]",
      },
      open: { kind: "boolean", default: false, withNegated: false, brief: "Open it in the browser" },
    },
    positional: {
      kind: "tuple",
      parameters: [
        {
          parse: String,
          placeholder: "dir",
          brief: "Results folder, or a run or scan in one [default: results]",
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Look at results in the browser, also while they are made",
    fullDescription:
      "Serves on this machine only, until Ctrl-C. Nothing is written and nobody else is asked.",
    customUsage: [{ input: "results --open", brief: "Everything there is, in the browser" }],
  },
});

export const explainCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runExplain,
  parameters: {
    flags: {
      ...commonFlags,
      ...resultsFlags,
      all: {
        kind: "boolean",
        default: false,
        withNegated: false,
        brief: "Every conversation and every verdict, not only the gravest, and what failed or is unclear",
      },
    },
    positional: {
      kind: "tuple",
      parameters: [
        { parse: String, placeholder: "scan", brief: "A scan's directory, or a run with one scan" },
        {
          parse: String,
          placeholder: "scenario",
          brief:
            "Id of a scenario, transcript or imported conversation; * and ? are wildcards [default: the worst]",
          optional: true,
        },
        {
          parse: String,
          placeholder: "check",
          brief: "Check id, shown whatever its verdict [default: what failed or is unclear]",
          optional: true,
        },
      ],
    },
  },
  docs: {
    brief: "Show a conversation, its windows, votes and quotes",
    fullDescription:
      "Of several conversations the gravest are printed, and of each what failed or is unclear; the rest is counted. --json has all of it.",
    customUsage: [
      { input: "20261115-101500-1a2b", brief: "What the worst conversation failed" },
      {
        input: "20261115-101500-1a2b 'sim__brittle/*bin_days_001.r1' IB-A1",
        brief: "Why one check failed",
      },
    ],
  },
});

export const verifyCommand = buildCommand({
  loader: async () => (await import("./impl.ts")).runVerify,
  parameters: {
    flags: { ...commonFlags, ...resultsFlags, ...workersFlags },
    positional: scanArgument,
  },
  docs: {
    brief: "Recompute a scan, or a folder of evidence, and compare; asks no model",
    fullDescription:
      "Of a folder of evidence, its files, those of its scan and the corpus are held against the manifest, and the evidence is made again; exit 1 names what differs, and exit 3 says that the scan is not there to be looked at. Of a scan: votes are read again from the journal's replies, quotes are looked up again in the transcripts, and verdicts, scorecards, rates and the summary are made again from them. Every byte of them must be the same. What cannot be recomputed must be as it was sealed: transcripts, plans, journals, labels, summary.md and cost_report.json, and what the seal counts. The report, run_manifest.json and truth.jsonl are not looked at. Exit 1 names the first difference: file, row and field. Where the corpus is another one, exit 3 names its parts that differ, and the seal, the votes and, where it can be told, the scores are proved without it.",
    customUsage: [
      { input: "20261115-101500-1a2b", brief: "The one scan of a run" },
      { input: "results/my-run/scans/full-1a2b/evidence", brief: "What was written down about a scan" },
    ],
  },
});
