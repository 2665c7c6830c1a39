import type { HitContext } from "./hit-context.ts";
import { isCapitalIn } from "./is-capital-in.ts";
import { nearestSubject } from "./nearest-subject.ts";
import { beforeOwnSubject } from "./own-subject.ts";
import { REPORT_BEGINS, REPORT_ENDS } from "./reporting.ts";

/** Inside quotation marks, or given as what somebody other than the speaker says. */
export function isQuoted(context: HitContext): boolean {
  const { normalized, hit, sentenceBefore, sentenceAfter } = context;
  const quoted = context.quoted().some(
    (range) =>
      range.start <= hit.start &&
      range.end >= hit.end &&
      // Marks around a whole message quote nobody.
      !(range.start <= 1 && range.end >= normalized.text.length - 2),
  );
  if (quoted || REPORT_ENDS.test(sentenceAfter)) return true;
  const report = REPORT_BEGINS.exec(beforeOwnSubject(sentenceBefore));
  if (report === null) return false;
  return nearestSubject(report[1] ?? "", isCapitalIn(context)) !== "first";
}
