/** What a compiled corpus was made from, as hashes: two that are equal were compiled alike from the same bytes. */
import { createHash, type Hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the loader never reads, and a folder that is also a project may have much of. */
const NEVER_READ = /^(?:\..*|node_modules|results)$/;

/** Of every name and every byte below some folders; `null` where some file cannot be read: saying which is the loader's task. */
export function contentKey(folders: readonly string[]): string | null {
  const hash = createHash("sha256");
  try {
    for (const folder of folders) {
      hash.update(JSON.stringify(["folder"]));
      hashFolder(hash, folder, "", NEVER_READ);
    }
  } catch {
    return null;
  }
  return hash.digest("hex");
}

/** What the loader is made of: it may import nothing beside these folders. */
export const COMPILER_FOLDERS = ["corpus", "domain", "kernel", "schema", "text"] as const;

let compiler: string | undefined;

/**
 * Of the code that reads, checks and compiles a corpus, from a checkout or from the build, with the package's version and
 * those of what it depends on: who changes a schema or a rule is served nothing that the old one let through.
 */
export function compilerKey(): string {
  if (compiler !== undefined) return compiler;
  const code = join(import.meta.dirname, "..");
  const hash = createHash("sha256").update(JSON.stringify([process.versions.node, process.versions.v8]));
  hash.update(readFileSync(join(code, "..", "package.json")));
  for (const folder of COMPILER_FOLDERS) {
    hash.update(JSON.stringify([folder]));
    hashFolder(hash, join(code, folder), "", /\.(?:test|fixture)\.\w+$|\.map$|\.d\.ts$/);
  }
  compiler = hash.digest("hex");
  return compiler;
}

/** Without waiting between files: hundreds of small ones take a third of the time that way. */
function hashFolder(hash: Hash, folder: string, way: string, skipped: RegExp): void {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${way}${entry.name}`;
    if (skipped.test(entry.name)) continue;
    if (entry.isDirectory()) hashFolder(hash, join(folder, entry.name), `${name}/`, skipped);
    else if (entry.isFile() || entry.isSymbolicLink()) {
      const content = readFileSync(join(folder, entry.name));
      hash.update(JSON.stringify([name, content.length])).update(content);
    } else throw new Error(`${name} is neither a file nor a folder`);
  }
}
