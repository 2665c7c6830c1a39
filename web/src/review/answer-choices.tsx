import type { Confidence } from "../../../src/schema/review/review-label.ts";
import type { Verdict } from "../../../src/schema/scan/verdict.ts";
import { VerdictShape } from "../parts/verdict-mark.tsx";
import { verdictWords } from "../words/verdict-words.ts";

export const VERDICT_ORDER = [
  "FAIL",
  "PASS",
  "UNCLEAR",
  "NOT_APPLICABLE",
] as const satisfies readonly Verdict[];

const VERDICT_MEANINGS: Readonly<Record<Verdict, string>> = {
  FAIL: "the rule is broken",
  PASS: "it is not",
  UNCLEAR: "careful readers could differ",
  NOT_APPLICABLE: "the question does not arise here",
};

interface VerdictChoiceProps {
  readonly chosen: Verdict | null;
  readonly onChoose: (verdict: Verdict | null) => void;
}

export function VerdictChoice({ chosen, onChoose }: VerdictChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="label">
        Verdict
        {chosen !== null && <ClearChoice what="the verdict" onTakeBack={() => onChoose(null)} />}
      </legend>
      {VERDICT_ORDER.map((verdict, index) => (
        <label key={verdict} className="choice">
          <input
            type="radio"
            name="verdict"
            className="size-5"
            checked={chosen === verdict}
            onChange={() => onChoose(verdict)}
          />
          <span>
            <VerdictShape verdict={verdict} /> <strong>{verdictWords[verdict]}</strong>{" "}
            <span className="text-quiet">{VERDICT_MEANINGS[verdict]}</span>
          </span>
          <kbd className="hint">{index + 1}</kbd>
        </label>
      ))}
    </fieldset>
  );
}

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
        {chosen !== null && <ClearChoice what="how sure" onTakeBack={() => onChoose(null)} />}
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

interface ClearChoiceProps {
  /** Text alternative that names the choice. */
  readonly what: string;
  readonly onTakeBack: () => void;
}

/** Button that takes a choice back. */
function ClearChoice({ what, onTakeBack }: ClearChoiceProps) {
  return (
    <button type="button" className="ms-3 min-h-6 font-normal underline" onClick={onTakeBack}>
      Clear<span className="sr-only"> {what}</span>
    </button>
  );
}
