import { createRequire } from "node:module";

/** The version in package.json, which lies two folders up in the source tree and in the build alike. */
export function toolVersion(): string {
  return createRequire(import.meta.url)("../../package.json").version;
}
