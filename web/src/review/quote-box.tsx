import { useEffect, useState } from "react";
import { speakerOf } from "../../../src/domain/evidence.ts";
import type { Role } from "../../../src/schema/ids.ts";
import { LONGEST_QUOTE } from "../../../src/schema/review/label-limits.ts";
import type { LabelDraft, ReviewLabel } from "../../../src/schema/review/review-label.ts";
import { MarkedText } from "../parts/model-text.tsx";
import { tierWords } from "../words/verdict-words.ts";

interface QuoteBoxProps {
  readonly quote: LabelDraft["quote"];
  readonly saved: ReviewLabel["quote"];
  readonly marked: MarkedWords | null;
  readonly problem: string | null;
  readonly onQuote: (quote: LabelDraft["quote"]) => void;
}

/** Input for the quote behind a verdict: marked in the conversation, or typed by people who cannot mark. */
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
              {`${speakerOf(saved.role)}, turn ${saved.turn}: ${tierWords[saved.tier]}.`}
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
          // Keeps the selection.
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

/** Returns the last selected words. They stay while something else takes the focus, and change with the next selection. */
export function useMarkedWords(): MarkedWords | null {
  const [marked, setMarked] = useState<MarkedWords | null>(null);
  useEffect(() => {
    const read = () => {
      const selection = document.getSelection();
      if (messageOf(selection?.anchorNode ?? null) !== null) setMarked(readSelection(selection));
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, []);
  return marked;
}

interface MarkedWords {
  readonly text: string;
  readonly turn: number;
  readonly role: Role;
}

const BLOCKS = "p, li, pre, blockquote";
/** Displayed, but not part of the message. */
const ADDED = ".marker";
/** Displayed by its name, such as U+202E. */
const NAMED = ".hidden-character";

/** Reads a selection inside one message of the conversation; null without a selection, or over several messages. */
export function readSelection(selection: Selection | null): MarkedWords | null {
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const message = messageOf(range.startContainer);
  if (message === null) return null;
  // A triple click ends at the very beginning of the next element.
  if (messageOf(range.endContainer) !== message && range.endOffset > 0) return null;
  const shown = range.cloneContents();
  for (const added of shown.querySelectorAll(ADDED)) added.remove();
  for (const named of shown.querySelectorAll(NAMED)) named.replaceWith(characterOf(named.textContent));
  for (const block of shown.querySelectorAll(BLOCKS)) block.append("\n");
  const text = (shown.textContent ?? "").trim();
  if (text === "") return null;
  const role = message.dataset["role"] === "user" ? "user" : "assistant";
  return { text, turn: Number(message.dataset["turn"]), role };
}

function messageOf(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest<HTMLElement>("[data-turn]") ?? null;
}

function characterOf(name: string | null): string {
  const codePoint = Number.parseInt(name?.replace("U+", "") ?? "", 16);
  return Number.isNaN(codePoint) ? "" : String.fromCodePoint(codePoint);
}
