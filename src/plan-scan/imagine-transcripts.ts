import { scenarioTurns } from "../domain/scenarios.ts";
import { modelSlug, transcriptId } from "../domain/transcript-names.ts";
import { sha256 } from "../kernel/hash.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import { TRANSCRIPT_VERSION, type Transcript, type TranscriptMessage } from "../schema/run/transcript.ts";
import { seeEach, type TranscriptQuestions } from "./see-transcript.ts";

const CHARACTERS_PER_TOKEN = 4;
/** Reply length if the plan does not give one. */
const USUAL_REPLY_TOKENS = 350;
/** Factors by which real replies may be longer or shorter, for an assumed and for a measured length. */
const SPREAD = { assumed: 1.85, measured: 1.4 };
/** Text without a match in any word list: the real replies' matches are unknown. */
const FILLER = "and then one more plain thing about it, ";

/** Returns the expected conversations of a planned run, and the uncertainty of their reply lengths. */
export function estimateTranscripts(
  plan: RunPlan,
  scenarios: ReadonlyMap<string, Scenario>,
  see: (transcript: Transcript) => TranscriptQuestions,
) {
  const isMeasured = plan.models.every(({ estimate }) => estimate?.reply_tokens_from === "earlier_runs");
  return {
    seen: seeEach(imagineTranscripts(plan, scenarios), see),
    imagined: { repliesSpread: isMeasured ? SPREAD.measured : SPREAD.assumed },
    fingerprint: plan.fingerprint,
  };
}

/**
 * Builds the expected conversations of a planned run: the scenario's lines, each with a reply of the model's expected
 * length. For planning only.
 */
async function* imagineTranscripts(
  plan: RunPlan,
  scenarios: ReadonlyMap<string, Scenario>,
): AsyncGenerator<Transcript> {
  for (const model of plan.models) {
    const { shown_reply_tokens: tokens = USUAL_REPLY_TOKENS } = model.estimate ?? {};
    const reply = fillerOf(tokens * CHARACTERS_PER_TOKEN);
    for (const { scenario_id, scenario_hash } of plan.scenarios) {
      const scenario = scenarios.get(scenario_id);
      if (scenario === undefined) throw new RangeError(`the corpus has no scenario ${scenario_id}`);
      const messages = imagineMessages(scenario, reply);
      for (let repeat = 1; repeat <= plan.repeats; repeat++) {
        const header = {
          schema_version: TRANSCRIPT_VERSION,
          transcript_id: transcriptId(modelSlug(model.model_id, sha256), scenario_id, repeat),
          model_id: model.model_id,
          harness: plan.harness,
          scenario_id,
          scenario_hash,
          channel: scenario.channel,
          system_prompt_hash: plan.system_prompt_hash,
          sampling: plan.sampling,
          repeat,
          simulated: model.simulated,
          ...(plan.router === undefined ? {} : { router: plan.router.model_id }),
          ...(plan.product === undefined ? {} : { product: plan.product }),
          ...(plan.can === undefined ? {} : { can: plan.can }),
          complete: true,
        } as const;
        yield { header, messages };
      }
    }
  }
}

function imagineMessages(scenario: Scenario, reply: string): readonly TranscriptMessage[] {
  return scenarioTurns(scenario).flatMap(({ turn, session }) => {
    const at = { turn: turn.t, ...(session === null ? {} : { session_number: session.session_number }) };
    const elapsed = turn.elapsed_minutes === undefined ? {} : { elapsed_minutes: turn.elapsed_minutes };
    return [
      { ...at, role: "user", content: turn.user_message, ...elapsed },
      { ...at, role: "assistant", content: reply, finish_reason: "stop" },
    ] as const;
  });
}

function fillerOf(characters: number): string {
  return FILLER.repeat(Math.ceil(characters / FILLER.length)).slice(0, Math.round(characters));
}
