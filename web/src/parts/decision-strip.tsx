import type { Verdict } from "../../../src/schema/scan/verdict.ts";
import { verdictWords } from "../words/verdict-words.ts";
import { VerdictShape, VerdictTone } from "./verdict-mark.tsx";

/** One answer in a strip. */
export interface Voice {
  readonly key: string;
  /** Before its mark, such as a person's name; `null` where the place says enough. */
  readonly name: string | null;
  /** null is a void vote. */
  readonly verdict: Verdict | null;
  /** Whose answer it is, for those who do not see where it stands. */
  readonly words: string;
}

export interface Party {
  readonly title: string;
  readonly voices: readonly Voice[];
}

/** Whose answers stand beside a verdict and change nothing about it. */
export const NOT_APPLIED = "people, not yet applied";

/** As labels name what an adjudicator decided; no schema may come along for it. */
const ADJUDICATED = "adjudicated";

/** How a person is called in a strip. */
export function personName(annotator: string): string {
  return annotator === ADJUDICATED ? "decided" : annotator;
}

interface DecisionStripProps {
  readonly parties: readonly Party[];
  /** Which voice is read; without `onOpen` there is nothing to open. */
  readonly open?: string | null;
  readonly onOpen?: (key: string) => void;
}

/** Who said what, side by side: "first judge ✓ ✓ ✕ | second judge ✓ | people anna ✕, decided ✕". */
export function DecisionStrip({ parties, open = null, onOpen }: DecisionStripProps) {
  return (
    <ul className="strip" aria-label="Who decided">
      {parties.map(({ title, voices }) => (
        <li key={title}>
          <span className="label">{title}</span>
          {voices.map((voice) =>
            onOpen === undefined ? (
              <span key={voice.key} className="voice">
                <VoiceMark voice={voice} />
              </span>
            ) : (
              <button
                key={voice.key}
                type="button"
                className="voice"
                aria-expanded={open === voice.key}
                onClick={() => onOpen(voice.key)}
              >
                <VoiceMark voice={voice} />
              </button>
            ),
          )}
        </li>
      ))}
    </ul>
  );
}

function VoiceMark({ voice: { name, verdict, words } }: { readonly voice: Voice }) {
  return (
    <>
      {name !== null && <bdi>{name} </bdi>}
      <span aria-hidden="true">
        {verdict === null ? (
          "void"
        ) : (
          <VerdictTone verdict={verdict}>
            <VerdictShape verdict={verdict} />
          </VerdictTone>
        )}
      </span>
      <span className="sr-only">{`${words}: ${verdict === null ? "void" : verdictWords[verdict].toLowerCase()}`}</span>
    </>
  );
}
