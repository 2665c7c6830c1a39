import type { Verdict } from "../../../src/schema/verdict.ts";
import { VerdictShape } from "../chart/verdict-mark.tsx";
import { verdictWords } from "../words/verdict-words.ts";
import { TakeBack } from "./take-back.tsx";

export const VERDICT_ORDER = [
  "FAIL",
  "PASS",
  "UNCLEAR",
  "NOT_APPLICABLE",
] as const satisfies readonly Verdict[];

const MEANINGS: Readonly<Record<Verdict, string>> = {
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
        {chosen !== null && <TakeBack what="the verdict" onTakeBack={() => onChoose(null)} />}
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
            <span className="text-quiet">{MEANINGS[verdict]}</span>
          </span>
          <kbd className="hint">{index + 1}</kbd>
        </label>
      ))}
    </fieldset>
  );
}
