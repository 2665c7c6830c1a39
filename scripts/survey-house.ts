import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize, relative } from "node:path";
import { parseSync } from "@swc/core";

/** A code file with the facts that the house rules need. */
export interface HouseFile {
  readonly path: string;
  readonly lines: number;
  readonly imports: ReadonlySet<string>;
  readonly exports: readonly string[];
  /** Error classes that a user can meet. */
  readonly errors: readonly string[];
  readonly hasTest: boolean;
}

const IS_CODE = /\.tsx?$/;
const IS_TEST = /\.(test|contract|fixture)\.tsx?$/;

/** Every code file below a folder of a tree, with its imports and exports. Tests and fixtures are excluded. */
export function surveyHouse(root: string, folder: string): readonly HouseFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && IS_CODE.test(entry.name) && !IS_TEST.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
    .map((path) => surveyFile(root, path));
}

function surveyFile(root: string, path: string): HouseFile {
  const text = readFileSync(join(root, path), "utf8");
  const module = parseSync(text, { syntax: "typescript", tsx: path.endsWith("x"), target: "es2024" });
  const imports = new Set<string>();
  const exports: string[] = [];
  const errors: string[] = [];
  for (const node of nodesOf(module)) {
    const specifier = specifierOf(node);
    if (specifier?.startsWith(".")) imports.add(normalize(join(dirname(path), specifier)));
    if (node["type"] === "ExportDeclaration") exports.push(...declaredNames(asNode(node["declaration"])));
    if (node["type"] === "ClassDeclaration" && /Error$/.test(textOf(node["superClass"]))) {
      errors.push(textOf(node["identifier"]));
    }
  }
  const hasTest = existsSync(join(root, path.replace(IS_CODE, ".test.ts")));
  const lines = text.split("\n").length - 1;
  return { path, lines, imports, exports: [...new Set(exports)], errors, hasTest };
}

type Node = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}

function asNode(value: unknown): Node {
  return isNode(value) ? value : {};
}

function textOf(identifier: unknown): string {
  return String(asNode(identifier)["value"] ?? "");
}

function* nodesOf(value: unknown): Generator<Node> {
  if (!isNode(value)) return;
  if (!Array.isArray(value)) yield value;
  for (const part of Object.values(value)) yield* nodesOf(part);
}

/** The module specifier of an import, a re-export, `import()` or a type's `import()`. */
function specifierOf(node: Node): string | undefined {
  switch (node["type"]) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
      return textOf(node["source"]);
    case "TsImportType":
      return textOf(node["argument"]);
    case "CallExpression": {
      if (asNode(node["callee"])["type"] !== "Import") return undefined;
      const [first] = Array.isArray(node["arguments"]) ? node["arguments"] : [];
      return textOf(asNode(first)["expression"]);
    }
    default:
      return undefined;
  }
}

function declaredNames(declaration: Node): readonly string[] {
  const { declarations, identifier, id } = declaration;
  if (Array.isArray(declarations)) return declarations.map((one) => textOf(asNode(one)["id"]));
  return [textOf(identifier ?? id)];
}

/** Figures that `npm run house` prints for one part of the code. */
export interface HouseFigures {
  readonly files: number;
  readonly median: number;
  readonly p90: number;
  readonly largest: HouseFile | undefined;
  readonly largestFolder: { readonly path: string; readonly files: number };
  readonly errorFiles: number;
  /** The share of files that exactly one other code file imports. */
  readonly oneImporterShare: number;
  readonly namesTwice: ReadonlyMap<string, readonly string[]>;
}

/** `importers` are all files whose imports count, including those of the other part. */
export function figuresOf(
  files: readonly HouseFile[],
  importers: readonly HouseFile[] = files,
): HouseFigures {
  const bySize = files.toSorted((a, b) => a.lines - b.lines);
  const sizeAt = (share: number) => bySize[Math.floor(share * bySize.length)]?.lines ?? 0;
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  const [path = "", inside = []] = [...folders].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const fanIn = importersOf(importers);
  const homes = Map.groupBy(
    files.flatMap((file) => file.exports.map((name) => ({ name, path: file.path }))),
    ({ name }) => name,
  );
  return {
    files: files.length,
    median: sizeAt(0.5),
    p90: sizeAt(0.9),
    largest: bySize.at(-1),
    largestFolder: { path, files: inside.length },
    errorFiles: files.filter(({ errors }) => errors.length > 0).length,
    oneImporterShare: files.filter((file) => fanIn.get(file.path)?.length === 1).length / files.length,
    namesTwice: new Map(
      [...homes]
        .filter(([, places]) => places.length > 1)
        .map(([name, places]) => [name, places.map((place) => place.path)]),
    ),
  };
}

function importersOf(files: readonly HouseFile[]): ReadonlyMap<string, readonly HouseFile[]> {
  const importers = new Map<string, HouseFile[]>();
  for (const file of files) {
    for (const target of file.imports) importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return importers;
}

const MOST_LINES = 300;
/** A file shorter than this belongs in the importing file, if only one file of its folder imports it. */
const ROOM_OF_ITS_OWN = 40;
const MOST_FILES = 21;
/** Tables of data: may exceed the length limit of code files, and are read as tables. */
const TABLES = new Set(["errors.ts", "injection-rules.ts"]);

/**
 * Violations of the house rules, each with its fix. dependency-cruiser checks the rules on imports. `everywhere` are
 * all files whose imports count, including those of the other part.
 */
export function houseComplaints(
  files: readonly HouseFile[],
  everywhere: readonly HouseFile[] = files,
): readonly string[] {
  const figures = figuresOf(files);
  const importers = importersOf(everywhere);
  const folders = Map.groupBy(files, ({ path }) => dirname(path));
  return [
    ...files
      .filter(({ path, lines }) => lines > MOST_LINES && !TABLES.has(basename(path)))
      .map(
        ({ path, lines }) => `${path} has ${lines} lines: a file is one idea, at most ${MOST_LINES} lines.`,
      ),
    ...files.flatMap((file) => {
      const [importer, ...others] = importers.get(file.path) ?? [];
      const isIdea = file.lines >= ROOM_OF_ITS_OWN || file.hasTest || basename(file.path) === "errors.ts";
      if (isIdea || importer === undefined || others.length > 0) return [];
      if (dirname(importer.path) !== dirname(file.path)) return [];
      return [`${file.path} has ${file.lines} lines for ${importer.path} alone: let it live there.`];
    }),
    ...[...folders]
      .filter(([, inside]) => inside.length > MOST_FILES)
      .map(([path, inside]) => `${path} holds ${inside.length} files: give parts of it a sub-folder.`),
    ...files
      .filter(
        ({ path, errors }) =>
          errors.length > 0 && !/^(src\/[^/]+|web\/src(\/[^/]+)*)\/errors\.ts$/.test(path),
      )
      .map(
        ({ path, errors }) =>
          `${path} defines ${errors.join(", ")}: error classes are in their room's errors.ts.`,
      ),
    ...[...figures.namesTwice].map(
      ([name, paths]) => `${name} is exported by ${paths.join(" and ")}: one name, one thing.`,
    ),
    ...files
      .filter(({ path, exports }) => [path, ...exports].some((name) => /artifact/i.test(name)))
      .map(({ path }) => `${path} says artifact: the word is artefact.`),
  ];
}
