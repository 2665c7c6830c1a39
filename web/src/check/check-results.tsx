import { useNavigate, useSearch } from "@tanstack/react-router";
import { chunkPath } from "../../../src/schema/site-data.ts";
import { IntervalRows } from "../chart/interval-rows.tsx";
import { useChunk } from "../data/use-chunk.ts";
import { FindingItem } from "../finding/finding-item.tsx";
import { Fold } from "../layout/fold.tsx";
import { describeNoFailure, formatCellInterval } from "../words/describe-cell.ts";
import { formatQuantity } from "../words/format-number.ts";

interface CheckResultsProps {
  readonly scan: string;
  readonly checkId: string;
}

const SHOWN_AT_ONCE = 5;

/** How every assistant fared on a check, with the sentences. */
export function CheckResults({ scan, checkId }: CheckResultsProps) {
  const { models } = useChunk("scanCheck", chunkPath.scanCheck(scan, checkId));
  const search = useSearch({ from: "/s/$scan/checks/$check" });
  const navigate = useNavigate({ from: "/s/$scan/checks/$check" });
  const rows = models.map(({ model, cell }) => ({
    key: `${model.scan} ${model.slug}`,
    name: <bdi>{model.model_id}</bdi>,
    value: cell?.rate ?? null,
    interval: cell?.interval ?? null,
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
        <IntervalRows rows={rows} shape="diamond" ticks={["0%", "50%", "100%"]} />
      </div>
      {failing.length === 0 ? (
        <p>{describeNoFailure(models.map(({ cell }) => cell))}</p>
      ) : (
        <label className="screen-only grid justify-self-start gap-1">
          <span className="label">Findings of</span>
          <select
            className="control"
            value={chosen ?? ""}
            onChange={({ target }) =>
              void navigate({ search: target.value === "" ? {} : { model: target.value }, replace: true })
            }
          >
            <option value="">all assistants</option>
            {choices.map(({ model, findings }) => (
              <option key={`${model.scan} ${model.slug}`} value={model.slug}>
                {`${model.model_id} (${findings.length})`}
              </option>
            ))}
          </select>
        </label>
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
