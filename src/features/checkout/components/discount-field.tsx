import { lazy, Suspense, useState } from "react";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import type { Discounts } from "#features/checkout/use-discounts.ts";

const load = () => import("./discount-panel.tsx");
const DiscountPanel = lazy(load);

/** The discount code field. Most buyers have no code, so the field and its messages are loaded only when needed. */
export function DiscountField({ discounts, total }: { discounts: Discounts; total: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = (
    <button
      type="button"
      onClick={() =>
        void load().then(
          () => setIsOpen(true),
          () => {},
        )
      }
      className="inline-link flex min-h-11 w-fit items-center gap-2 text-sm font-medium"
    >
      <Icon name="badge-percent" size="sm" />
      {m.discounts_have_one()}
    </button>
  );
  const { code, refused, rejectedCode } = discounts;
  if (!isOpen && code === null && !refused && rejectedCode === null) return opener;
  return (
    <Suspense fallback={opener}>
      <DiscountPanel discounts={discounts} total={total} isOpen={isOpen} opener={opener} />
    </Suspense>
  );
}
