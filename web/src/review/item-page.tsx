import { useEffect, useState } from "react";
import type { ReviewSession, ReviewTask } from "../../../src/schema/review/review-session.ts";
import { PageHeading } from "../parts/page-heading.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { askTask } from "./ask-server.ts";
import type { DraftKeeper } from "./draft-keeper.ts";
import { ProblemNote } from "./problem-note.tsx";
import { goTo } from "./review-place.ts";
import { RuleQuestion, RuleSection } from "./rule-section.tsx";
import { useLabel } from "./use-label.ts";
import { placedQuotes, WindowView } from "./window-view.tsx";

interface ItemPageProps {
  readonly session: ReviewSession;
  readonly number: number;
  readonly keeper: DraftKeeper;
}

export function ItemPage({ session, number, keeper }: ItemPageProps) {
  const named = session.items[number - 1]?.item;
  const [task, setTask] = useState<ReviewTask | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isWanted = true;
    setTask(null);
    setError(null);
    if (named !== undefined)
      askTask(named).then(
        (answer) => isWanted && setTask(answer),
        (reason: unknown) => isWanted && setError(reason),
      );
    return () => {
      isWanted = false;
    };
  }, [named, attempt]);
  const total = session.items.length;
  const name = `Item ${number} of ${total}`;
  return (
    <article className="conversation grid gap-6">
      <PageHeading name={name} {...(task === null ? {} : { above: `Check ${task.item.axis}` })}>
        {name}
      </PageHeading>
      {named === undefined && <p>There is no such item.</p>}
      {error !== null && <ProblemNote error={error} onRetry={() => setAttempt(attempt + 1)} level="h2" />}
      {task !== null && task.item.item === named ? (
        <ItemView
          key={task.item.item}
          task={task}
          number={number}
          total={total}
          keeper={keeper}
          isKnown={isRuleKnown(session, number)}
        />
      ) : (
        named !== undefined && error === null && <p className="text-quiet">Loading…</p>
      )}
    </article>
  );
}

interface ItemViewProps extends Pick<ItemPageProps, "number" | "keeper"> {
  readonly task: ReviewTask;
  readonly total: number;
  /** Whether the check is familiar, so that its look-alikes can start folded. */
  readonly isKnown: boolean;
}

const MET_BEFORE_KNOWN = 3;

/** Whether the item comes after the third of its check: its look-alikes are then known. */
function isRuleKnown({ items }: ReviewSession, number: number): boolean {
  const axis = items[number - 1]?.axis;
  return items.slice(0, number - 1).filter((item) => item.axis === axis).length >= MET_BEFORE_KNOWN;
}

function ItemView({ task, number, total, keeper, isKnown }: ItemViewProps) {
  const editor = useLabel(task, keeper);
  const quotes = placedQuotes(editor.saved, task.opinions);
  const { windows } = task.item;
  const next = () => goTo(number < total ? { page: "item", number: number + 1 } : { page: "overview" });
  return (
    <>
      <RuleQuestion task={task} />
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
        <div className="panel-column">
          <RuleSection task={task} isKnown={isKnown} />
          <AnswerPanel
            editor={editor}
            opinions={task.opinions}
            onNext={next}
            onPrevious={number > 1 ? () => goTo({ page: "item", number: number - 1 }) : null}
          />
        </div>
      </div>
    </>
  );
}
