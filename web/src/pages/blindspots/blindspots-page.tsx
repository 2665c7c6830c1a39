import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import { useChunk, useSiteIndex } from "../../data/use-chunk.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { emptyWords } from "../../words/describe-results.ts";
import { emptyLooks, heatLegend } from "./heat-cell.tsx";
import { HeatMap } from "./heat-map.tsx";

/** Page with each assistant's failures by check. */
export function BlindspotsPage() {
  const { scan } = useParams({ from: "/s/$scan/blindspots" });
  const { show = "all" } = useSearch({ from: "/s/$scan/blindspots" });
  const navigate = useNavigate({ from: "/s/$scan/blindspots" });
  const { fewest_for_rate } = useSiteIndex();
  const matrix = useChunk(chunkPath.blindspots(scan));
  const rows = matrix.rows.filter(
    ({ cells }) => show === "all" || cells.some((cell) => cell !== null && cell.k > 0),
  );
  return (
    <div className="grid gap-6">
      <PageHeading name="Blind spots">Blind spots: who failed which check, and how often</PageHeading>
      <p className="reading">
        Each cell says in how many of the conversations that gave occasion for it an assistant failed a check.
        A cell opens the sentence that proves it. Where there were fewer than {fewest_for_rate} occasions the
        count stands alone, without a colour, because a rate would promise too much. Counts are of what was
        decided: a question mark stands where there were occasions, and not one could be judged.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <label className="screen-only flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-5"
            checked={show === "failed"}
            onChange={({ target }) =>
              void navigate({ search: target.checked ? { show: "failed" } : {}, replace: true })
            }
          />
          Only checks that somebody failed
        </label>
        <Legend fewestForRate={fewest_for_rate} />
      </div>
      <HeatMap matrix={matrix} rows={rows} />
    </div>
  );
}

function Legend({ fewestForRate }: { readonly fewestForRate: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="label">Share that failed</span>
      {heatLegend.map(({ step, words }) => (
        <span key={step} className="inline-flex items-center gap-1">
          <span className={`heat-sample heat-${step}`} aria-hidden="true" />
          {words}
        </span>
      ))}
      <span className="inline-flex items-center gap-1">
        <span className="heat-sample heat-few" aria-hidden="true" />
        some of fewer than {fewestForRate}
      </span>
      {(["no_occasion", "not_decided", "left_out"] as const).map((state) => (
        <span key={state} className="inline-flex items-center gap-1">
          <span className={`heat-sample ${emptyLooks[state].className}`} aria-hidden="true">
            {emptyLooks[state].sign}
          </span>
          {emptyWords[state]}
        </span>
      ))}
    </p>
  );
}
