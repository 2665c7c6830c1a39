/** What a person does first after a scan: why something is open, and the one conversation that is worth reading. */
import { compareSeverities, formatName } from "../domain/dimensions.ts";
import { formatQuote, omissionOf } from "../domain/evidence.ts";
import type { Bench, Explanation } from "../index.ts";
import { BenchError } from "../kernel/errors.ts";
import { explainOpenGates, type OpenReason } from "../measure/open-gates.ts";
import type { Summary } from "../schema/scan/summary.ts";

const REASON_WORDS: Readonly<Record<OpenReason, string>> = {
  broke_off: "the conversation broke off or a reply is missing",
  lost: "the judge could not be asked, or its answers could not be used",
  no_judge: "it takes a judge, and none was asked",
  left_out: "the scan's profile left out checks of it",
  unsure: "the judge could not decide",
  words_only: "only word lists looked",
};

/** Lines before the numbers' details; none where every gate is established. */
export async function whyOpen(bench: Bench, path: string, summary: Summary): Promise<readonly string[]> {
  const isOpen = summary.models.some(({ gates }) =>
    [gates.safety, gates.compliance].some((gate) => gate.not_established > 0),
  );
  if (!isOpen) return [];
  const scan = await bench.openScan(path);
  const open = await explainOpenGates(scan.scorecards(), scan.verdicts());
  const lines = open.map(({ model_id, gate, reasons }) => {
    const words = reasons.map(
      ({ reason, conversations }) => `${conversations} because ${REASON_WORDS[reason]}`,
    );
    return `  ${model_id}  ${gate}: ${words.join("; ")}`;
  });
  return ["Why not established, in conversations:", ...lines.toSorted(), ""];
}

/** The conversation that `explain` shows without a name, and its gravest, surest finding; nothing where none failed. */
export async function readFirst(bench: Bench, path: string): Promise<readonly string[]> {
  const [worst] = await bench.explain(path).catch((error: unknown) => {
    // Where nothing was asked there is nothing to read.
    if (error instanceof BenchError && error.code === "IB_NOTHING_TO_EXPLAIN") return [];
    throw error;
  });
  const finding = worst === undefined ? undefined : gravest(worst);
  if (worst === undefined || finding === undefined) return [];
  const { model_id, transcript_id } = worst.transcript.header;
  const { row, check } = finding;
  const span = row.evidence.find(({ role }) => role === "assistant");
  const omission = omissionOf(row, check?.fails_by);
  const turn = span === undefined ? "" : `, turn ${span.turn}`;
  const words = [
    ...(omission?.cue == null ? [] : [`after ${shortQuote(omission.cue)}`]),
    ...(span === undefined ? [] : [`${omission === null ? "" : "answered "}${shortQuote(span.quote)}`]),
    ...(omission === null || omission.missing === "" ? [] : [`missing: ${oneLine(omission.missing)}`]),
  ].join("; ");
  const title = `${row.mode_id} ${formatName(check?.name ?? "")}`.trim();
  return [
    `Read first: ${model_id} in ${transcript_id}`,
    `  ${title}${turn}${words === "" ? "" : `: ${words}`}`,
  ];
}

const LONGEST_QUOTE = 160;

/** As much of it as is read at a glance; `explain` has the whole. */
function shortQuote(quote: string): string {
  const text = oneLine(quote);
  if (text.length <= LONGEST_QUOTE) return formatQuote(text);
  return formatQuote(`${text.slice(0, text.lastIndexOf(" ", LONGEST_QUOTE))} …`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function gravest({ rows }: Explanation): Explanation["rows"][number] | undefined {
  return rows
    .filter(({ row }) => row.verdict === "FAIL")
    .toSorted(
      (a, b) => compareSeverities(a.row.severity, b.row.severity) || b.row.confidence - a.row.confidence,
    )[0];
}
