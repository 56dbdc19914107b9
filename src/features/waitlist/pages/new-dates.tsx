import { useState } from "react";
import { data } from "react-router";
import { callApi, type ApiResult } from "#platform/api-client.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { StatementPage } from "#ui/statement-page.tsx";
import { requestContext } from "#platform/request-context.server.ts";
import { canConfirmNewDates } from "#features/waitlist/new-dates.server.ts";
import type { Route } from "./+types/new-dates";

const actions = {
  confirm: {
    path: "/api/confirm-new-dates",
    heading: m.waiting_interest_confirm_title,
    text: m.waiting_interest_confirm_text,
    button: m.waiting_interest_confirm_button,
  },
  stop: {
    path: "/api/stop-new-dates",
    heading: m.waiting_interest_stop_title,
    text: m.waiting_interest_stop_text,
    button: m.waiting_interest_stop,
  },
} as const;

/** Responds with 404 to an unknown action. An expired link gets a page that explains it, also with 404. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { verb, token } = params;
  if (verb !== "confirm" && verb !== "stop") throw data(null, { status: 404 });
  const action: keyof typeof actions = verb;
  const canConfirm = verb === "stop" || (await canConfirmNewDates(context.get(requestContext), { token }));
  return data({ action, canConfirm }, { status: canConfirm ? 200 : 404 });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${actions[loaderData?.action ?? "stop"].heading()} · ${m.site_name()}` },
  { name: "description", content: m.waiting_interest_description() },
  { name: "robots", content: "noindex" },
];

/** Page that acts only after a click, because mail scanners open links in advance. */
export default function NewDatesLink({ loaderData: { action, canConfirm }, params }: Route.ComponentProps) {
  const [answer, setAnswer] = useState<ApiResult<{ message: string }>>();
  const [isPending, setPending] = useState(false);
  const { path, heading, text, button } = actions[action];
  const isExpired = !canConfirm || (answer?.ok === false && (answer.status === 404 || answer.status === 422));
  const isFinished = answer?.ok || isExpired;

  async function submit() {
    setPending(true);
    setAnswer(await callApi(path, { token: params.token }));
    setPending(false);
  }
  return (
    <StatementPage
      icon={answer?.ok ? "check" : isExpired ? "x" : "mail"}
      tone={isExpired ? "danger" : "primary"}
      title={heading()}
      actions={
        isFinished ? (
          <LinkButton to="/courses">{m.common_action_browse_courses()}</LinkButton>
        ) : (
          <Button onClick={() => void submit()} isPending={isPending}>
            {button()}
          </Button>
        )
      }
    >
      <p role="status">{answer?.ok ? answer.data.message : isExpired ? m.waiting_interest_gone() : text()}</p>
      {answer?.ok === false && !isExpired && (
        <Alert tone="danger" announces>
          {answer.message}
        </Alert>
      )}
    </StatementPage>
  );
}
