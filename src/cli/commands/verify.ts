/** verify: the command that checks a scan, or a folder of evidence, against its inputs. */
import { formatQuantity } from "../../domain/number-words.ts";
import type { EvidenceVerification, ProofWithoutCorpus, ScanVerification } from "../../index.ts";
import { ExitCode } from "../../kernel/errors.ts";
import { asIs, command, scanArg } from "../command.ts";
import { resultsFlags, workersFlags } from "../flags.ts";

type Verification = EvidenceVerification | ScanVerification;

export const verifyCommand = command({
  brief: "Recompute a scan, or a folder of evidence, and compare; asks no model",
  about:
    "Of a folder of evidence, its files, those of its scan and the corpus are held against the manifest, and the evidence is made again; exit 1 names what differs, and exit 3 says that the scan is not there to be looked at. Of a scan: votes are read again from the journal's replies, quotes are looked up again in the transcripts, and verdicts, scorecards, rates and the summary are made again from them. Every byte of them must be the same. What cannot be recomputed must be as it was sealed: transcripts, plans, journals, labels, summary.md and cost_report.json, and what the seal counts. The report, run_manifest.json and truth.jsonl are not looked at. Exit 1 names the first difference: file, row and field. Where the corpus is another one, exit 3 names its parts that differ, and the seal, the votes and, where it can be told, the scores are proved without it.",
  examples: [
    ["20261115-101500-1a2b", "The one scan of a run"],
    ["results/my-run/scans/full-1a2b/evidence", "What was written down about a scan"],
  ],
  args: [scanArg],
  flags: { ...resultsFlags, ...workersFlags },
  run: async ({ bench, options }, scan): Promise<Verification> =>
    (await bench.verifyEvidence(scan)) ?? (await bench.verifyScan(scan, options)),
  exitCode(verification) {
    const [differs, incomplete] =
      "problems" in verification
        ? [verification.problems, !verification.scanSeen]
        : [verification.differences, verification.otherCorpus !== undefined];
    if (differs.length > 0) return ExitCode.couldNotBeDone;
    return incomplete ? ExitCode.incomplete : undefined;
  },
  json: asIs,
  text: (verification) =>
    ("problems" in verification ? evidenceLines(verification) : scanLines(verification)).join("\n"),
});

function evidenceLines({ problems, scanSeen, outputs, inputs }: EvidenceVerification): readonly string[] {
  const unseen = `The scan is not there: ${formatQuantity(inputs, "input")} and the findings themselves were not looked at.`;
  const counts = `${formatQuantity(outputs, "output")}, ${formatQuantity(inputs, "input")}`;
  const lines =
    problems.length > 0
      ? ["Not as the manifest says:", ...problems.map(({ file, problem }) => `  ${file}: ${problem}`)]
      : scanSeen
        ? [`Verified: ${counts}; the scan gives the same findings again.`]
        : [`${formatQuantity(outputs, "output")} as the manifest says.`];
  return scanSeen ? lines : [...lines, unseen];
}

function scanLines(verification: ScanVerification): readonly string[] {
  const { differences, transcripts, rows, votes, otherCorpus, corpusSaid } = verification;
  const said = corpusSaid === undefined ? [] : [`The corpus here is another: ${corpusSaid}.`];
  const [first, ...others] = differences;
  if (first !== undefined) {
    const also = `Also different: ${others.map(({ file }) => file).join(", ")}.`;
    return [...said, ...differenceLines(first), ...(others.length === 0 ? [] : [also])];
  }
  const counts = [
    formatQuantity(transcripts, "transcript"),
    formatQuantity(rows, "verdict"),
    formatQuantity(votes, "vote"),
  ];
  return otherCorpus === undefined
    ? [...said, `Verified: ${counts.join(", ")}; every byte is as recomputed.`, ...WHAT_VERIFY_SAW]
    : [...said, ...proofLines(otherCorpus, counts)];
}

/** "Every byte" refers to recomputed files. The text names the others, so that no reader thinks they were checked. */
const WHAT_VERIFY_SAW = [
  "Recomputed: verdicts, scorer results, scorecards, rates and summary.json. As sealed: plans, journals, transcripts, labels, summary.md and cost_report.json.",
  "Not looked at, for no verdict and no score comes of them: report/, run_manifest.json, truth.jsonl and what other commands wrote beside the scan.",
];

function differenceLines({
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
function proofLines(
  { parts, madeWith, scoresFollow }: ProofWithoutCorpus,
  [transcripts, verdicts, votes]: readonly string[],
): readonly string[] {
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
  ];
}

const LONGEST_VALUE = 200;

function shorten(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}
