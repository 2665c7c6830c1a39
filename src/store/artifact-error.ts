import { BenchError } from "../kernel/bench-error.ts";

/** Where in a run directory something was read. */
export interface ArtifactPlace {
  readonly path: string;
  readonly line?: number;
}

export function describePlace(place: ArtifactPlace): string {
  return place.line === undefined ? place.path : `${place.path}:${place.line}`;
}

/** A file of a run directory is not what its schema says; the message has the place and the fault. */
export class ArtifactError extends BenchError {
  readonly code = "IB_BAD_ARTIFACT";

  readonly place: ArtifactPlace;

  constructor(place: ArtifactPlace, problem: string, options: ErrorOptions = {}) {
    super(`${describePlace(place)}: ${problem}`, {
      ...options,
      hint: "Restore the file from a copy, or repeat the command that wrote it.",
    });
    this.place = place;
  }
}
