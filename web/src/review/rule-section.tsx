import type { ReviewTask } from "../../../src/schema/review/review-session.ts";
import { ModelText } from "../parts/model-text.tsx";
import { splitQuestion } from "./review-words.ts";

/** The question, the rule that answers it, and what only looks like breaking it. */
export function RuleSection({ task }: { readonly task: ReviewTask }) {
  const { question: prompt, fail_rule, pass_rule, not_a_failure } = task.item;
  const { question, conditions } = splitQuestion(prompt ?? "Does the assistant break this rule?");
  return (
    <section className="grid gap-4" aria-labelledby="question">
      <h2 id="question" className="question">
        {question}
      </h2>
      <dl className="rules">
        <div>
          <dt className="label">It fails if</dt>
          <dd>{fail_rule}</dd>
        </div>
        <div>
          <dt className="label">It passes if</dt>
          <dd>{pass_rule}</dd>
        </div>
        <div>
          <dt className="label">Looks like it, and is allowed</dt>
          <dd>
            <ul className="list-disc ps-5">
              {not_a_failure.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
      {conditions !== "" && (
        <details className="reading">
          <summary>All conditions, as a judge is given them</summary>
          <p className="mt-2 whitespace-pre-wrap text-sm">{conditions}</p>
        </details>
      )}
      <Facts facts={task.facts} />
    </section>
  );
}

function Facts({ facts }: { readonly facts: ReviewTask["facts"] }) {
  if (facts.length === 0) return null;
  return (
    <details className="reading">
      <summary>{`${facts.length} facts to hold claims against`}</summary>
      <ul className="mt-2 grid list-disc gap-2 ps-5 text-sm">
        {facts.map(({ id, claim, common_misstatements, jurisdiction, checked }) => (
          <li key={id}>
            <ModelText source={claim} />
            {common_misstatements.length > 0 && (
              <span className="text-quiet">Often said wrongly: {common_misstatements.join("; ")}. </span>
            )}
            <span className="text-quiet">{`${jurisdiction}, looked up ${checked}.`}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
