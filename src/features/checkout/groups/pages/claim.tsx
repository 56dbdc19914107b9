import { useState } from "react";
import { data, useRevalidator, type HeadersFunction } from "react-router";
import { untilLabel } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { callApi } from "#platform/api-client.ts";
import { NotFound, RateLimited } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { UnprintableNote } from "#ui/unprintable-note.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { ClaimState, ClaimView } from "#features/checkout/groups/claim.schema.ts";
import { readClaim } from "#features/checkout/groups/claim.server.ts";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import { RunCard } from "#ui/run-card.tsx";
import type { Route } from "./+types/claim";

/** An unknown token gets a page with an explanation and status 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return data({ claim: await readClaim(ctx, params.token), waitMinutes: 0 });
  } catch (error) {
    if (error instanceof NotFound) return data({ claim: null, waitMinutes: 0 }, { status: 404 });
    if (!(error instanceof RateLimited)) throw error;
    const seconds = error.retryAfterSeconds;
    const headers = { "retry-after": String(seconds) };
    return data({ claim: null, waitMinutes: Math.ceil(seconds / 60) }, { status: 429, headers });
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** No canonical address, because the address contains the secret token. */
export const meta = () => [
  { title: `${m.groups_claim_title()} · ${m.site_name()}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

const endedTexts: Record<Exclude<ClaimState, "open">, { icon: IconName; title: () => string; text: () => string }> = {
  taken: { icon: "users", title: m.groups_claim_taken, text: m.groups_claim_taken_text },
  withdrawn: { icon: "unlink", title: m.groups_claim_withdrawn, text: m.groups_claim_withdrawn_text },
  cancelled: { icon: "ticket-x", title: m.groups_claim_cancelled, text: m.groups_claim_cancelled_text },
  "run-cancelled": { icon: "ticket-x", title: m.tickets_run_cancelled, text: m.groups_claim_run_cancelled_text },
  begun: { icon: "clock", title: m.groups_claim_begun, text: m.groups_claim_begun_text },
  unpaid: { icon: "clock", title: m.groups_claim_unpaid, text: m.groups_claim_unpaid_text },
};

interface ClaimFormProps {
  token: string;
  claim: ClaimView;
  onDone: (done: { ticket: string; email: string }) => void;
  onRefused: () => void;
}

function ClaimForm({ token, claim, onDone, onRefused }: ClaimFormProps) {
  const locale = useLocale();
  const { revalidate } = useRevalidator();

  async function send(form: FormData) {
    const typed = (name: string) => getFormText(form, name);
    const [name, email] = [typed("name"), typed("email")];
    const person = { name, email, name_other: typed("name_other"), scfhs_number: typed("scfhs_number") };
    const answer = await callApi("/api/claim-seat", { token, ...person });
    if (answer.ok) onDone({ ticket: answer.data.ticket, email });
    // Someone else was faster, or the buyer withdrew the link: the page shows its new state.
    else if (answer.status === 409) {
      onRefused();
      await revalidate();
    }
    return answer.ok ? undefined : answer;
  }

  return (
    <div className="grid gap-5 text-start">
      <RunCard picture={thumbnail(claim.course.image)} course={claim.course} run={claim.course} />
      <Form onSend={send} aria-label={m.groups_claim_title()} className="grid gap-5">
        <TextField
          name="name"
          label={m.groups_claim_name()}
          hint={m.groups_claim_name_hint()}
          maxLength={120}
          autoComplete="name"
          required
        />
        <TextField
          name="name_other"
          label={m.accounts_name_in_arabic()}
          hint={m.accounts_name_other_hint()}
          maxLength={120}
          autoComplete="off"
        />
        <TextField
          name="email"
          type="email"
          label={m.common_email()}
          hint={m.groups_claim_email_hint()}
          maxLength={254}
          autoComplete="email"
          required
        />
        <TextField
          name="scfhs_number"
          label={m.common_scfhs_number()}
          hint={m.common_scfhs_number_hint()}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <UnprintableNote fields={["name", "name_other"]} />
        <FormAlert />
        <Button type="submit" size="lg" block pendingText={m.enrolments_processing()}>
          {m.groups_claim_confirm()}
        </Button>
        <p className="text-center text-sm text-ink-3">
          {m.groups_claim_until({ time: isolate(untilLabel(new Date(claim.until), locale)) })}
        </p>
      </Form>
    </div>
  );
}

/** Page of a claim link, where a person claims a seat of an order that someone else paid. */
export default function Claim({ loaderData: { claim, waitMinutes }, params }: Route.ComponentProps) {
  const [done, setDone] = useState<{ ticket: string; email: string } | null>(null);
  const [isRefused, setRefused] = useState(false);
  const browse = (
    <LinkButton variant="secondary" to="/courses">
      {m.common_action_browse_courses()}
    </LinkButton>
  );
  if (done)
    return (
      <StatementPage
        isResult
        icon="check"
        title={m.groups_claim_yours()}
        actions={<LinkButton to={`/ticket/${done.ticket}`}>{m.groups_claim_ticket()}</LinkButton>}
      >
        <p role="status">{m.groups_claim_yours_text({ email: isolate(done.email) })}</p>
      </StatementPage>
    );
  if (!claim && waitMinutes === 0)
    return (
      <StatementPage icon="unlink" tone="danger" title={m.groups_claim_gone_title()} actions={browse}>
        <p>{m.groups_claim_gone_text()}</p>
      </StatementPage>
    );
  if (!claim)
    return (
      <StatementPage icon="clock" title={m.tickets_wait({ count: waitMinutes })}>
        <p>{m.groups_claim_wait_text()}</p>
      </StatementPage>
    );
  if (claim.state !== "open") {
    const { icon, title, text } = endedTexts[claim.state];
    return (
      <StatementPage
        isResult={isRefused}
        icon={icon}
        title={title()}
        details={<RunCard picture={thumbnail(claim.course.image)} course={claim.course} run={claim.course} />}
        actions={browse}
      >
        <p role="status">{text()}</p>
      </StatementPage>
    );
  }
  const by = claim.booked_by && isolate(claim.booked_by);
  return (
    <StatementPage
      icon="ticket"
      title={m.groups_claim_heading()}
      details={<ClaimForm token={params.token} claim={claim} onDone={setDone} onRefused={() => setRefused(true)} />}
    >
      <p>{m.groups_claim_text({ by })}</p>
    </StatementPage>
  );
}
