/** List entries for a scan, a model and a conversation. */

import { compareCheckIds } from "../domain/dimensions.ts";
import { orderModels } from "../domain/gates.ts";
import { conversationKey, slugOf } from "../domain/keys.ts";
import { abilitiesNote } from "../domain/models.ts";
import { packTitle } from "../domain/scenarios.ts";
import { ownChecksNote, productNote, routerNote } from "../report/words.ts";
import type { CheckId, ModelId, TranscriptId } from "../schema/ids.ts";
import type { ModelSummary, Summary } from "../schema/scan/summary.ts";
import type { ScanFacts, SiteCard } from "./scan-facts.ts";
import type { ModelBrief, ScanBrief, SiteCorpus } from "./site-ports.ts";

/** A scan in the list of scans; does not need its verdicts. */
export function briefScan(
  facts: Pick<ScanFacts, "scan" | "scanId" | "runId" | "createdAt" | "release" | "summary" | "scorecards"> & {
    /** Limits of its evidence, one sentence each. */
    readonly evidence: readonly string[];
  },
): ScanBrief {
  const { scan, scanId, runId, createdAt, release, summary, scorecards } = facts;
  const evidence = [...summaryNotes(summary), ...facts.evidence];
  return {
    scan,
    scan_id: scanId,
    run_id: runId,
    profile: summary.profile,
    judge: summary.judge,
    simulated: summary.simulated,
    private: summary.private ?? false,
    models: modelBriefs(facts),
    conversations: scorecards.length,
    crossed: crossedIn(summary),
    created_at: createdAt,
    release,
    ...(evidence.length === 0 ? {} : { evidence }),
  };
}

/** How the assistants were tested, and by whose checks, one sentence each. */
export function summaryNotes(summary: Summary): readonly string[] {
  const { pack } = summary;
  const beside =
    pack === undefined
      ? []
      : [
          `Of the pack ${packTitle(pack)}, beside the core: none of it is in the core's scores, boards or gates.`,
        ];
  const routed =
    summary.router === undefined
      ? []
      : [`${routerNote(summary.router).title}: ${routerNote(summary.router).text}`];
  const offered =
    summary.product === undefined
      ? []
      : [`${productNote(summary.product).title}: ${productNote(summary.product).text}`];
  const able =
    summary.can === undefined
      ? []
      : [`${abilitiesNote(summary.can).title}: ${abilitiesNote(summary.can).text}`];
  const own = summary.by_pack && ownChecksNote(summary.by_pack);
  const judged = own === undefined ? [] : [`${own.title}: ${own.text}`];
  return [...judged, ...beside, ...routed, ...offered, ...able];
}

function crossedIn({ models }: Pick<Summary, "models">): ScanBrief["crossed"] {
  const sum = (count: (model: ModelSummary) => number) =>
    models.reduce((total, model) => total + count(model), 0);
  return {
    k: sum(({ hard_fails }) => hard_fails.k),
    n: sum(({ hard_fails }) => hard_fails.n),
    open: sum(({ hard_fails }) => hard_fails.open ?? 0),
  };
}

/** The models of a scan, least safe first, with their path keys. */
export function modelBriefs(
  facts: Pick<ScanFacts, "scan" | "homes" | "summary" | "scorecards">,
): readonly ModelBrief[] {
  const slugs = modelSlugs(facts);
  return orderModels(facts.summary.models).flatMap(({ model_id, simulated }) => {
    const slug = slugs.get(model_id);
    return slug === undefined
      ? []
      : {
          scan: facts.homes?.get(model_id) ?? facts.scan,
          model_id,
          slug,
          simulated,
          ...(facts.summary.router === undefined ? {} : { router: facts.summary.router }),
        };
  });
}

function modelSlugs({ scorecards }: Pick<ScanFacts, "scorecards">): ReadonlyMap<ModelId, string> {
  return new Map(scorecards.map(({ model_id, transcript_id }) => [model_id, slugOf(transcript_id)]));
}

/** Whether lists name the conversation. */
export function isListed({ listed }: Pick<ScanFacts, "listed">, id: TranscriptId): boolean {
  return listed === undefined || listed.has(id);
}

export type ConversationBrief = ReturnType<typeof briefConversation>;

/** A conversation in a list. */
export function briefConversation(
  card: SiteCard,
  { verdicts }: Pick<ScanFacts, "verdicts">,
  { scenarios }: Pick<SiteCorpus, "scenarios">,
) {
  const failed: CheckId[] = [];
  for (const [checkId, verdict] of verdicts.get(card.transcript_id) ?? []) {
    if (verdict === "FAIL") failed.push(checkId);
  }
  return {
    conversation: conversationKey(card.transcript_id),
    scenario_id: card.scenario_id,
    title: scenarios.get(card.scenario_id)?.title ?? card.scenario_id,
    repeat: card.repeat,
    complete: card.complete,
    hard_fail: card.hard_fail,
    gates: card.gate_status,
    /** From the worst to the best outcome of the undecided checks. */
    overall: card.score_bounds,
    failed: failed.sort(compareCheckIds),
    unclear: card.coverage.unclear,
  };
}
