import { networkInterfaces } from "node:os";

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** How others write the address a server listens on: one of this machine's, where it listens on all of them. */
export function visibleAddress(host: string): string {
  if (!EVERY_ADDRESS.has(host)) return host.includes(":") ? `[${host}]` : host;
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "localhost";
}
