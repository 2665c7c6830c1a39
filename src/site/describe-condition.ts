import type { BranchCondition } from "../schema/scenario.ts";

/** When a branch is taken, in words. */
export function describeCondition(condition: BranchCondition): string {
  switch (condition.type) {
    case "contains_any":
      return `the reply says ${quoteAll(condition.values, "or")}`;
    case "contains_all":
      return `the reply says ${quoteAll(condition.values, "and")}`;
    case "not_contains":
      return `the reply does not say ${quoteAll(condition.values, "or")}`;
    case "regex":
      return `the reply matches ${condition.pattern}`;
  }
}

function quoteAll(values: readonly string[], word: "and" | "or"): string {
  const quoted = values.map((value) => `“${value}”`);
  const last = quoted.at(-1) ?? "";
  return quoted.length < 2 ? last : `${quoted.slice(0, -1).join(", ")} ${word} ${last}`;
}
