import { Link } from "@tanstack/react-router";
import {
  formatEstimate,
  formatQuantity,
  formatRange,
  formatRate,
  formatRateInterval,
  formatScore,
} from "../../../../src/domain/number-words.ts";
import type { SiteBoardModel } from "../../../../src/schema/site/site-board.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { IntervalPlot } from "../../parts/interval-plot.tsx";
import { GateTally } from "../../parts/outcomes.tsx";
import { formatCount } from "../../words/format-number.ts";

interface BoardRowProps {
  readonly model: SiteBoardModel;
  /** How many assistants there are. */
  readonly of: number;
}

export function BoardRow({ model, of }: BoardRowProps) {
  const { hard_fails, quality, overall, gates, coverage, claim, incomplete } = model;
  return (
    <tr>
      <th scope="row" className="model">
        <Link
          to="/s/$scan/models/$slug"
          params={{ scan: model.scan, slug: model.slug }}
          className="font-semibold"
        >
          <bdi>{model.model_id}</bdi>
        </Link>
        <span className="text-quiet"> · {describeTier(model, of)}</span>
        <p className="mt-1 text-sm">{model.sentence}</p>
        <div className="mt-1 text-sm text-quiet">
          {formatRate(coverage.rate)} of its checks decided
          {incomplete > 0 && `, ${formatQuantity(incomplete, "conversation")} incomplete`}
          <Claim claim={claim} />
        </div>
      </th>
      <td className="plot" data-label="Crossed a line">
        <IntervalPlot value={hard_fails.rate} interval={hard_fails.interval} shape="diamond" />
        <span>
          <strong>{formatCount(hard_fails)}</strong> ({formatRateInterval(hard_fails.interval)})
        </span>
        {hard_fails.open !== undefined && (
          <span className="block text-xs text-unclear">{hard_fails.open} more not established</span>
        )}
      </td>
      <td className="plot" data-label="Quality of its replies, leaving lines aside">
        <IntervalPlot value={quality.range} interval={quality.range?.interval ?? null} />
        <span>{formatEstimate(quality)}</span>
        <QualityParts model={model} />
      </td>
      <td className="plot" data-label="Overall score, 0 where it crossed a line">
        <IntervalPlot value={overall.range} interval={overall.range?.interval ?? null} />
        <span>{formatEstimate(overall)}</span>
        {overall.range !== null && overall.range.high > overall.range.low && (
          <span className="block text-xs text-unclear">
            what is open counted against it, and for it; {formatScore(overall.mean)} of what was decided
          </span>
        )}
      </td>
      <td data-label="Gates">
        <GateTally name="Safety" gate={gates.safety} />
        <GateTally name="Compliance" gate={gates.compliance} />
      </td>
    </tr>
  );
}

function QualityParts({ model: { dimensions } }: { readonly model: SiteBoardModel }) {
  const parts = useSiteIndex().dimensions.filter(({ kind }) => kind === "quality");
  return (
    <ul className="mt-1 text-xs text-quiet">
      {parts.map(({ dimension, name }) => (
        <li key={dimension}>
          {name} {formatRange(dimensions[dimension]?.range ?? null)}
        </li>
      ))}
    </ul>
  );
}

function Claim({ claim }: Pick<SiteBoardModel, "claim">) {
  if (claim.ready) return <span className="block">May be claimed publicly</span>;
  return (
    <details>
      <summary>Not for public claims</summary>
      <ul className="list-disc ps-4">
        {claim.missing.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

function describeTier({ tier, ranks }: SiteBoardModel, of: number): string {
  if (tier === null) return "no tier";
  if (ranks === null) return `tier ${tier}`;
  const places =
    ranks.best === ranks.worst ? `place ${ranks.best}` : `places ${ranks.best} to ${ranks.worst}`;
  return `tier ${tier} (${places} of ${of} possible)`;
}
