import type { IncomingHttpHeaders } from "node:http";
import type { Accepted, AuthorityFault, AuthorityOutcome, AuthorityState } from "./state.ts";

export interface AuthorityControl {
  /** The next `times` submissions; 1 without it. Clearance stays off until `clear`. */
  fault(kind: AuthorityFault, times?: number): void;
  clear(): void;
  /** In the order they were accepted. */
  accepted(): readonly Accepted[];
  /** Every submission that named a known counter or number with other bytes, and every broken chain. */
  violations(): readonly string[];
  /** Moves the clock of its `Date` header. */
  setClockAhead(seconds: number): void;
}

export interface Authority {
  control: AuthorityControl;
  answer(call: { method: string; path: string; text: string }, headers: IncomingHttpHeaders): Promise<AuthorityOutcome>;
}

/** The fake e-invoicing authority. What verifies documents is loaded with the first call. */
export function openAuthority(): Authority {
  const state: AuthorityState = {
    faults: [],
    isClearanceOff: false,
    accepted: [],
    seen: new Map(),
    violations: [],
    requests: new Map(),
    clockAheadSeconds: 0,
  };
  return {
    control: {
      fault(kind, times = 1) {
        if (kind === "clearance_off") state.isClearanceOff = true;
        else for (let at = 0; at < times; at++) state.faults.push(kind);
      },
      clear() {
        state.faults = [];
        state.isClearanceOff = false;
      },
      accepted: () => state.accepted,
      violations: () => state.violations,
      setClockAhead: (seconds) => void (state.clockAheadSeconds = seconds),
    },
    async answer(call, headers) {
      const { answerCall } = await import("./answer.ts");
      const outcome = answerCall(state, call, headers);
      if (typeof outcome === "string") return outcome;
      const date = new Date(Date.now() + state.clockAheadSeconds * 1000).toUTCString();
      return { reply: { ...outcome.reply, headers: { ...outcome.reply.headers, date } } };
    },
  };
}
