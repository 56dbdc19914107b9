import { useEffect, useId, useRef, useState, type SubmitEvent } from "react";
import { useLocation } from "react-router";
import { withoutLocale } from "#i18n/locale.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ScriptNeeded } from "#ui/script-needed.tsx";
import { HoneypotField } from "./honeypot-field.tsx";

interface SubscribeResult {
  wrong?: string;
  done?: string;
  /** What to do next: the subscription takes effect once the reader opens the emailed link. */
  next?: string;
}

const load = () => import("./newsletter-send.ts");

/**
 * Rejects an empty address without a request; the server checks everything else (requirement C-11). The form is in the
 * app shell of every page, so it does not load the code of larger forms.
 */
export function NewsletterForm() {
  const [result, setResult] = useState<SubscribeResult>({});
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const { pathname } = useLocation();
  const { wrong, done, next } = result;

  // Depends on the result object, not its text, so that repeating a mistake focuses the field again.
  useEffect(() => void (result.wrong && field.current?.focus()), [result]);

  async function subscribe(form: HTMLFormElement): Promise<SubscribeResult> {
    const data = new FormData(form);
    const email = String(data.get("email") ?? "").trim();
    if (email === "") return { wrong: m.enquiries_newsletter_blank() };
    try {
      return await (await load()).subscribe(data, email, withoutLocale(pathname).slice(0, 60));
    } catch {
      return { wrong: m.platform_no_connection() };
    }
  }

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const form = event.currentTarget;
    busy.current = true;
    setSending(true);
    const result = await subscribe(form);
    busy.current = false;
    setSending(false);
    setResult(result);
    if (result.done) form.reset();
  }

  return (
    <>
      <form noValidate method="post" data-theme="dark" onSubmit={(event) => void send(event)}>
        <div className="flex flex-wrap items-start gap-2">
          <div className="grid min-w-0 flex-[1_1_8rem] content-start gap-[.45rem]">
            <label htmlFor={id} className="sr-only">
              {m.enquiries_newsletter_field()}
            </label>
            <input
              ref={field}
              id={id}
              onInput={() => setResult({})}
              name="email"
              type="email"
              dir="ltr"
              placeholder={m.enquiries_newsletter_field()}
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={isSending}
              aria-disabled={isSending || undefined}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={wrong ? `${id}-error` : undefined}
              className="control"
            />
            {wrong && (
              <p id={`${id}-error`} role="alert" className="flex items-start gap-1.5 text-xs text-danger">
                <Icon name="circle-alert" size="sm" className="mt-px" />
                <span>{wrong}</span>
              </p>
            )}
          </div>
          <Button type="submit" variant="cream" isPending={isSending} pendingText={m.common_wait()}>
            {m.enquiries_newsletter_submit()}
          </Button>
        </div>
        <HoneypotField />
        <div role="status" className="mt-2 min-h-6 text-sm">
          {done && (
            <>
              <p className="flex items-center gap-1.5 text-success">
                <Icon name="circle-check" size="sm" />
                {done}
              </p>
              <p className="mt-1 [overflow-wrap:anywhere]">{next}</p>
            </>
          )}
        </div>
      </form>
      <ScriptNeeded what="form" className="bg-white/6!" />
    </>
  );
}
