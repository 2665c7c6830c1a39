import { spawn } from "node:child_process";
import { setFlagsFromString } from "node:v8";
import { formatQuantity } from "../../../domain/number-words.ts";
import type { EvidenceVerification, ProofWithoutCorpus, ScanVerification } from "../../../index.ts";
import { ExitCode } from "../../../kernel/errors.ts";
import { renderEvidenceBrief } from "../../../report/render-evidence-brief.ts";
import { type CliContext, print, printJson } from "../../context.ts";
import { formatError } from "../../exit.ts";
import type { CommonFlags, ReadFlags, ReportFlags, WorkersFlags } from "../../flags.ts";
import { openBench } from "../../open-bench.ts";
import { renderExplanations } from "../../render/explanations.ts";

export async function runReport(this: CliContext, flags: ReportFlags, scan: string): Promise<void> {
  const rendered = await openBench(this, flags).report(scan, flags.format);
  // Standard output is the report alone.
  for (const sentence of rendered.evidence) this.process.stderr.write(`${sentence}\n`);
  if (flags.json) printJson(this, rendered);
  else if (rendered.path !== null) print(this, rendered.path);
  else this.process.stdout.write(rendered.content);
}

export interface BriefFlags extends CommonFlags {
  readonly out?: string;
  readonly against?: string;
  readonly pdf: boolean;
}

export async function runBrief(this: CliContext, flags: BriefFlags, scan: string): Promise<void> {
  const { out, against, pdf, ...common } = flags;
  const written = await openBench(this, common).brief(scan, {
    ...(out === undefined ? {} : { file: out }),
    ...(against === undefined ? {} : { against }),
    pdf,
    signal: this.signal,
  });
  for (const sentence of written.evidence) this.process.stderr.write(`${sentence}\n`);
  if (flags.json) printJson(this, written);
  else print(this, [written.html, ...(written.pdf === null ? [] : [written.pdf])].join("\n"));
}

export interface EvidenceFlags extends CommonFlags {
  readonly regime?: readonly string[];
  readonly out?: string;
  readonly previous?: string;
}

export async function runEvidence(this: CliContext, flags: EvidenceFlags, scan: string): Promise<void> {
  const { regime, out, previous, ...common } = flags;
  const written = await openBench(this, common).evidence(scan, {
    ...(regime === undefined ? {} : { regimes: regime }),
    ...(out === undefined ? {} : { directory: out }),
    ...(previous === undefined ? {} : { previous }),
  });
  if (flags.json) {
    printJson(this, written);
    return;
  }
  print(this, renderEvidenceBrief(written.evidence, this.width));
  print(this, `${written.html}\nmanifest.json ${written.manifestSha256}`);
}

export interface ViewFlags extends ReadFlags {
  readonly port?: number;
  readonly open: boolean;
}

export async function runView(this: CliContext, flags: ViewFlags, directory?: string): Promise<void> {
  const bench = openBench(this, flags);
  // A large folder takes a while, and silence reads like a mistake.
  if (!flags.json) this.process.stderr.write("Reading results…\n");
  await withLittleMemory(async () => {
    // The bench keeps the corpus: it is read before anybody waits for a page.
    await bench.list("rules");
    const { url, closed } = await bench.view({
      ...(directory === undefined ? {} : { directory }),
      ...(flags.port === undefined ? {} : { port: flags.port }),
      onError: (error) => this.process.stderr.write(`${formatError(error, this.program, this.location())}\n`),
      signal: this.signal,
    });
    if (flags.json) printJson(this, { url });
    else print(this, `${url}\nStop with Ctrl-C.`);
    if (flags.open) openInBrowser(url);
    await closed;
  });
}

/**
 * A server waits more than it works: it takes little memory rather than being quick. Reading a corpus leaves four times as
 * much behind as it keeps, and V8 would hold on to the room for as long as the server runs. The flags are the whole
 * process's, so only a command may, and it sets them back.
 */
async function withLittleMemory(work: () => Promise<void>): Promise<void> {
  setFlagsFromString("--optimize-for-size");
  // Young objects get no more room than there is at the start.
  setFlagsFromString("--semi-space-growth-factor=1");
  try {
    await work();
  } finally {
    setFlagsFromString("--semi-space-growth-factor=2");
    setFlagsFromString("--no-optimize-for-size");
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Asks the system to show an address or a file; where it cannot, the address was printed anyway. */
export function openInBrowser(address: string): void {
  const [command = "xdg-open", ...args] = OPENERS[process.platform] ?? [];
  spawn(command, [...args, address], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}

export interface ExplainFlags extends ReadFlags {
  readonly all: boolean;
}

export async function runExplain(
  this: CliContext,
  { all, ...flags }: ExplainFlags,
  scan: string,
  scenario?: string,
  check?: string,
): Promise<void> {
  const explanations = await openBench(this, flags).explain(scan, scenario, check);
  if (flags.json) printJson(this, explanations);
  else print(this, renderExplanations(explanations, { all, checkNamed: check !== undefined }));
}

const LONGEST_VALUE = 200;

export async function runVerify(
  this: CliContext,
  flags: ReadFlags & WorkersFlags,
  scan: string,
): Promise<void> {
  const { workers = 1 } = flags;
  const bench = openBench(this, flags);
  const evidence = await bench.verifyEvidence(scan);
  if (evidence !== null) {
    tellEvidence(this, flags, evidence);
    return;
  }
  const verification = await bench.verifyScan(scan, { signal: this.signal, workers });
  const { differences, transcripts, rows, votes, otherCorpus, corpusSaid } = verification;
  if (differences.length > 0) this.setExitCode(ExitCode.couldNotBeDone);
  else if (otherCorpus !== undefined) this.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    printJson(this, verification);
    return;
  }
  if (corpusSaid !== undefined) print(this, `The corpus here is another: ${corpusSaid}.`);
  const [first] = differences;
  if (first === undefined) {
    const counts = [
      formatQuantity(transcripts, "transcript"),
      formatQuantity(rows, "verdict"),
      formatQuantity(votes, "vote"),
    ];
    if (otherCorpus === undefined)
      print(this, `Verified: ${counts.join(", ")}; every byte is as recomputed.\n${WHAT_VERIFY_SAW}`);
    else print(this, describeProof(otherCorpus, counts));
    return;
  }
  const more = differences.slice(1).map(({ file }) => file);
  print(
    this,
    [
      ...describeDifference(first),
      ...(more.length === 0 ? [] : [`Also different: ${more.join(", ")}.`]),
    ].join("\n"),
  );
}

/** "Every byte" is said of what is made again. The rest is named, so that nobody takes it for looked at. */
const WHAT_VERIFY_SAW = [
  "Recomputed: verdicts, scorer results, scorecards, rates and summary.json. As sealed: plans, journals, transcripts, labels, summary.md and cost_report.json.",
  "Not looked at, for no verdict and no score comes of them: report/, run_manifest.json, truth.jsonl and what other commands wrote beside the scan.",
].join("\n");

function describeDifference({
  file,
  row,
  field,
  found,
  expected,
  isSealed,
}: ScanVerification["differences"][number]): readonly string[] {
  if (isSealed) return [`${file} is not as it was sealed: ${found}.`];
  return [
    `${file}${row === null ? "" : `, row ${row}`}, ${field || "the whole"} is not what was recomputed:`,
    `  there:      ${shorten(found)}`,
    `  recomputed: ${shorten(expected)}`,
  ];
}

/** @param counts transcripts, verdicts and votes, in words */
function describeProof(
  { parts, madeWith, scoresFollow }: ProofWithoutCorpus,
  [transcripts, verdicts, votes]: readonly string[],
): string {
  const { version, hash } = madeWith;
  const ways = [
    ...(parts.includes("engine") ? ["use the InvisibleBench of then"] : []),
    ...(parts.some((part) => part !== "engine") ? ["name the corpus of then with --corpus"] : []),
  ];
  return [
    `Not recomputed: what is here differs in ${parts.join(", ")} from what the scan was made with (corpus ${version}, ${hash.slice(0, 12)}).`,
    `Proved all the same: the seal is whole, ${transcripts} and ${verdicts} are as they were sealed, ${votes} say what the replies in the journal say.`,
    scoresFollow
      ? "The scores follow from the verdicts."
      : "Whether the scores follow from the verdicts cannot be told with this corpus.",
    `To recompute everything, ${ways.join(" and ")}.`,
  ].join("\n");
}

function tellEvidence(context: CliContext, flags: ReadFlags, verification: EvidenceVerification): void {
  const { problems, scanSeen, outputs, inputs } = verification;
  if (problems.length > 0) context.setExitCode(ExitCode.couldNotBeDone);
  else if (!scanSeen) context.setExitCode(ExitCode.incomplete);
  if (flags.json) {
    printJson(context, verification);
    return;
  }
  const unseen = `The scan is not there: ${formatQuantity(inputs, "input")} and the findings themselves were not looked at.`;
  const counts = `${formatQuantity(outputs, "output")}, ${formatQuantity(inputs, "input")}`;
  const lines =
    problems.length > 0
      ? ["Not as the manifest says:", ...problems.map(({ file, problem }) => `  ${file}: ${problem}`)]
      : scanSeen
        ? [`Verified: ${counts}; the scan gives the same findings again.`]
        : [`${formatQuantity(outputs, "output")} as the manifest says.`];
  print(context, [...lines, ...(scanSeen ? [] : [unseen])].join("\n"));
}

function shorten(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
