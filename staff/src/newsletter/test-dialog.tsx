import { useState } from "react";
import { useMe } from "../frame/session.ts";
import { useNotify } from "../frame/notices.tsx";
import { Autocomplete, Checkbox, FormControlLabel, TextField } from "@mui/material";
import { m } from "../messages.ts";
import type { NewsletterIssue } from "../../../src/features/letters/newsletter/newsletter.schema.ts";
import { callStaff } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Alert } from "../ui/alert.tsx";
import { useKeepIssue, useReaders } from "./queries.ts";

interface Reader {
  id: string;
  name: string;
}

/** A test to colleagues, in the languages chosen. */
export function TestDialog({ issue, isOpen, onClose }: { issue: NewsletterIssue; isOpen: boolean; onClose(): void }) {
  const notify = useNotify();
  const keep = useKeepIssue();
  const me = useMe();
  const { data } = useReaders();
  const all = data?.data ?? [];
  const [chosen, setChosen] = useState<Reader[] | null>(null);
  const [locales, setLocales] = useState<("en" | "ar")[]>(["en", "ar"]);
  // The writer reads it first.
  const readers = chosen ?? all.filter(({ id }) => id === me.id);
  const count = readers.length * locales.length;
  const send = async () => {
    const body = { readers: readers.map(({ id }) => id), locales };
    keep(await callStaff("POST /api/staff/newsletter-issues/:id/test", { id: issue.id, ...body }));
    notify(m.staff_newsletter_test_sent({ count }), { type: "success" });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={m.staff_newsletter_test_open()}
      action={m.staff_newsletter_test_send({ count })}
      isReady={count > 0}
      onClose={onClose}
      onConfirm={send}
    >
      <Autocomplete
        multiple
        options={all}
        value={readers}
        getOptionLabel={({ name }) => name}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        onChange={(_event, value) => setChosen(value.slice(0, 10))}
        renderInput={(params) => <TextField {...params} label={m.staff_newsletter_test_to()} />}
      />
      <fieldset>
        <legend className="small strong">{m.staff_newsletter_test_languages()}</legend>
        {(["ar", "en"] as const).map((one) => (
          <FormControlLabel
            key={one}
            label={m[`staff_newsletter_languages_${one}`]()}
            control={
              <Checkbox
                checked={locales.includes(one)}
                onChange={(_event, isOn) =>
                  setLocales(isOn ? [...locales, one] : locales.filter((other) => other !== one))
                }
              />
            }
          />
        ))}
      </fieldset>
      <Alert>{m.staff_newsletter_test_hint()}</Alert>
    </ConfirmDialog>
  );
}
