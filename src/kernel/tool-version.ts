import { createRequire } from "node:module";

/** The version in package.json, which is two folders up in the source tree and in the build. */
export function toolVersion(): string {
  return createRequire(import.meta.url)("../../package.json").version;
}
