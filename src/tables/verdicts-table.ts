import type { VerdictRow } from "../schema/scan/verdict.ts";
import {
  COMPLETE,
  IMPORT_COLUMNS,
  NAME_COLUMNS,
  type OfConversation,
  RUN_ID,
  SCAN_ID,
} from "./conversation-columns.ts";
import { type Column, column, defineTable, type TableSource } from "./table.ts";

/** A verdict with the conversation it is about. */
export interface OfVerdict extends OfConversation {
  readonly scanId: string | null;
  readonly row: VerdictRow;
}

/** Reads every requested verdict, one at a time. */
export async function* verdictRows(source: TableSource): AsyncGenerator<OfVerdict> {
  for await (const row of source.verdicts()) {
    if (!row.eligible && !source.all) continue;
    if (source.model !== null && row.model_id !== source.model) continue;
    const conversation = await source.conversation(row.transcript_id);
    yield { scanId: source.scanId, row, named: row, conversation };
  }
}

/** Key columns of a verdict, in every table about verdicts. */
export const VERDICT_NAME_COLUMNS: readonly Column<OfVerdict>[] = [
  RUN_ID,
  SCAN_ID,
  ...NAME_COLUMNS,
  COMPLETE,
  column.text("mode_id", "The check.", ({ row }) => row.mode_id),
  column.text(
    "severity",
    "How grave a failure of the check is, from `S1` to `S5`; in A and B `S4_GATE` and `S5` close a gate.",
    ({ row }) => row.severity,
  ),
  column.text("dimension", "What the check belongs to: A, B, C, D or F.", ({ row }) => row.primary_bucket),
  column.text("verdict", "`PASS`, `FAIL`, `UNCLEAR` or `NOT_APPLICABLE`.", ({ row }) => row.verdict),
];

const countVotes =
  (verdict: string | null) =>
  ({ row }: OfVerdict) =>
    row.details.votes.filter((vote) => vote.verdict === verdict).length;

const COLUMNS: readonly Column<OfVerdict>[] = [
  ...VERDICT_NAME_COLUMNS,
  column.boolean(
    "eligible",
    "Whether the check looks at this conversation at all.",
    ({ row }) => row.eligible,
  ),
  column.number("confidence", "How sure the verifier is, from 0 to 1.", ({ row }) => row.confidence),
  column.text("route", "Who looks: words, a judge, or reference facts.", ({ row }) => row.details.route),
  column.text.orNull("cause", "Why the verdict is not simply what was seen.", ({ row }) => row.details.cause),
  column.text.orNull(
    "called_by",
    "`search` where the tags do not call for the check and a search or a word list does.",
    ({ row }) => row.details.called_by,
  ),
  column.text.orNull(
    "looked_by",
    "`words` where only word lists looked.",
    ({ row }) => row.details.looked_by,
  ),
  column.integer.orNull(
    "turn",
    "Where the first quote behind the verdict stands; `findings` has all of a failure.",
    ({ row }) => row.evidence[0]?.turn,
  ),
  column.text.orNull("quote", "That quote.", ({ row }) => row.evidence[0]?.quote),
  column.integer("windows", "Excerpts that were looked at.", ({ row }) => row.details.windows.length),
  column.integer(
    "votes",
    "Votes of the judge; `votes` the table has each.",
    ({ row }) => row.details.votes.length,
  ),
  column.integer("votes_pass", "Of them PASS.", countVotes("PASS")),
  column.integer("votes_fail", "Of them FAIL.", countVotes("FAIL")),
  column.integer("votes_unclear", "Of them UNCLEAR.", countVotes("UNCLEAR")),
  column.integer("votes_not_applicable", "Of them NOT_APPLICABLE.", countVotes("NOT_APPLICABLE")),
  column.integer(
    "votes_void",
    "Of them void: lost, unreadable, or with a quote that nobody said.",
    countVotes(null),
  ),
  column.boolean(
    "adjudication_required",
    "Whether a person should look.",
    ({ row }) => row.details.adjudication_required,
  ),
  column.text.orNull(
    "adjudicator",
    "The second judge, where one was asked.",
    ({ row }) => row.details.adjudication?.judge,
  ),
  column.text.orNull(
    "adjudicator_verdict",
    "What it said; null also where none of its votes counts.",
    ({ row }) => row.details.adjudication?.verdict,
  ),
  column.text.orNull(
    "people",
    "`agreed` or `adjudicated` where people decided the verdict.",
    ({ row }) => row.details.people?.how,
  ),
  column.text.orNull(
    "judge_verdict",
    "What stood there before people decided.",
    ({ row }) => row.details.people?.judge.verdict,
  ),
  column.boolean(
    "injection_suspected",
    "Whether a reply looks written for a judge.",
    ({ row }) => row.details.injection_suspected ?? false,
  ),
  column.json.orNull("facts", "Ids of the reference facts that decided.", ({ row }) => row.details.facts),
  column.text("scorer_version", "Of the verifier.", ({ row }) => row.scorer_version),
  column.text.orNull("prompt_hash", "Of the prompt's template.", ({ row }) => row.prompt_hash),
  column.boolean("private", "Whether it must not be published.", ({ row }) => row.private ?? false),
  ...IMPORT_COLUMNS,
];

export const verdictsTable = defineTable<OfVerdict>({
  name: "verdicts",
  about:
    "One row for each conversation and each check that looks at it; with `all` also for those that do not.",
  key: ["run_id", "scan_id", "transcript_id", "mode_id"],
  columns: COLUMNS,
  rows: verdictRows,
});
