import { BenchError } from "../../kernel/bench-error.ts";
import { ExitCode } from "../../kernel/exit-code.ts";

/** The next call could take the cost over the ceiling that was set, so it was not sent. */
export class CostCeilingError extends BenchError {
  readonly code = "IB_COST_CEILING";
  override readonly exitCode = ExitCode.costCeiling;
  readonly ceilingUsd: number;
  readonly spentUsd: number;

  constructor(money: { readonly ceilingUsd: number; readonly spentUsd: number; readonly nextUsd: number }) {
    const { ceilingUsd, spentUsd, nextUsd } = money;
    super(
      `The cost ceiling of $${dollars(ceilingUsd)} is reached: $${dollars(spentUsd)} is spent, and the next call could cost up to $${dollars(nextUsd)}.`,
      { hint: "Everything so far is kept. Continue with --resume and a higher --max-cost-usd." },
    );
    this.ceilingUsd = ceilingUsd;
    this.spentUsd = spentUsd;
  }
}

/** Cents, or as many digits as a small amount needs to be seen. */
function dollars(usd: number): string {
  return usd === 0 || usd >= 1 ? usd.toFixed(2) : usd.toPrecision(2);
}
