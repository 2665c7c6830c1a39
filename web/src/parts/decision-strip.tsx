import { OTHER_PLACES } from "../../../src/domain/vote-places.ts";
import { verdictWords } from "../words/verdict-words.ts";
import type { Strip, Voice } from "./strips.ts";
import { VerdictShape, VerdictTone } from "./verdict-mark.tsx";

interface DecisionStripsProps {
  readonly strips: readonly Strip[];
  /** Key of the open voice; without `onOpen` nothing can be opened. */
  readonly open?: string | null;
  readonly onOpen?: (key: string) => void;
}

/** Shows the answers on each place next to each other: "turn 4: first judge ✓ ✓ ✕ | second judge ✓", and below it "looked here too". */
export function DecisionStrips({ strips, open = null, onOpen }: DecisionStripsProps) {
  const deciding = strips.filter(({ outcome }) => outcome === null);
  const others = strips.filter(({ outcome }) => outcome !== null);
  const draw = (strip: Strip) => (
    <DecisionStrip key={`${strip.label} ${strip.place}`} strip={strip} open={open} onOpen={onOpen} />
  );
  return (
    <div className="grid gap-2">
      {deciding.map(draw)}
      {others.length > 0 && (
        <div className="grid gap-1">
          {deciding.length > 0 && <p className="label">{OTHER_PLACES}</p>}
          {others.map(draw)}
        </div>
      )}
    </div>
  );
}

interface DecisionStripProps {
  readonly strip: Strip;
  readonly open: string | null;
  readonly onOpen: ((key: string) => void) | undefined;
}

function DecisionStrip({
  strip: { label, place, outcome, parties, note },
  open,
  onOpen,
}: DecisionStripProps) {
  return (
    <div className="grid gap-1">
      <ul className="strip" aria-label={label}>
        {place !== null && (
          <li>
            <span>
              <strong>{place}</strong>
              {outcome !== null && <span className="text-quiet"> {outcome}</span>}
            </span>
          </li>
        )}
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
      {note !== null && <p className="text-sm text-quiet">{note}</p>}
    </div>
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
