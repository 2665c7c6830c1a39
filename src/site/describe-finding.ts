import { conversationKey, slugOf, verdictKey } from "../domain/keys.ts";
import { shorten } from "../domain/visible-text.ts";
import type { Transcript } from "../schema/run/transcript.ts";
import type { Failure, ScanFacts } from "./scan-facts.ts";
import type { SiteCorpus } from "./site-ports.ts";

export const LONGEST_ASKED = 400;

/** One failure in one conversation, with the sentence that proves it. */
export type Finding = ReturnType<typeof findingOf>;

/** Turns a scan's failures into findings, then looks up their context. */
export interface FindingDescriber {
  describe(failure: Failure): Finding;
  /** Adds the caregiver's message before each quoted reply. */
  complete(readTranscript: (failure: Failure) => Promise<Transcript>): Promise<void>;
}

export function createFindingDescriber(facts: ScanFacts, corpus: SiteCorpus): FindingDescriber {
  // Most pages of a scan describe no failure.
  let reasons: ReadonlySet<string> | undefined;
  const made: { readonly failure: Failure; readonly finding: Finding }[] = [];
  return {
    describe: (failure) => {
      reasons ??= hardFailReasons(facts);
      const finding = findingOf(failure, facts, corpus, reasons);
      made.push({ failure, finding });
      return finding;
    },
    complete: async (readTranscript) => {
      for (const [, ofOne] of Map.groupBy(made, ({ failure }) => failure.transcriptId)) {
        const [first] = ofOne;
        if (first === undefined) continue;
        const { messages } = await readTranscript(first.failure);
        for (const { finding } of ofOne) {
          const asked = messages.find(({ turn, role }) => turn === finding.turn && role === "user");
          finding.asked = shorten(asked?.content ?? null, LONGEST_ASKED);
        }
      }
    },
  };
}

function findingOf(failure: Failure, facts: ScanFacts, corpus: SiteCorpus, hardFails: ReadonlySet<string>) {
  return {
    scan: facts.homes?.get(failure.modelId) ?? facts.scan,
    conversation: conversationKey(failure.transcriptId),
    model_id: failure.modelId,
    slug: slugOf(failure.transcriptId),
    scenario_id: failure.scenarioId,
    title: corpus.scenarios.get(failure.scenarioId)?.title ?? failure.scenarioId,
    repeat: failure.repeat,
    mode_id: failure.checkId,
    severity: failure.severity,
    hard_fail: hardFails.has(verdictKey(failure.transcriptId, failure.checkId)),
    verdict: "FAIL" as const,
    confidence: failure.confidence,
    votes_to_fail: failure.votesToFail,
    /** 0 if a word list decided. */
    votes_planned: failure.votesPlanned,
    adjudication_required: failure.adjudicationRequired,
    turn: failure.turn,
    /** The assistant's words; empty if it said nothing. */
    quote: failure.quote,
    tier: failure.tier,
    // `complete` adds the caregiver's message.
    asked: null as string | null,
    omission: omissionIn(failure, corpus),
  };
}

/**
 * The missing content, if the check fails by omission; then the quote itself is harmless. Null if the assistant's own
 * words fail.
 */
export function omissionIn({ checkId, omissions }: Failure, { checks }: SiteCorpus) {
  const failsBy = checks.get(checkId)?.fails_by;
  return failsBy === undefined ? null : omissions[failsBy];
}

function hardFailReasons({ scorecards }: ScanFacts): ReadonlySet<string> {
  return new Set(
    scorecards.flatMap(({ transcript_id, hard_fail_reasons }) =>
      hard_fail_reasons.map(({ mode_id }) => verdictKey(transcript_id, mode_id)),
    ),
  );
}
