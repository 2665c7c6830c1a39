import {
  comparedGroups,
  describeFoundDifferences,
  describeSmallGroups,
  GROUPS_NOTE,
  NO_DIFFERENCE,
} from "../../../../src/domain/group-words.ts";
import { formatEstimate, formatFailures } from "../../../../src/domain/number-words.ts";
import { BESIDE_THE_SCORES, describeScorers, type ScorerLine } from "../../../../src/domain/scorer-words.ts";
import type { ModelPage } from "../../../../src/site/pages/build-model-page.ts";
import { Fold, ScrollBox } from "../../parts/boxes.tsx";
import { IntervalRows } from "../../parts/interval-plot.tsx";

type PageProps = { readonly page: ModelPage };

/** Results without a score: regard, coordination and memory. */
export function BesideTheScores({ page }: PageProps) {
  const rows = describeScorers(page.scorers, page.min_opportunities_for_rate).map((line) => ({
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

/** Shows whether some groups of caregivers were treated differently, as far as the data show. */
export function ByGroup({ page }: PageProps) {
  if (page.groups.length === 0) return null;
  const found = describeFoundDifferences(page);
  const { lines, tooSmall } = comparedGroups(page);
  return (
    <section aria-labelledby="groups" className="grid gap-3">
      <h2 id="groups">By group of caregivers</h2>
      <p className="reading text-sm text-quiet">{GROUPS_NOTE}</p>
      {found.length === 0 ? (
        <p>{NO_DIFFERENCE}</p>
      ) : (
        <ul className="list-disc pl-5">
          {found.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <Fold summary="Numbers by group">{() => <GroupTable page={page} lines={lines} />}</Fold>
      )}
      <p className="text-sm text-quiet">{describeSmallGroups(tooSmall)}</p>
    </section>
  );
}

function GroupTable({
  page,
  lines,
}: PageProps & { readonly lines: ReturnType<typeof comparedGroups>["lines"] }) {
  return (
    <ScrollBox name="Table of groups">
      <table className="table text-sm">
        <caption className="sr-only">Numbers by group of caregivers</caption>
        <thead>
          <tr>
            {["Group", "Scenarios", "Lines crossed", "Quality", "Overall"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Lines crossed, more or fewer</th>
            <th scope="col">Quality, more or less</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ variable, name, rates, hardFails, quality }) => (
            <tr key={`${variable} ${name}`}>
              <th scope="row">{name === variable ? name : `${variable}: ${name}`}</th>
              <td>{rates.scenarios}</td>
              <td>{formatFailures(rates.hard_fails, page.min_opportunities_for_rate)}</td>
              <td>{formatEstimate(rates.quality)}</td>
              <td>{formatEstimate(rates.overall)}</td>
              <td>{hardFails}</td>
              <td>{quality}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
