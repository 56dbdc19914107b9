import { m } from "#messages";

/** Hidden from people, so only bots fill it in. */
export function HoneypotField() {
  return (
    <p className="sr-only" aria-hidden="true">
      <label>
        {m.enquiries_trap()}
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}
