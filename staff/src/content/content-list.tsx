import { useTranslate } from "ra-core";
import { Button } from "@mui/material";
import { Link, useParams } from "react-router-dom";
import type { EntityName } from "../../../src/features/content/editing/revision-entities.ts";
import type { ItemLine, ItemView } from "../../../src/features/content/editing/item-types.ts";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { itemPath } from "../ui/item-path.ts";
import { ListLayout } from "../ui/list/list-layout.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { BulkButtons } from "./bulk-buttons.tsx";
import { EditedCell, ItemCard, TitleCell } from "./item-cells.tsx";
import { kinds, pageKinds } from "./kinds.ts";
import { NewItemButton } from "./new-item-button.tsx";
import { ArabicChip, StateChips } from "./state-chips.tsx";
import { kindPath } from "./types.ts";
import { useCounts } from "./use-counts.ts";
import "./content.css";

const views: ItemView[] = ["draft", "scheduled", "off-site", "never-published", "arabic"];

/** News, pages, questions, banners, team, modules and page heads, a view for each. */
export function ContentList() {
  const translate = useTranslate();
  const { number } = useFormats();
  const counts = useCounts();
  const { kind: asked } = useParams();
  const entity = pageKinds.find((kind) => kind === asked) ?? "news";
  const countOf = (kind: EntityName) => counts?.find((count) => count.entity === kind)?.all;
  const hasPicture = kinds[entity].aside.some(({ type }) => type === "picture");
  const hasPlace = kinds[entity].aside.some(({ name }) => name === "position");
  return (
    <ListLayout<ItemLine>
      key={entity}
      resource="content"
      storeKey={`content.${entity}`}
      caption={translate(`content.kinds.${entity}`)}
      sort={hasPlace ? { field: "position", order: "ASC" } : { field: "saved_at", order: "DESC" }}
      always={{ entity }}
      head={
        <>
          <PageHead
            title={translate("content.title")}
            actions={
              <>
                <Button
                  component={Link}
                  to="/arabic-gaps"
                  variant="outlined"
                  startIcon={<Icon name="languages" size={16} />}
                >
                  {translate("content.gaps.link")}
                </Button>
                <Button
                  component={Link}
                  to="/redirects"
                  variant="outlined"
                  startIcon={<Icon name="replace" size={16} />}
                >
                  {translate("content.redirects.title")}
                </Button>
                <Button
                  component={Link}
                  to={itemPath("featured:home")}
                  variant="outlined"
                  startIcon={<Icon name="star" size={16} />}
                >
                  {translate("content.sections.featured")}
                </Button>
                <NewItemButton entity={entity} />
              </>
            }
          />
          <nav className="kind-views" aria-label={translate("content.title")}>
            {pageKinds.map((kind) => (
              <Link key={kind} to={kindPath(kind)} aria-current={kind === entity ? "page" : undefined}>
                {translate(`content.kinds.${kind}`)} <span className="quiet number count">{countOf(kind)}</span>
              </Link>
            ))}
          </nav>
        </>
      }
      search={translate("content.search")}
      choices={[
        {
          source: "view",
          label: translate("content.filters.state"),
          choices: views.map((view) => ({ id: view, name: translate(`content.views.${view}`) })),
        },
      ]}
      columns={[
        {
          name: "title",
          label: translate("content.columns.title"),
          sort: "title",
          render: (line) => <TitleCell line={line} second={line.path} hasPicture={hasPicture} />,
        },
        {
          name: "status",
          label: translate("content.columns.status"),
          render: (line) => <StateChips line={line} />,
        },
        {
          name: "arabic",
          label: translate("content.columns.arabic"),
          render: (line) => <ArabicChip state={line.arabic} />,
        },
        ...(hasPlace
          ? [
              {
                name: "position",
                label: translate("content.columns.position"),
                sort: "position",
                isAmount: true,
                render: (line: ItemLine) => (line.position === null ? "–" : number(line.position)),
              },
            ]
          : []),
        {
          name: "edited",
          label: translate("content.columns.edited"),
          sort: "saved_at",
          from: 1440 as const,
          render: (line) => <EditedCell line={line} />,
        },
      ]}
      renderCard={(line) => <ItemCard line={line} />}
      to={({ id }) => itemPath(id)}
      renderBulk={(lines, unselect) => <BulkButtons chosen={lines} unselect={unselect} />}
      empty={{ title: translate("content.empty.title"), text: translate("content.empty.text") }}
    />
  );
}
