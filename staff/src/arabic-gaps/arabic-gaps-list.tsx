import { useTranslate } from "ra-core";
import type { LanguageState } from "../../../src/features/content/editing/language-state.ts";
import { entityNames } from "../content/entity-names.ts";
import { useLabels } from "../content/labels.ts";
import { ArabicChip } from "../content/state-chips.tsx";
import { useCounts } from "../content/use-counts.ts";
import { itemPath } from "../ui/item-path.ts";
import { ListLayout } from "../ui/list/list-layout.tsx";
import { PageHead } from "../ui/page-head.tsx";
import type { EntityName } from "../../../src/features/content/editing/revision-entities.ts";
import "../content/content.css";

interface Gap {
  id: string;
  entity: EntityName;
  title: string;
  state: LanguageState;
  missing: string[];
  stale: string[];
}

/** Everything whose Arabic is not there or older than its English, with the fields. */
export function ArabicGapsList() {
  const translate = useTranslate();
  const { of } = useLabels();
  const counts = useCounts();
  const sum = (name: "missing" | "stale") => counts?.reduce((all, count) => all + count[name], 0);
  const [missing, stale] = [sum("missing") ?? null, sum("stale") ?? null];
  const fields = (names: string[]) => names.map(of).join(" · ");
  return (
    <ListLayout<Gap>
      resource="arabic-gaps"
      caption={translate("content.gaps.title")}
      sort={{ field: "title", order: "ASC" }}
      head={
        <PageHead
          title={translate("content.gaps.title")}
          breadcrumb={[{ label: translate("content.title"), to: "/content" }]}
          facts={counts ? translate("content.gaps.facts", { missing, stale }) : null}
        />
      }
      views={[
        {
          name: "all",
          label: translate("content.views.all"),
          filter: {},
          count: counts && Number(missing) + Number(stale),
        },
        { name: "missing", label: translate("content.arabic.missing"), filter: { state: "missing" }, count: missing },
        { name: "stale", label: translate("content.arabic.stale"), filter: { state: "stale" }, count: stale },
      ]}
      choices={[
        {
          source: "entity",
          label: translate("content.filters.kind"),
          choices: entityNames.map((id) => ({ id, name: translate(`content.kinds.${id}`) })),
        },
      ]}
      columns={[
        {
          name: "title",
          label: translate("content.columns.title"),
          sort: "title",
          render: ({ title, entity }) => (
            <>
              <bdi lang="en">{title || translate("content.untitled")}</bdi>
              <span className="second-line">{translate(`content.kinds.${entity}`)}</span>
            </>
          ),
        },
        {
          name: "arabic",
          label: translate("content.columns.arabic"),
          sort: "state",
          render: ({ state }) => <ArabicChip state={state} />,
        },
        { name: "missing", label: translate("content.columns.missing"), render: (gap) => fields(gap.missing) || "–" },
        { name: "stale", label: translate("content.columns.behind"), render: (gap) => fields(gap.stale) || "–" },
      ]}
      renderCard={({ title, state }) => (
        <span className="stack tight">
          <span className="strong">{title}</span>
          <ArabicChip state={state} />
        </span>
      )}
      to={({ id }) => itemPath(id)}
      empty={{ title: translate("content.gaps.empty"), text: translate("content.gaps.empty_text") }}
    />
  );
}
