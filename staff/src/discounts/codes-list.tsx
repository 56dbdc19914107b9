import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { useNotify } from "../frame/notices.tsx";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { Money } from "../parts/money.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { ExportRows } from "../tasks/export-rows.tsx";
import { CodeState, DiscountAmount, getScopeText, getStateLabel, Uses, type CodeRow } from "./code-labels.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

/** Lists the discount codes with their discount, scope, dates and sales. */
export default function CodesList() {
  const can = useCan();
  const notify = useNotify();
  const { days, date, inCurrency, localized } = useFormats();
  const { data: counts } = useQuery(staffQuery("GET /api/staff/discount-counts"));
  const { data: options } = useQuery(staffQuery("GET /api/staff/discount-options"));
  const getStateCount = (state: CodeRow["state"]) => counts?.states.find(({ name }) => name === state)?.total ?? 0;
  const total = counts?.states.reduce((sum, state) => sum + state.total, 0);
  const renderName = (row: CodeRow) => (
    <>
      <bdi className="font-medium" dir="ltr">
        {row.code}
      </bdi>
      {row.purpose && (
        <SecondLine className="font-normal">
          <bdi>{row.purpose}</bdi>
        </SecondLine>
      )}
    </>
  );
  return (
    <ListLayout<CodeRow>
      list="discount-codes"
      caption={m.staff_menu_discounts()}
      sort="-valid_from"
      head={
        <ScreenHead
          title={m.staff_menu_discounts()}
          facts={
            // Reserves two lines on a phone, even while the counts load.
            <span className="max-md:block max-md:min-h-[2lh]">
              {counts
                ? m.staff_discounts_facts_now({
                    inForce: getStateCount("in-force"),
                    planned: getStateCount("planned"),
                    given: inCurrency(counts.discountedThisYear),
                  })
                : "\u00a0"}
            </span>
          }
          actions={
            <>
              <ExportRows kind="discount-codes" title={m.staff_discounts_export()} isPersonal={false} />
              {can("discounts.write") && (
                <LinkButton variant="primary" icon="plus" to="/discounts/create" data-shortcut="new">
                  {m.staff_discounts_new()}
                </LinkButton>
              )}
            </>
          }
        />
      }
      views={[
        { name: "all", label: m.staff_common_all(), filter: {}, count: total ?? null },
        ...(counts?.states ?? []).map((state) => ({
          name: state.name,
          label: getStateLabel(state.name),
          filter: { state: state.name },
          count: state.total,
        })),
      ]}
      search={m.staff_discounts_search()}
      choices={[
        {
          source: "course_id",
          label: m.staff_common_course(),
          choices: (options?.courses ?? []).map(({ id, name_eng: eng, name_ar: ar }) => ({
            id,
            name: localized(eng, ar),
          })),
        },
        {
          source: "kind",
          label: m.staff_discounts_kind(),
          choices: (["percent", "amount"] as const).map((id) => ({ id, name: m[`staff_discounts_kind_${id}`]() })),
        },
      ]}
      below={<p className="text-sm text-ink-3 mt-3">{m.staff_discounts_facts()}</p>}
      to={({ id }) => `/discounts/${id}`}
      columns={[
        { name: "code", label: m.staff_discounts_fields_code(), sort: "code", render: renderName },
        {
          name: "off",
          label: m.staff_discounts_discount(),
          isEndAligned: true,
          render: (row) => <DiscountAmount discount={row} />,
        },
        { name: "for", label: m.staff_discounts_for(), minWidth: 1200, render: getScopeText },
        {
          name: "dates",
          label: m.staff_discounts_dates(),
          sort: "valid_from",
          render: ({ validFrom: from, validTo: to }) =>
            to === null ? m.staff_discounts_from_day({ day: date(from) }) : days(from, to),
        },
        { name: "state", label: m.staff_common_status(), render: (row) => <CodeState code={row} /> },
        { name: "used", label: m.staff_discounts_used(), sort: "used", render: (row) => <Uses code={row} /> },
        {
          name: "given",
          label: m.staff_discounts_given(),
          isEndAligned: true,
          render: ({ discounted, used }) => (used === 0 ? "–" : <Money riyals={discounted} />),
        },
        {
          name: "brought",
          label: m.staff_discounts_brought(),
          isEndAligned: true,
          minWidth: 1680,
          render: ({ revenue, used }) => (used === 0 ? "–" : <Money riyals={revenue} />),
        },
        {
          name: "copy",
          label: m.staff_common_actions(),
          render: ({ code }) => (
            <TooltipButton
              icon="copy"
              label={m.staff_discounts_copy({ code })}
              onClick={() => void navigator.clipboard.writeText(code).then(() => notify(m.staff_common_copied()))}
            />
          ),
        },
      ]}
      renderCard={(row) => (
        <span className="grid min-w-0 flex-1 grid-cols-1 content-start gap-2">
          <span>{renderName(row)}</span>
          <span className="flex items-center gap-2 flex-wrap">
            <CodeState code={row} />
            <DiscountAmount discount={row} />
          </span>
        </span>
      )}
      empty={{ title: m.staff_discounts_none(), text: m.staff_discounts_none_text() }}
    />
  );
}
