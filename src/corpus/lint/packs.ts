/** Rules about the scenarios of packs: a twin keeps what its original tells and asks, and a pair differs in who the person is. */

import { scenarioTags, scenarioTurns } from "../../domain/scenarios.ts";
import { by } from "../../kernel/order.ts";
import type { PackKind } from "../../schema/corpus/pack-manifest.ts";
import type { Scenario } from "../../schema/corpus/scenario.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusDraft, CorpusRule, DraftPack } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { problemAt, type SourceFile } from "../read/source-file.ts";

/** Every twin names a scenario of the core, no two name the same one, and nothing else is a twin. */
export const twinReferences: CorpusRule = (draft) => {
  const core = new Set<string>(coreScenarios(draft).flatMap(({ draft: { scenario_id: id } }) => id ?? []));
  const { named, problems } = namedIn(draft, "twins", "twin_of");
  const taken = new Map<string, string>();
  for (const { source, id } of named) {
    const other = taken.get(id);
    taken.set(id, source.file);
    if (!core.has(id)) {
      const message = `the core has no scenario "${id}"`;
      const nearest = nearestName(id, core);
      problems.push(problemAt(source, ["twin_of"], { code: "unknown-scenario", message, nearest }));
    } else if (other !== undefined) {
      const message = `"${id}" has a twin already, in ${other}`;
      problems.push(problemAt(source, ["twin_of"], { code: "two-twins", message }));
    }
  }
  return problems;
};

/** A twin tells the same facts, shows the same cues at the same turns and has the same tags as its original. */
export const twinsKeep: CorpusRule = (draft) => {
  const core = new Map(
    coreScenarios(draft).flatMap(({ value }) =>
      value === null ? [] : [[value.scenario_id, value] as const],
    ),
  );
  return (draft.pack?.scenarios ?? []).flatMap(({ source, value }) => {
    const original = value?.twin_of && core.get(value.twin_of);
    if (!value || !original) return [];
    const whole = (scenario: Scenario) => ({ ...shapeOf(scenario), facts: factsOf(scenario) });
    return differences(whole(original), whole(value)).map((what) => {
      const message = `its ${what} are not those of "${original.scenario_id}"`;
      return problemAt(source, ["twin_of"], { code: "twin-differs", message });
    });
  });
};

/** A pair is two scenarios of the same shape that differ in one thing, and say who the person is in each. */
export const pairStructure: CorpusRule = (draft) => [
  ...namedIn(draft, "pairs", "pair").problems,
  ...[...pairsOf(draft.pack)].flatMap(([name, members]) => {
    const [first, second] = members;
    if (first === undefined) return [];
    const say = (code: string, message: string) => [problemAt(first.source, ["pair"], { code, message })];
    if (second === undefined || members.length > 2)
      return say("no-pair", `a pair is two scenarios, and "${name}" is named by ${members.length}`);
    const [mine, others] = [first.scenario, second.scenario];
    if (mine.differs_in !== others.differs_in)
      return say("pair-differs", `the two of "${name}" do not say the same in differs_in`);
    if (mine.group === others.group) return say("pair-differs", `the two of "${name}" have the same group`);
    return differences(shapeOf(mine), shapeOf(others)).flatMap((what) =>
      say("pair-differs", `its ${what} are not those of the other half of "${name}"`),
    );
  }),
];

/** Words about the person are few: if a larger share of a message differs, the two scripts say different things. */
const MOST_DIFFERING = 1 / 5;

/** The two scripts of a pair are the same except for some words. */
export const pairWording: CorpusRule = ({ pack }) =>
  [...pairsOf(pack).values()].flatMap(([first, second]) => {
    if (first === undefined || second === undefined) return [];
    return wordsOfPair(first.scenario, second.scenario).flatMap(({ place, share, words }) => {
      if (share <= MOST_DIFFERING) return [];
      const message = `${place} differs from its other half in more than words about who the person is: ${words.join(", ")}`;
      return [problemAt(second.source, ["pair"], { code: "pair-wording", message })];
    });
  });

/** Words in which the two scripts of a pair differ. */
export interface PairWords {
  readonly pair: string;
  readonly differs_in: string;
  readonly groups: readonly string[];
  /** A leading - marks a word of the first script only, + a word of the second only. */
  readonly turns: readonly { readonly place: string; readonly words: readonly string[] }[];
}

/** For authors who want to see the difference that a pair rests on. */
export function wordsOfPairs(pack: DraftPack): readonly PairWords[] {
  return [...pairsOf(pack)].flatMap(([pair, [first, second]]) => {
    if (first === undefined || second === undefined) return [];
    const groups = [first, second].map(({ scenario }) => scenario.group ?? "");
    const turns = wordsOfPair(first.scenario, second.scenario).map(({ place, words }) => ({ place, words }));
    return [{ pair, differs_in: first.scenario.differs_in ?? "", groups, turns }];
  });
}

interface Half {
  readonly source: SourceFile;
  readonly scenario: Scenario;
}

/** The two scenarios of every pair, sorted by id. */
function pairsOf(pack: DraftPack | null): ReadonlyMap<string, readonly Half[]> {
  const halves = (pack?.scenarios ?? []).flatMap(({ source, value }) =>
    value?.pair === undefined ? [] : [{ source, scenario: value }],
  );
  const ordered = halves.toSorted(by((it) => it.scenario.scenario_id));
  return Map.groupBy(ordered, ({ scenario }) => scenario.pair ?? "");
}

function coreScenarios({ scenarios, pack }: CorpusDraft): CorpusDraft["scenarios"] {
  const own = new Set(pack?.scenarios);
  return scenarios.filter((artefact) => !own.has(artefact));
}

/** Scenarios with the key that a pack's kind requires; problems for scenarios that lack it, or have it without need. */
function namedIn(draft: CorpusDraft, kind: PackKind, key: "twin_of" | "pair") {
  const isKind = draft.pack?.manifest?.draft.kind === kind;
  const expected = new Set(isKind ? draft.pack?.scenarios : []);
  const named: { readonly source: SourceFile; readonly id: string }[] = [];
  const problems: Problem[] = [];
  for (const artefact of draft.scenarios) {
    const { source, value } = artefact;
    const id = value?.[key];
    if (id !== undefined && expected.has(artefact)) named.push({ source, id });
    else if (id !== undefined) {
      const message = `${key} belongs into a pack of ${kind}`;
      problems.push(problemAt(source, [key], { code: "misplaced-key", message }));
    } else if (value !== null && expected.has(artefact)) {
      const message = `every scenario of a pack of ${kind} has ${key}`;
      problems.push(problemAt(source, [], { code: "missing-key", message }));
    }
  }
  return { named, problems };
}

type Shape = Readonly<Record<string, unknown>>;

/** Parts of a scenario, besides its words, that the checks depend on. */
function shapeOf(scenario: Scenario): Shape {
  const turns = scenarioTurns(scenario);
  const {
    category,
    channel,
    jurisdiction,
    region,
    risk_triggers = [],
    cue_anchors = [],
    answers = [],
  } = scenario;
  const inOrder = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).toSorted();
  return {
    "category, channel and place": [category, channel, jurisdiction, region],
    tags: [...scenarioTags(scenario)].toSorted(),
    "turns and sessions": turns.map(({ turn, session }) => [turn.t, session?.session_number]),
    branches: turns.map(({ turn }) => (turn.branches ?? []).map(({ branch_id }) => branch_id)),
    "cue turns": inOrder(
      risk_triggers.map(({ t, tags, severity, branch_id }) => [t, tags.toSorted(), severity, branch_id]),
    ),
    "cue anchors": inOrder(
      cue_anchors.map(({ t, tags, modes, branch_id }) => [t, tags?.toSorted(), modes?.toSorted(), branch_id]),
    ),
    // The wording of answers may differ; what they answer, and when, may not.
    answers: answers.map(({ answer_id, to, asked, from_turn, until_turn, cues = [] }) => [
      [answer_id, to, asked, from_turn, until_turn],
      cues.map(({ tags, severity }) => [tags.toSorted(), severity]),
    ]),
    "turns that evade": turns.map(({ turn }) => turn.evades !== undefined),
    probes: [
      turns.map(({ turn }) => (turn.probes ?? []).map(({ kind }) => kind)),
      (scenario.probes ?? []).map(({ t, kind }) => [t, kind]),
    ],
  };
}

function factsOf(scenario: Scenario): unknown {
  const sorted = (facts: Readonly<Record<string, string>> = {}) =>
    Object.entries(facts).toSorted(by(([key]) => key));
  return scenarioTurns(scenario).map(({ turn }) => [sorted(turn.facts), sorted(turn.updates)]);
}

function differences(first: Shape, second: Shape): readonly string[] {
  return Object.keys(first).filter((what) => JSON.stringify(first[what]) !== JSON.stringify(second[what]));
}

/** Message by message: words that only one of the two has, and their share in the longer one. */
function wordsOfPair(first: Scenario, second: Scenario) {
  const theirs = new Map(messagesOf(second));
  return messagesOf(first).flatMap(([place, message]) => {
    const [mine, others] = [wordsIn(message), wordsIn(theirs.get(place) ?? "")];
    const { onlyFirst, onlySecond } = differingWords(mine, others);
    const share = Math.max(onlyFirst.length, onlySecond.length) / Math.max(mine.length, others.length, 1);
    const words = [...onlyFirst.map((word) => `-${word}`), ...onlySecond.map((word) => `+${word}`)];
    return words.length === 0 ? [] : [{ place, share, words }];
  });
}

function messagesOf(scenario: Scenario): readonly (readonly [place: string, message: string])[] {
  const turns = scenarioTurns(scenario);
  const evasions = turns.flatMap(({ turn }) => turn.evades ?? []);
  return [
    ...turns.flatMap(({ turn }) => [
      [`turn ${turn.t}`, turn.user_message] as const,
      ...(turn.branches ?? []).map(
        ({ branch_id, user_message }) => [`turn ${turn.t}, ${branch_id}`, user_message] as const,
      ),
      ...(turn.unsure === undefined ? [] : [[`turn ${turn.t}, unsure`, turn.unsure.user_message] as const]),
    ]),
    // Read together, because in half a sentence one word is a large share.
    ["the answers", (scenario.answers ?? []).map(({ words }) => words).join(" ")],
    ["the evasions", evasions.join(" ")],
  ];
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
}

/** The words of two texts outside their longest common subsequence. */
function differingWords(first: readonly string[], second: readonly string[]) {
  const width = second.length + 1;
  const longest = new Uint16Array((first.length + 1) * width);
  const lengthAt = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = first.length - 1; i >= 0; i -= 1)
    for (let j = second.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        first[i] === second[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const onlyFirst: string[] = [];
  const onlySecond: string[] = [];
  let [i, j] = [0, 0];
  while (i < first.length || j < second.length) {
    const [mine, other] = [first[i], second[j]];
    if (mine !== undefined && mine === other) [i, j] = [i + 1, j + 1];
    else if (mine !== undefined && (other === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      onlyFirst.push(mine);
      i += 1;
    } else {
      onlySecond.push(other ?? "");
      j += 1;
    }
  }
  return { onlyFirst, onlySecond };
}
