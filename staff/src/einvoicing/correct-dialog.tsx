import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { callStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { boxClass } from "../parts/panel.tsx";
import { useForm } from "../parts/use-form.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { AuthorityMessages } from "./authority-messages.tsx";
import type { EInvoice } from "./use-einvoicing.ts";

const maxLengths = {
  name: 120,
  vat_number: 40,
  street: 200,
  building_number: 12,
  district: 60,
  city: 60,
  postal_code: 12,
} as const;
const fields = Object.keys(maxLengths) as (keyof typeof maxLengths)[];
const requiredFields = new Set<string>(["name", "vat_number", "street"]);
const digitFields = new Set<string>(["vat_number", "building_number", "postal_code"]);

/** Shows why a document was rejected and lets staff correct the company's name and address. The XML is then sent again. */
export function CorrectDialog({ einvoice, onClose }: { einvoice: EInvoice; onClose(): void }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { id, number, company: savedCompany, messages } = einvoice;
  const [company, setCompany] = useState(savedCompany);
  const form = useForm(["company"]);
  const isChanged =
    savedCompany !== null && company !== null && fields.some((name) => company[name] !== savedCompany[name]);
  const correct = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/einvoices/:id/correct", { id, ...(isChanged ? { company } : {}) });
      await queries.invalidateQueries();
      notify(m.staff_einvoicing_corrected({ number }), { type: "success" });
    });
  return (
    <ConfirmDialog
      isOpen
      title={m.staff_einvoicing_correct_title({ number })}
      actionLabel={m.staff_einvoicing_correct_action()}
      onClose={onClose}
      onConfirm={correct}
    >
      <div className={boxClass}>
        <h3 className="font-sans text-h4">{m.staff_einvoicing_reason()}</h3>
        <AuthorityMessages messages={messages} />
      </div>
      <p>{m.staff_einvoicing_correct_text()}</p>
      {company && (
        <>
          {fields.map((name) => (
            <TextField
              key={name}
              label={m[`staff_einvoicing_company_${name}`]()}
              required={requiredFields.has(name)}
              value={company[name] ?? ""}
              error={form.messageFor(`company.${name}`)}
              dir={digitFields.has(name) ? "ltr" : "auto"}
              maxLength={maxLengths[name]}
              onChange={(event) => setCompany({ ...company, [name]: event.target.value })}
            />
          ))}
          <p className="text-sm text-ink-3">{m.staff_einvoicing_company_note()}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
