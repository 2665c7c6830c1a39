/** How a command ends whose judge lost something: it says what, how to ask again and for how much, and exits 3. */
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
  /** The last ones of the command; none where every question has its answer. */
  readonly lines: readonly string[];
  /** For `--json`, beside the counts. */
  readonly ask_again?: {
    readonly command: string;
    /** `null` where the judge's price is unknown. */
    readonly expected_usd: number | null;
  };
}

/**
 * @param lost nothing after a dry run
 * @param command that finds the same work again, where it is none that continues it
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
