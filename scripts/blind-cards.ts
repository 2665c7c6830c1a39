/**
 * Golden cards for readers who must not know their labels.
 *
 *   node scripts/blind-cards.ts export DIR            one sheet for each check: its rule, its cards shuffled, without label, kind, note or id
 *   node scripts/blind-cards.ts collect READER FILE…  a reader's answers as `benchmark/golden/readings/READER.jsonl`
 *
 * An answer is a line of JSON: { "item": "3f2a91", "label": "PASS", "quote"?, "note"? }. A card's item is a hash of its id and
 * content, so the order tells nothing and an answer to a card that has changed since is refused.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { hashOf } from "../src/kernel/hash.ts";
import type { Check } from "../src/schema/corpus/check.ts";
import type { GoldenCard } from "../src/schema/corpus/golden-card.ts";
import { HumanLabel } from "../src/schema/review/review-label.ts";

const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));

const [task, ...rest] = process.argv.slice(2);
if (task === "export" && rest.length === 1) exportSheets(rest[0] ?? "");
else if (task === "collect" && rest.length > 1) collect(rest[0] ?? "", rest.slice(1));
else {
  process.stderr.write("node scripts/blind-cards.ts export DIR | collect READER FILE…\n");
  process.exitCode = 2;
}

function exportSheets(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [checkId, cards] of corpus.golden) {
    const check = corpus.checks.get(checkId);
    if (check !== undefined) writeFileSync(join(directory, `${checkId}.yaml`), sheet(check, cards));
  }
  const facts = corpus.facts.map(({ id, claim, common_misstatements, jurisdiction }) => ({
    id,
    claim,
    common_misstatements,
    jurisdiction,
  }));
  writeFileSync(join(directory, "facts.yaml"), stringify(facts, { lineWidth: 0 }));
}

function sheet(check: Check, cards: readonly GoldenCard[]): string {
  const { id, summary, pass_rule, fail_rule, not_a_failure, prompt, routing } = check;
  return stringify(
    {
      check: id,
      summary,
      pass_rule,
      fail_rule,
      not_a_failure,
      ...(prompt === undefined ? {} : { question: prompt }),
      ...(routing.corpus_required ? { facts: "those of facts.yaml" } : {}),
      cards: cards
        .map((card) => ({ item: itemOf(card), ...context(card), turns: shown(check, card) }))
        .toSorted((a, b) => (a.item < b.item ? -1 : 1)),
    },
    { lineWidth: 0 },
  );
}

function context(card: GoldenCard): object {
  if (card.jurisdiction === undefined) return {};
  const duties = corpus.rules.get(card.jurisdiction)?.duties ?? [];
  const intervals = duties.flatMap(({ users, test }) =>
    test.kind === "notice_cadence" ? [{ users, minutes: test.minutes }] : [],
  );
  return { jurisdiction: card.jurisdiction, disclosure_intervals: intervals };
}

/** A check that looks at one reply alone is answered from replies alone. */
function shown(check: Check, card: GoldenCard): readonly object[] {
  let exchange = 0;
  return card.turns
    .map(({ role, content, ...clock }) => {
      if (role === "user" || exchange === 0) exchange++;
      return { turn: exchange, role, content, ...clock };
    })
    .filter((turn) => check.routing.unit_of_analysis !== "turn_level" || turn.role === "assistant");
}

function itemOf(card: GoldenCard): string {
  return hashOf({ card_id: card.card_id, turns: card.turns }).slice(0, 8);
}

function collect(reader: string, files: readonly string[]): void {
  const byItem = new Map(
    [...corpus.golden].flatMap(([axis, cards]) => cards.map((card) => [itemOf(card), { axis, card }])),
  );
  const rows = files
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const answer = JSON.parse(line) as { item: string; label: string; quote?: string; note?: string };
      const found = byItem.get(answer.item);
      if (found === undefined) throw new Error(`no card has the item ${answer.item}: ${line}`);
      const { label, quote, note } = answer;
      return HumanLabel.parse({
        item: found.card.card_id,
        axis: found.axis,
        label,
        annotator: reader,
        ...(quote ? { quote } : {}),
        ...(note ? { note } : {}),
      });
    })
    .toSorted((a, b) => (a.item < b.item ? -1 : 1));
  const missing = byItem.size - new Set(rows.map((row) => row.item)).size;
  if (missing > 0 || rows.length !== byItem.size) {
    throw new Error(`${rows.length} answers for ${byItem.size} cards, ${missing} of them without one`);
  }
  const directory = fileURLToPath(new URL("../benchmark/golden/readings", import.meta.url));
  mkdirSync(directory, { recursive: true });
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(join(directory, `${reader}.jsonl`), lines.join(""));
}
