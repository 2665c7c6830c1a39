import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScanScenarios } from "../../../../src/site/pages/build-scan-scenarios.ts";
import { useChunkIfThere, useSiteIndex } from "../../data/use-chunk.ts";
import { Fold, ScrollBox } from "../../parts/boxes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { VerdictShape } from "../../parts/verdict-mark.tsx";
import { describeScenarios } from "../../words/scenario-words.ts";
import { categoryWords } from "../../words/verdict-words.ts";
import { ImportedConversations } from "./imported-conversations.tsx";
import {
  chooseScenarios,
  type ListedScenario,
  listScenarios,
  riskWords,
  type ScenarioChoice,
  ScenarioFilters,
} from "./scenario-filters.tsx";

/** Page with every scenario and its results in a scan. */
export function ScenarioListPage() {
  const { scan } = useParams({ from: "/s/$scan/scenarios" });
  const choice = useSearch({ from: "/s/$scan/scenarios" });
  const navigate = useNavigate({ from: "/s/$scan/scenarios" });
  const results = useChunkIfThere(chunkPath.scanScenarios(scan));
  return (
    <ScenarioList
      scan={scan}
      results={results}
      choice={choice}
      onChange={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}

/** Page with every scenario, without a scan. */
export function BareScenarioListPage() {
  const choice = useSearch({ from: "/scenarios" });
  const navigate = useNavigate({ from: "/scenarios" });
  return (
    <ScenarioList
      scan={null}
      results={null}
      choice={choice}
      onChange={(change) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}

interface ScenarioListProps {
  readonly scan: string | null;
  readonly results: ScanScenarios | null;
  readonly choice: ScenarioChoice;
  readonly onChange: (change: ScenarioChoice) => void;
}

/** List of the scenarios' content, risks and known results. */
function ScenarioList({ scan, results, choice, onChange }: ScenarioListProps) {
  const index = useSiteIndex();
  const own = results?.own ?? [];
  const all = listScenarios(own.length > 0 ? own : index.scenarios, results);
  const hasResults = results !== null;
  const chosen = chooseScenarios(all, {
    ...choice,
    sort: choice.sort ?? (hasResults ? "crossed" : "category"),
  });
  const models = results?.models.length ?? 0;
  const imported = results?.imported;
  const isImportAlone = imported !== undefined && all.every(({ conversations }) => conversations === 0);
  const table = (
    <>
      <ScenarioFilters all={all} choice={choice} hasResults={hasResults} onChange={onChange} />
      <p role="status" className="text-sm text-quiet">
        {chosen.length === all.length ? "All are listed." : `${chosen.length} of ${all.length} are listed.`}
      </p>
      <ScenarioTable scan={scan} chosen={chosen} hasResults={hasResults} />
    </>
  );
  return (
    <div className="grid gap-6">
      <PageHeading name="Scenarios">
        {isImportAlone
          ? formatQuantity(imported.counts.conversations, "imported conversation")
          : formatQuantity(all.length, "scenario")}
      </PageHeading>
      {scan !== null && imported !== undefined && <ImportedConversations scan={scan} imported={imported} />}
      {hasResults && !isImportAlone && <p className="reading">{describeScenarios(all, models)}</p>}
      {isImportAlone ? (
        <Fold summary={`${formatQuantity(all.length, "scenario")} of the corpus, none of them in this scan`}>
          {() => <div className="grid gap-6">{table}</div>}
        </Fold>
      ) : (
        table
      )}
    </div>
  );
}

interface ScenarioTableProps {
  readonly scan: string | null;
  readonly chosen: readonly ListedScenario[];
  readonly hasResults: boolean;
}

function ScenarioTable({ scan, chosen, hasResults }: ScenarioTableProps) {
  return (
    <ScrollBox name="Table of scenarios">
      <table className="table stacks scenarios text-sm">
        <caption className="sr-only">Scenarios</caption>
        <thead>
          <tr>
            <th scope="col">What happens</th>
            <th scope="col">At risk</th>
            <th scope="col" className="number">
              Turns
            </th>
            {hasResults && <th scope="col">What came of it</th>}
          </tr>
        </thead>
        <tbody>
          {chosen.map((listed) => (
            <ScenarioRow key={listed.brief.scenario_id} scan={scan} listed={listed} hasResults={hasResults} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

const MOST_RISKS = 3;

function ScenarioRow({
  scan,
  listed: { brief, results, conversations, crossed, open },
  hasResults,
}: {
  readonly scan: string | null;
  readonly listed: ListedScenario;
  readonly hasResults: boolean;
}) {
  const { scenario_id, about, title, category, turns, sessions, channel, risks } = brief;
  return (
    <tr>
      <th scope="row">
        {scan === null ? (
          <span className="text-base">{about}</span>
        ) : (
          <Link
            to="/s/$scan/scenarios/$scenario"
            params={{ scan, scenario: scenario_id }}
            className="inline-block min-h-6 text-base"
          >
            {about}
          </Link>
        )}
        <span className="block text-quiet">
          {title} · {categoryWords[category]}
          {sessions > 1 && ` · ${sessions} sessions`}
          {channel === "sms" && " · by text message"}
        </span>
      </th>
      <td data-label="At risk" title={risks.map(riskWords).join(", ")}>
        {risks.slice(0, MOST_RISKS).map(riskWords).join(", ")}
        {risks.length > MOST_RISKS && (
          <span className="text-quiet"> and {risks.length - MOST_RISKS} more</span>
        )}
      </td>
      <td className="number" data-label="Turns">
        {turns}
      </td>
      {hasResults && (
        <td data-label="What came of it">
          {results === null || conversations === 0 ? (
            <span className="text-quiet">not in this scan</span>
          ) : (
            <>
              {crossed > 0 && (
                <p className="text-fail">
                  <span className="whitespace-nowrap font-semibold">
                    <VerdictShape verdict="FAIL" /> {crossed} of {conversations} crossed a line:
                  </span>{" "}
                  <Names of={results} count={({ result }) => result.crossed} />
                </p>
              )}
              {open > 0 && (
                <p className="text-unclear">
                  <span className="whitespace-nowrap">
                    <VerdictShape verdict="UNCLEAR" /> {open} not established:
                  </span>{" "}
                  <Names of={results} count={({ result }) => result.open} />
                </p>
              )}
              {crossed + open === 0 && (
                <p className="text-quiet">
                  no line crossed in {formatQuantity(conversations, "conversation")}
                </p>
              )}
            </>
          )}
        </td>
      )}
    </tr>
  );
}

const MOST_NAMES = 4;

type Results = NonNullable<ListedScenario["results"]>;

/** Names the assistants concerned, with a count if it is more than one. */
function Names({ of, count }: { readonly of: Results; readonly count: (one: Results[number]) => number }) {
  const concerned = of.filter((one) => count(one) > 0);
  return (
    <>
      {concerned.slice(0, MOST_NAMES).map((one, index) => (
        <span key={`${one.model.scan} ${one.model.slug}`}>
          {index > 0 && ", "}
          <bdi>{one.model.model_id}</bdi>
          {count(one) > 1 && ` (${count(one)})`}
        </span>
      ))}
      {concerned.length > MOST_NAMES && ` and ${concerned.length - MOST_NAMES} more`}
    </>
  );
}
