import type { IncomingHttpHeaders } from "node:http";
import type { Accepted, AuthorityFault, AuthorityOutcome, AuthorityState } from "./state.ts";

export interface AuthorityControl {
  /** Applies a fault to the next `times` submissions (default 1). `clearance_off` lasts until `clearFaults`. */
  fault(kind: AuthorityFault, times?: number): void;
  /** Ends all faults. */
  clearFaults(): void;
  /** Accepted submissions, in the order in which they were accepted. */
  accepted(): readonly Accepted[];
  /** Describes each submission that reused a counter or number with other bytes, or that broke the hash chain. */
  violations(): readonly string[];
  /** Moves the clock behind the authority's `Date` header. */
  setClockAhead(seconds: number): void;
}

export interface Authority {
  control: AuthorityControl;
  answer(call: { method: string; path: string; text: string }, headers: IncomingHttpHeaders): Promise<AuthorityOutcome>;
}

/** Opens the fake e-invoicing authority. The code that verifies documents is loaded at the first call. */
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
        else for (let i = 0; i < times; i++) state.faults.push(kind);
      },
      clearFaults() {
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
