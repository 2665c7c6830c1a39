import { checkTitle, compareSeverities, isGravest } from "../domain/dimensions.ts";
import { describeAnswer, formatDifference, formatFailures, formatPValue } from "../domain/number-words.ts";
import { worstFirst } from "../report/read-first.ts";
import type { Comparison, ModelComparison } from "../schema/board/comparison.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Summary } from "../schema/scan/summary.ts";
import { createFindingDescriber } from "./describe-finding.ts";
import { buildScanBoard, createPlaces, type Places, type ScanBoardInput } from "./pages/build-board.ts";
import type { Brief } from "./render-brief.ts";
import type { Failure } from "./scan-facts.ts";
import type { ScanBrief, SiteCorpus, SiteScan } from "./site-ports.ts";

export interface BriefInput
  extends Pick<ScanBoardInput, "corpus" | "claims">,
    Pick<Brief, "date" | "toolVersion" | "example" | "notes" | "changes"> {
  /** @default the places of the scan itself */
  readonly places?: Places;
  /** The plan of each of its scans, by the name used in a terminal. */
  readonly plans: readonly { readonly name: string; readonly plan: ScanPlan }[];
}

/** A scan's name for a terminal; a mailed report does not know the run. */
export function nameOfScan({ run_id, scan_id }: Pick<ScanBrief, "run_id" | "scan_id">): string {
  return run_id === null ? `RUN/${scan_id}` : `${run_id}/${scan_id}`;
}

/** Builds the content of the one-page brief of a scan. */
export async function buildBrief(scan: SiteScan, input: BriefInput): Promise<Brief> {
  const { facts } = scan;
  const { corpus, plans, claims, places = createPlaces(corpus, null)(facts), ...said } = input;
  const findings = createFindingDescriber(facts, corpus);
  const { describe } = findings;
  const board = buildScanBoard({ facts, corpus, describe, claims, places });
  const moments = twoMoments(provenFirst(worstFirst(facts.failures), corpus)).map((failure) => ({
    finding: describe(failure),
    check: checkTitle({ mode_id: failure.checkId, flag: failure.checkId }, corpus.checks),
  }));
  await findings.complete(({ transcriptId }) => scan.readTranscript(transcriptId));
  return {
    ...said,
    notes: [...board.not_looked_at, ...said.notes],
    board,
    moments,
    corpusVersion: corpus.version,
    fewestForRate: corpus.scoring.publication.min_opportunities_for_rate,
    scans: plans.map(({ name, plan: { fingerprints } }) => ({
      name,
      transcripts: fingerprints.transcripts?.hash ?? null,
      scoring: fingerprints.scoring.hash,
    })),
  };
}

/** Within equal severity, failures proved by the assistant's own words come before omissions, because they read better. */
function provenFirst(worst: readonly Failure[], { checks }: SiteCorpus): readonly Failure[] {
  const isOmission = ({ checkId, omissions }: Failure) => {
    const failsBy = checks.get(checkId)?.fails_by;
    return failsBy !== undefined && omissions[failsBy] !== null;
  };
  return worst.toSorted(
    (a, b) =>
      Number(a.quote === null) - Number(b.quote === null) ||
      compareSeverities(a.severity, b.severity) ||
      Number(isOmission(a)) - Number(isOmission(b)),
  );
}

/** The most severe and certain failure, then the next with another check and model, or at least another check, if any. */
function twoMoments(worst: readonly Failure[]): readonly Failure[] {
  const [first, ...others] = worst;
  if (first === undefined) return [];
  const second =
    others.find(({ modelId, checkId }) => modelId !== first.modelId && checkId !== first.checkId) ??
    others.find(({ checkId }) => checkId !== first.checkId) ??
    others[0];
  return second === undefined ? [first] : [first, second];
}

/** Changes between two scans, one sentence for each shared assistant. @param before the earlier scan's numbers */
export function describeChanges(
  comparison: Comparison,
  before: Summary,
  after: Summary,
  fewestForRate: number,
): readonly string[] {
  const parts = comparison.differing_parts;
  return [
    ...(parts.length === 0
      ? []
      : [`Not made alike (${parts.join(", ")}): the difference is not the assistants' alone.`]),
    ...comparison.models.map((model) => describeChange(model, before, after, fewestForRate)),
  ];
}

function describeChange(
  model: ModelComparison,
  before: Summary,
  after: Summary,
  fewestForRate: number,
): string {
  const { first_model_id: first, second_model_id: second, scores, flips } = model;
  const crossed = (summary: Summary, id: string) => {
    const found = summary.models.find(({ model_id }) => model_id === id);
    return found === undefined ? "—" : formatFailures({ ...found.hard_fails, interval: null }, fewestForRate);
  };
  const lines = scores.find(({ score }) => score === "hard_fail");
  const quality = scores.find(({ score }) => score === "quality");
  const answer = describeAnswer(first === second ? "before" : first, first === second ? "now" : second, {
    lines: lines?.answer ?? "cannot_tell",
    quality: quality?.answer ?? "cannot_tell",
  });
  const grave = flips.filter(
    ({ severity, first: was, second: is }) =>
      isGravest(severity) && is.verdict === "FAIL" && was.verdict !== "FAIL",
  ).length;
  const measured =
    lines === undefined
      ? ""
      : `; paired by scenario ${formatDifference(lines.difference, lines.interval)}, p ${formatPValue(lines.p_holm)}`;
  const name = first === second ? second : `${first} → ${second}`;
  return `${name}: lines crossed ${crossed(before, first)} → ${crossed(after, second)}${measured}. ${answer.charAt(0).toUpperCase()}${answer.slice(1)}. New failures of the gravest kind: ${grave}.`;
}
