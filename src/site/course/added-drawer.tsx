import { LocalizedText } from "#i18n/localized-text.tsx";
import { RunDates } from "#i18n/run-dates.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Picture } from "#ui/picture.tsx";
import type { CartDetails } from "#features/checkout/cart.ts";
import { thumbnail } from "#features/catalogue/thumbnail.ts";
import type { AddedSeat } from "./add-seat-to-cart.ts";

function getRefusalText(result: AddedSeat): string {
  if (result.added === "too-many-courses") return m.checkout_cart_full();
  if (result.available > 0) return m.checkout_qty_above_available({ n: result.available });
  return result.isHeld ? m.catalogue_all_held() : m.common_sold_out();
}

/** Shows whether the seats were added to the cart. Loaded on demand. */
export default function AddedDrawer({
  course,
  result,
  isOpen,
  onClose,
}: {
  course: CartDetails;
  result: AddedSeat;
  isOpen: boolean;
  onClose: () => void;
}) {
  const isAdded = result.added === "added";
  const title = isAdded ? (
    <span className="inline-flex items-center gap-2.5">
      <Icon name="circle-check" className="text-success" />
      {m.checkout_added()}
    </span>
  ) : (
    m.checkout_not_added()
  );
  return (
    <Modal isOpen={isOpen} onClose={onClose} variant="sheet" title={title}>
      {!isAdded && (
        <Alert tone="warning" className="mb-5" announces>
          {getRefusalText(result)}
        </Alert>
      )}
      <div className="flex items-start gap-4 border-y border-line py-5">
        <Picture picture={thumbnail(course.image)} alt="" className="aspect-[16/10] w-24 flex-none rounded-control" />
        <div className="min-w-0">
          <p className="font-medium leading-snug">
            <LocalizedText eng={course.name_eng} ar={course.name_ar} />
          </p>
          <p className="mt-1 text-sm text-ink-3 tabular-nums">
            <RunDates of={course} />
          </p>
          {result.inCart > 0 && <p className="text-sm text-ink-2">{m.orders_seats({ count: result.inCart })}</p>}
        </div>
      </div>
      <div className="mt-6 grid gap-3">
        <LinkButton to="/cart" block data-autofocus>
          {m.checkout_view_cart()}
        </LinkButton>
        <Button variant="secondary" block onClick={onClose}>
          {m.checkout_go_on()}
        </Button>
      </div>
    </Modal>
  );
}
