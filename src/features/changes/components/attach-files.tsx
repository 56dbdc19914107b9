import { useId, useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { uploadApi } from "#platform/api-client.ts";
import { Alert } from "#ui/alert.tsx";
import { ChosenFile, FileLink } from "#ui/file-link.tsx";
import { maxFileBytes, maxFiles } from "#features/changes/file-limits.ts";

export interface AttachedFile {
  id: number;
  name: string;
}

interface AttachFilesProps {
  files: readonly AttachedFile[];
  onChange: (files: AttachedFile[]) => void;
}

/**
 * Field for the files of a request or an answer. Each file is uploaded when it is chosen, so that its error shows at
 * once.
 */
export function AttachFiles({ files, onChange }: AttachFilesProps) {
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isFull = files.length >= maxFiles;

  async function attach(chosen: readonly File[]) {
    setProblem("");
    setBusy(true);
    let attached = [...files];
    for (const file of chosen) {
      if (attached.length >= maxFiles) {
        setProblem(m.changes_files_full());
        break;
      }
      if (file.size > maxFileBytes) {
        setProblem(m.changes_file_large({ name: isolate(file.name) }));
        continue;
      }
      const sent = await uploadApi("/api/change-file", file);
      if (sent.ok) {
        attached = [...attached, sent.data];
        onChange(attached);
      } else setProblem(sent.fields["file"]?.[0] || sent.message);
    }
    setBusy(false);
  }

  return (
    <div>
      <FileLink
        multiple
        accept=".pdf,.jpg,.jpeg,.png"
        aria-describedby={`${id}-hint`}
        disabled={busy || isFull}
        onChoose={(chosen) => void attach(chosen)}
      >
        {m.changes_files()}
      </FileLink>
      <p id={`${id}-hint`} className="text-sm text-ink-3">
        {isFull ? m.changes_files_full() : m.changes_files_hint()}
      </p>
      {files.length > 0 && (
        <ul className="mt-2 grid gap-1">
          {files.map((file) => (
            <li key={file.id} className="flex items-center gap-2 text-sm">
              <ChosenFile name={file.name} onRemove={() => onChange(files.filter((one) => one.id !== file.id))} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-sm text-ink-2">
        {busy && m.changes_file_sending()}
      </p>
      {problem && (
        <Alert tone="danger" announces>
          {problem}
        </Alert>
      )}
    </div>
  );
}
