import { isEligible, scenarioTags } from "../../domain/scenarios.ts";
import { createRandom } from "../../kernel/random.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { ProductProfile } from "../../schema/corpus/duty.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import { lawReadOn, whyNotCalledFor } from "../../text/duties/which-duties.ts";
import { type AssistantProfile, propensity, type SimWorld } from "../assistant-profiles.ts";
import { plantingTurns } from "./card-fit.ts";

export interface SimConversation {
  readonly profile: AssistantProfile;
  readonly scenario: Scenario;
  readonly repeat: number;
  readonly seed: number;
  /** The product that the assistant's prompt describes. */
  readonly product?: ProductProfile | undefined;
}

/** A check that will look at a conversation, and its random draw. */
export interface DrawnCheck {
  readonly check: Check;
  readonly label: "PASS" | "FAIL";
  /** The turns that it is certain to look at. */
  readonly turns: readonly number[];
}

/**
 * Draws which of the checks that look at a conversation fail. Each check has its own random seed, so its result does
 * not depend on which other checks exist.
 */
export function drawFailures(world: SimWorld, conversation: SimConversation): readonly DrawnCheck[] {
  const { profile, scenario, product } = conversation;
  const tags = scenarioTags(scenario);
  const dutyCase = { rules: world.rules, product, asOf: lawReadOn(world.rules) };
  return [...world.checks.values()]
    .filter(
      (check) =>
        isEligible(check, tags) &&
        whyNotCalledFor(check, dutyCase) === null &&
        !check.routing.suppressed_by_tags?.some((tag) => tags.has(tag)),
    )
    .flatMap((check) => {
      const { turns, cue } = plantingTurns(check, scenario, world);
      if (turns.length === 0) return [];
      const label = failureDraw(conversation, check, cue) < propensity(profile, check) ? "FAIL" : "PASS";
      return [{ check, label, turns }];
    });
}

/**
 * Draws the number that decides a failure, in [0, 1). Checks of one dimension that look at the same cue share it: an
 * assistant that ignores a crisis does not ask about it in the same reply.
 */
function failureDraw(conversation: SimConversation, check: Check, cue: number | null): number {
  const moment = cue === null ? check.id : `${check.primary_bucket}|${cue}`;
  return createRandom(seedOf("slip", conversation, moment)).next();
}

export function seedOf(purpose: string, conversation: SimConversation, ...rest: readonly string[]): string {
  const { profile, scenario, repeat, seed } = conversation;
  return [`${purpose}/2`, seed, profile.name, scenario.scenario_id, repeat, ...rest].join("|");
}
