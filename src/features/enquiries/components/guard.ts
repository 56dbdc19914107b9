import { callFormStamp } from "../client.ts";
import { youngestStampMs } from "../form-stamp.ts";

export interface Guard {
  /** At the first touch: asks for the stamp, once. */
  open: () => void;
  /** What goes with the form. */
  proof: (data: FormData) => { website: string; stamp?: string };
}

/**
 * Keeps robots out without a puzzle. A stamp that has not come or is too young to be believed stays here: the form goes without
 * it, which the server takes as well, so nobody who is quick has to wait.
 */
export function newGuard(): Guard {
  let isAsked = false;
  let found: { stamp: string; at: number } | undefined;
  async function ask() {
    if (isAsked) return;
    isAsked = true;
    const result = await callFormStamp({});
    if (result.ok) found = { stamp: result.data.stamp, at: performance.now() };
  }
  function proof(data: FormData) {
    const website = String(data.get("website") ?? "");
    return found && performance.now() - found.at > youngestStampMs ? { website, stamp: found.stamp } : { website };
  }
  return { open: () => void ask(), proof };
}
