import type { EvidenceSpan } from "../schema/scan/verdict.ts";
import { IMPORT_COLUMNS } from "./conversation-columns.ts";
import { type Column, column, defineTable } from "./table.ts";
import { type OfVerdict, VERDICT_NAME_COLUMNS, verdictRows } from "./verdicts-table.ts";

interface FindingRow extends OfVerdict {
  /** Numbered from 1. */
  readonly finding: number;
  /** `null` if the verdict has no quote. */
  readonly span: EvidenceSpan | null;
}

const COLUMNS: readonly Column<FindingRow>[] = [
  ...VERDICT_NAME_COLUMNS,
  column.text.orNull("cause", "Why the verdict is not simply what was seen.", ({ row }) => row.details.cause),
  column.integer("finding", "Which quote of the verdict, from 1.", ({ finding }) => finding),
  column.integer.orNull(
    "turn",
    "Where it stands; with `role` it leads to the row of `messages`.",
    ({ span }) => span?.turn,
  ),
  column.text.orNull("role", "Who said it.", ({ span }) => span?.role),
  column.text.orNull(
    "quote",
    "The words; empty where nothing was said, null where the verdict rests on no quote.",
    ({ span }) => span?.quote,
  ),
  column.text.orNull("rationale", "What the verifier says of it.", ({ span }) => span?.rationale),
  column.text.orNull(
    "tier",
    "How the quote was found: word for word, or by which allowance.",
    ({ span }) => span?.verification.tier,
  ),
  column.integer.orNull(
    "quote_start",
    "UTF-16 offset in the message's content.",
    ({ span }) => span?.verification.start,
  ),
  column.integer.orNull("quote_end", "The offset behind it.", ({ span }) => span?.verification.end),
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
