import { useState } from "react";
import { useParams } from "react-router";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";

const verbs = {
  confirm: {
    path: "/api/newsletter-confirm",
    heading: m.enquiries_link_confirm_heading,
    text: m.enquiries_link_confirm_text,
    button: m.enquiries_link_confirm,
    done: m.enquiries_link_confirmed_heading,
  },
  unsubscribe: {
    path: "/api/newsletter-unsubscribe",
    heading: m.enquiries_link_leave_heading,
    text: m.enquiries_link_leave_text,
    button: m.enquiries_link_leave,
    done: m.enquiries_link_left_heading,
  },
} as const;

/** The page of a link in a newsletter email. It acts only on a click, because mail scanners prefetch links. */
export function NewsletterLink({ verb, isGood }: { verb: keyof typeof verbs; isGood: boolean }) {
  const { token = "" } = useParams();
  const [result, setResult] = useState<ApiResult<{ message: string }>>();
  const [isPending, setPending] = useState(false);
  const { path, heading, text, button, done } = verbs[verb];
  const isDead = !isGood || (result?.ok === false && (result.status === 404 || result.status === 422));
  const isFinished = result?.ok || isDead;

  async function submit() {
    setPending(true);
    setResult(await callApi(path, { token }));
    setPending(false);
  }

  const home = (
    <LinkButton to="/" variant={isFinished ? "primary" : "secondary"}>
      {m.common_back_home()}
    </LinkButton>
  );
  return (
    <StatementPage
      icon={result?.ok ? "check" : isDead ? "x" : "mail"}
      tone={isDead ? "danger" : "primary"}
      title={result?.ok ? done() : isDead ? m.common_link_gone() : heading()}
      actions={
        isFinished ? (
          home
        ) : (
          <>
            <Button onClick={() => void submit()} isPending={isPending} pendingText={m.common_wait()}>
              {button()}
            </Button>
            {home}
          </>
        )
      }
    >
      <p role="status">{result?.ok ? result.data.message : isDead ? m.enquiries_newsletter_link_gone() : text()}</p>
      {result?.ok === false && !isDead && (
        <Alert tone="danger" announces>
          {result.message}
        </Alert>
      )}
    </StatementPage>
  );
}
