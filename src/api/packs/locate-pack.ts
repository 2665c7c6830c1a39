import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { apiErrors } from "../errors.ts";

/** Resolves to the same folder from the source and from the build. */
const SHIPPED_PACKS = fileURLToPath(new URL("../../../packs", import.meta.url));
const MANIFEST = "pack.yaml";

export interface PackPlace {
  readonly root: string;
  /** Whether the package ships it. */
  readonly isShipped: boolean;
}

/** Locates a pack by the name of a shipped one, by its folder, or by the name of a package installed here or above. */
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

/** Looks the package up like Node does, without running any of its code. */
function installed(name: string, from: string): string | null {
  if (!/^(?:@[a-z0-9-~][\w.~-]*\/)?[a-z0-9-~][\w.~-]*$/.test(name)) return null;
  const root = join(from, "node_modules", name);
  if (existsSync(join(root, MANIFEST))) return root;
  const above = dirname(from);
  return above === from ? null : installed(name, above);
}
