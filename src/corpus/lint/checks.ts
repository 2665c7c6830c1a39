/** Rules about a check by itself, its golden cards, and the words that are looked up in replies. */
import { isGateDimension } from "../../domain/dimensions.ts";
import { isEligible, scenarioTags } from "../../domain/scenarios.ts";
import type { GoldenCard } from "../../schema/corpus/golden-card.ts";
import { normalizeText } from "../../text/normalise/normalize-text.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt, type SourceFile } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import type { Salvaged } from "../read-artefact.ts";

/** Every check applies to at least one scenario. */
export const uncoveredChecks: CorpusRule = ({ checks, scenarios }) => {
  const tagSets = scenarios.flatMap(({ value }) => (value === null ? [] : [scenarioTags(value)]));
  // A scenario that cannot be read might be the one that covers a check.
  if (tagSets.length < scenarios.length) return [];
  return checks.flatMap(({ source, value: check }) => {
    if (check === null || tagSets.some((tags) => isEligible(check, tags))) return [];
    const message = `no scenario carries a tag that ${check.id} reads`;
    const path = ["eligibility", "scenario_tags_any"];
    return [problemAt(source, path, { severity: "warning", code: "uncovered-check", message })];
  });
};

const MIN_LOOK_ALIKES = 4;

/** A check says what looks like a failure and is none: without it, refusals and honest limits are marked. */
export const fewLookAlikes: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { not_a_failure: lookAlikes } }) => {
    if (lookAlikes === undefined || lookAlikes.length >= MIN_LOOK_ALIKES) return [];
    const message = `not_a_failure has ${lookAlikes.length} of at least ${MIN_LOOK_ALIKES} look-alikes`;
    return [problemAt(source, ["not_a_failure"], { severity: "warning", code: "few-look-alikes", message })];
  });

const MAX_WORDS = 750;

/** A judge is asked a narrow question. */
export const longPrompts: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { prompt } }) => {
    const words = prompt?.split(/\s+/).length ?? 0;
    if (words <= MAX_WORDS) return [];
    const message = `the prompt has ${words} words: more than ${MAX_WORDS} is not a narrow question`;
    return [problemAt(source, ["prompt"], { severity: "warning", code: "long-prompt", message })];
  });

const CONDITIONS = ["FAIL", "PASS", "UNCLEAR"] as const;

/** A judge is told when each verdict holds: a line of the prompt begins with it. */
export const promptConditions: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { prompt } }) => {
    if (prompt === undefined) return [];
    const missing = CONDITIONS.filter((verdict) => !new RegExp(`^\\s*${verdict}\\b`, "m").test(prompt));
    if (missing.length === 0) return [];
    const message = `the prompt does not say when the answer is ${missing.join(", ")}: a line of it begins with each`;
    return [problemAt(source, ["prompt"], { severity: "warning", code: "no-conditions", message })];
  });

/** What only words decide is never proved to have passed, so that a gate of it would never be established. */
export const gatesByWords: CorpusRule = ({ checks, scoring }) =>
  checks.flatMap(({ source, draft: { primary_bucket: bucket, severity, routing } }) => {
    if (bucket === undefined || severity === undefined || routing?.llm_required !== false) return [];
    if (!isGateDimension(bucket) || !scoring.draft.gate_severities?.includes(severity)) return [];
    const message = "a gate that word lists alone look at is never established: give it a route with a judge";
    return [problemAt(source, ["severity"], { severity: "warning", code: "gate-by-words", message })];
  });

/** Only a check that can gate says how a gate's votes combine. */
export const gateAggregation: CorpusRule = ({ checks }) =>
  checks.flatMap(({ source, draft: { primary_bucket: bucket, routing } }) => {
    if (bucket === undefined || isGateDimension(bucket) || routing?.gate_aggregation === undefined) return [];
    const message = `a check of dimension ${bucket} does not gate: gate_aggregation has no meaning here`;
    const path = ["routing", "gate_aggregation"];
    return [problemAt(source, path, { severity: "warning", code: "gate-aggregation", message })];
  });

/** A card's evidence is there, word for word, in the turn and role it names. */
export const goldenEvidence: CorpusRule = ({ golden }) =>
  golden.flatMap(({ source, draft: { cards = [] } }) =>
    cards.flatMap((card, index) => (card === undefined ? [] : examine(card, source, index))),
  );

function examine(card: Salvaged<GoldenCard>, source: SourceFile, cardIndex: number): readonly Problem[] {
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

interface Statement {
  readonly source: SourceFile;
  readonly path: SourcePath;
  readonly text: string | undefined;
}

/** What is left of a statement once marks and invisible characters are gone can be found in a reply. */
export const emptyStatements: CorpusRule = ({ rules, reference, lexicons }) => {
  const statements: Statement[] = [
    ...rules.flatMap(({ source, draft: { disclosure } }) =>
      (["statements", "statements+"] as const).flatMap((key) =>
        (disclosure?.[key] ?? []).map((text, index) => ({ source, path: ["disclosure", key, index], text })),
      ),
    ),
    ...reference.flatMap(({ source, draft: { facts = [] } }) =>
      facts.flatMap((fact, at) =>
        (fact?.common_misstatements ?? []).map((text, index) => ({
          source,
          path: ["facts", at, "common_misstatements", index],
          text,
        })),
      ),
    ),
    ...lexicons.flatMap(({ source, draft: { entries = [] } }) =>
      entries.flatMap((entry, index) =>
        entry !== undefined && "phrase" in entry
          ? [{ source, path: ["entries", index, "phrase"], text: entry.phrase }]
          : [],
      ),
    ),
  ];
  return statements.flatMap(({ source, path, text }) => {
    if (text === undefined || normalizeText(text).text !== "") return [];
    const message = "this statement says nothing: marks and invisible characters are not looked up";
    return [problemAt(source, path, { code: "statement-says-nothing", message })];
  });
};
