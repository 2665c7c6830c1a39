import type { RuleFile } from "../../schema/corpus/rule-set.ts";

export interface MergedRules {
  /** To be validated as a RuleSet: pieces that no file has are missing. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** Keys such as `privacy.retention+` whose own value or the parent's is not a list. */
  readonly notLists: readonly string[];
}

type PlainMap = Readonly<Record<string, unknown>>;

/**
 * Merges rule files, the most general first. Maps merge deeply and the child wins; a list is replaced,
 * unless its key ends in `+`, which appends it.
 */
export function mergeRules(files: readonly RuleFile[]): MergedRules {
  const notLists: string[] = [];
  const rules = files.reduce<PlainMap>(
    (parent, { extends: _, ...child }) => merge(parent, child, "", notLists),
    {},
  );
  return { rules, notLists };
}

function merge(parent: PlainMap, child: PlainMap, path: string, notLists: string[]): PlainMap {
  const merged: Record<string, unknown> = { ...parent };
  // A list that replaces its parent's comes before what is appended to it.
  const entries = Object.entries(child).sort(([a], [b]) => Number(a.endsWith("+")) - Number(b.endsWith("+")));
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    if (!key.endsWith("+")) {
      const own = merged[key];
      merged[key] =
        isMap(own) && isMap(value)
          ? merge(own, value, `${path}${key}.`, notLists)
          : mergeable(value, `${path}${key}.`, notLists);
      continue;
    }
    const listKey = key.slice(0, -1);
    const own = merged[listKey] ?? [];
    if (Array.isArray(own) && Array.isArray(value)) merged[listKey] = [...own, ...value];
    else notLists.push(`${path}${key}`);
  }
  return merged;
}

/** A map without a parent still has its `+` keys folded in. */
function mergeable(value: unknown, path: string, notLists: string[]): unknown {
  return isMap(value) ? merge({}, value, path, notLists) : value;
}

function isMap(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
