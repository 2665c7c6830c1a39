import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense } from "react";
import type { SidePath } from "../../../../src/schema/site-paths.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ModelBrief } from "../../../../src/site/site-ports.ts";
import { useChunk, useChunkIfThere, useSiteIndex } from "../../data/use-chunk.ts";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { describeComparison } from "../../words/describe-results.ts";
import { nameSides } from "../../words/names.ts";
import { ComparedChecks } from "./compared-checks.tsx";
import { ComparedConversations } from "./compared-conversations.tsx";
import { ComparedMeasures } from "./compared-measures.tsx";
import { ComparedScenarios } from "./compared-scenarios.tsx";
import { SidePicker, sideOptions, writeSide } from "./sides.tsx";

/** Page that compares two assistants, or one in two scans, on the same scenarios. */
export function ComparePage() {
  const { scan } = useParams({ from: "/s/$scan/compare" });
  const search = useSearch({ from: "/s/$scan/compare" });
  const navigate = useNavigate({ from: "/s/$scan/compare" });
  const { scans, runs } = useSiteIndex();
  const [first, second] = useDefaultSides(scan);
  const options = sideOptions(scans, runs);
  const sides = { a: search.a ?? first, b: search.b ?? second };
  const modelOf = (side: string | null) => options.find(({ value }) => value === side)?.model;
  const [a, b] = [modelOf(sides.a), modelOf(sides.b)];
  return (
    <div className="grid gap-8">
      <PageHeading name="Compare" above={a?.model_id === b?.model_id ? ONE_TWICE : TWO}>
        {a === undefined || b === undefined ? (
          "Two assistants, side by side"
        ) : (
          <Suspense fallback="Comparing…">
            <Answer a={a} b={b} />
          </Suspense>
        )}
      </PageHeading>
      {sides.a === null || sides.b === null ? (
        <p>There is only one assistant here, so there is nothing to compare.</p>
      ) : (
        <>
          <SidePicker
            sides={{ a: sides.a, b: sides.b }}
            options={options}
            withOrigin={scans.length > 1}
            onChange={(chosen) => void navigate({ search: chosen, replace: true })}
          />
          {a === undefined || b === undefined ? (
            <UnknownSides
              first={a === undefined ? sides.a : null}
              second={b === undefined ? sides.b : null}
            />
          ) : (
            <LoadBoundary key={`${sides.a} ${sides.b}`}>
              <ComparisonView a={a} b={b} />
            </LoadBoundary>
          )}
        </>
      )}
    </div>
  );
}

const TWO = "Two assistants on the same scenarios";
const ONE_TWICE = "One assistant in two scans";

/** Shows the answer as title. If loading fails, the comparison below shows the error. */
function Answer({ a, b }: { readonly a: ModelBrief; readonly b: ModelBrief }) {
  const { scans } = useSiteIndex();
  const names = nameSides(scans, a, b);
  const comparison = useChunkIfThere(chunkPath.compare(a, b));
  return comparison === null
    ? `${names.a} and ${names.b}`
    : describeComparison(comparison.measures, names.a, names.b);
}

function ComparisonView({ a, b }: { readonly a: ModelBrief; readonly b: ModelBrief }) {
  const comparison = useChunk(chunkPath.compare(a, b));
  const { scans } = useSiteIndex();
  const { scenario, repeat = 1 } = useSearch({ from: "/s/$scan/compare" });
  const chosen = comparison.scenarios.find((it) => it.scenario_id === scenario && it.repeat === repeat);
  const names = nameSides(scans, a, b);
  return (
    <div className="grid gap-10">
      {comparison.unlike.length > 0 && (
        <p role="note" className="reading text-unclear">
          {a.model_id === b.model_id
            ? `The two scans differ: ${comparison.unlike.join("; ")}. The differences need not be the assistant’s.`
            : `Not only the assistants differ: ${comparison.unlike.join("; ")}. The differences are not theirs alone.`}
        </p>
      )}
      {comparison.left_out.a.length + comparison.left_out.b.length > 0 && (
        <p role="note" className="reading">
          Over the checks that both scans asked, and no other: {comparison.left_out.a.length} were asked in
          the first alone, {comparison.left_out.b.length} in the second alone.
        </p>
      )}
      {chosen?.a && chosen.b ? (
        <ComparedConversations comparison={comparison} names={names} scenario={chosen} />
      ) : (
        <>
          <ComparedMeasures comparison={comparison} names={names} />
          <ComparedChecks comparison={comparison} names={names} />
          <ComparedScenarios comparison={comparison} names={names} />
        </>
      )}
    </div>
  );
}

/** Returns the least safe assistant and the one that crossed fewest lines. */
function useDefaultSides(scan: string): readonly [string | null, string | null] {
  const { scans } = useSiteIndex();
  const board = useChunk(chunkPath.board(scan));
  const [first, last] = [board.models[0], board.models.at(-1)];
  const write = (side: SidePath | undefined) => (side === undefined ? null : writeSide(side));
  if (first !== undefined && last !== undefined && first !== last) return [write(first), write(last)];
  const other = scans.flatMap(({ models }) => models).find((model) => model.scan !== first?.scan);
  return [write(first), write(other)];
}

interface UnknownSidesProps {
  /** Name in the address that matches no side; null if it is known. */
  readonly first: string | null;
  readonly second: string | null;
}

/** Names the unknown side in the address, with advice. A substitute pair would be mistaken for the requested one. */
function UnknownSides({ first, second }: UnknownSidesProps) {
  return (
    <div role="alert" className="reading grid gap-2">
      {first !== null && <p>{`The first side in the address, “${first}”, is not here.`}</p>}
      {second !== null && <p>{`The second side in the address, “${second}”, is not here.`}</p>}
      <p>Choose from the list what to compare instead.</p>
    </div>
  );
}
