import { type RuleFile, RuleSet } from "../../schema/corpus/rule-set.ts";
import { Jurisdiction } from "../../schema/ids.ts";
import { nearestName } from "../../text/match/nearest-name.ts";
import type { CorpusDraft } from "../corpus-draft.ts";
import type { Problem } from "../problem.ts";
import { describeExpected } from "../read/explain-issue.ts";
import { flattenIssues } from "../read/schema-issues.ts";
import { fileStem, problemAt } from "../read/source-file.ts";
import type { Artefact } from "../read-artefact.ts";

export interface ResolvedRules {
  readonly rules: ReadonlyMap<Jurisdiction, RuleSet>;
  readonly problems: readonly Problem[];
}

/** The core's rule files with the pack's duties replacing the core's, for the pack's own scan. */
export function withOwnDuties({
  rules,
  pack,
}: Pick<CorpusDraft, "rules" | "pack">): Pick<CorpusDraft, "rules"> {
  const own = new Map(
    (pack?.rules ?? []).map(({ source, value }) => [fileStem(source.file), value?.["duties+"] ?? []]),
  );
  return {
    rules: rules.map((artefact) => {
      if (artefact.value === null) return artefact;
      const { duties: _, "duties+": __, ...words } = artefact.value;
      return {
        ...artefact,
        value: { ...words, "duties+": own.get(fileStem(artefact.source.file)) ?? [] },
      };
    }),
  };
}

/** Every jurisdiction's rules merged with all that they extend, as far as the files allow. */
export function resolveRules(draft: Pick<CorpusDraft, "rules">): ResolvedRules {
  const problems: Problem[] = [];
  const rules = new Map<Jurisdiction, RuleSet>();
  const files = filesByJurisdiction(draft, problems);
  const parentOf = (jurisdiction: Jurisdiction) => files.get(jurisdiction)?.draft.extends;
  for (const [jurisdiction, artefact] of files) {
    const parent = parentOf(jurisdiction);
    if (parent !== undefined && !files.has(parent)) {
      const message = `extends "${parent}", but there is no ${parent}.yaml`;
      problems.push(problemAt(artefact.source, ["extends"], { code: "unknown-parent", message }));
      continue;
    }
    const chain = ruleChain(jurisdiction, parentOf);
    if (chain.kind === "circle") {
      // Every member of a cycle finds it; the first by name reports it.
      if (jurisdiction === [...chain.circle].sort()[0]) {
        const circle = [...chain.circle, jurisdiction].join(" -> ");
        const message = `the rules extend each other in a circle: ${circle}`;
        problems.push(problemAt(artefact.source, ["extends"], { code: "rules-circle", message }));
      }
      continue;
    }
    const parts = chain.jurisdictions.map((name) => files.get(name)?.value ?? null);
    if (parts.every((part) => part !== null)) mergeInto(rules, jurisdiction, artefact, parts, problems);
  }
  return { rules, problems };
}

function filesByJurisdiction(
  draft: Pick<CorpusDraft, "rules">,
  problems: Problem[],
): Map<Jurisdiction, Artefact<RuleFile>> {
  const files = new Map<Jurisdiction, Artefact<RuleFile>>();
  for (const artefact of draft.rules) {
    const stem = fileStem(artefact.source.file);
    const jurisdiction = Jurisdiction.safeParse(stem);
    if (jurisdiction.success) files.set(jurisdiction.data, artefact);
    else {
      const message = `"${stem}" is no jurisdiction: ${Jurisdiction.options.join(", ")}`;
      const nearest = nearestName(stem, Jurisdiction.options);
      problems.push(problemAt(artefact.source, [], { code: "wrong-file-name", message, nearest }));
    }
  }
  return files;
}

function mergeInto(
  rules: Map<Jurisdiction, RuleSet>,
  jurisdiction: Jurisdiction,
  artefact: Artefact<RuleFile>,
  parts: readonly RuleFile[],
  problems: Problem[],
): void {
  const parsed = RuleSet.safeParse(mergeRules(parts));
  if (parsed.success) {
    rules.set(jurisdiction, parsed.data);
    return;
  }
  // A gap in a parent is the parent's problem.
  if (parts.length > 1 && !RuleSet.safeParse(mergeRules(parts.slice(0, -1))).success) return;
  for (const issue of flattenIssues(parsed.error.issues)) {
    const message = `with all that it extends, "${issue.path.join(".")}" is missing or wrong: expected ${describeExpected(issue)}`;
    problems.push(problemAt(artefact.source, [], { code: "incomplete-rules", message }));
  }
}

export type RuleChain =
  /** From the root of the chain to the requested jurisdiction. */
  | { readonly kind: "chain"; readonly jurisdictions: readonly Jurisdiction[] }
  | { readonly kind: "circle"; readonly circle: readonly Jurisdiction[] };

/** Follows `extends` upwards from one rule file. A parent without a file ends the chain. */
export function ruleChain(
  from: Jurisdiction,
  parentOf: (jurisdiction: Jurisdiction) => Jurisdiction | undefined,
): RuleChain {
  const path: Jurisdiction[] = [];
  for (let at: Jurisdiction | undefined = from; at !== undefined; at = parentOf(at)) {
    const seenAt = path.indexOf(at);
    if (seenAt !== -1) return { kind: "circle", circle: path.slice(seenAt) };
    path.push(at);
  }
  return { kind: "chain", jurisdictions: path.reverse() };
}

type PlainMap = Readonly<Record<string, unknown>>;

/**
 * Merges rule files, the most general first, to be validated as a RuleSet: parts that no file has are
 * missing. Maps merge deeply and the child wins. A list is replaced, or appended to if its key ends in `+`.
 */
export function mergeRules(files: readonly RuleFile[]): PlainMap {
  return files.reduce<PlainMap>((parent, { extends: _, ...child }) => merge(parent, child), {});
}

function merge(parent: PlainMap, child: PlainMap): PlainMap {
  const merged: Record<string, unknown> = { ...parent };
  // A list that replaces its parent's is applied before appended ones.
  const entries = Object.entries(child).sort(([a], [b]) => Number(a.endsWith("+")) - Number(b.endsWith("+")));
  for (const [key, value] of entries) {
    const own = merged[key.replace(/\+$/, "")];
    if (Array.isArray(value))
      merged[key.replace(/\+$/, "")] = key.endsWith("+") && Array.isArray(own) ? [...own, ...value] : value;
    else if (isMap(value)) merged[key] = merge(isMap(own) ? own : {}, value);
  }
  return merged;
}

function isMap(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
