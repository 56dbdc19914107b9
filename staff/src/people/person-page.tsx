import { useState } from "react";
import { useNotify, useTranslate } from "ra-core";
import { Button, Menu, MenuItem } from "@mui/material";
import { useParams } from "react-router-dom";
import { staffCall } from "../api.ts";
import { Alert } from "../ui/alert.tsx";
import { Card } from "../ui/card.tsx";
import { Chip } from "../ui/chip.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { useFormats } from "../ui/formats.ts";
import { Icon } from "../ui/icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Failed, Loading } from "../ui/states.tsx";
import { useMay } from "../ui/use-may.ts";
import { failureOf, useStaffQuery } from "../ui/use-staff-query.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { exportPerson } from "./export-person.ts";
import { Consents } from "./person-consents.tsx";
import { PersonDetails } from "./person-details.tsx";
import { PersonMails } from "./person-mails.tsx";
import { PersonRecords } from "./person-records.tsx";
import { PersonSeats } from "./person-seats.tsx";
import type { Person } from "./person-types.ts";
import "./people.css";

export default function PersonPage() {
  const { id = "" } = useParams();
  // Not react-admin's own question, which shows the list's row first: that one has no orders.
  const { data, error, refetch } = useStaffQuery<Person>(`people/${encodeURIComponent(id)}`);
  const failure = failureOf({ data, error });
  if (failure) return <Failed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return <PersonParts person={data} onChange={() => void refetch()} />;
}

type Dialog = "sign-out" | "reset" | "erase" | null;

function PersonParts({ person, onChange }: { person: Person; onChange(): void }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const may = useMay();
  const notify = useNotify();
  const [dialog, setDialog] = useState<Dialog>(null);
  const isErased = person.erased_at !== null;
  const name = isErased ? translate("people.erased_name") : person.name;
  const close = () => setDialog(null);
  const download = () =>
    exportPerson(person.id).then(
      () => notify("people.exported"),
      (error: Error) => notify(error.message, { type: "error" }),
    );
  const endSessions = async () => {
    const { ended } = await staffCall<{ ended: number }>(`POST people/${person.id}/sign-out`);
    notify("people.signed_out", { messageArgs: { smart_count: ended } });
    onChange();
  };
  const sendLink = async () => {
    await staffCall(`POST people/${person.id}/reset-link`);
    notify("people.reset_sent");
  };
  return (
    <>
      <PageHead
        title={name}
        facts={(!isErased && person.name_other) || undefined}
        breadcrumb={[{ label: translate("people.title"), to: "/people" }, { label: name }]}
        state={<PersonState person={person} />}
        actions={
          !isErased && (
            <>
              {may("people.export") && (
                <Button variant="outlined" startIcon={<Icon name="download" />} onClick={() => void download()}>
                  {translate("people.export")}
                </Button>
              )}
              {may("people.sessions") && <More onChoose={setDialog} />}
            </>
          )
        }
      />
      {person.planned_erasure && (
        <div className="page-alert">
          <Alert tone="attention">
            {translate("people.erasure_due", { date: date(person.planned_erasure.due_on) })}
            {person.planned_erasure.problem &&
              ` ${translate(`people.obstacles.${person.planned_erasure.problem}`, { date: date(person.planned_erasure.due_on) })}`}
          </Alert>
        </div>
      )}
      <div className="with-aside">
        <div className="stack">
          <PersonRecords person={person} />
          <PersonSeats seats={person.seats} />
          {person.mails && <PersonMails mails={person.mails} email={person.email} />}
        </div>
        <div className="stack">
          {!isErased && <PersonDetails person={person} onChange={onChange} />}
          {!isErased && <Consents person={person} />}
          {(may("people.export") || may("people.erase")) && (
            <Card title={translate("people.personal_data")}>
              <div className="stack">
                <p>{translate(isErased ? "people.erased_text" : "people.law")}</p>
                {may("people.export") && !isErased && (
                  <Button variant="outlined" startIcon={<Icon name="download" />} onClick={() => void download()}>
                    {translate("people.export_all")}
                  </Button>
                )}
                {may("people.erase") && (
                  <Button
                    variant="outlined"
                    color={isErased ? "primary" : "error"}
                    startIcon={<Icon name={isErased ? "archive" : "eraser"} />}
                    onClick={() => setDialog("erase")}
                  >
                    {translate(isErased ? "people.see_kept" : "people.erase")}
                  </Button>
                )}
              </div>
            </Card>
          )}
        </div>
      </div>
      <ConfirmDialog
        isOpen={dialog === "sign-out"}
        title={translate("people.sign_out_title", { name })}
        action={translate("people.sign_out_action")}
        onClose={close}
        onConfirm={endSessions}
      >
        <p>{translate("people.sign_out_text", { smart_count: person.sessions.length })}</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === "reset"}
        title={translate("people.reset_title", { name })}
        action={translate("people.reset_action")}
        onClose={close}
        onConfirm={sendLink}
      >
        <p>{translate("people.reset_text", { email: person.email })}</p>
      </ConfirmDialog>
      {dialog === "erase" && <EraseDialog person={person} onClose={close} onChange={onChange} />}
    </>
  );
}

function PersonState({ person }: { person: Person }) {
  const translate = useTranslate();
  if (person.erased_at !== null)
    return (
      <Chip icon="eraser" tone="neutral">
        {translate("people.erased")}
      </Chip>
    );
  return person.email_confirmed ? (
    <Chip icon="circle-check" tone="good">
      {translate("people.email_confirmed")}
    </Chip>
  ) : (
    <Chip icon="mail-warning" tone="neutral">
      {translate("people.email_open")}
    </Chip>
  );
}

function More({ onChoose }: { onChoose(dialog: Dialog): void }) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (dialog: Dialog) => () => {
    setAnchor(null);
    onChoose(dialog);
  };
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<Icon name="ellipsis" />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {translate("people.more")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={choose(null)}>
        <MenuItem onClick={choose("reset")}>{translate("people.reset_menu")}</MenuItem>
        <MenuItem onClick={choose("sign-out")}>{translate("people.sign_out_menu")}</MenuItem>
      </Menu>
    </>
  );
}
