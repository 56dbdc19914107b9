import { clsx } from "clsx/lite";
import { useSyncExternalStore } from "react";
import { onCartChange, readCartCount } from "#features/orders/checkout/cart-storage.ts";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";

/** In every page; `data-cart` and `--cart-count`, set before the first paint, show it with its count. */
export function CartLink({ className }: { className?: string }) {
  const count = useSyncExternalStore(onCartChange, readCartCount, () => 0);
  return (
    <Link
      to="/cart"
      aria-label={m.checkout_cart_link({ count })}
      className={clsx(
        "relative hidden size-11 flex-none place-items-center rounded-control text-ink-2 transition-ui hover:bg-sunken hover:text-ink [html[data-cart]_&]:inline-grid xl:-mx-3",
        className,
      )}
    >
      <Icon name="shopping-cart" />
      <span
        aria-hidden="true"
        className="absolute end-0.5 top-0.5 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-accent px-1 text-[.6875rem] leading-none font-semibold text-white dark:text-palm-950 tabular-nums before:content-(--cart-count)"
      />
    </Link>
  );
}
