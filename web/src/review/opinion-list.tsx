import type { ReaderOpinion } from "../../../src/schema/review-session.ts";
import { VerdictMark } from "../chart/verdict-mark.tsx";
import { MarkedText } from "../text/marked-text.tsx";

/** What the readers said, for the one who decides between them. */
export function OpinionList({ opinions }: { readonly opinions: readonly ReaderOpinion[] }) {
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
