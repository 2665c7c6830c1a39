import { isVerified } from "../../domain/evidence.ts";
import { ANSWER_FORMS, type Claim } from "../../schema/scan/judge-protocol.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import type { JudgePanel } from "../judge/judge-panel.ts";
import { type ReplySearch, searchReplies } from "../judge/search-replies.ts";
import { answerForm } from "../judge/structured-judge.ts";
import { caseLines, layOutPrompt } from "../judge-prompt.ts";
import type { VerifyRequest } from "../verifier.ts";

/** The search for claims, and those of them whose quote stands in the reply they name. */
export interface ClaimSearch extends ReplySearch<Claim> {
  readonly claims: readonly Claim[];
}

const CLAIMS = answerForm(ANSWER_FORMS.claims);

/** One call for what the replies state. A reply that states nothing is not asked about; the claims are voted on. */
export async function extractClaims(
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
        ...caseLines(check, request.scenario, request.rules),
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
