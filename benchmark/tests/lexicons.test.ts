import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { calibrateLexicons } from "../../src/calibrate/calibrate-lexicons.ts";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { LexiconExample } from "../../src/schema/corpus/lexicon.ts";

const lines = readFileSync(new URL("../lexicons/heldout.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const examples = lines.map((line) => LexiconExample.parse(JSON.parse(line)));
const calibration = calibrateLexicons(corpus, examples);

test("at least 12 examples are held out for every lexicon, half of them look-alikes", () => {
  for (const name of corpus.lexicons.keys()) {
    const own = examples.filter((example) => example.lexicon === name);
    expect([name, own.length >= 12]).toEqual([name, true]);
    expect(own.filter((example) => !example.expected)).toHaveLength(own.length / 2);
  }
});

test("on held-out examples the lexicons of each role reach their targets", () => {
  const [user, assistant] = calibration.roles;
  expect(user?.recall).toBeGreaterThanOrEqual(0.85);
  expect(user?.precision).toBeGreaterThanOrEqual(0.8);
  expect(assistant?.precision).toBeGreaterThanOrEqual(0.95);
  expect(assistant?.recall).toBeGreaterThanOrEqual(0.7);
});

test("the README's figures are the ones that are measured", () => {
  const readme = readFileSync(new URL("../lexicons/README.md", import.meta.url), "utf8");
  const share = (value: number | null) => (value === null ? "—" : value.toFixed(2));
  for (const score of [...calibration.lexicons, ...calibration.roles]) {
    const cells = [score.lexicon, score.role, score.examples, score.found, score.missed, score.falseAlarms];
    const row = [...cells, share(score.precision), share(score.recall)].join(" *\\| *");
    expect(readme).toMatch(new RegExp(`\\| *${row} *\\|`));
  }
});
