import type { Course } from "#features/catalogue/course.ts";
import { Portrait } from "#features/content/components/portrait.tsx";
import { useLocale } from "#i18n/link.tsx";
import { pickBilingual, localText } from "#i18n/locale.ts";
import { LocalizedHtml, LocalizedText, type BilingualText } from "#i18n/localized-text.tsx";
import { m } from "#messages";
import { Tabs } from "#ui/tabs.tsx";

/** HTML that was sanitised when it was stored (platform/rich-text.server.ts). */
const LongText = (text: BilingualText) => <LocalizedHtml {...text} className="checks pt-3 [&_:first-child]:mt-0" />;

function Speakers({ speakers }: Pick<Course, "speakers">) {
  const locale = useLocale();
  if (speakers.length === 0) return <p className="text-ink-2">{m.catalogue_speakers_later()}</p>;
  return (
    <ul className="grid gap-6 md:grid-cols-2 print:grid-cols-3">
      {speakers.map((speaker) => (
        <li key={speaker.id} className="flex items-start gap-4">
          <Portrait
            person={speaker}
            seed={speaker.name_eng}
            name={localText(locale, speaker.name_eng, speaker.name_ar).text}
            size={56}
          />
          <div className="min-w-0">
            <p className="font-medium">
              <LocalizedText eng={speaker.name_eng} ar={speaker.name_ar} />
            </p>
            <p className="text-sm text-ink-2">
              <LocalizedText eng={speaker.title_eng} ar={speaker.title_ar} />
            </p>
            {speaker.line_eng && (
              <p className="mt-1 text-sm text-ink-3">
                <LocalizedText eng={speaker.line_eng} ar={speaker.line_ar} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Curriculum({ curriculum }: Pick<Course, "curriculum">) {
  if (curriculum.length === 0) return <p className="text-ink-2">{m.catalogue_curriculum_later()}</p>;
  return (
    <ol className="grid max-w-measure gap-7 print:max-w-none print:grid-cols-3">
      {curriculum.map((day, dayIndex) => (
        <li key={dayIndex}>
          <p className="text-sm text-ink-3">{m.catalogue_day({ day: dayIndex + 1 })}</p>
          <h2 className="text-h3">
            <LocalizedText eng={day.title_eng} ar={day.title_ar} />
          </h2>
          <ul className="mt-3 grid border-t border-line">
            {day.items.map((item, itemIndex) => (
              <li key={itemIndex} className="border-b border-line py-2.5 text-ink-2">
                <LocalizedText eng={item.eng} ar={item.ar} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** The server's HTML contains all tabs (requirement L-02). */
export function CourseTabs({ course }: { course: Course }) {
  return (
    <Tabs
      label={m.catalogue_tabs()}
      className="mt-8 print:mt-4"
      tabs={[
        {
          id: "about",
          label: m.catalogue_tab_about(),
          content: <LongText {...pickBilingual(course, "about_course")} />,
        },
        {
          id: "prerequisites",
          label: m.catalogue_tab_prerequisites(),
          content: <LongText {...pickBilingual(course, "prerequisites")} />,
        },
        { id: "speakers", label: m.catalogue_tab_speakers(), content: <Speakers speakers={course.speakers} /> },
        {
          id: "curriculum",
          label: m.catalogue_tab_curriculum(),
          content: <Curriculum curriculum={course.curriculum} />,
        },
      ]}
    />
  );
}
