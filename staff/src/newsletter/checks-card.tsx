import { useTranslate } from "ra-core";
import type { NewsletterIssue } from "../../../src/features/letters/newsletter/newsletter.schema.ts";
import { Card } from "../ui/card.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";

export const isReady = ({ checks }: NewsletterIssue): boolean =>
  checks.missing.length + checks.not_arabic.length + checks.broken_links.length === 0 && checks.leave;

/** What the server checked of the saved text: each line with what is to be mended. */
export function Checks({ issue: { checks } }: { issue: NewsletterIssue }) {
  const translate = useTranslate();
  const names = (fields: string[]) => fields.map((field) => translate(`newsletter.fields.${field}`)).join(" · ");
  const lines = [
    ["missing", checks.missing.length === 0, names(checks.missing)],
    ["not_arabic", checks.not_arabic.length === 0, names(checks.not_arabic)],
    ["links", checks.broken_links.length === 0, checks.broken_links.join(" ")],
    ["leave", checks.leave, ""],
  ] as const;
  return (
    <ul className="newsletter-checks">
      {lines.map(([name, isGood, what]) => (
        <li key={name}>
          <span className={isGood ? "good" : "wrong"}>
            <Icon name={isGood ? "circle-check" : "circle-x"} size={16} />
          </span>
          <span>
            {translate(`newsletter.checks.${name}.${isGood ? "good" : "wrong"}`)}{" "}
            {!isGood && what !== "" && <bdi className="strong">{what}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function ChecksCard({ issue }: { issue: NewsletterIssue }) {
  const translate = useTranslate();
  const { date } = useFormats();
  return (
    <Card title={translate("newsletter.checks.title")}>
      <Checks issue={issue} />
      <p className="small quiet">
        {issue.tested_at
          ? translate("newsletter.test.last", { name: issue.tested_by, time: date(issue.tested_at, "dateTime") })
          : translate("newsletter.test.none")}
      </p>
    </Card>
  );
}
