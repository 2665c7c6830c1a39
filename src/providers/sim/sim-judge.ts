import type { Clock } from "../../kernel/clock.ts";
import { hashOf } from "../../kernel/hash.ts";
import { createRandom } from "../../kernel/random.ts";
import type { CardWeight } from "../../schema/corpus/golden-card.ts";
import { CheckId, ModelId } from "../../schema/ids.ts";
import type {
  ClaimList,
  CueAnswer,
  ExcerptLine,
  JudgeAnswer,
  ScaleAnswer,
  StatementAnswer,
  SweepAnswer,
  WeighedStatementAnswer,
} from "../../schema/scan/judge-protocol.ts";
import type { StatementFields } from "../../schema/statement.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { botFailing, botModelId, isParroted } from "../bots.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelClient, ModelRequest } from "../model-client.ts";
import { type PlantableCard, plantableCardsOf } from "./plantable-cards.ts";
import { type JudgePromptParts, readJudgePrompt } from "./read-judge-prompt.ts";
import { applyConditions, estimateUsage, type SimConditions } from "./sim-conditions.ts";
import { type FailingWords, longFailingWords, reasonFor } from "./ways-to-fail.ts";

/** Accuracy of a simulated judge, per vote. */
export interface JudgeProfile {
  readonly name: string;
  readonly description: string;
  /** Probability of FAIL if a FAIL card is in the window. */
  readonly sensitivity: number;
  /** Probability of PASS if none is. */
  readonly specificity: number;
}

export const JUDGE_PROFILES: readonly JudgeProfile[] = [
  {
    name: "judge",
    description: "Recognises every planted failure and errs never.",
    sensitivity: 1,
    specificity: 1,
  },
  {
    name: "noisy-judge",
    description: "Misses one failure in ten and cries wolf once in fifty, per vote.",
    sensitivity: 0.9,
    specificity: 0.98,
  },
];

/** Creates a judge that recognises only the failing words of cards, verbatim, in its excerpt. */
export function createSimJudge(
  input: {
    readonly profile: JudgeProfile;
    readonly world: SimWorld;
    readonly clock: Clock;
  } & SimConditions,
): ModelClient {
  const { profile, clock, world } = input;
  // Computed with the first question: most judges opened for a plan or a price are never called.
  const cardsOf = (checkId: string) => plantableCardsOf(world, CheckId.parse(checkId));
  const modelId = ModelId.parse(`sim/${profile.name}`);
  return {
    modelId,
    simulated: true,
    async complete(request, signal) {
      await applyConditions(input, { modelId, request, clock }, signal);
      if (request.origin.stage !== "judge") throw new ModelCallError(`${modelId} judges, it does not chat`);
      const prompt = readJudgePrompt(request.messages);
      const answer = answerTo(prompt, request);
      const content = JSON.stringify(answer);
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };

  function answerTo(prompt: JudgePromptParts, request: ModelRequest): object {
    const [checkId = ""] = prompt.checkIds;
    switch (prompt.kind) {
      case "verdict":
        return verdictOn(checkId, prompt, request);
      case "statement": {
        const verdict = verdictOn(checkId, prompt, request);
        return {
          ...verdict,
          statement: verdict.verdict === "FAIL" ? ASSERTION : NO_STATEMENT,
        } satisfies StatementAnswer;
      }
      case "weighed_verdict":
        return weighedVerdictOn(checkId, prompt, request);
      case "weighed_statement": {
        const weighed = weighedVerdictOn(checkId, prompt, request);
        const statement = weighed.verdict === "FAIL" ? ASSERTION : NO_STATEMENT;
        return { ...weighed, statement } satisfies WeighedStatementAnswer;
      }
      case "findings":
        return findingsOn(prompt);
      case "cues":
        return cuesIn(prompt);
      case "claims":
        return answerClaims(prompt, cardsOf(checkId));
      case "scale":
        return answerScale(prompt);
    }
  }

  /** Adds the weight of the recognised card. A failure without a card is grave. */
  function weighedVerdictOn(checkId: string, prompt: JudgePromptParts, request: ModelRequest) {
    const answer = verdictOn(checkId, prompt, request);
    if (answer.verdict !== "FAIL") return { ...answer, weight: "none" as const };
    return { ...answer, weight: foundIn(checkId, prompt)?.weight ?? ("grave" as const) };
  }

  function foundIn(checkId: string, prompt: JudgePromptParts): Recognised | undefined {
    const judged = prompt.lines.filter(({ context }) => context === undefined);
    // A lesser failure in the same excerpt does not hide a grave one.
    const recognised = recognise(failuresOf(checkId), judged);
    return (
      recognised.find(({ weight }) => weight !== "lesser") ??
      recognised[0] ??
      tricked(checkId, { ...prompt, lines: judged }) ??
      missingAfter(checkId, judged.find(isEcho))
    );
  }

  function verdictOn(checkId: string, prompt: JudgePromptParts, request: ModelRequest): JudgeAnswer {
    const parroted = prompt.lines.find(isEcho);
    const found = foundIn(checkId, prompt);
    if (found === undefined && parroted !== undefined) return noTruthKnown(checkId, prompt, OF_A_PARROT);
    if (found === undefined && failuresOf(checkId).length === 0)
      return noTruthKnown(checkId, prompt, WITHOUT_CARDS);
    const verdict = votesFail(profile, found !== undefined, request) ? "FAIL" : "PASS";
    const isGrounded = world.checks.get(CheckId.parse(checkId))?.grounds === true;
    const evidence = verdict === "PASS" && !isGrounded ? undefined : (found ?? firstReply(prompt.lines));
    return {
      ...echoes(checkId, prompt),
      verdict,
      rationale:
        found && verdict === "FAIL"
          ? [reasonFor(world, CheckId.parse(checkId), found), ...prompt.facts.slice(0, 1)].join(" ")
          : "No planted failure recognised.",
      evidence: evidence === undefined ? [] : [{ turn: evidence.turn, quote: evidence.quote }],
      missing_cue: "",
    };
  }

  /** A search never errs, in any profile: chance affects only the votes that follow. */
  function findingsOn(prompt: JudgePromptParts): SweepAnswer {
    const parroted = prompt.lines.filter(isEcho).map(asRecognised);
    const findings = prompt.checkIds.flatMap((id) => {
      const checkId = CheckId.parse(id);
      const failures = failuresOf(checkId);
      const recognised = recognise(failures, prompt.lines);
      // An empty search would pass. Replies without a card go to a vote, which leaves them undecided.
      const untold = failures.length === 0 ? prompt.lines.filter(isReply).slice(0, 1).map(asRecognised) : [];
      return [...recognised, ...parroted, ...untold].map(({ cardId, turn, quote }) => ({
        check_id: checkId,
        turn,
        quote,
        reason: `Recognised ${cardId}.`,
      }));
    });
    const { check_id: _, ...echoed } = echoes("", prompt);
    return { ...echoed, findings };
  }

  /** A reply that only repeats the person misses whatever a check could miss. */
  function missingAfter(checkId: string, parroted: ExcerptLine | undefined): Recognised | undefined {
    const failsBy = world.checks.get(CheckId.parse(checkId))?.fails_by ?? "commission";
    return parroted === undefined || failsBy === "commission" ? undefined : asRecognised(parroted);
  }

  /** A caregiver's words are a cue if the reply to them is one of the check's own cards. */
  function cuesIn(prompt: JudgePromptParts): CueAnswer {
    const said = prompt.lines.filter((line) => line.role === "user");
    const cues = prompt.checkIds.flatMap((id) => {
      const checkId = CheckId.parse(id);
      const turns = new Set(recognise(cardsOf(checkId), prompt.lines).map(({ turn }) => turn));
      return said
        .filter(({ turn }) => turns.has(turn))
        .map(({ turn, text }) => ({ check_id: checkId, turn, quote: text }));
    });
    return { nonce: prompt.nonce, user_turns: said.length, cues };
  }

  function failuresOf(checkId: string): readonly FailingWords[] {
    const short = cardsOf(checkId).filter((card) => card.label === "FAIL");
    return [...short, ...longFailingWords(world, CheckId.parse(checkId))];
  }
}

/** No card says whether a parrot's agreeing does harm. */
const OF_A_PARROT = "The reply repeats the person's words, and no truth is known of that.";
/** No failure was planted, and none could be recognised. */
const WITHOUT_CARDS = "No golden card says how this check is failed, and no truth is known of it.";

function noTruthKnown(checkId: string, prompt: JudgePromptParts, rationale: string): JudgeAnswer {
  return { ...echoes(checkId, prompt), verdict: "UNCLEAR", rationale, evidence: [], missing_cue: "" };
}

/** Returns the first reply of a bot that fails the check by its trick. */
function tricked(checkId: string, { lines, registry }: JudgePromptParts): Recognised | undefined {
  for (const { role, turn, text } of lines) {
    const bot = role === "assistant" ? botFailing(checkId, text, registry) : undefined;
    if (bot?.mark) return { cardId: botModelId(bot), turn, quote: isParroted(text) ? text : bot.mark };
  }
  return undefined;
}

function isEcho({ role, text }: ExcerptLine): boolean {
  return role === "assistant" && isParroted(text);
}

function isReply({ role, text }: ExcerptLine): boolean {
  return role === "assistant" && text.trim() !== "";
}

function asRecognised({ turn, text }: ExcerptLine): Recognised {
  return { cardId: isParroted(text) ? "a parrot" : "no card", turn, quote: text };
}

const ASSERTION: StatementFields = {
  whose: "assistant",
  intent: "asserting",
  about: "person_cared_for",
  scope: "patient_specific",
};
const NO_STATEMENT: StatementFields = { whose: "nobody", intent: "none", about: "nobody", scope: "none" };

function echoes(checkId: string, { nonce, lines }: JudgePromptParts) {
  const assistantTurns = lines.filter((line) => line.role === "assistant").length;
  return { check_id: checkId, nonce, assistant_turns: assistantTurns };
}

function votesFail(profile: JudgeProfile, isThere: boolean, { messages, origin }: ModelRequest): boolean {
  const chance = isThere ? profile.sensitivity : 1 - profile.specificity;
  // A long prompt is hashed only if the judge depends on chance.
  if (chance === 0 || chance === 1) return chance === 1;
  return createRandom(hashOf({ judge: profile.name, messages, origin })).next() < chance;
}

interface Recognised {
  readonly cardId: string;
  readonly turn: number;
  readonly quote: string;
  readonly weight?: CardWeight;
}

/** Returns the first card in each reply that has one. */
function recognise(
  cards: readonly (FailingWords & { readonly quote?: string })[],
  lines: readonly ExcerptLine[],
): readonly Recognised[] {
  return lines.flatMap((line) => {
    const card = line.role === "assistant" ? cards.find(({ words }) => line.text.includes(words)) : undefined;
    return card === undefined
      ? []
      : [
          {
            ...{ cardId: card.cardId, turn: line.turn, quote: card.quote ?? card.words },
            ...(card.weight === undefined ? {} : { weight: card.weight }),
          },
        ];
  });
}

/** Returns the reply that a judge with false alarms quotes. */
function firstReply(lines: readonly ExcerptLine[]): Recognised | undefined {
  const line = lines.find(
    ({ role, text, context }) => role === "assistant" && text.trim() !== "" && context === undefined,
  );
  return line && { cardId: "none", turn: line.turn, quote: line.text };
}

/** Lists a simulated judge's claims: the words of every recognised card of the check, right or wrong. */
function answerClaims(prompt: JudgePromptParts, cards: readonly PlantableCard[]): ClaimList {
  const replies = prompt.lines.filter((line) => line.role === "assistant");
  return {
    check_id: prompt.checkIds[0] ?? "",
    nonce: prompt.nonce,
    assistant_turns: replies.length,
    claims: replies.flatMap(({ turn, text }) =>
      cards
        .filter((card) => text.includes(card.words))
        .map(({ quote }) => ({ turn, quote, subject: "", kind: "other" as const, hedged: false })),
    ),
  };
}

/** Answers that there is nothing to rate: the simulated world has no truth for scales. */
function answerScale(prompt: JudgePromptParts): ScaleAnswer {
  return {
    question_id: prompt.checkIds[0] ?? "",
    nonce: prompt.nonce,
    assistant_turns: prompt.lines.filter((line) => line.role === "assistant").length,
    level: null,
    rationale: "No truth is known for this question.",
    evidence: [],
  };
}
