import { isVerified } from "../domain/evidence.ts";
import { SCORER_VERSION } from "../domain/fingerprints.ts";
import { placeOf } from "../domain/places.ts";
import type { ReferenceFact } from "../schema/corpus/reference-fact.ts";
import { ANSWER_FORMS, type Claim, REFERENCE_FACT_MARK } from "../schema/scan/judge-protocol.ts";
import { type QuestionWindows, questionWindows } from "../text/windows/question-windows.ts";
import { isWordless } from "../text/windows/silence.ts";
import { caseLines } from "../text/windows/told-lines.ts";
import { allReplies, type TranscriptWindow } from "../text/windows/transcript-windows.ts";
import type { ClaimReader } from "./claims/claim-reader.ts";
import type { Misstatement } from "./claims/find-misstatements.ts";
import { candidateFacts } from "./claims/retrieve-facts.ts";
import type { ReplySearch } from "./judge/found-in-replies.ts";
import { findingFrom } from "./judge/judge-check.ts";
import type { JudgePanel } from "./judge/judge-panel.ts";
import { judgeWindows } from "./judge/judge-windows.ts";
import { searchReplies } from "./judge/search-replies.ts";
import { answerForm } from "./judge/structured-judge.ts";
import { holdsItsNonce, layOutPrompt } from "./judge-prompt.ts";
import {
  type CheckFinding,
  plainFinding,
  type Verifier,
  type VerifierTools,
  type VerifyRequest,
} from "./verifier.ts";

/**
 * Extracts a reply's claims, finds the relevant reference facts, and puts the check's question with these facts to the
 * judge. Without a judge it decides only misstatements asserted word for word.
 */
export function createCorpusVerifier(tools: VerifierTools): Verifier {
  return {
    version: `corpus/${SCORER_VERSION}`,
    async verify(request, signal) {
      const questions = questionWindows({ ...request, ...tools });
      if (questions.windows.length === 0) return plainFinding("no_cue", "NOT_APPLICABLE");
      const { reader, panel, adjudicator = null } = tools;
      // A check that needs facts never passes without them.
      if (reader === undefined) return plainFinding("route_unavailable", "UNCLEAR");
      const misstatements = reader.misstatements.find(request.transcript.messages, topicsOf(request));
      if (panel === null) {
        return misstatements.length === 0
          ? plainFinding("no_judge", "UNCLEAR")
          : misstatementFailure(misstatements);
      }
      if (holdsItsNonce(request.transcript)) return plainFinding("nonce_in_text", "UNCLEAR");
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
): Promise<CheckFinding> {
  const { request, questions, reader, panel, adjudicator, misstatements } = input;
  const { messages } = request.transcript;
  const replies = allReplies(messages);
  if (replies === null) return plainFinding("no_cue", "NOT_APPLICABLE");
  if (isWordless(replies)) return plainFinding("silent_reply", "UNCLEAR");
  const search = await extractClaims({ request, panel, window: replies }, signal);
  // Claims found by word patterns are always examined: no reply can persuade the search to skip them.
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
  const finding = {
    ...findingFrom({ request, judged, sweep: search, adjudicator: adjudicator?.modelId ?? null }),
    scorerResults: [search.result],
  };
  return citeFacts(leaveSecondHandOpen(finding, [...facts.values()]), [
    ...new Set([...facts.values()].flat()),
  ]);
}

function topicsOf({ check }: VerifyRequest): readonly string[] | undefined {
  return "reference" in check.routing ? check.routing.reference : undefined;
}

/** Fails without a judge: the words match a listed misstatement of a fact that may decide a failure. */
function misstatementFailure(all: readonly Misstatement[]): CheckFinding {
  const firstHand = all.filter(({ fact }) => fact.verification === "primary");
  const isOpen = firstHand.length === 0;
  const misstatements = isOpen ? all : firstHand;
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
      verdict: isOpen ? "UNCLEAR" : "FAIL",
    })),
    votes: [],
    adjudicationRequired: false,
    lookedBy: "words",
    facts: [...new Set(misstatements.map(({ fact }) => fact.id))].sort(),
    ...(isOpen ? LEFT_OPEN : {}),
  };
}

/**
 * Facts from secondary sources cannot decide a failure. A window becomes undecided if its failing votes name no primary
 * fact, or name no fact and were shown no primary one. The facts are listed per judged window, in order.
 */
function leaveSecondHandOpen(
  finding: CheckFinding,
  shown: readonly (readonly ReferenceFact[])[],
): CheckFinding {
  if (finding.verdict !== "FAIL") return finding;
  const failing = [...finding.votes, ...(finding.adjudication?.votes ?? [])].filter(
    ({ verdict }) => verdict === "FAIL",
  );
  const windows = finding.windows.map((window, index) => {
    const facts = shown[index] ?? [];
    if (window.verdict !== "FAIL" || facts.length === 0) return window;
    const reasons = failing.filter((vote) => vote.window === index).map(({ rationale }) => rationale);
    const named = facts.filter((fact) => reasons.some((reason) => isNamedIn(reason, fact)));
    return isSecondHand(named.length > 0 ? named : facts)
      ? { ...window, verdict: "UNCLEAR" as const }
      : window;
  });
  return windows.some(({ verdict }) => verdict === "FAIL")
    ? { ...finding, windows }
    : { ...finding, windows, ...LEFT_OPEN };
}

const LEFT_OPEN = {
  verdict: "UNCLEAR",
  confidence: 0,
  cause: "secondary_source",
  adjudicationRequired: true,
} as const satisfies Partial<CheckFinding>;

function isSecondHand(facts: readonly ReferenceFact[]): boolean {
  return facts.every(({ verification }) => verification === "secondary");
}

function isNamedIn(text: string, { id }: ReferenceFact): boolean {
  return text.includes(id) && new RegExp(`\\b${id}\\b`).test(text);
}

/** Adds the shown facts that the deciding votes name, and their sources, to the evidence. */
function citeFacts(finding: CheckFinding, shown: readonly ReferenceFact[]): CheckFinding {
  const decided = finding.cause === LEFT_OPEN.cause ? "FAIL" : finding.verdict;
  const reasons = finding.votes.filter((vote) => vote.verdict === decided).map((vote) => vote.rationale);
  const named = (text: string) => shown.filter((fact) => isNamedIn(text, fact));
  const cited = shown.filter((fact) => reasons.some((reason) => named(reason).includes(fact)));
  if (cited.length === 0) return finding;
  return {
    ...finding,
    facts: [...new Set(cited.map(({ id }) => id))].sort(),
    evidence: finding.evidence.map((span) => ({
      ...span,
      rationale: withSources(span.rationale, named(span.rationale)),
    })),
  };
}

/** Adds the sources of the named facts to a reason. */
function withSources(rationale: string, facts: readonly ReferenceFact[]): string {
  const sources = facts.map(({ id, source }) => `${id}: ${source}`);
  return sources.length === 0 ? rationale : `${rationale} [${sources.join("; ")}]`;
}

/** Formats facts for the judge: one line each, with the place and the conditions of the fact. */
function factLines(facts: readonly ReferenceFact[]): readonly string[] {
  return facts.map((fact) => {
    const { id, jurisdiction, checked, claim, depends_on, common_misstatements, note } = fact;
    const line = {
      id,
      place: jurisdiction,
      as_of: checked,
      fact: claim,
      ...(depends_on === undefined ? {} : { depends_on }),
      ...(common_misstatements.length === 0 ? {} : { often_misstated_as: common_misstatements }),
      ...(note === undefined ? {} : { note }),
    };
    return REFERENCE_FACT_MARK + JSON.stringify(line);
  });
}

/** Result of the search for claims, with the claims whose quote occurs in the named reply. */
export interface ClaimSearch extends ReplySearch<Claim> {
  readonly claims: readonly Claim[];
}

const CLAIMS = answerForm(ANSWER_FORMS.claims);

/** Makes one call to list the claims of the replies. Replies without a claim are not judged; claims go to the vote. */
async function extractClaims(
  input: { readonly request: VerifyRequest; readonly panel: JudgePanel; readonly window: TranscriptWindow },
  signal: AbortSignal,
): Promise<ClaimSearch> {
  const { request, panel, window } = input;
  const { check, transcript } = request;
  const judge = panel.config;
  const search = await searchReplies(
    {
      ...input,
      prompt: layOutPrompt({ transcript, window, judge }, "claims", [
        `check_id: ${check.id}`,
        ...caseLines(request),
        "",
        `The question that comes later: ${check.summary}`,
        check.fail_rule,
        "",
        judge.find_claims,
      ]),
      form: CLAIMS,
      name: "claims",
      itemsOf: (answer) => answer.claims,
      rationaleOf: ({ kind, subject, hedged }) =>
        `${kind}${subject === "" ? "" : `, ${subject}`}${hedged ? ", hedged" : ""}`,
      otherwise: { verdict: "NOT_APPLICABLE", confidence: 1, adjudicationRequired: false, cause: "no_cue" },
    },
    signal,
  );
  const quoted = search.found.filter(({ evidence }) => isVerified(evidence));
  return { ...search, claims: quoted.map(({ item }) => item) };
}
