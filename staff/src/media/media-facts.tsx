import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { FullMedia, MediaUse } from "./media.ts";
import { useSize } from "./use-size.ts";
import { TextLink } from "../parts/text-link.tsx";

/** Returns the portal path of the editor of a record. */
const getEditorPath = ({ entity, entity_id }: MediaUse): string =>
  `/${entity === "course" ? "courses" : "content"}/${encodeURIComponent(`${entity}:${entity_id}`)}`;

/** The records that use an upload, with links to their pages. */
export function UseList({ uses }: { uses: MediaUse[] }) {
  const { localized } = useFormats();
  if (uses.length === 0) return <p className="text-sm text-ink-3">{m.staff_media_scope_unused()}</p>;
  return (
    <ul className="text-sm">
      {uses.map((use) => (
        <li key={`${use.entity} ${use.entity_id} ${use.place}`} className="flex flex-wrap items-center gap-2">
          <Icon name={use.entity === "course" ? "graduation-cap" : "newspaper"} size={16} />
          <TextLink className="min-w-0 flex-1" to={getEditorPath(use)}>
            <bdi>{localized(use.title_eng, use.title_ar)}</bdi>
          </TextLink>
          <span className="text-ink-3">{m[`staff_media_place_${use.place}`]()}</span>
        </li>
      ))}
    </ul>
  );
}

/** The uses of an upload, and its file details. */
export function MediaFacts({ media }: { media: FullMedia }) {
  const { date } = useFormats();
  const formatSize = useSize();
  const { width, height, bytes, usedIn, uploadedBy, createdAt } = media;
  return (
    <>
      <section aria-labelledby="media-uses">
        <h3 id="media-uses">{m.staff_media_panel_used_in()}</h3>
        <UseList uses={usedIn} />
      </section>
      <dl className="details text-sm">
        <dt>{m.staff_media_panel_file()}</dt>
        <dd>
          {width !== null && (
            <>
              <bdi dir="ltr">
                {width} × {height}
              </bdi>
              {" · "}
            </>
          )}
          {formatSize(bytes)}
        </dd>
        {media.kind === "picture" && !media.shipped && (
          <>
            <dt>{m.staff_media_panel_sizes()}</dt>
            <dd>
              <bdi dir="ltr">480, 960, 1920</bdi>
            </dd>
          </>
        )}
        <dt>{media.shipped ? m.staff_media_panel_source() : m.staff_media_panel_uploaded()}</dt>
        <dd>
          {media.shipped ? m.staff_media_shipped() : <time dateTime={createdAt}>{date(createdAt)}</time>}
          {uploadedBy && (
            <>
              {" · "}
              <bdi>{uploadedBy}</bdi>
            </>
          )}
        </dd>
      </dl>
    </>
  );
}
