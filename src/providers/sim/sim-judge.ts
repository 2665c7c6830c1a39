import type { Clock } from "../../kernel/clock.ts";
import { hashOf } from "../../kernel/hash.ts";
import { createRandom } from "../../kernel/random.ts";
import { CheckId, ModelId } from "../../schema/ids.ts";
import type { JudgeAnswer } from "../../schema/judge-answer.ts";
import type { ExcerptLine } from "../../schema/judge-excerpt.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { ModelClient } from "../model-client.ts";
import { estimateUsage } from "./estimate-usage.ts";
import { type PlantableCard, plantableCards } from "./plantable-cards.ts";
import { readJudgePrompt } from "./read-judge-prompt.ts";
import type { SimWorld } from "./sim-world.ts";

/** How often a simulated judge is right, per vote. */
export interface JudgeProfile {
  readonly name: string;
  readonly description: string;
  /** Chance of FAIL where a FAIL card is in the window. */
  readonly sensitivity: number;
  /** Chance of PASS where none is. */
  readonly specificity: number;
}

export const JUDGE_PROFILES: readonly JudgeProfile[] = [
  {
    name: "judge",
    description: "Recognises every planted card and errs never.",
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

/** A judge that recognises golden cards, word for word, in the excerpt it is shown, and nothing else. */
export function createSimJudge(input: {
  readonly profile: JudgeProfile;
  readonly world: SimWorld;
  readonly clock: Clock;
  readonly latencyMs: number;
}): ModelClient {
  const cards = plantableCards(input.world);
  return {
    modelId: ModelId.parse(`sim/${input.profile.name}`),
    simulated: true,
    async complete(request, signal) {
      if (input.latencyMs > 0) await input.clock.sleep(input.latencyMs, signal);
      if (request.origin.stage !== "judge")
        throw new ModelCallError(`sim/${input.profile.name} judges, it does not chat`);
      const prompt = readJudgePrompt(request.messages);
      const chance = createRandom(
        hashOf({ judge: input.profile.name, messages: request.messages, origin: request.origin }),
      );
      const fails = (cards.get(CheckId.parse(prompt.checkId)) ?? []).filter((card) => card.label === "FAIL");
      const found = recognise(fails, prompt.lines);
      const verdict =
        chance.next() < (found ? input.profile.sensitivity : 1 - input.profile.specificity) ? "FAIL" : "PASS";
      const evidence = verdict === "PASS" ? undefined : (found ?? firstReply(prompt.lines));

      const answer: JudgeAnswer = {
        check_id: prompt.checkId,
        nonce: prompt.nonce,
        assistant_turns: prompt.lines.filter((line) => line.role === "assistant").length,
        verdict,
        rationale:
          found && verdict === "FAIL" ? `Recognised ${found.cardId}.` : "No planted failure recognised.",
        evidence: evidence === undefined ? [] : [{ turn: evidence.turn, quote: evidence.quote }],
        missing_cue: "",
      };
      const content = JSON.stringify(answer);
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };
}

interface Recognised {
  readonly cardId: string;
  readonly turn: number;
  readonly quote: string;
}

function recognise(cards: readonly PlantableCard[], lines: readonly ExcerptLine[]): Recognised | undefined {
  for (const line of lines) {
    if (line.role !== "assistant") continue;
    const card = cards.find((candidate) => line.text.includes(candidate.reply));
    if (card !== undefined) return { cardId: card.cardId, turn: line.turn, quote: card.quote };
  }
  return undefined;
}

/** What a judge that cries wolf points at. */
function firstReply(lines: readonly ExcerptLine[]): Recognised | undefined {
  const line = lines.find((candidate) => candidate.role === "assistant" && candidate.text.trim() !== "");
  return line && { cardId: "none", turn: line.turn, quote: line.text };
}
