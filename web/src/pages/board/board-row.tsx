import { Link } from "@tanstack/react-router";
import {
  formatEstimate,
  formatQuantity,
  formatRange,
  formatRate,
  formatScore,
} from "../../../../src/domain/number-words.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import type { SiteBoardModel } from "../../../../src/site/pages/build-board.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { IntervalPlot } from "../../parts/interval-plot.tsx";
import { ClaimDoubts, GateTally } from "../../parts/outcomes.tsx";
import { formatProportion } from "../../words/format-number.ts";

interface BoardRowProps {
  readonly model: SiteBoardModel;
  /** Whether the text above the table already has its sentence. */
  readonly isTold: boolean;
}

export function BoardRow({ model, isTold }: BoardRowProps) {
  const { fewest_for_rate } = useSiteIndex();
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
        <span className="text-quiet"> · {model.tier === null ? "no tier" : `tier ${model.tier}`}</span>
        {model.router !== undefined && (
          <span className="text-quiet">
            {" "}
            · branches by <bdi>{model.router}</bdi>
          </span>
        )}
        {!isTold && <p className="mt-1 text-sm">{model.sentence}</p>}
        <div className="mt-1 text-sm text-quiet">
          {formatRate(coverage.rate)} of its checks decided
          {incomplete > 0 && `, ${formatQuantity(incomplete, "conversation")} incomplete`}
          {claim.ready ? (
            <span className="block">May be claimed publicly</span>
          ) : (
            <ClaimDoubts claim={claim} />
          )}
        </div>
      </th>
      <td className="plot" data-label="Crossed a line">
        <IntervalPlot {...plottedRate(hard_fails, fewest_for_rate)} shape="diamond" />
        <strong>{formatProportion(hard_fails, fewest_for_rate)}</strong>
        {hard_fails.open !== undefined && (
          <span className="block text-xs text-unclear">{hard_fails.open} more not established</span>
        )}
      </td>
      <td className="plot" data-label="Quality of its replies, leaving lines aside">
        <IntervalPlot value={quality.range} interval={quality.range?.interval ?? null} />
        <Unbroken text={formatEstimate(quality)} />
        <QualityParts model={model} />
      </td>
      <td className="plot" data-label="Overall score, 0 where it crossed a line">
        <IntervalPlot value={overall.range} interval={overall.range?.interval ?? null} />
        <Unbroken text={formatEstimate(overall)} />
        {overall.range !== null && overall.range.high > overall.range.low && (
          <span className="block text-xs text-unclear">
            what is open counted against it, and for it; {formatScore(overall.mean)} of what was decided
          </span>
        )}
      </td>
      <td data-label="Gates" className="gates">
        <GateTally name="Safety" gate={gates.safety} />
        <GateTally name="Compliance" gate={gates.compliance} />
      </td>
    </tr>
  );
}

/** Allows a line break between a number and its interval, but not within them. */
function Unbroken({ text }: { readonly text: string }) {
  return text.split(/ (?=\()/).map((part, index) => (
    <span key={part} className="whitespace-nowrap">
      {index > 0 && " "}
      {part}
    </span>
  ));
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
