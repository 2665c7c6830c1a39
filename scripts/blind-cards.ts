/**
 * Golden cards for readers who must not know their labels.
 *
 *   node scripts/blind-cards.ts export DIR            one sheet for each check: its rule, its cards shuffled, without label, kind, note or id
 *   node scripts/blind-cards.ts collect READER FILE…  a reader's answers as `benchmark/golden/readings/READER.jsonl`
 *
 * `export` with --unread leaves out cards that a kept reading answers. With --long it is the two replies of every long card, at most 40 to a sheet: in its first half one of each pair, in its second
 * the other, so that no two of a pair stand side by side. Their readings are in `benchmark/golden/long/readings/`. A reading may be
 * of some cards.
 *
 * An answer is a line of JSON: { "item": "3f2a91", "label": "FAIL", "weight": "grave", "quote"?, "note"? }. A card's item is a hash of its id and
 * content, so the order tells nothing and an answer to a card that has changed since is refused.
 */

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { type LongHalf, longHalves } from "../src/calibrate/stage-cards.ts";
import { loadCorpus } from "../src/corpus/load-corpus.ts";
import { hashOf } from "../src/kernel/hash.ts";
import { by } from "../src/kernel/order.ts";
import type { Check } from "../src/schema/corpus/check.ts";
import type { GoldenCard } from "../src/schema/corpus/golden-card.ts";
import type { CheckId } from "../src/schema/ids.ts";
import { HumanLabel } from "../src/schema/review/review-label.ts";

const corpus = await loadCorpus(fileURLToPath(new URL("../benchmark", import.meta.url)));

/** A card for readers, with its name in label files. */
interface BlindCard {
  readonly item: string;
  readonly name: string;
  readonly card: GoldenCard;
}

const given = process.argv.slice(2);
const isLong = given.includes("--long");
const isUnreadOnly = given.includes("--unread");
const [task, ...rest] = given.filter((word) => !word.startsWith("--"));
const MOST_ON_A_SHEET = 40;
const readingsFolder = new URL(`../benchmark/golden/${isLong ? "long/" : ""}readings`, import.meta.url);

if (task === "export" && rest.length === 1) exportSheets(rest[0] ?? "");
else if (task === "collect" && rest.length > 1) collect(rest[0] ?? "", rest.slice(1));
else {
  process.stderr.write("node scripts/blind-cards.ts [--long] export DIR | collect READER FILE…\n");
  process.exitCode = 2;
}

function cardsByCheck(): ReadonlyMap<CheckId, readonly BlindCard[]> {
  const read = isUnreadOnly ? itemsRead() : new Set();
  if (!isLong)
    return new Map(
      [...corpus.golden].map(([checkId, cards]) => [
        checkId,
        cards
          .filter(({ card_id }) => !read.has(card_id))
          .map((card) => ({ item: itemOf(card), name: card.card_id, card }))
          .toSorted(by(({ item }) => item)),
      ]),
    );
  const unread = longHalves(corpus.longCards).filter(({ item }) => !read.has(item));
  const halves = Map.groupBy(unread, ({ checkId }) => checkId);
  return new Map([...halves].map(([checkId, own]) => [checkId, shuffledHalves(own)]));
}

/** Items with an answer in the kept readings. */
function itemsRead(): ReadonlySet<string> {
  const folder = fileURLToPath(readingsFolder);
  const lines = globSync("*.jsonl", { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), "utf8").trimEnd().split("\n"),
  );
  return new Set(lines.map((line) => HumanLabel.parse(JSON.parse(line)).item));
}

/** One half of each pair, chosen by hash, then the other halves in another order. */
function shuffledHalves(halves: readonly LongHalf[]): readonly BlindCard[] {
  const pairs = [...Map.groupBy(halves, ({ pair }) => pair.pair_id)].map(([id, both]) => {
    const cards = both.map(({ item: name, card }) => ({ item: itemOf(card), name, card }));
    return { id, cards: hashOf(`which of ${id}`) < "8" ? cards : cards.toReversed() };
  });
  const order = (part: number) =>
    pairs.toSorted(by(({ id }) => hashOf(`${part} ${id}`))).flatMap(({ cards }) => cards[part] ?? []);
  const [first, second] = [order(0), order(1)];
  const isMet = pairs.some(({ cards }) => cards[0] === first.at(-1) && cards[1] === second[0]);
  return [...first, ...(isMet ? [...second.slice(1), ...second.slice(0, 1)] : second)];
}

function exportSheets(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [checkId, cards] of cardsByCheck()) {
    const check = corpus.checks.get(checkId);
    if (check === undefined || cards.length === 0) continue;
    const sheets = isLong ? Math.ceil(cards.length / MOST_ON_A_SHEET) : 1;
    const size = Math.ceil(cards.length / sheets);
    for (let index = 0; index < sheets; index++) {
      const name = sheets === 1 ? checkId : `${checkId}-${index + 1}`;
      writeFileSync(
        join(directory, `${name}.yaml`),
        sheet(check, cards.slice(index * size, (index + 1) * size)),
      );
    }
  }
  const facts = corpus.facts.map(({ id, claim, common_misstatements, jurisdiction }) => ({
    id,
    claim,
    common_misstatements,
    jurisdiction,
  }));
  writeFileSync(join(directory, "facts.yaml"), stringify(facts, { lineWidth: 0 }));
}

function sheet(check: Check, cards: readonly BlindCard[]): string {
  const { id, version, summary, pass_rule, fail_rule, lesser, not_a_failure, prompt, routing } = check;
  return stringify(
    {
      check: id,
      version,
      summary,
      pass_rule,
      fail_rule,
      ...(lesser === undefined ? {} : { lesser: lesser.when }),
      not_a_failure,
      ...(prompt === undefined ? {} : { question: prompt }),
      ...(routing.corpus_required ? { facts: "those of facts.yaml" } : {}),
      cards: cards.map(({ item, card }) => ({ item, ...context(card), turns: shown(check, card) })),
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

/** A check of single replies is answered from replies only. */
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

interface BlindAnswer {
  readonly item: string;
  readonly label: string;
  readonly weight?: "grave" | "lesser" | "none";
  readonly quote?: string;
  readonly note?: string;
}

function collect(reader: string, files: readonly string[]): void {
  const byItem = new Map(
    [...cardsByCheck()].flatMap(([axis, cards]) => cards.map(({ item, name }) => [item, { axis, name }])),
  );
  const rows = files
    .flatMap((file) => readFileSync(file, "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const answer = JSON.parse(line) as BlindAnswer;
      const found = byItem.get(answer.item);
      if (found === undefined) throw new Error(`no card has the item ${answer.item}: ${line}`);
      const { label, weight, quote, note } = answer;
      const rule = corpus.checks.get(found.axis);
      return HumanLabel.parse({
        item: found.name,
        axis: found.axis,
        label,
        annotator: reader,
        ...(quote ? { quote } : {}),
        ...(note ? { note } : {}),
        ...(weight === undefined || weight === "none" ? {} : { weight }),
        ...(rule === undefined ? {} : { rule_version: rule.version }),
      });
    })
    .toSorted(by(({ item }) => item));
  const missing = byItem.size - new Set(rows.map((row) => row.item)).size;
  const read = byItem.size - missing;
  if (rows.length !== read) throw new Error(`${rows.length} answers for ${read} cards: some have two`);
  process.stdout.write(`${read} of ${byItem.size} read\n`);
  const directory = fileURLToPath(readingsFolder);
  mkdirSync(directory, { recursive: true });
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
  writeFileSync(join(directory, `${reader}.jsonl`), lines.join(""));
}
