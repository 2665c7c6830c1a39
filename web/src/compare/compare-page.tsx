import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { chunkPath, type SidePath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";
import { useSiteIndex } from "../data/use-site-index.ts";
import { LoadBoundary } from "../layout/load-boundary.tsx";
import { PageHeading } from "../layout/page-heading.tsx";
import { ComparedChecks } from "./compared-checks.tsx";
import { ComparedConversations } from "./compared-conversations.tsx";
import { ComparedMeasures } from "./compared-measures.tsx";
import { ComparedScenarios } from "./compared-scenarios.tsx";
import { readSide, writeSide } from "./side.ts";
import { SidePicker } from "./side-picker.tsx";

/** Two assistants, or two scans, on the same scenarios. */
export function ComparePage() {
  const { scan } = useParams({ from: "/s/$scan/compare" });
  const search = useSearch({ from: "/s/$scan/compare" });
  const navigate = useNavigate({ from: "/s/$scan/compare" });
  const [first, second] = useDefaultSides(scan);
  const a = readSide(search.a) ?? first;
  const b = readSide(search.b) ?? second;
  return (
    <div className="grid gap-8">
      <PageHeading name="Compare">Two assistants, side by side</PageHeading>
      {a === null || b === null ? (
        <p>There is only one assistant here, so there is nothing to compare.</p>
      ) : (
        <>
          <SidePicker a={a} b={b} onChange={(sides) => void navigate({ search: sides, replace: true })} />
          <LoadBoundary key={`${writeSide(a)} ${writeSide(b)}`}>
            <ComparisonView a={a} b={b} />
          </LoadBoundary>
        </>
      )}
    </div>
  );
}

function ComparisonView({ a, b }: { readonly a: SidePath; readonly b: SidePath }) {
  const comparison = useChunk("compare", chunkPath.compare(a, b));
  const { scenario, repeat = 1 } = useSearch({ from: "/s/$scan/compare" });
  const chosen = comparison.scenarios.find((it) => it.scenario_id === scenario && it.repeat === repeat);
  return (
    <div className="grid gap-10">
      {comparison.unlike.length > 0 && (
        <p role="note" className="reading text-unclear">
          Not only the assistants differ: {comparison.unlike.join("; ")}. The differences are not theirs
          alone.
        </p>
      )}
      {chosen?.a && chosen.b ? (
        <ComparedConversations comparison={comparison} scenario={chosen} />
      ) : (
        <>
          <ComparedMeasures comparison={comparison} />
          <ComparedChecks comparison={comparison} />
          <ComparedScenarios comparison={comparison} />
        </>
      )}
    </div>
  );
}

/** The board's two ends: the least safe assistant and the one that crossed fewest lines. */
function useDefaultSides(scan: string): readonly [SidePath | null, SidePath | null] {
  const { scans } = useSiteIndex();
  const board = useChunk("board", chunkPath.board(scan));
  const [first, last] = [board.models[0], board.models.at(-1)];
  if (first !== undefined && last !== undefined && first !== last) return [first, last];
  const other = scans.flatMap(({ models }) => models).find((model) => model.scan !== first?.scan);
  return [first ?? null, other ?? null];
}
