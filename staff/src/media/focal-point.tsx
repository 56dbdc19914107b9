import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { m } from "../messages.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { toObjectPosition, type Media } from "./media.ts";
import { saveMedia, toMediaTexts } from "./save-media.ts";

/** Name and aspect ratio of the previews. */
const crops = [
  ["tile", "16 / 10"],
  ["banner", "1440 / 760"],
  ["phone", "780 / 800"],
] as const;
/** Direction of each arrow key, in percent of the width and height. */
const keySteps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const clampPercent = (value: number) => Math.max(0, Math.min(100, Math.round(value)));

interface FocalPointDialogProps {
  media: Media;
  onClose(): void;
  onSaved(): void;
}

/** Sets the focal point of a picture by pointer or keyboard, with three previews. */
export function FocalPointDialog({ media, onClose, onSaved }: FocalPointDialogProps) {
  const [point, setPoint] = useState({ focal_x: media.focal_x, focal_y: media.focal_y });
  const moveToPointer = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setPoint({
      focal_x: clampPercent(((clientX - left) / width) * 100),
      focal_y: clampPercent(((clientY - top) / height) * 100),
    });
  };
  const moveByKey = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (!step) return;
    event.preventDefault();
    const distance = event.shiftKey ? 10 : 1;
    setPoint(({ focal_x, focal_y }) => ({
      focal_x: clampPercent(focal_x + step[0] * distance),
      focal_y: clampPercent(focal_y + step[1] * distance),
    }));
  };
  return (
    <ConfirmDialog
      isOpen
      size="lg"
      title={m.staff_media_focal_title({ name: media.name })}
      actionLabel={m.staff_media_focal_use()}
      onClose={onClose}
      onConfirm={async () => {
        await saveMedia(media.id, media.version, { ...toMediaTexts(media), ...point });
        onSaved();
      }}
    >
      <p className="text-ink-3" id="focal-help">
        {m.staff_media_focal_help()}
      </p>
      <div
        // Never mirrored, because pictures are not.
        dir="ltr"
        className="relative mx-auto w-fit cursor-crosshair"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          moveToPointer(event);
        }}
        onPointerMove={(event) => event.buttons === 1 && moveToPointer(event)}
      >
        <img src={media.address} alt="" draggable={false} className="max-h-96 rounded-control" />
        <button
          type="button"
          className="focal-mark absolute size-9 -translate-1/2 cursor-grab rounded-full border-3 border-white ring-2 ring-palm-950 inset-ring-2 inset-ring-palm-950"
          aria-describedby="focal-help"
          aria-label={m.staff_media_focal_mark({ x: point.focal_x, y: point.focal_y })}
          style={{ insetInlineStart: `${point.focal_x}%`, insetBlockStart: `${point.focal_y}%` }}
          onKeyDown={moveByKey}
        />
      </div>
      <p role="status" className="sr-only">
        {m.staff_media_focal_mark({ x: point.focal_x, y: point.focal_y })}
      </p>
      <div className="focal-crops grid grid-cols-[16fr_19fr_8fr] items-start gap-3">
        {crops.map(([name, aspectRatio]) => (
          <figure key={name}>
            <img
              src={media.address}
              alt=""
              className="w-full rounded-sm bg-sunken object-cover"
              style={{ aspectRatio, objectPosition: toObjectPosition({ ...point }) }}
            />
            <figcaption className="mt-1 text-sm text-ink-3">{m[`staff_media_focal_${name}`]()}</figcaption>
          </figure>
        ))}
      </div>
    </ConfirmDialog>
  );
}
