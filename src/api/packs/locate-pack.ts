import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { apiErrors } from "../errors.ts";

/** Beside the source and beside the build alike. */
const SHIPPED_PACKS = fileURLToPath(new URL("../../../packs", import.meta.url));
const MANIFEST = "pack.yaml";

/** Where a pack is. */
export interface PackPlace {
  readonly root: string;
  /** It came with the package. */
  readonly isShipped: boolean;
}

/** A pack by the name of a shipped one, by its folder, or by the name of a package that is installed here or further up. */
export function locatePack(pack: string, from: string): PackPlace {
  if (shippedPacks().includes(pack)) return { root: join(SHIPPED_PACKS, pack), isShipped: true };
  const folder = resolve(from, pack);
  const isPath = existsSync(join(folder, MANIFEST)) || existsSync(join(folder, "scenarios"));
  const root = isPath ? folder : installed(pack, resolve(from));
  if (root === null) throw apiErrors.IB_NO_SUCH_PACK(pack, shippedPacks());
  return { root, isShipped: false };
}

export function shippedPacks(): readonly string[] {
  if (!existsSync(SHIPPED_PACKS)) return [];
  return readdirSync(SHIPPED_PACKS)
    .filter((name) => existsSync(join(SHIPPED_PACKS, name, MANIFEST)))
    .sort();
}

/** Looked for as Node looks for packages; nothing of it is run. */
function installed(name: string, from: string): string | null {
  if (!/^(?:@[a-z0-9-~][\w.~-]*\/)?[a-z0-9-~][\w.~-]*$/.test(name)) return null;
  const root = join(from, "node_modules", name);
  if (existsSync(join(root, MANIFEST))) return root;
  const above = dirname(from);
  return above === from ? null : installed(name, above);
}
