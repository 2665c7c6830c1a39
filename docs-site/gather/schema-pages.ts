/** Every JSON Schema as tables: a section for each shape, a row for each field. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { prose, table } from "./markdown.ts";
import type { Page } from "./pages.ts";

interface Shape {
  type?: string | string[] | undefined;
  description?: string | undefined;
  $ref?: string | undefined;
  const?: unknown;
  enum?: unknown[] | undefined;
  anyOf?: Shape[] | undefined;
  oneOf?: Shape[] | undefined;
  items?: Shape | boolean | undefined;
  properties?: Record<string, Shape> | undefined;
  required?: string[] | undefined;
  additionalProperties?: Shape | boolean | undefined;
}
const Shape: z.ZodType<Shape> = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(Shape).optional();
  },
  get oneOf() {
    return z.array(Shape).optional();
  },
  get items() {
    return z.union([Shape, z.boolean()]).optional();
  },
  get properties() {
    return z.record(z.string(), Shape).optional();
  },
  get additionalProperties() {
    return z.union([Shape, z.boolean()]).optional();
  },
});
const Schema = z.looseObject({
  title: z.string(),
  description: z.string().default(""),
  $ref: z.string().optional(),
  $defs: z.record(z.string(), Shape).default({}),
});

export function schemaPages(folder: string): readonly Page[] {
  const pages = globSync("*.schema.json", { cwd: folder })
    .sort()
    .map((file) => schemaPage(file, Schema.parse(JSON.parse(readFileSync(join(folder, file), "utf8")))));
  const rows = pages.map(({ source, title, description }) => [`[${title}](${source})`, prose(description)]);
  const index: Page = {
    source: "schemas",
    title: "Schemas",
    titleInSidebar: "All schemas",
    description: "The JSON Schema of every file that is read or written.",
    body: `For editors and other languages. The files are in the package under \`schemas/\`.\n\n${table(["schema", "of what"], rows)}`,
    group: "reference",
  };
  return [index, ...pages];
}

function schemaPage(file: string, { title, description, $ref, $defs }: z.infer<typeof Schema>): Page {
  const first = $ref?.split("/").at(-1) ?? "";
  const names = [first, ...Object.keys($defs).filter((name) => name !== first)];
  const sections = names.flatMap((name) => {
    const shape = $defs[name];
    return shape === undefined ? [] : [section(name, shape)];
  });
  return {
    source: `schemas/${file}`,
    title: title.replace(/^InvisibleBench /, "").replace(/^./, (letter) => letter.toUpperCase()),
    description,
    body: [`\`schemas/${file}\``, prose(description), ...sections].join("\n\n"),
    group: "reference",
  };
}

function section(name: string, shape: Shape): string {
  const choices = [shape, ...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  const tables = choices.flatMap((choice) => {
    const rows = rowsOf(choice);
    return rows.length === 0 ? [] : [table(["field", "type", "what"], rows)];
  });
  const words = shape.description === undefined ? [] : [prose(shape.description)];
  return [`## ${name}`, ...words, ...(tables.length === 0 ? [`Type: ${typeOf(shape)}`] : tables)].join(
    "\n\n",
  );
}

/** The fields of an object, those of objects in it after them. */
function rowsOf({ properties = {}, required = [] }: Shape, path = ""): readonly (readonly string[])[] {
  return Object.entries(properties).flatMap(([key, field]) => {
    const name = `${path}${key}`;
    const isOptional = !required.includes(key);
    const item = typeof field.items === "object" ? field.items : undefined;
    return [
      [`\`${name}\`${isOptional ? " (optional)" : ""}`, typeOf(field), prose(field.description ?? "")],
      ...rowsOf(field, `${name}.`),
      ...(item === undefined ? [] : rowsOf(item, `${name}[].`)),
    ];
  });
}

function typeOf(shape: Shape): string {
  if (shape.$ref !== undefined) return shape.$ref.split("/").at(-1) ?? "";
  if ("const" in shape && shape.const !== undefined) return `\`${JSON.stringify(shape.const)}\``;
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return [...new Set(choices.map(typeOf))].join(" or ");
  if (shape.type === "array" && typeof shape.items === "object") return `list of ${typeOf(shape.items)}`;
  if (shape.type === "object" && typeof shape.additionalProperties === "object") {
    return `by name, ${typeOf(shape.additionalProperties)}`;
  }
  return [shape.type ?? "any"].flat().join(" or ");
}
