import type { Verdict } from "../../../src/schema/scan/verdict.ts";
import type { ReplyMark, TurnMark } from "../../../src/site/pages/turn-marks.ts";

/** Words for a reply's marks, placed before a check's name. */
export const markWords: Readonly<Record<ReplyMark, string>> = {
  said_wrongly: "Said wrongly",
  left_out: "Left out",
  not_clear: "Not clear",
  partly: "Said in part",
  said: "Said",
  held: "Held",
};

/** Verdict that gives a mark its shape and colour. */
export const markVerdicts: Readonly<Record<ReplyMark, Verdict>> = {
  said_wrongly: "FAIL",
  left_out: "FAIL",
  not_clear: "UNCLEAR",
  partly: "UNCLEAR",
  said: "PASS",
  held: "PASS",
};

/** Sums up all marks on a reply in a word or two; a crossed line comes first. */
export function sumUpMarks(marks: readonly TurnMark[]): {
  readonly mark: ReplyMark | null;
  readonly words: string;
} {
  const [worst] = marks;
  if (worst === undefined) return { mark: null, words: "Nothing judged this reply" };
  const failed = marks.filter(({ mark }) => mark === "said_wrongly" || mark === "left_out");
  const crossing = failed.find(({ gate }) => gate);
  if (crossing !== undefined) return { mark: crossing.mark, words: "Line crossed here" };
  if (failed.length > 0) return { mark: worst.mark, words: "Failed here" };
  if (marks.some(({ mark }) => mark === "not_clear")) return { mark: "not_clear", words: "Not clear" };
  return { mark: worst.mark, words: worst.mark === "partly" ? "Said in part" : "Nothing failed here" };
}
