import type { ScanScenarios } from "../../../../src/site/pages/build-scan-scenarios.ts";
import { ScrollBox } from "../../parts/boxes.tsx";
import { ConversationLink, FindLink } from "../../parts/links.tsx";
import { OutcomeCells, OutcomeHeadings } from "../../parts/outcomes.tsx";
import { describeImported } from "../../words/scenario-words.ts";

interface ImportedConversationsProps {
  readonly scan: string;
  readonly imported: NonNullable<ScanScenarios["imported"]>;
}

/** Lists imported conversations without a scenario, with their results. */
export function ImportedConversations({ scan, imported: { counts, listed } }: ImportedConversationsProps) {
  const left = counts.conversations - listed.length;
  return (
    <section aria-label="Imported conversations" className="grid gap-3">
      <p className="reading">{describeImported(counts)}</p>
      <ScrollBox name="Table of imported conversations">
        <table className="table stacks text-sm">
          <caption className="sr-only">Imported conversations</caption>
          <thead>
            <tr>
              <th scope="col">Conversation</th>
              <th scope="col">Assistant</th>
              <OutcomeHeadings />
            </tr>
          </thead>
          <tbody>
            {listed.map(({ model, conversation }) => (
              <tr key={`${model.scan} ${conversation.conversation}`}>
                <th scope="row">
                  <ConversationLink scan={model.scan} conversation={conversation.conversation}>
                    {conversation.title}
                    {conversation.repeat > 1 && ` (repeat ${conversation.repeat})`}
                  </ConversationLink>
                  {!conversation.complete && <span className="text-unclear"> incomplete</span>}
                </th>
                <td data-label="Assistant">
                  <bdi>{model.model_id}</bdi>
                </td>
                <OutcomeCells scan={model.scan} brief={conversation} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {left > 0 && (
        <p className="text-sm">
          {left} more are not listed here.{" "}
          <FindLink scan={scan} search={{}}>
            Look through all of them in Find
          </FindLink>
        </p>
      )}
    </section>
  );
}
