import { expect, test } from "vitest";
import { addressOf, readPlace } from "./review-place.ts";

test.each(["#/", "#/pause", "#/overview", "#/items/1", "#/items/120"])(
  "%s leads where it says",
  (address) => {
    expect(addressOf(readPlace(address))).toBe(address);
  },
);

test.each(["", "#/items/0", "#/items/-1", "#/items/1e9", "#/elsewhere", "#token=abc"])(
  "%s leads to the beginning",
  (address) => {
    expect(readPlace(address)).toEqual({ page: "start" });
  },
);
