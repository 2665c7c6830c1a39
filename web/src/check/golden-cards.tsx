import type { CheckPage } from "../../../src/schema/site-reference.ts";
import { VerdictMark } from "../chart/verdict-mark.tsx";
import { ModelText } from "../text/model-text.tsx";
import { readName } from "../words/read-name.ts";

type Card = CheckPage["golden"][number];

/** Authored examples with their labels. */
export function GoldenCards({ cards }: { readonly cards: readonly Card[] }) {
  if (cards.length === 0) return null;
  return (
    <section aria-labelledby="cards" className="grid gap-3">
      <h2 id="cards">Examples, with what each should get</h2>
      <p className="reading text-sm text-quiet">
        Written for this check to teach and to test. They are not a validation by people.
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {cards.map((card) => (
          <GoldenCard key={card.card_id} card={card} />
        ))}
      </div>
    </section>
  );
}

function GoldenCard({ card }: { readonly card: Card }) {
  return (
    <details className="rounded border border-rule bg-surface px-4 py-2">
      <summary>
        <VerdictMark verdict={card.label} />{" "}
        <span className="text-sm">
          {card.kind.startsWith("clear_") ? "" : `${readName(card.kind)}: `}
          {card.note}
        </span>
      </summary>
      <div className="grid gap-3 py-3">
        {card.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no name but their place
          <div key={index}>
            <p className="label">{turn.role === "user" ? "Caregiver" : "Assistant"}</p>
            <ModelText source={turn.content} spans={quotesIn(turn, card)} />
          </div>
        ))}
        <p className="text-xs text-quiet">{card.card_id}</p>
      </div>
    </details>
  );
}

function quotesIn({ role, content }: Card["turns"][number], card: Card) {
  return (card.evidence ?? []).flatMap((evidence) => {
    const start = evidence.role === role ? content.indexOf(evidence.quote) : -1;
    if (start === -1) return [];
    const tone = card.label === "FAIL" ? ("fail" as const) : ("pass" as const);
    return [{ start, end: start + evidence.quote.length, mark: { id: card.card_id, tone, chosen: false } }];
  });
}
