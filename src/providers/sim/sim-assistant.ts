import { conversationName } from "../../domain/keys.ts";
import { jurisdictionOf } from "../../domain/places.ts";
import { messagesOf, scenarioTurns } from "../../domain/scenarios.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createRandom } from "../../kernel/random.ts";
import { ProductKind, ProductProfile } from "../../schema/corpus/duty.ts";
import { MAIN_BRANCH, type Scenario } from "../../schema/corpus/scenario.ts";
import { ModelId, ScenarioId } from "../../schema/ids.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { type AssistantProfile, propensity } from "../assistant-profiles.ts";
import { ModelCallError } from "../errors.ts";
import type { ChatMessage, ModelClient, ModelRequest } from "../model-client.ts";
import { type SimConversation, seedOf } from "./draw-failures.ts";
import { type Planting, plantInReplies } from "./plant-in-replies.ts";
import { dealer, replyFromCards } from "./reply-from-cards.ts";
import { basePages, type Page } from "./reply-page.ts";
import { applyConditions, estimateUsage, type SimConditions } from "./sim-conditions.ts";

/** Replaces a missing seed. */
export const DEFAULT_SEED = 0;

/** Creates an assistant that answers scenarios in base replies, with known propensities to fail. */
export function createSimAssistant(
  input: {
    readonly profile: AssistantProfile;
    readonly world: SimWorld;
    readonly clock: Clock;
  } & SimConditions,
): ModelClient {
  const { profile, world, clock } = input;
  const modelId = ModelId.parse(`sim/${profile.name}`);
  const conversations = new Map<string, SimReplies>();
  return {
    modelId,
    simulated: true,
    async complete(request, signal) {
      await applyConditions(input, { modelId, request, clock }, signal);
      const { scenario, origin } = askedAbout(request, world, modelId);
      const seed = request.sampling.seed ?? DEFAULT_SEED;
      const product = toldProduct(request.messages[0]?.content ?? "", world);
      const key = `${conversationName(scenario.scenario_id, origin.repeat)}.s${seed}.${product?.place ?? ""}`;
      const told = { profile, scenario, repeat: origin.repeat, seed, product };
      const replies = conversations.get(key) ?? composeReplies(world, told);
      conversations.set(key, replies);
      const branch = branchSaid(scenario, origin.turn, request.messages);
      const content = replies.replyTo(origin.turn, branch);
      if (content === undefined) throw new ModelCallError(`${origin.scenario_id} has no turn ${origin.turn}`);
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };
}

/** Returns the scenario and position of a request; the assistant answers nothing else. */
export function askedAbout({ origin }: ModelRequest, world: SimWorld, modelId: ModelId) {
  if (origin.stage !== "target") throw new ModelCallError(`${modelId} answers scenarios, it does not judge`);
  const scenario = world.scenarios.get(ScenarioId.parse(origin.scenario_id));
  if (scenario === undefined) throw new ModelCallError(`${modelId} does not know ${origin.scenario_id}`);
  return { scenario, origin };
}

/** Returns the product that a system prompt describes, in the corpus's words. */
function toldProduct(prompt: string, { duties }: SimWorld): ProductProfile | undefined {
  if (duties === null) return undefined;
  return ProductKind.options.flatMap((kind) => {
    const [before = "", after = ""] = duties.told
      .replace("{product}", duties.products[kind])
      .split("{place}");
    const from = prompt.indexOf(before);
    const until = from < 0 ? -1 : prompt.indexOf(after.trim().slice(0, 20), from + before.length);
    const place = until < 0 ? "" : prompt.slice(from + before.length, until).trim();
    const profile = ProductProfile.safeParse({ kind, place, notice: "told" });
    return profile.success ? [profile.data] : [];
  })[0];
}

/** An assistant's replies in one conversation: base replies with plantings, then its habits. */
export interface SimReplies {
  readonly plantings: readonly Planting[];
  /** Returns `undefined` for a turn that the scenario does not have. */
  replyTo(turn: number, branch?: string): string | undefined;
  /** Returns a reply with its parts, without the habits; `null` if the scenario has no base replies. */
  pageAt(turn: number, branch: string): Page | null;
}

export function composeReplies(world: SimWorld, conversation: SimConversation): SimReplies {
  const { scenario, profile } = conversation;
  const bases = basePages(world, scenario);
  const { plantings, replyTo, pageAt } =
    bases === null ? replyFromCards(world, conversation) : plantInReplies(world, conversation, bases);
  const turns = scenarioTurns(scenario);
  const closing = profile.closings && dealer(profile.closings, createRandom(seedOf("closing", conversation)));
  const closings = new Map(turns.map(({ turn }) => [turn.t, closing?.() ?? null]));
  const notice = noticeOf(world, conversation);
  const isFirst = new Set(
    turns.filter(({ turn, firstOfSession }) => turn.t === 1 || firstOfSession).map(({ turn }) => turn.t),
  );
  return {
    plantings,
    pageAt,
    replyTo(turn, branch = MAIN_BRANCH) {
      const reply = replyTo(turn, branch);
      if (reply === undefined) return undefined;
      const habits = [closings.get(turn) ?? null, isFirst.has(turn) ? notice : null];
      return [reply, ...habits].filter((part) => part !== null).join("\n\n");
    },
  };
}

/** Returns which message of a turn was said: the harness passes only the words, after any answers before them. */
export function branchSaid(scenario: Scenario, turn: number, messages: readonly ChatMessage[]): string {
  const said = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const asked = scenarioTurns(scenario).find((candidate) => candidate.turn.t === turn);
  const fitting = (asked === undefined ? [] : messagesOf(asked.turn)).filter(({ user_message }) =>
    said.endsWith(user_message),
  );
  return (
    fitting.toSorted((a, b) => b.user_message.length - a.user_message.length)[0]?.branch_id ?? MAIN_BRANCH
  );
}

/** Returns a product's opening notice, omitted as often as its repetition would be; `null` if there is none. */
function noticeOf(world: SimWorld, conversation: SimConversation): string | null {
  const { product, profile } = conversation;
  const [statement] =
    (product && world.rules.get(jurisdictionOf(product.place))?.disclosure.statements) ?? [];
  const again = [...world.checks.values()].find(({ eligibility }) => eligibility.duty !== undefined);
  if (statement === undefined || again === undefined) return null;
  const isForgotten = createRandom(seedOf("notice", conversation)).next() < propensity(profile, again);
  return isForgotten ? null : `${statement}.`;
}
