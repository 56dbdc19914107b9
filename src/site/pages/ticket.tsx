import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { data, type HeadersFunction } from "react-router";
import { formatWeekdayDate } from "#i18n/dates.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { callApi } from "#platform/api-client.ts";
import { NotFound, RateLimited } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { inSince } from "#features/learning/attendance/in-since.server.ts";
import { TicketCard } from "#features/seats/tickets/ticket-card.tsx";
import { readTicket } from "#features/seats/tickets/ticket-page.server.ts";
import type { TicketView } from "#features/seats/ticket.schema.ts";
import type { Route } from "./+types/ticket";

/** Responds 404 for an unknown token, and 429 after too many requests. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    const ticket = await readTicket(ctx, params.token);
    const since = ticket.seat && (await inSince(ctx, ticket.enrolment_id));
    const madeAt = ctx.now().toISOString();
    return data({ ticket, since: since?.toISOString() ?? null, madeAt, waitSeconds: 0 });
  } catch (error) {
    const missingTicket = { ticket: null, since: null, madeAt: ctx.now().toISOString() };
    if (error instanceof NotFound) return data({ ...missingTicket, waitSeconds: 0 }, { status: 404 });
    if (!(error instanceof RateLimited)) throw error;
    const { retryAfterSeconds } = error;
    const headers = { "retry-after": String(retryAfterSeconds) };
    return data({ ...missingTicket, waitSeconds: retryAfterSeconds }, { status: 429, headers });
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** No canonical address, because it would hold the token. */
export const meta = () => [
  { title: `${m.tickets_title()} · ${m.site_name()}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

/** Links to the tickets of the same order, for its buyer only. */
function Attendees({ token }: { token: string }) {
  const { isLoggedIn } = useSession();
  const path = useLocalePath();
  // Without a connection, only the stored copy of this ticket is available.
  const { answer } = useApiQuery(isLoggedIn && navigator.onLine ? `tickets ${token}` : null, (signal) =>
    callApi("/api/tickets-beside", { token }, signal),
  );
  const tickets = answer?.ok ? answer.data.tickets : [];
  if (tickets.length < 2) return null;
  return (
    <nav aria-label={m.common_attendees()} className="-mx-5 mb-4 overflow-x-auto px-5 [scrollbar-width:none]">
      <ul className="flex w-max gap-1.5">
        {tickets.map((other) => {
          const isShown = other.token === token;
          return (
            <li key={other.token}>
              {/* A plain link loads the whole page, so that the service worker stores it. */}
              <a
                href={path(`/ticket/${other.token}`)}
                aria-current={isShown ? "page" : undefined}
                className={clsx(
                  "inline-flex min-h-11 items-center rounded-full border px-4 text-[.9375rem] whitespace-nowrap",
                  isShown ? "border-primary bg-primary font-medium text-on-primary" : "border-line-2 bg-surface",
                )}
              >
                {other.name === null ? m.tickets_no_name() : <bdi>{other.name}</bdi>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const stateStyles = {
  unpaid: { icon: "clock", color: "bg-warning" },
  cancelled: { icon: "ticket-x", color: "bg-danger" },
  "run-cancelled": { icon: "ticket-x", color: "bg-danger" },
  "given-on": { icon: "users", color: "bg-ink-3" },
  finished: { icon: "check", color: "bg-ink-3" },
  limited: { icon: "clock", color: "bg-ink-3" },
  gone: { icon: "unlink", color: "bg-danger" },
} as const satisfies Record<string, { icon: IconName; color: string }>;

function Statement({
  look,
  title,
  children,
  action,
}: {
  look: keyof typeof stateStyles;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  const { icon, color } = stateStyles[look];
  return (
    <article className="mt-9 grid justify-items-center gap-3 rounded-panel bg-surface px-6 pb-8 text-center shadow-2">
      <span
        aria-hidden="true"
        className={clsx("-mt-9.5 grid size-19 place-items-center text-surface clip-star", color)}
      >
        <Icon name={icon} size="lg" />
      </span>
      <h1 className="text-h3">{title}</h1>
      <div className="grid gap-2 text-ink-2 text-balance">{children}</div>
      {action}
    </article>
  );
}

function getStatement({ state, on }: TicketView, locale: "en" | "ar"): { title: string; text: string } {
  const day = on && formatWeekdayDate(on, locale);
  switch (state) {
    case "unpaid":
      return {
        title: m.tickets_unpaid(),
        text: day ? m.tickets_unpaid_until({ day }) : m.tickets_unpaid_text(),
      };
    case "cancelled":
      return { title: m.tickets_cancelled(), text: day ? m.tickets_cancelled_on({ day }) : m.tickets_cancelled_text() };
    case "run-cancelled":
      return { title: m.tickets_run_cancelled(), text: m.tickets_run_cancelled_text() };
    case "given-on":
      return { title: m.tickets_given_on(), text: m.tickets_given_on_text() };
    default:
      return { title: m.tickets_finished(), text: m.tickets_finished_text() };
  }
}

function Ended({ ticket }: { ticket: TicketView }) {
  const locale = useLocale();
  const { title, text } = getStatement(ticket, locale);
  const style = ticket.state === "valid" || ticket.state === "unnamed" ? "finished" : ticket.state;
  const linksToOrder = ticket.state !== "given-on" && ticket.state !== "finished";
  return (
    <Statement
      look={style}
      title={title}
      action={
        linksToOrder ? (
          <LinkButton variant="secondary" to={`/my-courses/${ticket.order_id}`} className="mt-2">
            {m.tickets_see_order()}
          </LinkButton>
        ) : (
          <LinkButton variant="secondary" to="/courses" className="mt-2">
            {m.common_action_browse_courses()}
          </LinkButton>
        )
      }
    >
      <p className="font-medium text-ink">
        <LocalizedText eng={ticket.course.name_eng} ar={ticket.course.name_ar} />
      </p>
      <p>{text}</p>
    </Statement>
  );
}

export default function Ticket({ loaderData, params }: Route.ComponentProps) {
  const { ticket, since, madeAt, waitSeconds } = loaderData;
  return (
    <>
      <Breadcrumb items={[{ label: m.common_my_courses(), to: "/my-courses" }, { label: m.tickets_title() }]} />
      <div className="bg-stone pt-16 pb-section md:pt-21 print:py-0">
        <div className="mx-auto max-w-104 px-5">
          {!ticket && waitSeconds === 0 && (
            <Statement
              look="gone"
              title={m.tickets_gone_title()}
              action={
                <LinkButton variant="secondary" to="/my-courses" className="mt-2">
                  {m.common_my_courses()}
                </LinkButton>
              }
            >
              <p>{m.tickets_gone_text()}</p>
            </Statement>
          )}
          {!ticket && waitSeconds > 0 && (
            <Statement look="limited" title={m.tickets_wait({ count: Math.ceil(waitSeconds / 60) })}>
              <p>{m.tickets_wait_text()}</p>
            </Statement>
          )}
          {/* The links appear after a request, so their space is reserved. */}
          {ticket?.has_beside && (
            <div className="min-h-15">
              <Attendees token={params.token} />
            </div>
          )}
          {ticket?.seat && (
            <TicketCard
              key={params.token}
              ticket={ticket}
              seat={ticket.seat}
              inSince={since}
              madeAt={madeAt}
              token={params.token}
            />
          )}
          {ticket && !ticket.seat && <Ended ticket={ticket} />}
        </div>
      </div>
    </>
  );
}
