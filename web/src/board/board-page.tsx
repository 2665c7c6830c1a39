import { useParams } from "@tanstack/react-router";
import { chunkPath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";
import { formatQuantity, formatScore } from "../words/format-number.ts";
import { BoardLead } from "./board-lead.tsx";
import { BoardTable } from "./board-table.tsx";

/** Which assistant is least safe, the sentence that proves it, and how all of them stand. */
export function BoardPage() {
  const { scan } = useParams({ from: "/s/$scan" });
  const board = useChunk("board", chunkPath.board(scan));
  const { models, scenarios, families, judge, minimum_detectable_difference: detectable, cannot_say } = board;
  return (
    <div className="grid gap-12">
      <BoardLead board={board} />
      <section aria-labelledby="all" className="grid gap-3">
        <h2 id="all">All assistants</h2>
        <p className="reading">
          {formatQuantity(models.length, "assistant")} in {formatQuantity(scenarios, "scenario")} of{" "}
          {formatQuantity(families, "family", "families")}, judged by <bdi>{judge ?? "word lists alone"}</bdi>
          . Each mark stands with the range that its 95% interval gives.
          {detectable !== null &&
            ` Two overall scores less than ${formatScore(detectable)} apart would often not be told apart by a test of this size, so there are tiers and no ranks.`}
        </p>
        <BoardTable board={board} />
      </section>
      <section aria-labelledby="cannot-say" className="reading grid gap-3">
        <h2 id="cannot-say">What the numbers cannot say</h2>
        <ul className="grid list-disc gap-2 ps-5">
          {cannot_say.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
