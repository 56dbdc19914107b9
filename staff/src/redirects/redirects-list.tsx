import { useState } from "react";
import { useNotify, useRefresh, useTranslate } from "ra-core";
import { Button, IconButton, TextField } from "@mui/material";
import { staffCall, StaffApiError, type FieldMap } from "../api.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { ListLayout } from "../ui/list/list-layout.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { useUndo } from "../ui/undo.tsx";
import { useMay } from "../ui/use-may.ts";
import "../content/content.css";

interface Redirect {
  /** The old path. */
  id: string;
  to: string;
  created_at: string;
}

/** Addresses where no page stands any more, and where they lead. */
export function RedirectsList() {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const may = useMay();
  const { date } = useFormats();
  const [isAdding, setIsAdding] = useState(false);
  const mayChange = may("content.publish");
  const remove = async ({ id: from, to }: Redirect) => {
    try {
      await staffCall(`DELETE redirects/${encodeURIComponent(from)}`);
      refresh();
      offerUndo(translate("content.redirects.removed"), () => {
        void staffCall("POST redirects", { from, to }).then(refresh);
      });
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      notify(error.message, { type: "error", messageArgs: { _: error.message } });
    }
  };
  return (
    <>
      <ListLayout<Redirect>
        resource="redirects"
        caption={translate("content.redirects.title")}
        sort={{ field: "created_at", order: "DESC" }}
        head={
          <PageHead
            title={translate("content.redirects.title")}
            facts={translate("content.redirects.facts")}
            breadcrumb={[{ label: translate("content.title"), to: "/content" }]}
            actions={
              mayChange && (
                <Button
                  variant="contained"
                  data-shortcut="new"
                  startIcon={<Icon name="plus" size={16} />}
                  onClick={() => setIsAdding(true)}
                >
                  {translate("content.redirects.add")}
                </Button>
              )
            }
          />
        }
        search={translate("content.redirects.search")}
        columns={[
          {
            name: "from",
            label: translate("content.redirects.from"),
            sort: "id",
            render: ({ id }) => <bdi dir="ltr">{id}</bdi>,
          },
          {
            name: "to",
            label: translate("content.redirects.to"),
            sort: "to",
            render: ({ to }) => (
              <a className="link" href={to} target="_blank" rel="noreferrer">
                <bdi dir="ltr">{to}</bdi>
              </a>
            ),
          },
          {
            name: "since",
            label: translate("content.redirects.since"),
            sort: "created_at",
            from: 1200,
            render: ({ created_at }) => date(created_at),
          },
          ...(mayChange
            ? [
                {
                  name: "remove",
                  label: translate("content.rows.remove"),
                  render: (line: Redirect) => (
                    <IconButton
                      size="small"
                      aria-label={translate("content.redirects.remove", { from: line.id })}
                      onClick={() => void remove(line)}
                    >
                      <Icon name="trash-2" />
                    </IconButton>
                  ),
                },
              ]
            : []),
        ]}
        renderCard={({ id, to }) => (
          <span className="stack tight">
            <bdi dir="ltr">{id}</bdi>
            <bdi dir="ltr" className="quiet">
              {to}
            </bdi>
          </span>
        )}
        empty={{ title: translate("content.redirects.empty"), text: translate("content.redirects.empty_text") }}
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
  const translate = useTranslate();
  const [paths, setPaths] = useState({ from: "", to: "" });
  const [errors, setErrors] = useState<FieldMap>({});
  const add = async () => {
    try {
      await staffCall("POST redirects", paths);
      onAdded();
    } catch (error) {
      if (error instanceof StaffApiError) setErrors(error.fields);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      maxWidth="xs"
      title={translate("content.redirects.add")}
      action={translate("content.redirects.create")}
      isReady={paths.from !== "" && paths.to !== ""}
      onClose={onClose}
      onConfirm={add}
    >
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={translate(`content.redirects.${name}`)}
          required
          fullWidth
          autoFocus={name === "from"}
          value={paths[name]}
          onChange={(event) => setPaths({ ...paths, [name]: event.target.value.trim() })}
          error={errors[name] !== undefined}
          helperText={errors[name]?.[0] ?? ""}
          slotProps={{ htmlInput: { dir: "ltr", placeholder: name === "from" ? "/old-page" : "/news" } }}
        />
      ))}
      <p className="quiet">{translate("content.redirects.hint")}</p>
    </ConfirmDialog>
  );
}
