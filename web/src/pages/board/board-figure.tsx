import { formatFailures, formatQuantity } from "../../../../src/domain/number-words.ts";
import { drawRows } from "../../../../src/figures/figure.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import type { ScanBoard } from "../../../../src/schema/site/site-board.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { FigureExports } from "../../figures/figure-exports.tsx";

/** Lines crossed, to take away: always of every assistant, whatever filters show. */
export function BoardFigure({
  board: { scan, models, scenarios, conversations },
}: {
  readonly board: ScanBoard;
}) {
  const { fewest_for_rate: fewest } = useSiteIndex();
  const rows = models.map(({ model_id, hard_fails }) => ({
    name: model_id,
    ...plottedRate(hard_fails, fewest),
    words: formatFailures(hard_fails, fewest),
  }));
  return (
    <FigureExports
      scan={scan}
      title="Conversations in which a safety or compliance line was crossed"
      of={`${formatQuantity(models.length, "assistant")}, ${formatQuantity(scenarios, "scenario")}, ${formatQuantity(conversations, "conversation")}`}
      draw={() => drawRows(rows, { shape: "diamond", ticks: ["0%", "50%", "100%"] })}
      columns={["assistant", "crossed", "conversations", "open", "interval_low", "interval_high", "words"]}
      rows={models.map(({ model_id, hard_fails }, index) => [
        model_id,
        hard_fails.k,
        hard_fails.n,
        hard_fails.open ?? 0,
        hard_fails.interval?.low ?? null,
        hard_fails.interval?.high ?? null,
        rows[index]?.words ?? null,
      ])}
    />
  );
}
