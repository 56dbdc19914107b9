import type { ReactNode } from "react";
import { weekdayRange } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { halalasFromDecimal } from "#i18n/money.ts";
import { m } from "#messages";
import { Card } from "#ui/card.tsx";
import { KeyValueList } from "#ui/key-value-list.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Totals } from "../pay.ts";
import { taxOn } from "../pricing.ts";
import { CourseText, Sar, thumbnail } from "./course-words.tsx";

/** What checkout says of the course it sells. */
export interface CheckoutCourse {
  /** The run's id. */
  id: number;
  slug: string;
  name_eng: string;
  name_ar: string | null;
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  image: string;
  availability: "open" | "closed" | "ended" | "sold-out";
}

/** Subtotal, tax with its rate, total. A rate that does not explain the tax is left out. */
export function TotalsList({ totals, taxPercent }: { totals: Totals; taxPercent: number }) {
  const explains = taxOn(halalasFromDecimal(totals.sub_total) ?? 0, taxPercent) === halalasFromDecimal(totals.tax);
  return (
    <KeyValueList
      look="plain"
      items={[
        { label: m.sales_subtotal(), value: <Sar amount={totals.sub_total} /> },
        { label: explains ? m.sales_tax({ percent: taxPercent }) : m.sales_tax_plain(), value: <Sar amount={totals.tax} /> },
        { label: m.sales_total(), value: <Sar amount={totals.total} />, isTotal: true },
      ]}
    />
  );
}

/** The order as it is about to be paid; `children` are its Submit button and what stands around it. */
export function OrderReview({ course, totals, taxPercent, children }: { course: CheckoutCourse; totals: Totals; taxPercent: number; children: ReactNode }) {
  const locale = useLocale();
  return (
    <Card as="section" aria-labelledby="review" className="grid gap-5 lg:sticky lg:top-6">
      <h2 id="review" className="text-h3">{m.sales_your_order()}</h2>
      <div className="flex items-start gap-4">
        <Picture picture={thumbnail(course.image)} alt="" isPriority className="aspect-[16/10] w-27 flex-none rounded-[10px]" />
        <div className="min-w-0">
          <p className="font-medium leading-snug"><CourseText eng={course.name_eng} ar={course.name_ar} /></p>
          <p className="mt-1.5 text-sm text-ink-3 tabular-nums"><bdi>{weekdayRange(course.start_date, course.end_date, locale)}</bdi></p>
          <p className="text-sm text-ink-3"><CourseText eng={course.venue_eng} ar={course.venue_ar} /></p>
        </div>
      </div>
      <TotalsList totals={totals} taxPercent={taxPercent} />
      {children}
    </Card>
  );
}
