import type { WorkEvent } from "../run-context.ts";
import type { RunPlan } from "../schema/run/run-plan.ts";
import type { ScanPlan } from "../schema/scan/scan-plan.ts";

/** How a caller stops what takes long. */
export interface Stoppable {
  /** Ends it: it rejects with the signal's reason, and what was done so far is kept. @default nothing does */
  readonly signal?: AbortSignal;
}

/** How a caller follows and stops work. All of it can be left out. */
export interface Control extends Stoppable {
  /** Told of every call and of every conversation that is done. @default nobody is */
  readonly onEvent?: (event: WorkEvent) => void;
  /** Asked before the first paid call; throws to decline. @default goes on */
  readonly approve?: (plan: RunPlan | ScanPlan) => Promise<void>;
  /** Told as soon as a run has its name, so that an interrupted one can be resumed by it. @default nobody is */
  readonly began?: (runId: string) => void;
}

/** The signal that was given, or one that never comes. */
export function signalOf({ signal }: Stoppable): AbortSignal {
  return signal ?? new AbortController().signal;
}

/** A control with nothing left out. */
export function wholeControl(control: Control): Required<Control> {
  const { onEvent = () => undefined, approve = () => Promise.resolve(), began = () => undefined } = control;
  return { signal: signalOf(control), onEvent, approve, began };
}
