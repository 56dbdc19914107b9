import { useQuery } from "@tanstack/react-query";
import { staffQuery } from "../api.ts";
import { m } from "../messages.ts";
import { LinkButton } from "../parts/button.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { Money } from "../parts/money.tsx";
import { PageHead } from "../parts/page-head.tsx";
import { useMay } from "../frame/session.ts";
import { CodeState, Off, scopeText, stateLabel, type CodeRow } from "./code-labels.tsx";

function Used({ code: { used, reserved, uses_in_all: most } }: { code: CodeRow }) {
  return (
    <span className="number">
      {most === null ? m.staff_discounts_used_unlimited({ used }) : m.staff_discounts_used_of({ used, most })}
      {reserved > 0 && <span className="second-line">{m.staff_discounts_reserved({ count: reserved })}</span>}
    </span>
  );
}

/** Discount codes: what each takes off, for what, until when, and what it has brought. */
export default function CodesList() {
  const may = useMay();
  const { days, date } = useFormats();
  const { data: counts } = useQuery(staffQuery("GET /api/staff/discount-counts"));
  const total = counts?.states.reduce((sum, state) => sum + state.total, 0);
  const name = (row: CodeRow) => (
    <>
      <bdi className="ltr strong">{row.code}</bdi>
      {row.purpose && (
        <span className="second-line font-normal">
          <bdi>{row.purpose}</bdi>
        </span>
      )}
    </>
  );
  return (
    <ListLayout<CodeRow>
      list="discount-codes"
      caption={m.staff_discounts_title()}
      sort={{ field: "valid_from", order: "DESC" }}
      head={
        <PageHead
          title={m.staff_discounts_title()}
          facts={m.staff_discounts_facts()}
          actions={
            may("discounts.write") && (
              <LinkButton variant="primary" icon="plus" to="/discounts/create" data-shortcut="new">
                {m.staff_discounts_new()}
              </LinkButton>
            )
          }
        />
      }
      views={[
        { name: "all", label: m.staff_discounts_all(), filter: {}, count: total ?? null },
        ...(counts?.states ?? []).map((state) => ({
          name: state.name,
          label: stateLabel(state.name),
          filter: { state: state.name },
          count: state.total,
        })),
      ]}
      search={m.staff_discounts_search()}
      to={({ id }) => `/discounts/${id}`}
      columns={[
        { name: "code", label: m.staff_discounts_code(), sort: "code", render: name },
        { name: "off", label: m.staff_discounts_off(), isAmount: true, render: (row) => <Off of={row} /> },
        { name: "for", label: m.staff_discounts_for(), from: 1200, render: scopeText },
        {
          name: "dates",
          label: m.staff_discounts_dates(),
          sort: "valid_from",
          render: ({ valid_from: from, valid_to: to }) =>
            to === null ? m.staff_discounts_from_day({ day: date(from) }) : days(from, to),
        },
        { name: "state", label: m.staff_discounts_state(), render: (row) => <CodeState state={row.state} /> },
        { name: "used", label: m.staff_discounts_used(), sort: "used", render: (row) => <Used code={row} /> },
        {
          name: "given",
          label: m.staff_discounts_given(),
          isAmount: true,
          render: ({ given }) => <Money riyals={given} />,
        },
        {
          name: "brought",
          label: m.staff_discounts_brought(),
          isAmount: true,
          from: 1440,
          render: ({ brought }) => <Money riyals={brought} />,
        },
      ]}
      renderCard={(row) => (
        <span className="grid min-w-0 flex-1 grid-cols-1 content-start gap-2">
          <span>{name(row)}</span>
          <span className="row flex-wrap">
            <CodeState state={row.state} />
            <Off of={row} />
          </span>
        </span>
      )}
      empty={{ title: m.staff_discounts_none(), text: m.staff_discounts_none_text() }}
    />
  );
}
