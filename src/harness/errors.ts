import { defineErrors } from "../kernel/define-errors.ts";
import { ExitCode } from "../kernel/errors.ts";

export const harnessErrors = defineErrors({
  /** A model was cancelled while the others of its run went on. */
  IB_MODEL_CANCELLED: (modelId: string) => [
    `${modelId} was cancelled; the others of its run went on.`,
    {
      hint: "Everything so far is kept, and can be continued.",
      canContinue: true,
      exitCode: ExitCode.incomplete,
    },
  ],
});
