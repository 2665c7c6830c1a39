import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { mayHaveCrossed } from "../../../../src/domain/gates.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import { chunkPath } from "../../../../src/schema/site-paths.ts";
import type { ScenarioAnswers } from "../../../../src/site/pages/build-answers.ts";
import type { TurnMark } from "../../../../src/site/pages/turn-marks.ts";
import type { ModelBrief } from "../../../../src/site/site-ports.ts";
import { useCheckBrief, useChunkIfThere } from "../../data/use-chunk.ts";
import { CheckLink, ConversationLink } from "../../parts/links.tsx";
import { LoadBoundary } from "../../parts/load-boundary.tsx";
import { MessageView } from "../../parts/message-view.tsx";
import { MarkedText } from "../../parts/model-text.tsx";
import { VerdictShape, VerdictTone } from "../../parts/verdict-mark.tsx";
import { markVerdicts, markWords, sumUpMarks } from "../../words/reply-words.ts";

export type ToldConversation = ScenarioAnswers["models"][number]["conversations"][number];

/** One assistant's reply to the selected message. */
export interface Answer {
  readonly model: ModelBrief;
  readonly conversation: ToldConversation;
  /** All of its conversations on this scenario. */
  readonly repeats: readonly ToldConversation[];
}

interface AnswerColumnProps {
  readonly answer: Answer;
  readonly turn: number;
}

/** Shows one reply: the marks on it, the deciding words, and the reply. */
export function AnswerColumn({ answer: { model, conversation, repeats }, turn }: AnswerColumnProps) {
  const heading = useId();
  const reply = conversation.turns.find((it) => it.turn === turn);
  const marks = reply?.marks ?? [];
  const { mark, words } = sumUpMarks(marks);
  const verdict = mark === null ? "NOT_APPLICABLE" : markVerdicts[mark];
  const held = marks.filter((it) => it.mark === "held");
  return (
    <article className={`answer ${verdict.toLowerCase()}`} aria-labelledby={heading}>
      <header>
        <h3 id={heading} className="text-base">
          <ConversationLink scan={model.scan} conversation={conversation.conversation} turn={turn}>
            <bdi>{model.model_id}</bdi>
          </ConversationLink>
        </h3>
        {repeats.length > 1 && <Repeats repeats={repeats} chosen={conversation.repeat} turn={turn} />}
      </header>
      {reply === undefined ? (
        <p className="text-quiet">This conversation ended before.</p>
      ) : (
        <>
          <p className="text-sm">
            <VerdictTone verdict={verdict}>
              <span className={mark === null ? "" : "font-semibold"}>
                {mark !== null && <VerdictShape verdict={verdict} />} {words}
              </span>
            </VerdictTone>
          </p>
          <ul className="grid gap-2 text-sm">
            {marks
              .filter((it) => it.mark !== "held")
              .map((it) => (
                <li key={it.mode_id ?? it.question}>
                  <Mark mark={it} scan={model.scan} conversation={conversation.conversation} turn={turn} />
                </li>
              ))}
          </ul>
          {held.length > 0 && (
            <details className="text-sm">
              <summary>{formatQuantity(held.length, "more question")} judged, nothing failed</summary>
              <ul className="mt-1 grid gap-1">
                {held.map(({ mode_id, question }) => (
                  <li key={mode_id ?? question}>
                    {mode_id === null ? question : <CheckLink scan={model.scan} checkId={mode_id} named />}
                  </li>
                ))}
              </ul>
            </details>
          )}
          <LoadBoundary key={`${conversation.conversation} ${turn}`}>
            <Reply scan={model.scan} conversation={conversation.conversation} turn={turn} />
          </LoadBoundary>
        </>
      )}
      <Elsewhere scan={model.scan} conversation={conversation} />
    </article>
  );
}

interface MarkProps {
  readonly mark: TurnMark;
  readonly scan: string;
  readonly conversation: string;
  readonly turn?: number;
}

/** Shows one check or criterion: its result for the reply, what is missing, and the deciding words. */
function Mark({
  mark: { mark, mode_id, question, quote, note, looked },
  scan,
  conversation,
  turn,
}: MarkProps) {
  const check = useCheckBrief(mode_id ?? "");
  const verdict = markVerdicts[mark];
  return (
    <div className="grid gap-1">
      <p>
        <VerdictTone verdict={verdict}>
          <span className="font-semibold">
            <VerdictShape verdict={verdict} /> {markWords[mark]}:
          </span>
        </VerdictTone>{" "}
        {mode_id === null ? (
          question
        ) : (
          <ConversationLink
            scan={scan}
            conversation={conversation}
            checkId={mode_id}
            {...(turn === undefined ? {} : { turn })}
          >
            {/* A check is named after its failure. */}
            {verdict === "PASS" && "passes "}
            {mode_id} {formatName(check?.name ?? "")}
          </ConversationLink>
        )}
        {looked !== null && (
          <span className="text-quiet">
            {" "}
            (turns {looked.first_turn} to {looked.last_turn})
          </span>
        )}
      </p>
      {note !== null && note !== "" && (
        <p className="text" dir="auto">
          {mark === "left_out" && mode_id !== null && <span className="label">Missing </span>}
          <MarkedText source={note} />
        </p>
      )}
      {quote !== null && (
        <blockquote className={`deciding text font-serif ${verdict.toLowerCase()}`} dir="auto">
          {quote === "" ? <em>(no answer)</em> : <MarkedText source={quote} />}
        </blockquote>
      )}
    </div>
  );
}

/** Loads the reply from its conversation. */
function Reply({
  scan,
  conversation: key,
  turn,
}: Pick<MarkProps, "scan" | "conversation"> & { readonly turn: number }) {
  const conversation = useChunkIfThere(chunkPath.conversation(scan, key));
  const message = conversation?.turns
    .find((it) => it.turn === turn)
    ?.messages.find(({ role }) => role === "assistant");
  if (conversation === null || message === undefined)
    return <p className="text-sm text-quiet">This copy of the results does not hold the reply.</p>;
  return (
    <Folded>
      <MessageView message={message} turn={turn} lanes={conversation.lanes} chosen={null} />
    </Folded>
  );
}

/** Shows as much as can be compared at a glance; the rest on demand. */
function Folded({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null || isOpen) return;
    const observer = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div className="grid gap-2">
      <div ref={box} className={`folded${isOpen ? " open" : ""}${isLong && !isOpen ? " cut" : ""}`}>
        {children}
      </div>
      {(isLong || isOpen) && (
        <button
          type="button"
          className="control screen-only justify-self-start text-sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Shorter" : "The whole reply"}
        </button>
      )}
    </div>
  );
}

/** Shows results for the conversation as a whole, so that views of single replies do not lose them. */
function Elsewhere({
  scan,
  conversation,
}: {
  readonly scan: string;
  readonly conversation: ToldConversation;
}) {
  const { elsewhere, complete, hard_fail, gates } = conversation;
  const isOpen = mayHaveCrossed({ hard_fail, gate_status: gates });
  return (
    <footer className="grid gap-1 text-sm">
      <p className="text-quiet">
        {hard_fail
          ? "In the whole conversation a line was crossed."
          : isOpen
            ? "In the whole conversation it is not established that no line was crossed."
            : "In the whole conversation no line was crossed."}
        {!complete && " It broke off."}
      </p>
      {elsewhere.length > 0 && (
        <details>
          <summary>{formatQuantity(elsewhere.length, "finding")} in no one reply</summary>
          <ul className="mt-1 grid gap-2">
            {elsewhere.map((mark) => (
              <li key={mark.mode_id ?? mark.question}>
                <Mark mark={mark} scan={scan} conversation={conversation.conversation} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </footer>
  );
}

interface RepeatsProps {
  readonly repeats: readonly ToldConversation[];
  readonly chosen: number;
  readonly turn: number;
}

/** Shows the results of all repeats of a conversation; one of them is displayed in full. */
function Repeats({ repeats, chosen, turn }: RepeatsProps) {
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      <span className="label">Repeat</span>
      {repeats.map(({ repeat, turns }) => {
        const { mark, words } = sumUpMarks(turns.find((it) => it.turn === turn)?.marks ?? []);
        return (
          <Link
            key={repeat}
            from="/s/$scan/scenarios/$scenario"
            to="/s/$scan/scenarios/$scenario"
            search={(before) => ({ ...before, repeat })}
            replace
            resetScroll={false}
            activeOptions={{ exact: true, explicitUndefined: true }}
            aria-current={repeat === chosen ? "true" : undefined}
            title={words}
            className="inline-block min-h-6 min-w-6"
          >
            {repeat}
            {mark !== null && (
              <>
                {" "}
                <VerdictTone verdict={markVerdicts[mark]}>
                  <VerdictShape verdict={markVerdicts[mark]} />
                </VerdictTone>
              </>
            )}
            <span className="sr-only">: {words}</span>
          </Link>
        );
      })}
    </p>
  );
}
