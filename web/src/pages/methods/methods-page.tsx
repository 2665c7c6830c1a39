import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { Methods } from "../../../../src/site/pages/build-methods.ts";
import { useChunk, useSiteIndex } from "../../data/use-chunk.ts";
import { CopyText } from "../../parts/boxes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";

/** Page about methods, limits and inputs. */
export function MethodsPage() {
  const methods = useChunk(chunkPath.methods());
  const { counts, how_it_works, cannot_say, content_note, help_note } = methods;
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading name="Methods">How it works, and what it cannot say</PageHeading>
        <p className="reading text-lg">
          {formatQuantity(counts.scenarios, "scripted scenario")} in{" "}
          {formatQuantity(counts.families, "family", "families")},{" "}
          {formatQuantity(counts.checks, "narrow check")}, {counts.gate_checks} of them gates, with{" "}
          {formatQuantity(counts.golden_cards, "authored example")} to teach and test them.
        </p>
      </header>
      <dl className="definition">
        {how_it_works.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="limits" className="reading grid gap-3">
        <h2 id="limits">What it cannot say</h2>
        <ul className="grid list-disc gap-2 ps-5">
          {cannot_say.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="content" className="reading grid gap-3">
        <h2 id="content">Content note</h2>
        <p>{content_note}</p>
        <p>{help_note}</p>
      </section>
      <section aria-labelledby="dimensions" className="reading grid gap-3">
        <h2 id="dimensions">What is looked for</h2>
        <ul>
          {methods.checks_by_dimension.map(({ dimension, name, checks }) => (
            <li key={dimension}>
              {name}: {formatQuantity(checks, "check")}
            </li>
          ))}
        </ul>
      </section>
      <MadeFrom methods={methods} />
      <Citation methods={methods} />
      <Sources methods={methods} />
    </div>
  );
}

/** Citation to put below a figure or a sentence that uses these results. */
function Citation({ methods: { tool_version, corpus, scans } }: { readonly methods: Methods }) {
  const made = scans
    .slice(0, CITED)
    .map(({ scan, scoring_fingerprint }) => `Scan ${scan}, scoring ${scoring_fingerprint}.`);
  const text = [
    `The InvisibleBench authors. InvisibleBench ${tool_version}, corpus ${corpus.version} (${corpus.hash}).`,
    ...made,
  ].join("\n");
  return (
    <section aria-labelledby="cite" className="grid gap-3">
      <h2 id="cite">How to cite it</h2>
      <CopyText label="Citation" text={text} rows={1 + made.length} />
    </section>
  );
}

/** Maximum number of scans cited one by one. */
const CITED = 3;

/** Lists sources by what they support, each list sorted by name. */
function Sources({ methods: { sources, checks_by_dimension } }: { readonly methods: Methods }) {
  const { checks } = useSiteIndex();
  const dimensionOf = (checkId: string | undefined) =>
    checks.find(({ mode_id }) => mode_id === checkId)?.dimension;
  return (
    <section aria-labelledby="sources" className="grid gap-3">
      <h2 id="sources">Sources</h2>
      {checks_by_dimension.map(({ dimension, name }) => (
        <section key={dimension} aria-labelledby={`sources-${dimension}`} className="grid gap-2">
          <h3 id={`sources-${dimension}`}>{name}</h3>
          <ul className="grid max-w-4xl list-disc gap-1 ps-5 text-sm">
            {sources
              .filter((it) => dimensionOf(it.checks[0]) === dimension)
              .toSorted((a, b) => a.source.localeCompare(b.source, "en"))
              .map((it) => (
                <li key={it.source}>
                  <SourceText source={it.source} /> <span className="text-quiet">{it.checks.join(", ")}</span>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** Links a source by its DOI. */
function SourceText({ source }: { readonly source: string }) {
  const [doi] = /\b10\.\d{4,9}\/[^\s)]+/.exec(source) ?? [];
  if (doi === undefined) return source;
  const [before, after] = source.split(doi);
  return (
    <>
      {before}
      <a href={`https://doi.org/${doi}`} rel="noreferrer">
        {doi}
      </a>
      {after}
    </>
  );
}

function MadeFrom({ methods: { tool_version, corpus, scans } }: { readonly methods: Methods }) {
  return (
    <section aria-labelledby="made" className="grid gap-3 text-sm">
      <h2 id="made">What it was made from</h2>
      <dl className="definition">
        <div>
          <dt className="label">Tool</dt>
          <dd>InvisibleBench {tool_version}</dd>
        </div>
        <div>
          <dt className="label">Corpus</dt>
          <dd>
            {corpus.version}, <code className="font-mono">{corpus.hash}</code>
          </dd>
        </div>
        {scans.map((scan) => (
          <div key={scan.scan}>
            <dt className="label">Scan {scan.scan}</dt>
            <dd>
              Profile {scan.profile}, votes {scan.policy}, judge <bdi>{scan.judge ?? "none"}</bdi>;{" "}
              {scan.resampling}. Transcripts{" "}
              <code className="font-mono">{scan.transcripts_fingerprint ?? "unknown"}</code>, scoring{" "}
              <code className="font-mono">{scan.scoring_fingerprint}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p className="font-mono text-xs text-quiet">{corpus.canary}</p>
    </section>
  );
}
