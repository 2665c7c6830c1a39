import { BenchError } from "../kernel/errors.ts";

/** The simulated judge only recognises planted cards: its word on a real transcript would mean nothing. */
export class SimulatedJudgeError extends BenchError {
  readonly code = "IB_SIMULATED_JUDGE";

  constructor(judge: string, transcriptId: string) {
    super(`${judge} refuses ${transcriptId}, which is not simulated.`, {
      hint: 'Judge real transcripts with a real model, or with `profile: "smoke"`.',
    });
  }
}
