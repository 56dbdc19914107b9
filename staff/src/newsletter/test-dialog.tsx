import { useState } from "react";
import { useMe } from "../frame/session.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { LabelledTickBox } from "../parts/choice.tsx";
import type { NewsletterIssue } from "../../../src/features/contact/newsletter/newsletter.schema.ts";
import { callStaff } from "../api.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { useStoreIssue, useReaders } from "./queries.ts";

interface Reader {
  id: string;
  name: string;
}

const maxReaders = 10;

/** Sends a test to colleagues in the selected languages. */
export function TestDialog({ issue, isOpen, onClose }: { issue: NewsletterIssue; isOpen: boolean; onClose(): void }) {
  const notify = useNotify();
  const storeIssue = useStoreIssue();
  const me = useMe();
  const { data } = useReaders();
  const allReaders = data?.data ?? [];
  const [chosen, setChosen] = useState<Reader[] | null>(null);
  const [locales, setLocales] = useState<("en" | "ar")[]>(["en", "ar"]);
  // By default only the signed-in person gets the test.
  const readers = chosen ?? allReaders.filter(({ id }) => id === me.id);
  const count = readers.length * locales.length;
  const send = async () => {
    const body = { readers: readers.map(({ id }) => id), locales };
    storeIssue(await callStaff("POST /api/staff/newsletter-issues/:id/test", { id: issue.id, ...body }));
    notify(m.staff_newsletter_test_sent({ count }), { type: "success" });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={m.staff_newsletter_test_open()}
      actionLabel={m.staff_newsletter_test_send({ count })}
      isReady={count > 0}
      onClose={onClose}
      onConfirm={send}
    >
      <fieldset>
        <legend className="text-sm font-medium">{m.staff_newsletter_test_to()}</legend>
        <div className="max-h-60 overflow-y-auto">
          {allReaders.map((option) => (
            <LabelledTickBox
              key={option.id}
              label={<bdi>{option.name}</bdi>}
              checked={readers.some(({ id }) => id === option.id)}
              disabled={readers.length >= maxReaders && !readers.some(({ id }) => id === option.id)}
              onChange={(isOn) => setChosen(isOn ? [...readers, option] : readers.filter(({ id }) => id !== option.id))}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="text-sm font-medium">{m.staff_newsletter_test_languages()}</legend>
        {(["ar", "en"] as const).map((option) => (
          <LabelledTickBox
            label={m[`staff_newsletter_languages_${option}`]()}
            checked={locales.includes(option)}
            onChange={(isOn) => setLocales(isOn ? [...locales, option] : locales.filter((locale) => locale !== option))}
            key={option}
          />
        ))}
      </fieldset>
      <Alert>{m.staff_newsletter_test_hint()}</Alert>
    </ConfirmDialog>
  );
}
