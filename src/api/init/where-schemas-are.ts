import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { pathExists } from "../../store/file-system.ts";

/** Beside the source and beside the build alike. */
const OWN = fileURLToPath(new URL("../../../schemas", import.meta.url));
const INSTALLED = "node_modules/invisiblebench/schemas";

/** The schemas that an editor finds from a folder: those of the package as it is installed there or further up, else this package's own. */
export async function schemasFor(directory: string): Promise<string> {
  for (let at = resolve(directory); ; at = dirname(at)) {
    if (await pathExists(join(at, INSTALLED))) return join(at, INSTALLED);
    if (dirname(at) === at) return OWN;
  }
}

/** An example's text with the way from its file to the schemas. */
export function withSchemas(text: string, file: string, schemas: string): string {
  const way = relative(dirname(resolve(file)), schemas)
    .split(sep)
    .join("/");
  const named = encodeURI(way.startsWith(".") ? way : `./${way}`);
  return text.replaceAll(/(?:\.{1,2}\/)+(?:node_modules\/invisiblebench\/)?schemas\//g, `${named}/`);
}
