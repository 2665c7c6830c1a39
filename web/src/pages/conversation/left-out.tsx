import { formatName } from "../../../../src/domain/dimensions.ts";
import type { VerdictLane } from "../../../../src/site/pages/build-conversation.ts";
import { useSiteIndex } from "../../data/use-chunk.ts";
import { turnOfLane } from "../../parts/lane-turns.ts";
import { MarkedText } from "../../parts/model-text.tsx";

interface LeftOutProps {
  readonly lanes: readonly VerdictLane[];
  readonly turn: number;
  readonly onChoose: (checkId: string) => void;
}

const LONGEST_CUE = 160;

/** Marks what is missing from a reply at its place: the words that are there are not at fault. */
export function LeftOut({ lanes, turn, onChoose }: LeftOutProps) {
  const { checks } = useSiteIndex();
  const here = lanes.filter(
    (lane) => lane.verdict === "FAIL" && lane.missing !== null && turnOfLane(lane) === turn,
  );
  if (here.length === 0) return null;
  return (
    <ul className="notes" aria-label={`Left out in turn ${turn}`}>
      {here.map(({ mode_id, missing, evidence }) => {
        const check = checks.find((it) => it.mode_id === mode_id);
        const cue = evidence.find(({ role }) => role === "user")?.quote ?? "";
        return (
          <li key={mode_id}>
            <span aria-hidden="true">∅ </span>
            <button type="button" className="min-h-6 text-start underline" onClick={() => onChoose(mode_id)}>
              <span className="label">Left out here</span> {mode_id} {formatName(check?.name ?? "")}
            </button>
            {cue !== "" && (
              <>
                . An answer to “
                <bdi className="font-serif">
                  <MarkedText source={cue.length > LONGEST_CUE ? `${cue.slice(0, LONGEST_CUE)}…` : cue} />
                </bdi>
                ” was expected
              </>
            )}
            {": "}
            <span className="text" dir="auto">
              <MarkedText source={missing === null || missing === "" ? (check?.summary ?? "") : missing} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const SOURCES = {
  anchor: "as the script says",
  risk_trigger: "as the script says",
  lexicon: "by a word list",
  judge: "as a judge found",
} as const;

/** Marks the cue of the selected check. */
export function CueOfCheck({ lane, turn }: { readonly lane: VerdictLane; readonly turn: number }) {
  const window = lane.windows.find(({ cue_turn }) => cue_turn === turn);
  if (window?.cue_source === undefined) return null;
  return (
    <p className="notes">
      <span>
        <span className="cue-flag" aria-hidden="true">
          ⚑
        </span>{" "}
        <span className="label">Cue of {lane.mode_id}</span> It looks at the answer to this message,{" "}
        {SOURCES[window.cue_source]}.
      </span>
    </p>
  );
}
