import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { callStaff } from "../api.ts";
import { m } from "../messages.ts";
import { boxClass } from "../parts/panel.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import type { StaffInput } from "../api-types.ts";

type Props =
  | { change: "move"; input: StaffInput<"POST /api/staff/runs/:id/move/mail"> }
  | { change: "cancel"; input: StaffInput<"POST /api/staff/runs/:id/cancel/mail"> };

/**
 * Shows the email about a change in both languages, once it is opened. Closes when the content of the email changes.
 */
export function ChangeMailPreview(props: Props) {
  return <MailDetails key={JSON.stringify(props.input)} {...props} />;
}

function MailDetails(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["preview", "mail", props.change, props.input],
    queryFn: ({ signal }) =>
      props.change === "move"
        ? callStaff("POST /api/staff/runs/:id/move/mail", props.input, signal)
        : callStaff("POST /api/staff/runs/:id/cancel/mail", props.input, signal),
    enabled: isOpen,
    gcTime: 0,
  });
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="font-medium text-primary hover:underline">{m.staff_runs_told_read()}</summary>
      {isOpen && error && <Failed error={error} onRetry={() => void refetch()} />}
      {isOpen && !data && !error && <LoadingState lines={3} />}
      {data?.mail === null && <p className="text-ink-3">{m.staff_runs_told_no_mail()}</p>}
      {data?.mail && (
        <div className="grid items-start gap-5 md:grid-cols-2 mt-2">
          {(["en", "ar"] as const).map((locale) => (
            <ScrollRegion
              key={locale}
              label={m[`staff_runs_told_${locale}`]()}
              className={`${boxClass} max-h-80 content-start overflow-y-auto`}
              lang={locale}
              dir={locale === "ar" ? "rtl" : "ltr"}
            >
              <p className="font-medium">{data.mail?.[locale].subject}</p>
              <p className="wrap-anywhere whitespace-pre-line">{data.mail?.[locale].text}</p>
            </ScrollRegion>
          ))}
        </div>
      )}
    </details>
  );
}
