import type { EvidenceSpan } from "../schema/scan/verdict.ts";
import { IMPORT_COLUMNS } from "./conversation-columns.ts";
import { type Column, defineTable } from "./table.ts";
import { type OfVerdict, VERDICT_NAME_COLUMNS, verdictRows } from "./verdicts-table.ts";

interface FindingRow extends OfVerdict {
  /** From 1. */
  readonly finding: number;
  /** `null` where the verdict rests on no quote. */
  readonly span: EvidenceSpan | null;
}

const COLUMNS: readonly Column<FindingRow>[] = [
  ...VERDICT_NAME_COLUMNS,
  {
    name: "cause",
    type: "text",
    nullable: true,
    about: "Why the verdict is not simply what was seen.",
    read: ({ row }) => row.details.cause ?? null,
  },
  {
    name: "finding",
    type: "integer",
    about: "Which quote of the verdict, from 1.",
    read: ({ finding }) => finding,
  },
  {
    name: "turn",
    type: "integer",
    nullable: true,
    about: "Where it stands; with `role` it leads to the row of `messages`.",
    read: ({ span }) => span?.turn ?? null,
  },
  {
    name: "role",
    type: "text",
    nullable: true,
    about: "Who said it.",
    read: ({ span }) => span?.role ?? null,
  },
  {
    name: "quote",
    type: "text",
    nullable: true,
    about: "The words; empty where nothing was said, null where the verdict rests on no quote.",
    read: ({ span }) => span?.quote ?? null,
  },
  {
    name: "rationale",
    type: "text",
    nullable: true,
    about: "What the verifier says of it.",
    read: ({ span }) => span?.rationale ?? null,
  },
  {
    name: "tier",
    type: "text",
    nullable: true,
    about: "How the quote was found: word for word, or by which allowance.",
    read: ({ span }) => span?.verification.tier ?? null,
  },
  {
    name: "quote_start",
    type: "integer",
    nullable: true,
    about: "UTF-16 offset in the message's content.",
    read: ({ span }) => span?.verification.start ?? null,
  },
  {
    name: "quote_end",
    type: "integer",
    nullable: true,
    about: "The offset behind it.",
    read: ({ span }) => span?.verification.end ?? null,
  },
  ...IMPORT_COLUMNS,
];

export const findingsTable = defineTable<FindingRow>({
  name: "findings",
  about:
    "One row for each quote behind a verdict of FAIL or UNCLEAR, and one without a quote where such a verdict has none.",
  key: ["run_id", "scan_id", "transcript_id", "mode_id", "finding"],
  columns: COLUMNS,
  async *rows(source) {
    for await (const of of verdictRows(source)) {
      const { verdict, evidence } = of.row;
      if (verdict !== "FAIL" && verdict !== "UNCLEAR") continue;
      const spans = evidence.length === 0 ? [null] : evidence;
      for (const [index, span] of spans.entries()) yield { ...of, span, finding: index + 1 };
    }
  },
});
