import type { Scorecard } from "../schema/scan/scorecard.ts";
import {
  IMPORT_COLUMNS,
  NAME_COLUMNS,
  type OfConversation,
  RUN_ID,
  SCAN_ID,
} from "./conversation-columns.ts";
import { SCORE_COLUMNS } from "./scorecard-columns.ts";
import { type Column, column, defineTable } from "./table.ts";

interface ScorecardRow extends OfConversation {
  readonly scanId: string | null;
  readonly profile: string | null;
  readonly judge: string | null;
  readonly card: Scorecard;
}

const COLUMNS: readonly Column<ScorecardRow>[] = [
  RUN_ID,
  SCAN_ID,
  ...NAME_COLUMNS,
  ...SCORE_COLUMNS.map((column) => ({
    ...column,
    read: ({ card }: ScorecardRow) => column.read(card),
  })),
  column.json.orNull(
    "regard_questions",
    "The score of each question of regard, by its id.",
    ({ card }) => card.scorers.regard?.questions,
  ),
  column.text.orNull("profile", "How thoroughly the scan looked.", ({ profile }) => profile),
  column.text.orNull("judge", "Who judged; null where only words did.", ({ judge }) => judge),
  column.text("transcript_hash", "Of the conversation that was judged.", ({ card }) => card.transcript_hash),
  column.text(
    "scoring_fingerprint",
    "Of everything the scores depend on; scores are compared where it is the same.",
    ({ card }) => card.scoring_fingerprint,
  ),
  column.boolean("private", "Whether it must not be published.", ({ card }) => card.private ?? false),
  column.text.orNull(
    "by_pack",
    "The pack whose own checks these gates are of; empty where they are the benchmark's.",
    ({ card }) => card.by_pack,
  ),
  ...IMPORT_COLUMNS,
];

export const scorecardsTable = defineTable<ScorecardRow>({
  name: "scorecards",
  about: "One row for each conversation: gates, scores and coverage.",
  key: ["run_id", "scan_id", "transcript_id"],
  columns: COLUMNS,
  async *rows(source) {
    const { scanId, profile, judge } = source;
    for await (const card of source.scorecards()) {
      if (source.model !== null && card.model_id !== source.model) continue;
      const conversation = await source.conversation(card.transcript_id);
      yield { scanId, profile, judge, card, named: card, conversation };
    }
  },
});
