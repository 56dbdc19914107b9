import { useTranslate } from "ra-core";
import { formatMoney } from "./formats.ts";

/** An amount, read from left to right in both languages; `withCurrency` outside of tables, whose head names it. */
export function Money({ riyals, withCurrency = false }: { riyals: string; withCurrency?: boolean }) {
  const translate = useTranslate();
  return (
    <span className="number">
      <bdi className="ltr">{formatMoney(riyals)}</bdi>
      {withCurrency && <span className="quiet"> {translate("shell.currency")}</span>}
    </span>
  );
}
