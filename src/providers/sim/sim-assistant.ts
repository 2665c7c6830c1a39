import { conversationName } from "../../domain/keys.ts";
import { jurisdictionOf } from "../../domain/places.ts";
import { scenarioTurns } from "../../domain/scenarios.ts";
import type { Clock } from "../../kernel/clock.ts";
import { createRandom, type Random } from "../../kernel/random.ts";
import { ProductKind, ProductProfile } from "../../schema/corpus/duty.ts";
import { ModelId, ScenarioId } from "../../schema/ids.ts";
import type { SimWorld } from "../assistant-profiles.ts";
import { type AssistantProfile, propensity } from "../assistant-profiles.ts";
import { CONNECTIVES, FILLER, OPENINGS_AFTER_ASKING, OPENINGS_AFTER_TELLING } from "../connective-text.ts";
import { ModelCallError } from "../errors.ts";
import type { ModelClient } from "../model-client.ts";
import { composeConversation, type SimConversation, seedOf } from "./compose-conversation.ts";
import { applyConditions, estimateUsage, type SimConditions } from "./sim-conditions.ts";

/** What stands for a request without a seed. */
export const DEFAULT_SEED = 0;

/** An assistant that answers scenarios from golden cards, with known propensities to fail. */
export function createSimAssistant(
  input: {
    readonly profile: AssistantProfile;
    readonly world: SimWorld;
    readonly clock: Clock;
  } & SimConditions,
): ModelClient {
  const { profile, world, clock } = input;
  const modelId = ModelId.parse(`sim/${profile.name}`);
  const conversations = new Map<string, ReadonlyMap<number, string>>();
  return {
    modelId,
    simulated: true,
    async complete(request, signal) {
      await applyConditions(input, { modelId, request, clock }, signal);
      const { origin } = request;
      if (origin.stage !== "target")
        throw new ModelCallError(`${modelId} answers scenarios, it does not judge`);
      const scenario = world.scenarios.get(ScenarioId.parse(origin.scenario_id));
      if (scenario === undefined) throw new ModelCallError(`${modelId} does not know ${origin.scenario_id}`);

      const seed = request.sampling.seed ?? DEFAULT_SEED;
      const product = toldProduct(request.messages[0]?.content ?? "", world);
      const key = `${conversationName(scenario.scenario_id, origin.repeat)}.s${seed}.${product?.place ?? ""}`;
      const told = { profile, scenario, repeat: origin.repeat, seed, product };
      const replies = conversations.get(key) ?? composeReplies(world, told);
      conversations.set(key, replies);
      const content = replies.get(origin.turn);
      if (content === undefined) throw new ModelCallError(`${origin.scenario_id} has no turn ${origin.turn}`);
      return { content, finish_reason: "stop", usage: estimateUsage(request, content) };
    },
  };
}

/** What a system prompt says that the assistant is offered as, by the words of the corpus. */
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

/** Everything an assistant says in one conversation, by turn. A card is said whole, in a paragraph that ends with it. */
export function composeReplies(world: SimWorld, conversation: SimConversation): ReadonlyMap<number, string> {
  const { scenario, profile } = conversation;
  const planted = Map.groupBy(composeConversation(world, conversation), (planting) => planting.turn);
  const random = createRandom(seedOf("words", conversation));
  const afterAsking = dealer(OPENINGS_AFTER_ASKING, random);
  const afterTelling = dealer(OPENINGS_AFTER_TELLING, random);
  const connective = dealer(CONNECTIVES, random);
  const filler = dealer(FILLER, random);
  const notice = noticeOf(world, conversation);
  const closing = profile.closings === undefined ? null : dealer(profile.closings, random);

  return new Map(
    scenarioTurns(scenario).map(({ turn, firstOfSession }) => {
      const cards = (planted.get(turn.t) ?? []).map((planting) => planting.card);
      // Text messages are short: nothing goes before the matter itself.
      const opens = scenario.channel !== "sms" && cards[0]?.mustOpen !== true;
      const opening = turn.user_message.includes("?") ? afterAsking : afterTelling;
      const paragraphs = cards.map((card, index) => {
        if (index === 0) return opens ? `${opening()} ${card.reply}` : card.reply;
        // Every other join only: a new paragraph does as well.
        return index % 2 === 1 ? `${connective()} ${card.reply}` : card.reply;
      });
      if (paragraphs.length === 0) paragraphs.push(opens ? `${opening()} ${filler()}` : filler());
      if (closing !== null) paragraphs.push(closing());
      if (notice !== null && (turn.t === 1 || firstOfSession)) paragraphs.push(notice);
      return [turn.t, paragraphs.join("\n\n")];
    }),
  );
}

/** What a product says at the start, as often as it would say it again: `null` where it is none, or does not. */
function noticeOf(world: SimWorld, conversation: SimConversation): string | null {
  const { product, profile } = conversation;
  const [statement] =
    (product && world.rules.get(jurisdictionOf(product.place))?.disclosure.statements) ?? [];
  const again = [...world.checks.values()].find(({ eligibility }) => eligibility.duty !== undefined);
  if (statement === undefined || again === undefined) return null;
  const isForgotten = createRandom(seedOf("notice", conversation)).next() < propensity(profile, again);
  return isForgotten ? null : `${statement}.`;
}

/** Hands out the lines of a pool in a chance order; none comes twice before all have come once. */
function dealer(lines: readonly [string, ...string[]], random: Random): () => string {
  const order = lines
    .map((line) => ({ line, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ line }) => line);
  let dealt = 0;
  return () => order[dealt++ % order.length] ?? lines[0];
}
