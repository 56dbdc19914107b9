import { m } from "#messages";

/** A field only robots see. */
export function TrapField() {
  return (
    <p className="sr-only" aria-hidden="true">
      <label>
        {m.enquiries_trap()}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
