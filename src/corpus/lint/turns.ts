/** Rules about turns and sessions: their numbers, their clock, and references to them. */
import type * as z from "zod";
import type { Scenario, Turn, TurnProbe } from "../../schema/corpus/scenario.ts";
import type { CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt } from "../read/source-file.ts";
import type { SourcePath } from "../read/source-node.ts";
import type { PartialAnswer } from "../read-artefact.ts";

export interface DraftTurn {
  /** `undefined` if the whole turn was refused. */
  readonly turn: PartialAnswer<Turn> | undefined;
  readonly path: SourcePath;
  /** Its own number, or the one it would have if it could be read. */
  readonly t: number;
  /** Index of its session, from 0; `null` in a scenario without sessions. */
  readonly sessionIndex: number | null;
}

/** A draft's turns in order, with or without sessions. */
export function draftTurns(scenario: PartialAnswer<Scenario>): readonly DraftTurn[] {
  const turns: DraftTurn[] = [];
  let previous = 0;
  const add = (
    turn: PartialAnswer<Turn> | undefined,
    path: SourcePath,
    sessionIndex: number | null,
  ): void => {
    previous = turn?.t ?? previous + 1;
    turns.push({ turn, path, t: previous, sessionIndex });
  };
  if (scenario.sessions === undefined) {
    for (const [index, turn] of (scenario.turns ?? []).entries()) add(turn, ["turns", index], null);
  }
  for (const [sessionIndex, session] of (scenario.sessions ?? []).entries()) {
    for (const [index, turn] of (session?.turns ?? []).entries()) {
      add(turn, ["sessions", sessionIndex, "turns", index], sessionIndex);
    }
  }
  return turns;
}

interface DraftProbe {
  readonly probe: PartialAnswer<z.infer<typeof TurnProbe>>;
  readonly path: SourcePath;
  /** The turn whose reply it examines; `undefined` if unknown. */
  readonly t: number | undefined;
}

/** A draft's probes, whether they belong to a turn or name one. */
export function draftProbes(scenario: PartialAnswer<Scenario>): readonly DraftProbe[] {
  return [
    ...(scenario.probes ?? []).flatMap((probe, index) =>
      probe === undefined ? [] : [{ probe, path: ["probes", index], t: probe.t }],
    ),
    ...draftTurns(scenario).flatMap(({ turn, path, t }) =>
      (turn?.probes ?? []).flatMap((probe, index) =>
        probe === undefined ? [] : [{ probe, path: [...path, "probes", index], t }],
      ),
    ),
  ];
}

/** Turns count from 1 without gaps or repeats, running on through sessions. */
export const turnIndices: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const problems: Problem[] = [];
    const seen = new Set<number>();
    let previous = 0;
    let previousSession: number | null = null;
    for (const { turn, path, t, sessionIndex } of draftTurns(draft)) {
      const expected = previous + 1;
      if (turn?.t !== undefined && t !== expected) {
        const isRestart = sessionIndex !== previousSession && previous > 0 && t === 1;
        const code = seen.has(t) && !isRestart ? "duplicate-turn" : isRestart ? "turn-restart" : "turn-gap";
        const message = {
          "duplicate-turn": `t ${t} is there twice: expected ${expected}`,
          "turn-restart": `t runs on through sessions: expected ${expected}, found 1`,
          "turn-gap":
            previous === 0
              ? `turns count from 1, found ${t}`
              : `after turn ${previous} comes ${expected}, found ${t}`,
        }[code];
        problems.push(problemAt(source, [...path, "t"], { code, message }));
      }
      seen.add(t);
      previous = t;
      previousSession = sessionIndex;
    }
    return problems;
  });

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
    const unknown = draftProbes(draft).flatMap(({ probe, path }) =>
      (probe.from_sessions ?? []).flatMap((number, index) => {
        if (number === undefined || number <= sessions.length) return [];
        const message = `there is no session ${number}: the scenario has ${sessions.length}`;
        return [problemAt(source, [...path, "from_sessions", index], { code: "unknown-session", message })];
      }),
    );
    return [...misnumbered, ...unknown];
  });

/** Tag of a scenario, and kind of a probe, in which the person comes back. */
const SEVERAL_SESSIONS = "multi_session";

/** A scenario with the tag for several sessions, or with such a probe, has several sessions. */
export const severalSessions: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    if ((draft.sessions?.length ?? 0) > 1) return [];
    const oneSession = (what: string, path: SourcePath) => {
      const message = `${what} "${SEVERAL_SESSIONS}" is for scenarios of several sessions, and this one has ${draft.sessions === undefined ? "none" : "one"}`;
      return problemAt(source, path, { code: "one-session", message });
    };
    return [
      ...(["tags", "failure_mode_tags"] as const).flatMap((key) =>
        (draft[key] ?? []).flatMap((tag, index) =>
          tag === SEVERAL_SESSIONS ? [oneSession("the tag", [key, index])] : [],
        ),
      ),
      ...draftProbes(draft).flatMap(({ probe, path }) =>
        probe.kind === SEVERAL_SESSIONS ? [oneSession("a probe of the kind", [...path, "kind"])] : [],
      ),
    ];
  });

/** The clock of a session only runs forward. */
export const elapsedMinutes: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const problems: Problem[] = [];
    const latest = new Map<number | null, number>();
    for (const { turn, path, sessionIndex } of draftTurns(draft)) {
      const minutes = turn?.elapsed_minutes;
      if (minutes === undefined) continue;
      const before = latest.get(sessionIndex);
      if (before !== undefined && minutes <= before) {
        const message = `elapsed_minutes must rise within a session: ${minutes} comes after ${before}`;
        problems.push(problemAt(source, [...path, "elapsed_minutes"], { code: "elapsed-minutes", message }));
      }
      latest.set(sessionIndex, minutes);
    }
    return problems;
  });

/** Probes, risk triggers and cue anchors name turns that exist. */
export const turnReferences: CorpusRule = ({ scenarios }) =>
  scenarios.flatMap(({ source, draft }) => {
    const known = draftTurns(draft).map(({ t }) => t);
    if (known.length === 0) return [];
    const range = `the scenario's turns are ${Math.min(...known)} to ${Math.max(...known)}`;
    return (["probes", "risk_triggers", "cue_anchors"] as const).flatMap((key) =>
      (draft[key] ?? []).flatMap((reference, index) => {
        const t = reference?.t;
        if (t === undefined || known.includes(t)) return [];
        return [
          problemAt(source, [key, index, "t"], {
            code: "turn-out-of-range",
            message: `there is no turn ${t}: ${range}`,
          }),
        ];
      }),
    );
  });
