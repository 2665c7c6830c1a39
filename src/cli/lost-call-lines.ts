/** Ends a command whose judge has failed calls: names them, how to retry and at what price, and exits 3. */
import { describeLostQuestions } from "../domain/evidence-words.ts";
import { lostQuestions } from "../domain/losses.ts";
import { formatUsd } from "../domain/number-words.ts";
import { ExitCode } from "../kernel/errors.ts";
import { estimateWork } from "../measure/work-estimate.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";
import type { Losses } from "../schema/scan/seal.ts";
import { retryingLost } from "./command-line.ts";
import type { CliContext } from "./context.ts";

interface ToldLosses {
  /** Last lines of the command; empty if no call failed. */
  readonly lines: readonly string[];
  /** For `--json`, together with the counts. */
  readonly ask_again?: {
    readonly command: string;
    /** `null` if the judge's price is unknown. */
    readonly expected_usd: number | null;
  };
}

/**
 * @param lost absent after a dry run
 * @param command command that finds the same work again, if it does not continue it
 */
export function lostCallLines(
  context: CliContext,
  { plan, lost }: { readonly plan: ScanPlan; readonly lost: Losses | null | undefined },
  command = context.resumeCommand(),
): ToldLosses {
  const questions = lost == null ? 0 : lostQuestions(lost);
  if (lost == null || questions === 0) return { lines: [] };
  context.setExitCode(ExitCode.incomplete);
  const lines = describeLostQuestions({ lost });
  if (command === undefined) return { lines };
  const again = retryingLost(command);
  const { cost_usd, unpriced } = estimateWork(
    { run: null, scan: plan },
    { scan: { lostQuestions: questions } },
  );
  const usd = unpriced.length === 0 ? cost_usd.expected : null;
  const price = usd === null ? " (price unknown)" : usd === 0 ? "" : ` (about ${formatUsd(usd)})`;
  return {
    lines: [...lines, `Ask again${price}: ${again}`],
    ask_again: { command: again, expected_usd: usd },
  };
}
