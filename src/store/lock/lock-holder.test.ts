import { expect, test } from "vitest";
import {
  describeHolder,
  lockOwner,
  mayTake,
  type Place,
  processIdentity,
  type Standing,
} from "./lock-holder.ts";

const HERE: Place = { machine: "m1", boot: "b1", namespace: "n1" };
const ME = { pid: 7, place: HERE };

/** The lock's holder, whether a process with that pid runs in this place, and the expected result. */
const TABLE: readonly [
  string,
  { readonly pid: number; readonly place: Place | undefined } | null,
  boolean,
  Standing,
][] = [
  ["a process here that runs", { pid: 8, place: HERE }, true, "alive"],
  ["this process", { pid: 7, place: HERE }, true, "this process"],
  ["a process here that ended", { pid: 8, place: HERE }, false, "dead"],
  ["an earlier process here with my pid", { pid: 7, place: HERE }, false, "dead"],
  [
    "another container, a pid not seen here",
    { pid: 8, place: at({ namespace: "n2" }) },
    false,
    "another namespace",
  ],
  [
    "another container, a pid seen here",
    { pid: 8, place: at({ namespace: "n2" }) },
    true,
    "another namespace",
  ],
  ["another container, my own pid", { pid: 7, place: at({ namespace: "n2" }) }, true, "another namespace"],
  ["this machine before it was started anew", { pid: 8, place: at({ boot: "b2" }) }, false, "another boot"],
  ["a clone of this machine, my own pid", { pid: 7, place: at({ boot: "b2" }) }, true, "another boot"],
  ["another machine", { pid: 8, place: at({ machine: "m2", boot: "b2" }) }, false, "another machine"],
  [
    "another machine whose ids are alike but one",
    { pid: 7, place: at({ machine: "m2" }) },
    true,
    "another machine",
  ],
  ["a lock of an older version, pid gone", { pid: 8, place: undefined }, false, "not told"],
  ["a lock of an older version, pid there", { pid: 8, place: undefined }, true, "not told"],
  ["a lock that names nobody", null, false, "unreadable"],
];

function at(change: Partial<Place>): Place {
  return { ...HERE, ...change };
}

test.for(TABLE)("%s", ([, holder, isRunningHere, standing]) => {
  expect(lockOwner(holder, ME, isRunningHere)).toBe(standing);
});

test("whoever does not know where they are takes nothing by themselves", () => {
  for (const isRunning of [true, false]) {
    expect(lockOwner({ pid: 8, place: HERE }, { pid: 7, place: undefined }, isRunning)).toBe("not told");
  }
});

test("without being told to, only what is proved dead is taken; being told, all but one's own", () => {
  for (const [, holder, isRunningHere, standing] of TABLE) {
    expect(mayTake(lockOwner(holder, ME, isRunningHere), false)).toBe(standing === "dead");
    expect(mayTake(standing, true)).toBe(standing !== "this process");
  }
});

test.for([
  [-5_000, "0 s ago"],
  [3_400, "3 s ago"],
  [60_000, "1 minute ago"],
  [2 * 3_600_000 + 1, "2 hours ago"],
  [86_400_000, "1 day ago"],
] as const)("a holder silent for %i ms was heard of %s", ([silentMs, said]) => {
  const holder = { pid: 8, host: "box", started_at: "2026-01-01T00:00:00Z" };
  expect(describeHolder(holder, "another machine", silentMs)).toBe(
    `process 8 on "box", on another machine, since 2026-01-01T00:00:00Z, last sign of life ${said}`,
  );
});

test.runIf(process.platform === "linux")(
  "a process knows its place, and never shows the machine's own id",
  async () => {
    const place = await processIdentity();
    expect(place?.namespace).toMatch(/^pid:\[\d+\]$/);
    expect(place?.boot).toMatch(/^[0-9a-f-]{36}$/);
    expect(place?.machine).toMatch(/^[0-9a-f]{16}$/);
  },
);
