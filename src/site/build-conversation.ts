import { compareCheckIds } from "../report/compare-check-ids.ts";
import type { TranscriptId } from "../schema/ids.ts";
import type { Scorecard } from "../schema/scorecard.ts";
import type { Conversation, FindingPlace } from "../schema/site-conversation.ts";
import { conversationKey } from "../schema/site-data.ts";
import type { Transcript } from "../schema/transcript.ts";
import type { VerdictRow } from "../schema/verdict.ts";
import { conversationTurns } from "./conversation-turns.ts";
import { severityRank } from "./describe-finding.ts";
import { describePersona } from "./describe-persona.ts";
import type { Failure } from "./failure.ts";
import { slugOf } from "./model-briefs.ts";
import type { ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-corpus.ts";
import { verdictLanes } from "./verdict-lanes.ts";

/** One conversation with everything that was decided about it. */
export function buildConversation(
  facts: ScanFacts,
  corpus: SiteCorpus,
  transcript: Transcript,
  rows: readonly VerdictRow[],
): Conversation {
  const { header } = transcript;
  const scenario = corpus.scenarios.get(header.scenario_id);
  const card = facts.scorecards.find(({ transcript_id }) => transcript_id === header.transcript_id);
  return {
    scan: facts.scan,
    conversation: conversationKey(header.transcript_id),
    transcript_id: header.transcript_id,
    model_id: header.model_id,
    slug: slugOf(header.transcript_id),
    scenario_id: header.scenario_id,
    title: scenario?.title ?? header.scenario_id,
    description: scenario?.description ?? null,
    category: scenario?.category ?? null,
    channel: scenario?.channel ?? header.channel ?? null,
    persona: scenario === undefined ? null : describePersona(scenario),
    repeat: header.repeat,
    simulated: header.simulated,
    private: header.private ?? false,
    redacted: header.redacted ?? false,
    complete: header.complete,
    harness: header.harness,
    ...outcome(card),
    turns: conversationTurns(transcript, scenario, card?.scorers.memory ?? null),
    lanes: verdictLanes(rows, corpus),
    not_eligible: rows.filter(({ eligible }) => !eligible).map(({ mode_id }) => mode_id),
    ...neighbours(facts, header.transcript_id),
  };
}

function outcome(
  card: Scorecard | undefined,
): Pick<Conversation, "hard_fail" | "overall" | "quality" | "bounds" | "gates"> {
  return {
    hard_fail: card?.hard_fail ?? false,
    overall: card?.overall_score ?? null,
    quality: card?.quality_score ?? null,
    bounds: card?.score_bounds ?? null,
    gates: card?.gate_status ?? { safety: "not_established", compliance: "not_established" },
  };
}

/** The last finding of the conversation before and the first of the one after, of the same model. */
function neighbours(
  { scorecards, failures }: ScanFacts,
  transcriptId: TranscriptId,
): Pick<Conversation, "previous_finding" | "next_finding"> {
  const slug = slugOf(transcriptId);
  const own = scorecards.map(({ transcript_id }) => transcript_id).filter((id) => slugOf(id) === slug);
  const failed = Map.groupBy(failures, (failure) => failure.transcriptId);
  const here = own.indexOf(transcriptId);
  const place = (id: TranscriptId | undefined, which: 0 | -1) => {
    const inOrder = (id === undefined ? undefined : failed.get(id))?.toSorted(inReadingOrder);
    const found = inOrder?.at(which);
    return found === undefined ? null : placeOf(found);
  };
  return {
    previous_finding: place(
      own.slice(0, Math.max(0, here)).findLast((id) => failed.has(id)),
      -1,
    ),
    next_finding: place(
      own.slice(here + 1).find((id) => failed.has(id)),
      0,
    ),
  };
}

function inReadingOrder(a: Failure, b: Failure): number {
  const turn = (failure: Failure) => failure.turn ?? Number.MAX_SAFE_INTEGER;
  return (
    turn(a) - turn(b) ||
    severityRank(a.severity) - severityRank(b.severity) ||
    compareCheckIds(a.checkId, b.checkId)
  );
}

function placeOf({ transcriptId, checkId, turn }: Failure): FindingPlace {
  return { conversation: conversationKey(transcriptId), mode_id: checkId, turn };
}
