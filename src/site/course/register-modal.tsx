import type { Course } from "#features/catalogue/course.ts";
import { coursePicture } from "#features/catalogue/components/course-tile.tsx";
import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { LocalizedText } from "#i18n/localized-text.tsx";
import { amountWithVat, formatSar } from "#i18n/money.ts";
import { RunDates } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Picture } from "#ui/picture.tsx";
import { getCheckoutAddress, type Registration } from "./registration.ts";
import { registrationLabels } from "./registration-labels.tsx";

export interface RegisterModalProps {
  course: Course;
  run: number | null;
  /** Kept up to date, because the last seat may be sold while the modal is open. */
  registration: Registration;
  taxPercent: number;
  isOpen: boolean;
  onClose: () => void;
  onAdd: () => void;
}

/** Its code is loaded on demand. */
export default function RegisterModal({
  course,
  run,
  registration,
  taxPercent,
  isOpen,
  onClose,
  onAdd,
}: RegisterModalProps) {
  const locale = useLocale();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={m.catalogue_modal_title()}>
      <div className="flex items-start gap-4">
        <Picture
          picture={coursePicture(course)}
          alt=""
          sizes="96px"
          className="aspect-[16/10] w-24 flex-none rounded-control"
        />
        <div className="min-w-0">
          <p className="font-medium">
            <LocalizedText eng={course.name_eng} ar={course.name_ar} />
          </p>
          <p className="mt-0.5 text-sm text-ink-2 tabular-nums">
            <RunDates of={course} />
          </p>
          <p className="text-sm text-ink-3">
            <LocalizedText eng={course.venue_eng} ar={course.venue_ar} />
          </p>
        </div>
      </div>
      <KeyValueList
        variant="plain"
        className="my-5"
        items={[
          { label: m.catalogue_fees(), value: <bdi>{formatSar(course.amount, locale)}</bdi> },
          {
            label: m.catalogue_modal_total({ percent: taxPercent }),
            value: <bdi>{formatSar(amountWithVat(course.amount, taxPercent), locale)}</bdi>,
          },
          ...(course.accreditation_status === "accredited"
            ? [{ label: m.common_cme_hours(), value: course.hours }]
            : []),
        ]}
      />
      {registration !== "open" && (
        <Alert tone="warning" className="mb-5" announces>
          {registrationLabels[registration]()}
        </Alert>
      )}
      <div className="grid grid-cols-2 gap-3">
        {registration === "open" ? (
          <LinkButton to={getCheckoutAddress(course, run)} data-autofocus>
            <Label name="register">{m.catalogue_register()}</Label>
          </LinkButton>
        ) : (
          <Button disabled>
            <Label name="register">{m.catalogue_register()}</Label>
          </Button>
        )}
        <Button variant="secondary" disabled={registration !== "open" && registration !== "registered"} onClick={onAdd}>
          {m.checkout_add_to_cart()}
        </Button>
        <Button variant="ghost" onClick={onClose} className="col-span-2">
          {m.common_action_cancel()}
        </Button>
      </div>
    </Modal>
  );
}
