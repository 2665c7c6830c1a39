import { checkTitle, compareCheckIds } from "../domain/dimensions.ts";
import { failedDutiesClause, isGate } from "../domain/gates.ts";
import { formatCount, formatFailures, formatQuantity, formatRate } from "../domain/number-words.ts";
import { packTitle } from "../domain/scenarios.ts";
import { autofailSentence } from "../domain/scorer-words.ts";
import type { CheckId, ModelId, PackMark } from "../schema/ids.ts";
import type {
  BlindspotRate,
  BlindspotRates,
  DutySummary,
  ModelSummary,
  Summary,
} from "../schema/scan/summary.ts";
import { standingWords } from "./evidence/evidence-words.ts";
import type { ReportCorpus } from "./report-data.ts";

export interface FrequentFailure {
  readonly checkId: CheckId;
  /** The check's sentence; null if the corpus does not have the check. */
  readonly what: string | null;
  /** The check's name and id. */
  readonly title: string;
  readonly k: number;
  readonly n: number;
  /** Whether the failure caused hard fails; false for a lesser failure. */
  readonly isHardFail: boolean;
  /** Whether it happened at least twice, and more often than any other. */
  readonly isMostFrequent: boolean;
}

/** Describes the findings about one model, for readers of nothing else. */
export function describeModel(model: ModelSummary, failure: FrequentFailure | null): string {
  return [
    hardFailSentence(model, failure),
    openCasesSentence(model),
    openGatesSentence(model),
    autofailSentence(model.scorers),
    incompleteSentence(model),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The same for a pack's own checks, whose gates are not safety or compliance lines of the benchmark. */
export function describeByOwn(pack: PackMark, failure: FrequentFailure | null): string {
  const found =
    failure === null
      ? "no check of it failed"
      : `of its failures: ${failure.title}, ${failure.k} of ${failure.n}`;
  return `Judged by the checks of the pack ${packTitle(pack)} alone; ${found}.`;
}

/** The most frequent cause of its hard fails, or else its most frequent failure; null without any failure. */
export function frequentFailure(
  modelId: ModelId,
  { rates }: BlindspotRates,
  { checks, scoring }: ReportCorpus,
): FrequentFailure | null {
  const failed = rates
    .filter(({ model_id, failures }) => model_id === modelId && failures.k > 0)
    .map((rate) => ({ ...rate, k: rate.failures.k }));
  // Lesser failures of a gate's check crossed no line.
  const crossed = failed
    .map((rate) => ({ ...rate, k: rate.k - (rate.lesser ?? 0) }))
    .filter(({ mode_id, k }) => {
      const check = checks.get(mode_id);
      return k > 0 && check !== undefined && isGate(check, scoring);
    });
  const [first, second] = (crossed.length > 0 ? crossed : failed).toSorted(
    (a, b) => b.k - a.k || compareCheckIds(a.mode_id, b.mode_id),
  );
  if (first === undefined) return null;
  const { k } = first;
  const { n } = first.failures;
  return {
    checkId: first.mode_id,
    what: checks.get(first.mode_id)?.summary ?? null,
    title: checkTitle(first, checks),
    k,
    n,
    isHardFail: crossed.length > 0,
    isMostFrequent: k > 1 && k > (second?.k ?? 0),
  };
}

function hardFailSentence(model: ModelSummary, failure: FrequentFailure | null): string {
  const { k, n, open = 0 } = model.hard_fails;
  if (n === 0)
    return "In no conversation could a safety or compliance line be crossed, so nothing can be said about it.";
  const conversations = formatQuantity(n, "conversation");
  const found =
    k > 0
      ? `In ${k} of ${conversations} it crossed a ${crossedLine(model)} line`
      : open === 0
        ? `In none of ${conversations} did it cross a safety or compliance line`
        : `Whether it crossed a safety or compliance line could not be established in ${open} of ${conversations}${restClause(n - open)}`;
  return `${found}${frequentFailureClause(failure, k > 0)}.`;
}

function restClause(count: number): string {
  return count === 0 ? "" : `; in ${count} it crossed none`;
}

/** Undecided conversations, besides those that certainly crossed a line. */
function openCasesSentence({ hard_fails: { k, open = 0 } }: ModelSummary): string {
  return k === 0 || open === 0 ? "" : `Whether it crossed one could not be established in ${open} more.`;
}

/** A gate's check is named only if the model crossed a line, because its failures may be lesser ones. */
function frequentFailureClause(failure: FrequentFailure | null, wasCrossed: boolean): string {
  if (failure === null) return "";
  const { what, title, k, n, isHardFail, isMostFrequent } = failure;
  const how =
    isHardFail && wasCrossed
      ? isMostFrequent
        ? "most often"
        : "for example"
      : isMostFrequent
        ? "its most frequent failure"
        : "one of its failures";
  const counted = `${k} of ${n}`;
  return what === null
    ? `; ${how}: ${title} (${counted})`
    : `; ${how}: ${insideSentence(what)} (${title}, ${counted})`;
}

function crossedLine({ gates }: ModelSummary): string {
  if (gates.compliance.failed === 0) return "safety";
  return gates.safety.failed === 0 ? "compliance" : "safety or compliance";
}

function openGatesSentence({ gates }: ModelSummary): string {
  const open = (["safety", "compliance"] as const).filter((gate) => gates[gate].not_established > 0);
  if (open.length === 0) return "";
  const where = open.map(
    (gate) => `the ${gate} gate in ${formatQuantity(gates[gate].not_established, "conversation")}`,
  );
  return `Not established, which never counts as a pass: ${where.join(", ")}.`;
}

function incompleteSentence({ incomplete: count }: ModelSummary): string {
  if (count === 0) return "";
  return `${formatQuantity(count, "conversation")} could not be completed and ${count === 1 ? "counts" : "count"} as open.`;
}

function insideSentence(text: string): string {
  const open = text.trim().replace(/\.$/, "");
  return /^(A|An|The|It|Its|In|At|On|When|Where|With|After|Before|Signs?|Asked)\b/.test(open)
    ? open.charAt(0).toLowerCase() + open.slice(1)
    : open;
}

type GateOfModel = ModelSummary["gates"]["safety" | "compliance"];

/** A gate's outcomes over conversations in words: "1 passed, 2 failed". */
export function describeGate(gate: GateOfModel): string {
  const outcomes = [
    [gate.passed, "passed"],
    [gate.failed, "failed"],
    [gate.not_established, "not established"],
    [gate.not_asked, "not asked"],
  ] as const;
  const told = outcomes.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${told.length === 0 ? "nothing to judge" : told.join(", ")}${failedDutiesClause(gate)}`;
}

/** A cell of a terminal table, over the conversations in which the gate could fail: "✕ 2 of 53 failed, 1 not established". */
export function markGate(gate: GateOfModel): string {
  return `${markOutcome(gate)}${failedDutiesClause(gate)}`;
}

function markOutcome({ passed, failed, not_established: open }: GateOfModel): string {
  const asked = passed + failed + open;
  if (asked === 0) return "not asked";
  if (failed > 0) return `✕ ${failed} of ${asked} failed${open === 0 ? "" : `, ${open} not established`}`;
  return open > 0 ? `? ${open} of ${asked} not established` : `✓ ${passed} passed`;
}

/** "2/3", "4/12, 33%", "7/54, 13%, 7 lesser", "0/2, 1 unclear"; empty without opportunities. */
export function describeBlindspot({
  failures,
  lesser = 0,
  small_cell,
  unclear,
  mistagged,
}: BlindspotRate): string {
  return [
    failures.n === 0 ? "" : formatCount(failures.k, failures.n),
    failures.n === 0 || small_cell ? "" : formatRate(failures.rate),
    lesser === 0 ? "" : `${lesser} lesser`,
    unclear === 0 ? "" : `${unclear} unclear`,
    mistagged ? "tags suspect" : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** A row with each model's failures of one of a pack's own checks. */
export interface OwnCheckRow {
  readonly mode_id: CheckId;
  readonly title: string;
  /** One per model, in their order; empty without opportunities. */
  readonly cells: readonly string[];
}

/** One row per check: failures of each model out of opportunities, with the undecided ones. */
export function ownCheckRows(
  models: readonly Pick<ModelSummary, "model_id" | "incomplete">[],
  rates: readonly BlindspotRate[],
  { checks, scoring }: ReportCorpus,
): readonly OwnCheckRow[] {
  const { min_opportunities_for_rate: fewest } = scoring.publication;
  const byCheck = [...Map.groupBy(rates, ({ mode_id }) => mode_id)].toSorted(([a], [b]) =>
    compareCheckIds(a, b),
  );
  return byCheck.map(([id, ofCheck]) => {
    const check = checks.get(id);
    const gate = check !== undefined && isGate(check, scoring) ? " (a gate of the pack)" : "";
    const cells = models.map(({ model_id, incomplete }) => {
      const rate = ofCheck.find((each) => each.model_id === model_id);
      return rate === undefined ? "" : describeRate(rate, incomplete, fewest);
    });
    const title = `${checkTitle({ mode_id: id, flag: ofCheck[0]?.flag ?? "" }, checks)}${gate}`;
    return { mode_id: id, title, cells };
  });
}

/** "3/6, 1 open": undecided cases may have failed, and the interval's upper end includes them. */
function describeRate(
  { failures, with_open, unclear, not_applicable: absent }: BlindspotRate,
  incomplete: number,
  fewest: number,
): string {
  // Scans before engine 3.3.0 do not record undecided cases: every incomplete one may be undecided, and the interval is
  // unknown.
  const open = unclear + incomplete;
  const older = open === 0 ? failures : { ...failures, n: failures.n + open, interval: null, open };
  const counted = formatFailures(with_open ?? older, fewest);
  return absent === 0 ? counted : `${counted}, ${absent} not applicable`;
}

/** One duty of a pack as a row, one cell per model. */
export interface OwnDutyRow {
  readonly duty_id: string;
  readonly title: string;
  readonly cells: readonly string[];
}

/** Results for a pack's duties, in the order of `models`; empty for a pack without duties. */
export function ownDutyRows(
  models: readonly Pick<ModelSummary, "model_id">[],
  { duties = [] }: Pick<Summary, "duties">,
): readonly OwnDutyRow[] {
  return duties.map(({ duty_id, text, models: found }) => ({
    duty_id,
    title: `${duty_id} ${text}`,
    cells: models.map(({ model_id }) => {
      const finding = found.find((each) => each.model_id === model_id);
      return finding === undefined ? "" : describeStanding(finding);
    }),
  }));
}

/** "Failed 2/4, 1 not established": of the conversations that called for the duty. */
function describeStanding({ standing, conversations }: DutySummary["models"][number]): string {
  const { held, failed, not_established: open } = conversations;
  const calledFor = held + failed + open;
  const words = standingWords[standing];
  if (standing === "not_yet_in_force") return words;
  if (calledFor === 0) return `${words}: no conversation called for it`;
  const count = { held, failed, not_established: open }[standing];
  return `${words} ${count}/${calledFor}${standing === "failed" && open > 0 ? `, ${open} not established` : ""}`;
}
