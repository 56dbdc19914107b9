import { clsx } from "clsx/lite";
import { isolate } from "#i18n/isolate.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { CompactRange } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { Badge } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Table, type Column } from "#ui/table.tsx";
import {
  CertificateDownload,
  CertificateLinks,
} from "#features/learning/certificates/components/certificate-links.tsx";
import { categoryLabel, kindLabel } from "../record-labels.ts";
import { hoursText } from "./hours-chart.tsx";
import type { Declared, Verified } from "./record-types.ts";

export type Activity =
  | { verified: Verified; declared: null }
  | { verified: null; declared: Omit<Declared, "id"> & { id?: number } };

export const lastDayOf = ({ verified, declared }: Activity): string => verified?.end_date ?? declared?.date ?? "";

/** Both kinds, the latest first. */
export function activitiesOf(
  verified: readonly Verified[],
  declared: readonly (Omit<Declared, "id"> & { id?: number })[],
): Activity[] {
  const all: Activity[] = [
    ...verified.map((activity) => ({ verified: activity, declared: null })),
    ...declared.map((activity) => ({ verified: null, declared: activity })),
  ];
  return all.toSorted((one, other) => lastDayOf(other).localeCompare(lastDayOf(one)));
}

function Category({ verified, declared }: Activity) {
  const locale = useLocale();
  if (declared)
    return (
      <span className="grid justify-items-start gap-0.5 @max-[44rem]:justify-items-end">
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
      <bdi className="block font-medium">
        {verified ? (locale === "ar" && verified.name_ar) || verified.name_eng : declared.title}
      </bdi>
      <bdi className="block text-sm text-ink-3">{verified ? verified.accreditation_number : declared.provider}</bdi>
    </>
  );
}

type OnEdit = ((declared: Declared) => void) | undefined;

function Proof({ activity: { verified, declared }, onEdit }: { activity: Activity; onEdit: OnEdit }) {
  if (verified)
    return verified.links ? (
      <span className="grid justify-items-end">
        <CertificateDownload links={verified.links} number={verified.number} plain />
        <CertificateLinks links={verified.links} />
      </span>
    ) : (
      <Link
        to={`/verify/${verified.number}`}
        className="inline-flex min-h-6 items-center gap-1.5 text-sm whitespace-nowrap text-primary underline underline-offset-3"
      >
        <Icon name="circle-check" size="sm" />
        <bdi>{verified.number}</bdi>
      </Link>
    );
  const { id } = declared;
  if (!onEdit || id === undefined) return <span className="text-sm text-ink-3">{m.cpd_none()}</span>;
  return (
    <span className="flex justify-end">
      <IconButton
        icon="pencil"
        label={m.cpd_change_named({ title: isolate(declared.title) })}
        onClick={() => onEdit({ ...declared, id })}
      />
    </span>
  );
}

const columns = (proofLabel: string, onEdit: OnEdit): Column<Activity>[] => [
  {
    id: "date",
    label: m.cpd_date(),
    cell: ({ verified, declared }) => (
      <CompactRange of={verified ?? { start_date: declared.date, end_date: declared.date }} />
    ),
  },
  { id: "activity", label: m.cpd_activity(), isHeader: true, cell: (activity) => <Title {...activity} /> },
  { id: "category", label: m.cpd_category(), cell: (activity) => <Category {...activity} /> },
  {
    id: "hours",
    label: m.cpd_hours(),
    isNumber: true,
    cell: ({ verified, declared }) => {
      const { hours } = verified ?? declared;
      return <span className={clsx(hours > 0 && "font-semibold")}>{hours > 0 ? hoursText(hours) : "–"}</span>;
    },
  },
  { id: "proof", label: proofLabel, isNumber: true, cell: (activity) => <Proof activity={activity} onEdit={onEdit} /> },
];

/** The activities of a record. `onEdit` is for its owner. */
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
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ verified, declared }) =>
        verified?.number ?? [declared?.id, declared?.date, declared?.title, declared?.hours].join(" ")
      }
      columns={columns(proofLabel, onEdit)}
    />
  );
}
