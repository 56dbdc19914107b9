import { useNavigate } from "react-router";
import { callStaff } from "../api.ts";
import type { RowOf } from "../api-types.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { m, toSnakeCase } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { itemPath } from "../parts/item-path.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { entityNames } from "./entity-names.ts";
import { writePermission } from "./kinds.ts";
import { useItemTitle } from "./use-item-title.ts";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

type TrashedItem = RowOf<"trash">;

/** The list of trashed content. Each item can be restored for 30 days. */
export default function TrashList() {
  const { date } = useFormats();
  const getTitle = useItemTitle();
  const navigate = useNavigate();
  const notify = useNotify();
  const can = useCan();
  const restore = async ({ id, version }: TrashedItem) => {
    try {
      const { item } = await callStaff("POST /api/staff/revisions/:id/restore", { id, version });
      notify(m.staff_content_trash_restored(), { type: "success" });
      await navigate(itemPath(item));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(error.message, { type: "error" });
    }
  };
  const renderTitle = (line: TrashedItem) => (
    <>
      <bdi>{getTitle(line)}</bdi>
      <SecondLine>{m[`staff_content_kinds_${toSnakeCase(line.entity)}`]()}</SecondLine>
    </>
  );
  const renderRestoreButton = (line: TrashedItem) =>
    can(writePermission(line.entity)) && (
      <Button
        variant="secondary"
        size="sm"
        icon="rotate-ccw"
        aria-label={`${m.staff_content_trash_restore()}: ${isolate(getTitle(line))}`}
        onClick={() => void restore(line)}
      >
        {m.staff_content_trash_restore()}
      </Button>
    );
  return (
    <ListLayout<TrashedItem>
      list="trash"
      caption={m.staff_content_trash_link()}
      sort="-trashed_at"
      head={
        <ScreenHead
          title={m.staff_content_trash_link()}
          breadcrumb={[{ label: m.staff_menu_pages(), to: "/content" }]}
        />
      }
      choices={[
        {
          source: "entity",
          label: m.staff_content_filters_kind(),
          choices: entityNames.map((id) => ({ id, name: m[`staff_content_kinds_${toSnakeCase(id)}`]() })),
        },
      ]}
      columns={[
        { name: "title", label: m.staff_content_fields_title(), render: renderTitle },
        {
          name: "trashed",
          label: m.staff_content_trash_since(),
          sort: "trashed_at",
          render: (line) => date(line.trashedAt, "dateTime"),
        },
        {
          name: "kept",
          label: m.staff_content_trash_kept(),
          render: (line) => (line.keptUntil ? date(line.keptUntil) : m.staff_content_trash_no_limit()),
        },
        { name: "restore", label: m.staff_content_trash_restore(), isEndAligned: true, render: renderRestoreButton },
      ]}
      renderCard={(line) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1">{renderTitle(line)}</span>
          {renderRestoreButton(line)}
        </span>
      )}
      empty={{ title: m.staff_content_trash_empty(), text: m.staff_content_trash_empty_text() }}
    />
  );
}
