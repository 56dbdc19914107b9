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
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

type DeletedDraft = RowOf<"deleted-drafts">;

/** Deleted drafts of content that is not on the site. Each can be restored. */
export default function DeletedDrafts() {
  const { date, localized } = useFormats();
  const navigate = useNavigate();
  const notify = useNotify();
  const can = useCan();
  const restore = async ({ id, version }: DeletedDraft) => {
    try {
      const { item } = await callStaff("POST /api/staff/revisions/:id/restore", { id, version });
      notify(m.staff_content_deleted_restored(), { type: "success" });
      await navigate(itemPath(item));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      notify(error.message, { type: "error" });
    }
  };
  const title = (line: DeletedDraft) => (
    <>
      <bdi>{localized(line.title, line.title_ar) || m.staff_content_untitled()}</bdi>
      <SecondLine>{m[`staff_content_kinds_${toSnakeCase(line.entity)}`]()}</SecondLine>
    </>
  );
  const restoreButton = (line: DeletedDraft) =>
    can(line.entity === "course" ? "courses.write" : "content.write") && (
      <Button
        variant="secondary"
        size="sm"
        icon="rotate-ccw"
        aria-label={`${m.staff_content_deleted_restore()}: ${isolate(localized(line.title, line.title_ar) || m.staff_content_untitled())}`}
        onClick={() => void restore(line)}
      >
        {m.staff_content_deleted_restore()}
      </Button>
    );
  return (
    <ListLayout<DeletedDraft>
      list="deleted-drafts"
      caption={m.staff_content_deleted_link()}
      sort="-saved_at"
      head={
        <ScreenHead
          title={m.staff_content_deleted_link()}
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
        { name: "title", label: m.staff_content_fields_title(), render: title },
        {
          name: "edited",
          label: m.staff_content_columns_edited(),
          sort: "saved_at",
          render: (line) => (
            <>
              {date(line.saved_at, "dateTime")}
              <SecondLine>
                <bdi>{line.author_name}</bdi>
              </SecondLine>
            </>
          ),
        },
        { name: "restore", label: m.staff_content_deleted_restore(), isAmount: true, render: restoreButton },
      ]}
      renderCard={(line) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1">{title(line)}</span>
          {restoreButton(line)}
        </span>
      )}
      empty={{ title: m.staff_content_deleted_empty(), text: m.staff_content_deleted_empty_text() }}
    />
  );
}
