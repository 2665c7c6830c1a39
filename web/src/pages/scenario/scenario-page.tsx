import { Link, useParams } from "@tanstack/react-router";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScenarioPage as ScenarioChunk } from "../../../../src/site/pages/build-scenario-page.ts";
import { useChunk } from "../../data/use-chunk.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { CheckLink, ConversationLink, FindLink } from "../../parts/links.tsx";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { OutcomeCells, OutcomeHeadings } from "../../parts/outcomes.tsx";
import { PageHeading } from "../../parts/page-heading.tsx";
import { categoryWords } from "../../words/verdict-words.ts";
import { AnswersSection } from "./answers-section.tsx";
import { ScriptGraph } from "./script-graph.tsx";
import { ScriptText } from "./script-text.tsx";
import { useTwins } from "./use-twins.ts";

/** Page of one scenario: the persona, the script and the assistants' results. */
export function ScenarioPage() {
  const { scan, scenario: id } = useParams({ from: "/s/$scan/scenarios/$scenario" });
  const scenario = useChunk(chunkPath.scenario(id));
  return (
    <div className="grid gap-10">
      <header className="grid gap-3">
        <PageHeading name={scenario.title} above={describeKind(scenario)}>
          {scenario.title}
        </PageHeading>
        <p className="reading text-lg">{scenario.description}</p>
        <p className="reading">{scenario.persona}</p>
        {scenario.reader_pending !== null && (
          <p className="reading text-sm">
            <span className="label">Reader pending </span>
            {scenario.reader_pending}
          </p>
        )}
        <Relatives scan={scan} scenario={scenario} />
      </header>
      <LoadBoundary key={`answers ${scan} ${id}`}>
        <AnswersSection scan={scan} scenario={scenario} />
      </LoadBoundary>
      <LoadBoundary key={`${scan} ${id}`}>
        <ScenarioResults scan={scan} scenarioId={id} />
      </LoadBoundary>
      <section aria-labelledby="script" className="grid gap-4">
        <h2 id="script">The script</h2>
        {scenario.nodes.length > scenario.turns && (
          <>
            <p className="reading text-sm text-quiet">
              Each mark is a message of the caregiver. Where a column has several, the assistant's reply
              before it decides which one is sent.
            </p>
            <ScriptGraph scenario={scenario} />
          </>
        )}
        <ScriptText scenario={scenario} />
      </section>
      {scenario.answers.length > 0 && (
        <details>
          <summary>{formatQuantity(scenario.answers.length, "answer")} to what a reply may ask</summary>
          <p className="reading mt-2 text-sm text-quiet">
            Said before the scripted words when a reply asks for it, each once, two at most in a turn.
          </p>
          <ul className="mt-2 list-disc ps-5 text-sm">
            {scenario.answers.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>{formatQuantity(scenario.checks.length, "check")} that look at it</summary>
        <ul className="mt-2 gap-10 text-sm md:columns-2">
          {scenario.checks.map((checkId) => (
            <li key={checkId} className="min-h-6">
              <CheckLink scan={scan} checkId={checkId} named />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function describeKind({ category, turns, sessions, channel }: ScenarioChunk): string {
  const parts = [categoryWords[category], formatQuantity(turns, "turn")];
  if (sessions > 1) parts.push(`${sessions} sessions`);
  if (channel === "sms") parts.push("by text message");
  return parts.join(" · ");
}

function Relatives({ scan, scenario }: { readonly scan: string; readonly scenario: ScenarioChunk }) {
  const twins = useTwins(scan, scenario);
  if (twins.length === 0) return null;
  return (
    <p className="reading text-sm">
      <span className="label">Same family </span>
      {twins.map(({ scan: home, scenario_id, title, differs }, index) => (
        <span key={scenario_id}>
          {index > 0 && ", "}
          <Link to="/s/$scan/scenarios/$scenario" params={{ scan: home, scenario: scenario_id }}>
            {title}
          </Link>
          {differs !== null && ` (${differs})`}
        </span>
      ))}
    </p>
  );
}

interface ScenarioResultsProps {
  readonly scan: string;
  readonly scenarioId: string;
}

/** Results of every assistant in one scenario. */
function ScenarioResults({ scan, scenarioId }: ScenarioResultsProps) {
  const { models } = useChunk(chunkPath.scanScenario(scan, scenarioId));
  const rows = models.flatMap(({ model, conversations }) =>
    conversations.map((conversation) => ({ model, conversation })),
  );
  return (
    <section aria-labelledby="results" className="grid gap-3">
      <h2 id="results">How the assistants fared</h2>
      {rows.length > 0 && (
        <p className="screen-only">
          <FindLink scan={scan} search={{ scenario: scenarioId }} className="inline-block min-h-6">
            Every finding in it, as rows
          </FindLink>
        </p>
      )}
      {rows.length === 0 ? (
        <p>No assistant had this conversation in this scan.</p>
      ) : (
        <ScrollBox name="Table of results">
          <table className="table stacks text-sm">
            <caption className="sr-only">Conversations of this scenario</caption>
            <thead>
              <tr>
                <th scope="col">Assistant</th>
                <OutcomeHeadings />
              </tr>
            </thead>
            <tbody>
              {rows.map(({ model, conversation: brief }) => (
                <tr key={`${model.scan} ${brief.conversation}`}>
                  <th scope="row">
                    <ConversationLink scan={model.scan} conversation={brief.conversation}>
                      <bdi>{model.model_id}</bdi>
                      {brief.repeat > 1 && ` (repeat ${brief.repeat})`}
                    </ConversationLink>
                  </th>
                  <OutcomeCells scan={model.scan} brief={brief} named />
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}
