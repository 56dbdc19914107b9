import { m } from "#messages";
import { ReadMore } from "#ui/read-more.tsx";

const parts = [
  {
    id: "looking",
    heading: m.site_consultancy_looking,
    text: [m.site_consultancy_looking_1, m.site_consultancy_looking_2],
  },
  {
    id: "changing",
    heading: m.site_consultancy_changing,
    text: [m.site_consultancy_changing_1, m.site_consultancy_changing_2],
  },
];

/** C-07. */
export function Engagement() {
  return (
    <section aria-labelledby="runs" className="wrap grid gap-[clamp(2rem,4vw,4rem)] py-section lg:grid-cols-[3fr_9fr]">
      <h2 id="runs">{m.site_consultancy_runs()}</h2>
      <div className="max-w-184 divide-y divide-line *:py-9 *:first:pt-0 *:last:pb-0">
        {parts.map(({ id, heading, text }) => (
          <div key={id}>
            <h3 id={id} className="mb-4 font-sans text-h4 tracking-normal">
              {heading()}
            </h3>
            <ReadMore more={m.site_consultancy_more()} less={m.site_consultancy_less()} about={id}>
              <div className="grid gap-4 text-ink-2">
                {text.map((paragraph) => (
                  <p key={paragraph()}>{paragraph()}</p>
                ))}
              </div>
            </ReadMore>
          </div>
        ))}
      </div>
    </section>
  );
}
