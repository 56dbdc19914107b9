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

const fields = ["name", "vat_number", "address"] as const;
const longest = { name: 120, vat_number: 40, address: 200 };

/** Why a document was rejected, what of a company may be mended, and the XML anew. */
export function CorrectDialog({ einvoice, onClose }: { einvoice: EInvoice; onClose(): void }) {
  const notify = useNotify();
  const queries = useQueryClient();
  const { id, number, company: before, messages } = einvoice;
  const [company, setCompany] = useState(before);
  const form = useForm(["company"]);
  const isChanged = before !== null && company !== null && fields.some((name) => company[name] !== before[name]);
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
      action={m.staff_einvoicing_correct_action()}
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
              required
              value={company[name]}
              error={form.messageFor(`company.${name}`)}
              dir={name === "vat_number" ? "ltr" : "auto"}
              maxLength={longest[name]}
              onChange={(event) => setCompany({ ...company, [name]: event.target.value })}
            />
          ))}
          <p className="text-sm text-ink-3">{m.staff_einvoicing_company_note()}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
