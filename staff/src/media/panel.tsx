import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { callStaff } from "../api.ts";
import { Panel } from "../parts/panel.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { FocalPointDialog } from "./focal-point.tsx";
import { MediaFacts } from "./media-facts.tsx";
import { MediaForm } from "./media-form.tsx";
import { coverClass, pickedClass, Thumbnail } from "./media-tile.tsx";
import { ReplaceFile } from "./replace-file.tsx";
import { toObjectPosition, getThumbnailUrl, type FullMedia } from "./media.ts";
import { useCan } from "../frame/session.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";

/** Deletes an upload after a confirmation. If it is in use, the reason is shown instead. */
function DeleteMedia({ media, onDeleted }: { media: FullMedia; onDeleted: () => void }) {
  const notify = useNotify();
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  const { id, name, usedIn } = media;
  if (!can("media.write")) return null;
  if (usedIn.length > 0) return <p className="text-sm text-ink-3">{m.staff_media_panel_cannot_delete()}</p>;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" icon="trash-2" onClick={() => setIsOpen(true)}>
          {m.staff_media_panel_delete()}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isOpen}
        isDangerous
        title={m.staff_media_panel_delete_title({ name })}
        actionLabel={m.staff_media_panel_delete()}
        cancelLabel={m.staff_media_panel_keep()}
        onClose={() => setIsOpen(false)}
        onConfirm={async () => {
          await callStaff("DELETE /api/staff/media/:id", { id });
          notify(m.staff_media_panel_deleted({ name }), { type: "success" });
          onDeleted();
        }}
      >
        <p>{media.shipped ? m.staff_media_panel_delete_text_shipped() : m.staff_media_panel_delete_text()}</p>
      </ConfirmDialog>
    </>
  );
}

interface MediaPanelProps {
  id: number;
  onClose(): void;
  /** Called after a save or a deletion. */
  onChanged(): void;
}

/** The panel of an upload beside the list, with its picture, descriptions, focal point and uses. */
export function MediaPanel({ id, onClose, onChanged }: MediaPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["media", "one", id],
    queryFn: ({ signal }) => callStaff("GET /api/staff/media/:id", { id }, signal),
    refetchInterval: ({ state }) => (state.data?.state === "queued" ? 1000 : false),
  });
  const handleChange = () => {
    void refetch();
    onChanged();
  };
  return (
    <aside
      className="media-panel sticky top-19 max-wide:static max-wide:-order-1"
      aria-label={data?.name ?? m.staff_menu_media()}
    >
      <Panel>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState />}
        {data && (
          <div className="grid gap-4">
            <div className="flex items-center justify-between gap-2">
              <h2 className="truncate text-match-parent" dir="auto">
                {data.name}
              </h2>
              <TooltipButton icon="x" label={m.staff_media_panel_close({ name: data.name })} onClick={onClose} />
            </div>
            <Preview media={data} onChanged={handleChange} />
            <MediaForm key={data.version} media={data} onSaved={handleChange} />
            <MediaFacts media={data} />
            <DeleteMedia
              media={data}
              onDeleted={() => {
                onClose();
                onChanged();
              }}
            />
          </div>
        )}
      </Panel>
    </aside>
  );
}

function Preview({ media, onChanged }: { media: FullMedia; onChanged: () => void }) {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  const isReady = getThumbnailUrl(media) !== null;
  return (
    <>
      <div className={pickedClass}>
        {isReady ? (
          <img
            src={media.address}
            alt=""
            className={`cover ${coverClass}`}
            style={{ objectPosition: toObjectPosition(media) }}
          />
        ) : (
          <Thumbnail media={media} />
        )}
      </div>
      {can("media.write") && media.state !== "queued" && (
        <div className="flex flex-wrap items-center gap-2">
          {isReady && (
            <Button variant="secondary" size="sm" icon="crosshair" onClick={() => setIsOpen(true)}>
              {m.staff_media_focal_action()}
            </Button>
          )}
          <ReplaceFile media={media} onReplaced={onChanged} />
        </div>
      )}
      {media.kind === "document" && (
        <TextLink href={media.address} download>
          {m.staff_media_panel_open_document()}
        </TextLink>
      )}
      {isOpen && <FocalPointDialog media={media} onClose={() => setIsOpen(false)} onSaved={onChanged} />}
    </>
  );
}
