import { useState } from "react";
import { isolate } from "#i18n/isolate.ts";
import { callApi } from "#platform/api-client.ts";
import type { FieldMap } from "#platform/errors.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { useIsReady } from "#platform/use-is-ready.ts";
import { useSession } from "#platform/use-session.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Form } from "#ui/form.tsx";
import { TextField } from "#ui/text-field.tsx";

/** For a course without free seats. Signs visitors up for one email per new date. */
export default function NewDates({ slug }: { slug: string }) {
  const { current_user: user } = useSession();
  const isReady = useIsReady();
  const { answer, refetch } = useApiQuery(user && `${user.id} ${slug}`, (signal) =>
    callApi("/api/new-dates", { slug }, signal),
  );
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldMap>();
  const [problem, setProblem] = useState("");

  async function subscribe(data: FormData) {
    const email = user ? undefined : String(data.get("email") ?? "");
    setProblem("");
    const result = await callApi("/api/notify-new-dates", { slug, email });
    if (!result.ok) {
      setFieldErrors(result.fields);
      return setProblem(result.message);
    }
    setFieldErrors({});
    if (!result.data.confirmed) return setSentTo(email ?? user?.email ?? "");
    refetch();
  }
  async function unsubscribe() {
    const result = await callApi("/api/stop-new-dates", { slug });
    if (!result.ok) return setProblem(result.message);
    refetch();
  }

  const isSubscribed = user && answer?.ok && answer.data.on;
  return (
    <div className="mt-5 border-t border-line pt-5 print:hidden">
      <h2 className="text-h4">{m.waiting_interest_title()}</h2>
      {isSubscribed ? (
        <>
          <Alert tone="success" className="my-4" announces>
            {m.waiting_interest_on({ email: isolate(user.email) })}
          </Alert>
          <Button variant="ghost" block onClick={() => void unsubscribe()}>
            {m.waiting_interest_stop()}
          </Button>
        </>
      ) : sentTo === null ? (
        <Form
          validationErrors={fieldErrors}
          onSend={subscribe}
          aria-label={m.waiting_interest_title()}
          className="grid gap-4"
        >
          <p className="mt-1 text-sm text-ink-2">{m.waiting_interest_text()}</p>
          {!user && (
            <TextField
              name="email"
              type="email"
              label={m.common_email()}
              autoComplete="email"
              maxLength={254}
              required
            />
          )}
          <Button type="submit" variant="secondary" block disabled={!isReady}>
            {m.waiting_interest_button()}
          </Button>
        </Form>
      ) : (
        <Alert tone="success" className="my-4" announces>
          {m.waiting_interest_sent({ email: isolate(sentTo) })}
        </Alert>
      )}
      {problem && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
