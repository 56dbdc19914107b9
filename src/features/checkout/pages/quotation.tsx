import { data } from "react-router";
import { lazy, Suspense } from "react";
import { readQuotation } from "#features/checkout/quotation.server.ts";
import type { Quotation, QuotationState } from "#features/checkout/quotation.ts";
import { runQuery } from "#features/catalogue/schedule/run-address.ts";
import { untilLabel, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { Label } from "#i18n/label.tsx";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { sessionLines } from "#i18n/session-times.ts";
import { NotFound } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { ArrowLink } from "#ui/arrow-link.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Sar } from "#ui/money.tsx";
import { ScriptNeeded } from "#ui/script-needed.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { TextLines } from "#ui/text-lines.tsx";
import { QuoteButton } from "#features/checkout/components/quote-button.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import { RunCard } from "#ui/run-card.tsx";
import type { Route } from "./+types/quotation";

/** Loaded only once the visitor is logged in. */
const AcceptForm = lazy(() => import("#features/checkout/components/accept-form.tsx"));

/** The server renders the same page for everyone with the link; the browser adds the buyer. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    const quotation = await readQuotation(ctx, params.token);
    return data({ quotation, times: sessionLines(quotation.sessions, ctx.locale) });
  } catch (error) {
    if (error instanceof NotFound) return data(null, { status: 404 });
    throw error;
  }
}

/** No canonical address, because the address contains the secret key. */
export const meta = () => [
  { title: `${m.quotes_page_title()} · ${m.site_name()}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

const notOpen: Record<Exclude<QuotationState, "open">, { icon: IconName; title: () => string; text: () => string }> = {
  accepted: { icon: "circle-check", title: m.quotes_accepted, text: m.quotes_accepted_text },
  expired: { icon: "clock", title: m.quotes_expired, text: m.quotes_expired_text },
  closed: { icon: "ticket-x", title: m.quotes_closed, text: m.quotes_closed_text },
};

interface DetailsProps {
  quotation: Quotation;
  times: readonly string[];
}

/** The offered run and its price. */
function Details({ quotation, times }: DetailsProps) {
  const locale = useLocale();
  const { course, seats, until, tax_percent } = quotation;
  return (
    <div className="grid gap-5 text-start">
      <RunCard picture={thumbnail(course.image)} course={course} run={quotation}>
        <p className="text-sm text-ink-3">
          <TextLines texts={times} />
        </p>
      </RunCard>
      <KeyValueList
        items={[
          { label: m.quotes_for(), value: <bdi>{quotation.company}</bdi> },
          { label: m.common_seats(), value: seats },
          { label: m.invoicing_invoice_net(), value: <Sar amount={quotation.sub_total} /> },
          { label: m.common_vat({ percent: tax_percent }), value: <Sar amount={quotation.tax} /> },
          {
            label: m.invoicing_invoice_total(),
            value: (
              <strong className="font-medium">
                <Sar amount={quotation.total} />
              </strong>
            ),
          },
          ...(until ? [{ label: m.quotes_valid_until(), value: weekdayRange(until, until, locale) }] : []),
        ]}
      />
    </div>
  );
}

/** Asks a visitor to log in: anyone may read and download the quotation, but an order needs an account. */
function LogIn({ token }: { token: string }) {
  const path = useLocalePath();
  const query = new URLSearchParams({ redirect: path(`/quotation/${token}`) }).toString();
  return (
    <div className="grid gap-3">
      <p className="text-center text-sm text-ink-2 text-balance">{m.quotes_log_in_text()}</p>
      <div className="grid gap-3 md:grid-cols-2">
        <LinkButton to={`/login?${query}`}>{m.quotes_log_in()}</LinkButton>
        <LinkButton variant="secondary" to={`/register?${query}`}>
          {m.quotes_register()}
        </LinkButton>
      </div>
    </div>
  );
}

function Open({ quotation, times, token }: DetailsProps & { token: string }) {
  const { current_user } = useSession();
  const locale = useLocale();
  const { run_id, key, seats, course, company, card_payment_until } = quotation;
  return (
    <StatementPage
      icon="file-text"
      title={m.quotes_heading()}
      details={
        <div className="grid gap-6">
          {card_payment_until && (
            <Alert tone="info">
              {m.quotes_paying({ time: isolate(untilLabel(new Date(card_payment_until), locale)) })}
            </Alert>
          )}
          <Details quotation={quotation} times={times} />
          <QuoteButton items={[{ id: run_id, qty: seats, key }]} />
          <ArrowLink quiet to={`/courses/${course.slug}${runQuery(run_id, key)}`}>
            {m.quotes_about_course()}
          </ArrowLink>
          {/* Last, because it grows once the buyer is known. */}
          <div className="min-h-40 noscript:hidden">
            {current_user ? (
              <Suspense fallback={<SkeletonRows />}>
                <AcceptForm key={current_user.id} quotation={quotation} user={current_user} />
              </Suspense>
            ) : (
              <LogIn token={token} />
            )}
          </div>
          <ScriptNeeded what="booking" />
        </div>
      }
    >
      <p>{m.quotes_lead({ company: isolate(company) })}</p>
    </StatementPage>
  );
}

/** Page of a quotation for a company: price, PDF, and the form that accepts it with an order (decision 050). */
export default function QuotationPage({ loaderData, params }: Route.ComponentProps) {
  if (!loaderData)
    return (
      <StatementPage
        icon="unlink"
        tone="danger"
        title={m.quotes_gone()}
        actions={
          <LinkButton to="/contact-us">
            <Label name="contact">{m.common_action_contact()}</Label>
          </LinkButton>
        }
      >
        <p>{m.quotes_gone_text()}</p>
      </StatementPage>
    );
  const { quotation, times } = loaderData;
  if (quotation.state === "open") return <Open quotation={quotation} times={times} token={params.token} />;
  const { icon, title, text } = notOpen[quotation.state];
  return (
    <StatementPage
      icon={icon}
      title={title()}
      details={<Details quotation={quotation} times={times} />}
      actions={
        quotation.state === "accepted" ? (
          <LinkButton to="/my-courses">{m.common_my_courses()}</LinkButton>
        ) : (
          <LinkButton to="/contact-us">
            <Label name="contact">{m.common_action_contact()}</Label>
          </LinkButton>
        )
      }
    >
      <p>{text()}</p>
    </StatementPage>
  );
}
