import type { RowOf } from "../api-types.ts";
import { m, toSnakeCase } from "../messages.ts";
import { entityNames } from "../content/entity-names.ts";
import { labels } from "../content/labels.ts";
import { ArabicChip } from "../content/state-chips.tsx";
import { useCounts } from "../content/use-counts.ts";
import { itemPath } from "../parts/item-path.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { SecondLine } from "../parts/second-line.tsx";

type Gap = RowOf<"arabic-gaps">;

/** Lists all content whose Arabic is missing or older than its English, with the fields concerned. */
export default function ArabicGapsList() {
  const counts = useCounts();
  const sumCounts = (name: "missing" | "stale") => counts?.reduce((sum, count) => sum + count[name], 0);
  const [missing, stale] = [sumCounts("missing") ?? null, sumCounts("stale") ?? null];
  const formatFields = (names: string[]) => names.map(labels.forPath).join(" · ");
  return (
    <ListLayout<Gap>
      list="arabic-gaps"
      caption={m.staff_common_arabic_gaps()}
      sort="title"
      head={
        <ScreenHead
          title={m.staff_common_arabic_gaps()}
          breadcrumb={[{ label: m.staff_menu_pages(), to: "/content" }]}
          facts={counts ? m.staff_content_gaps_facts({ missing: missing ?? 0, stale: stale ?? 0 }) : null}
        />
      }
      views={[
        {
          name: "all",
          label: m.staff_content_views_all(),
          filter: {},
          count: counts && Number(missing) + Number(stale),
        },
        { name: "missing", label: m.staff_content_arabic_missing(), filter: { state: "missing" }, count: missing },
        { name: "stale", label: m.staff_content_arabic_stale(), filter: { state: "stale" }, count: stale },
      ]}
      choices={[
        {
          source: "entity",
          label: m.staff_content_filters_kind(),
          choices: entityNames.map((id) => ({ id, name: m[`staff_content_kinds_${toSnakeCase(id)}`]() })),
        },
      ]}
      columns={[
        {
          name: "title",
          label: m.staff_content_fields_title(),
          sort: "title",
          render: ({ title, entity }) => (
            <>
              <bdi lang="en">{title || m.staff_content_untitled()}</bdi>
              <SecondLine>{m[`staff_content_kinds_${toSnakeCase(entity)}`]()}</SecondLine>
            </>
          ),
        },
        {
          name: "arabic",
          label: m.staff_content_columns_arabic(),
          sort: "state",
          render: ({ state }) => <ArabicChip state={state} />,
        },
        {
          name: "missing",
          label: m.staff_content_columns_missing(),
          render: (gap) => formatFields(gap.missing) || "–",
        },
        { name: "stale", label: m.staff_content_columns_behind(), render: (gap) => formatFields(gap.stale) || "–" },
      ]}
      renderCard={({ title, state }) => (
        <span className="grid min-w-0 flex-1 grid-cols-1 content-start gap-2.5">
          <span className="font-medium">{title}</span>
          <ArabicChip state={state} />
        </span>
      )}
      to={({ id }) => itemPath(id)}
      empty={{ title: m.staff_content_gaps_empty(), text: m.staff_content_gaps_empty_text() }}
    />
  );
}
