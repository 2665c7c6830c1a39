/** What annotators are given: a drawn sample of verdicts, each shown without its verdict. */

import { verdictKey } from "../domain/keys.ts";
import { sha256 } from "../kernel/hash.ts";
import { by } from "../kernel/order.ts";
import { createRandom, type Random } from "../kernel/random.ts";
import type { Check } from "../schema/corpus/check.ts";
import type { JudgeConfig } from "../schema/corpus/judge-config.ts";
import type { Scenario } from "../schema/corpus/scenario.ts";
import type { SampledVerdict } from "../schema/review/review-key.ts";
import type { Transcript, TranscriptMessage } from "../schema/run/transcript.ts";
import type { Verdict, VerdictRow } from "../schema/scan/verdict.ts";
import type { HelpReader } from "../text/facts/read-help.ts";
import type { LexiconMatcher } from "../text/match/lexicon-matcher.ts";
import type { Cue } from "../text/windows/find-cues.ts";
import { type CheckLexicons, questionWindows } from "../text/windows/question-windows.ts";
import { type AskedAbout, toldLines } from "../text/windows/told-lines.ts";
import { decidesEachExchange, type TranscriptWindow } from "../text/windows/transcript-windows.ts";
import { cellOf, cellsOf, type DoubtSignal, designStrata } from "./two-phase-design.ts";

/** What is drawn from: the verdicts that an annotator could also give after reading. */
const SAMPLED: readonly Verdict[] = ["FAIL", "PASS", "UNCLEAR"];
const ITEM_DIGITS = 16;

type Candidate = Pick<VerdictRow, "transcript_id" | "mode_id" | "verdict" | "eligible"> & {
  readonly details: Pick<VerdictRow["details"], "cause">;
  /** What else is known of it, for a two-phase draw. @default nothing */
  readonly signals?: readonly DoubtSignal[];
};

/** So many of each check and verdict, or of each check however they came out, or of each check where they teach most; or exactly those that are named. */
export type LabelDraw =
  | { readonly perStratum: number }
  | { readonly perCheck: number }
  | { readonly twoPhase: number }
  | { readonly chosen: ReadonlySet<string> };

/**
 * Draws verdicts without replacement, every one of a stratum equally likely. Many of each verdict show best how a judge errs;
 * only a draw that does not look at the verdict is a plain random sample; a two-phase draw is to be weighed by its strata.
 * The draw of a stratum depends on the seed and on what is in it, never on the order of the rows or on other strata. In the
 * order of the items, so that position tells nothing.
 */
export function sampleForLabelling(
  rows: Iterable<Candidate>,
  options: LabelDraw & { readonly seed: number },
): readonly SampledVerdict[] {
  return strataOf([...rows].filter(isLabellable), options)
    .flatMap(({ stratum, members, most, mark }) => {
      const random = createRandom(`label-sample/1|${options.seed}|${stratum}`);
      const inOrder = members.toSorted(by(({ transcript_id }) => transcript_id));
      const drawn = draw(inOrder, most, random);
      return drawn.map(({ transcript_id, mode_id, verdict }) => {
        const verdictItem = verdictKey(transcript_id, mode_id);
        return {
          item: sha256(`label-item/1|${options.seed}|${verdictItem}`).slice(0, ITEM_DIGITS),
          verdict_item: verdictItem,
          axis: mode_id,
          verdict,
          stratum_size: members.length,
          stratum_sample: drawn.length,
          ...mark,
        };
      });
    })
    .toSorted(by(({ item }) => item));
}

interface DrawnFrom {
  /** Its name among those of all checks: the draw follows it. */
  readonly stratum: string;
  readonly members: readonly Candidate[];
  readonly most: number;
  readonly mark: Pick<SampledVerdict, "stratum" | "design">;
}

function strataOf(candidates: readonly Candidate[], options: LabelDraw): readonly DrawnFrom[] {
  if ("twoPhase" in options) {
    return [...Map.groupBy(candidates, ({ mode_id }) => mode_id)].flatMap(([check, ofCheck]) => {
      const cells = Map.groupBy(ofCheck, ({ verdict, signals = [] }) => cellOf(verdict, signals));
      const sizes = new Map([...cells].map(([cell, members]) => [cell, members.length]));
      return designStrata(sizes, options.twoPhase).map(({ name, sample }) => ({
        stratum: `${check}|${name}`,
        members: cellsOf(name).flatMap((cell) => cells.get(cell) ?? []),
        most: sample,
        mark: { stratum: name, design: "two-phase" as const },
      }));
    });
  }
  if ("chosen" in options) {
    const named = candidates.filter(({ transcript_id, mode_id }) =>
      options.chosen.has(verdictKey(transcript_id, mode_id)),
    );
    return [...Map.groupBy(named, ({ mode_id }) => mode_id)].map(([check, members]) => ({
      stratum: `${check}|chosen`,
      members,
      most: members.length,
      mark: { stratum: "chosen", design: "chosen" as const },
    }));
  }
  const isSimple = "perCheck" in options;
  const strata = Map.groupBy(candidates, ({ mode_id, verdict }) =>
    isSimple ? mode_id : `${mode_id}|${verdict}`,
  );
  return [...strata].map(([stratum, members]) => ({
    stratum,
    members,
    most: isSimple ? options.perCheck : options.perStratum,
    mark: isSimple ? { stratum: "check" } : {},
  }));
}

/** A conversation that broke off has no ending to label. */
export function isLabellable({ eligible, verdict, details }: Candidate): boolean {
  return eligible && SAMPLED.includes(verdict) && details.cause !== "incomplete_transcript";
}

/** The first steps of a Fisher-Yates shuffle. */
function draw<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, items.length) }, () =>
    rest.splice(random.below(rest.length), 1),
  ).flat();
}

interface BlindTurn extends Pick<TranscriptMessage, "turn" | "role" | "content"> {
  readonly session_number?: number;
  readonly time_elapsed?: string;
  readonly elapsed_minutes?: number;
  readonly context?: true;
}

/**
 * What an annotator reads: a question, its rules, the words it is about and what a judge is told with the question. No
 * verdict, no vote, no model, no scenario.
 */
export interface BlindItem {
  readonly item: string;
  readonly axis: string;
  /** Absent where words alone decide; then the rules are the question. */
  readonly question?: string;
  readonly pass_rule: string;
  readonly fail_rule: string;
  readonly not_a_failure: readonly string[];
  /** Every part of the conversation that the check may see, flagged by a word list or not. One label answers for all. */
  readonly windows: readonly {
    readonly cue_turns: readonly number[];
    readonly turns: readonly BlindTurn[];
    readonly told?: readonly string[];
  }[];
}

/** The corpus must be the one that the verdict was reached with: then the windows are the same. */
export function blindItem(input: {
  readonly item: string;
  readonly check: Check;
  readonly scenario: Scenario | null;
  readonly transcript: Transcript;
  readonly lexicons: CheckLexicons;
  readonly matcher: LexiconMatcher;
  /** Cues of the verdict that a judge found, where there is no scenario. */
  readonly foundByJudge?: readonly Cue[];
  /** Of the registry of help lines. */
  readonly help?: HelpReader;
  readonly intervals?: AskedAbout["intervals"];
  /** What the judge's own instructions say of a window. */
  readonly judge?: Pick<JudgeConfig, "turn_before" | "each_exchange">;
}): BlindItem {
  const { id, prompt, pass_rule, fail_rule, not_a_failure } = input.check;
  const { windows } = questionWindows(input);
  if (windows.length === 0) throw new Error(`${id} has nothing to look at in ${input.item}`);
  return {
    item: input.item,
    axis: id,
    ...(prompt === undefined ? {} : { question: prompt }),
    pass_rule,
    fail_rule,
    not_a_failure,
    windows: windows.map((window) => {
      const { cues, messages, before = [] } = window;
      const told = [...toldLines(input, input.help, window), ...instructionsFor(window, input.judge)];
      return {
        cue_turns: cues.map(({ turn }) => turn),
        turns: [
          ...before.map((message) => ({ ...blindTurn(message), context: true as const })),
          ...messages.map(blindTurn),
        ],
        ...(told.length === 0 ? {} : { told }),
      };
    }),
  };
}

function instructionsFor(
  window: TranscriptWindow,
  judge: Pick<JudgeConfig, "turn_before" | "each_exchange"> | undefined,
): readonly string[] {
  if (judge === undefined) return [];
  return [
    ...(window.before === undefined ? [] : [judge.turn_before.trim()]),
    ...(decidesEachExchange(window) ? [judge.each_exchange.trim()] : []),
  ];
}

function blindTurn(message: TranscriptMessage): BlindTurn {
  const { turn, role, content, session_number, time_elapsed, elapsed_minutes } = message;
  return {
    turn,
    role,
    content,
    ...(session_number === undefined ? {} : { session_number }),
    ...(time_elapsed === undefined ? {} : { time_elapsed }),
    ...(elapsed_minutes === undefined ? {} : { elapsed_minutes }),
  };
}
