/** The state of the door page from one check-in to the next. No I/O. */
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import type { Answer, Waiting } from "./door-store.ts";

/** A check-in whose result is open. */
export interface Shown {
  one: Waiting;
  /** The server's reply, or the phone's decision until it arrives. */
  answer: DoorAnswer;
  reply: Answer | null;
}

interface DoorState {
  shown: Shown | null;
  /** The last person who came in, while that can be undone. */
  undoable: Shown | null;
  /** Search among everyone or among those not in; null while the camera is open. */
  search: "all" | "missing" | null;
  hasCamera: boolean;
}

type DoorAction =
  | { type: "checked-in"; shown: Shown }
  | { type: "answered"; key: string; reply: Answer }
  | { type: "sheet-closed" }
  | { type: "undone" }
  | { type: "undo-ended" }
  | { type: "search-changed"; search: DoorState["search"] }
  | { type: "camera-missing" }
  | { type: "camera-retried" };

export const firstDoorState: DoorState = { shown: null, undoable: null, search: null, hasCamera: true };

export function doorReducer(state: DoorState, action: DoorAction): DoorState {
  const { shown } = state;
  switch (action.type) {
    case "checked-in":
      return { ...state, shown: action.shown, undoable: null };
    case "answered":
      // A late reply to an earlier check-in must not replace the open one.
      if (shown?.one.key !== action.key) return state;
      return { ...state, shown: { ...shown, answer: action.reply.answer, reply: action.reply } };
    case "sheet-closed":
      return { ...state, shown: null, undoable: shown?.answer === "in" ? shown : state.undoable };
    case "undone":
      return { ...state, shown: null, undoable: null };
    case "undo-ended":
      return { ...state, undoable: null };
    case "search-changed":
      return { ...state, shown: null, search: action.search };
    case "camera-missing":
      return { ...state, hasCamera: false, search: "all" };
    case "camera-retried":
      return { ...state, hasCamera: true, search: null };
  }
}
