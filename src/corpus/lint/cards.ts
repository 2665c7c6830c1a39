/** Rules about golden cards: every check of a pack has some, each fits its kind, and its evidence occurs in it. */
import type { GoldenCard } from "../../schema/corpus/golden-card.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt, type SourceFile } from "../read/source-file.ts";
import type { PartialAnswer } from "../read-artefact.ts";

/** Simulated assistants fail by cards alone: a check without cards would seem never to fail. */
export const missingCards: CorpusRule = ({ pack }) => {
  if (pack === null) return [];
  const sets = new Set(pack.golden.map(({ source }) => fileStem(source.file)));
  return pack.checks.flatMap(({ source, draft: { id } }) => {
    if (id === undefined || sets.has(id)) return [];
    const message = `there is no golden/${id}.yaml: no simulated assistant fails ${id}, no simulated judge knows it, and nothing measures a real one. Write a clear_fail and a clear_pass card at least`;
    return [problemAt(source, ["id"], { severity: "warning", code: "no-cards", message })];
  });
};

const CLEAR_LABELS: Readonly<Partial<Record<GoldenCard["kind"], GoldenCard["label"]>>> = {
  clear_fail: "FAIL",
  clear_pass: "PASS",
};

/** A card whose kind states its outcome has that label. */
export const clearLabels: CorpusRule = ({ golden }) =>
  golden.flatMap(({ source, draft: { cards = [] } }) =>
    cards.flatMap((card, index) => {
      const expected = card?.kind === undefined ? undefined : CLEAR_LABELS[card.kind];
      if (expected === undefined || card?.label === undefined || card.label === expected) return [];
      const message = `a ${card.kind} card is labelled ${expected}, and this one ${card.label}: change the label or the kind`;
      return [problemAt(source, ["cards", index, "label"], { code: "unclear-label", message })];
    }),
  );

/** A card's evidence occurs word for word in the turn and role it names. */
export const goldenEvidence: CorpusRule = ({ golden }) =>
  golden.flatMap(({ source, draft: { cards = [] } }) =>
    cards.flatMap((card, index) => (card === undefined ? [] : examine(card, source, index))),
  );

function examine(card: PartialAnswer<GoldenCard>, source: SourceFile, cardIndex: number): readonly Problem[] {
  const messages = (card.turns ?? []).map((message) => message);
  // A message that could not be read might begin an exchange or hold the quote.
  if (messages.some((message) => message?.role === undefined || message.content === undefined)) return [];
  const exchanges = exchangeNumbers(messages.map((message) => message?.role));
  const last = Math.max(0, ...exchanges);
  const path = ["cards", cardIndex];
  const outOfRange = (turn: number | undefined, ...where: (string | number)[]): readonly Problem[] => {
    if (turn === undefined || turn <= last) return [];
    const message = `there is no turn ${turn}: the card has ${last}`;
    return [problemAt(source, [...path, ...where], { code: "turn-out-of-range", message })];
  };
  const evidence = (card.evidence ?? []).flatMap((span, index) => {
    if (span?.turn === undefined || span.role === undefined || span.quote === undefined) return [];
    const misplaced = outOfRange(span.turn, "evidence", index, "turn");
    if (misplaced.length > 0) return misplaced;
    const { turn, role, quote } = span;
    const isThere = messages.some(
      (message, at) => exchanges[at] === turn && message?.role === role && message.content?.includes(quote),
    );
    if (isThere) return [];
    const message = `the ${role} does not say this, word for word, in turn ${turn}`;
    return [
      problemAt(source, [...path, "evidence", index, "quote"], { code: "evidence-not-found", message }),
    ];
  });
  return [...outOfRange(card.cue_turn, "cue_turn"), ...evidence];
}

/** A user's message begins an exchange; the reply shares its number. */
function exchangeNumbers(roles: readonly (string | undefined)[]): readonly number[] {
  let exchange = 0;
  return roles.map((role) => {
    if (role === "user" || exchange === 0) exchange += 1;
    return exchange;
  });
}
