/** Stands on every report of a simulated scan. */
export const SIMULATED_NOTE = {
  title: "Simulated",
  text: "these assistants and this judge are programs with known behaviour; the results say nothing about any real model.",
} as const;
