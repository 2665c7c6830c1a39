/** Index of the verdicts for comparisons and gates, built row by row. */

import { isGravest } from "../domain/dimensions.ts";
import { isProof, isVerified, omissionsOf } from "../domain/evidence.ts";
import { checkSeverity, isUndecided, wasLeftOut } from "../domain/gates.ts";
import { verdictPlace } from "../domain/keys.ts";
import { hasAuthor } from "../domain/scenarios.ts";
import type { FlipSide } from "../schema/board/comparison.ts";
import type { CheckId, ModelId, ScenarioId, Severity } from "../schema/ids.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";

/** A requested verdict with the grounds that a reader needs. */
export interface IndexedVerdict extends FlipSide {
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  readonly severity: Severity;
  /** Whether people decided it. */
  readonly byPeople?: true;
}

/** Keeps decided and undecided verdicts of some conversations row by row, by model and then by place. */
export function createVerdictIndex() {
  const models = new Map<ModelId, Map<string, IndexedVerdict>>();
  return {
    add(row: VerdictRow): void {
      if (!row.eligible || row.verdict === "NOT_APPLICABLE") return;
      const ofModel = models.get(row.model_id) ?? new Map<string, IndexedVerdict>();
      models.set(row.model_id, ofModel);
      ofModel.set(verdictPlace(row.scenario_id, row.repeat, row.mode_id), indexed(row));
    },
    finish: (): ReadonlyMap<ModelId, ReadonlyMap<string, IndexedVerdict>> => models,
  };
}

function indexed(row: VerdictRow): IndexedVerdict {
  const grounds = groundsOf(row);
  return {
    scenarioId: row.scenario_id,
    repeat: row.repeat,
    checkId: row.mode_id,
    severity: row.severity,
    ...(row.details.people === undefined ? {} : { byPeople: true }),
    verdict: row.verdict,
    rationale: grounds === "" ? null : grounds,
    quotes: quotesOf(row),
  };
}

/** Collects quotes; words that several votes quote appear once. */
function quotesOf({ evidence }: VerdictRow): FlipSide["quotes"] {
  const quotes = evidence.filter(isVerified).map(({ turn, role, quote }) => ({ turn, role, quote }));
  return [...new Map(quotes.map((quote) => [JSON.stringify(quote), quote])).values()];
}

/** Returns the reason of a winning vote, or of the people who decided. */
function groundsOf({ verdict, details }: VerdictRow): string {
  if (details.people === undefined)
    return details.votes.find((vote) => vote.verdict === verdict)?.rationale ?? "";
  const said = details.people.labels.flatMap(({ label, note }) => (label === verdict ? (note ?? []) : []));
  const names = details.people.labels.map(({ annotator }) => annotator).join(", ");
  return [`decided by people (${names})`, ...said].join(": ");
}

/** A verdict for a gate: of the highest severity or of a check that the policy names, and not a PASS. */
export interface SevereVerdict {
  readonly modelId: ModelId;
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  /**
   * `LEFT_OUT`: the conversation calls or may call for the check, but the scan did not ask it. `UNPROVEN`: only word
   * lists looked, or only a judge says that the check does not apply.
   */
  readonly verdict: "FAIL" | "UNCLEAR" | "LEFT_OUT" | "UNPROVEN";
  /** Quote of the assistant that proves the verdict. */
  readonly quote: EvidenceSpan | null;
  /** Missing parts, for a check that fails by omission. */
  readonly omissions: ReturnType<typeof omissionsOf>;
}

/** Keeps the verdicts for a gate row by row: those of S5, and those of checks that the policy names. */
export function createSevereWatch(named: ReadonlySet<string> = new Set()) {
  const severe: SevereVerdict[] = [];
  const ofNamed: SevereVerdict[] = [];
  return {
    add(row: VerdictRow): void {
      const { model_id: modelId, scenario_id: scenarioId, repeat, mode_id: checkId } = row;
      const lists = [
        ...(isGravest(checkSeverity(row)) ? [{ list: severe, verdict: ofGraveFailures(row) }] : []),
        ...(named.has(checkId) ? [{ list: ofNamed, verdict: openOrFailed(row) }] : []),
      ];
      const quote = row.evidence.find(isProof) ?? null;
      for (const { list, verdict } of lists)
        if (verdict !== null)
          list.push({ modelId, scenarioId, repeat, checkId, verdict, quote, omissions: omissionsOf(row) });
    },
    finish: (): { readonly severe: readonly SevereVerdict[]; readonly named: readonly SevereVerdict[] } => ({
      severe,
      named: ofNamed,
    }),
  };
}

/** Classifies a row for the gate; `null` for a lesser failure, unless a grave one is also possible. */
function ofGraveFailures(row: VerdictRow): SevereVerdict["verdict"] | null {
  const { lesser } = row.details;
  if (lesser === undefined) return openOrFailed(row);
  return lesser.may_be_grave ? "UNCLEAR" : null;
}

function openOrFailed(row: VerdictRow): SevereVerdict["verdict"] | null {
  if (wasLeftOut(row)) return "LEFT_OUT";
  const { eligible, verdict } = row;
  if (eligible && (verdict === "FAIL" || verdict === "UNCLEAR")) return verdict;
  return isUndecided(row, hasAuthor(row.scenario_id)) ? "UNPROVEN" : null;
}
