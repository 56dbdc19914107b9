import { callStaff, StaffApiError } from "../api.ts";
import { allWaiting, dropAnswered, dropWaiting, keepWaiting, type Answer, type Waiting } from "./door-store.ts";

/** Whether the server rejected the request itself, so that sending it again is pointless. */
const isFinal = (error: unknown): error is StaffApiError =>
  error instanceof StaffApiError && [403, 404, 409, 422].includes(error.status);

/** Undoes a check-in. One that never reached the server is simply not sent. */
async function takeBack({ key, runId }: Waiting): Promise<void> {
  try {
    await callStaff("POST /api/staff/runs/:id/attendance/undo", { id: String(runId), key });
  } catch (error) {
    if (!(error instanceof StaffApiError && error.status === 404)) throw error;
  }
}

type OnAnswer = (one: Waiting, answer: Answer) => string | null;

async function sendOne(one: Waiting, onAnswer: OnAnswer): Promise<void> {
  if (!one.isUndone) {
    const input = { ...one.input, id: String(one.runId), sent_at: new Date().toISOString() };
    const refusal = onAnswer(one, await callStaff("POST /api/staff/runs/:id/check-ins", input));
    if (refusal !== null) return void (await keepWaiting({ ...one, refusal }));
    const isUndoneMeanwhile = await dropAnswered(one.key);
    if (!isUndoneMeanwhile) return;
  }
  await takeBack(one);
  await dropWaiting(one.key);
}

/** Number of requests in parallel. One by one would be too slow on a bad connection. */
const atOnce = 5;

/** Whether the server could be reached. */
async function isSent(one: Waiting, onAnswer: OnAnswer): Promise<boolean> {
  try {
    await sendOne(one, onAnswer);
  } catch (error) {
    if (!isFinal(error)) return false;
    await keepWaiting({ ...one, refusal: error.message });
  }
  return true;
}

/**
 * Sends the stored check-ins, oldest first and a few in parallel, until the server has answered each. Only one window
 * of the browser sends at a time. A check-in stays with a message if the server refuses it or `onAnswer` returns one.
 * Resolves with whether the server could be reached; null if there was nothing to send.
 */
export async function sendWaiting(onAnswer: OnAnswer): Promise<boolean | null> {
  return navigator.locks.request("staff-door", async () => {
    const unsent = (await allWaiting()).filter(({ refusal }) => refusal === null);
    for (let at = 0; at < unsent.length; at += atOnce) {
      const sent = await Promise.all(unsent.slice(at, at + atOnce).map((one) => isSent(one, onAnswer)));
      if (sent.includes(false)) return false;
    }
    return unsent.length > 0 ? true : null;
  });
}
