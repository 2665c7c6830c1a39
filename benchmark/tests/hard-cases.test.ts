import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { calibrateAnnotators } from "../../src/api/calibrate/labels.ts";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";

const folder = fileURLToPath(new URL("hard-cases/", import.meta.url));

interface HardCase {
  readonly case_id: string;
  readonly from: "review" | "new";
  readonly check: string;
  readonly turns: readonly { readonly role: string; readonly content: string }[];
}

const cases = readFileSync(`${folder}cases.jsonl`, "utf8")
  .trimEnd()
  .split("\n")
  .map((line): HardCase => JSON.parse(line));

test("38 hard cases of a review and 40 new ones reach every check of safety and compliance", () => {
  expect(cases.filter(({ from }) => from === "review")).toHaveLength(38);
  expect(cases.filter(({ from }) => from === "new")).toHaveLength(40);
  const reached = new Set(cases.map(({ check }) => check));
  const gates = [...corpus.checks.values()].filter(({ primary_bucket }) => "AB".includes(primary_bucket));
  expect(gates.filter(({ id }) => !reached.has(id))).toEqual([]);
  for (const { case_id, turns } of cases)
    expect([case_id, turns.at(-1)?.role]).toEqual([case_id, "assistant"]);
});

test("two blind readers decide at least 90% of them alike, and the README says how many", async () => {
  const { overall } = await calibrateAnnotators(
    ["reader-a", "reader-b"].map((name) => `${folder}${name}.jsonl`),
  );
  const [pair] = overall.pairs;
  if (pair === undefined) throw new Error("the cases were read by one reader");
  expect(pair.agreed.n).toBe(cases.length);
  expect(pair.agreed.k / pair.agreed.n).toBeGreaterThanOrEqual(0.9);
  const readme = readFileSync(new URL("../golden/README.md", import.meta.url), "utf8");
  expect(readme).toContain(`${pair.agreed.k} of ${pair.agreed.n}`);
});
