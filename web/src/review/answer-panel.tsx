import { useRef } from "react";
import { LONGEST_NOTE } from "../../../src/schema/review/label-limits.ts";
import type { ReaderOpinion } from "../../../src/schema/review/review-session.ts";
import { MarkedText } from "../parts/model-text.tsx";
import { VerdictMark } from "../parts/verdict-mark.tsx";
import { CONFIDENCE_STEPS, ConfidenceChoice, VERDICT_ORDER, VerdictChoice } from "./answer-choices.tsx";
import type { SaveStatus } from "./draft-keeper.ts";
import { QuoteBox, readSelection, useMarkedWords } from "./quote-box.tsx";
import { useReviewKeys } from "./review-keys.tsx";
import type { LabelEditor } from "./use-label.ts";

interface AnswerPanelProps {
  readonly editor: LabelEditor;
  readonly opinions: readonly ReaderOpinion[];
  readonly onNext: () => void;
  /** Null at the first item. */
  readonly onPrevious: (() => void) | null;
}

/** Form for verdict, quote, confidence and note. */
export function AnswerPanel({ editor, opinions, onNext, onPrevious }: AnswerPanelProps) {
  const { draft, saved, quoteProblem, change } = editor;
  const note = useRef<HTMLTextAreaElement>(null);
  const marked = useMarkedWords();
  const previous = () => onPrevious?.();
  useReviewKeys({
    ...Object.fromEntries(
      VERDICT_ORDER.map((label, index) => [
        index + 1,
        () => change({ label: toggleChoice(draft.label, label) }),
      ]),
    ),
    q: () => {
      const now = readSelection(document.getSelection()) ?? marked;
      if (now === null) editor.refuseWords("Mark words within one message first.");
      else change({ quote: now });
    },
    c: () => change({ confidence: stepAfter(draft.confidence) }),
    e: () => goToEnd(note.current),
    n: onNext,
    j: onNext,
    p: previous,
    k: previous,
  });
  return (
    <form className="panel grid gap-5" aria-label="Your answer" onSubmit={(event) => event.preventDefault()}>
      {opinions.length > 0 && <OpinionList opinions={opinions} />}
      <VerdictChoice chosen={draft.label} onChoose={(label) => change({ label })} />
      <QuoteBox
        quote={draft.quote}
        saved={saved?.quote ?? null}
        marked={marked}
        problem={quoteProblem}
        onQuote={(quote) => change({ quote })}
      />
      <ConfidenceChoice chosen={draft.confidence} onChoose={(confidence) => change({ confidence })} />
      <label className="grid gap-1">
        <span className="label">Note: why, or what is missing</span>
        <textarea
          ref={note}
          className="control"
          rows={3}
          maxLength={LONGEST_NOTE}
          value={draft.note}
          aria-keyshortcuts="e"
          onChange={({ target }) => change({ note: target.value }, true)}
          onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        />
      </label>
      <SaveLine editor={editor} />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="control" disabled={onPrevious === null} onClick={previous}>
          Previous
        </button>
        <button type="button" className="control primary" onClick={onNext}>
          Next
        </button>
      </div>
    </form>
  );
}

/** Toggles a choice: the same key again takes it back. */
function toggleChoice<Choice>(chosen: Choice | null, pressed: Choice): Choice | null {
  return chosen === pressed ? null : pressed;
}

/** Returns the next confidence; after the last step there is none again. */
function stepAfter(confidence: LabelEditor["draft"]["confidence"]) {
  const next = confidence === null ? 0 : CONFIDENCE_STEPS.indexOf(confidence) + 1;
  return CONFIDENCE_STEPS[next] ?? null;
}

function goToEnd(text: HTMLTextAreaElement | null): void {
  text?.focus();
  text?.setSelectionRange(text.value.length, text.value.length);
}

/** Opinions of the readers, for the adjudicator. */
function OpinionList({ opinions }: { readonly opinions: readonly ReaderOpinion[] }) {
  return (
    <section className="grid gap-3" aria-labelledby="opinions">
      <h2 id="opinions" className="text-base">
        What the readers said
      </h2>
      <ul className="grid gap-3">
        {opinions.map(({ reader, label, quote, confidence, note }) => (
          <li key={reader} className="opinion">
            <p>
              Reader {reader}: <VerdictMark verdict={label} />
              {confidence !== null && <span className="text-quiet">, confidence {confidence}</span>}
            </p>
            {quote !== null && (
              <blockquote className="text">
                <MarkedText source={quote.text} />
              </blockquote>
            )}
            {note.trim() === "" ? (
              <p className="text-quiet">No note.</p>
            ) : (
              <p className="text">
                <MarkedText source={note} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SAVE_WORDS: Readonly<Record<SaveStatus, string>> = {
  unchanged: "",
  saving: "Saving…",
  saved: "Saved.",
  unreachable:
    "Not saved yet: the server cannot be reached. It is tried again; what you did is kept in this browser.",
  expired:
    "Not saved yet: your link has ended. Ask whoever runs the review for the new one and open it in this browser; what you did here is kept and saved then.",
  outdated: "Not saved: this item was changed in another window since.",
  declined: "Not saved: the server did not take it. Change something to try again.",
};

function SaveLine({ editor }: { readonly editor: LabelEditor }) {
  const { status, missing, keepMine, takeNewest } = editor;
  const isGood = status === "unchanged" || status === "saving" || status === "saved";
  return (
    <div className="grid gap-2">
      <p role="status" className={`min-h-6 text-sm ${isGood ? "text-quiet" : "font-semibold text-fail"}`}>
        {SAVE_WORDS[status]} {(status === "saved" || status === "unchanged") && missing}
      </p>
      {status === "outdated" && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="control text-sm" onClick={keepMine}>
            Save what stands here
          </button>
          <button type="button" className="control text-sm" onClick={takeNewest}>
            Show what the other window saved
          </button>
        </div>
      )}
    </div>
  );
}
