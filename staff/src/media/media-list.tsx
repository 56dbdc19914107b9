import { useCan } from "../frame/session.ts";
import { useListState } from "../frame/list-state.ts";
import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { ListTable, type ListColumn } from "../parts/list/list-table.tsx";
import { useListWidth } from "../parts/list/use-list-width.ts";
import { SecondLine } from "../parts/second-line.tsx";
import { getThumbnailUrl, type Media } from "./media.ts";
import { DescriptionState, getUsesLabel } from "./media-tile.tsx";
import { useSize } from "./use-size.ts";
import { Icon } from "../../../src/ui/icon.tsx";

function Name({ media }: { media: Media }) {
  const address = getThumbnailUrl(media);
  return (
    <span className="flex min-w-44 items-center gap-3">
      {address === null ? (
        <span className="grid h-9 w-14 flex-none place-items-center rounded-sm bg-sunken text-ink-3">
          <Icon name={media.kind === "document" ? "file-text" : "image"} size={18} />
        </span>
      ) : (
        <img src={address} alt="" loading="lazy" className="h-9 w-14 flex-none rounded-sm bg-sunken object-cover" />
      )}
      <bdi className="wrap-anywhere">{media.name}</bdi>
    </span>
  );
}

interface MediaListProps {
  rows: Media[];
  /** Whether the panel is open beside the list. Then the columns that the panel repeats are left out. */
  hasPanel: boolean;
  to(media: Media): string;
}

/** The library as a table that can be sorted, or cards on a phone. */
export function MediaList({ rows, hasPanel, to }: MediaListProps) {
  const can = useCan();
  const { date } = useFormats();
  const formatSize = useSize();
  const width = useListWidth();
  const { filter } = useListState();
  const columns: ListColumn<Media>[] = [
    { name: "name", label: m.staff_media_panel_name(), sort: "name", render: (media) => <Name media={media} /> },
    { name: "uses", label: m.staff_media_panel_used_in(), render: getUsesLabel },
    {
      name: "described",
      label: m.staff_media_list_description(),
      render: (media) => <DescriptionState media={media} />,
    },
    {
      name: "dimensions",
      label: m.staff_media_list_dimensions(),
      minWidth: 1200,
      render: ({ width, height }) => width !== null && <bdi dir="ltr">{`${width} × ${height}`}</bdi>,
    },
    {
      name: "bytes",
      label: m.staff_media_list_size(),
      sort: "bytes",
      isEndAligned: true,
      minWidth: 1200,
      render: ({ bytes }) => formatSize(bytes),
    },
    {
      name: "uploaded",
      label: m.staff_media_panel_uploaded(),
      sort: "id",
      minWidth: 1200,
      render: ({ shipped, createdAt }) => (shipped ? m.staff_media_shipped() : date(createdAt)),
    },
  ];
  const isVisible = ({ minWidth }: ListColumn<Media>) =>
    minWidth === undefined || (!hasPanel && width !== "phone" && width >= minWidth);
  return (
    <ListTable
      caption={m.staff_menu_media()}
      columns={columns.filter(isVisible)}
      rows={rows}
      rowsKey={JSON.stringify(filter)}
      isPhone={width === "phone"}
      isChoosable={can("media.write")}
      to={to}
      renderCard={(media) => (
        <span className="grid gap-0.5">
          <Name media={media} />
          <SecondLine className="flex flex-wrap gap-x-3">
            {getUsesLabel(media)} <DescriptionState media={media} />
          </SecondLine>
        </span>
      )}
    />
  );
}
