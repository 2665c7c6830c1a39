import type { SiteMessage, VerdictLane } from "../../../src/schema/site-conversation.ts";
import type { TextSpan } from "../text/cut-text.ts";
import type { QuoteMark } from "../text/marked-text.tsx";

const TONES = { FAIL: "fail", UNCLEAR: "unclear", PASS: "pass", NOT_APPLICABLE: null } as const;

/** Where in a message the quotes of the verdicts stand. What passed is marked only while it is looked at. */
export function quoteSpans(
  lanes: readonly VerdictLane[],
  turn: number,
  role: SiteMessage["role"],
  chosen: string | null,
): readonly TextSpan<QuoteMark>[] {
  return lanes.flatMap(({ mode_id, verdict, evidence }) => {
    const tone = TONES[verdict];
    const isChosen = mode_id === chosen;
    if (tone === null || (tone === "pass" && !isChosen)) return [];
    return evidence.flatMap(({ role: speaker, turn: at, verification: { start, end } }) =>
      speaker === role && at === turn && start !== undefined && end !== undefined
        ? [{ start, end, mark: { id: mode_id, tone, chosen: isChosen } }]
        : [],
    );
  });
}
