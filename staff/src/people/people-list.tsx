import { m } from "../messages.ts";
import { ExportRows } from "../tasks/export-rows.tsx";
import { Initial } from "../parts/initial.tsx";
import { Chip } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import type { ListView } from "../parts/list/list-views.tsx";
import type { ListColumn } from "../parts/list/list-table.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useCan } from "../frame/session.ts";
import { professions } from "../../../src/features/people/professions.ts";
import { EraseByAddress } from "./erase-by-address.tsx";
import { languageName, professionName } from "./person-labels.tsx";
import type { PersonRow } from "./person-types.ts";
import { SecondLine } from "../parts/second-line.tsx";
import { Lines } from "../parts/lines.tsx";

const yearStart = `${new Date().getFullYear()}-01-01`;

export default function PeopleList() {
  const { localized, date } = useFormats();
  const can = useCan();
  const views: ListView[] = [
    { name: "all", label: m.staff_common_all(), filter: {} },
    { name: "attended", label: m.staff_people_views_attended(), filter: { attended_since: yearStart } },
    { name: "scfhs", label: m.staff_people_views_no_scfhs(), filter: { scfhs: "missing" } },
    { name: "erasure", label: m.staff_people_views_erasure(), filter: { erasure: "planned" } },
  ];
  const columns: ListColumn<PersonRow>[] = [
    { name: "name", label: m.staff_common_name(), sort: "name", render: (row) => <Name {...row} /> },
    {
      name: "profession",
      label: m.staff_people_profession(),
      minWidth: 1200,
      render: (row) => professionName(row.profession),
    },
    { name: "scfhs", label: m.staff_people_scfhs(), render: (row) => <Scfhs number={row.scfhs_number} /> },
    {
      name: "email",
      label: m.staff_common_email(),
      // Two people may have the same name.
      isRowName: true,
      minWidth: 1200,
      render: (row) => (
        <>
          <bdi dir="ltr">{row.email}</bdi>
          {row.mail_failed && (
            <SecondLine>
              <Chip tone="wrong" icon="mail-x">
                {m.staff_people_mail_failed()}
              </Chip>
            </SecondLine>
          )}
        </>
      ),
    },
    { name: "orders", label: m.staff_menu_orders(), isEndAligned: true, minWidth: 1440, render: (row) => row.orders },
    {
      name: "course",
      label: m.staff_people_last_course(),
      minWidth: 1440,
      render: ({ last_course: course }) => {
        const name = course ? localized(course.name_eng, course.name_ar) : "–";
        return (
          <span className="block max-w-68 truncate" title={name}>
            {name}
          </span>
        );
      },
    },
    { name: "locale", label: m.staff_people_language(), minWidth: 1680, render: (row) => languageName(row.locale) },
    {
      name: "since",
      label: m.staff_people_since(),
      sort: "created_at",
      minWidth: 1680,
      render: (row) => date(row.created_at),
    },
  ];
  return (
    <ListLayout<PersonRow>
      list="people"
      caption={m.staff_menu_people()}
      sort="name"
      head={
        <ScreenHead
          title={m.staff_menu_people()}
          facts={m.staff_people_facts()}
          actions={
            (can("people.erase") || can("people.export")) && (
              <>
                {can("people.erase") && <EraseByAddress />}
                {can("people.export") && <ExportRows kind="people" title={m.staff_people_export_list()} />}
              </>
            )
          }
        />
      }
      views={views}
      search={m.staff_people_search()}
      choices={[
        {
          source: "profession",
          label: m.staff_people_profession(),
          choices: professions.map((id) => ({ id, name: professionName(id) })),
        },
        {
          source: "locale",
          label: m.staff_people_language(),
          choices: (["en", "ar"] as const).map((id) => ({ id, name: languageName(id) })),
        },
      ]}
      columns={columns}
      to={({ id }) => `/people/${encodeURIComponent(id)}`}
      renderCard={(row) => (
        <Lines>
          <Name {...row} />
          <span className="text-ink-3">{professionName(row.profession)}</span>
        </Lines>
      )}
      empty={{ title: m.staff_people_none(), text: m.staff_people_none_text() }}
      {...(can("people.export")
        ? {
            renderBulk: (rows: PersonRow[]) => (
              <ExportRows kind="people" title={m.staff_people_export_list()} ids={rows.map(({ id }) => id)} />
            ),
          }
        : {})}
    />
  );
}

function Name({ name, name_other: otherName, erasure_due_on: dueOn }: PersonRow) {
  const { date } = useFormats();
  return (
    <span className="flex items-center gap-[0.7rem]">
      <Initial name={name} />
      <span>
        <bdi>{name}</bdi>
        {otherName && (
          <SecondLine>
            <bdi>{otherName}</bdi>
          </SecondLine>
        )}
        {dueOn && <SecondLine>{m.staff_people_erasure_due({ date: date(dueOn) })}</SecondLine>}
      </span>
    </span>
  );
}

function Scfhs({ number }: { number: string }) {
  if (number !== "") return <bdi dir="ltr">{number}</bdi>;
  return (
    <Chip tone="attention" icon="circle-dashed">
      {m.staff_people_missing()}
    </Chip>
  );
}
