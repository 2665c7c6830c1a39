import type { SiteChunkKind } from "../schema/site-paths.ts";
import type { FindIndex } from "../text/find/find-conversation.ts";
import type { SiteChanges } from "./build-changes.ts";
import type { SiteComparison } from "./build-comparison.ts";
import type { SiteLine } from "./build-line.ts";
import type { RunConversation, RunConversations } from "./build-run-conversations.ts";
import type { RunPage } from "./build-run-page.ts";
import type { ScenarioAnswers } from "./pages/build-answers.ts";
import type { BlindspotMatrix } from "./pages/build-blindspots.ts";
import type { ScanBoard } from "./pages/build-board.ts";
import type { CheckPage, ScanCheck } from "./pages/build-check-page.ts";
import type { ContestedPage } from "./pages/build-contested.ts";
import type { Conversation } from "./pages/build-conversation.ts";
import type { SiteIndex } from "./pages/build-index.ts";
import type { Methods } from "./pages/build-methods.ts";
import type { ModelPage } from "./pages/build-model-page.ts";
import type { ScanScenarios } from "./pages/build-scan-scenarios.ts";
import type { ScanScenario, ScenarioPage } from "./pages/build-scenario-page.ts";

/** A scan's brief as a chunk. */
export interface SiteBrief {
  readonly scan: string;
  /** A complete page without scripts. */
  readonly html: string;
}

/** Every kind of chunk that the page loads, with its type. Each chunk is one JSON document. */
export interface SiteChunks {
  readonly index: SiteIndex;
  readonly methods: Methods;
  readonly board: ScanBoard;
  readonly brief: SiteBrief;
  readonly blindspots: BlindspotMatrix;
  readonly contested: ContestedPage;
  readonly model: ModelPage;
  readonly conversation: Conversation;
  readonly find: FindIndex;
  readonly scanCheck: ScanCheck;
  readonly scanScenario: ScanScenario;
  readonly scanScenarios: ScanScenarios;
  readonly answers: ScenarioAnswers;
  readonly check: CheckPage;
  readonly scenario: ScenarioPage;
  readonly compare: SiteComparison;
  readonly line: SiteLine;
  readonly changes: SiteChanges;
  readonly run: RunPage;
  readonly runConversations: RunConversations;
  readonly runConversation: RunConversation;
}

export type SiteChunk<Kind extends SiteChunkKind> = SiteChunks[Kind];
