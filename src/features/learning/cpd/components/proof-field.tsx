import { clsx } from "clsx/lite";
import { useId, useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { FieldMessage } from "#ui/field.tsx";
import { ChosenFile, FileLink } from "#ui/file-link.tsx";
import { useFieldError } from "#ui/form-context.ts";
import { maxFileBytes } from "#features/changes/file-limits.ts";
import type { Declared } from "./record-types.ts";

/** A local file that is not uploaded yet, a stored file, or null for no proof. */
export type ChosenProof = File | Declared["proof"];

/** The proof to show after the server refused one: the activity's saved proof, or none when that was refused. */
export const getProofAfterRefusal = (refused: Declared["proof"], saved: Declared["proof"]): Declared["proof"] =>
  saved?.id === refused?.id ? null : saved;

/** Field for the proof of an activity. The form uploads the file. Shows the server's message for `proof_id`. */
export function ProofField({
  proof,
  onChange,
  className,
}: {
  proof: ChosenProof;
  onChange: (proof: ChosenProof) => void;
  className?: string;
}) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const { message, announces } = useFieldError("proof_id", problem);

  function choose([file]: File[]) {
    if (!file) return;
    const isTooLarge = file.size > maxFileBytes;
    setProblem(isTooLarge ? m.changes_file_large({ name: isolate(file.name) }) : undefined);
    if (!isTooLarge) onChange(file);
  }

  return (
    <div role="group" aria-labelledby={`${id}-label`} className={clsx("grid gap-1.5", className)}>
      <p id={`${id}-label`} className="text-sm font-medium">
        {m.cpd_proof_if()}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 rounded-control border border-dashed border-line-2 bg-surface px-4">
        {proof && (
          <span className="flex min-w-0 items-center gap-1 text-sm">
            <ChosenFile name={proof.name} onRemove={() => onChange(null)} />
          </span>
        )}
        <FileLink
          name="proof_id"
          accept=".pdf,.jpg,.jpeg,.png"
          aria-describedby={`${id}-hint${message ? ` ${id}-error` : ""}`}
          aria-invalid={message ? true : undefined}
          onChoose={choose}
        >
          {proof ? m.cpd_proof_replace() : m.cpd_proof_choose()}
        </FileLink>
      </div>
      {message && (
        <FieldMessage id={`${id}-error`} announces={announces || problem !== undefined}>
          {message}
        </FieldMessage>
      )}
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {m.cpd_proof_hint()}
      </p>
    </div>
  );
}
