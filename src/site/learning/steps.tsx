import { m } from "#messages";

const steps = [
  { title: m.site_learning_step_1, text: m.site_learning_step_1_text },
  { title: m.site_learning_step_2, text: m.site_learning_step_2_text },
  { title: m.site_learning_step_3, text: m.site_learning_step_3_text },
  { title: m.site_learning_step_4, text: m.site_learning_step_4_text },
];

export function Steps() {
  return (
    <section aria-labelledby="steps" className="bg-stone py-section">
      <div className="wrap grid gap-[clamp(2rem,5vw,5rem)] lg:grid-cols-[1fr_2.2fr]">
        <h2 id="steps">{m.site_learning_steps()}</h2>
        <ol className="grid gap-7 md:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title()} className="max-md:grid max-md:grid-cols-[2.75rem_1fr]">
              <span
                aria-hidden="true"
                className="block font-display text-[1.75rem] leading-none font-light text-primary tabular-nums max-md:row-span-2 md:mb-[1.1rem] md:border-b md:border-ink-3/30 md:pb-[1.1rem]"
              >
                {index + 1}
              </span>
              <h3 className="font-sans text-h4 tracking-normal">{title()}</h3>
              <p className="mt-[.35rem] text-[.9375rem] text-ink-2 text-pretty rtl:text-base">{text()}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
