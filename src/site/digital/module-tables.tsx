import type { SoftwareModule } from "#features/content/content.schema.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { SectionHead } from "#ui/section-head.tsx";
import { Table, type Column } from "#ui/table.tsx";
import { Tabs } from "#ui/tabs.tsx";
import type { BilingualText } from "#i18n/localized-text.tsx";

interface TextWithLang {
  text: string;
  lang: Locale;
}

/** `lang` is the language of name and text. */
interface ModuleRow extends TextWithLang {
  name: string;
  usedBy: TextWithLang | undefined;
  connectsTo: TextWithLang | undefined;
}

/** Splits each feature, "Name: what it does". Without a colon it is only a name. */
export function moduleRows(system: SoftwareModule, locale: Locale): ModuleRow[] {
  const localizeText = (texts: BilingualText | undefined) => texts && localText(locale, texts.eng, texts.ar);
  return system.features.map(({ eng, ar, used_by, connects_to }) => {
    const { text, lang } = localText(locale, eng, ar);
    const [name = "", ...rest] = text.split(":");
    const description = rest.join(":").trim();
    return {
      name: name.trim(),
      text: lang === "en" ? description.charAt(0).toUpperCase() + description.slice(1) : description,
      lang,
      usedBy: localizeText(used_by),
      connectsTo: localizeText(connects_to),
    };
  });
}

function TextIsolate({ text, lang, isStrong }: { text: string; lang: Locale; isStrong?: boolean }) {
  return (
    <bdi lang={lang === useLocale() ? undefined : lang} className={isStrong ? "font-medium" : "text-ink-2"}>
      {text}
    </bdi>
  );
}

/** Shows the label above the list, because both are too long to share a line. */
const stackedClass =
  "@max-[44rem]:[&_tbody_:is(td,th)]:flex-col @max-[44rem]:[&_tbody_:is(td,th)]:gap-0.5 @max-[44rem]:[&_tbody_:is(td,th)]:text-start @min-[44rem]:[&_:is(td,th)]:align-top @min-[44rem]:[&_:is(td,th)]:first:w-[24%]";

const optionalColumn = (rows: readonly ModuleRow[], id: "usedBy" | "connectsTo", label: string): Column<ModuleRow>[] =>
  rows.some((row) => row[id]) ? [{ id, label, cell: ({ [id]: cell }) => cell && <TextIsolate {...cell} /> }] : [];
const systemColumns = (rows: readonly ModuleRow[]): Column<ModuleRow>[] => [
  {
    id: "name",
    label: m.site_digital_column_module(),
    isHeader: true,
    cell: ({ name, lang }) => <TextIsolate text={name} lang={lang} isStrong />,
  },
  {
    id: "text",
    label: m.site_digital_column_does(),
    cell: ({ text, lang }) => <TextIsolate text={text} lang={lang} />,
  },
  ...optionalColumn(rows, "usedBy", m.site_digital_column_used_by()),
  ...optionalColumn(rows, "connectsTo", m.site_digital_column_connects_to()),
];
const qualityColumns = (locale: Locale): Column<SoftwareModule>[] => [
  {
    id: "name",
    label: m.site_digital_column_module(),
    isHeader: true,
    cell: ({ name_eng, name_ar }) => <TextIsolate {...localText(locale, name_eng, name_ar)} isStrong />,
  },
  {
    id: "text",
    label: m.site_digital_column_does(),
    cell: ({ description_eng, description_ar }) => (
      <TextIsolate {...localText(locale, description_eng, description_ar)} />
    ),
  },
  { id: "daily", label: m.site_digital_column_daily(), cell: ({ features }) => <Features features={features} /> },
];

function Features({ features }: Pick<SoftwareModule, "features">) {
  const locale = useLocale();
  return (
    // Spans, because the table wraps the content of each cell in a span.
    <span role="list" className="grid gap-1.5">
      {features.map(({ eng, ar }, index) => (
        <span
          role="listitem"
          key={index}
          className="relative ps-4 before:absolute before:start-0 before:top-[.55em] before:size-2 before:bg-primary before:clip-star"
        >
          <TextIsolate {...localText(locale, eng, ar)} />
        </span>
      ))}
    </span>
  );
}

function SystemTable({ caption, rows }: { caption: string; rows: readonly ModuleRow[] }) {
  return (
    <Table
      caption={caption}
      columns={systemColumns(rows)}
      rows={rows}
      rowKey={(row) => row.name}
      className={stackedClass}
    />
  );
}

/** One tab per system that has features. */
export function ModuleTables({ modules }: { modules: readonly SoftwareModule[] }) {
  const locale = useLocale();
  const getGroupRows = (group: SoftwareModule["group"]) =>
    modules.filter((module) => module.group === group).flatMap((module) => moduleRows(module, locale));
  const quality = modules.filter(({ group }) => group === "quality" || group === "radar");
  const [hospital, laboratory] = [getGroupRows("hospital"), getGroupRows("laboratory")];
  const tabs = [
    ...(hospital.length > 0
      ? [
          {
            id: "hospital",
            label: m.site_hospital_title(),
            content: <SystemTable caption={m.site_hospital_title()} rows={hospital} />,
          },
        ]
      : []),
    ...(laboratory.length > 0
      ? [
          {
            id: "laboratory",
            label: m.site_digital_tab_laboratory(),
            content: <SystemTable caption={m.site_digital_tab_laboratory()} rows={laboratory} />,
          },
        ]
      : []),
    ...(quality.length > 0
      ? [
          {
            id: "quality",
            label: m.site_digital_quality(),
            content: (
              <Table
                caption={m.site_digital_quality()}
                columns={qualityColumns(locale)}
                rows={quality}
                rowKey={(row) => row.slug}
                className={stackedClass}
              />
            ),
          },
        ]
      : []),
  ];
  if (tabs.length === 0) return null;
  return (
    <>
      <SectionHead title={m.site_digital_systems()} lead={m.site_digital_systems_lead()} />
      <Tabs label={m.site_digital_systems_tabs()} tabs={tabs} />
    </>
  );
}
