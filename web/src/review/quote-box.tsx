import { useState } from "react";
import { LONGEST_QUOTE } from "../../../src/schema/label-limits.ts";
import type { LabelDraft, ReviewLabel } from "../../../src/schema/review-label.ts";
import { MarkedText } from "../text/marked-text.tsx";
import { tierWords } from "../words/verdict-words.ts";
import type { MarkedWords } from "./read-selection.ts";

interface QuoteBoxProps {
  readonly quote: LabelDraft["quote"];
  readonly saved: ReviewLabel["quote"];
  readonly marked: MarkedWords | null;
  readonly problem: string | null;
  readonly onQuote: (quote: LabelDraft["quote"]) => void;
}

/** The words a verdict rests on: marked in the conversation or, for those who cannot mark, typed. */
export function QuoteBox({ quote, saved, marked, problem, onQuote }: QuoteBoxProps) {
  const [typed, setTyped] = useState("");
  return (
    <section className="grid gap-2" aria-labelledby="quote-title">
      <h3 id="quote-title" className="label font-sans">
        The words it rests on
      </h3>
      {quote === null ? (
        <p className="text-sm text-quiet">Mark them in the conversation, then:</p>
      ) : (
        <>
          <blockquote className="text quoted">
            <MarkedText source={quote.text} />
          </blockquote>
          {saved !== null && (
            <p className="text-sm text-quiet">
              {`${saved.role === "user" ? "Caregiver" : "Assistant"}, turn ${saved.turn}: ${tierWords[saved.tier]}.`}
            </p>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="control text-sm"
          disabled={marked === null}
          aria-keyshortcuts="q"
          // Keeps what is marked marked.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onQuote(marked)}
        >
          Quote the marked words
        </button>
        {quote !== null && (
          <button type="button" className="control text-sm" onClick={() => onQuote(null)}>
            Remove the quote
          </button>
        )}
      </div>
      <p role="alert" className="text-sm text-fail">
        {problem}
      </p>
      <details className="text-sm">
        <summary>Type or paste them instead</summary>
        <label className="mt-2 grid gap-1">
          Words, exactly as they are
          <textarea
            className="control"
            rows={2}
            maxLength={LONGEST_QUOTE}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <button
          type="button"
          className="control mt-2"
          disabled={typed.trim() === ""}
          onClick={() => onQuote({ text: typed.trim(), turn: null, role: null })}
        >
          Quote what I typed
        </button>
      </details>
    </section>
  );
}
