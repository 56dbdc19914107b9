import { callStaff, StaffApiError } from "../api.ts";
import {
  loadCheckIns,
  deleteAnswered,
  deleteCheckIn,
  storeCheckIn,
  type CheckInReply,
  type StoredCheckIn,
} from "./door-store.ts";

/** Whether the server rejected the request itself, so that sending it again is pointless. */
const isRejected = (error: unknown): error is StaffApiError =>
  error instanceof StaffApiError && [403, 404, 409, 422].includes(error.status);

/** Undoes a check-in on the server. A 404 means that the server never received it. */
async function undoCheckIn({ key, runId }: StoredCheckIn): Promise<void> {
  try {
    await callStaff("POST /api/staff/runs/:id/attendance/undo", { id: String(runId), key });
  } catch (error) {
    if (!(error instanceof StaffApiError && error.status === 404)) throw error;
  }
}

type OnAnswer = (checkIn: StoredCheckIn, reply: CheckInReply) => string | null;

async function sendOne(checkIn: StoredCheckIn, onAnswer: OnAnswer): Promise<void> {
  if (!checkIn.isUndone) {
    const input = { ...checkIn.input, id: String(checkIn.runId), sentAt: new Date().toISOString() };
    const refusal = onAnswer(checkIn, await callStaff("POST /api/staff/runs/:id/check-ins", input));
    if (refusal !== null) return void (await storeCheckIn({ ...checkIn, refusal }));
    const wasUndoneMeanwhile = await deleteAnswered(checkIn.key);
    if (!wasUndoneMeanwhile) return;
  }
  await undoCheckIn(checkIn);
  await deleteCheckIn(checkIn.key);
}

/** Number of requests in parallel. One by one would be too slow on a bad connection. */
const maxParallel = 5;

/**
 * Sends one check-in. If the server rejects it, stores it with the message. Resolves with false if the server was not
 * reached.
 */
async function trySend(checkIn: StoredCheckIn, onAnswer: OnAnswer): Promise<boolean> {
  try {
    await sendOne(checkIn, onAnswer);
  } catch (error) {
    if (!isRejected(error)) return false;
    await storeCheckIn({ ...checkIn, refusal: error.message });
  }
  return true;
}

/**
 * Sends the stored check-ins, oldest first and a few in parallel, until the server has answered each. Only one window
 * of the browser sends at a time. If the server rejects a check-in or `onAnswer` returns a message, the check-in stays
 * stored with that message. Resolves with true if the server was reached, false if not, null if nothing was unsent.
 */
export async function sendCheckIns(onAnswer: OnAnswer): Promise<boolean | null> {
  return navigator.locks.request("staff-door", async () => {
    const unsent = (await loadCheckIns()).filter(({ refusal }) => refusal === null);
    for (let start = 0; start < unsent.length; start += maxParallel) {
      const results = await Promise.all(
        unsent.slice(start, start + maxParallel).map((checkIn) => trySend(checkIn, onAnswer)),
      );
      if (results.includes(false)) return false;
    }
    return unsent.length > 0 ? true : null;
  });
}
