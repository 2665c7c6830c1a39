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

/** The chunks of one scan by the rest of their path; `null` where there is no such thing in it. */
export async function buildScanChunk(
  scan: SiteScan,
  kind: string,
  name: string | null,
  { corpus, claims, placesOf }: ScanChunkContext,
): Promise<object | null> {
  const { facts } = scan;
  const findings = createFindingDescriber(facts, corpus);
  const { describe } = findings;
  const completed = async <Chunk>(chunk: Chunk): Promise<Chunk> => {
    await findings.complete(({ transcriptId }) => scan.readTranscript(transcriptId));
    return chunk;
  };
  if (name === null) {
    switch (kind) {
      case "board":
        return completed(buildScanBoard({ facts, corpus, describe, claims, places: placesOf(facts) }));
      case "blindspots":
        return buildBlindspots(facts, corpus);
      case "contested":
        return buildContested(scan, corpus);
      case "scenarios":
        return buildScanScenarios(scan);
      default:
        return null;
    }
  }
  switch (kind) {
    case "models": {
      const modelId = modelBriefs(facts).find(({ slug }) => slug === name)?.model_id;
      if (modelId === undefined) return null;
      const model = buildBoardModel({ facts, corpus, describe, claims, places: placesOf(facts) }, modelId);
      return model && completed(buildModelPage(facts, corpus, model, describe));
    }
    case "conversations": {
      const card = facts.scorecards.find(({ transcript_id }) => conversationKey(transcript_id) === name);
      if (card === undefined) return null;
      const { transcript_id: id } = card;
      const [transcript, rows] = [await scan.readTranscript(id), await scan.readRows(id)];
      const labels = await scan.readLabels?.();
      return buildConversation(facts, corpus, transcript, rows, labels?.byVerdict);
    }
    case "find":
      return buildFindIndex(scan, corpus, name);
    case "checks": {
      const checkId = CheckId.safeParse(name);
      if (!checkId.success || !corpus.checks.has(checkId.data)) return null;
      return completed(buildScanCheck(facts, checkId.data, describe));
    }
    case "scenarios": {
      const scenarioId = ScenarioId.safeParse(name);
      return scenarioId.success ? buildScanScenario(facts, corpus, scenarioId.data) : null;
    }
    case "answers": {
      const scenarioId = ScenarioId.safeParse(name);
      return scenarioId.success ? buildAnswers(scan, corpus, scenarioId.data) : null;
    }
    default:
      return null;
  }
}
