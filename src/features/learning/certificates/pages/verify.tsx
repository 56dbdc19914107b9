import { clsx } from "clsx/lite";
import { useState, type ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { publicSettings } from "#features/settings/settings.server.ts";
import { fullDate } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { localePath, localText } from "#i18n/locale.ts";
import { WeekdayRange } from "#i18n/run-dates.tsx";
import { callApi, type Reply } from "#platform/api-client.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { m } from "#messages";
import * as statementLimestoneArt from "#ui/art/pictures/statement-limestone.ts";
import * as statementMintArt from "#ui/art/pictures/statement-mint.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { KeyValueList, type KeyValue } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextField } from "#ui/text-field.tsx";
import { normalisedNumber } from "../certificate-number.ts";
import type { Route } from "./+types/verify";

export async function loader({ context }: Route.LoaderArgs) {
  const { email } = await publicSettings(context.get(requestContext));
  return { email };
}

type CheckedCertificate = Reply<"/api/verify-certificate">;
type Tone = "primary" | "info" | "danger" | "quiet";
const sealTones: Record<Tone, string> = {
  primary: "bg-primary text-on-primary",
  info: "bg-info text-surface",
  danger: "bg-danger text-on-danger",
  quiet: "bg-ink-3 text-surface",
};

/** Seal, heading and text, on mint for a valid certificate and for the empty form, on limestone otherwise. */
function Panel({ icon, tone, title, children }: { icon: IconName; tone: Tone; title: string; children: ReactNode }) {
  const isMint = tone === "primary";
  return (
    <div
      className={clsx(
        "relative isolate min-h-dvh overflow-hidden px-gutter pb-16 pt-26 md:pb-section md:pt-30",
        isMint ? "bg-primary-tint" : "bg-stone",
      )}
    >
      <Picture
        picture={isMint ? statementMintArt.picture : statementLimestoneArt.picture}
        alt=""
        isPriority
        className="absolute! inset-0 -z-1 bg-transparent! fade-middle dark:opacity-20"
        imgClassName="absolute inset-0"
      />
      <div className="mx-auto grid max-w-152 grid-cols-1 justify-items-center gap-4 rounded-panel bg-surface px-[clamp(1.35rem,4vw,3.25rem)] pb-[clamp(1.75rem,4vw,3rem)] text-center shadow-3">
        <span
          aria-hidden="true"
          className={clsx(
            "-mt-11 grid size-[88px] place-items-center clip-star md:-mt-13 md:size-[104px]",
            sealTones[tone],
          )}
        >
          <Icon name={icon} size="xl" />
        </span>
        <h1 className="text-h2 text-balance">{title}</h1>
        {children}
      </div>
    </div>
  );
}

const lead = "text-lead text-ink-2 text-balance [overflow-wrap:anywhere]";

function Note({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 text-start text-sm text-ink-2">
      <Icon name={icon} size="sm" className="mt-[.2em] text-ink-3" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

function NumberForm({ typed, label }: { typed: string; label: string }) {
  const navigate = useNavigate();
  const locale = useLocale();
  const [number, setNumber] = useState(typed);
  return (
    <form
      className="mt-2 grid w-full items-end gap-3 border-t border-line pt-6 text-start md:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        const typedNumber = normalisedNumber(number) ?? number.trim();
        if (typedNumber) void navigate(localePath(`/verify/${encodeURIComponent(typedNumber)}`, locale));
      }}
    >
      <TextField
        label={label}
        name="number"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        placeholder="NH-2026-XXXX-XXXX"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
      />
      <Button type="submit" variant="secondary">
        {m.certificates_check_button()}
      </Button>
    </form>
  );
}

/**
 * Lists the contents with the holder's given name and initial, or without a holder whose data was erased. For a revoked
 * certificate only the course, its days and the accreditation number.
 */
function toFacts(certificate: CheckedCertificate, locale: "en" | "ar"): KeyValue[] {
  const { holder, details, accreditation_number: number } = certificate;
  const text = (eng: string, ar: string) => <LocalizedText eng={eng} ar={ar} />;
  const accreditation = details?.accreditation;
  return [
    ...(holder ? [{ label: m.common_name(), value: text(holder.name_eng, holder.name_ar) }] : []),
    {
      label: m.certificates_field_title(),
      value: localText(locale, certificate.title_eng, certificate.title_ar).text,
    },
    { label: m.certificates_field_days(), value: <WeekdayRange of={certificate} /> },
    ...(details
      ? [
          { label: m.certificates_field_country(), value: text(details.country_eng, details.country_ar) },
          {
            label: accreditation ? m.certificates_field_hours() : m.certificates_field_plain_hours(),
            value: String(details.hours),
          },
        ]
      : []),
    ...(accreditation
      ? [{ label: m.certificates_field_reference(), value: <bdi>{accreditation.activity_reference}</bdi> }]
      : []),
    ...(number ? [{ label: m.common_accreditation_number(), value: <bdi>{number}</bdi> }] : []),
    ...(accreditation
      ? [
          { label: m.certificates_field_body(), value: text(accreditation.body_eng, accreditation.body_ar) },
          {
            label: m.certificates_field_specialty(),
            value: text(accreditation.specialty_eng, accreditation.specialty_ar),
          },
        ]
      : []),
  ];
}

function CertificateResult({ certificate, email }: { certificate: CheckedCertificate; email: string }) {
  const locale = useLocale();
  const { state, number, is_erased: isErased, replaced_by: newer } = certificate;
  const issued = isolate(fullDate(certificate.issued_on, locale));
  const ended = isolate(fullDate(certificate.ended_on ?? certificate.issued_on, locale));
  const company = m.site_name();
  const stateStyles = {
    valid: {
      icon: "check",
      tone: "primary",
      title: isErased ? m.certificates_erased() : m.certificates_valid(),
      text: isErased ? m.certificates_erased_text({ company }) : m.certificates_valid_text({ company }),
      dates: m.certificates_issued_on({ date: issued }),
    },
    replaced: {
      icon: "rotate-ccw",
      tone: "info",
      title: m.certificates_replaced(),
      text: m.certificates_replaced_text(),
      dates: m.certificates_issued_replaced({ issued, ended }),
    },
    revoked: {
      icon: "x",
      tone: "danger",
      title: m.certificates_revoked(),
      text: m.certificates_revoked_text(),
      dates: m.certificates_issued_revoked({ issued, ended }),
    },
  } as const;
  const { icon, tone, title, text, dates } = stateStyles[state];
  const hint =
    state === "revoked"
      ? m.certificates_whose({ email: isolate(email) })
      : state === "valid" && !isErased && m.certificates_compare();
  return (
    <Panel icon={icon} tone={tone} title={title}>
      <p role="status" className={lead}>
        {text}
      </p>
      <p className="flex flex-wrap justify-center gap-x-4 text-sm text-ink-2">
        <span>{m.certificates_named({ number: isolate(number) })}</span>
        <span>{dates}</span>
      </p>
      {newer && <LinkButton to={`/verify/${newer}`}>{m.certificates_see_newer()}</LinkButton>}
      <KeyValueList
        className="mt-2 *:max-md:block! [&_dd]:font-medium [&_dd]:max-md:text-start [&_dt]:max-md:max-w-none"
        items={toFacts(certificate, locale)}
      />
      {hint && (
        <ul className="grid w-full gap-3">
          <Note icon="eye">{hint}</Note>
        </ul>
      )}
      <NumberForm typed="" label={m.certificates_check_another()} />
    </Panel>
  );
}

function UnknownNumber({ typed, email }: { typed: string; email: string }) {
  return (
    <Panel icon="search-x" tone="quiet" title={m.certificates_not_found()}>
      <p role="status" className={lead}>
        {m.certificates_unknown_text()}
      </p>
      <p className="max-w-full font-medium [overflow-wrap:anywhere]">
        <bdi dir="ltr">{typed.slice(0, 40)}</bdi>
      </p>
      <ul className="grid w-full gap-3">
        <Note icon="search">{m.certificates_hint_scan()}</Note>
        <Note icon="info">{m.certificates_hint_signs()}</Note>
        <Note icon="mail">{m.certificates_hint_mail({ email: isolate(email) })}</Note>
      </ul>
      <NumberForm typed={typed.slice(0, 40)} label={m.certificates_check_another()} />
    </Panel>
  );
}

function NumberCheck({ typed, email }: { typed: string; email: string }) {
  const { answer, refetch } = useApiQuery(typed, (signal) =>
    callApi("/api/verify-certificate", { number: typed }, signal),
  );
  if (!answer)
    return (
      <Panel icon="search" tone="quiet" title={m.certificates_checking()}>
        <div aria-busy="true" className="grid w-full gap-4 py-2">
          {["w-full", "w-4/5", "w-3/5"].map((width) => (
            <Skeleton key={width} className={`mx-auto h-4 ${width}`} />
          ))}
        </div>
      </Panel>
    );
  if (answer.ok) return <CertificateResult key={answer.data.number} certificate={answer.data} email={email} />;
  if (answer.status === 404 || answer.status === 422) return <UnknownNumber key={typed} typed={typed} email={email} />;
  const isPaused = answer.status === 429;
  return (
    <Panel icon="clock-3" tone="quiet" title={isPaused ? m.certificates_paused() : m.certificates_failed()}>
      <p role="alert" className={lead}>
        {isPaused ? m.certificates_paused_text({ email: isolate(email) }) : answer.message}
      </p>
      <Button variant="secondary" onClick={refetch}>
        {m.certificates_check_button()}
      </Button>
    </Panel>
  );
}

/**
 * Public page that verifies a certificate. The server renders the same page for every number; the browser then asks the
 * API for the certificate.
 */
export default function VerifyCertificate({ loaderData: { email } }: Route.ComponentProps) {
  const { number } = useParams();
  return (
    <>
      <Breadcrumb items={[{ label: m.certificates_check() }]} />
      {number ? (
        <NumberCheck key={number} typed={number} email={email} />
      ) : (
        <Panel icon="search" tone="primary" title={m.certificates_check()}>
          <p className={lead}>{m.certificates_check_text()}</p>
          <NumberForm typed="" label={m.common_certificate_number()} />
        </Panel>
      )}
    </>
  );
}
