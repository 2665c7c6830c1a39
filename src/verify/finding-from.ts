import type { ModelId } from "../schema/ids.ts";
import type { Adjudication, VerdictWindow } from "../schema/verdict.ts";
import type { TranscriptWindow } from "../text/transcript-windows.ts";
import { worstOf } from "./combine-windows.ts";
import type { JudgedWindow } from "./judge-windows.ts";
import type { Search } from "./search-replies.ts";
import type { Finding } from "./verifier.ts";

/** All that was said about a check's windows as one finding, worst first. A vote's window is its place among them. */
export function findingFrom(
  judged: readonly JudgedWindow[],
  sweep: Search<unknown> | null,
  adjudicator: ModelId | null,
): Finding {
  const parts = sweep === null ? judged : [...judged, sweep];
  const worst = worstOf(parts);
  if (worst === undefined) throw new Error("a check was judged without a window");
  const adjudication = adjudicator && adjudicationIn(judged, adjudicator);
  return {
    verdict: worst.verdict,
    confidence: worst.confidence,
    // Of the winning side only: a losing vote's reasons are not the reasons.
    evidence: judged
      .filter((item) => item.verdict === worst.verdict)
      .flatMap(({ votes, second, verdict }) => {
        const all = second === null ? votes : [...votes, second];
        return all.find((vote) => vote.verdict === verdict)?.evidence ?? [];
      }),
    windows: [
      ...judged.map(({ window, verdict }) => describeWindow(window, verdict)),
      ...(sweep === null ? [] : [{ ...describeWindow(sweep.window, sweep.verdict), sweep: true as const }]),
    ],
    votes: judged.flatMap(({ votes }) => votes),
    adjudicationRequired: judged.some((item) => item.adjudicationRequired),
    ...(worst.cause === undefined ? {} : { cause: worst.cause }),
    ...(adjudication === null ? {} : { adjudication }),
    ...(sweep === null ? {} : { scorerResults: [sweep.result] }),
  };
}

/** A window that words alone could pass. */
export function clearedWindow(window: TranscriptWindow): JudgedWindow {
  const decision = { verdict: "PASS", confidence: 1, adjudicationRequired: false } as const;
  return { window, votes: [], second: null, ...decision };
}

function adjudicationIn(judged: readonly JudgedWindow[], judge: ModelId): Adjudication | null {
  const votes = judged.flatMap(({ second }) => (second === null ? [] : [second]));
  if (votes.length === 0) return null;
  const valid = votes.flatMap(({ verdict }) => (verdict === null ? [] : [{ verdict }]));
  return { judge, verdict: worstOf(valid)?.verdict ?? null, votes };
}

function describeWindow(window: TranscriptWindow, verdict: VerdictWindow["verdict"]): VerdictWindow {
  const [cue] = window.cues;
  return {
    unit: window.unit,
    first_turn: window.first_turn,
    last_turn: window.last_turn,
    ...(cue === undefined ? {} : { cue_turn: cue.turn, cue_source: cue.source }),
    verdict,
  };
}
