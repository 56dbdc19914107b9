import { useDeferredValue, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  InputAdornment,
  OutlinedInput,
  ToggleButton,
  ToggleButtonGroup,
} from "@mui/material";
import { m } from "../messages.ts";
import { callStaff } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { DialogHead } from "../ui/dialog-head.tsx";
import { Icon } from "../ui/icon.tsx";
import { Empty, Failed, Loading } from "../ui/states.tsx";
import { useMay } from "../frame/session.ts";
import { MediaTile } from "./media-tile.tsx";
import type { Media, MediaKind } from "./media.ts";
import { UploadButton } from "./upload-button.tsx";
import { UploadTile } from "./upload-tile.tsx";
import { useUploads } from "./use-uploads.ts";
import "./media.css";

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
  /** Chosen when it opens, as content names it. */
  value?: string;
  onClose(): void;
  onChoose(media: Media): void;
}

/** The library in a dialog: search, upload, choose one. Its content is made anew each time it opens. */
export function MediaDialog({ isOpen, onClose, kind, ...props }: MediaDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} fullWidth maxWidth="md" aria-labelledby="media-dialog">
      <DialogHead id="media-dialog" onClose={onClose}>
        {m[`staff_media_choose_${kind}`]()}
      </DialogHead>
      <Chooser kind={kind} onClose={onClose} {...props} />
    </Dialog>
  );
}

function Chooser({ kind, value = "", onClose, onChoose }: Omit<MediaDialogProps, "isOpen">) {
  const may = useMay();
  const [search, setSearch] = useState("");
  const [scope, setScope] = useState<Scope>("all");
  const [picked, setPicked] = useState<number | null>(null);
  const q = useDeferredValue(search.trim());
  const filter = { kind, ...(q ? { q } : {}), ...scopes[scope] };
  const { data, error, refetch } = useQuery({
    queryKey: ["media", "chooser", filter],
    queryFn: ({ signal }) => callStaff("GET /api/staff/media", { perPage, filter }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === "queued") ? 1000 : false),
  });
  const { uploads, add, dismiss } = useUploads(kind, ({ id }) => {
    setPicked(id);
    void refetch();
  });
  const chosen = data?.data.find(({ id, image }) =>
    picked === null ? value !== "" && image === value : id === picked,
  );
  const isNothing = data?.data.length === 0 && uploads.length === 0;
  return (
    <>
      <DialogContent>
        <div className="stack">
          <div className="row">
            <OutlinedInput
              className="grow"
              size="small"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
              placeholder={m.staff_media_search_long()}
              inputProps={{ "aria-label": m.staff_media_search_long(), type: "search" }}
              startAdornment={
                <InputAdornment position="start">
                  <Icon name="search" size={16} />
                </InputAdornment>
              }
            />
            <ToggleButtonGroup
              exclusive
              size="small"
              value={scope}
              aria-label={m.staff_media_scope_label()}
              onChange={(_, next: Scope | null) => next && setScope(next)}
            >
              {(Object.keys(scopes) as Scope[]).map((name) => (
                <ToggleButton key={name} value={name}>
                  {m[`staff_media_scope_${name}`]()}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            {may("media.write") && <UploadButton kind={kind} onFiles={add} />}
          </div>
          {error && <Failed error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Loading />}
          {isNothing && (
            <Empty
              icon="images"
              title={q || scope !== "all" ? m.staff_media_nothing_found() : m.staff_media_nothing_yet()}
            />
          )}
          <ul className="media-grid">
            {uploads.map((upload) => (
              <UploadTile key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
            ))}
            {data?.data.map((media) => (
              <MediaTile
                key={media.id}
                media={media}
                isChosen={media.id === chosen?.id}
                onChoose={() => setPicked(media.id)}
              />
            ))}
          </ul>
          {chosen && <ChosenNote media={chosen} />}
        </div>
      </DialogContent>
      <DialogActions>
        <span className="grow quiet small" role="status">
          {data && m.staff_media_chosen_of({ chosen: chosen ? 1 : 0, total: data.total })}
        </span>
        <Button variant="outlined" onClick={onClose}>
          {m.staff_ra_action_cancel()}
        </Button>
        <Button
          variant="contained"
          disabled={!chosen || chosen.state === "failed"}
          onClick={() => chosen && onChoose(chosen)}
        >
          {m[`staff_media_use_${kind}`]()}
        </Button>
      </DialogActions>
    </>
  );
}

function ChosenNote({ media }: { media: Media }) {
  const { name, width, height, uses } = media;
  return (
    <Alert>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      {width !== null && (
        <>
          {" · "}
          <bdi className="ltr">
            {width} × {height}
          </bdi>
        </>
      )}
      {" · "}
      {uses === 0 ? m.staff_media_unused() : m.staff_media_uses({ count: uses })}.{" "}
      {media.kind === "picture" && m.staff_media_descriptions_come_along()}
    </Alert>
  );
}
