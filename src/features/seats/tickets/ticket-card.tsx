import { clsx } from "clsx/lite";
import { useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { clockTime, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale, useLocalePath } from "#i18n/link.tsx";
import { getDirection, localText, type Locale } from "#i18n/locale.ts";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import type { SeatView, TicketView } from "#features/seats/ticket.schema.ts";
import { keepAwake, keepOnDevice, savePicture, shareAddress } from "./keep-on-device.ts";

interface TicketCardProps {
  ticket: TicketView;
  seat: SeatView;
  /** When the attendee was checked in today, ISO 8601. */
  inSince: string | null;
  /** When the page was rendered, ISO 8601. */
  madeAt: string;
}

/** Finds the session in progress or the next one; after the run, the last one. */
function findNextSession({ sessions }: SeatView, now: Date) {
  return sessions.find(({ ends_at }) => new Date(ends_at) > now) ?? sessions.at(-1);
}

/** On a day of the run `Today, day 2 of 3`, otherwise its dates. */
function DayLabel({ seat, now }: { seat: SeatView; now: Date }) {
  const today = riyadhDate(now);
  const days = [...new Set(seat.sessions.map(({ starts_at }) => riyadhDate(new Date(starts_at))))];
  const day = days.indexOf(today) + 1;
  if (day === 0) return <WeekdayRange of={seat} />;
  return days.length === 1 ? m.common_today() : m.tickets_today_of({ day, days: days.length });
}

const formatDoorsOpen = (seat: SeatView, locale: Locale) =>
  seat.doors_open && clockTime(riyadhInstant(seat.start_date, seat.doors_open), locale);

function HeadFact({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-sm text-on-band-2">{label}</dt>
      <dd className="font-display text-[1.125rem] leading-normal">{children}</dd>
    </div>
  );
}

function TicketHead({ ticket, seat, now }: { ticket: TicketView; seat: SeatView; now: Date }) {
  const locale = useLocale();
  const next = findNextSession(seat, now);
  const doors = formatDoorsOpen(seat, locale);
  return (
    <header className="band relative torn-bottom rounded-t-panel bg-palm-950! px-6 pt-5.5 pb-6 print:border print:border-b-0 print:bg-transparent!">
      <Picture
        picture={thumbnail(ticket.course.image, 960)}
        alt=""
        className="absolute! inset-y-0 end-0 -z-1 w-[70%] rounded-se-panel bg-transparent! fade-start print:hidden"
        imgClassName="absolute inset-0 opacity-40"
      />
      <p className="flex items-center gap-2.5 text-sm font-medium text-spark print:text-ink">
        <i className="size-3.5 flex-none bg-current clip-star" />
        <span>
          <DayLabel seat={seat} now={now} />
        </span>
      </p>
      <h1 className="mt-2.5 mb-4.5 text-[1.375rem] leading-snug">
        <LocalizedText eng={ticket.course.name_eng} ar={ticket.course.name_ar} />
      </h1>
      <dl className="grid grid-cols-2 gap-4">
        {next && <HeadFact label={m.tickets_starts()}>{clockTime(new Date(next.starts_at), locale)}</HeadFact>}
        {doors && <HeadFact label={m.tickets_doors()}>{doors}</HeadFact>}
        <HeadFact label={m.tickets_place()} className="col-span-2">
          <LocalizedText eng={seat.venue_eng} ar={seat.venue_ar} />
        </HeadFact>
      </dl>
    </header>
  );
}

/** The QR code, dark on white in every theme, with a white margin of four modules. */
function QrCode({ seat, isIn }: { seat: SeatView; isIn: boolean }) {
  if (!seat.qr || !seat.person) return null;
  const side = seat.qr.size + 8;
  return (
    <svg
      viewBox={`-4 -4 ${side} ${side}`}
      role="img"
      aria-label={m.tickets_qr({ code: seat.person.code })}
      shapeRendering="crispEdges"
      className={clsx("w-full max-w-[292px] bg-white text-palm-950", isIn && "opacity-15")}
    >
      <path d={seat.qr.path} fill="currentColor" />
    </svg>
  );
}

function TicketBody({ ticket, seat, inSince }: Pick<TicketCardProps, "ticket" | "seat" | "inSince">) {
  const locale = useLocale();
  const { person } = seat;
  if (!person)
    return (
      <div className="grid justify-items-center gap-4 torn-top rounded-b-panel bg-white px-6 pt-9 pb-8 text-center text-palm-950">
        <p className="font-display text-[1.375rem] leading-snug">{m.tickets_no_name()}</p>
        <p>{m.tickets_no_name_text()}</p>
        <LinkButton to={`/my-courses/${ticket.order_id}`}>{m.common_action_add_name()}</LinkButton>
      </div>
    );
  return (
    <div className="torn-top rounded-b-panel bg-white px-6 pb-6 text-palm-950 print:border print:border-t-0">
      <div className="relative grid justify-items-center border-t-2 border-dashed border-[#cfd9d4] pt-4">
        <div className="relative grid w-full place-items-center">
          <QrCode seat={seat} isIn={inSince !== null} />
          {inSince !== null && (
            <span className="absolute grid size-20 place-items-center bg-[#1b6b3a] text-white clip-star">
              <Icon name="check" size="lg" />
            </span>
          )}
        </div>
        <p className="font-medium tracking-[.06em] tabular-nums">
          <bdi dir="ltr">{person.code}</bdi>
        </p>
        {inSince !== null && (
          <Badge tone="success" icon="circle-check" className="mt-1.5">
            {m.tickets_in_since({ time: clockTime(new Date(inSince), locale) })}
          </Badge>
        )}
      </div>
      <div className="mt-4 text-center">
        <p className="font-display text-[1.375rem] leading-snug">
          <bdi>{person.name}</bdi>
        </p>
        {person.name_other && (
          <p className="opacity-80">
            <bdi>{person.name_other}</bdi>
          </p>
        )}
        <p className="mt-1 text-sm opacity-75">
          {person.scfhs_number && `${m.tickets_scfhs({ number: isolate(person.scfhs_number) })} · `}
          {m.tickets_order({ id: isolate(`#${ticket.order_id}`) })}
        </p>
      </div>
    </div>
  );
}

function Hint({ icon, children, className }: { icon: IconName; children: ReactNode; className?: string }) {
  return (
    <li className={clsx("flex items-start gap-3", className)}>
      <Icon name={icon} className="mt-[.12em] text-primary" />
      <span>{children}</span>
    </li>
  );
}

const watchConnection = (onChange: () => void) => {
  addEventListener("online", onChange);
  addEventListener("offline", onChange);
  return () => {
    removeEventListener("online", onChange);
    removeEventListener("offline", onChange);
  };
};
const useIsOnline = () =>
  useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );

const watchMinutes = (onChange: () => void) => {
  const timer = setInterval(onChange, 20_000);
  return () => clearInterval(timer);
};
/**
 * The time of this device, rounded down to the minute. The time of rendering is not enough, because a saved page may
 * have been rendered on another day.
 */
function useMinute(madeAt: string): Date {
  const roundDown = (ms: number) => Math.floor(ms / 60_000) * 60_000;
  return new Date(
    useSyncExternalStore(
      watchMinutes,
      () => roundDown(Date.now()),
      () => roundDown(Date.parse(madeAt)),
    ),
  );
}

function useSavedOnDevice(token: string): boolean {
  const [savedToken, setSavedToken] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    keepOnDevice().then(
      (isSaved) => isMounted && isSaved && setSavedToken(token),
      () => {}, // Without a connection, the copy that was saved before stays.
    );
    return () => void (isMounted = false);
  }, [token]);
  return savedToken === token;
}

function Venue({ seat }: { seat: SeatView }) {
  const locale = useLocale();
  const bring = localText(locale, seat.bring_eng ?? "", seat.bring_ar);
  return (
    <dl className="mt-6 grid gap-4 border-t border-line pt-6 text-sm text-ink-2">
      <div>
        <dt className="font-medium text-ink">{m.tickets_sessions()}</dt>
        <dd className="mt-1">
          <WeekdayRange of={seat} />
          {seat.times.map((times) => (
            <span key={times} className="block">
              {times}
            </span>
          ))}
        </dd>
      </div>
      {seat.delivery === "online" && (
        <div>
          <dt className="font-medium text-ink">{m.common_joining_link()}</dt>
          <dd className="mt-1">
            {seat.links.length === 0 && m.common_joining_link_later()}
            {seat.links.map(({ label, url }) => (
              <a key={url} href={url} rel="noreferrer" className="inline-link block w-fit py-1 max-md:touch-y">
                {label}
              </a>
            ))}
          </dd>
        </div>
      )}
      {seat.address_eng && (
        <div>
          <dt className="font-medium text-ink">{m.tickets_address()}</dt>
          <dd className="mt-1">
            <LocalizedText eng={seat.address_eng} ar={seat.address_ar} />
          </dd>
        </div>
      )}
      {bring.text && (
        <div>
          <dt className="font-medium text-ink">{m.common_what_to_bring()}</dt>
          <dd className="mt-1">
            <ul
              {...(bring.lang !== locale && { lang: bring.lang, dir: getDirection(bring.lang) })}
              className="grid list-disc gap-1 ps-5"
            >
              {bring.text.split("\n").map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Actions({ ticket, seat, token }: { ticket: TicketView; seat: SeatView; token: string }) {
  const path = useLocalePath();
  const [isCopied, setCopied] = useState(false);
  const { person, qr, map_url: mapUrl } = seat;
  if (!person || !qr) return null;
  const share = async () => setCopied((await shareAddress(person.address, person.name)) === "copied");
  const link = "inline-flex min-h-11 items-center gap-2 font-medium text-primary hover:underline";
  return (
    <div data-print="hide" className="mt-6 grid gap-2.5">
      <div className="grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-2">
        <Button variant="secondary" className="px-3!" icon="share-2" mirrorsIcon onClick={() => void share()}>
          {m.common_action_send()}
        </Button>
        <Button variant="secondary" className="px-3!" icon="image-down" onClick={() => savePicture(qr, person.code)}>
          {m.tickets_picture()}
        </Button>
      </div>
      <p role="status" className="text-center text-sm text-success">
        {isCopied && m.tickets_copied()}
      </p>
      <p className="flex flex-wrap justify-center gap-x-6 text-sm">
        <a
          href={path(`/ticket/${token}/calendar.ics`)}
          className={link}
          download={`course-${ticket.course.run_id}.ics`}
        >
          <Icon name="calendar" size="sm" />
          {m.common_action_add_to_calendar()}
        </a>
        {mapUrl && (
          <a href={mapUrl} rel="noreferrer" className={link}>
            <Icon name="map-pin" size="sm" />
            {m.common_action_directions()}
          </a>
        )}
      </p>
    </div>
  );
}

/** The ticket of a `valid` or `unnamed` seat: the card to show at the door, and details about the run. */
export function TicketCard({ ticket, seat, inSince, madeAt, token }: TicketCardProps & { token: string }) {
  const now = useMinute(madeAt);
  const isSaved = useSavedOnDevice(token);
  const isOnline = useIsOnline();
  useEffect(() => keepAwake(), []);
  return (
    <>
      <article className="break-inside-avoid print:drop-shadow-none drop-shadow-[0_12px_24px_rgb(6_43_39/0.18)]">
        <TicketHead ticket={ticket} seat={seat} now={now} />
        <TicketBody ticket={ticket} seat={seat} inSince={inSince} />
      </article>
      {seat.person && (
        <ul className="mt-7 grid gap-2.5 text-[.9375rem] text-ink-2">
          {seat.delivery === "onsite" && (
            <Hint icon="sun" className="print:hidden">
              {m.tickets_hint_bright()}
            </Hint>
          )}
          {isOnline ? (
            <Hint icon="download" className={clsx("print:hidden", !isSaved && "invisible")}>
              {m.tickets_hint_saved()}
            </Hint>
          ) : (
            <Hint icon="cloud-off" className="print:hidden">
              {m.tickets_hint_offline()}
            </Hint>
          )}
          {seat.delivery === "onsite" && <Hint icon="id-card">{m.tickets_hint_id()}</Hint>}
        </ul>
      )}
      <Actions ticket={ticket} seat={seat} token={token} />
      <Venue seat={seat} />
    </>
  );
}
