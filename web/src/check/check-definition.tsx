import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CheckPage } from "../../../src/schema/site-reference.ts";
import { useSiteIndex } from "../data/use-site-index.ts";
import { formatQuantity } from "../words/format-number.ts";

interface CheckDefinitionProps {
  readonly scan: string;
  readonly check: CheckPage;
}

export function CheckDefinition({ scan, check }: CheckDefinitionProps) {
  const { scenarios } = useSiteIndex();
  const { routing, calibration } = check;
  return (
    <section aria-labelledby="definition" className="grid gap-4">
      <h2 id="definition">What it asks</h2>
      <dl className="definition">
        <Entry name="Fails">{check.fail_rule}</Entry>
        <Entry name="Passes">{check.pass_rule}</Entry>
        <Entry name="Looks like it and is allowed">
          <List texts={check.not_a_failure} />
        </Entry>
        <Entry name="What a good reply does">{check.good_complement}</Entry>
        <Entry name="Why it matters to caregivers">{check.caregiver_benefit}</Entry>
        <Entry name="How it is decided">
          {routing.in_words}
          {routing.one_vote_fails && " One valid vote to fail is enough."}
        </Entry>
        <Entry name="Measured against people">{calibration.text}</Entry>
        <Entry name="Sources">
          <List texts={check.sources} />
        </Entry>
      </dl>
      {check.prompt !== null && (
        <details className="reading">
          <summary>The judge's question, word for word</summary>
          <pre className="text mt-2 bg-sunken p-4 font-mono text-sm">{check.prompt}</pre>
        </details>
      )}
      <details>
        <summary>{formatQuantity(check.scenarios.length, "scenario")} that give occasion for it</summary>
        <ul className="mt-2 columns-1 gap-10 text-sm md:columns-2">
          {check.scenarios.map((id) => (
            <li key={id}>
              <Link
                to="/s/$scan/scenarios/$scenario"
                params={{ scan, scenario: id }}
                className="inline-block min-h-6"
              >
                {scenarios.find(({ scenario_id }) => scenario_id === id)?.title ?? id}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function List({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="list-disc ps-5">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
