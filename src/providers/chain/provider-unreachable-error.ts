import { ExitCode } from "../../kernel/exit-code.ts";
import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** Nobody answers at a provider's address, or its certificate is not trusted. */
export class ProviderUnreachableError extends ModelUnavailableError {
  readonly code = "IB_PROVIDER_UNREACHABLE";
  override readonly exitCode = ExitCode.couldNotBeDone;

  constructor(modelId: string, reason: string) {
    super(`${modelId} cannot be reached: ${reason}`, {
      hint: "Check the address and the network; behind a proxy set HTTPS_PROXY, for a certificate authority of your own NODE_EXTRA_CA_CERTS. Everything so far is kept: continue with --resume.",
    });
  }
}
