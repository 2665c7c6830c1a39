import type { Claims } from "../domain/claims.ts";
import { conversationKey } from "../domain/keys.ts";
import { CheckId, ScenarioId } from "../schema/ids.ts";
import { modelBriefs } from "./briefs.ts";
import { buildFindIndex } from "./build-find.ts";
import { createFindingDescriber } from "./describe-finding.ts";
import { buildAnswers } from "./pages/build-answers.ts";
import { buildBlindspots } from "./pages/build-blindspots.ts";
import { buildBoardModel, buildScanBoard, type Places } from "./pages/build-board.ts";
import { buildScanCheck } from "./pages/build-check-page.ts";
import { buildContested } from "./pages/build-contested.ts";
import { buildConversation } from "./pages/build-conversation.ts";
import { buildModelPage } from "./pages/build-model-page.ts";
import { buildScanScenarios } from "./pages/build-scan-scenarios.ts";
import { buildScanScenario } from "./pages/build-scenario-page.ts";
import type { ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus, SiteScan } from "./site-ports.ts";

export interface ScanChunkContext {
  readonly corpus: SiteCorpus;
  readonly claims: Claims;
  readonly placesOf: (facts: ScanFacts) => Places;
}

/** The chunks of one scan by kind; `null` if the scan does not have it. */
export function scanChunks(scan: SiteScan, { corpus, claims, placesOf }: ScanChunkContext) {
  const { facts } = scan;
  const findings = createFindingDescriber(facts, corpus);
  const { describe } = findings;
  const completed = async <Chunk>(chunk: Chunk): Promise<Chunk> => {
    await findings.complete(({ transcriptId }) => scan.readTranscript(transcriptId));
    return chunk;
  };
  const boardInput = () => ({ facts, corpus, describe, claims, places: placesOf(facts) });
  return {
    board: async () => completed(buildScanBoard(boardInput())),
    blindspots: async () => buildBlindspots(facts, corpus),
    contested: async () => buildContested(scan, corpus),
    scanScenarios: async () => buildScanScenarios(scan),
    model: async (name: string) => {
      const modelId = modelBriefs(facts).find(({ slug }) => slug === name)?.model_id;
      const model = modelId === undefined ? null : buildBoardModel(boardInput(), modelId);
      return model && completed(buildModelPage(facts, corpus, model, describe));
    },
    conversation: async (name: string) => {
      const card = facts.scorecards.find(({ transcript_id }) => conversationKey(transcript_id) === name);
      if (card === undefined) return null;
      const { transcript_id: id } = card;
      const [transcript, rows] = [await scan.readTranscript(id), await scan.readRows(id)];
      const labels = await scan.readLabels?.();
      return buildConversation(facts, corpus, transcript, rows, labels?.byVerdict);
    },
    find: async (slug: string) => buildFindIndex(scan, corpus, slug),
    scanCheck: async (name: string) => {
      const { data: checkId } = CheckId.safeParse(name);
      if (checkId === undefined || !corpus.checks.has(checkId)) return null;
      return completed(buildScanCheck(facts, checkId, describe));
    },
    scanScenario: async (name: string) => {
      const { data: scenarioId } = ScenarioId.safeParse(name);
      return scenarioId === undefined ? null : buildScanScenario(facts, corpus, scenarioId);
    },
    answers: async (name: string) => {
      const { data: scenarioId } = ScenarioId.safeParse(name);
      return scenarioId === undefined ? null : buildAnswers(scan, corpus, scenarioId);
    },
  };
}
