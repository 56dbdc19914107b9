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

/** Needs a click, because mail scanners prefetch links. */
export function NewsletterLink({ verb, isGood }: { verb: keyof typeof verbs; isGood: boolean }) {
  const { token = "" } = useParams();
  const [answer, setAnswer] = useState<ApiResult<{ message: string }>>();
  const [isPending, setPending] = useState(false);
  const { path, heading, text, button, done } = verbs[verb];
  const isGone = !isGood || (answer?.ok === false && (answer.status === 404 || answer.status === 422));
  const isOver = answer?.ok || isGone;

  async function submit() {
    setPending(true);
    setAnswer(await callApi(path, { token }));
    setPending(false);
  }

  const home = (
    <LinkButton to="/" variant={isOver ? "primary" : "secondary"}>
      {m.common_back_home()}
    </LinkButton>
  );
  return (
    <StatementPage
      icon={answer?.ok ? "check" : isGone ? "x" : "mail"}
      tone={isGone ? "danger" : "primary"}
      title={answer?.ok ? done() : isGone ? m.common_link_gone() : heading()}
      actions={
        isOver ? (
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
      <p role="status">{answer?.ok ? answer.data.message : isGone ? m.enquiries_newsletter_link_gone() : text()}</p>
      {answer?.ok === false && !isGone && (
        <Alert tone="danger" announces>
          {answer.message}
        </Alert>
      )}
    </StatementPage>
  );
}
