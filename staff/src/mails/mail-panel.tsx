import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { m, toSnakeCase } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { languageName } from "../people/person-labels.tsx";
import { Alert } from "../../../src/ui/alert.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Details } from "../parts/details.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useForm } from "../parts/use-form.ts";
import { useCan } from "../frame/session.ts";
import { mailKindLabel } from "./mail-kinds.ts";
import { MailState } from "./mail-state.tsx";
import type { Mail } from "./mail-types.ts";
import { Problem } from "../parts/problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

interface MailPanelProps {
  id: number;
  onClose(): void;
  onChange(): void;
}

/** An email beside the list: its state, the actions and its text. */
export function MailPanel({ id, onClose, onChange }: MailPanelProps) {
  const { data, error, isPending, refetch } = useQuery(staffQuery("GET /api/staff/mails/:id", { id }));
  const title = data?.subject || m.staff_mails_mail();
  return (
    <aside className="card" aria-label={title}>
      <header>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <TooltipButton icon="x" className="end" label={m.staff_common_action_close()} onClick={onClose} />
      </header>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <div className="body">
          <LoadingState />
        </div>
      )}
      {data && (
        <MailFacts
          mail={data}
          onChange={() => {
            onChange();
            void refetch();
          }}
        />
      )}
    </aside>
  );
}

function MailFacts({ mail, onChange }: { mail: Mail; onChange(): void }) {
  const can = useCan();
  const isOpen = mail.state === "failed" || mail.state === "retrying";
  return (
    <div className="body grid gap-4">
      {mail.problem && (
        <Alert tone={mail.problem === "no-connection" ? "warning" : "danger"}>
          <p>{m[`staff_mails_problem_texts_${toSnakeCase(mail.problem)}`]({ to: mail.to })}</p>
          {mail.likely && <p>{m[`staff_mails_likely_${mail.likely.because}`]({ address: mail.likely.address })}</p>}
        </Alert>
      )}
      {isOpen && can("mails.retry") && <Resend mail={mail} onChange={onChange} />}
      <Details
        rows={[
          { label: m.staff_mails_to(), value: <bdi dir="ltr">{mail.to}</bdi> },
          { label: m.staff_mails_kind(), value: mailKindLabel(mail.template) },
          { label: m.staff_mails_language(), value: languageName(mail.locale) },
          { label: m.staff_common_status(), value: <MailState mail={mail} /> },
          { label: m.staff_mails_written(), value: <DateTime value={mail.createdAt} /> },
          mail.sentAt && { label: m.staff_mails_sent_at(), value: <DateTime value={mail.sentAt} /> },
          {
            label: m.staff_common_attempts(),
            value: (
              <span className="whitespace-nowrap tabular-nums">
                {mail.attempts}
                {mail.error && (
                  <bdi className="text-ink-3" dir="ltr">
                    {" "}
                    {mail.error}
                  </bdi>
                )}
              </span>
            ),
          },
        ]}
      />
      {mail.personalLink && <p className="text-ink-3">{m.staff_mails_personal_link()}</p>}
      {mail.text && (
        <ScrollRegion
          label={m.staff_mails_text()}
          className="max-h-96 overflow-y-auto rounded-control border border-line bg-row px-4 py-3.25 wrap-anywhere whitespace-pre-wrap"
          dir={mail.locale === "ar" ? "rtl" : "ltr"}
          lang={mail.locale}
        >
          {mail.text}
        </ScrollRegion>
      )}
    </div>
  );
}

/** Resends to the corrected address, to another address or to the same one. */
function Resend({ mail, onChange }: { mail: Mail; onChange(): void }) {
  const notify = useNotify();
  const form = useForm(["to"]);
  const [isTyping, setIsTyping] = useState(false);
  const [address, setAddress] = useState("");
  const send = async (to?: string) => {
    const isDone = await form.submit(async () => {
      await callStaff("POST /api/staff/mails/:id/retry", { id: mail.id, ...(to === undefined ? {} : { to }) });
    });
    if (!isDone) return;
    notify(m.staff_mails_retried({ count: 1 }));
    onChange();
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {mail.likely && (
          <Button
            variant="primary"
            isPending={form.isPending}
            icon="send"
            mirrorsIcon
            onClick={() => void send(mail.likely?.address)}
          >
            <span>
              {m.staff_mails_send_to()} <bdi dir="ltr">{mail.likely.address}</bdi>
            </span>
          </Button>
        )}
        <Button variant={mail.likely ? "secondary" : "primary"} isPending={form.isPending} onClick={() => void send()}>
          {m.staff_mails_retry_one()}
        </Button>
        {!mail.personalLink && !isTyping && (
          <Button variant="secondary" onClick={() => setIsTyping(true)}>
            {m.staff_mails_another_address()}
          </Button>
        )}
      </div>
      {isTyping && (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void send(address);
          }}
        >
          <TextField
            id="to"
            type="email"
            required
            label={m.staff_mails_another_address()}
            value={address}
            error={form.messageFor("to")}
            onChange={(event) => setAddress(event.target.value)}
            dir="ltr"
            autoComplete="off"
          />
          <Button type="submit" variant="primary" isPending={form.isPending}>
            {m.staff_mails_send_there()}
          </Button>
        </form>
      )}
      <Problem>{form.problem}</Problem>
    </div>
  );
}
