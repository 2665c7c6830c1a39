/** A gate's result as workflow commands of GitHub Actions, one line each: what the runner shows on a run. */
import { conversationName } from "../domain/keys.ts";
import type { GateOutcome, GateResult, GateRule } from "../schema/board/release-gate.ts";
import { describeProof, describeRule } from "./render-gate.ts";
import { stripTerminal } from "./safe-text.ts";

const LEVELS: Readonly<Record<GateOutcome, "error" | "warning" | "notice">> = {
  FAIL: "error",
  INCONCLUSIVE: "warning",
  PASS: "notice",
};
/** An annotation is read in a box of a few lines; gate.md has the rest. */
const FINDINGS_SHOWN = 3;

/** An error for each rule that does not hold, a warning for each that cannot be decided, a notice for a model that holds to all. */
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

/** What was found, and the words that decided it. */
function describeGrounds({ message, findings }: GateRule): string {
  const hidden = findings.length - FINDINGS_SHOWN;
  return [
    message,
    ...findings.slice(0, FINDINGS_SHOWN).map((finding) => {
      const where = conversationName(finding.scenario_id, finding.repeat);
      return `${finding.mode_id} ${finding.name} in ${where}${describeProof(finding)}`;
    }),
    ...(hidden > 0 ? [`and ${hidden} more`] : []),
  ].join("\n");
}

function command(outcome: GateOutcome, title: string, text: string): string {
  return `::${LEVELS[outcome]} title=${escapeProperty(title)}::${escapeData(text)}`;
}

/** As the runner reads the text of a command: what ends a line, and what escapes it. */
function escapeData(text: string): string {
  return stripTerminal(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property also ends at a colon or a comma. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
