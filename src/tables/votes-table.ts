import type { Vote } from "../schema/scan/verdict.ts";
import { IMPORT_COLUMNS } from "./conversation-columns.ts";
import { type Column, column, defineTable, type TableSource } from "./table.ts";
import { type OfVerdict, VERDICT_NAME_COLUMNS, verdictRows } from "./verdicts-table.ts";

interface VoteRow extends OfVerdict {
  readonly round: "judge" | "adjudicator";
  readonly judge: string | null;
  readonly vote: Vote;
}

const windowOf = ({ row, vote }: VoteRow) => row.details.windows[vote.window];

const COLUMNS: readonly Column<VoteRow>[] = [
  ...VERDICT_NAME_COLUMNS,
  column.text("round", "`judge`, or `adjudicator` for the second judge.", ({ round }) => round),
  column.integer("window_index", "Which excerpt of the conversation, from 0.", ({ vote }) => vote.window),
  column.integer("repetition", "Which vote on it, from 1.", ({ vote }) => vote.repetition),
  column.text.orNull("judge", "Who voted.", ({ judge }) => judge),
  column.text.orNull(
    "vote",
    "What this vote says; null where it is void. `verdict` is what all of them came to.",
    ({ vote }) => vote.verdict,
  ),
  column.text.orNull("void_cause", "Why the vote is void.", ({ vote }) => vote.void_cause),
  column.text("rationale", "The judge's reason.", ({ vote }) => vote.rationale),
  column.text.orNull("missing_cue", "What the judge missed in the reply.", ({ vote }) => vote.missing_cue),
  column.json(
    "quotes",
    "What the judge quotes: a list of objects with `role`, `turn`, `quote` and `tier`.",
    ({ vote }) =>
      vote.evidence.map(({ role, turn, quote, verification: { tier } }) => ({ role, turn, quote, tier })),
  ),
  column.json.orNull(
    "statement",
    "On a compliance check: whose statement it is, its intent, whom it is about, its scope.",
    ({ vote }) => vote.statement,
  ),
  column.text.orNull("unit", "What kind of excerpt the window is.", (row) => windowOf(row)?.unit),
  column.integer.orNull("first_turn", "Where the window begins.", (row) => windowOf(row)?.first_turn),
  column.integer.orNull("last_turn", "Where it ends.", (row) => windowOf(row)?.last_turn),
  column.integer.orNull(
    "cue_turn",
    "Where the cue stands that called for it.",
    (row) => windowOf(row)?.cue_turn,
  ),
  column.text.orNull(
    "window_verdict",
    "What the votes on this window came to.",
    (row) => windowOf(row)?.verdict,
  ),
  column.text(
    "request_hash",
    "Of the question, as it stands in the journal.",
    ({ vote }) => vote.request_hash,
  ),
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
