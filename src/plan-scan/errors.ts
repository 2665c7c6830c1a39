import { defineErrors } from "../kernel/define-errors.ts";

export const planScanErrors = defineErrors({
  /** The simulated judge recognises only planted cards: its verdict on a real transcript would mean nothing. */
  IB_SIMULATED_JUDGE: (judge: string, transcriptId: string) => [
    `${judge} refuses ${transcriptId}, which is not simulated.`,
    'Judge real transcripts with a real model, or with `profile: "smoke"`.',
  ],
});
