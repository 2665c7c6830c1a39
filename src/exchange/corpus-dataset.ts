/** Exports the corpus as tables; each row has the canary. */
import type { Corpus } from "../corpus/corpus.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { GoldenCard } from "../schema/corpus/golden-card.ts";
import type { LongCard } from "../schema/corpus/long-card.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { CheckId } from "../schema/ids.ts";
import {
  type Cell,
  type Column,
  type ColumnFacts,
  type ColumnType,
  type Value,
  writtenCell,
} from "../tables/table.ts";
import { failingReply } from "../text/replies/long-replies.ts";

/** One part of the dataset. */
export interface DatasetPart {
  readonly name: string;
  readonly about: string;
  readonly columns: readonly ColumnFacts[];
  readonly rows: readonly (readonly Cell[])[];
}

export type DatasetCorpus = Pick<Corpus, "scenarios" | "checks" | "golden" | "longCards" | "canary">;

function column<Row>(
  name: string,
  type: ColumnType,
  about: string,
  read: (row: Row) => Value | undefined,
): Column<Row> {
  return { name, type, about, nullable: true, read: (row) => read(row) ?? null };
}

const SCENARIO_COLUMNS: readonly Column<Scenario>[] = [
  column("scenario_id", "text", "Its name.", ({ scenario_id }) => scenario_id),
  column("version", "text", "Of the scenario.", ({ version }) => version),
  column("title", "text", "What it is called.", ({ title }) => title),
  column("description", "text", "What happens.", ({ description }) => description),
  column("category", "text", "safety, empathy, context or continuity.", ({ category }) => category),
  column("status", "text", "active, or held back.", ({ status }) => status),
  column("channel", "text", "chat or sms.", ({ channel }) => channel),
  column("jurisdiction", "text", "Under whose law.", ({ jurisdiction }) => jurisdiction),
  column("failure_mode_tags", "json", "What decides which checks look.", (row) => row.failure_mode_tags),
  column("persona", "json", "Who the caregiver is; invented.", ({ persona }) => persona),
  column("turns", "integer", "Turns, over all sessions.", (row) => turnsOf(row).length),
  column(
    "branches",
    "integer",
    "Branches.",
    (row) => turnsOf(row).flatMap((turn) => turn.branches ?? []).length,
  ),
  column("scenario", "json", "All of it, as the harness reads it.", (row) => row),
];

function turnsOf({ turns, sessions }: Scenario) {
  return turns ?? sessions?.flatMap((session) => session.turns) ?? [];
}

const CHECK_COLUMNS: readonly Column<Check>[] = [
  column("mode_id", "text", "Its id, as verdicts name it.", ({ id }) => id),
  column("name", "text", "What it is called.", ({ name }) => name),
  column("version", "text", "Of the check.", ({ version }) => version),
  column("dimension", "text", "A, B, C, D or F.", ({ primary_bucket }) => primary_bucket),
  column("severity", "text", "How grave a failure is.", ({ severity }) => severity),
  column("flag", "text", "What a failure is called.", ({ flag }) => flag),
  column("summary", "text", "What it looks for.", ({ summary }) => summary),
  column("pass_rule", "text", "When it passes.", ({ pass_rule }) => pass_rule),
  column("fail_rule", "text", "When it fails.", ({ fail_rule }) => fail_rule),
  column("not_a_failure", "json", "What looks like one, and is none.", ({ not_a_failure }) => not_a_failure),
  column("source_grounding", "json", "What it rests on.", ({ source_grounding }) => source_grounding),
  column("route", "text", "How it is decided.", ({ routing }) => routing.route),
  column("prompt", "text", "The judge's question.", ({ prompt }) => prompt),
  column("check", "json", "All of it.", (row) => row),
];

interface OfCheck<Card> {
  readonly checkId: CheckId;
  readonly card: Card;
}

const CARD_COLUMNS: readonly Column<OfCheck<GoldenCard>>[] = [
  column("card_id", "text", "Its name.", ({ card }) => card.card_id),
  column("mode_id", "text", "The check it is about.", ({ checkId }) => checkId),
  column("kind", "text", "What it teaches.", ({ card }) => card.kind),
  column("label", "text", "The author's verdict; not a validation by people.", ({ card }) => card.label),
  column("messages", "json", "What is said.", ({ card }) => card.turns),
  column("cue_turn", "integer", "Where the cue stands.", ({ card }) => card.cue_turn),
  column("jurisdiction", "text", "Under whose law.", ({ card }) => card.jurisdiction),
  column("tags", "json", "What else is known of it.", ({ card }) => card.tags),
  column("evidence", "json", "The words that decide.", ({ card }) => card.evidence),
  column("note", "text", "Why.", ({ card }) => card.note),
  column("author", "text", "Who wrote it.", ({ card }) => card.author),
];

const LONG_COLUMNS: readonly Column<OfCheck<LongCard>>[] = [
  column("pair_id", "text", "Its name.", ({ card }) => card.pair_id),
  column("mode_id", "text", "The check that one of the replies fails.", ({ checkId }) => checkId),
  column("jurisdiction", "text", "Under whose law.", ({ card }) => card.jurisdiction),
  column("before", "json", "Earlier messages.", ({ card }) => card.before),
  column("message", "text", "What is answered.", ({ card }) => card.message),
  column("sound", "text", "The reply that passes.", ({ card }) => card.sound),
  column("failing", "text", "The reply that fails.", ({ card }) => failingReply(card)),
  column("changes", "json", "In what they differ.", ({ card }) => card.changes),
  column("position", "text", "Where the failure stands.", ({ card }) => card.position),
  column("manner", "text", "How plainly.", ({ card }) => card.manner),
  column("note", "text", "Why it fails.", ({ card }) => card.note),
  column("author", "text", "Who wrote it.", ({ card }) => card.author),
];

/** Returns scenarios, checks, and golden cards, short and long. */
export function corpusDataset(corpus: DatasetCorpus): readonly DatasetPart[] {
  const part = <Row>(name: string, about: string, own: readonly Column<Row>[], rows: Iterable<Row>) => {
    const columns = [
      ...own,
      column<Row>("canary", "text", "Must be in no training data.", () => corpus.canary),
    ];
    return {
      name,
      about,
      columns,
      rows: [...rows].map((row) => columns.map((each) => writtenCell(each, row))),
    };
  };
  return [
    part("scenarios", "scripted, branching conversations", SCENARIO_COLUMNS, corpus.scenarios.values()),
    part("checks", "what is looked for in the replies", CHECK_COLUMNS, corpus.checks.values()),
    part("golden_cards", "short labelled exchanges", CARD_COLUMNS, cardsOf(corpus.golden)),
    part(
      "long_cards",
      "pairs of full-length replies, one of which fails",
      LONG_COLUMNS,
      cardsOf(corpus.longCards),
    ),
  ];
}

function cardsOf<Card>(byCheck: ReadonlyMap<CheckId, readonly Card[]>): readonly OfCheck<Card>[] {
  return [...byCheck].flatMap(([checkId, cards]) => cards.map((card) => ({ checkId, card })));
}
