import { useDeferredValue, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { ToggleGroup } from "../parts/choice.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Dialog, DialogActions, DialogBody } from "../parts/dialog.tsx";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { MediaForm } from "./media-form.tsx";
import { MediaTile, getUsesLabel } from "./media-tile.tsx";
import { isDescribed, isTooNarrow, type Media, type MediaKind } from "./media.ts";
import { UploadButton } from "./upload-button.tsx";
import { UploadTile } from "./upload-tile.tsx";
import { useUploads } from "./use-uploads.ts";
import { Button } from "../../../src/ui/button.tsx";

const perPage = 40;
const scopes = {
  all: {},
  news: { used_in: "news" },
  courses: { used_in: "course" },
  unused: { unused: true },
} as const;
type Scope = keyof typeof scopes;

export interface MediaDialogProps {
  isOpen: boolean;
  kind: MediaKind;
  /** The value selected at first, as content stores it. */
  value?: string;
  /** Whether a picture without a description is refused, as for a picture in a text. */
  needsDescription?: boolean;
  /** Width to fill, in pixels. A narrower picture gets a warning. */
  minWidth?: number;
  onClose(): void;
  onChoose(media: Media): void;
}

/** The media library in a dialog, to search for, upload and select a file. Its content is mounted anew each time. */
export function MediaDialog({ isOpen, onClose, kind, ...props }: MediaDialogProps) {
  if (!isOpen) return null;
  return (
    <Dialog title={m[`staff_media_choose_${kind}`]()} onClose={onClose} size="lg" hasSteps>
      <Chooser kind={kind} onClose={onClose} {...props} />
    </Dialog>
  );
}

function Chooser(props: Omit<MediaDialogProps, "isOpen">) {
  const { kind, value = "", needsDescription = false, minWidth = 0, onClose, onChoose } = props;
  const can = useCan();
  const [search, setSearch] = useState("");
  const [scope, setScope] = useState<Scope>("all");
  const [pickedId, setPickedId] = useState<number | null>(null);
  const searchText = useDeferredValue(search.trim());
  const filter = { kind, ...(searchText ? { q: searchText } : {}), ...scopes[scope] };
  const { data, error, refetch } = useQuery({
    queryKey: ["media", "chooser", filter],
    queryFn: ({ signal }) => callStaff("GET /api/staff/media", { per_page: perPage, ...filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((row) => row.state === "queued") ? 1000 : false),
  });
  const { uploads, add, dismiss } = useUploads(kind, ({ id }) => {
    setPickedId(id);
    void refetch();
  });
  const chosen = data?.data.find(({ id, image, shipped }) =>
    pickedId === null ? value !== "" && [image, shipped?.name].includes(value) : id === pickedId,
  );
  const lacksDescription = needsDescription && chosen !== undefined && !isDescribed(chosen);
  const isEmpty = data?.data.length === 0 && uploads.length === 0;
  return (
    <>
      <DialogBody>
        <div className="flex flex-wrap items-center gap-2">
          <TextField
            hideLabel
            className="min-w-0 flex-1"
            type="search"
            icon="search"
            label={m.staff_media_search_long()}
            placeholder={m.staff_media_search_long()}
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <ToggleGroup
            label={m.staff_media_scope_label()}
            value={scope}
            options={(Object.keys(scopes) as Scope[]).map((name) => ({
              value: name,
              label: m[`staff_media_scope_${name}`](),
            }))}
            onChange={setScope}
          />
          {can("media.write") && <UploadButton kind={kind} onFiles={add} />}
        </div>
        {error && <Failed error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState />}
        {isEmpty && (
          <Empty
            icon="images"
            title={searchText || scope !== "all" ? m.staff_media_nothing_found() : m.staff_media_nothing_yet()}
          />
        )}
        <ul className="media-grid grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] max-md:grid-cols-2 gap-4">
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
          ))}
          {data?.data.map((media) => (
            <MediaTile
              key={media.id}
              media={media}
              isChosen={media.id === chosen?.id}
              onChoose={() => setPickedId(media.id)}
            />
          ))}
        </ul>
        {chosen && <SelectionNote media={chosen} minWidth={minWidth} />}
        {chosen && needsDescription && chosen.state !== "failed" && (
          <>
            {lacksDescription && <Alert tone="warning">{m.staff_media_needs_description()}</Alert>}
            <MediaForm key={chosen.id} media={chosen} isInPlace onSaved={() => void refetch()} />
          </>
        )}
      </DialogBody>
      <DialogActions>
        <span className="min-w-0 flex-1 text-sm text-ink-3" role="status">
          {data && m.staff_media_chosen_of({ chosen: chosen ? 1 : 0, total: data.total })}
        </span>
        <Button variant="secondary" onClick={onClose}>
          {m.staff_common_action_cancel()}
        </Button>
        <Button
          variant="primary"
          disabled={!chosen || chosen.state === "failed" || lacksDescription}
          onClick={() => chosen && onChoose(chosen)}
        >
          {m[`staff_media_use_${kind}`]()}
        </Button>
      </DialogActions>
    </>
  );
}

function SelectionNote({ media, minWidth }: { media: Media; minWidth: number }) {
  const { name, width, height } = media;
  return (
    <Alert>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {width !== null && (
        <>
          {" · "}
          <bdi dir="ltr">
            {width} × {height}
          </bdi>
        </>
      )}
      {" · "}
      {getUsesLabel(media)}. {isDescribed(media) && m.staff_media_descriptions_come_along()}{" "}
      {isTooNarrow(media, minWidth) &&
        m.staff_media_too_narrow({ width: String(media.width), minWidth: String(minWidth) })}
    </Alert>
  );
}
