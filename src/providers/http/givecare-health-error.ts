import { ExitCode } from "../../kernel/exit-code.ts";
import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** GiveCare's own harness did not say that it is ready, so no conversation was begun. */
export class GiveCareHealthError extends ModelUnavailableError {
  readonly code = "IB_GIVECARE_HEALTH";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(reason: string) {
    super(`GiveCare's harness is not ready: ${reason}`, {
      hint: "Check that GIVECARE_SITE_URL is the site's address and that GIVECARE_BENCH_KEY is its benchmark key.",
    });
  }
}
