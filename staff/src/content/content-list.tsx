import { Link, useParams } from "react-router";
import { m, toSnakeCase } from "../messages.ts";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";
import type { ItemLine, ItemView } from "../../../src/features/content/editing/item-types.ts";
import { useFormats } from "../parts/formats.ts";
import { itemPath } from "../parts/item-path.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { BulkButtons } from "./bulk-buttons.tsx";
import { EditedCell, ItemCard, TitleCell } from "./item-cells.tsx";
import { kinds, pageKinds } from "./kinds.ts";
import { SortButton } from "./sort-dialog.tsx";
import { NewItemButton } from "./new-item-button.tsx";
import { ArabicChip, StateChips } from "./state-chips.tsx";
import { kindPath } from "./types.ts";
import { useCounts } from "./use-counts.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";

const views: ItemView[] = ["draft", "scheduled", "off-site", "never-published", "arabic"];

/** The list of one kind of content: news, pages, questions, banners, team, trainers, modules or page heads. */
export default function ContentList() {
  const { number } = useFormats();
  const counts = useCounts();
  const { kind: kindParam } = useParams();
  const entity = pageKinds.find((kind) => kind === kindParam) ?? "news";
  const getKindCount = (kind: EntityName) => counts?.find((count) => count.entity === kind)?.all;
  const hasPicture = kinds[entity].aside.some(({ type }) => type === "picture");
  const hasPosition = kinds[entity].order === "all";
  return (
    <ListLayout<ItemLine>
      key={entity}
      list="content"
      storeKey={`content.${entity}`}
      caption={m[`staff_content_kinds_${toSnakeCase(entity)}`]()}
      sort={hasPosition ? "position" : "-saved_at"}
      fixedFilter={{ entity }}
      head={
        <>
          <ScreenHead
            title={m.staff_menu_pages()}
            actions={
              <>
                <LinkButton variant="secondary" to="/arabic-gaps" icon="languages">
                  {m.staff_common_arabic_gaps()}
                </LinkButton>
                <LinkButton variant="secondary" to="/redirects" icon="replace">
                  {m.staff_content_redirects_title()}
                </LinkButton>
                <LinkButton variant="secondary" to="/trash" icon="trash-2">
                  {m.staff_content_trash_link()}
                </LinkButton>
                <LinkButton variant="secondary" to={itemPath("featured:home")} icon="star">
                  {m.staff_content_sections_featured()}
                </LinkButton>
                <SortButton entity={entity} />
                <NewItemButton entity={entity} />
              </>
            }
          />
          <nav
            className="scroll-row mb-4 gap-1 border-b border-edge [--scroll-background:var(--nh-bg)]"
            aria-label={m.staff_menu_pages()}
          >
            {pageKinds.map((kind) => (
              <Link
                key={kind}
                to={kindPath(kind)}
                aria-current={kind === entity ? "page" : undefined}
                className="border-b-2 border-transparent px-2.75 py-2.5 whitespace-nowrap text-ink-2 -outline-offset-2! aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-primary"
              >
                {m[`staff_content_kinds_${toSnakeCase(kind)}`]()}{" "}
                <span className="text-ink-3 whitespace-nowrap tabular-nums inline-block min-w-[3ch] text-start">
                  {getKindCount(kind)}
                </span>
              </Link>
            ))}
          </nav>
        </>
      }
      search={m.staff_content_search()}
      choices={[
        {
          source: "view",
          label: m.staff_content_filters_state(),
          choices: views.map((view) => ({ id: view, name: m[`staff_content_views_${toSnakeCase(view)}`]() })),
        },
      ]}
      columns={[
        {
          name: "title",
          label: m.staff_content_fields_title(),
          sort: "title",
          render: (line) => <TitleCell line={line} second={line.path} hasPicture={hasPicture} />,
        },
        {
          name: "status",
          label: m.staff_common_status(),
          render: (line) => <StateChips line={line} />,
        },
        {
          name: "arabic",
          label: m.staff_content_columns_arabic(),
          render: (line) => <ArabicChip state={line.arabic} />,
        },
        ...(hasPosition
          ? [
              {
                name: "position",
                label: m.staff_content_fields_position(),
                sort: "position",
                isEndAligned: true,
                render: (line: ItemLine) => (line.position === null ? "–" : number(line.position)),
              },
            ]
          : []),
        {
          name: "edited",
          label: m.staff_content_columns_edited(),
          sort: "saved_at",
          minWidth: 1440 as const,
          render: (line) => <EditedCell line={line} />,
        },
      ]}
      renderCard={(line) => <ItemCard line={line} />}
      to={({ id }) => itemPath(id)}
      renderBulk={(lines, unselect) => <BulkButtons chosen={lines} unselect={unselect} />}
      empty={{ title: m.staff_content_empty_title(), text: m.staff_content_empty_text() }}
    />
  );
}
