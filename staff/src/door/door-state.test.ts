import { expect, it } from "vitest";
import { doorReducer, firstDoorState, type DoorResult } from "./door-state.ts";
import type { CheckInReply } from "./door-store.ts";

const makeResult = (key: string, outcome: DoorResult["outcome"]): DoorResult => ({
  checkIn: {
    key,
    runId: 1,
    input: { sessionId: 1, key, at: "2026-06-15T06:00:00.000Z", enrolmentId: 1 },
    name: "Sara Nasser",
    enrolmentId: 1,
    answer: outcome,
    isUndone: false,
    refusal: null,
  },
  outcome,
  reply: null,
});
const makeReply = (answer: DoorResult["outcome"]) =>
  ({ answer, enrolmentId: 1, mark: null }) as unknown as CheckInReply;
const saraResult = makeResult("sara", "in");
const stateWithResult = doorReducer(firstDoorState, { type: "checked-in", result: saraResult });

it("shows the server's reply for the open check-in, never for an earlier one", () => {
  expect(doorReducer(stateWithResult, { type: "answered", key: "omar", reply: makeReply("not-paid") })).toBe(
    stateWithResult,
  );
  expect(doorReducer(firstDoorState, { type: "answered", key: "sara", reply: makeReply("in") })).toBe(firstDoorState);
  const { result } = doorReducer(stateWithResult, { type: "answered", key: "sara", reply: makeReply("already-in") });
  expect(result).toMatchObject({ outcome: "already-in", checkIn: { key: "sara", answer: "in" } });
});

it("offers to undo the last check-in until the next one, but never a refused one", () => {
  const closedState = doorReducer(stateWithResult, { type: "sheet-closed" });
  expect([closedState.result, closedState.undoable]).toEqual([null, saraResult]);
  expect(doorReducer(closedState, { type: "undo-ended" }).undoable).toBeNull();
  expect(doorReducer(closedState, { type: "undone" }).undoable).toBeNull();
  const nextState = doorReducer(closedState, { type: "checked-in", result: makeResult("omar", "not-paid") });
  expect(nextState.undoable).toBeNull();
  expect(doorReducer(nextState, { type: "sheet-closed" })).toEqual(firstDoorState);
});

it("searches by name without a camera, until someone tries the camera again", () => {
  const withoutCamera = doorReducer(firstDoorState, { type: "camera-missing" });
  expect(withoutCamera).toEqual({ ...firstDoorState, hasCamera: false, search: "all" });
  const afterSearch = doorReducer(withoutCamera, { type: "search-changed", search: null });
  expect(afterSearch).toEqual({ ...firstDoorState, hasCamera: false });
  expect(doorReducer(afterSearch, { type: "camera-retried" })).toEqual(firstDoorState);
  // Opening the search closes the result.
  expect(doorReducer(stateWithResult, { type: "search-changed", search: "missing" })).toMatchObject({
    result: null,
    search: "missing",
  });
});
