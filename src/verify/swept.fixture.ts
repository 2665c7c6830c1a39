import { isOwnAct } from "../domain/scenarios.ts";
import { compileLexicons } from "../text/match/lexicon-matcher.ts";
import { shippedWords } from "../text/shipped-words.fixture.ts";
import type { JudgePanel } from "./judge/judge-panel.ts";
import { requireSweep, sweepReplies } from "./judge/sweep-replies.ts";
import type { CheckFinding, VerifyRequest } from "./verifier.ts";
import { createVerifiers } from "./verifiers.ts";
import { lexicon } from "./verify.fixture.ts";

/** One check after the search through all replies, as in a thorough scan. */
export async function verifySwept(
  request: VerifyRequest,
  panel: JudgePanel | null,
  adjudicator: JudgePanel | null = null,
): Promise<CheckFinding> {
  const { check, transcript } = request;
  const never = new AbortController().signal;
  const checks = isOwnAct(check) ? [check] : [];
  const called = new Set([check.id]);
  const sweep =
    panel === null
      ? undefined
      : (await sweepReplies({ transcript, checks, called, panel }, never)).get(check.id);
  const finding = await verifyWith(
    { ...request, ...(sweep === undefined ? {} : { sweep }) },
    panel,
    adjudicator,
  );
  const scorerResults = sweep === undefined ? [] : [sweep.result];
  return { ...requireSweep(finding, sweep), scorerResults };
}

/** One check, with the words and the judges of a test. */
export function verifyWith(
  request: VerifyRequest,
  panel: JudgePanel | null,
  adjudicator: JudgePanel | null = null,
): Promise<CheckFinding> {
  const verifiers = createVerifiers({
    matcher: compileLexicons([lexicon], shippedWords),
    lexicons: new Map([[lexicon.name, lexicon]]),
    panel,
    adjudicator,
  });
  return verifiers[request.check.routing.route].verify(request, new AbortController().signal);
}
