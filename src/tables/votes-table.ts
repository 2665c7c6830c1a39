import type { Vote } from "../schema/scan/verdict.ts";
import { IMPORT_COLUMNS } from "./conversation-columns.ts";
import { type Column, defineTable, type TableSource } from "./table.ts";
import { type OfVerdict, VERDICT_NAME_COLUMNS, verdictRows } from "./verdicts-table.ts";

interface VoteRow extends OfVerdict {
  readonly round: "judge" | "adjudicator";
  readonly judge: string | null;
  readonly vote: Vote;
}

const windowOf = ({ row, vote }: VoteRow) => row.details.windows[vote.window];

const COLUMNS: readonly Column<VoteRow>[] = [
  ...VERDICT_NAME_COLUMNS,
  {
    name: "round",
    type: "text",
    about: "`judge`, or `adjudicator` for the second judge.",
    read: ({ round }) => round,
  },
  {
    name: "window_index",
    type: "integer",
    about: "Which excerpt of the conversation, from 0.",
    read: ({ vote }) => vote.window,
  },
  {
    name: "repetition",
    type: "integer",
    about: "Which vote on it, from 1.",
    read: ({ vote }) => vote.repetition,
  },
  {
    name: "judge",
    type: "text",
    nullable: true,
    about: "Who voted.",
    read: ({ judge }) => judge,
  },
  {
    name: "vote",
    type: "text",
    nullable: true,
    about: "What this vote says; null where it is void. `verdict` is what all of them came to.",
    read: ({ vote }) => vote.verdict,
  },
  {
    name: "void_cause",
    type: "text",
    nullable: true,
    about: "Why the vote is void.",
    read: ({ vote }) => vote.void_cause ?? null,
  },
  { name: "rationale", type: "text", about: "The judge's reason.", read: ({ vote }) => vote.rationale },
  {
    name: "missing_cue",
    type: "text",
    nullable: true,
    about: "What the judge missed in the reply.",
    read: ({ vote }) => vote.missing_cue ?? null,
  },
  {
    name: "quotes",
    type: "json",
    about: "What the judge quotes: a list of objects with `role`, `turn`, `quote` and `tier`.",
    read: ({ vote }) =>
      vote.evidence.map(({ role, turn, quote, verification }) => ({
        role,
        turn,
        quote,
        tier: verification.tier,
      })),
  },
  {
    name: "statement",
    type: "json",
    nullable: true,
    about: "On a compliance check: whose statement it is, its intent, whom it is about, its scope.",
    read: ({ vote }) => vote.statement ?? null,
  },
  {
    name: "unit",
    type: "text",
    nullable: true,
    about: "What kind of excerpt the window is.",
    read: (row) => windowOf(row)?.unit ?? null,
  },
  {
    name: "first_turn",
    type: "integer",
    nullable: true,
    about: "Where the window begins.",
    read: (row) => windowOf(row)?.first_turn ?? null,
  },
  {
    name: "last_turn",
    type: "integer",
    nullable: true,
    about: "Where it ends.",
    read: (row) => windowOf(row)?.last_turn ?? null,
  },
  {
    name: "cue_turn",
    type: "integer",
    nullable: true,
    about: "Where the cue stands that called for it.",
    read: (row) => windowOf(row)?.cue_turn ?? null,
  },
  {
    name: "window_verdict",
    type: "text",
    nullable: true,
    about: "What the votes on this window came to.",
    read: (row) => windowOf(row)?.verdict ?? null,
  },
  {
    name: "request_hash",
    type: "text",
    about: "Of the question, as it stands in the journal.",
    read: ({ vote }) => vote.request_hash,
  },
  ...IMPORT_COLUMNS,
];

export const votesTable = defineTable<VoteRow>({
  name: "votes",
  about: "One row for each vote of a judge, also of a void one.",
  key: ["run_id", "scan_id", "transcript_id", "mode_id", "round", "window_index", "repetition"],
  columns: COLUMNS,
  rows: voteRows,
});

async function* voteRows(source: TableSource): AsyncGenerator<VoteRow> {
  for await (const of of verdictRows(source)) {
    const { votes, adjudication } = of.row.details;
    for (const vote of votes) yield { ...of, round: "judge", judge: source.judge, vote };
    for (const vote of adjudication?.votes ?? [])
      yield { ...of, round: "adjudicator", judge: adjudication?.judge ?? null, vote };
  }
}
