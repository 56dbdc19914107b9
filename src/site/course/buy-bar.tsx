import { useEffect, useState, type RefObject } from "react";
import type { Course } from "#features/catalogue/course.ts";
import { useLabelText } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { amountWithVat, formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { RegisterButton } from "./register-button.tsx";
import type { Registration } from "./registration.ts";

export interface BuyBarProps {
  card: RefObject<HTMLDivElement | null>;
  course: Course;
  run: number | null;
  taxPercent: number;
  registration: Registration;
  onAsk: () => void;
}

export function BuyBar({ card, course, run, taxPercent, registration, onAsk }: BuyBarProps) {
  const locale = useLocale();
  const labelText = useLabelText();
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    if (!card.current) return;
    // Only above the window: while the card is still below, the bar would repeat it.
    const observer = new IntersectionObserver(
      ([entry]) => entry && setShown(!entry.isIntersecting && entry.boundingClientRect.top < 0),
    );
    observer.observe(card.current);
    return () => observer.disconnect();
  }, [card]);

  useEffect(() => {
    // Keeps the focused element above the bar (WCAG 2.4.11).
    document.documentElement.style.scrollPaddingBlockEnd = isShown ? "6rem" : "";
    return () => void (document.documentElement.style.scrollPaddingBlockEnd = "");
  }, [isShown]);

  if (!isShown) return null;
  return (
    <section
      aria-label={labelText("register", m.catalogue_register()).text}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-3 lg:hidden print:hidden"
    >
      <div className="wrap flex items-center justify-between gap-4 py-3">
        <p className="min-w-0 tabular-nums">
          <bdi className="font-semibold">{formatSar(course.amount, locale)}</bdi>
          <span className="block text-xs text-ink-3">
            {m.catalogue_with_vat({ total: isolate(formatSar(amountWithVat(course.amount, taxPercent), locale)) })}
          </span>
        </p>
        <div className={registration === "held" ? "max-w-3/5 text-sm" : "flex-none"}>
          <RegisterButton
            course={course}
            run={run}
            registration={registration}
            onAsk={onAsk}
            taxPercent={taxPercent}
            size="md"
          />
        </div>
      </div>
    </section>
  );
}
