import { speakerOf } from "../../../src/domain/evidence.ts";
import type { Role } from "../../../src/schema/ids.ts";
import type { ReviewItem, ReviewTurn } from "../../../src/schema/review/review-batch.ts";
import type { ReviewLabel } from "../../../src/schema/review/review-label.ts";
import type { ReaderOpinion } from "../../../src/schema/review/review-session.ts";
import type { TextSpan } from "../parts/cut-text.ts";
import { ModelText, type QuoteMark } from "../parts/model-text.tsx";

interface WindowViewProps {
  readonly window: ReviewItem["windows"][number];
  /** "Part 2 of 3"; null for a single part. */
  readonly name: string | null;
  readonly quotes: readonly PlacedQuote[];
}

/** A part of the conversation, in the original words. */
export function WindowView({ window, name, quotes }: WindowViewProps) {
  return (
    <section className="grid gap-3" aria-label={name ?? "The conversation"}>
      {name !== null && <h3 className="text-base">{name}</h3>}
      <ToldLines lines={window.told ?? []} />
      {window.turns.map((message, index) => (
        <div key={`${message.turn} ${message.role}`} className="grid gap-3">
          <SessionLine message={message} before={window.turns[index - 1]} />
          <MessageBox
            message={message}
            isCue={message.role === "user" && window.cue_turns.includes(message.turn)}
            spans={quotes.filter(({ turn, role }) => turn === message.turn && role === message.role)}
          />
        </div>
      ))}
    </section>
  );
}

/** The judge's context for the question, so that people and judge decide on the same basis. */
function ToldLines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="reading text-sm">
      <p className="label">Told to whoever answers</p>
      <ul className="list-disc ps-5">
        {lines.map((line) => (
          <li key={line} className="whitespace-pre-wrap" dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SessionLine({
  message,
  before,
}: {
  readonly message: ReviewTurn;
  readonly before: ReviewTurn | undefined;
}) {
  const { session_number, time_elapsed } = message;
  if (session_number === undefined || session_number === before?.session_number) return null;
  return (
    <p className="border-t-2 border-edge pt-2 text-sm">
      Session {session_number}
      {time_elapsed !== undefined && `, ${time_elapsed}`}
    </p>
  );
}

interface MessageBoxProps {
  readonly message: ReviewTurn;
  readonly isCue: boolean;
  readonly spans: readonly TextSpan<QuoteMark>[];
}

function MessageBox({ message, isCue, spans }: MessageBoxProps) {
  const { turn, role, content, elapsed_minutes, context } = message;
  return (
    <div className={`message ${role}`}>
      <p className="who">
        {speakerOf(role)}
        <span className="font-normal text-quiet">
          {` · turn ${turn}`}
          {elapsed_minutes !== undefined && ` · ${elapsed_minutes} min into the session`}
          {isCue && " · the question is about this"}
          {context === true && " · came before, is not judged"}
        </span>
      </p>
      <div {...(context === true ? {} : { "data-turn": turn, "data-role": role })}>
        {content === "" ? (
          <p className="text-quiet">(an empty reply)</p>
        ) : (
          <ModelText source={content} spans={spans} />
        )}
      </div>
    </div>
  );
}

interface PlacedQuote extends TextSpan<QuoteMark> {
  readonly turn: number;
  readonly role: Role;
}

/** Places the annotator's own quote and, for an adjudicator, those of the readers. */
export function placedQuotes(
  own: ReviewLabel | null,
  opinions: readonly ReaderOpinion[],
): readonly PlacedQuote[] {
  const said = [
    ...opinions.map(({ reader, label, quote }) => ({ id: `reader ${reader}`, label, quote, chosen: false })),
    ...(own === null ? [] : [{ id: "own", label: own.label, quote: own.quote, chosen: true }]),
  ];
  return said.flatMap(({ id, label, quote, chosen }) => {
    if (quote === null) return [];
    const { turn, role, start, end } = quote;
    return [{ turn, role, start, end, mark: { id, tone: toneOf(label), chosen } }];
  });
}

function toneOf(label: ReviewLabel["label"]): QuoteMark["tone"] {
  if (label === "FAIL") return "fail";
  return label === "PASS" ? "pass" : "unclear";
}
