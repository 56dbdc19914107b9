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

/** For a course without a free seat ahead: one email for each new date. */
export default function NewDates({ slug }: { slug: string }) {
  const { current_user: user } = useSession();
  const isReady = useIsReady();
  const { answer, refetch } = useApiQuery(user && `${user.id} ${slug}`, (signal) =>
    callApi("/api/new-dates", { slug }, signal),
  );
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [wrong, setWrong] = useState<FieldMap>();
  const [problem, setProblem] = useState("");

  async function notify(data: FormData) {
    const email = user ? undefined : String(data.get("email") ?? "");
    setProblem("");
    const done = await callApi("/api/notify-new-dates", { slug, email });
    if (!done.ok) {
      setWrong(done.fields);
      return setProblem(done.message);
    }
    setWrong({});
    if (!done.data.confirmed) return setSentTo(email ?? user?.email ?? "");
    refetch();
  }
  async function stop() {
    const done = await callApi("/api/stop-new-dates", { slug });
    if (!done.ok) return setProblem(done.message);
    refetch();
  }

  const isOn = user && answer?.ok && answer.data.on;
  return (
    <div className="mt-5 border-t border-line pt-5 print:hidden">
      <h2 className="text-h4">{m.waiting_interest_title()}</h2>
      {isOn ? (
        <>
          <Alert tone="success" className="my-4" announces>
            {m.waiting_interest_on({ email: isolate(user.email) })}
          </Alert>
          <Button variant="ghost" block onClick={() => void stop()}>
            {m.waiting_interest_stop()}
          </Button>
        </>
      ) : sentTo === null ? (
        <Form validationErrors={wrong} onSend={notify} aria-label={m.waiting_interest_title()} className="grid gap-4">
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
