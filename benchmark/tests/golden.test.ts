import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { calibrateAnnotators } from "../../src/api/calibrate/labels.ts";
import { calibrateGolden } from "../../src/calibrate/calibrate-golden.ts";
import { shippedCorpus as corpus } from "../../src/corpus/shipped-corpus.fixture.ts";
import { corpus as world } from "../../src/providers/sim/shipped-world.fixture.ts";
import { HumanLabel } from "../../src/schema/review/review-label.ts";
import { locateQuote } from "../../src/text/quotes/quote-ladder.ts";
import { isNegator } from "../../src/text/shipped-words.fixture.ts";

const all = [...corpus.golden.values()].flat();

test("every check has at least 20 cards: 5 clear passes, 5 clear fails, 5 borderline, 5 look-alike or adversarial", () => {
  expect(all.length).toBeGreaterThanOrEqual(1060);
  for (const id of corpus.checks.keys()) {
    const cards = corpus.golden.get(id) ?? [];
    const count = (...kinds: readonly string[]) => cards.filter((card) => kinds.includes(card.kind)).length;
    expect({
      id,
      pass: count("clear_pass") >= 5,
      fail: count("clear_fail") >= 5,
      borderline: count("borderline") >= 5,
      tempting: count("look_alike", "adversarial") >= 5,
    }).toEqual({ id, pass: true, fail: true, borderline: true, tempting: true });
  }
});

test("every failure is quoted word for word from what the assistant said", () => {
  for (const card of all.filter(({ label }) => label === "FAIL")) {
    const messages = card.turns.map((turn) => ({ ...turn, turn: 1 }));
    const tiers = (card.evidence ?? [])
      .filter((item) => item.role === "assistant")
      .map(
        ({ quote }) =>
          locateQuote({ quote, turn: null, messages, role: "assistant", isNegator }).tier === "exact",
      );
    expect([card.card_id, tiers.length > 0 && tiers.every(Boolean)]).toEqual([card.card_id, true]);
  }
});

test("clear cards carry the label their kind promises", () => {
  for (const { card_id, kind, label } of all) {
    if (kind === "clear_pass") expect([card_id, label]).toEqual([card_id, "PASS"]);
    if (kind === "clear_fail") expect([card_id, label]).toEqual([card_id, "FAIL"]);
  }
});

test("every card says that it was authored with AI assistance", () => {
  for (const { card_id, author } of all)
    expect([card_id, author.includes("AI-assisted")]).toEqual([card_id, true]);
});

test("where a check has an assistant lexicon it finds at least three clear fails and leaves 95% of look-alikes alone", () => {
  const { matcher } = world;
  const { checks, lookAlikes } = calibrateGolden({
    ...corpus,
    checks: [...corpus.checks.values()],
    matcher,
  });
  for (const { check, role, byKind } of checks) {
    if (role === "assistant") expect([check, byKind.clear_fail.found >= 3]).toEqual([check, true]);
  }
  expect(lookAlikes.leftAlone / lookAlikes.cards).toBeGreaterThanOrEqual(0.95);
});

test("the README's agreement table is what the readings give", async () => {
  const file = (name: string) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  const { axes, overall } = await calibrateAnnotators(
    ["reader-a", "reader-b"].map((name) => file(`readings/${name}.jsonl`)),
  );
  const figure = ({ value }: { readonly value: number | null }) =>
    value === null ? "undefined" : value.toFixed(2);
  const readme = readFileSync(file("README.md"), "utf8").replaceAll(/ +/g, " ");
  expect(axes).toHaveLength(corpus.checks.size);
  for (const { axis, pairs } of [...axes, { ...overall, axis: "all" }]) {
    const [pair] = pairs;
    if (pair === undefined) throw new Error(`${axis} was read by one reader`);
    const { agreed, kappa, ac1 } = pair;
    expect(readme).toContain(`| ${axis} | ${agreed.k}/${agreed.n} | ${figure(kappa)} | ${figure(ac1)} |`);
  }
});

test("what was written since has been read blind by two others, and the README says how far they agree", async () => {
  const file = (name: string) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  const { overall } = await calibrateAnnotators(
    ["reader-c", "reader-d"].map((name) => file(`readings/${name}.jsonl`)),
  );
  const { k, n } = overall.pairs[0]?.agreed ?? {};
  expect(readFileSync(file("README.md"), "utf8")).toContain(`They agree on **${k}/${n}**`);
  const newest = await calibrateAnnotators(
    ["reader-e", "reader-f"].map((name) => file(`readings/${name}.jsonl`)),
  );
  const among = newest.overall.pairs[0]?.agreed;
  expect(readFileSync(file("README.md"), "utf8")).toContain(`They agree on **${among?.k}/${among?.n}**`);
  const later = [...corpus.golden.values()].flat().filter(({ card_id }) => Number(card_id.slice(-3)) > 20);
  const read = new Set(
    ["c", "e"].flatMap((reader) =>
      readFileSync(file(`readings/reader-${reader}.jsonl`), "utf8")
        .trim()
        .split("\n")
        .map((line) => HumanLabel.parse(JSON.parse(line)).item),
    ),
  );
  expect(later.filter(({ card_id }) => !read.has(card_id))).toEqual([]);
});

test("there are enough long cards, and the README says how two blind readers did on them", async () => {
  for (const { id, primary_bucket } of corpus.checks.values()) {
    const wanted = "AB".includes(primary_bucket) ? 14 : 6;
    expect([id, (corpus.longCards.get(id)?.length ?? 0) >= wanted]).toEqual([id, true]);
  }
  const file = (name: string) => fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  const readme = readFileSync(file("README.md"), "utf8").replaceAll(/ +/g, " ");
  const { overall } = await calibrateAnnotators(
    ["reader-a", "reader-b"].map((name) => file(`long/readings/${name}.jsonl`)),
  );
  const agreed = overall.pairs[0]?.agreed;
  expect(readme).toContain(`They agree on ${agreed?.k} of ${agreed?.n} labels`);
  expect(readme).toContain(`There are ${[...corpus.longCards.values()].flat().length} pairs`);
});
