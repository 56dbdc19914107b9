import { useRef, type ReactNode } from "react";
import { m } from "#messages";
import { callFormStamp } from "../client.ts";
import { youngestStampMs } from "../form-stamp.ts";

export interface FormGuard {
  /** For the form's `onFocus`: the first touch asks for the stamp. */
  open: () => void;
  /** What goes with the form. */
  proof: (data: FormData) => { website: string; stamp?: string };
  /** A field only robots see. */
  trap: ReactNode;
}

/**
 * Keeps robots out without a puzzle. A stamp that has not come or is too young to be believed stays here: the form goes without
 * it, which the server takes as well, so nobody who is quick has to wait.
 */
export function useFormGuard(): FormGuard {
  const isAsked = useRef(false);
  const found = useRef<{ stamp: string; at: number }>(undefined);
  async function ask() {
    if (isAsked.current) return;
    isAsked.current = true;
    const result = await callFormStamp({});
    if (result.ok) found.current = { stamp: result.data.stamp, at: performance.now() };
  }
  function proof(data: FormData) {
    const website = String(data.get("website") ?? "");
    const { stamp, at } = found.current ?? {};
    return stamp !== undefined && at !== undefined && performance.now() - at > youngestStampMs ? { website, stamp } : { website };
  }
  const trap = (
    <p className="sr-only" aria-hidden="true">
      <label>
        {m.enquiries_trap()}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
  return { open: () => void ask(), proof, trap };
}

/** A field of a form as text. */
export const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");
