import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ConversationBrief } from "../../../src/schema/site-board.ts";
import { ConversationLink } from "../finding/conversation-link.tsx";
import { OutcomeCells, OutcomeHeadings } from "../finding/outcome-cells.tsx";
import { ScrollBox } from "../layout/scroll-box.tsx";
import { formatQuantity } from "../words/format-number.ts";

interface ConversationTableProps {
  readonly scan: string;
  readonly conversations: readonly ConversationBrief[];
}

const FILTERS = { all: "All", failed: "With a failure", hard: "That crossed a line" } as const;

/** Its conversations, with what failed in each. */
export function ConversationTable({ scan, conversations }: ConversationTableProps) {
  const { show = "all" } = useSearch({ from: "/s/$scan/models/$slug" });
  const navigate = useNavigate({ from: "/s/$scan/models/$slug" });
  const shown = conversations.filter(
    ({ failed, hard_fail }) => show === "all" || (show === "hard" ? hard_fail : failed.length > 0),
  );
  return (
    <section aria-labelledby="conversations" className="grid gap-3">
      <h2 id="conversations">Its conversations</h2>
      <fieldset className="screen-only flex flex-wrap gap-2 text-sm">
        <legend className="sr-only">Which conversations to show</legend>
        {(["all", "failed", "hard"] as const).map((filter) => (
          <button
            key={filter}
            type="button"
            className="control"
            aria-pressed={show === filter}
            onClick={() => void navigate({ search: filter === "all" ? {} : { show: filter }, replace: true })}
          >
            {FILTERS[filter]}
          </button>
        ))}
      </fieldset>
      <ScrollBox name="Table of its conversations">
        <table className="table stacks text-sm">
          <caption>{formatQuantity(shown.length, "conversation")}</caption>
          <thead>
            <tr>
              <th scope="col">Conversation</th>
              <OutcomeHeadings />
            </tr>
          </thead>
          <tbody>
            {shown.map((brief) => (
              <ConversationRow key={brief.conversation} scan={scan} brief={brief} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
}

function ConversationRow({ scan, brief }: { readonly scan: string; readonly brief: ConversationBrief }) {
  const { conversation, title, repeat, complete } = brief;
  return (
    <tr>
      <th scope="row">
        <ConversationLink scan={scan} conversation={conversation}>
          {title}
          {repeat > 1 && ` (repeat ${repeat})`}
        </ConversationLink>
        {!complete && <span className="text-unclear"> incomplete</span>}
      </th>
      <OutcomeCells scan={scan} brief={brief} />
    </tr>
  );
}
