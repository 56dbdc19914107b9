import { m } from "../messages.ts";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import { useFormats } from "../parts/formats.ts";
import type { NotificationPreview, TwoNames } from "./types.ts";

/** Lists who is notified of a change: attendees and buyers, people who hold seats, and the trainers. */
export function NotifiedList({
  preview,
  speakers,
  change,
}: {
  preview: NotificationPreview;
  speakers: TwoNames[];
  change: "move" | "cancel";
}) {
  const { localized } = useFormats();
  const { mails, orders, seatsHeld, people } = preview;
  return (
    <section>
      <h3 className="mb-1.5 font-sans text-base font-medium tracking-normal">{m.staff_runs_told_title()}</h3>
      <ul className="divide-y divide-line rounded-xl border border-line *:flex *:items-start *:gap-3.25 *:px-3.5 *:py-2.5">
        <li className="max-md:flex-wrap">
          <Icon name="users" />
          <div className="min-w-0 flex-1 max-md:basis-4/5">
            <p>{m.staff_runs_told_people({ count: mails.total, orders })}</p>
            <p className="text-sm text-ink-3">{m[`staff_runs_told_mail_${change}`]()}</p>
            {people.length > 0 && (
              <details className="text-sm">
                <summary className="font-medium text-primary hover:underline">{m.staff_runs_told_names()}</summary>
                <ul className="max-h-48 overflow-y-auto pt-1.5">
                  {people.map(({ email, name, locale }) => (
                    <li key={email}>
                      <bdi>{name}</bdi>{" "}
                      <bdi className="text-ink-3" dir="ltr">
                        {email}
                      </bdi>{" "}
                      · {m[`staff_runs_told_${locale}`]()}
                    </li>
                  ))}
                  {mails.total > people.length && (
                    <li>{m.staff_runs_told_more({ count: mails.total - people.length })}</li>
                  )}
                </ul>
              </details>
            )}
          </div>
          {mails.total > 0 && (
            <span className="max-md:ms-8">
              <Chip icon="languages">{m.staff_runs_told_languages({ ar: mails.ar, en: mails.en })}</Chip>
            </span>
          )}
        </li>
        {seatsHeld > 0 && (
          <li>
            <Icon name="shopping-cart" />
            <div className="min-w-0 flex-1">
              <p>{m.staff_runs_told_held({ count: seatsHeld })}</p>
              <p className="text-sm text-ink-3">{m[`staff_runs_told_held_${change}`]()}</p>
            </div>
          </li>
        )}
        {speakers.length > 0 && (
          <li>
            <Icon name="presentation" />
            <div className="min-w-0 flex-1">
              <p>{m.staff_runs_told_speakers({ count: speakers.length })}</p>
              <p className="text-sm text-ink-3">
                {speakers.map((speaker) => localized(speaker.name_eng, speaker.name_ar)).join(" · ")}
              </p>
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}
