import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Card } from "#ui/card.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Label } from "#i18n/label.tsx";

const steps = [
  { title: m.site_steps_1, text: m.site_steps_1_text },
  { title: m.site_steps_2, text: m.site_steps_2_text },
  { title: m.site_steps_3, text: m.site_steps_3_text },
  { title: m.site_steps_4, text: m.site_steps_4_text },
  { title: m.site_steps_5, text: m.site_steps_5_text },
];
const itemsToPrepare = [
  m.site_steps_ready_email,
  m.site_steps_ready_phone,
  m.site_steps_ready_scfhs,
  m.site_steps_ready_workplace,
];

/** Requirement C-12. */
export default function CourseRegistrationInfo() {
  return (
    <>
      <Breadcrumb
        items={[{ label: m.common_training(), to: "/medical-training-center" }, { label: m.site_steps_title() }]}
      />
      <div className="wrap grid items-start gap-[clamp(2rem,7vw,7rem)] pt-21 pb-section lg:grid-cols-[minmax(0,1fr)_23.5rem]">
        <div>
          <h1>{m.site_steps_heading()}</h1>
          <p className="mt-5 mb-12 max-w-152 text-lead text-ink-2 text-pretty">{m.site_steps_lead()}</p>
          <ol className="max-w-measure border-t border-line">
            {steps.map(({ title, text }, index) => (
              <li key={title()} className="grid grid-cols-[3.25rem_1fr] border-b border-line py-6">
                <span
                  aria-hidden="true"
                  className="font-display text-[1.75rem] leading-none font-light text-primary tabular-nums"
                >
                  {index + 1}
                </span>
                <div>
                  <h2 className="font-sans text-h4 tracking-normal">{title()}</h2>
                  <p className="mt-1 text-ink-2">{text()}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <Card as="aside" className="grid gap-[1.35rem] shadow-2 lg:sticky lg:top-8" aria-labelledby="ready">
          <h2 id="ready" className="text-h3">
            {m.site_steps_ready()}
          </h2>
          <ul className="grid gap-3">
            {itemsToPrepare.map((text) => (
              <li key={text()} className="flex gap-3">
                <Icon name="check" size="sm" className="mt-1.5 text-primary" />
                {text()}
              </li>
            ))}
          </ul>
          <LinkButton to="/register" size="lg" block>
            {m.site_steps_register()}
          </LinkButton>
          <p className="text-center text-sm text-ink-2">
            {m.site_steps_already()}{" "}
            <Link to="/login" className="inline-link">
              <Label name="login" />
            </Link>
          </p>
        </Card>
      </div>
    </>
  );
}
