import type { Confidence } from "../../../src/schema/review-label.ts";

import { TakeBack } from "./take-back.tsx";

export const CONFIDENCE_STEPS = ["low", "medium", "high"] as const satisfies readonly Confidence[];

interface ConfidenceChoiceProps {
  readonly chosen: Confidence | null;
  readonly onChoose: (confidence: Confidence | null) => void;
}

export function ConfidenceChoice({ chosen, onChoose }: ConfidenceChoiceProps) {
  return (
    <fieldset>
      <legend className="label">
        How sure are you?
        {chosen !== null && <TakeBack what="how sure" onTakeBack={() => onChoose(null)} />}
      </legend>
      <div className="flex flex-wrap gap-x-5">
        {CONFIDENCE_STEPS.map((step) => (
          <label key={step} className="inline-flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name="confidence"
              className="size-5"
              checked={chosen === step}
              onChange={() => onChoose(step)}
            />
            {step}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
