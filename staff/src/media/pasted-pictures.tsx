import { useCallback, useState } from "react";
import { callStaff, StaffApiError, uploadStaff } from "../api.ts";
import { m } from "../messages.ts";
import { LabelledTickBox } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Problem } from "../parts/problem.tsx";
import type { PastedPicture } from "../parts/paste.ts";
import type { ChosenPicture } from "../parts/rich-text.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { isDescribed } from "./media.ts";
import { saveMedia, toMediaTexts } from "./save-media.ts";

type Language = "eng" | "ar";
const languages = { eng: { lang: "en", dir: "ltr" }, ar: { lang: "ar", dir: "rtl" } } as const;

interface Row extends PastedPicture {
  alt_eng: string;
  alt_ar: string;
  isLeftOut: boolean;
  problem?: string;
  /** Address of the picture, once it is in the library. */
  src?: string;
}

const isIncomplete = ({ alt_eng, alt_ar, isLeftOut }: Row) =>
  !isLeftOut && (alt_eng.trim() === "" || alt_ar.trim() === "");

const pollMs = 500;

/** Waits until the sizes of a picture are made. Returns false if the picture cannot be read. Throws StaffApiError. */
async function waitUntilProcessed(id: number): Promise<boolean> {
  for (;;) {
    const { state } = await callStaff("GET /api/staff/media/:id/progress", { id });
    if (state !== "queued") return state === "ready";
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * Adds a picture to the library with its descriptions. Returns its address, or undefined if the picture cannot be read.
 * Throws StaffApiError.
 */
async function addToLibrary({ file, alt_eng, alt_ar }: Row): Promise<string | undefined> {
  const media = await uploadStaff("POST /api/staff/media", file, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  // If the file was already in the library, it keeps its descriptions.
  if (!isDescribed(media))
    await saveMedia(media.id, media.version, {
      ...toMediaTexts(media),
      name: alt_eng.slice(0, 100),
      alt_eng,
      alt_ar,
      decorative: false,
    });
  return (await waitUntilProcessed(media.id)) ? media.address : undefined;
}

/** Shows the picture of a file. */
function FilePicture({ file }: { file: File }) {
  const showFile = useCallback(
    (picture: HTMLImageElement) => {
      picture.src = URL.createObjectURL(file);
      return () => URL.revokeObjectURL(picture.src);
    },
    [file],
  );
  return <img ref={showFile} alt="" className="aspect-16/10 w-full rounded-control bg-sunken object-contain" />;
}

/**
 * Asks for the descriptions of pasted pictures and adds the pictures to the library. `onDone` gets the added picture
 * for each of them, or null for one that was left out. `onClose` leaves all of them out.
 */
export function PastedPicturesDialog({
  pasted,
  language,
  onClose,
  onDone,
}: {
  pasted: readonly PastedPicture[];
  /** Language of the text into which the pictures were pasted. */
  language: Language;
  onClose(): void;
  onDone(chosen: (ChosenPicture | null)[]): void;
}) {
  const [rows, setRows] = useState<Row[]>(() =>
    pasted.map((picture) => ({
      ...picture,
      alt_eng: language === "eng" ? picture.alt : "",
      alt_ar: language === "ar" ? picture.alt : "",
      isLeftOut: false,
    })),
  );
  const [isChecked, setIsChecked] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const changeRow = (index: number, values: Partial<Row>) =>
    setRows((before) => before.map((row, rowIndex) => (rowIndex === index ? { ...row, ...values } : row)));

  const submit = async () => {
    setIsChecked(true);
    if (rows.some(isIncomplete)) return;
    setIsAdding(true);
    const newRows = [...rows];
    for (const [index, row] of rows.entries()) {
      if (row.isLeftOut || row.src !== undefined) continue;
      const trimmed = { ...row, alt_eng: row.alt_eng.trim(), alt_ar: row.alt_ar.trim() };
      try {
        const src = await addToLibrary(trimmed);
        newRows[index] = { ...trimmed, ...(src === undefined ? { problem: m.staff_media_failed() } : { src }) };
      } catch (error) {
        if (!(error instanceof StaffApiError)) throw error;
        newRows[index] = { ...trimmed, problem: error.fields["file"]?.[0] ?? error.message };
      }
    }
    setIsAdding(false);
    if (newRows.every(({ isLeftOut, src }) => isLeftOut || src !== undefined))
      onDone(
        newRows.map(({ isLeftOut, src = "", ...row }) => (isLeftOut ? null : { src, alt: row[`alt_${language}`] })),
      );
    else setRows(newRows);
  };

  return (
    <Dialog
      title={m.staff_media_pasted_title({ count: pasted.length })}
      size="md"
      isWaiting={isAdding}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button variant="secondary" disabled={isAdding} onClick={onClose}>
            {m.staff_media_pasted_leave_all()}
          </Button>
          <Button type="submit" variant="primary" isPending={isAdding}>
            {m.staff_media_pasted_add()}
          </Button>
        </>
      }
    >
      <p className="text-ink-2">{m.staff_media_pasted_text()}</p>
      <ul className="grid gap-5">
        {rows.map((row, index) => (
          <li key={index} className="grid items-start gap-4 md:grid-cols-[11rem_minmax(0,1fr)]">
            <FilePicture file={row.file} />
            <div className="grid gap-3">
              {(["eng", "ar"] as const).map((altLanguage, order) => (
                <TextArea
                  key={altLanguage}
                  {...languages[altLanguage]}
                  label={m[`staff_media_panel_alt_${altLanguage}`]()}
                  hint={order === 0 ? m.staff_media_panel_alt_hint() : undefined}
                  error={
                    isChecked && isIncomplete(row) && row[`alt_${altLanguage}`].trim() === ""
                      ? m.staff_editor_picture_alt_missing()
                      : undefined
                  }
                  rows={2}
                  maxLength={300}
                  disabled={row.isLeftOut || row.src !== undefined}
                  value={row[`alt_${altLanguage}`]}
                  onChange={(event) => changeRow(index, { [`alt_${altLanguage}`]: event.target.value })}
                  autoFocus={index === 0 && altLanguage === language}
                />
              ))}
              <LabelledTickBox
                label={m.staff_media_pasted_leave()}
                checked={row.isLeftOut}
                onChange={(isLeftOut) => changeRow(index, { isLeftOut })}
              />
              <Problem>{row.isLeftOut ? null : (row.problem ?? null)}</Problem>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
