import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import type { RowOf } from "../api-types.ts";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { callStaff, StaffApiError } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useFormats } from "../parts/formats.ts";
import { ListLayout } from "../parts/list/list-layout.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { useUndo } from "../frame/notices.tsx";
import { useCan } from "../frame/session.ts";
import { Button } from "../../../src/ui/button.tsx";
import { TextLink } from "../parts/text-link.tsx";

type Redirect = RowOf<"redirects">;

/** Lists the redirects from old URLs to pages. Staff add and remove them here. */
export default function RedirectsList() {
  const notify = useNotify();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const can = useCan();
  const { date } = useFormats();
  const [isAdding, setIsAdding] = useState(false);
  const canChange = can("content.publish");
  const remove = async ({ id: from, to }: Redirect) => {
    try {
      await callStaff("DELETE /api/staff/redirects/:id", { id: from });
      refresh();
      offerUndo(m.staff_content_redirects_removed(), async () => {
        await callStaff("POST /api/staff/redirects", { from, to });
        refresh();
      });
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      notify(error.message, { type: "error" });
    }
  };
  return (
    <>
      <ListLayout<Redirect>
        list="redirects"
        caption={m.staff_content_redirects_title()}
        sort="-created_at"
        head={
          <ScreenHead
            title={m.staff_content_redirects_title()}
            facts={m.staff_content_redirects_facts()}
            breadcrumb={[{ label: m.staff_menu_pages(), to: "/content" }]}
            actions={
              canChange && (
                <Button variant="primary" data-shortcut="new" icon="plus" onClick={() => setIsAdding(true)}>
                  {m.staff_content_redirects_add()}
                </Button>
              )
            }
          />
        }
        search={m.staff_content_redirects_search()}
        columns={[
          {
            name: "from",
            label: m.staff_content_redirects_from(),
            sort: "id",
            render: ({ id }) => <bdi dir="ltr">{id}</bdi>,
          },
          {
            name: "to",
            label: m.staff_content_redirects_to(),
            sort: "to",
            render: ({ to }) => (
              <TextLink href={to} target="_blank" rel="noreferrer">
                <bdi dir="ltr">{to}</bdi>
              </TextLink>
            ),
          },
          {
            name: "since",
            label: m.staff_content_redirects_since(),
            sort: "created_at",
            minWidth: 1200,
            render: ({ createdAt }) => date(createdAt),
          },
          ...(canChange
            ? [
                {
                  name: "remove",
                  label: m.staff_common_action_remove(),
                  render: (redirect: Redirect) => (
                    <TooltipButton
                      icon="trash-2"
                      label={m.staff_content_redirects_remove({ from: redirect.id })}
                      onClick={() => void remove(redirect)}
                    />
                  ),
                },
              ]
            : []),
        ]}
        renderCard={({ id, to }) => (
          <span className="grid min-w-0 flex-1 grid-cols-1 content-start gap-2.5">
            <bdi dir="ltr">{id}</bdi>
            <bdi dir="ltr" className="text-ink-3">
              {to}
            </bdi>
          </span>
        )}
        empty={{ title: m.staff_content_redirects_empty(), text: m.staff_content_redirects_empty_text() }}
      />
      {isAdding && (
        <AddRedirect
          onClose={() => setIsAdding(false)}
          onAdded={() => {
            refresh();
          }}
        />
      )}
    </>
  );
}

function AddRedirect({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const [paths, setPaths] = useState({ from: "", to: "" });
  const form = useForm(["from", "to"]);
  const add = () =>
    form.confirm(async () => {
      await callStaff("POST /api/staff/redirects", paths);
      onAdded();
    });
  return (
    <ConfirmDialog
      isOpen
      size="sm"
      title={m.staff_content_redirects_add()}
      actionLabel={m.staff_content_redirects_create()}
      isReady={paths.from !== "" && paths.to !== ""}
      onClose={onClose}
      onConfirm={add}
    >
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={m[`staff_content_redirects_${name}`]()}
          required
          autoFocus={name === "from"}
          value={paths[name]}
          onChange={(event) => setPaths({ ...paths, [name]: event.target.value.trim() })}
          error={form.messageFor(name)}
          hint={""}
          dir="ltr"
          placeholder={name === "from" ? "/old-page" : "/news"}
        />
      ))}
      <p className="text-ink-3">{m.staff_content_redirects_hint()}</p>
    </ConfirmDialog>
  );
}
