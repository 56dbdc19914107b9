import { fitSubject, shortName } from "#features/catalogue/schedule/mail-course.ts";
import type { BelowMinimumAction } from "#features/catalogue/schedule/run-choices.ts";
import { weekdayRange } from "#i18n/dates.ts";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import { localText } from "#i18n/locale.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface ToDecideProps {
  course: { name_eng: string; name_ar: string | null };
  start_date: string;
  end_date: string;
  sold: number;
  needed: number;
  /** ISO 8601 UTC. */
  decideBy: string;
  ifMissed: BelowMinimumAction;
  url: string;
}

const sample: ToDecideProps = {
  course: { name_eng: "Patient safety essentials for clinical teams", name_ar: "أساسيات سلامة المرضى للفرق السريرية" },
  start_date: "2026-12-06",
  end_date: "2026-12-08",
  sold: 9,
  needed: 12,
  decideBy: "2026-11-23T13:00:00.000Z",
  ifMissed: "ask",
  url: "https://nama.example/staff/runs/7",
};

const missedTexts = {
  ask: m.schedule_to_decide_missed_ask,
  cancel: m.schedule_to_decide_missed_cancel,
  run: m.schedule_to_decide_missed_run,
};

/** Email to the person who set a run's minimum: the run lacks seats, and the time to decide is near. */
export const runToDecide = mailTemplate<ToDecideProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.schedule_to_decide_subject({ course: text }, { locale })),
  preview: ({ sold, needed }, locale) => m.schedule_to_decide_preview({ sold, needed }, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.schedule_to_decide_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.schedule_to_decide_text({}, { locale }) },
      {
        kind: "facts",
        facts: [
          {
            label: m.common_course({}, { locale }),
            value: isolateText(localText(locale, props.course.name_eng, props.course.name_ar).text),
          },
          {
            label: m.common_dates({}, { locale }),
            value: weekdayRange(props.start_date, props.end_date, locale),
          },
          {
            label: m.schedule_to_decide_sold({}, { locale }),
            value: m.schedule_to_decide_sold_of({ sold: props.sold, needed: props.needed }, { locale }),
            strong: true,
          },
          { label: m.schedule_to_decide_by({}, { locale }), value: riyadhMoment(new Date(props.decideBy), locale) },
          { label: m.schedule_to_decide_missed({}, { locale }), value: missedTexts[props.ifMissed]({}, { locale }) },
        ],
      },
      { kind: "button", label: m.schedule_to_decide_open({}, { locale }), href: props.url },
    ),
    why: m.schedule_to_decide_why({}, { locale }),
  }),
  sample: { en: sample, ar: sample },
});
