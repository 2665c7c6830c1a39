import { useEffect, useState } from "react";
import type { ReviewSession, ReviewTask, SavedReview } from "../../../src/schema/review-session.ts";
import { PageHeading } from "../layout/page-heading.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { askTask } from "./ask-server.ts";
import { placedQuotes } from "./placed-quotes.ts";
import { goTo } from "./review-place.ts";
import { RuleSection } from "./rule-section.tsx";
import { useLabel } from "./use-label.ts";
import { WindowView } from "./window-view.tsx";

interface ItemPageProps {
  readonly session: ReviewSession;
  readonly number: number;
  readonly onSaved: (item: string, answer: SavedReview) => void;
  readonly onError: (error: unknown) => void;
}

export function ItemPage({ session, number, onSaved, onError }: ItemPageProps) {
  const named = session.items[number - 1]?.item;
  const [task, setTask] = useState<ReviewTask | null>(null);
  useEffect(() => {
    let isWanted = true;
    setTask(null);
    if (named !== undefined)
      askTask(named).then(
        (answer) => isWanted && setTask(answer),
        (error: unknown) => isWanted && onError(error),
      );
    return () => {
      isWanted = false;
    };
  }, [named, onError]);
  const total = session.items.length;
  const name = `Item ${number} of ${total}`;
  return (
    <article className="conversation grid gap-6">
      <PageHeading name={name} {...(task === null ? {} : { above: `Check ${task.item.axis}` })}>
        {name}
      </PageHeading>
      {named === undefined && <p>There is no such item.</p>}
      {task === null || task.item.item !== named ? (
        named !== undefined && <p className="text-quiet">Loading…</p>
      ) : (
        <ItemView key={task.item.item} task={task} number={number} total={total} onSaved={onSaved} />
      )}
    </article>
  );
}

interface ItemViewProps extends Pick<ItemPageProps, "number" | "onSaved"> {
  readonly task: ReviewTask;
  readonly total: number;
}

function ItemView({ task, number, total, onSaved }: ItemViewProps) {
  const editor = useLabel(task, onSaved);
  const quotes = placedQuotes(editor.saved, task.opinions);
  const { windows } = task.item;
  const next = () => goTo(number < total ? { page: "item", number: number + 1 } : { page: "overview" });
  return (
    <>
      <RuleSection task={task} />
      <div className="columns">
        <div className="grid gap-8">
          {windows.length > 1 && (
            <p className="reading text-quiet">
              {`The question is about each of these ${windows.length} parts; one verdict answers for all. If one part fails, the item fails.`}
            </p>
          )}
          {windows.map((window, index) => (
            <WindowView
              // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
              key={index}
              window={window}
              name={windows.length > 1 ? `Part ${index + 1} of ${windows.length}` : null}
              quotes={quotes}
            />
          ))}
        </div>
        <AnswerPanel
          editor={editor}
          opinions={task.opinions}
          onNext={next}
          onPrevious={number > 1 ? () => goTo({ page: "item", number: number - 1 }) : null}
        />
      </div>
    </>
  );
}
