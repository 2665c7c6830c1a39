import { useParams } from "@tanstack/react-router";
import { chunkPath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";
import { useSiteIndex } from "../data/use-site-index.ts";
import { LoadBoundary } from "../layout/load-boundary.tsx";
import { PageHeading } from "../layout/page-heading.tsx";
import { readName } from "../words/read-name.ts";
import { severityWords } from "../words/verdict-words.ts";
import { CheckDefinition } from "./check-definition.tsx";
import { CheckResults } from "./check-results.tsx";
import { GoldenCards } from "./golden-cards.tsx";

/** One check: what it asks, what is allowed, and what it found. */
export function CheckPage() {
  const { scan, check: checkId } = useParams({ from: "/s/$scan/checks/$check" });
  const check = useChunk("check", chunkPath.check(checkId));
  const { dimensions } = useSiteIndex();
  const dimension = dimensions.find((it) => it.dimension === check.dimension);
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading
          name={`${check.mode_id} ${readName(check.name)}`}
          above={`${dimension?.name ?? check.dimension} · ${severityWords[check.severity]}${check.gate ? " · one failure is a hard fail" : ""}`}
        >
          {check.mode_id} {readName(check.name)}
        </PageHeading>
        <p className="reading text-lg">{check.summary}</p>
      </header>
      <LoadBoundary key={`${scan} ${checkId}`}>
        <CheckResults scan={scan} checkId={checkId} />
      </LoadBoundary>
      <CheckDefinition scan={scan} check={check} />
      <GoldenCards cards={check.golden} />
    </div>
  );
}
