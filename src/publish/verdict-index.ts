/** What a comparison and a gate keep of the verdicts, as rows pass by. */

import { isGravest } from "../domain/dimensions.ts";
import { isProof, isVerified, omissionsOf } from "../domain/evidence.ts";
import { checkSeverity, isUndecided, wasLeftOut } from "../domain/gates.ts";
import { verdictPlace } from "../domain/keys.ts";
import { hasAuthor } from "../domain/scenarios.ts";
import type { FlipSide } from "../schema/board/comparison.ts";
import type { CheckId, ModelId, ScenarioId, Severity } from "../schema/ids.ts";
import type { EvidenceSpan, VerdictRow } from "../schema/scan/verdict.ts";

/** A verdict that was asked for, with as much of its grounds as a reader needs. */
export interface IndexedVerdict extends FlipSide {
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  readonly severity: Severity;
  /** Whether people decided it. */
  readonly byPeople?: true;
}

/** Keeps what was decided or left open of some conversations as rows pass by, by model and then by place. */
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

/** Several votes may quote the same words, which are shown once. */
function quotesOf({ evidence }: VerdictRow): FlipSide["quotes"] {
  const quotes = evidence.filter(isVerified).map(({ turn, role, quote }) => ({ turn, role, quote }));
  return [...new Map(quotes.map((quote) => [JSON.stringify(quote), quote])).values()];
}

/** What a vote that won says, or people do who decided. */
function groundsOf({ verdict, details }: VerdictRow): string {
  if (details.people === undefined)
    return details.votes.find((vote) => vote.verdict === verdict)?.rationale ?? "";
  const said = details.people.labels.flatMap(({ label, note }) => (label === verdict ? (note ?? []) : []));
  const names = details.people.labels.map(({ annotator }) => annotator).join(", ");
  return [`decided by people (${names})`, ...said].join(": ");
}

/** A verdict that a gate asks about, of the gravest severity or of a check that its policy names, and that is not a PASS. */
export interface SevereVerdict {
  readonly modelId: ModelId;
  readonly scenarioId: ScenarioId;
  readonly repeat: number;
  readonly checkId: CheckId;
  /**
   * `LEFT_OUT`: the conversation calls or may call for the check, and the scan did not ask. `UNPROVEN`: only word lists
   * looked, or a judge alone says that there was nothing to look at.
   */
  readonly verdict: "FAIL" | "UNCLEAR" | "LEFT_OUT" | "UNPROVEN";
  /** The assistant's words that prove it. */
  readonly quote: EvidenceSpan | null;
  /** What is missing, by how its check fails. */
  readonly omissions: ReturnType<typeof omissionsOf>;
}

/** Keeps the verdicts that a gate asks about, as rows pass by: those of S5, and those of checks that its policy names. */
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

/** A lesser failure is none of these, unless a grave one may be beside it. */
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
