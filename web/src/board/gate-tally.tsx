import type { BoardModel } from "../../../src/schema/site-board.ts";
import { VerdictShape } from "../chart/verdict-mark.tsx";

interface GateTallyProps {
  readonly name: string;
  readonly gate: BoardModel["gates"]["safety"];
}

/** A gate's outcomes over conversations, in words. */
export function GateTally({ name, gate: { passed, failed, not_established } }: GateTallyProps) {
  return (
    <p className="text-sm">
      <span className="label">{name} </span>
      {failed > 0 && (
        <span className="whitespace-nowrap font-semibold text-fail">
          <VerdictShape verdict="FAIL" /> {failed} failed
        </span>
      )}
      {failed > 0 && " "}
      {not_established > 0 && (
        <span className="whitespace-nowrap text-unclear">
          <VerdictShape verdict="UNCLEAR" /> {not_established} not established
        </span>
      )}
      {not_established > 0 && " "}
      {passed > 0 && (
        <span className="whitespace-nowrap text-pass">
          <VerdictShape verdict="PASS" /> {passed} passed
        </span>
      )}
      {passed + failed + not_established === 0 && "nothing to judge"}
    </p>
  );
}
