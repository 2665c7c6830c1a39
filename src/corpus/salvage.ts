import { pathOf } from "./explain-issue.ts";
import type { Issue } from "./flatten-issues.ts";
import { childValue } from "./schema-at.ts";

/** A value with whatever its schema refused taken out: any part may be missing. List positions are kept. */
export type Salvaged<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly (Salvaged<Item> | undefined)[]
    : { readonly [Key in keyof Value]?: Salvaged<Value[Key]> | undefined };

/**
 * What can still be trusted of a value that its schema refused, so that one mistake in a file
 * does not hide the others.
 */
export function salvage<Value>(value: unknown, issues: readonly Issue[]): Salvaged<Value> {
  let root: unknown = issues.length === 0 ? value : structuredClone(value);
  for (const issue of issues) {
    const path = pathOf(issue);
    if (issue.code === "custom") continue;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) remove(root, [...path, key]);
    } else if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
      // Nothing inside an object of unknown kind was examined.
      root = removeFrom(root, path.slice(0, -1));
    } else {
      root = removeFrom(root, path);
    }
  }
  // Every part the schema refused is gone, and the type lets any part be missing.
  return (typeof root === "object" && root !== null ? root : {}) as Salvaged<Value>;
}

function removeFrom(root: unknown, path: readonly (string | number)[]): unknown {
  if (path.length === 0) return undefined;
  remove(root, path);
  return root;
}

function remove(root: unknown, path: readonly (string | number)[]): void {
  const parent = path.slice(0, -1).reduce<unknown>(childValue, root);
  const last = path.at(-1);
  if (typeof parent !== "object" || parent === null || last === undefined) return;
  if (Array.isArray(parent)) parent[Number(last)] = undefined;
  else Reflect.deleteProperty(parent, last);
}
