import { useTranslate } from "ra-core";
import { ExportRows } from "../tasks/export-rows.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Chip } from "../ui/chip.tsx";
import { useFormats } from "../ui/formats.ts";
import { ListLayout, type ListView } from "../ui/list/list-layout.tsx";
import type { ListColumn } from "../ui/list/list-table.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { useMay } from "../ui/use-may.ts";
import { EraseByAddress } from "./erase-by-address.tsx";
import { professionNames, useLanguageName, useProfession } from "./person-labels.tsx";
import type { PersonRow } from "./person-types.ts";

const firstOfYear = `${new Date().getFullYear()}-01-01`;

export default function PeopleList() {
  const translate = useTranslate();
  const { localized, date } = useFormats();
  const language = useLanguageName();
  const profession = useProfession();
  const may = useMay();
  const views: ListView[] = [
    { name: "all", label: translate("people.views.all"), filter: {} },
    { name: "attended", label: translate("people.views.attended"), filter: { attended_since: firstOfYear } },
    { name: "scfhs", label: translate("people.views.no_scfhs"), filter: { scfhs: "missing" } },
    { name: "erasure", label: translate("people.views.erasure"), filter: { erasure: "planned" } },
  ];
  const columns: ListColumn<PersonRow>[] = [
    { name: "name", label: translate("people.name"), sort: "name", render: (row) => <Name {...row} /> },
    {
      name: "profession",
      label: translate("people.profession"),
      from: 1200,
      render: (row) => profession(row.profession),
    },
    { name: "scfhs", label: translate("people.scfhs"), render: (row) => <Scfhs number={row.scfhs_number} /> },
    {
      name: "email",
      label: translate("people.email"),
      from: 1200,
      render: (row) => (
        <>
          <bdi className="ltr">{row.email}</bdi>
          {row.mail_failed && (
            <span className="second-line">
              <Chip tone="wrong" icon="mail-x">
                {translate("people.mail_failed")}
              </Chip>
            </span>
          )}
        </>
      ),
    },
    { name: "orders", label: translate("people.orders"), isAmount: true, from: 1440, render: (row) => row.orders },
    {
      name: "course",
      label: translate("people.last_course"),
      from: 1440,
      render: ({ last_course: course }) => {
        const name = course ? localized(course.name_eng, course.name_ar) : "–";
        return (
          <span className="one-line" title={name}>
            {name}
          </span>
        );
      },
    },
    { name: "locale", label: translate("people.language"), from: 1680, render: (row) => language(row.locale) },
    {
      name: "since",
      label: translate("people.since"),
      sort: "created_at",
      from: 1680,
      render: (row) => date(row.created_at),
    },
  ];
  return (
    <ListLayout<PersonRow>
      resource="people"
      caption={translate("people.title")}
      sort={{ field: "name", order: "ASC" }}
      head={
        <PageHead
          title={translate("people.title")}
          facts={translate("people.facts")}
          actions={
            (may("people.erase") || may("people.export")) && (
              <>
                {may("people.erase") && <EraseByAddress />}
                {may("people.export") && <ExportRows kind="people" title={translate("people.export_list")} />}
              </>
            )
          }
        />
      }
      views={views}
      search={translate("people.search")}
      choices={[
        {
          source: "profession",
          label: translate("people.profession"),
          choices: professionNames.map((id) => ({ id, name: profession(id) })),
        },
        {
          source: "locale",
          label: translate("people.language"),
          choices: (["en", "ar"] as const).map((id) => ({ id, name: language(id) })),
        },
      ]}
      columns={columns}
      to={({ id }) => `/people/${encodeURIComponent(id)}/show`}
      renderCard={(row) => (
        <span className="stack-tight">
          <Name {...row} />
          <span className="quiet">{profession(row.profession)}</span>
        </span>
      )}
      empty={{ title: translate("people.none"), text: translate("people.none_text") }}
      {...(may("people.export")
        ? {
            renderBulk: (rows: PersonRow[]) => (
              <ExportRows kind="people" title={translate("people.export_list")} ids={rows.map(({ id }) => id)} />
            ),
          }
        : {})}
    />
  );
}

function Name({ name, name_other: other, erasure_due_on: dueOn }: PersonRow) {
  const translate = useTranslate();
  const { date } = useFormats();
  return (
    <span className="person">
      <Avatar name={name} />
      <span>
        <bdi>{name}</bdi>
        {other && (
          <span className="second-line">
            <bdi>{other}</bdi>
          </span>
        )}
        {dueOn && <span className="second-line">{translate("people.erasure_due", { date: date(dueOn) })}</span>}
      </span>
    </span>
  );
}

function Scfhs({ number }: { number: string }) {
  const translate = useTranslate();
  if (number !== "") return <bdi className="ltr">{number}</bdi>;
  return (
    <Chip tone="attention" icon="circle-dashed">
      {translate("people.missing")}
    </Chip>
  );
}
