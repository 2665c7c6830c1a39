import { ModelUnavailableError } from "../model-unavailable-error.ts";

/** A product answered, but its reply does not stand where it was said to stand. */
export class ReplyPathError extends ModelUnavailableError {
  readonly code = "IB_REPLY_PATH";

  constructor(details: { readonly modelId: string; readonly path: string; readonly reason: string }) {
    super(`${details.modelId} answered, but its reply is not at ${details.path}: ${details.reason}.`, {
      hint: "For http/json, correct `reply_path` of `http_harness` in the config file; then continue with --resume.",
    });
  }
}
