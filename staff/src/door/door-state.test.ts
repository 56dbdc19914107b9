import { expect, it } from "vitest";
import { doorReducer, firstDoorState, type DoorResult } from "./door-state.ts";
import type { Answer } from "./door-store.ts";

const checkIn = (key: string, answer: DoorResult["answer"]): DoorResult => ({
  checkIn: {
    key,
    runId: 1,
    input: { session_id: 1, key, at: "2026-06-15T06:00:00.000Z", enrolment_id: 1 },
    name: "Sara Nasser",
    enrolmentId: 1,
    answer,
    isUndone: false,
    refusal: null,
  },
  answer,
  reply: null,
});
const reply = (answer: DoorResult["answer"]) => ({ answer, enrolment_id: 1, mark: null }) as unknown as Answer;
const sara = checkIn("sara", "in");
const atSheet = doorReducer(firstDoorState, { type: "checked-in", result: sara });

it("shows the server's reply for the open check-in, never for an earlier one", () => {
  expect(doorReducer(atSheet, { type: "answered", key: "omar", reply: reply("not-paid") })).toBe(atSheet);
  expect(doorReducer(firstDoorState, { type: "answered", key: "sara", reply: reply("in") })).toBe(firstDoorState);
  const { result } = doorReducer(atSheet, { type: "answered", key: "sara", reply: reply("already-in") });
  expect(result).toMatchObject({ answer: "already-in", checkIn: { key: "sara", answer: "in" } });
});

it("offers to undo the last check-in until the next one, but never a refused one", () => {
  const closed = doorReducer(atSheet, { type: "sheet-closed" });
  expect([closed.result, closed.undoable]).toEqual([null, sara]);
  expect(doorReducer(closed, { type: "undo-ended" }).undoable).toBeNull();
  expect(doorReducer(closed, { type: "undone" }).undoable).toBeNull();
  const next = doorReducer(closed, { type: "checked-in", result: checkIn("omar", "not-paid") });
  expect(next.undoable).toBeNull();
  expect(doorReducer(next, { type: "sheet-closed" })).toEqual(firstDoorState);
});

it("searches by name without a camera, until someone tries the camera again", () => {
  const without = doorReducer(firstDoorState, { type: "camera-missing" });
  expect(without).toEqual({ ...firstDoorState, hasCamera: false, search: "all" });
  const afterSearch = doorReducer(without, { type: "search-changed", search: null });
  expect(afterSearch).toEqual({ ...firstDoorState, hasCamera: false });
  expect(doorReducer(afterSearch, { type: "camera-retried" })).toEqual(firstDoorState);
  // The search replaces the sheet.
  expect(doorReducer(atSheet, { type: "search-changed", search: "missing" })).toMatchObject({
    result: null,
    search: "missing",
  });
});
