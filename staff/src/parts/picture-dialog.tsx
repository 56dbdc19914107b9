import { useState } from "react";
import { m } from "../messages.ts";
import { SegmentedRadio } from "./choice.tsx";
import { Dialog } from "./dialog.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";

/** A picture in a text: its description, its caption, and its width as a share of the text's width, empty for all. */
export interface PictureLayout {
  alt: string;
  caption: string;
  width: "" | "half" | "two-thirds";
}

const widths = ["", "two-thirds", "half"] as const;
const widthLabels = {
  "": m.staff_editor_picture_width_all,
  "two-thirds": m.staff_editor_picture_width_two_thirds,
  half: m.staff_editor_picture_width_half,
};

/** Asks for the caption, description and width of the selected picture. */
export function PictureDialog({
  picture,
  lang,
  onClose,
  onChange,
}: {
  picture: PictureLayout;
  lang: "en" | "ar";
  onClose(): void;
  onChange(layout: PictureLayout): void;
}) {
  const [{ alt, caption, width }, setLayout] = useState(picture);
  const [isMissing, setIsMissing] = useState(false);
  const changeLayout = (values: Partial<PictureLayout>) => setLayout((before) => ({ ...before, ...values }));
  const language = { lang, dir: lang === "ar" ? "rtl" : "ltr" } as const;
  const submit = () => {
    if (alt.trim() === "") return setIsMissing(true);
    onClose();
    onChange({ alt: alt.trim(), caption: caption.trim(), width });
  };
  return (
    <Dialog
      title={m.staff_editor_tools_picture()}
      size="sm"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button type="submit" variant="primary">
            {m.staff_editor_picture_use()}
          </Button>
        </>
      }
    >
      <TextField
        {...language}
        label={m.staff_editor_picture_caption()}
        hint={m.staff_editor_picture_caption_hint()}
        maxLength={300}
        value={caption}
        onChange={(event) => changeLayout({ caption: event.target.value })}
        autoFocus
      />
      <TextArea
        {...language}
        label={m.staff_editor_picture_alt()}
        hint={m.staff_media_panel_alt_hint()}
        error={isMissing && alt.trim() === "" ? m.staff_editor_picture_alt_missing() : undefined}
        rows={2}
        maxLength={300}
        value={alt}
        onChange={(event) => changeLayout({ alt: event.target.value })}
      />
      <div className="grid justify-items-start gap-1.5">
        <span className="text-sm font-medium" aria-hidden="true">
          {m.staff_editor_picture_width()}
        </span>
        <SegmentedRadio
          label={m.staff_editor_picture_width()}
          value={width}
          options={widths.map((value) => ({ value, label: widthLabels[value]() }))}
          onChange={(value) => changeLayout({ width: value })}
        />
        <p className="text-sm text-ink-3">{m.staff_editor_picture_width_hint()}</p>
      </div>
    </Dialog>
  );
}
