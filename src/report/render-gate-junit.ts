import type { GateResult, GateRule } from "../schema/gate-result.ts";
import { escapeXml } from "./escape-xml.ts";

/** One suite per model, one case per rule: a rule that does not hold fails, one that cannot be decided errs. */
export function renderGateJunit(result: GateResult): string {
  const rules = result.models.flatMap((model) => model.rules);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="InvisibleBench gate" ${counts(rules)}>`,
    ...result.models.flatMap((model) => [
      `  <testsuite name="${escapeXml(model.model_id)}" ${counts(model.rules)}>`,
      `    <properties><property name="simulated" value="${result.simulated}"/></properties>`,
      ...model.rules.map((rule) => writeCase(model.model_id, rule)),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function writeCase(modelId: string, { rule, outcome, message, findings }: GateRule): string {
  const open = `    <testcase classname="${escapeXml(modelId)}" name="${escapeXml(rule)}"`;
  if (outcome === "PASS") return `${open}/>`;
  const [tag, type] = outcome === "FAIL" ? ["failure", "gate_failed"] : ["error", "inconclusive"];
  const body = findings.map(({ scenario_id, repeat, mode_id, flag, turn, quote }) => {
    const said = quote === null ? "" : `, turn ${turn}: “${quote}”`;
    return `${scenario_id}.r${repeat} ${mode_id} ${flag}${said}`;
  });
  return [
    `${open}>`,
    `      <${tag} message="${escapeXml(message)}" type="${type}">${escapeXml(body.join("\n"))}</${tag}>`,
    "    </testcase>",
  ].join("\n");
}

function counts(rules: readonly GateRule[]): string {
  const count = (outcome: GateRule["outcome"]) => rules.filter((rule) => rule.outcome === outcome).length;
  return `tests="${rules.length}" failures="${count("FAIL")}" errors="${count("INCONCLUSIVE")}" skipped="0"`;
}
