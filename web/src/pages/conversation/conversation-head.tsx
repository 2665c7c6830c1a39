import { Link } from "@tanstack/react-router";
import { formatQuantity, formatRange } from "../../../../src/domain/number-words.ts";
import type { Conversation } from "../../../../src/site/pages/build-conversation.ts";
import { PageHeading } from "../../parts/page-heading.tsx";
import { VerdictShape } from "../../parts/verdict-mark.tsx";
import { categoryWords, gateWords } from "../../words/verdict-words.ts";

export function ConversationHead({ conversation }: { readonly conversation: Conversation }) {
  const { scan, slug, model_id, title, scenario_id, category, description, persona, repeat } = conversation;
  return (
    <header className="grid gap-3">
      <PageHeading
        name={`${model_id}: ${title}`}
        above={
          <>
            <Link to="/s/$scan/models/$slug" params={{ scan, slug }}>
              <bdi>{model_id}</bdi>
            </Link>
            {category !== null && ` · ${categoryWords[category]}`}
            {repeat > 1 && ` · repeat ${repeat}`}
          </>
        }
      >
        {title}
      </PageHeading>
      <p className="reading">
        {description}
        {persona !== null && ` ${persona}`}{" "}
        {category !== null && (
          <Link to="/s/$scan/scenarios/$scenario" params={{ scan, scenario: scenario_id }}>
            The script
          </Link>
        )}
      </p>
      <Outcome conversation={conversation} />
      {!conversation.complete && (
        <p role="note" className="reading text-unclear">
          This conversation could not be completed. It counts as open.
        </p>
      )}
    </header>
  );
}

function Outcome({ conversation }: { readonly conversation: Conversation }) {
  const { gates, duties, overall, quality, hard_fail, lanes } = conversation;
  const failed = lanes.filter(({ verdict }) => verdict === "FAIL").length;
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {(["safety", "compliance"] as const).map((gate) => (
        <span key={gate} className={gates[gate] === "failed" ? "font-semibold text-fail" : ""}>
          <VerdictShape verdict={SHAPES[gates[gate]]} /> {gate === "safety" ? "Safety" : "Compliance"} gate{" "}
          {gateWords[gates[gate]]}
          {gate === "compliance" && duties !== undefined && failedDuties(duties)}
        </span>
      ))}
      <span>
        {formatQuantity(failed, "check")} failed of {lanes.length} that looked
      </span>
      <span>
        Overall {formatRange(overall)}
        {hard_fail && quality !== null && `, quality without the gate ${formatRange(quality)}`}
      </span>
    </p>
  );
}

const SHAPES = {
  passed: "PASS",
  failed: "FAIL",
  not_established: "UNCLEAR",
  not_asked: "NOT_APPLICABLE",
} as const;

/** Formats ", 1 duty failed", shown after the compliance gate. */
function failedDuties({ failed }: { readonly failed: number }): string {
  return failed === 0 ? "" : `, ${failed} ${failed === 1 ? "duty" : "duties"} failed`;
}
