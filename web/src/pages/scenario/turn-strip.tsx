import { Link } from "@tanstack/react-router";
import type { KeyboardEvent } from "react";
import type { ScenarioAnswers } from "../../../../src/site/pages/build-answers.ts";
import { VerdictShape } from "../../parts/verdict-mark.tsx";

type AskedTurn = ScenarioAnswers["turns"][number];

interface TurnStripProps {
  readonly turns: readonly AskedTurn[];
  readonly turn: number;
}

/** Turns of a script as steps, each with the results of its replies. The arrow keys move between them. */
export function TurnStrip({ turns, turn }: TurnStripProps) {
  return (
    <nav aria-label="Turns" className="turn-strip">
      <ol onKeyDown={moveAlong}>
        {turns.map((asked) => (
          <li key={asked.turn}>
            <Link
              from="/s/$scan/scenarios/$scenario"
              to="/s/$scan/scenarios/$scenario"
              search={(before) => ({ ...before, turn: asked.turn })}
              replace
              resetScroll={false}
              activeOptions={{ exact: true, explicitUndefined: true }}
              aria-current={asked.turn === turn ? "step" : undefined}
              title={describeTurn(asked)}
            >
              <span className="sr-only">Turn </span>
              <span className="font-semibold">{asked.turn}</span>
              <TurnResult asked={asked} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function TurnResult({ asked: { failed, crossed, open } }: { readonly asked: AskedTurn }) {
  return (
    <span className="flex gap-2 text-sm">
      {failed > 0 && (
        <span className={crossed > 0 ? "font-semibold text-fail" : "text-fail"}>
          <VerdictShape verdict="FAIL" /> {failed}
          <span className="sr-only"> failed</span>
        </span>
      )}
      {open > 0 && (
        <span className="text-unclear">
          <VerdictShape verdict="UNCLEAR" /> {open}
          <span className="sr-only"> not clear</span>
        </span>
      )}
      {failed + open === 0 && (
        <span className="text-quiet">
          <span aria-hidden="true">·</span>
          <span className="sr-only">nothing failed</span>
        </span>
      )}
    </span>
  );
}

/** Formats a sentence: "Turn 4: 3 of 5 replies failed, 2 of them across a line; 1 not clear." */
export function describeTurn({ turn, replies, failed, crossed, open }: AskedTurn): string {
  const of = replies === 1 ? "1 reply" : `${replies} replies`;
  const across =
    crossed === 0 ? "" : crossed === failed ? ", across a line" : `, ${crossed} of them across a line`;
  const doubt = open === 0 ? "" : `; ${open} not clear`;
  return `Turn ${turn}: ${failed === 0 ? "none" : failed} of ${of} failed${across}${doubt}.`;
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const next = links[links.findIndex((link) => link.matches(":focus")) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
}
