import { useRef, type ReactNode } from "react";
import { m } from "#messages";
import { callFormStamp } from "../client.ts";
import { youngestStampMs } from "../form-stamp.ts";

export interface FormGuard {
  /** For the form's `onFocus`: the first touch asks for the stamp. */
  open: () => void;
  /** What goes with the form; waits until the stamp is old enough, so that somebody quick is not taken for a robot. */
  proof: (data: FormData) => Promise<{ website: string; stamp?: string }>;
  /** A field only robots see. */
  trap: ReactNode;
}

/** Keeps robots out without a puzzle. */
export function useFormGuard(): FormGuard {
  const asked = useRef<Promise<{ stamp: string; at: number } | undefined>>(undefined);
  function open() {
    asked.current ??= callFormStamp({}).then((result) => (result.ok ? { stamp: result.data.stamp, at: performance.now() } : undefined));
    return asked.current;
  }
  async function proof(data: FormData) {
    const website = String(data.get("website") ?? "");
    const found = await open();
    if (!found) return { website };
    const wait = found.at + youngestStampMs + 100 - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return { website, stamp: found.stamp };
  }
  const trap = (
    <p className="sr-only" aria-hidden="true">
      <label>
        {m.enquiries_trap()}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
  return { open: () => void open(), proof, trap };
}

/** A field of a form as text. */
export const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");
