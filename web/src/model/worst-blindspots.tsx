import type { ModelPage } from "../../../src/schema/site-model.ts";
import { IntervalRows } from "../chart/interval-rows.tsx";
import { CheckLink } from "../finding/check-link.tsx";
import { formatCount, formatRateInterval } from "../words/format-number.ts";

const SHOWN = 10;

/** The checks it failed most surely. */
export function WorstBlindspots({ page }: { readonly page: ModelPage }) {
  const rows = page.blindspots
    .filter(({ cell }) => cell.k > 0)
    .slice(0, SHOWN)
    .map(({ mode_id, cell }) => ({
      key: mode_id,
      name: <CheckLink scan={page.scan} checkId={mode_id} named />,
      value: cell.rate,
      interval: cell.interval,
      words: cell.small
        ? `${formatCount(cell)}, too few for a rate`
        : `${formatCount(cell)} (${formatRateInterval(cell.interval)})`,
    }));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="blindspots" className="grid gap-3">
      <h2 id="blindspots">Its blind spots, surest first</h2>
      <div className="max-w-3xl wide-names">
        <IntervalRows rows={rows} shape="diamond" ticks={["0%", "50%", "100%"]} />
      </div>
    </section>
  );
}
