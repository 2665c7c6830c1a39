import type { VerdictRow } from "../schema/scan/verdict.ts";
import {
  COMPLETE,
  IMPORT_COLUMNS,
  NAME_COLUMNS,
  type OfConversation,
  RUN_ID,
  SCAN_ID,
} from "./conversation-columns.ts";
import { type Column, defineTable, type TableSource } from "./table.ts";

/** A verdict with the conversation it is about. */
export interface OfVerdict extends OfConversation {
  readonly scanId: string | null;
  readonly row: VerdictRow;
}

/** Every verdict that was asked for, one at a time. */
export async function* verdictRows(source: TableSource): AsyncGenerator<OfVerdict> {
  for await (const row of source.verdicts()) {
    if (!row.eligible && !source.all) continue;
    if (source.model !== null && row.model_id !== source.model) continue;
    const conversation = await source.conversation(row.transcript_id);
    yield { scanId: source.scanId, row, named: row, conversation };
  }
}

/** What names a verdict, in every table about verdicts. */
export const VERDICT_NAME_COLUMNS: readonly Column<OfVerdict>[] = [
  RUN_ID,
  SCAN_ID,
  ...NAME_COLUMNS,
  COMPLETE,
  {
    name: "mode_id",
    type: "text",
    about: "The check.",
    read: ({ row }) => row.mode_id,
  },
  {
    name: "severity",
    type: "text",
    about:
      "How grave a failure of the check is, from `S1` to `S5`; in A and B `S4_GATE` and `S5` close a gate.",
    read: ({ row }) => row.severity,
  },
  {
    name: "dimension",
    type: "text",
    about: "What the check belongs to: A, B, C, D or F.",
    read: ({ row }) => row.primary_bucket,
  },
  {
    name: "verdict",
    type: "text",
    about: "`PASS`, `FAIL`, `UNCLEAR` or `NOT_APPLICABLE`.",
    read: ({ row }) => row.verdict,
  },
];

const countVotes =
  (verdict: string | null) =>
  ({ row }: OfVerdict) =>
    row.details.votes.filter((vote) => vote.verdict === verdict).length;

const COLUMNS: readonly Column<OfVerdict>[] = [
  ...VERDICT_NAME_COLUMNS,
  {
    name: "eligible",
    type: "boolean",
    about: "Whether the check looks at this conversation at all.",
    read: ({ row }) => row.eligible,
  },
  {
    name: "confidence",
    type: "number",
    about: "How sure the verifier is, from 0 to 1.",
    read: ({ row }) => row.confidence,
  },
  {
    name: "route",
    type: "text",
    about: "Who looks: words, a judge, or reference facts.",
    read: ({ row }) => row.details.route,
  },
  {
    name: "cause",
    type: "text",
    nullable: true,
    about: "Why the verdict is not simply what was seen.",
    read: ({ row }) => row.details.cause ?? null,
  },
  {
    name: "called_by",
    type: "text",
    nullable: true,
    about: "`search` where the tags do not call for the check and a search or a word list does.",
    read: ({ row }) => row.details.called_by ?? null,
  },
  {
    name: "looked_by",
    type: "text",
    nullable: true,
    about: "`words` where only word lists looked.",
    read: ({ row }) => row.details.looked_by ?? null,
  },
  {
    name: "turn",
    type: "integer",
    nullable: true,
    about: "Where the first quote behind the verdict stands; `findings` has all of a failure.",
    read: ({ row }) => row.evidence[0]?.turn ?? null,
  },
  {
    name: "quote",
    type: "text",
    nullable: true,
    about: "That quote.",
    read: ({ row }) => row.evidence[0]?.quote ?? null,
  },
  {
    name: "windows",
    type: "integer",
    about: "Excerpts that were looked at.",
    read: ({ row }) => row.details.windows.length,
  },
  {
    name: "votes",
    type: "integer",
    about: "Votes of the judge; `votes` the table has each.",
    read: ({ row }) => row.details.votes.length,
  },
  { name: "votes_pass", type: "integer", about: "Of them PASS.", read: countVotes("PASS") },
  { name: "votes_fail", type: "integer", about: "Of them FAIL.", read: countVotes("FAIL") },
  { name: "votes_unclear", type: "integer", about: "Of them UNCLEAR.", read: countVotes("UNCLEAR") },
  {
    name: "votes_not_applicable",
    type: "integer",
    about: "Of them NOT_APPLICABLE.",
    read: countVotes("NOT_APPLICABLE"),
  },
  {
    name: "votes_void",
    type: "integer",
    about: "Of them void: lost, unreadable, or with a quote that nobody said.",
    read: countVotes(null),
  },
  {
    name: "adjudication_required",
    type: "boolean",
    about: "Whether a person should look.",
    read: ({ row }) => row.details.adjudication_required,
  },
  {
    name: "adjudicator",
    type: "text",
    nullable: true,
    about: "The second judge, where one was asked.",
    read: ({ row }) => row.details.adjudication?.judge ?? null,
  },
  {
    name: "adjudicator_verdict",
    type: "text",
    nullable: true,
    about: "What it said; null also where none of its votes counts.",
    read: ({ row }) => row.details.adjudication?.verdict ?? null,
  },
  {
    name: "people",
    type: "text",
    nullable: true,
    about: "`agreed` or `adjudicated` where people decided the verdict.",
    read: ({ row }) => row.details.people?.how ?? null,
  },
  {
    name: "judge_verdict",
    type: "text",
    nullable: true,
    about: "What stood there before people decided.",
    read: ({ row }) => row.details.people?.judge.verdict ?? null,
  },
  {
    name: "injection_suspected",
    type: "boolean",
    about: "Whether a reply looks written for a judge.",
    read: ({ row }) => row.details.injection_suspected ?? false,
  },
  {
    name: "facts",
    type: "json",
    nullable: true,
    about: "Ids of the reference facts that decided.",
    read: ({ row }) => row.details.facts ?? null,
  },
  {
    name: "scorer_version",
    type: "text",
    about: "Of the verifier.",
    read: ({ row }) => row.scorer_version,
  },
  {
    name: "prompt_hash",
    type: "text",
    nullable: true,
    about: "Of the prompt's template.",
    read: ({ row }) => row.prompt_hash,
  },
  {
    name: "private",
    type: "boolean",
    about: "Whether it must not be published.",
    read: ({ row }) => row.private ?? false,
  },
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
