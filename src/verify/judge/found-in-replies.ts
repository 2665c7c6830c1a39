/** Result of a search through all replies, for one check. */
import type { Decision } from "../../domain/votes.ts";
import type { Check } from "../../schema/corpus/check.ts";
import type { Transcript } from "../../schema/run/transcript.ts";
import type { SweepAnswer } from "../../schema/scan/judge-protocol.ts";
import { SCORER_RESULT_VERSION, type ScorerResult } from "../../schema/scan/scorer-result.ts";
import type { EvidenceSpan, VoidCause } from "../../schema/scan/verdict.ts";
import { evidenceSpan } from "../../text/quotes/quote-ladder.ts";
import type { TranscriptWindow } from "../../text/windows/transcript-windows.ts";
import type { JudgePanel } from "./judge-panel.ts";

/** Result of a search through all replies. It decides the replies that it does not name; named ones go to the vote. */
export interface ReplySearch<Item> extends Decision {
  readonly window: TranscriptWindow;
  /** Items named by the judge, in its order, with the quote located. */
  readonly found: readonly { readonly item: Item; readonly evidence: EvidenceSpan }[];
  readonly result: ScorerResult;
}

export type Act = SweepAnswer["findings"][number];

/** Acts that the search named for one check; the replies of these turns go to the vote. */
export interface ActSearch extends ReplySearch<Act> {
  readonly turns: ReadonlySet<number>;
}

/** Result of an unreliable answer: undecided, never a pass. */
export const UNRELIABLE = {
  verdict: "UNCLEAR",
  confidence: 0,
  adjudicationRequired: false,
  cause: "sweep_failed",
} as const satisfies Decision;

/** Result of a search: the named items, or the reason why it is unknown. */
export type Searched<Item> =
  | { readonly ok: true; readonly answer: readonly Item[] }
  | { readonly ok: false; readonly voidCause: VoidCause | "nonce_in_text" };

/** Returns the items that a search named for one check, with located quotes, and the row that records them. */
export function searchedFor<Item extends { readonly turn: number; readonly quote: string }>(input: {
  readonly check: Check;
  readonly transcript: Transcript;
  readonly panel: JudgePanel;
  readonly window: TranscriptWindow;
  readonly answered: Searched<Item>;
  readonly rationaleOf: (item: Item) => string;
}): Pick<ReplySearch<Item>, "found" | "result"> {
  const { answered, window } = input;
  const found = (answered.ok ? answered.answer : []).map((item) => ({
    item,
    evidence: evidenceSpan({
      quote: item.quote,
      turn: item.turn,
      rationale: input.rationaleOf(item),
      messages: window.messages,
      elseTurn: item.turn,
      tests: input.panel.tests,
    }),
  }));
  const answer = answered.ok ? found.length : null;
  return {
    found,
    result: {
      schema_version: SCORER_RESULT_VERSION,
      transcript_id: input.transcript.header.transcript_id,
      scorer: "sweep",
      question_id: input.check.id,
      window: { first_turn: window.first_turn, last_turn: window.last_turn },
      answer,
      evidence: found.map(({ evidence }) => evidence),
      details: { votes: [answer], ...(answered.ok ? {} : { cause: answered.voidCause }) },
    },
  };
}
