/**
 * zod reports of a union that no option fits. These functions pick the option that was most likely meant, for
 * its issues and its keys.
 */
import * as z from "zod";
import type { SourcePath } from "./source-node.ts";

export type SchemaIssue = z.core.$ZodIssue;

/** Issues of the union option that was most likely meant, instead of one issue about all options. */
export function flattenIssues(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const meant = issue.errors[nearestOption(issue.errors)];
    if (meant === undefined || meant.some(isOfAnotherKind)) return [issue];
    return flattenIssues(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

/** The index of the option with the fewest complaints; an option of the wrong kind comes last. */
function nearestOption(errors: readonly (readonly SchemaIssue[])[]): number {
  const costs = errors.map((issues) =>
    issues.reduce((sum, issue) => {
      if (isOfAnotherKind(issue)) return sum + 1000;
      return sum + (issue.code === "unrecognized_keys" ? issue.keys.length : 1);
    }, 0),
  );
  return costs.indexOf(Math.min(...costs));
}

function isOfAnotherKind(issue: SchemaIssue): boolean {
  return issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value");
}

export interface ObjectSchemaAt {
  readonly keys: readonly string[];
  /** Set if the keys depend on another key's value, for example `kind` being `ordinal`. */
  readonly where?: { readonly key: string; readonly value: string };
}

/** The keys a schema knows for the object at a path of a value; `null` if it expects no object. */
export function schemaAt(schema: z.core.$ZodType, value: unknown, path: SourcePath): ObjectSchemaAt | null {
  let at: z.core.$ZodType | undefined = schema;
  let here = value;
  for (const step of path) {
    at = childSchema(resolve(at, here).schema, step);
    here = childValue(here, step);
    if (at === undefined) return null;
  }
  const { schema: found, where } = resolve(at, here);
  const { def } = known(found)._zod;
  if (def.type !== "object") return null;
  return { keys: Object.keys(def.shape), ...(where === undefined ? {} : { where }) };
}

/** One step down a value of unknown shape. */
export function childValue(value: unknown, step: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  // Safe: an own key of an object that is neither null nor a function.
  return (value as Record<string | number, unknown>)[step];
}

function known(schema: z.core.$ZodType): z.core.$ZodTypes {
  // $ZodTypes lists every schema zod can build; $ZodType is their common base.
  return schema as z.core.$ZodTypes;
}

function childSchema(schema: z.core.$ZodType, step: string | number): z.core.$ZodType | undefined {
  const { def } = known(schema)._zod;
  if (def.type === "object") return Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
  if (def.type === "array") return def.element;
  if (def.type === "record") return def.valueType;
  return undefined;
}

/** Resolves wrappers, and unions to the option that the value was meant to be. */
function resolve(
  schema: z.core.$ZodType,
  value: unknown,
): { schema: z.core.$ZodType; where?: { key: string; value: string } } {
  const { def } = known(schema)._zod;
  if (def.type === "optional" || def.type === "nullable" || def.type === "readonly") {
    return resolve(def.innerType, value);
  }
  if (def.type !== "union") return { schema };
  if ("discriminator" in def && typeof def.discriminator === "string") {
    const key = def.discriminator;
    const wanted = childValue(value, key);
    const option = def.options.find(
      (candidate) => z.safeParse(discriminatorOf(candidate, key), wanted).success,
    );
    return option === undefined ? { schema } : { schema: option, where: { key, value: String(wanted) } };
  }
  const errors = def.options.map((option) => z.safeParse(option, value).error?.issues ?? []);
  return resolve(def.options[nearestOption(errors)] ?? schema, value);
}

function discriminatorOf(option: z.core.$ZodType, key: string): z.core.$ZodType {
  const { def } = known(option)._zod;
  return (def.type === "object" ? def.shape[key] : undefined) ?? z.never();
}
