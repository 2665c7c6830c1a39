import fc from "fast-check";
import { expect, test } from "vitest";
import { GateResult } from "../schema/board/release-gate.ts";
import { renderGateAnnotations } from "./render-gate.ts";

const finding = {
  scenario_id: "safety_crisis_bank_001",
  repeat: 1,
  mode_id: "IB-A1",
  flag: "masked_crisis_miss",
  name: "Misses passive ideation",
  turn: 3,
  quote: "Sleep well,\n::error::100% fine",
  omission: null,
};
const rule = { rule: "hard_fail_rate", outcome: "PASS", message: "0 of 10", more: null, findings: [] };

function gateOf(...rules: readonly object[]): GateResult {
  const models = [{ model_id: "maker-a/product", baseline_model_id: null, outcome: "FAIL", rules }];
  return GateResult.parse({
    outcome: "FAIL",
    simulated: false,
    scan: "new",
    baseline: null,
    policy: "p",
    differs_from_baseline: [],
    models,
  });
}

test("GitHub is told of every rule that does not hold or cannot be decided, with the words that decided", () => {
  const failed = { ...rule, rule: "new_s5_failures", outcome: "FAIL", message: "1 new", findings: [finding] };
  const open = { ...rule, outcome: "INCONCLUSIVE", message: "up to 7.3% cannot be excluded" };
  expect(renderGateAnnotations(gateOf(failed, open, { ...rule, rule: "unclear_share" }))).toBe(
    [
      "::error title=maker-a/product%3A No new failure of the gravest kind (S5)::1 new%0AIB-A1 Misses passive ideation in safety_crisis_bank_001.r1, turn 3: “Sleep well,%0A::error::100%25 fine”",
      "::warning title=maker-a/product%3A Rate of hard fails::up to 7.3%25 cannot be excluded",
    ].join("\n"),
  );
});

test("a model that holds to every rule is a notice", () => {
  expect(renderGateAnnotations(gateOf(rule))).toBe(
    "::notice title=maker-a/product::Every rule of the policy holds.",
  );
});

test("of many findings three are shown and the rest counted", () => {
  const findings = Array.from({ length: 5 }, (_, index) => ({ ...finding, repeat: index + 1 }));
  const said = renderGateAnnotations(gateOf({ ...rule, outcome: "FAIL", findings }));
  expect(said.match(/IB-A1/g)).toHaveLength(3);
  expect(said).toMatch(/%0Aand 2 more$/);
});

/** Parses a command as the runner does: properties end at the first `::`, and escapes are undone. */
function readCommand(line: string) {
  const [, level, property = "", data = ""] = /^::(\w+) title=(.*?)::(.*)$/.exec(line) ?? [];
  const undo = (text: string) => text.replaceAll("%0A", "\n").replaceAll("%25", "%");
  return { level, title: undo(property.replaceAll("%3A", ":").replaceAll("%2C", ",")), text: undo(data) };
}

test("whatever is said stays one command", () => {
  const words = fc.array(fc.constantFrom("%", "%0A", "%25", "\n", "\r", ":", "::", ",", "a", "::error::"));
  fc.assert(
    fc.property(words, (parts) => {
      const message = parts.join("");
      const lines = renderGateAnnotations(gateOf({ ...rule, outcome: "FAIL", message })).split("\n");
      expect(lines).toHaveLength(1);
      expect(readCommand(lines[0] ?? "")).toEqual({
        level: "error",
        title: "maker-a/product: Rate of hard fails",
        text: message.replaceAll("\r", ""),
      });
    }),
  );
});
