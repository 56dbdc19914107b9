import { callStaff, StaffApiError } from "../api.ts";
import { allWaiting, dropWaiting, keepWaiting, type Answer, type Waiting } from "./door-store.ts";

/** Refused for what was asked: to send it again would change nothing. */
const isFinal = (error: unknown): error is StaffApiError =>
  error instanceof StaffApiError && [403, 404, 409, 422].includes(error.status);

/**
 * Sends what waits, the oldest first, each until the server has answered it; one window of the browser at a time. What
 * the server refuses stays, with its words. Resolves with whether the server could be reached.
 */
export async function sendWaiting(onAnswer: (one: Waiting, answer: Answer) => void): Promise<boolean> {
  return navigator.locks.request("staff-door", async () => {
    for (const one of await allWaiting()) {
      if (one.refusal !== null) continue;
      try {
        const input = { ...one.input, id: String(one.runId), sent_at: new Date().toISOString() };
        const answer = await callStaff("POST /api/staff/runs/:id/check-ins", input);
        await dropWaiting(one.key);
        onAnswer(one, answer);
      } catch (error) {
        if (!isFinal(error)) return false;
        await keepWaiting({ ...one, refusal: error.message });
      }
    }
    return true;
  });
}
