import { useRef } from "react";
import { LONGEST_NOTE } from "../../../src/schema/label-limits.ts";
import type { ReaderOpinion } from "../../../src/schema/review-session.ts";
import { CONFIDENCE_STEPS, ConfidenceChoice } from "./confidence-choice.tsx";
import { OpinionList } from "./opinion-list.tsx";
import { QuoteBox } from "./quote-box.tsx";
import { readSelection } from "./read-selection.ts";
import { SaveLine } from "./save-line.tsx";
import type { LabelEditor } from "./use-label.ts";
import { useMarkedWords } from "./use-marked-words.ts";
import { useReviewKeys } from "./use-review-keys.ts";
import { VERDICT_ORDER, VerdictChoice } from "./verdict-choice.tsx";

interface AnswerPanelProps {
  readonly editor: LabelEditor;
  readonly opinions: readonly ReaderOpinion[];
  readonly onNext: () => void;
  /** Null at the first item. */
  readonly onPrevious: (() => void) | null;
}

/** Verdict, words, confidence and note. */
export function AnswerPanel({ editor, opinions, onNext, onPrevious }: AnswerPanelProps) {
  const { draft, saved, quoteProblem, change } = editor;
  const note = useRef<HTMLTextAreaElement>(null);
  const marked = useMarkedWords();
  const previous = () => onPrevious?.();
  useReviewKeys({
    ...Object.fromEntries(
      VERDICT_ORDER.map((label, index) => [index + 1, () => change({ label: unless(draft.label, label) })]),
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

/** The same key again takes it back. */
function unless<Choice>(chosen: Choice | null, pressed: Choice): Choice | null {
  return chosen === pressed ? null : pressed;
}

/** After the last step there is none again. */
function stepAfter(confidence: LabelEditor["draft"]["confidence"]) {
  const next = confidence === null ? 0 : CONFIDENCE_STEPS.indexOf(confidence) + 1;
  return CONFIDENCE_STEPS[next] ?? null;
}

function goToEnd(text: HTMLTextAreaElement | null): void {
  text?.focus();
  text?.setSelectionRange(text.value.length, text.value.length);
}
