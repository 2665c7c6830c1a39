/** Rules about duties: everything that tests a duty exists, and sources have plausible dates. */
import type { RuleFile } from "../../schema/corpus/rule-set.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusDraft, CorpusRule } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { fileStem, problemAt } from "../read/source-file.ts";
import type { Artefact } from "../read-artefact.ts";

/** Every duty in a rule file, the core's or a pack's, with its location. */
export function dutiesIn({ rules, pack }: Pick<CorpusDraft, "rules" | "pack">) {
  return [...rules, ...(pack?.rules ?? [])].flatMap((artefact) =>
    (["duties", "duties+"] as const).flatMap((key) =>
      (artefact.draft[key] ?? []).map((duty, index) => ({
        artefact,
        source: artefact.source,
        path: [key, index],
        duty,
      })),
    ),
  );
}

/** The checks that a duty names to decide it, each with its location. */
export function checksIn({ path, duty }: Pick<ReturnType<typeof dutiesIn>[number], "path" | "duty">) {
  const test = duty?.test;
  if (test === undefined) return [];
  const named = [
    ...("check" in test ? [{ key: ["check"], id: test.check }] : []),
    ...("checks" in test ? (test.checks ?? []).map((id, index) => ({ key: ["checks", index], id })) : []),
  ];
  return named.map(({ key, id }) => ({ id, path: [...path, "test", ...key] }));
}

/** A check that a duty names exists. */
export const dutyChecks: CorpusRule = (draft) => {
  const known = new Set(draft.checks.map(({ source }) => fileStem(source.file)));
  return dutiesIn(draft).flatMap(({ source, ...stated }) =>
    checksIn(stated).flatMap(({ id, path }) => {
      if (id === undefined || known.has(id)) return [];
      const message = `there is no check "${id}" that could carry this duty`;
      const nearest = nearestName(id, known);
      return [problemAt(source, path, { code: "unknown-check", message, nearest })];
    }),
  );
};

/** A duty that a regime lists is in a rule set. */
export const regimeDuties: CorpusRule = ({ rules, regimes, pack }) => [
  ...unknownDuties(regimes, dutiesIn({ rules, pack: null }), "in any rule set"),
  // Evidence is written for one scan, and the core's duties are in another.
  ...unknownDuties(pack?.regimes ?? [], dutiesIn({ rules: [], pack }), "of this pack"),
];

function unknownDuties(
  regimes: CorpusDraft["regimes"],
  stated: ReturnType<typeof dutiesIn>,
  where: string,
): readonly Problem[] {
  const known = new Set(stated.flatMap(({ duty }) => duty?.id ?? []));
  return regimes.flatMap(({ source, draft: regime }) => {
    const listed = "duties" in regime ? (regime.duties ?? []) : [];
    return listed.flatMap((id, index) => {
      if (id === undefined || known.has(id)) return [];
      const message = `there is no duty "${id}" ${where}`;
      const nearest = nearestName(id, known);
      return [problemAt(source, ["duties", index], { code: "unknown-duty", message, nearest })];
    });
  });
}

/** A duty about notices has statements to look for, and one about titles has titles, its own or its parents'. */
export const dutyNeeds: CorpusRule = (draft) =>
  dutiesIn(draft).flatMap(({ artefact, source, path, duty }) => {
    const kind = duty?.test?.kind;
    const lacks =
      kind === "notice_at_start" && !hasInChain(draft, artefact, (file) => statementsOf(file))
        ? "disclosure.statements"
        : kind === "title" && !hasInChain(draft, artefact, (file) => titlesOf(file))
          ? "identity.forbidden_titles"
          : null;
    if (lacks === null) return [];
    const message = `a duty of the kind ${kind} needs ${lacks}, and neither this file nor one that it extends has any`;
    return [problemAt(source, [...path, "test"], { code: "duty-lacks", message })];
  });

/** A duty ends after it began. */
export const dutyDates: CorpusRule = (draft) =>
  dutiesIn(draft).flatMap(({ source, path, duty }) => {
    const { from, until } = duty?.in_force ?? {};
    if (from == null || until == null || from < until) return [];
    const message = `in force from ${from} until ${until}: it ends before it begins`;
    return [problemAt(source, [...path, "in_force"], { code: "duty-dates", message })];
  });

/** No source of a duty, a regime, a fact or a help line was checked on a future day. */
export const checkedInFuture: CorpusRule = (draft) => {
  const { today, regimes, pack, reference, helpLines } = draft;
  if (today === null) return [];
  const sourced = [
    ...dutiesIn(draft).map(({ source, path, duty }) => ({ source, path, checked: duty?.checked })),
    ...[...regimes, ...(pack?.regimes ?? [])].map((regime) => ({
      source: regime.source,
      path: [],
      checked: regime.draft.checked,
    })),
    ...reference.flatMap(({ source, draft: { facts = [] } }) =>
      facts.map((fact, index) => ({ source, path: ["facts", index], checked: fact?.checked })),
    ),
    ...helpLines.flatMap(({ source, draft: { lines = [] } }) =>
      lines.map((line, index) => ({ source, path: ["lines", index], checked: line?.checked })),
    ),
  ];
  return sourced.flatMap(({ source, path, checked }) => {
    if (checked === undefined || checked <= today) return [];
    const message = `checked on ${checked}, a day that is still to come: write the day on which somebody last looked at the source`;
    return [problemAt(source, [...path, "checked"], { code: "checked-in-future", message })];
  });
};

type DraftRules = Artefact<RuleFile>["draft"];

function statementsOf({ disclosure }: DraftRules): readonly unknown[] {
  return [...(disclosure?.statements ?? []), ...(disclosure?.["statements+"] ?? [])];
}

function titlesOf({ identity }: DraftRules): readonly unknown[] {
  return [...(identity?.forbidden_titles ?? []), ...(identity?.["forbidden_titles+"] ?? [])];
}

function hasInChain(
  draft: CorpusDraft,
  from: Artefact<RuleFile>,
  listOf: (file: DraftRules) => readonly unknown[],
): boolean {
  const seen = new Set<Artefact<RuleFile>>();
  const named = (name: string | undefined) =>
    draft.rules.find(({ source }) => fileStem(source.file) === name);
  // A pack's rule file is read in addition to the core's of the same name, and contains only duties.
  let at: Artefact<RuleFile> | undefined = named(fileStem(from.source.file));
  while (at !== undefined && !seen.has(at)) {
    if (listOf(at.draft).length > 0) return true;
    seen.add(at);
    const parent: string | undefined = at.draft.extends;
    at = named(parent);
  }
  return false;
}
