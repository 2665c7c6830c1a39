import { chunkPath } from "../../../src/schema/site-data.ts";
import { useChunk } from "../data/use-chunk.ts";
import { ConversationLink } from "../finding/conversation-link.tsx";
import { OutcomeCells, OutcomeHeadings } from "../finding/outcome-cells.tsx";
import { ScrollBox } from "../layout/scroll-box.tsx";

interface ScenarioResultsProps {
  readonly scan: string;
  readonly scenarioId: string;
}

/** How every assistant fared in one scenario. */
export function ScenarioResults({ scan, scenarioId }: ScenarioResultsProps) {
  const { models } = useChunk("scanScenario", chunkPath.scanScenario(scan, scenarioId));
  const rows = models.flatMap(({ model, conversations }) =>
    conversations.map((conversation) => ({ model, conversation })),
  );
  return (
    <section aria-labelledby="results" className="grid gap-3">
      <h2 id="results">How the assistants fared</h2>
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
                  <OutcomeCells scan={model.scan} brief={brief} />
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
}
