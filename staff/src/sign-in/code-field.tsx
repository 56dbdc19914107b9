import { useEffect, useRef, useState } from "react";
import { m } from "../messages.ts";
import { FieldMessage } from "../../../src/ui/field.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { digitsOf } from "../../../src/i18n/digits.ts";

interface CodeFieldProps {
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

/** A code of the app, or a recovery code. */
export function CodeField({ isRecovery = false, ...props }: CodeFieldProps & { isRecovery?: boolean }) {
  return isRecovery ? <RecoveryCodeField {...props} /> : <SixBoxes {...props} />;
}

const places = [0, 1, 2, 3, 4, 5];
/** Six boxes under one field, which takes a paste and what the browser fills in; writing goes on at the end. */
function SixBoxes({ value, onChange, error }: CodeFieldProps) {
  const [isChosen, setIsChosen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Not `autoFocus`: a dialog below the one that asks for the code would take it back.
  useEffect(() => field.current?.focus(), []);
  const here = Math.min(value.length, places.length - 1);
  return (
    <div>
      <span className={`code-boxes${error === undefined ? "" : " wrong"}${isChosen ? " chosen" : ""}`}>
        {places.map((place) => (
          <span key={place} className={`code-box${place === here ? " here" : ""}`} aria-hidden="true">
            {value[place]}
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
          onChange={({ target }) => onChange(digitsOf(target.value, places.length))}
          onSelect={({ currentTarget: field }) => {
            const { selectionStart, selectionEnd, value: text } = field;
            setIsChosen(selectionStart !== selectionEnd);
            // The boxes show no place between digits.
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
      className="recovery-input"
      label={m.staff_sign_in_recovery_code()}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      required
      autoFocus
      autoComplete="one-time-code"
      maxLength={40}
      spellCheck={false}
    />
  );
}
