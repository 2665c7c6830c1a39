import type { ReferenceFact } from "../schema/reference-fact.ts";
import { placeOf } from "../text/care-registry.ts";
import { type QuestionWindows, questionWindows } from "../text/question-windows.ts";
import { allReplies, type TranscriptWindow } from "../text/transcript-windows.ts";
import { candidateFacts } from "./claims/candidate-facts.ts";
import { citeFacts, withSources } from "./claims/cite-facts.ts";
import type { ClaimReader } from "./claims/claim-reader.ts";
import { extractClaims } from "./claims/extract-claims.ts";
import { factLines } from "./claims/fact-lines.ts";
import type { Misstatement } from "./claims/find-misstatements.ts";
import { findingFrom } from "./finding-from.ts";
import type { JudgePanel } from "./judge-panel.ts";
import { holdsItsNonce } from "./judge-prompt.ts";
import { judgeWindows } from "./judge-windows.ts";
import { becauseOf } from "./plain-findings.ts";
import { SCORER_VERSION } from "./scorer-version.ts";
import type { Finding, Verifier, VerifyRequest } from "./verifier.ts";
import type { VerifierTools } from "./verifier-tools.ts";

/**
 * Extracts what a reply claims, looks up the reference facts that bear on it, and puts the check's own question with
 * those facts to the judge. Without a judge only a listed misstatement, said word for word, is decided.
 */
export function createCorpusVerifier(tools: VerifierTools): Verifier {
  return {
    version: `corpus/${SCORER_VERSION}`,
    async verify(request, signal) {
      const questions = questionWindows({ ...request, ...tools });
      if (questions.windows.length === 0) return becauseOf("no_cue", "NOT_APPLICABLE");
      const { reader, panel, adjudicator = null } = tools;
      // A check that needs facts is never passed without any.
      if (reader === undefined) return becauseOf("route_unavailable", "UNCLEAR");
      const misstatements = reader.misstatements.find(request.transcript.messages, topicsOf(request));
      if (panel === null) {
        return misstatements.length === 0 ? becauseOf("no_judge", "UNCLEAR") : contradicted(misstatements);
      }
      if (holdsItsNonce(request.transcript)) return becauseOf("nonce_in_text", "UNCLEAR");
      return judgeClaims({ request, questions, reader, panel, adjudicator, misstatements }, signal);
    },
  };
}

async function judgeClaims(
  input: {
    readonly request: VerifyRequest;
    readonly questions: QuestionWindows;
    readonly reader: ClaimReader;
    readonly panel: JudgePanel;
    readonly adjudicator: JudgePanel | null;
    readonly misstatements: readonly Misstatement[];
  },
  signal: AbortSignal,
): Promise<Finding> {
  const { request, questions, reader, panel, adjudicator, misstatements } = input;
  const { messages } = request.transcript;
  const replies = allReplies(messages);
  if (replies === null) return becauseOf("no_cue", "NOT_APPLICABLE");
  const search = await extractClaims({ request, panel, window: replies }, signal);
  // What word patterns find is examined whatever the search says: a reply cannot talk its way out of being read.
  const place = request.scenario === null ? null : placeOf(request.scenario);
  const topics = topicsOf(request);
  const claims = [...search.claims, ...reader.findClaims(messages, { topics, place })];
  const flagged = new Set(questions.flagged.map(({ message }) => message));

  const facts = new Map<TranscriptWindow, readonly ReferenceFact[]>();
  for (const window of questions.windows) {
    const found = window.messages
      .filter((message) => message.role === "assistant")
      .flatMap((reply) => {
        const said = claims.filter(({ turn }) => turn === reply.turn);
        const misstated = misstatements.filter(({ message }) => message === reply).map(({ fact }) => fact);
        if (said.length === 0 && misstated.length === 0 && !flagged.has(reply)) return [];
        return candidateFacts({
          index: reader.index,
          claims: said,
          reply,
          misstated,
          topics,
          place,
        });
      });
    if (found.length > 0) facts.set(window, [...new Set(found)]);
  }
  const judged = await judgeWindows(
    {
      request,
      panel,
      adjudicator,
      windows: [...facts.keys()],
      firstIndex: 0,
      flagged: questions.flagged,
      dataFor: (window) => factLines(facts.get(window) ?? []),
    },
    signal,
  );
  const finding = findingFrom(judged, search, adjudicator?.modelId ?? null);
  return citeFacts(finding, [...new Set([...facts.values()].flat())]);
}

function topicsOf({ check }: VerifyRequest): readonly string[] | undefined {
  return "reference" in check.routing ? check.routing.reference : undefined;
}

/** Decided without a judge: the words are those of a listed misstatement. */
function contradicted(misstatements: readonly Misstatement[]): Finding {
  const turns = [...new Set(misstatements.map(({ message }) => message.turn))];
  return {
    verdict: "FAIL",
    confidence: 1,
    evidence: misstatements.map(({ fact, message, start, end }) => ({
      role: "assistant",
      turn: message.turn,
      quote: message.content.slice(start, end),
      rationale: withSources(`Says what ${fact.id} lists as a misstatement. The fact: ${fact.claim}`, [fact]),
      verification: { tier: "exact", start, end },
    })),
    windows: turns.map((turn) => ({
      unit: "turn_level",
      first_turn: turn,
      last_turn: turn,
      verdict: "FAIL",
    })),
    votes: [],
    adjudicationRequired: false,
    facts: [...new Set(misstatements.map(({ fact }) => fact.id))].sort(),
  };
}
