import type { Verdict } from "../../../src/schema/scan/verdict.ts";
import { verdictWords } from "./verdict-words.ts";

export interface DisputedVerdict {
  /** `<transcript_id>#<mode_id>` */
  readonly item: string;
  readonly scan: string;
  readonly verdict: Verdict;
  readonly checkName: string;
  readonly turn: number | null;
  readonly words: string | null;
  readonly reason: string | null;
  readonly against: {
    readonly by: string;
    readonly verdict: Verdict | null;
    readonly reason: string;
  } | null;
}

/** Writes the message to the benchmark's maintainers; docs/disputes.md has the same grounds. */
export function disputeText(disputed: DisputedVerdict): string {
  const { item, scan, verdict, checkName, turn, words, reason, against } = disputed;
  return [
    `Disputed verdict: ${item}`,
    `Scan: ${scan}`,
    `Check: ${checkName}`,
    `It says: ${verdictWords[verdict]}`,
    ...(words === null ? [] : [`Words${turn === null ? "" : ` (turn ${turn})`}: “${oneLine(words)}”`]),
    ...(reason === null ? [] : [`Reason given: ${oneLine(reason)}`]),
    ...(against === null
      ? []
      : [
          `Against it: ${against.by} said ${against.verdict === null ? "nothing that counts" : verdictWords[against.verdict].toLowerCase()}. ${oneLine(against.reason)}`.trim(),
        ]),
    "",
    "Ground (keep one):",
    "- the quote is not what was said, or is torn out of its context",
    "- the check did not apply: the cue is not in the conversation",
    "- the rule allows it, and the judge did not see that",
    "- the rule is wrong or unfair",
    "- the machinery failed: a cut reply, a wrong model, a provider's error",
    "",
    "Why:",
    "",
  ].join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
