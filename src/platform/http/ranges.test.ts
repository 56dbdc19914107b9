import { expect, it } from "vitest";
import { isValidRange } from "./ranges.server.ts";

it.each(["bytes=0-99", "bytes=0-", "bytes=-5", "bytes=7-7", "Bytes=0-1", "bytes=99999999999999999999999-"])("F-13 understands %s", (header) => {
  expect(isValidRange(header)).toBe(true);
});

it.each(["", "bytes", "bytes=", "bytes=-", "0-99", "items=0-1", "bytes=9-5", "bytes=99999999999999999999999-5", "bytes=a-b", "bytes=0-1,5-6", "bytes=0-1;", "bytes=--5", "bytes=1.5-2"])("F-13 does not understand %j", (header) => {
  expect(isValidRange(header)).toBe(false);
});
