/** Tells a person what to do first after a scan: why checks are undecided, and which conversation to read. */
import { compareCheckIds, formatName } from "../domain/dimensions.ts";
import { formatQuote, omissionOf } from "../domain/evidence.ts";
import { profileOf } from "../domain/profiles.ts";
import type { Bench, ScanResult } from "../index.ts";
import { BenchError } from "../kernel/errors.ts";
import { describeOpenGate } from "../report/words.ts";
import type { CheckId } from "../schema/ids.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { shellQuote } from "./command-line.ts";

/** Explains gates that are not established; empty if all are. */
export function openGateLines({ openGates, summary, plan }: ScanResult): readonly string[] {
  if (openGates.length === 0) return [];
  const lines = openGates.map(
    (gate) => `  ${gate.model_id}  ${describeOpenGate(gate, summary?.left_out?.by)}`,
  );
  const remedy = askedByFull(
    plan,
    openGates.flatMap(({ unasked }) => unasked),
  );
  return ["Why not established, in conversations:", ...lines.toSorted(), ...remedy, ""];
}

/** Names the options by which a judge would answer the unasked checks; empty if none would. */
function askedByFull({ profile, checks }: ScanPlan, unasked: readonly CheckId[]): readonly string[] {
  const named = [...new Set(unasked)].toSorted(compareCheckIds);
  if (named.length === 0) return [];
  const isNarrowed = named.some((id) => !checks.includes(id));
  const ways = [
    ...(profileOf({ profile }).thorough ? [] : ["--profile full with a judge"]),
    ...(isNarrowed ? ["no --check"] : []),
  ];
  if (ways.length === 0) return [];
  return [`  No judge was asked about ${named.join(", ")}: ${ways.join(" and ")} asks them.`];
}

/** Warns that the run's name no longer identifies one scan, and gives this scan's name; empty otherwise. */
export async function ambiguityLines(bench: Bench, run: string, gate: string): Promise<readonly string[]> {
  const isAmbiguous = await bench.openScan(run).then(
    () => false,
    (error: unknown) => {
      if (error instanceof BenchError && error.code === "IB_AMBIGUOUS_SCAN") return true;
      throw error;
    },
  );
  return isAmbiguous ? [`${run} has other scans too, so name the one you mean:`, `        ${gate}`] : [];
}

/** Absent without a failure. */
interface FirstToRead {
  readonly lines: readonly string[];
  /** Arguments after a scan's name on a command line, with a leading space. */
  readonly names: string;
}

/** Shows the conversation that `explain` opens by default, the failure that selected it, and the arguments that name both. */
export function firstFailureLines({ firstFailure: row, corpus }: ScanResult): FirstToRead {
  if (row === null) return { lines: [], names: "" };
  const { model_id, transcript_id } = row;
  const check = corpus.checks.get(row.mode_id);
  const span = row.evidence.find(({ role }) => role === "assistant");
  const omission = omissionOf(row, check?.fails_by);
  const turn = span === undefined ? "" : `, turn ${span.turn}`;
  const words = [
    ...(omission?.cue == null ? [] : [`after ${shortQuote(omission.cue)}`]),
    ...(span === undefined ? [] : [`${omission === null ? "" : "answered "}${shortQuote(span.quote)}`]),
    ...(omission === null || omission.missing === "" ? [] : [`missing: ${oneLine(omission.missing)}`]),
  ].join("; ");
  const title = `${row.mode_id} ${formatName(check?.name ?? "")}`.trim();
  return {
    lines: [
      `Read first: ${model_id} in ${transcript_id}`,
      `  ${title}${turn}${words === "" ? "" : `: ${words}`}`,
    ],
    names: ` ${shellQuote(transcript_id)} ${row.mode_id}`,
  };
}

const LONGEST_QUOTE = 160;

/** Shortens a quote to a glance; `explain` has the whole. */
function shortQuote(quote: string): string {
  const text = oneLine(quote);
  if (text.length <= LONGEST_QUOTE) return formatQuote(text);
  return formatQuote(`${text.slice(0, text.lastIndexOf(" ", LONGEST_QUOTE))} …`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
