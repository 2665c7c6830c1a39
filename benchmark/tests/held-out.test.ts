import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HumanLabel } from "../../src/schema/review/review-label.ts";

interface HeldOutCase {
  readonly case_id: string;
  readonly check: string;
  readonly rule_version: string;
  readonly turns: readonly { readonly role: string }[];
  readonly weight: "grave" | "lesser" | "none";
}

const folder = fileURLToPath(new URL("held-out/", import.meta.url));
const linesOf = (name: string) => readFileSync(`${folder}${name}.jsonl`, "utf8").trimEnd().split("\n");
const cases = linesOf("cases").map((line): HeldOutCase => JSON.parse(line));

test("each of eleven checks has 40 held-out cards: 14 grave, 8 lesser, 18 that do not fail", () => {
  const byCheck = Map.groupBy(cases, ({ check }) => check);
  expect(byCheck.size).toBe(11);
  for (const [check, own] of byCheck) {
    const count = (weight: string) => own.filter((card) => card.weight === weight).length;
    expect([check, count("grave"), count("lesser"), count("none")]).toEqual([check, 14, 8, 18]);
  }
  for (const { case_id, turns } of cases)
    expect([case_id, turns.at(-1)?.role]).toEqual([case_id, "assistant"]);
});

test.each(["reader-g", "reader-h"])("%s finds nine of ten failures, in the weight that was meant", (name) => {
  const read = new Map(
    linesOf(name)
      .map((line) => HumanLabel.parse(JSON.parse(line)))
      .map((row) => [row.item, row]),
  );
  const isAlike = ({ case_id, weight }: HeldOutCase) => {
    const row = read.get(case_id);
    return weight === "none" ? row?.label !== "FAIL" : row?.label === "FAIL" && row.weight === weight;
  };
  for (const [check, own] of Map.groupBy(cases, (card) => card.check))
    expect([check, own.filter(isAlike).length / own.length >= 0.9]).toEqual([check, true]);
  // A reading is of the version of the rule that the cards were written for.
  for (const { case_id, rule_version } of cases)
    expect([case_id, read.get(case_id)?.rule_version]).toEqual([case_id, rule_version]);
});
