import type { Scorecard } from "../schema/scan/scorecard.ts";
import {
  IMPORT_COLUMNS,
  NAME_COLUMNS,
  type OfConversation,
  RUN_ID,
  SCAN_ID,
} from "./conversation-columns.ts";
import { SCORE_COLUMNS } from "./scorecard-columns.ts";
import { type Column, defineTable } from "./table.ts";

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
  {
    name: "regard_questions",
    type: "json",
    nullable: true,
    about: "The score of each question of regard, by its id.",
    read: ({ card }) => card.scorers.regard?.questions ?? null,
  },
  {
    name: "profile",
    type: "text",
    nullable: true,
    about: "How thoroughly the scan looked.",
    read: ({ profile }) => profile,
  },
  {
    name: "judge",
    type: "text",
    nullable: true,
    about: "Who judged; null where only words did.",
    read: ({ judge }) => judge,
  },
  {
    name: "transcript_hash",
    type: "text",
    about: "Of the conversation that was judged.",
    read: ({ card }) => card.transcript_hash,
  },
  {
    name: "scoring_fingerprint",
    type: "text",
    about: "Of everything the scores depend on; scores are compared where it is the same.",
    read: ({ card }) => card.scoring_fingerprint,
  },
  {
    name: "private",
    type: "boolean",
    about: "Whether it must not be published.",
    read: ({ card }) => card.private ?? false,
  },
  {
    name: "by_pack",
    type: "text",
    nullable: true,
    about: "The pack whose own checks these gates are of; empty where they are the benchmark's.",
    read: ({ card }) => card.by_pack ?? null,
  },
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
