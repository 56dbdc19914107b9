import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { callStaff } from "../api.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { useFormats } from "../parts/formats.ts";
import { HeadButton } from "./head-button.tsx";
import type { Item } from "./types.ts";
import type { EditorActions } from "./use-editor.ts";
import { LinkButton } from "../../../src/ui/link-button.tsx";

export type PreviewLink = StaffReply<"POST /api/staff/revisions/:id/preview">;

/** A dialog with the preview links of a version in both languages. Each can be opened or copied. */
export function PreviewLinks({ link, onClose }: { link: PreviewLink; onClose(): void }) {
  const notify = useNotify();
  const { date } = useFormats();
  const { origin } = window.location;
  const addresses = [
    ["eng", origin + link.path],
    ["ar", `${origin}/ar${link.path}`],
  ] as const;
  return (
    <Dialog title={m.staff_content_preview_title()} onClose={onClose}>
      <p>
        {m.staff_content_preview_text()} {date(link.expiresAt)}
      </p>
      {link.hasExampleDate && <Alert tone="warning">{m.staff_content_preview_example()}</Alert>}
      {addresses.map(([language, address]) => (
        <div key={language} className="flex flex-wrap items-center gap-2">
          <LinkButton
            variant="secondary"
            icon="external-link"
            mirrorsIcon
            href={address}
            target="_blank"
            rel="noreferrer"
          >
            {m[`staff_content_preview_open_${language}`]()}
          </LinkButton>
          <TooltipButton
            icon="copy"
            label={m[`staff_content_preview_copy_${language}`]()}
            onClick={() => {
              void navigator.clipboard.writeText(address).then(() => notify(m.staff_content_preview_copied()));
            }}
          />
        </div>
      ))}
    </Dialog>
  );
}

export function PreviewButton({
  item,
  actions,
  isReadOnly,
}: {
  item: Item;
  actions: EditorActions;
  isReadOnly: boolean;
}) {
  const [link, setLink] = useState<PreviewLink | null>(null);
  if (isReadOnly) return null;
  const openPreview = () =>
    actions.run(async () => {
      const savedItem = await actions.saveItem();
      if (!savedItem) return;
      // An item without a draft looks the same on its public page.
      if (savedItem.revisionId === null) window.open(savedItem.path, "_blank", "noopener");
      else setLink(await callStaff("POST /api/staff/revisions/:id/preview", { id: savedItem.revisionId }));
    });
  return (
    <>
      <HeadButton icon="eye" label={m.staff_common_action_preview()} onClick={() => void openPreview()} />
      {link && <PreviewLinks link={link} onClose={() => setLink(null)} key={`${item.id} ${link.path}`} />}
    </>
  );
}
