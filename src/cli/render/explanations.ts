/** Picks conversations and verdicts for a terminal: failed and undecided ones, the most severe first. */
import { isPassByWords } from "../../domain/gates.ts";
import { formatQuantity } from "../../domain/number-words.ts";
import type { Explanation } from "../../index.ts";
import { rankedFailure, worstFirst } from "../../report/read-first.ts";
import type { VerdictRow } from "../../schema/scan/verdict.ts";
import { renderExplanation } from "./explanation.ts";

/** Limit for one screen. */
const CONVERSATIONS_SHOWN = 3;

/** Conversations named in the request, shown whatever their verdict. */
interface Asked {
  readonly all: boolean;
  readonly checkNamed: boolean;
}

export function renderExplanations(explanations: readonly Explanation[], { all, checkNamed }: Asked): string {
  if (all) return explanations.map(renderExplanation).join("\n\n");
  const shown = gravestFirst(explanations).slice(0, CONVERSATIONS_SHOWN);
  const hidden = explanations.length - shown.length;
  const rest =
    hidden === 0
      ? []
      : [
          `These are the gravest; and ${formatQuantity(hidden, "more conversation")}: name one of them, or --all shows them all.`,
        ];
  const rendered = shown.map((each) => (checkNamed ? renderExplanation(each) : renderFindings(each)));
  return [...rendered, ...rest].join("\n\n");
}

/** Renders verdicts worth reading in full, and the others as one line of counts. */
function renderFindings(explanation: Explanation): string {
  const isFinding = ({ verdict }: VerdictRow) => verdict === "FAIL" || verdict === "UNCLEAR";
  const rest = explanation.rows.map(({ row }) => row).filter((row) => !isFinding(row));
  const rendered = renderExplanation({
    ...explanation,
    rows: explanation.rows.filter(({ row }) => isFinding(row)),
  });
  return rest.length === 0 ? rendered : `${rendered}\n\n${countsOf(rest)}: --all shows them.`;
}

const RESTS = ["passed", "passed by word lists alone", "did not apply"] as const;

/** Formats "12 passed, 3 passed by word lists alone, 2 did not apply". */
function countsOf(rows: readonly VerdictRow[]): string {
  const counts = Map.groupBy(rows, (row): (typeof RESTS)[number] => {
    if (row.verdict === "NOT_APPLICABLE") return "did not apply";
    return isPassByWords(row) ? "passed by word lists alone" : "passed";
  });
  return RESTS.filter((rest) => counts.has(rest))
    .map((rest) => `${counts.get(rest)?.length} ${rest}`)
    .join(", ");
}

/** Sorts by the most severe and surest failure, then by the number of undecided rows; the sort is stable. */
function gravestFirst(explanations: readonly Explanation[]): readonly Explanation[] {
  const failures = explanations.flatMap(({ rows }) =>
    rows.filter(({ row }) => row.verdict === "FAIL").map(({ row }) => rankedFailure(row)),
  );
  const rank = new Map<string, number>();
  for (const [index, { transcriptId }] of worstFirst(failures).entries()) {
    if (!rank.has(transcriptId)) rank.set(transcriptId, index);
  }
  const rankOf = ({ transcript }: Explanation) =>
    rank.get(transcript.header.transcript_id) ?? failures.length;
  const unclear = ({ rows }: Explanation) => rows.filter(({ row }) => row.verdict === "UNCLEAR").length;
  return explanations.toSorted((a, b) => rankOf(a) - rankOf(b) || unclear(b) - unclear(a));
}
