import { clsx } from "clsx/lite";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { CompactRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { saveFile } from "#platform/save-file.ts";
import { plainLink } from "#ui/button-style.ts";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { Table, type Column } from "#ui/table.tsx";
import {
  CertificateDownload,
  CertificateLinks,
} from "#features/learning/certificates/components/certificate-links.tsx";
import { useSave } from "#ui/use-save.ts";
import { categoryLabel, kindLabel } from "../record-labels.ts";
import { hoursText } from "./hours-chart.tsx";
import type { Declared, ListedDeclared, Verified } from "./record-types.ts";

export type Activity = { verified: Verified; declared: null } | { verified: null; declared: ListedDeclared };

export const getLastDay = ({ verified, declared }: Activity): string => verified?.end_date ?? declared?.date ?? "";

/** Merges verified and declared activities, the latest first. */
export function mergeActivities(verified: readonly Verified[], declared: readonly ListedDeclared[]): Activity[] {
  const activities: Activity[] = [
    ...verified.map((activity) => ({ verified: activity, declared: null })),
    ...declared.map((activity) => ({ verified: null, declared: activity })),
  ];
  return activities.toSorted((a, b) => getLastDay(b).localeCompare(getLastDay(a)));
}

function Category({ verified, declared }: Activity) {
  const locale = useLocale();
  if (declared)
    return (
      <span className="grid justify-items-start gap-0.5">
        <Badge tone="accent" icon="pencil">
          {m.cpd_declared()}
        </Badge>
        <span className="text-xs text-ink-3">{kindLabel(declared.kind, locale)}</span>
      </span>
    );
  const label = categoryLabel({ ...verified, isRepeated: verified.repeated }, locale);
  return verified.hours > 0 ? (
    <Badge tone="primary" icon="circle-check">
      {label}
    </Badge>
  ) : (
    <Badge tone="muted">{label}</Badge>
  );
}

function Title({ verified, declared }: Activity) {
  const locale = useLocale();
  return (
    <>
      {/* Only the `bdi` has the direction of the title. On the block, it would move the title to the other edge. */}
      <span className="block font-medium">
        <bdi>{verified ? (locale === "ar" && verified.name_ar) || verified.name_eng : declared.title}</bdi>
      </span>
      <span className="block text-sm text-ink-3">
        <bdi>{verified ? verified.accreditation_number : declared.provider}</bdi>
      </span>
    </>
  );
}

function SaveProof({ id, name, title }: { id: number; name: string; title: string }) {
  const { busy, failed, save } = useSave();
  return (
    <>
      <button
        type="button"
        aria-label={m.cpd_proof_save({ title: isolate(title) })}
        aria-busy={busy}
        onClick={() => save(() => saveFile("/api/cpd-proof", { id }, name))}
        className={plainLink}
      >
        <Icon name="download" size="sm" />
        {m.cpd_proof()}
      </button>
      {failed && (
        <span role="alert" className="text-sm text-danger">
          {m.orders_download_failed()}
        </span>
      )}
    </>
  );
}

type OnEdit = ((declared: Declared) => void) | undefined;

function Proof({ activity: { verified, declared }, onEdit }: { activity: Activity; onEdit: OnEdit }) {
  if (verified)
    return verified.links ? (
      <span className="flex flex-wrap items-start justify-end gap-x-4">
        <CertificateDownload links={verified.links} number={verified.number} plain />
        <details data-print="hide" className="group text-end">
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm font-medium text-primary hover:underline [&::-webkit-details-marker]:hidden">
            {m.certificates_use()}
            <span className="sr-only">
              {" "}
              <bdi>{verified.number}</bdi>
            </span>
            <Icon name="chevron-down" size="sm" className="transition-transform group-open:rotate-180" />
          </summary>
          <span className="grid justify-items-end">
            <CertificateLinks links={verified.links} />
          </span>
        </details>
      </span>
    ) : (
      <Link
        to={`/verify/${verified.number}`}
        className="inline-flex min-h-6 items-center gap-1.5 text-sm whitespace-nowrap text-primary underline underline-offset-3 max-md:touch-y"
      >
        <Icon name="circle-check" size="sm" />
        <bdi>{verified.number}</bdi>
      </Link>
    );
  const { id, proof = null } = declared;
  if (!onEdit || id === undefined) return <span className="text-sm text-ink-3">{m.cpd_none()}</span>;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4">
      {proof && <SaveProof id={id} name={proof.name} title={declared.title} />}
      <button
        type="button"
        aria-label={m.cpd_change_named({ title: isolate(declared.title) })}
        onClick={() => onEdit({ ...declared, id, proof })}
        className={plainLink}
      >
        <Icon name="pencil" size="sm" />
        {m.cpd_change()}
      </button>
    </span>
  );
}

function Days({ verified, declared }: Activity) {
  return <CompactRange of={verified ?? { start_date: declared.date, end_date: declared.date }} />;
}

const getHours = ({ verified, declared }: Activity): number => (verified ?? declared).hours;

/** An activity on a phone: dates and hours, title, and its kind with its proof. */
function ActivityCard({ activity, onEdit }: { activity: Activity; onEdit: OnEdit }) {
  const hours = getHours(activity);
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 text-sm text-ink-3 tabular-nums">
        <Days {...activity} />
        <span>
          {m.cpd_hours()}{" "}
          <strong className={clsx(hours > 0 ? "font-semibold text-ink" : "font-normal")}>
            {hours > 0 ? hoursText(hours) : "–"}
          </strong>
        </span>
      </p>
      <div>
        <Title {...activity} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Category {...activity} />
        <span className="ms-auto">
          <Proof activity={activity} onEdit={onEdit} />
        </span>
      </div>
    </>
  );
}

const buildColumns = (proofLabel: string, onEdit: OnEdit): Column<Activity>[] => [
  {
    id: "date",
    label: m.common_date(),
    cell: (activity) => (
      <span className="whitespace-nowrap">
        <Days {...activity} />
      </span>
    ),
  },
  { id: "activity", label: m.cpd_activity(), isHeader: true, cell: (activity) => <Title {...activity} /> },
  { id: "category", label: m.cpd_category(), cell: (activity) => <Category {...activity} /> },
  {
    id: "hours",
    label: m.cpd_hours(),
    isNumber: true,
    cell: (activity) => {
      const hours = getHours(activity);
      return <span className={clsx(hours > 0 && "font-semibold")}>{hours > 0 ? hoursText(hours) : "–"}</span>;
    },
  },
  { id: "proof", label: proofLabel, isNumber: true, cell: (activity) => <Proof activity={activity} onEdit={onEdit} /> },
];

/** The activities of a CPD record. Only its owner has `onEdit`. */
export function Activities({
  caption,
  rows,
  proofLabel,
  onEdit,
}: {
  caption: string;
  rows: readonly Activity[];
  proofLabel: string;
  onEdit?: OnEdit;
}) {
  const getRowKey = ({ verified, declared }: Activity) =>
    verified?.number ?? [declared?.id, declared?.date, declared?.title, declared?.hours].join(" ");
  return (
    <div className="@container">
      <ul aria-label={caption} className="divide-y divide-line @min-[44rem]:hidden">
        {rows.map((activity) => (
          <li key={getRowKey(activity)} className="grid gap-1.5 py-4">
            <ActivityCard activity={activity} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      <div className="@max-[44rem]:hidden">
        <Table caption={caption} rows={rows} rowKey={getRowKey} columns={buildColumns(proofLabel, onEdit)} />
      </div>
    </div>
  );
}
