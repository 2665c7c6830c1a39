import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { UNRANKED_WORDS } from "../../../../src/domain/gates.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { plottedRate } from "../../../../src/figures/interval-marks.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import { useChunk, useSiteIndex } from "../../data/use-chunk.ts";
import { Fold } from "../../parts/boxes.tsx";
import { Choice } from "../../parts/choice.tsx";
import { FindingItem } from "../../parts/finding-item.tsx";
import { IntervalRows } from "../../parts/interval-plot.tsx";
import { FindLink } from "../../parts/links.tsx";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { describeNoFailure, formatCellInterval } from "../../words/describe-results.ts";
import { severityWords } from "../../words/verdict-words.ts";
import { AgreementWithPeople } from "./agreement-with-people.tsx";
import { CheckDefinition, GoldenCards } from "./check-definition.tsx";

/** Page of one check: its question, what is allowed, and the results. */
export function CheckPage() {
  const { scan, check: checkId } = useParams({ from: "/s/$scan/checks/$check" });
  const check = useChunk(chunkPath.check(checkId));
  const { dimensions } = useSiteIndex();
  const dimension = dimensions.find((it) => it.dimension === check.dimension);
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading
          name={`${check.mode_id} ${formatName(check.name)}`}
          above={`${dimension?.name ?? check.dimension} · ${severityWords[check.severity]}${check.gate ? " · one failure is a hard fail" : check.unranked ? ` · ${UNRANKED_WORDS}` : ""}`}
        >
          {check.mode_id} {formatName(check.name)}
        </PageHeading>
        <p className="reading text-lg">{check.summary}</p>
      </header>
      <LoadBoundary key={`${scan} ${checkId}`}>
        <CheckResults scan={scan} checkId={checkId} />
      </LoadBoundary>
      <AgreementWithPeople check={check} />
      <CheckDefinition scan={scan} check={check} />
      <GoldenCards cards={check.golden} />
    </div>
  );
}

interface CheckResultsProps {
  readonly scan: string;
  readonly checkId: string;
}

const SHOWN_AT_ONCE = 5;

/** Results of every assistant on a check, with quotes. */
function CheckResults({ scan, checkId }: CheckResultsProps) {
  const { models } = useChunk(chunkPath.scanCheck(scan, checkId));
  const search = useSearch({ from: "/s/$scan/checks/$check" });
  const navigate = useNavigate({ from: "/s/$scan/checks/$check" });
  const { fewest_for_rate } = useSiteIndex();
  const rows = models.map(({ model, cell }) => ({
    key: `${model.scan} ${model.slug}`,
    name: <bdi>{model.model_id}</bdi>,
    label: model.model_id,
    ...plottedRate(cell ?? { k: 0, n: 0, interval: null }, fewest_for_rate),
    words: formatCellInterval(cell),
  }));
  const chosen = models.find(({ model }) => model.slug === search.model)?.model.slug;
  const failing = models.filter(({ findings }) => findings.length > 0);
  const choices = models.filter(({ model, findings }) => findings.length > 0 || model.slug === chosen);
  const shown = failing.filter(({ model }) => chosen === undefined || model.slug === chosen);
  return (
    <section aria-labelledby="results" className="grid gap-4">
      <h2 id="results">Who failed it</h2>
      <div className="max-w-3xl">
        <IntervalRows
          rows={rows}
          shape="diamond"
          ticks={["0%", "50%", "100%"]}
          taken={{
            scan,
            title: `Who failed ${checkId}`,
            of: `Conversations with an occasion for ${checkId}`,
          }}
        />
      </div>
      {failing.length === 0 ? (
        <p>{describeNoFailure(models.map(({ cell }) => cell))}</p>
      ) : (
        <div className="screen-only flex flex-wrap items-end gap-x-6 gap-y-2">
          <Choice
            label="Findings of"
            value={chosen ?? ""}
            options={[
              ["", "all assistants"],
              ...choices.map(
                ({ model, findings }) => [model.slug, `${model.model_id} (${findings.length})`] as const,
              ),
            ]}
            onChoose={(model) => void navigate({ search: model === "" ? {} : { model }, replace: true })}
          />
          <FindLink
            scan={scan}
            search={{ check: checkId, verdict: "FAIL", model: chosen }}
            className="inline-block min-h-9 content-center"
          >
            All of them as rows, to search and to walk through
          </FindLink>
        </div>
      )}
      {chosen !== undefined && failing.length > 0 && shown.length === 0 && (
        <p>
          {describeNoFailure(choices.flatMap(({ model, cell }) => (model.slug === chosen ? [cell] : [])))}
        </p>
      )}
      {shown.map(({ model, findings }) => (
        <section key={`${model.scan} ${model.slug}`} aria-label={model.model_id} className="max-w-3xl">
          <h3>
            <bdi>{model.model_id}</bdi>
          </h3>
          {findings.slice(0, SHOWN_AT_ONCE).map((finding) => (
            <FindingItem key={finding.conversation} scan={scan} finding={finding} withCheck={false} />
          ))}
          {findings.length > SHOWN_AT_ONCE && (
            <Fold summary={formatQuantity(findings.length - SHOWN_AT_ONCE, "more finding")}>
              {() =>
                findings
                  .slice(SHOWN_AT_ONCE)
                  .map((finding) => (
                    <FindingItem key={finding.conversation} scan={scan} finding={finding} withCheck={false} />
                  ))
              }
            </Fold>
          )}
        </section>
      ))}
    </section>
  );
}
