import * as z from "zod";

/** Example strings: each string with a pattern gets the first one that its schema accepts. */
export interface Examples {
  readonly strings: readonly string[];
}

const NUMBERS = [1, 0, 0.5];

/**
 * Generates values that together cover every branch of a schema, with every field present. Every string without a
 * pattern contains the secret and its place. New fields are therefore covered automatically.
 */
export function plant<Schema extends z.ZodType>(
  schema: Schema,
  secret: string,
  examples: Examples,
): readonly z.output<Schema>[] {
  return ways(schema, { secret, examples, path: "" }).map((value) => schema.parse(value));
}

interface Place {
  readonly secret: string;
  readonly examples: Examples;
  readonly path: string;
}

function ways(schema: z.core.$ZodType, place: Place): readonly unknown[] {
  // The union of all zod schemas: a nested schema does not have this type.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const at = (key: string): Place => ({ ...place, path: `${place.path}.${key}` });
  switch (def.type) {
    case "null":
      return [null];
    case "boolean":
      return [true];
    case "literal":
      return [def.values[0]];
    case "enum":
      return [Object.values(def.entries)[0]];
    case "number":
      return [fitting(schema, NUMBERS, place)];
    case "string":
      return [
        mayBeAnything(schema)
          ? `${place.secret} said so at ${place.path}`
          : fitting(schema, place.examples.strings, place),
      ];
    case "optional":
    case "nullable":
      return ways(def.innerType, place);
    case "array": {
      const items = ways(def.element, at("0"));
      const isEnough = z.safeParse(schema, items).success;
      return [isEnough ? items : [...items, ...items]];
    }
    case "object": {
      const fields = Object.entries(def.shape).map(([key, field]) => [key, ways(field, at(key))] as const);
      const most = Math.max(...fields.map(([, values]) => values.length));
      return Array.from({ length: most }, (_, index) =>
        Object.fromEntries(fields.map(([key, values]) => [key, values[index % values.length]])),
      );
    }
    case "record": {
      const [value] = ways(def.valueType, at("value"));
      return [Object.fromEntries(keysOf(def.keyType, at("key")).map((key) => [key, value]))];
    }
    case "union":
      return def.options.flatMap((option) => ways(option, place));
    default:
      throw new Error(`${place.path}: no example of the kind "${def.type}"`);
  }
}

/** Whether a string has no pattern, so that it may hold a person's words. */
function mayBeAnything(schema: z.core.$ZodType): boolean {
  return ["said so at", "x".repeat(300)].every((text) => z.safeParse(schema, text).success);
}

/** A record with a fixed list of keys has all of them. */
function keysOf(schema: z.core.$ZodType, place: Place): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const keys = def.type === "enum" ? Object.values(def.entries) : ways(schema, place);
  return keys.map(String);
}

function fitting<Value>(schema: z.core.$ZodType, values: readonly Value[], { path }: Place): Value {
  const found = values.find((value) => z.safeParse(schema, value).success);
  if (found === undefined) throw new Error(`${path}: none of the examples fits; add one`);
  return found;
}
