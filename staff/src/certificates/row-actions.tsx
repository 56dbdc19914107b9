import { downloadStaff } from "../api.ts";
import { useNotify } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { getLocale, m } from "../messages.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { Menu } from "../parts/menu.tsx";
import type { Row } from "./rows.ts";
import type { Certificate, Person } from "./types.ts";
import { Button } from "../../../src/ui/button.tsx";
import type { ButtonVariant } from "../../../src/ui/button-style.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";

export type CertificateAction =
  | { name: "reissue" | "revoke" | "compare"; certificate: Certificate; row: Row }
  | { name: "correct" | "other-name" | "ask"; person: Person }
  | { name: "hold"; row: Row };

export interface RowActionProps {
  row: Row;
  runId: number;
  /** Whether certificates of the run can be issued now. */
  canBeIssued: boolean;
  onAct(action: CertificateAction): void;
  onIssue(row: Row, withoutFeedback: boolean): void;
  onRelease(row: Row): void;
  onKeep(certificate: Certificate): void;
}

const getVerifyPath = (number: string) => `${getLocale() === "ar" ? "/ar" : ""}/verify/${number}`;

/** The next step for a row, and a menu with the other actions. */
export function RowActions(props: RowActionProps) {
  const { row, onAct } = props;
  const can = useCan();
  const notify = useNotify();
  const { certificate, newer, person } = row;
  const displayName = row.name ?? m.staff_door_no_name();
  const download = (certificate: Certificate) =>
    void downloadStaff("GET /api/staff/certificates/:id/pdf", { id: certificate.id }).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error;
      notify(error.message, { type: "error" });
    });
  const isErased = certificate !== null && certificate.name_eng === null && certificate.name_ar === null;
  const items = certificate
    ? [
        certificate.state !== "revoked" &&
          !isErased && {
            label: m.staff_certificates_download(),
            icon: "file-down" as const,
            onChoose: () => download(certificate),
          },
        {
          label: m.staff_certificates_open_check(),
          icon: "external-link" as const,
          onChoose: () => void window.open(getVerifyPath(certificate.number), "_blank", "noreferrer"),
        },
        can("certificates.issue") &&
          !newer &&
          !isErased && {
            label:
              certificate.state === "revoked"
                ? m.staff_certificates_reissue_anew()
                : m.staff_certificates_reissue_menu(),
            icon: "pencil" as const,
            onChoose: () => onAct({ name: "reissue", certificate, row }),
          },
        can("certificates.revoke") &&
          certificate.state === "valid" && {
            label: m.staff_certificates_revoke_menu(),
            icon: "circle-x" as const,
            isDanger: true,
            onChoose: () => onAct({ name: "revoke", certificate, row }),
          },
      ]
    : person
      ? [
          can("certificates.issue") &&
            person.hold === null && {
              label: m.staff_certificates_hold_action(),
              icon: "lock" as const,
              onChoose: () => onAct({ name: "hold", row }),
            },
          can("roster.write") &&
            person.name !== null && {
              label: m.staff_certificates_correct_menu(),
              icon: "user-round-pen" as const,
              onChoose: () => onAct({ name: "correct", person }),
            },
          can("roster.write") &&
            person.name !== null && {
              label: m.staff_roster_other_name_field(),
              icon: "languages" as const,
              onChoose: () => onAct({ name: "other-name", person }),
            },
        ]
      : [];
  return (
    <span className="flex items-center gap-2 flex-nowrap justify-end whitespace-nowrap">
      <NextStep {...props} displayName={displayName} />
      {items.some(Boolean) && (
        <Menu isIcon icon="ellipsis-vertical" label={`${m.staff_common_more()}: ${displayName}`} items={items} />
      )}
    </span>
  );
}

function NextStep({
  row,
  runId,
  canBeIssued,
  displayName,
  onAct,
  onIssue,
  onRelease,
  onKeep,
}: RowActionProps & { displayName: string }) {
  const can = useCan();
  const { certificate, person, state } = row;
  const renderStep = (icon: IconName, label: string, onClick: () => void, variant: ButtonVariant = "ghost") => (
    <Button size="sm" variant={variant} icon={icon} aria-label={`${label}: ${displayName}`} onClick={onClick}>
      {label}
    </Button>
  );
  if (certificate)
    switch (state) {
      case "decide":
        return (
          can("certificates.revoke") &&
          renderStep("check", m.staff_certificates_keep(), () => onKeep(certificate), "secondary")
        );
      case "issued":
        return (
          can("certificates.issue") &&
          certificate.name_eng !== null &&
          renderStep("pencil", m.staff_certificates_reissue_menu(), () => onAct({ name: "reissue", certificate, row }))
        );
      case "replaced":
        return renderStep("copy", m.staff_certificates_both_papers(), () =>
          onAct({ name: "compare", certificate, row }),
        );
      default:
        return (
          <LinkButton
            size="sm"
            variant="ghost"
            icon="external-link"
            mirrorsIcon
            href={getVerifyPath(certificate.number)}
            target="_blank"
            rel="noreferrer"
          >
            {m.staff_certificates_check_page()}
          </LinkButton>
        );
    }
  switch (state) {
    case "eligible":
      return (
        canBeIssued &&
        can("certificates.issue") &&
        renderStep("award", m.staff_certificates_issue_one(), () => onIssue(row, false), "secondary")
      );
    case "held":
      return (
        person?.hold !== null &&
        can("certificates.issue") &&
        renderStep("rotate-ccw", m.staff_certificates_release(), () => onRelease(row))
      );
    case "feedback":
      return (
        canBeIssued &&
        can("certificates.issue") &&
        renderStep("award", m.staff_certificates_issue_without(), () => onIssue(row, true))
      );
    case "scfhs":
      return (
        can("roster.write") &&
        person &&
        (person.askedAt === null && person.email !== null
          ? renderStep("mail", m.staff_certificates_ask(), () => onAct({ name: "ask", person }))
          : renderStep("user-round-pen", m.staff_certificates_add_number(), () => onAct({ name: "correct", person })))
      );
    case "name":
      if (person?.gaps.includes("unprintable"))
        return (
          can("roster.write") &&
          renderStep("user-round-pen", m.staff_certificates_correct_menu(), () => onAct({ name: "correct", person }))
        );
      return person?.gaps.includes("other-name") && can("roster.write")
        ? renderStep("languages", m.staff_common_action_add_name(), () => onAct({ name: "other-name", person }))
        : can("roster.read") && (
            <LinkButton size="sm" variant="ghost" icon="users" to={`/runs/${runId}/roster`}>
              {m.staff_common_roster()}
            </LinkButton>
          );
    case "unpaid":
      return (
        can("orders.read") && (
          <LinkButton size="sm" variant="ghost" icon="receipt-text" to={`/orders/${row.orderId}`}>
            {m.staff_common_order()}
          </LinkButton>
        )
      );
    default:
      return (
        <LinkButton size="sm" variant="ghost" icon="list-checks" to={`/runs/${runId}/attendance`}>
          {m.staff_attendance_title()}
        </LinkButton>
      );
  }
}
