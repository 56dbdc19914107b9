import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { m, findMessage } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { staticPageSlugs } from "../../../src/features/content/content.ts";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";
import { callStaff } from "../api.ts";
import { useForm } from "../parts/use-form.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { itemPath } from "../parts/item-path.ts";
import { useCan } from "../frame/session.ts";
import { kinds, writePermission } from "./kinds.ts";
import type { Item } from "./types.ts";
import { useItemTitle } from "./use-item-title.ts";
import { Button } from "../../../src/ui/button.tsx";

/** Returns the slug of a title: `Safe handover` becomes `safe-handover`. At most 80 characters. */
export const toSlug = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 80)
    .replace(/-+$/, "");

/** A button whose dialog creates an item from its title and slug, then opens the editor. */
export function NewItemButton({ entity }: { entity: EntityName }) {
  const can = useCan();
  // `?new` in the address opens the dialog too, because other pages link to it.
  const { key: locationKey, search } = useLocation();
  const [isPressed, setIsPressed] = useState(false);
  const [closedLocationKey, setClosedLocationKey] = useState("");
  const isOpen = isPressed || (new URLSearchParams(search).has("new") && closedLocationKey !== locationKey);
  const close = () => {
    setIsPressed(false);
    setClosedLocationKey(locationKey);
  };
  if (!can(writePermission(entity)) || kinds[entity].single) return null;
  return (
    <>
      <Button variant="primary" data-shortcut="new" icon="plus" onClick={() => setIsPressed(true)}>
        {findMessage(`staff_content_new_${entity}`) ?? ""}
      </Button>
      {isOpen && <NewItemDialog entity={entity} onClose={close} />}
    </>
  );
}

/** A button whose dialog creates a copy of an item with another title and slug, then opens the copy. */
export function DuplicateButton({ item }: { item: Item }) {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  if (!can(writePermission(item.entity)) || !kinds[item.entity].canDuplicate) return null;
  return (
    <>
      <Button variant="ghost" size="sm" icon="copy" onClick={() => setIsOpen(true)}>
        {m.staff_content_duplicate()}
      </Button>
      {isOpen && <NewItemDialog entity={item.entity} original={item} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NewItemDialog({
  entity,
  original,
  onClose,
}: {
  entity: EntityName;
  /** The item to copy. */
  original?: Item;
  onClose(): void;
}) {
  const navigate = useNavigate();
  const getTitle = useItemTitle();
  const kind = kinds[entity];
  const titleField = kind.sections[0]?.fields.find(({ type }) => type === "text")?.name ?? "title";
  const hasSlug =
    kind.asksFor === "module" || kind.asksFor === "page-meta" || kind.aside.some(({ type }) => type === "slug");
  const [texts, setTexts] = useState({ eng: original?.title ?? "", ar: original?.title_ar ?? "" });
  const [slug, setSlug] = useState<string | null>(null);
  const [page, setPage] = useState<string>(staticPageSlugs[0]);
  const [type, setType] = useState("page");
  const form = useForm([
    `${titleField}_eng`,
    `${titleField}_ar`,
    ...(hasSlug || kind.asksFor === "page" ? ["slug"] : []),
  ]);
  const titleSlug = toSlug(texts.eng);
  // Two items cannot share an address, so a copy with an unchanged title gets another slug.
  const address =
    slug ?? (titleSlug !== "" && titleSlug === original?.data["slug"] ? `${titleSlug.slice(0, 78)}-2` : titleSlug);
  const create = () => {
    const data = {
      ...original?.data,
      // Only one story can have a position among the popular ones, so the copy has none.
      ...(original && "popular_position" in original.data && { popular_position: null }),
      [`${titleField}_eng`]: texts.eng,
      [`${titleField}_ar`]: texts.ar,
      ...(hasSlug ? { slug: address } : {}),
      ...(kind.asksFor === "page" ? { slug: page } : {}),
      ...(kind.asksFor === "page-meta" ? { type } : {}),
    };
    return form.confirm(async () => {
      const item = await callStaff("POST /api/staff/content", { entity, data });
      await navigate(itemPath(item.id));
    });
  };
  return (
    <ConfirmDialog
      isOpen
      title={
        original
          ? m.staff_content_duplicate_title({ title: getTitle(original) })
          : (findMessage(`staff_content_new_${entity}`) ?? "")
      }
      actionLabel={original ? m.staff_content_duplicate() : m.staff_content_new_make()}
      isReady={texts.eng.trim() !== "" && (!hasSlug || address !== "")}
      onClose={onClose}
      onConfirm={create}
    >
      <TextField
        label={m.staff_content_new_title()}
        required
        autoFocus
        value={texts.eng}
        onChange={(event) => setTexts({ ...texts, eng: event.target.value })}
        lang="en"
        dir="ltr"
        maxLength={200}
        error={form.messageFor(`${titleField}_eng`)}
      />
      <TextField
        label={m.staff_content_new_title_ar()}
        value={texts.ar}
        onChange={(event) => setTexts({ ...texts, ar: event.target.value })}
        lang="ar"
        dir="rtl"
        maxLength={200}
        error={form.messageFor(`${titleField}_ar`)}
      />
      {kind.asksFor === "page-meta" && (
        <Select
          label={m.staff_content_new_type()}
          value={type}
          onChange={(event) => setType(event.target.value)}
          options={(["page", "news"] as const).map((choice) => ({
            value: choice,
            label: m[`staff_content_choices_type_${choice}`](),
          }))}
        />
      )}
      {kind.asksFor === "page" && (
        <Select
          label={m.staff_content_new_page_choice()}
          value={page}
          onChange={(event) => setPage(event.target.value)}
          error={form.messageFor("slug")}
          options={staticPageSlugs.map((choice) => ({ value: choice, label: "" }))}
        />
      )}
      {hasSlug && (
        <TextField
          label={m.staff_content_new_address()}
          required
          value={address}
          onChange={(event) => setSlug(event.target.value)}
          dir="ltr"
          maxLength={80}
          error={form.messageFor("slug")}
        />
      )}
      <p className="text-ink-3">
        {!original
          ? m.staff_content_new_hint()
          : entity === "course"
            ? m.staff_content_duplicate_hint_course()
            : m.staff_content_duplicate_hint()}
      </p>
    </ConfirmDialog>
  );
}
