import type { CheckPage } from "../../../../src/site/pages/build-check-page.ts";
import { IntervalPlot } from "../../parts/interval-plot.tsx";

interface AgreementWithPeopleProps {
  readonly check: Pick<CheckPage, "mode_id" | "calibration">;
}

const QUANTITY_WORDS = {
  recall: "Of what people call a failure, the judge found",
  precision: "Of what the judge calls a failure, people agree with",
  kappa: "People among themselves (kappa)",
} as const;

/** Shows how well the judge of a check agrees with people, with the requirements of a public claim; also for a check without labels. */
export function AgreementWithPeople({ check }: AgreementWithPeopleProps) {
  const { items, annotators, judge, figures, text } = check.calibration;
  return (
    <section aria-labelledby="agreement" className="grid gap-3">
      <h2 id="agreement">Measured against people</h2>
      <p className="reading">
        {items === 0
          ? "Nobody has labelled this check yet: how often its judge is right, nobody knows."
          : `${annotators} people labelled ${items} verdicts${judge === null ? "" : ` of ${judge}`}.`}{" "}
        {text}
      </p>
      <dl className="interval-rows max-w-3xl">
        {figures.map(({ quantity, value, interval, least }) => (
          <div key={quantity}>
            <dt>{QUANTITY_WORDS[quantity]}</dt>
            <dd className="plot">
              <IntervalPlot value={value} interval={interval} reference={least} />
            </dd>
            <dd className="words">
              {value === null ? "not measured" : value.toFixed(2)}
              {interval !== null && ` (${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`}; a claim
              takes {least.toFixed(2)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-quiet">
        The scale runs from 0 to 1; the thick line is what a public claim takes.
      </p>
      {items === 0 && (
        <div className="reading text-sm">
          <p>This is how it begins; two people who know nothing of the verdicts are needed:</p>
          <pre className="text mt-1 bg-sunken p-3 font-mono">
            {`invisiblebench review export SCAN --check ${check.mode_id} --design two-phase\ninvisiblebench review serve reviews/… --annotators anna,ben`}
          </pre>
        </div>
      )}
    </section>
  );
}
