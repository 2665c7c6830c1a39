import { formatName } from "../../../../src/domain/dimensions.ts";
import type { ContestedVerdict } from "../../../../src/site/pages/build-contested.ts";
import { useCheckBrief } from "../../data/use-chunk.ts";
import { CopyText, Fold } from "../../parts/boxes.tsx";
import { DecisionStrips } from "../../parts/decision-strip.tsx";
import { CheckLink, ConversationLink } from "../../parts/links.tsx";
import { MarkedText, ModelText } from "../../parts/model-text.tsx";
import { VerdictMark } from "../../parts/verdict-mark.tsx";
import { disputeText } from "../../words/dispute-text.ts";
import { severityWords, verdictWords } from "../../words/verdict-words.ts";
import { contestedStrips } from "./contested-strips.ts";

interface ContestedItemProps {
  readonly row: ContestedVerdict;
  readonly kindWords: readonly string[];
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** One contested verdict: the result, the differing answers, and the possible next steps. */
export function ContestedItem({ row, kindWords, isChosen, onToggle }: ContestedItemProps) {
  const { scan, conversation, mode_id, model_id, title, turn, severity, verdict, words, reason, against } =
    row;
  const check = useCheckBrief(mode_id);
  const checkName = `${mode_id} ${formatName(check?.name ?? "")}`;
  return (
    <li className="grid gap-2 border-t border-rule py-4">
      <p className="text-sm">
        <CheckLink scan={scan} checkId={mode_id} named />
        <span className="text-quiet">
          {` · ${severityWords[severity]} · `}
          <bdi>{model_id}</bdi>
          {` · ${kindWords.join(", ")}`}
        </span>
      </p>
      <p className="text-sm">
        <VerdictMark verdict={verdict} />
        <span className="text-quiet"> as it stands</span>
      </p>
      <DecisionStrips strips={contestedStrips(row)} />
      {words !== null && (
        <blockquote className="border-s-2 border-edge ps-3">
          <ModelText source={words} />
        </blockquote>
      )}
      {reason !== null && (
        <p className="text text-sm" dir="auto">
          <span className="label">{verdict === "UNCLEAR" ? "For a failure: " : "Reason: "}</span>
          <MarkedText source={reason} />
        </p>
      )}
      {against !== null && (
        <p className="text text-sm" dir="auto">
          <span className="label">
            {verdict === "UNCLEAR" ? "Beside it: " : "Against it: "}
            <bdi>{against.by}</bdi>
          </span>
          {`, ${against.verdict === null ? "void" : verdictWords[against.verdict].toLowerCase()}: `}
          <MarkedText source={against.reason} />
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <ConversationLink
          scan={scan}
          conversation={conversation}
          checkId={mode_id}
          className="inline-block min-h-6"
        >
          {title}
          {turn !== null && `, turn ${turn}`}
        </ConversationLink>
        {row.labellable && (
          <button type="button" className="control text-sm" aria-pressed={isChosen} onClick={onToggle}>
            {isChosen ? "In the next review batch" : "Put into the next review batch"}
            <span className="sr-only">{`: ${mode_id}, ${model_id}, ${title}`}</span>
          </button>
        )}
      </div>
      <div className="screen-only">
        <Fold summary={<span className="text-sm">Dispute it</span>}>
          {() => (
            <CopyText
              label="Text of a dispute, to send with your reason"
              text={disputeText({ ...row, checkName })}
              rows={12}
            />
          )}
        </Fold>
      </div>
    </li>
  );
}
