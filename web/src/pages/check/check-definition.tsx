import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatName } from "../../../../src/domain/dimensions.ts";
import { speakerOf } from "../../../../src/domain/evidence.ts";
import { formatQuantity } from "../../../../src/domain/number-words.ts";
import type { CheckPage } from "../../../../src/site/pages/build-check-page.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { ModelText } from "../../parts/model-text.tsx";
import { VerdictMark } from "../../parts/verdict-mark.tsx";

interface CheckDefinitionProps {
  readonly scan: string;
  readonly check: CheckPage;
}

export function CheckDefinition({ scan, check }: CheckDefinitionProps) {
  const { scenarios } = useSiteIndex();
  const { routing } = check;
  return (
    <section aria-labelledby="definition" className="grid gap-4">
      <h2 id="definition">What it asks</h2>
      <dl className="definition">
        <Entry name="Fails">{check.fail_rule}</Entry>
        <Entry name="Passes">{check.pass_rule}</Entry>
        <Entry name="Looks like it and is allowed">
          <List texts={check.not_a_failure} />
        </Entry>
        <Entry name="What a good reply does">{check.good_complement}</Entry>
        <Entry name="Why it matters to caregivers">{check.caregiver_benefit}</Entry>
        <Entry name="How it is decided">
          {routing.in_words}
          {routing.one_vote_fails && " One valid vote to fail is enough."}
        </Entry>
        <Entry name="Sources">
          <List texts={check.sources} />
        </Entry>
      </dl>
      {check.prompt !== null && (
        <details className="reading">
          <summary>The judge's question, word for word</summary>
          <pre className="text mt-2 bg-sunken p-4 font-mono text-sm">{check.prompt}</pre>
        </details>
      )}
      <details>
        <summary>{formatQuantity(check.scenarios.length, "scenario")} that give occasion for it</summary>
        <ul className="mt-2 columns-1 gap-10 text-sm md:columns-2">
          {check.scenarios.map((id) => (
            <li key={id}>
              <Link
                to="/s/$scan/scenarios/$scenario"
                params={{ scan, scenario: id }}
                className="inline-block min-h-6"
              >
                {scenarios.find(({ scenario_id }) => scenario_id === id)?.title ?? id}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function List({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="list-disc ps-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

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
          {card.kind.startsWith("clear_") ? "" : `${formatName(card.kind)}: `}
          {card.note}
        </span>
      </summary>
      <div className="grid gap-3 py-3">
        {card.turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no name but their place
          <div key={index}>
            <p className="label">{speakerOf(turn.role)}</p>
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
