import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { useSize } from "./use-size.ts";
import type { Upload } from "./use-uploads.ts";
import { captionClass, failedClass, progressClass, tileClass } from "./media-tile.tsx";
import { clsx } from "clsx/lite";

/** A running upload with its progress, or a failed one with the reason. */
export function UploadTile({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const formatSize = useSize();
  const { name, bytes, share, secondsLeft, error } = upload;
  const percent = Math.round(share * 100);
  const timeLeft =
    secondsLeft === null || percent === 100 ? "" : m.staff_media_upload_left({ seconds: Math.ceil(secondsLeft) });
  const label = m[percent < 100 ? "staff_media_upload_sending" : "staff_media_upload_checking"]({ percent });
  return (
    <li className={clsx(tileClass, error && "border-danger/30")}>
      <div className={clsx(progressClass, error && failedClass)}>
        {error ? (
          <p role="alert">
            <Icon name="circle-alert" />
            {error}
          </p>
        ) : (
          <>
            <p>{label}</p>
            <progress aria-label={`${label} ${name}`} value={percent} max={100} />
          </>
        )}
      </div>
      <div className={captionClass}>
        <span className="truncate font-medium text-match-parent" dir="auto">
          {name}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className="text-sm text-ink-3">
            {[formatSize(bytes), error ? "" : timeLeft].filter(Boolean).join(" · ")}
          </span>
          <TooltipButton
            icon="x"
            iconSize={16}
            label={m[error ? "staff_media_upload_dismiss" : "staff_media_upload_stop"]({ name })}
            onClick={onDismiss}
          />
        </span>
      </div>
    </li>
  );
}
