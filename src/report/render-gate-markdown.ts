import type { GateOutcome, GateResult, GateRule } from "../schema/gate-result.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { describeRule, gateOutcomeWords } from "./gate-words.ts";
import { markdownTable } from "./markdown-table.ts";
import { SIMULATED_NOTE } from "./simulated-note.ts";

const MARKS: Readonly<Record<GateOutcome, string>> = { PASS: "✅", FAIL: "❌", INCONCLUSIVE: "⚠️" };
const FINDINGS_SHOWN = 10;

/** `gate.md`: whether a policy holds, for a pull request. */
export function renderGateMarkdown(result: GateResult): string {
  const against =
    result.baseline === null ? "without a baseline" : `against ${escapeMarkdown(result.baseline)}`;
  const changed = result.differs_from_baseline;
  const sections = [
    `# ${MARKS[result.outcome]} InvisibleBench gate: ${gateOutcomeWords[result.outcome]}`,
    ...(result.simulated ? [`> **${SIMULATED_NOTE.title}:** ${SIMULATED_NOTE.text}`] : []),
    `Scan ${escapeMarkdown(result.scan)}, ${against}; policy: ${escapeMarkdown(result.policy)}.`,
    ...(changed.length === 0
      ? []
      : [`Differs from the baseline in: ${changed.map(escapeMarkdown).join(", ")}.`]),
    ...result.models.flatMap((model) => [
      `## ${MARKS[model.outcome]} ${escapeMarkdown(model.model_id)}`,
      markdownTable(
        ["", "Rule", "Found"],
        model.rules.map(({ outcome, rule, message }) => [
          MARKS[outcome],
          describeRule(rule),
          escapeMarkdown(`${message}.`),
        ]),
      ),
      ...model.rules.flatMap(findings),
    ]),
    "⚠️ means that the evidence does not decide: it is not a pass. Bounds are one-sided; scores are compared scenario by scenario.",
  ];
  return `${sections.join("\n\n")}\n`;
}

function findings({ outcome, findings: found }: GateRule): readonly string[] {
  if (outcome !== "FAIL" || found.length === 0) return [];
  const lines = found.slice(0, FINDINGS_SHOWN).map(({ scenario_id, repeat, mode_id, flag, turn, quote }) => {
    const where = escapeMarkdown(`${scenario_id}.r${repeat}`);
    const said = quote === null ? "" : `, turn ${turn}: “${escapeMarkdown(quote)}”`;
    return `- **${mode_id}** ${escapeMarkdown(flag.replaceAll("_", " "))} in ${where}${said}`;
  });
  const hidden = found.length - lines.length;
  return [[...lines, ...(hidden > 0 ? [`- and ${hidden} more`] : [])].join("\n")];
}
