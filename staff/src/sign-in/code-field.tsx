import { useEffect, useRef, useState } from "react";
import { m } from "../messages.ts";
import { FieldMessage } from "../../../src/ui/field.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { extractDigits } from "../../../src/i18n/digits.ts";
import { clsx } from "clsx/lite";

interface CodeFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

/** Asks for a code from the authenticator app, or for a recovery code. */
export function CodeField({ isRecovery = false, ...props }: CodeFieldProps & { isRecovery?: boolean }) {
  return isRecovery ? <RecoveryCodeField {...props} /> : <SixBoxes {...props} />;
}

const positions = [0, 1, 2, 3, 4, 5];
/** One field behind six boxes, so that paste and autofill work. Typing continues at the end. */
function SixBoxes({ value, onChange, error }: CodeFieldProps) {
  const [isTextSelected, setIsTextSelected] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Not `autoFocus`: a dialog below this one would take the focus back.
  useEffect(() => field.current?.focus(), []);
  const caretPosition = Math.min(value.length, positions.length - 1);
  return (
    <div>
      <span
        dir="ltr"
        className="group relative grid grid-cols-[repeat(3,1fr)_.4fr_repeat(3,1fr)] items-center gap-2 before:col-start-4 before:row-start-1 before:h-px before:bg-line-2"
      >
        {positions.map((position) => (
          <span
            key={position}
            aria-hidden="true"
            className={clsx(
              "code-box row-start-1 grid h-14 place-items-center rounded-control border bg-surface font-display text-2xl/none tabular-nums",
              error === undefined ? "border-line-2" : "border-2 border-danger",
              position === caretPosition &&
                "group-focus-within:border-primary group-focus-within:ring-3 group-focus-within:ring-primary/16",
              isTextSelected && "not-empty:group-focus-within:bg-primary-tint",
            )}
          >
            {value[position]}
          </span>
        ))}
        <input
          id="code"
          value={value}
          aria-label={m.staff_sign_in_code()}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : "code-wrong"}
          aria-required
          autoComplete="one-time-code"
          ref={field}
          dir="ltr"
          inputMode="numeric"
          spellCheck={false}
          // Autofill sets its own background and text colour.
          className="absolute inset-0 w-full px-4 text-2xl/none text-transparent caret-transparent outline-none! selection:bg-transparent selection:text-transparent autofill:opacity-0"
          onChange={({ target }) => onChange(extractDigits(target.value, positions.length))}
          onSelect={({ currentTarget: field }) => {
            const { selectionStart, selectionEnd, value: text } = field;
            setIsTextSelected(selectionStart !== selectionEnd);
            // The boxes cannot show a caret between digits, so it moves to the end.
            if (selectionStart === selectionEnd && selectionEnd !== text.length)
              field.setSelectionRange(text.length, text.length);
          }}
        />
      </span>
      {error !== undefined && <FieldMessage id="code-wrong">{error}</FieldMessage>}
    </div>
  );
}

function RecoveryCodeField({ value, onChange, error }: CodeFieldProps) {
  return (
    <TextField
      id="code"
      className="[&_input]:text-center [&_input]:font-display [&_input]:text-lg/none [&_input]:tracking-widest"
      label={m.staff_sign_in_recovery_code()}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      required
      autoFocus
      dir="ltr"
      autoComplete="one-time-code"
      maxLength={40}
      spellCheck={false}
    />
  );
}
