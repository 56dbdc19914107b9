import { m } from "#messages";

const steps = [
  { time: "07:10", who: m.site_hospital_story_ward, text: m.site_hospital_story_ward_text },
  { time: "07:25", who: m.site_hospital_laboratory, text: m.site_hospital_story_laboratory_text },
  { time: "07:26", who: m.site_hospital_story_doctor, text: m.site_hospital_story_doctor_text },
  { time: "07:31", who: m.site_hospital_pharmacy, text: m.site_hospital_story_pharmacy_text },
];

export function OneMorning() {
  return (
    <section aria-labelledby="morning" className="bg-stone py-section">
      <div className="wrap grid gap-10 lg:grid-cols-[5fr_7fr] lg:gap-[clamp(2rem,6vw,6rem)]">
        <div>
          <h2 id="morning">{m.site_hospital_story()}</h2>
          <p className="mt-4.5 text-lead text-ink-2 text-pretty">{m.site_hospital_story_lead()}</p>
        </div>
        <ol>
          {steps.map(({ time, who, text }) => (
            <li
              key={time}
              className="grid grid-cols-[4.25rem_1fr] border-ink-3/25 py-5.5 first:pt-1.5 last:pb-0 not-last:border-b md:grid-cols-[5.5rem_1fr]"
            >
              <time
                dateTime={time}
                className="font-display text-[1.375rem] leading-tight font-light text-primary tabular-nums"
              >
                <bdi dir="ltr">{time}</bdi>
              </time>
              <div>
                <h3 className="font-sans text-h4 tracking-normal">{who()}</h3>
                <p className="mt-1 text-ink-2">{text()}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
