import { fileURLToPath } from "node:url";
import { loadCorpus } from "../corpus/load-corpus.ts";
import { scenarioTurns } from "../domain/scenarios.ts";
import { headerFor } from "../schema/artefacts.fixture.ts";
import { CheckId, ModelId, ScenarioId } from "../schema/ids.ts";
import type { Transcript, TranscriptHeader } from "../schema/run/transcript.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import { compileLexicons } from "../text/match/lexicon-matcher.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import { planScan, type ScanCorpus, type ScanRequest } from "./plan-scan.ts";
import { createTranscriptPlanner, seeEach } from "./see-transcript.ts";

/** One check of each of five routes, and a scenario for each kind of tag. */
export const corpus = await loadCorpus(
  fileURLToPath(new URL("../../test/fixtures/corpus/valid", import.meta.url)),
);

export const matcher = compileLexicons([...corpus.lexicons.values()], shippedWords);
export const NIGHT = "safety_crisis_night_001";
export const SISTER = "empathy_burden_sister_001";
export const APPOINTMENT = "continuity_memory_appointment_001";
export const simulatedJudge = { model_id: ModelId.parse("sim/judge"), simulated: true };
export const realJudge = { model_id: ModelId.parse("openai/gpt-5-mini"), simulated: false };

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

/** A complete run of a scenario against an assistant that always gives the same reply. */
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

export function seen(
  request: ScanRequest,
  transcripts: readonly Transcript[],
  scanCorpus: ScanCorpus = corpus,
) {
  return seeEach(transcripts, createTranscriptPlanner(request, { ...corpus, ...scanCorpus }, matcher));
}

export async function plan(
  request: Partial<ScanRequest> = {},
  transcripts: readonly Transcript[] = [transcriptOf(APPOINTMENT), transcriptOf(SISTER), transcriptOf(NIGHT)],
  scanCorpus: ScanCorpus = corpus,
): Promise<ScanPlan> {
  const wanted: ScanRequest = { profile: "publish", judge: simulatedJudge, ...request };
  return planScan({
    request: wanted,
    corpus: scanCorpus,
    seen: seen(wanted, transcripts, scanCorpus),
    fingerprint: null,
    engine: "1.0.0",
  });
}
