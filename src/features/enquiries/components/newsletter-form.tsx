import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { useLocation } from "react-router";
import { withoutLocale } from "#i18n/locale.ts";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { callEmailSubscribe } from "../client.ts";
import { textOf, useFormGuard } from "./form-guard.tsx";

/** C-11. A blank address is refused here, without a request; anything else is for the server to judge. Stands on dark ground. */
export function NewsletterForm() {
  const [wrong, setWrong] = useState<{ email?: string }>();
  const [done, setDone] = useState("");
  const guard = useFormGuard();
  const { pathname } = useLocation();

  async function send(data: FormData, form: HTMLFormElement) {
    setDone("");
    const email = textOf(data, "email").trim();
    if (email === "") {
      setWrong({ email: m.enquiries_newsletter_blank() });
      return;
    }
    const result = await callEmailSubscribe({ email, source: withoutLocale(pathname).slice(0, 60), ...guard.proof(data) });
    if (!result.ok) {
      setWrong({ email: result.fields["email"]?.[0] ?? (result.message || m.platform_our_fault()) });
      return;
    }
    setWrong(undefined);
    setDone(result.data.message);
    form.reset();
  }

  return (
    <Form validationErrors={wrong} onSend={send} onFocus={guard.open} onChange={() => setDone("")} data-theme="dark">
      <div className="flex items-start gap-2">
        <TextField name="email" type="email" label={m.enquiries_newsletter_field()} hideLabel placeholder={m.enquiries_newsletter_field()} autoComplete="email" inputMode="email" autoCapitalize="none" spellCheck={false} required className="flex-1" />
        <Button type="submit" variant="cream" pendingText={m.enquiries_wait()}>{m.enquiries_newsletter_submit()}</Button>
      </div>
      {guard.trap}
      <p role="status" className="mt-2 flex min-h-6 items-center gap-1.5 text-sm text-success">
        {done && <><Icon as={CircleCheck} size="sm" />{done}</>}
      </p>
    </Form>
  );
}
