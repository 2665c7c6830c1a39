import { ExitCode } from "../../kernel/exit-code.ts";
import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** A provider turned a call away for a reason that no retry mends: the key, the model's name, or a spent quota. */
export class ProviderRefusedError extends ModelUnavailableError {
  readonly code = "IB_PROVIDER_REFUSED";
  override readonly exitCode = ExitCode.couldNotBeDone;

  /** What the provider said must be redacted. */
  constructor(refusal: { readonly modelId: string; readonly said: string; readonly hint: string }) {
    super(`${refusal.modelId} cannot be asked: ${refusal.said}`, {
      hint: `${refusal.hint} Everything so far is kept: continue with --resume.`,
    });
  }
}
