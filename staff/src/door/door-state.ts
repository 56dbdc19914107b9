/** The state of the door page from one check-in to the next. No I/O. */
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import type { CheckInReply, StoredCheckIn } from "./door-store.ts";

/** A check-in whose result is on screen. */
export interface DoorResult {
  checkIn: StoredCheckIn;
  /** The server's decision, or the phone's own until the server has replied. */
  outcome: DoorAnswer;
  reply: CheckInReply | null;
}

interface DoorState {
  result: DoorResult | null;
  /** The last check-in, while it can be undone. */
  undoable: DoorResult | null;
  /** Searches everyone or only those not checked in; null while the camera is open. */
  search: "all" | "missing" | null;
  hasCamera: boolean;
}

type DoorAction =
  | { type: "checked-in"; result: DoorResult }
  | { type: "answered"; key: string; reply: CheckInReply }
  | { type: "sheet-closed" }
  | { type: "undone" }
  | { type: "undo-ended" }
  | { type: "search-changed"; search: DoorState["search"] }
  | { type: "camera-missing" }
  | { type: "camera-retried" };

export const firstDoorState: DoorState = { result: null, undoable: null, search: null, hasCamera: true };

export function doorReducer(state: DoorState, action: DoorAction): DoorState {
  const { result } = state;
  switch (action.type) {
    case "checked-in":
      return { ...state, result: action.result, undoable: null };
    case "answered":
      // A late reply to an earlier check-in must not replace the one on screen.
      if (result?.checkIn.key !== action.key) return state;
      return { ...state, result: { ...result, outcome: action.reply.answer, reply: action.reply } };
    case "sheet-closed":
      return { ...state, result: null, undoable: result?.outcome === "in" ? result : state.undoable };
    case "undone":
      return { ...state, result: null, undoable: null };
    case "undo-ended":
      return { ...state, undoable: null };
    case "search-changed":
      return { ...state, result: null, search: action.search };
    case "camera-missing":
      return { ...state, hasCamera: false, search: "all" };
    case "camera-retried":
      return { ...state, hasCamera: true, search: null };
  }
}
