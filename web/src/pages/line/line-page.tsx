import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { LineRelease, SiteLine } from "../../../../src/site/build-line.ts";
import { useChunk } from "../../data/use-chunk.ts";
import { Choice } from "../../parts/choice.tsx";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { nameReleases } from "../../words/names.ts";
import { ChangesView } from "./changes-view.tsx";
import { LineCharts } from "./line-charts.tsx";

/** Page of one assistant over its releases: the results of each, and the changes between them. */
export function LinePage() {
  const { slug } = useParams({ from: "/line/$slug" });
  const { from, to } = useSearch({ from: "/line/$slug" });
  const line = useChunk(chunkPath.line(slug));
  const { releases } = line;
  const last = releases.findIndex(({ scan }) => scan === to);
  const newer = last < 0 ? releases.length - 1 : last;
  const after = releases[newer];
  const before = releases.find(({ scan }) => scan === from && from !== after?.scan) ?? releases[newer - 1];
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading name={`Releases of ${line.model_id}`} above="Releases">
          <bdi>{line.model_id}</bdi>
        </PageHeading>
        <p className="reading">
          {releases.length === 1
            ? "There is one release here, so there is nothing that could have changed. Give runs a label with --label, and judge the next release as this one was."
            : `${formatQuantity(releases.length, "release")}, oldest first. Each mark stands with its 95% interval; a pale bar is what is still open.`}
        </p>
      </header>
      <LineCharts line={line} />
      {before !== undefined && after !== undefined && (
        <section aria-labelledby="changed" className="grid gap-6">
          <h2 id="changed">What changed</h2>
          {releases.length > 2 && <ReleasePicker line={line} before={before} after={after} />}
          <LoadBoundary key={`${before.scan} ${after.scan}`}>
            <ChangesView line={line} before={before} after={after} />
          </LoadBoundary>
        </section>
      )}
      <ReleaseList line={line} />
    </div>
  );
}

interface ReleasePickerProps {
  readonly line: SiteLine;
  readonly before: LineRelease;
  readonly after: LineRelease;
}

/** Selects the two releases to compare; the address stores them. */
function ReleasePicker({ line: { releases }, before, after }: ReleasePickerProps) {
  const names = nameReleases(releases);
  const navigate = useNavigate({ from: "/line/$slug" });
  const chosen = { from: before.scan, to: after.scan };
  return (
    <div className="screen-only flex flex-wrap gap-3">
      {(["from", "to"] as const).map((side) => (
        <Choice
          key={side}
          label={side === "from" ? "Before" : "After"}
          value={chosen[side]}
          options={releases.map(({ scan }) => [
            scan,
            names.get(scan)?.long ?? "",
            scan === chosen[side === "from" ? "to" : "from"],
          ])}
          onChoose={(scan) => void navigate({ search: { ...chosen, [side]: scan }, replace: true })}
        />
      ))}
    </div>
  );
}

/** Links to each release's pages, with its settings. */
function ReleaseList({ line: { releases, slug } }: { readonly line: SiteLine }) {
  const names = nameReleases(releases);
  return (
    <section aria-labelledby="releases" className="grid gap-3">
      <h2 id="releases">Its releases</h2>
      <ul className="reading grid gap-2">
        {releases.map((release) => (
          <li key={release.scan}>
            <Link to="/s/$scan/models/$slug" params={{ scan: release.scan, slug }}>
              {names.get(release.scan)?.long}
            </Link>
            <span className="text-sm text-quiet">
              {": "}
              {formatQuantity(release.conversations, "conversation")}, judged by{" "}
              <bdi>{release.judge ?? "word lists alone"}</bdi>
              {release.run_id !== null && `, run ${release.run_id}`}
              {release.unlike.length > 0 && (
                <span className="text-unclear">
                  {`. Not made as the newest was: it differs in ${release.unlike.join(", ")}`}
                </span>
              )}
              {release.other_scans > 0 &&
                `. ${formatQuantity(release.other_scans, "other scan")} of this run ${release.other_scans === 1 ? "is" : "are"} not drawn`}
              .
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
