import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { callStaff } from "../api.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { useForm } from "../parts/use-form.ts";
import { Button } from "../../../src/ui/button.tsx";

const fields = [
  { name: "subject_eng", locale: "en", maxLength: 60, rows: 1 },
  { name: "subject_ar", locale: "ar", maxLength: 60, rows: 1 },
  { name: "text_eng", locale: "en", maxLength: 2000, rows: 8 },
  { name: "text_ar", locale: "ar", maxLength: 2000, rows: 8 },
] as const;
type EmailTexts = Record<(typeof fields)[number]["name"], string>;
const emptyTexts: EmailTexts = { subject_eng: "", subject_ar: "", text_eng: "", text_ar: "" };

/** Writes an email to the buyers of the selected orders, in both languages. A background task sends it. */
export function EmailBuyers({ ids, onDone }: { ids: number[]; onDone(): void }) {
  const notify = useNotify();
  const { locale: portalLocale } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [texts, setTexts] = useState(emptyTexts);
  const form = useForm(fields.map(({ name }) => name));
  const send = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/orders/letter", { ...texts, order_ids: ids });
      notify(m.staff_orders_letter_started(), { type: "success" });
      onDone();
    });
  // The language of the portal comes first, as in every pair of fields.
  const [subjectEn, subjectAr, textEn, textAr] = fields;
  const orderedFields = portalLocale === "ar" ? [subjectAr, subjectEn, textAr, textEn] : fields;
  return (
    <>
      <Button variant="outlined" icon="message-square-text" onClick={() => setIsOpen(true)}>
        {m.staff_orders_letter_open()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        size="lg"
        title={m.staff_orders_letter_title({ count: ids.length })}
        actionLabel={m.staff_orders_letter_send({ count: ids.length })}
        isReady={fields.every(({ name }) => texts[name].trim() !== "")}
        onClose={() => setIsOpen(false)}
        onConfirm={send}
      >
        <p>{m.staff_orders_letter_text()}</p>
        <div className="grid items-start gap-5 md:grid-cols-2">
          {orderedFields.map(({ name, locale, maxLength, rows }) => (
            <TextArea
              key={name}
              required
              rows={rows}
              label={m[`staff_orders_letter_${name}`]()}
              value={texts[name]}
              error={form.messageFor(name)}
              onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              dir={locale === "ar" ? "rtl" : "ltr"}
              lang={locale}
              maxLength={maxLength}
              autoComplete="off"
            />
          ))}
        </div>
      </ConfirmDialog>
    </>
  );
}
