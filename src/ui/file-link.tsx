import type { ComponentProps } from "react";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";

interface FileLinkProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "className"> {
  onChoose: (files: File[]) => void;
}

/** A link that opens the file dialog. The same file can be selected twice in a row. */
export function FileLink({ children, onChoose, ...input }: FileLinkProps) {
  return (
    <label className="inline-link inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm has-focus-visible:outline-2 has-disabled:cursor-default has-disabled:opacity-60">
      <Icon name="file-text" size="sm" />
      {children}
      <input
        {...input}
        type="file"
        className="sr-only"
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}

/** The name of the selected file and a button that removes it. The caller lays out the row. */
export function ChosenFile({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <>
      <bdi className="min-w-0 truncate">{name}</bdi>
      <button
        type="button"
        className="grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunken"
        aria-label={m.changes_file_remove({ name: isolate(name) })}
        onClick={onRemove}
      >
        <Icon name="x" size="sm" />
      </button>
    </>
  );
}
