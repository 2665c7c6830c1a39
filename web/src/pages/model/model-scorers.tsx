import { BESIDE_THE_SCORES, describeScorers, type ScorerLine } from "../../../../src/domain/scorer-words.ts";
import type { ModelScorers } from "../../../../src/schema/scan/summary.ts";
import { IntervalRows } from "../../parts/interval-plot.tsx";

/** How the caregiver was treated, sent on and remembered, beside the scores. */
export function BesideTheScores({ scorers }: { readonly scorers: ModelScorers }) {
  const rows = describeScorers(scorers).map((line) => ({
    key: line.name,
    name: <LineName line={line} />,
    value: line.score?.range ?? null,
    interval: line.score?.range?.interval ?? null,
    words: line.words,
  }));
  return (
    <section aria-labelledby="scorers" className="grid gap-3">
      <h2 id="scorers">Beside the scores</h2>
      <p className="text-sm text-quiet">{BESIDE_THE_SCORES}</p>
      <div className="max-w-3xl wide-names">
        <IntervalRows rows={rows} ticks={["0", "0.5", "1"]} />
      </div>
    </section>
  );
}

function LineName({ line: { name, isPart } }: { readonly line: ScorerLine }) {
  return isPart ? <span className="pl-4 text-quiet">{name}</span> : name;
}
