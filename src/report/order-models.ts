import type { ModelSummary } from "../schema/summary.ts";

/** Highest share of hard fails first; then what could not be established; a model without a rate comes last. */
export function orderModels(models: readonly ModelSummary[]): readonly ModelSummary[] {
  return models.toSorted(
    (a, b) =>
      (b.hard_fails.rate ?? -1) - (a.hard_fails.rate ?? -1) ||
      open(b) - open(a) ||
      (a.overall.mean ?? 2) - (b.overall.mean ?? 2) ||
      (a.model_id < b.model_id ? -1 : 1),
  );
}

function open({ gates }: ModelSummary): number {
  return gates.safety.not_established + gates.compliance.not_established;
}
