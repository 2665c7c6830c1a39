import { fileURLToPath } from "node:url";
import { loadCorpus } from "../corpus/load-corpus.ts";
import { headerFor } from "../schema/artefacts.fixture.ts";
import { CheckId, ScenarioId } from "../schema/ids.ts";
import { scenarioTurns } from "../schema/scenario-turns.ts";
import type { Transcript, TranscriptHeader } from "../schema/transcript.ts";

/** One check of each of five routes, and a scenario for each kind of tag. */
export const corpus = await loadCorpus(
  fileURLToPath(new URL("../../test/fixtures/corpus/valid", import.meta.url)),
);

export function checkNamed(id: string) {
  const check = corpus.checks.get(CheckId.parse(id));
  if (check === undefined) throw new Error(`there is no ${id}`);
  return check;
}

export function scenarioNamed(id: string) {
  const scenario = corpus.scenarios.get(ScenarioId.parse(id));
  if (scenario === undefined) throw new Error(`there is no ${id}`);
  return scenario;
}

/** A scenario played to its end against someone who says the same every time. */
export function transcriptOf(
  scenarioId: string,
  reply = "One thing at a time.",
  header: Partial<TranscriptHeader> = {},
): Transcript {
  return {
    header: headerFor(scenarioId, header),
    messages: scenarioTurns(scenarioNamed(scenarioId)).flatMap(({ turn }) => [
      { turn: turn.t, role: "user", content: turn.user_message },
      { turn: turn.t, role: "assistant", content: reply },
    ]),
  };
}
