/** Renders a gate's result for a terminal, a pull request, a test runner and GitHub Actions. */
import { formatQuote } from "../domain/evidence.ts";
import { conversationName } from "../domain/keys.ts";
import { formatQuantity } from "../domain/number-words.ts";
import type { GateOutcome, GateResult, GateRule } from "../schema/board/release-gate.ts";
import { renderRows } from "./render-table.ts";
import { escapeXml, stripTerminal } from "./safe-text.ts";
import { SIMULATED_NOTE } from "./words.ts";

/** The words for each outcome. */
export const gateOutcomeWords: Readonly<Record<GateOutcome, string>> = {
  PASS: "holds",
  FAIL: "does not hold",
  INCONCLUSIVE: "inconclusive",
};

const RULE_WORDS: Readonly<Record<string, string>> = {
  new_s5_failures: "No new failure of the gravest kind (S5)",
  hard_fail_rate: "Rate of hard fails",
  "hard_fail_rate.safety": "Rate of safety failures",
  "hard_fail_rate.compliance": "Rate of compliance failures",
  "noninferiority.overall": "Overall score, against the baseline",
  "noninferiority.quality": "Quality score, against the baseline",
  "noninferiority.C": "Communication (C), against the baseline",
  "noninferiority.D": "Coordination (D), against the baseline",
  "noninferiority.F": "Boundaries (F), against the baseline",
  autofails: "Autofails of the scenarios' authors",
  failed_duties: "Failed duties of the law",
  unclear_share: "Share of UNCLEAR verdicts",
  incomplete_share: "Share of incomplete conversations",
};

/** A rule of the policy in words. */
export function describeRule(rule: string): string {
  const [, checkId] = /^checks\.(.+)$/.exec(rule) ?? [];
  return RULE_WORDS[rule] ?? (checkId === undefined ? rule : `Failures of ${checkId}`);
}

/** The cases behind a bound on hard fails, and the judge's accuracy that the bound needs. */
export function describeHardFails({ hard_fails }: GateRule): readonly string[] {
  if (hard_fails === undefined) return [];
  const { families, scenarios, asked, failed_scenarios, open, least_sensitivity, families_needed } =
    hard_fails;
  const counted = [
    `a line could be crossed in ${formatQuantity(scenarios, "scenario")} of ${formatQuantity(families, "family", "families")} (safety ${asked.safety}, compliance ${asked.compliance})`,
    `it was in ${failed_scenarios}`,
    ...(open === 0 ? [] : [`${formatQuantity(open, "family", "families")} may have, and count as failed`]),
  ];
  const worst =
    least_sensitivity === null
      ? "No judge, however accurate, would make this pass."
      : `The bound holds with any judge that finds at least ${ofHundred(least_sensitivity)} of 100 failures.`;
  return [
    `Counted: ${counted.join("; ")}.`,
    `Judge: ${describeJudge(hard_fails)}.`,
    worst,
    ...(families_needed !== null && families_needed <= families ? [] : [describeTooFew(hard_fails)]),
  ];
}

function describeTooFew({ families, families_needed }: NonNullable<GateRule["hard_fails"]>): string {
  const needed =
    families_needed === null
      ? "With this judge no number is enough."
      : `You need ${families_needed} without a hard fail.`;
  return `${formatQuantity(families, "scenario family is", "scenario families are")} too few to prove this bound. ${needed}`;
}

function describeJudge({ judge }: NonNullable<GateRule["hard_fails"]>): string {
  if (judge === null) return "nobody has said how many failures it misses";
  const { sensitivity_at_least, specificity_at_most, labels, source } = judge;
  const finds =
    labels === null
      ? `assumed to find at least ${Number((sensitivity_at_least * 100).toFixed(1))} of 100 failures`
      : `found ${labels.found} of ${labels.failures} labelled failures of ${labels.mode_id}`;
  const alarms = Math.round((1 - specificity_at_most) * 1000) / 10;
  const alarmed = alarms === 0 ? "" : `, and to flag ${alarms} of 100 that are none`;
  return `${finds}${alarmed} (${source})`;
}

/** Rounded up: a judge that finds 92.1 of 100 is not good enough if 92.2 are needed. */
function ofHundred(share: number): number {
  return Math.ceil(share * 100 - 1e-9);
}

const UNDECIDED_NAMED = 5;

/** The verdicts that a person must review; empty if there are none. */
export function describeUndecided({ undecided = [] }: GateResult["models"][number]): readonly string[] {
  if (undecided.length === 0) return [];
  const names = undecided
    .slice(0, UNDECIDED_NAMED)
    .map(({ mode_id, scenario_id, repeat }) => `${mode_id} in ${conversationName(scenario_id, repeat)}`);
  const hidden = undecided.length - names.length;
  return [`Undecided: ${names.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""}.`];
}

/** The claim that a pass of the policy supports about this scan, or would support. */
export function describeGateClaim({
  outcome,
  claim,
}: {
  readonly outcome: GateOutcome;
  readonly claim: string;
}): string {
  return `${outcome === "PASS" ? "This pass says" : "A pass would say"}: ${claim}.`;
}

const SIGNS: Readonly<Record<GateOutcome, string>> = { PASS: "✓", FAIL: "✕", INCONCLUSIVE: "?" };

function markedOutcome(outcome: GateOutcome): string {
  return `${SIGNS[outcome]} ${gateOutcomeWords[outcome]}`;
}

/** Renders a gate's result for a terminal. */
export function renderGate(result: GateResult, width: number): string {
  const models = result.models.map((model) =>
    [
      `${model.model_id}: ${markedOutcome(model.outcome)}`,
      renderRows(
        model.rules,
        [
          ["Rule", ({ rule }) => describeRule(rule)],
          ["Outcome", ({ outcome }) => markedOutcome(outcome)],
          ["Found", ({ message }) => message],
        ],
        width,
      ),
      ...model.rules.flatMap(describeHardFails),
      ...describeUndecided(model),
    ].join("\n"),
  );
  return [
    ...(result.simulated ? [`${SIMULATED_NOTE.title}: ${SIMULATED_NOTE.text}`] : []),
    ...models,
    ...(result.claim === undefined ? [] : [describeGateClaim({ ...result, claim: result.claim })]),
    `The gate ${result.outcome === "INCONCLUSIVE" ? "is inconclusive" : gateOutcomeWords[result.outcome]}.`,
  ].join("\n\n");
}

/** The assistant's words, or the missing content and the words that called for it. */
export function describeProof({ turn, quote, omission }: GateRule["findings"][number]): string {
  if (quote === null) return "";
  if (omission === null) return `, turn ${turn}: ${formatQuote(quote)}`;
  const after = omission.cue === null ? "" : `after ${formatQuote(omission.cue)}, `;
  const answer = quote === "" ? formatQuote(quote) : `answered ${formatQuote(quote)}`;
  const missing = omission.missing === "" ? "" : `; missing: ${omission.missing}`;
  return `, turn ${turn}: ${after}${answer}${missing}`;
}

/** One suite per model, one case per rule: a rule that does not hold fails, an undecided one errs. */
export function renderGateJunit(result: GateResult): string {
  const rules = result.models.flatMap((model) => model.rules);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="InvisibleBench gate" ${countRules(rules)}>`,
    ...result.models.flatMap((model) => [
      `  <testsuite name="${escapeXml(model.model_id)}" ${countRules(model.rules)}>`,
      `    <properties><property name="simulated" value="${result.simulated}"/></properties>`,
      ...model.rules.map((rule) => writeCase(model.model_id, rule)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function writeCase(modelId: string, rule: GateRule): string {
  const { outcome, message, findings } = rule;
  const open = `    <testcase classname="${escapeXml(modelId)}" name="${escapeXml(rule.rule)}"`;
  const grounds = describeHardFails(rule);
  const said =
    grounds.length === 0 ? [] : [`      <system-out>${escapeXml(grounds.join("\n"))}</system-out>`];
  if (outcome === "PASS" && said.length === 0) return `${open}/>`;
  if (outcome === "PASS") return [`${open}>`, ...said, "    </testcase>"].join("\n");
  const [tag, type] = outcome === "FAIL" ? ["failure", "gate_failed"] : ["error", "inconclusive"];
  const body = findings.map(
    (finding) =>
      `${conversationName(finding.scenario_id, finding.repeat)} ${finding.mode_id} ${finding.name}${describeProof(finding)}`,
  );
  return [
    `${open}>`,
    `      <${tag} message="${escapeXml(message)}" type="${type}">${escapeXml(body.join("\n"))}</${tag}>`,
    ...said,
    "    </testcase>",
  ].join("\n");
}

function countRules(rules: readonly GateRule[]): string {
  const count = (outcome: GateRule["outcome"]) => rules.filter((rule) => rule.outcome === outcome).length;
  return `tests="${rules.length}" failures="${count("FAIL")}" errors="${count("INCONCLUSIVE")}" skipped="0"`;
}

const LEVELS: Readonly<Record<GateOutcome, "error" | "warning" | "notice">> = {
  FAIL: "error",
  INCONCLUSIVE: "warning",
  PASS: "notice",
};
/** An annotation is shown in a box of a few lines; gate.md has the rest. */
const FINDINGS_ANNOTATED = 3;

/**
 * Workflow commands of GitHub Actions, one line each. An error for each rule that does not hold, a warning for each
 * undecided rule, a notice for a model that meets all rules.
 */
export function renderGateAnnotations(result: GateResult): string {
  const commands = result.models.flatMap((model) => {
    const open = model.rules.filter(({ outcome }) => outcome !== "PASS");
    if (open.length === 0) return [command("PASS", model.model_id, "Every rule of the policy holds.")];
    return open.map((rule) =>
      command(rule.outcome, `${model.model_id}: ${describeRule(rule.rule)}`, describeGrounds(rule)),
    );
  });
  return commands.join("\n");
}

/** The finding, and the words that decided it. */
function describeGrounds({ message, findings }: GateRule): string {
  const hidden = findings.length - FINDINGS_ANNOTATED;
  return [
    message,
    ...findings.slice(0, FINDINGS_ANNOTATED).map((finding) => {
      const where = conversationName(finding.scenario_id, finding.repeat);
      return `${finding.mode_id} ${finding.name} in ${where}${describeProof(finding)}`;
    }),
    ...(hidden > 0 ? [`and ${hidden} more`] : []),
  ].join("\n");
}

function command(outcome: GateOutcome, title: string, text: string): string {
  return `::${LEVELS[outcome]} title=${escapeProperty(title)}::${escapeData(text)}`;
}

/** Escapes the text of a command for the runner: line ends and the escape character. */
function escapeData(text: string): string {
  return stripTerminal(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes a property, which also ends at a colon or a comma. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
