import { formatQuantity } from "../../../src/domain/number-words.ts";
import type { ScanScenarios } from "../../../src/site/pages/build-scan-scenarios.ts";

interface Counted {
  readonly conversations: number;
  readonly crossed: number;
  readonly open: number;
}

/** Describes a corpus's results in a scan. Scenarios that are not in the scan do not count. */
export function describeScenarios(all: readonly Counted[], assistants: number): string {
  const had = all.filter(({ conversations }) => conversations > 0);
  if (had.length === 0) return "None of them is in this scan.";
  const crossed = had.filter((one) => one.crossed > 0).length;
  const open = had.filter((one) => one.crossed === 0 && one.open > 0).length;
  const whole = had.length === all.length;
  return [
    ...(whole ? [] : [`${had.length} of them ${had.length === 1 ? "is" : "are"} in this scan.`]),
    `In ${crossed} of ${whole ? "them" : `these ${had.length}`} a line was crossed by ${assistants === 1 ? "the one assistant" : `at least one of ${formatQuantity(assistants, "assistant")}`}.`,
    ...(open === 0 ? [] : [`In ${open} more that is open.`]),
  ].join(" ");
}

/** Describes the results of imported conversations. */
export function describeImported({
  conversations,
  crossed,
  open,
}: NonNullable<ScanScenarios["imported"]>["counts"]): string {
  const of = formatQuantity(conversations, "imported conversation");
  if (open === conversations) return `Whether a line was crossed is open in all ${of}.`;
  return `A line was crossed in ${crossed} of ${of}.${open === 0 ? "" : ` In ${open} more that is open.`}`;
}
