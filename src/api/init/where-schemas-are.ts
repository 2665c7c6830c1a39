import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { pathExists } from "../../store/file-system.ts";

/** Resolves to the same folder from the source and from the build. */
const OWN = fileURLToPath(new URL("../../../schemas", import.meta.url));
const INSTALLED = "node_modules/invisiblebench/schemas";

/** Finds the schemas for an editor: those of the package installed in the folder or above it, otherwise this package's own. */
export async function schemasFor(directory: string): Promise<string> {
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (await pathExists(join(at, INSTALLED))) return join(at, INSTALLED);
    if (dirname(at) === at) return OWN;
  }
}

/** Puts the path from an example's file to the schemas into its text. */
export function withSchemas(text: string, file: string, schemas: string): string {
  const way = relative(dirname(resolve(file)), schemas)
    .split(sep)
    .join("/");
  const named = encodeURI(way.startsWith(".") ? way : `./${way}`);
  return text.replaceAll(/(?:\.{1,2}\/)+(?:node_modules\/invisiblebench\/)?schemas\//g, `${named}/`);
}
