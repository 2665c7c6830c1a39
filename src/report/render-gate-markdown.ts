/** Renders a gate's result for a pull request. */
import { formatQuote } from "../domain/evidence.ts";
import { conversationName } from "../domain/keys.ts";
import { releaseName } from "../domain/models.ts";
import type { GateOutcome, GateResult, GateRule } from "../schema/board/release-gate.ts";
import {
  describeGateClaim,
  describeHardFails,
  describeProof,
  describeRule,
  describeUndecided,
  gateOutcomeWords,
} from "./render-gate.ts";
import { markdownTable } from "./render-table.ts";
import { escapeMarkdown, stripTerminal } from "./safe-text.ts";
import { SIMULATED_NOTE } from "./words.ts";

const MARKS: Readonly<Record<GateOutcome, string>> = { PASS: "✅", FAIL: "❌", INCONCLUSIVE: "⚠️" };
const FINDINGS_SHOWN = 10;

type GatedModel = GateResult["models"][number];
type GateFinding = GateRule["findings"][number];

/** Links and commands that show a gate's findings in full. Addresses are relative to the site. */
export interface GatePages {
  /** A site that shows the scans; `null` if only the viewer does. */
  readonly site: string | null;
  /** How to open them in the viewer: a command line, or the folder that it shows. */
  readonly viewer: string;
  /** Changes since the baseline. */
  changes(model: GatedModel): string;
  conversation(model: GatedModel, finding: GateFinding): string;
}

/** Renders `gate.md`: whether a policy holds, for a pull request. */
export function renderGateMarkdown(
  result: GateResult,
  evidence: readonly string[] = [],
  pages?: GatePages,
): string {
  const against =
    result.baseline === null
      ? "without a baseline"
      : `against ${nameScan(result.baseline, result.baseline_release)}`;
  const changed = result.differs_from_baseline;
  const sections = [
    `# ${MARKS[result.outcome]} InvisibleBench gate: ${gateOutcomeWords[result.outcome]}`,
    ...(result.simulated ? [`> **${SIMULATED_NOTE.title}:** ${SIMULATED_NOTE.text}`] : []),
    `Scan ${nameScan(result.scan, result.release)}, ${against}; policy: ${nameInMarkdown(result.policy)}.`,
    ...(evidence.length === 0 ? [] : [evidence.map((sentence) => `- ${sentence}`).join("\n")]),
    ...(changed.length === 0
      ? []
      : [`Differs from the baseline in: ${changed.map(nameInMarkdown).join(", ")}.`]),
    ...result.models.flatMap((model) => [
      `## ${MARKS[model.outcome]} ${nameInMarkdown(model.model_id)}`,
      markdownTable(
        ["", "Rule", "Found"],
        model.rules.map(({ outcome, rule, message }) => [
          MARKS[outcome],
          describeRule(rule),
          escapeMarkdown(`${message}.`),
        ]),
      ),
      ...model.rules.flatMap((rule) => {
        const lines = describeHardFails(rule).map((line) => `- ${escapeMarkdown(line)}`);
        return lines.length === 0 ? [] : [lines.join("\n")];
      }),
      ...describeUndecided(model).map(escapeMarkdown),
      ...model.rules.flatMap((rule) => renderFindings(rule, model, pages)),
      ...(pages === undefined ? [] : [renderWay(result, model, pages)]),
    ]),
    ...(result.claim === undefined
      ? []
      : [escapeMarkdown(describeGateClaim({ ...result, claim: result.claim }))]),
    "⚠️ means that the evidence does not decide: it is not a pass. Bounds are one-sided; scores are compared scenario by scenario.",
  ];
  return `${sections.join("\n\n")}\n`;
}

/** A scan by its path, and its release. */
function nameScan(path: string, release: GateResult["release"]): string {
  const called = release === undefined ? null : releaseName(release);
  return called === null ? nameInMarkdown(path) : `${nameInMarkdown(path)} (${escapeMarkdown(called)})`;
}

const PLAIN_NAME = /^[\w./:@~+-]+$/;

/** A name as inline code, which needs no escapes; escapes names that code cannot contain. */
function nameInMarkdown(name: string): string {
  return PLAIN_NAME.test(name) ? `\`${name}\`` : escapeMarkdown(name);
}

const LONGEST_BEFORE = 240;

function renderFindings(
  { outcome, findings: found }: GateRule,
  model: GatedModel,
  pages: GatePages | undefined,
): readonly string[] {
  if (outcome !== "FAIL" || found.length === 0) return [];
  const lines = found.slice(0, FINDINGS_SHOWN).flatMap((finding) => {
    const name = nameInMarkdown(conversationName(finding.scenario_id, finding.repeat));
    const where = pages?.site
      ? `[${name}](${addressOf(pages.site, pages.conversation(model, finding))})`
      : name;
    const { before } = finding;
    return [
      `- **${finding.mode_id}** ${escapeMarkdown(finding.name)} in ${where}${escapeMarkdown(describeProof(finding))}`,
      ...(before == null
        ? []
        : [`  - Before: ${escapeMarkdown(formatQuote(cut(stripTerminal(before), LONGEST_BEFORE)))}`]),
    ];
  });
  const hidden = found.length - FINDINGS_SHOWN;
  return [[...lines, ...(hidden > 0 ? [`- and ${hidden} more`] : [])].join("\n")];
}

function cut(text: string, longest: number): string {
  // Never cuts through a surrogate pair.
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Links to the full comparison: new, fixed and remaining failures, with both replies. */
function renderWay({ baseline }: GateResult, model: GatedModel, pages: GatePages): string {
  const what = baseline === null ? "All that was found" : "What changed since the baseline";
  const address = pages.changes(model);
  return pages.site === null
    ? `${what}: \`${pages.viewer}\`, then \`${address}\`.`
    : `[${what}](${addressOf(pages.site, address)})`;
}

/** Escapes parentheses, which would end a Markdown link. */
function addressOf(site: string, address: string): string {
  return new URL(address, site).href.replaceAll("(", "%28").replaceAll(")", "%29");
}
