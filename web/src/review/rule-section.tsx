import type { ReviewTask } from "../../../src/schema/review/review-session.ts";
import { ModelText } from "../parts/model-text.tsx";
import { splitQuestion } from "./review-words.ts";

type TaskProps = { readonly task: ReviewTask };

function promptOf({ item }: ReviewTask) {
  return splitQuestion(item.question ?? "Does the assistant break this rule?");
}

export function RuleQuestion({ task }: TaskProps) {
  return <h2 className="question">{promptOf(task).question}</h2>;
}

/** The rule for the question and its look-alikes, next to the conversation. */
export function RuleSection({ task, isKnown }: TaskProps & { readonly isKnown: boolean }) {
  const { fail_rule, pass_rule, not_a_failure } = task.item;
  const { conditions } = promptOf(task);
  const alike = (
    <ul className="list-disc ps-5">
      {not_a_failure.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <section className="rule-section" aria-label="The rule">
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
            {isKnown ? (
              <details>
                <summary>{`${not_a_failure.length} cases, which you have met`}</summary>
                {alike}
              </details>
            ) : (
              alike
            )}
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
