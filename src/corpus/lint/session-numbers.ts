import type { CorpusRule } from "../corpus-draft.ts";
import { problemAt } from "../problem-at.ts";
import type { SourcePath } from "../source-node.ts";
import { draftTurns } from "./draft-turns.ts";

/** Sessions count from 1, and a probe recalls from sessions that exist. */
export const sessionNumbers: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const sessions = draft.sessions ?? [];
    const misnumbered = sessions.flatMap((session, index) => {
      const number = session?.session_number;
      if (number === undefined || number === index + 1) return [];
      const message = `sessions count from 1: expected ${index + 1}, found ${number}`;
      return [problemAt(source, ["sessions", index, "session_number"], { code: "session-number", message })];
    });
    const lists: [SourcePath, readonly (number | undefined)[] | undefined][] = [
      ...(draft.probes ?? []).map((probe, index): (typeof lists)[number] => [
        ["probes", index, "from_sessions"],
        probe?.from_sessions,
      ]),
      ...draftTurns(draft).flatMap(({ turn, path }) =>
        (turn?.probes ?? []).map((probe, index): (typeof lists)[number] => [
          [...path, "probes", index, "from_sessions"],
          probe?.from_sessions,
        ]),
      ),
    ];
    const unknown = lists.flatMap(([path, numbers]) =>
      (numbers ?? []).flatMap((number, index) => {
        if (number === undefined || number <= sessions.length) return [];
        const message = `there is no session ${number}: the scenario has ${sessions.length}`;
        return [problemAt(source, [...path, index], { code: "unknown-session", message })];
      }),
    );
    return [...misnumbered, ...unknown];
  });
