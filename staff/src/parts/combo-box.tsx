import { use, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import type { Key } from "react-aria-components";
import { ComboBox as AriaComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { OverlayTriggerStateContext } from "react-aria-components/Dialog";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Text } from "react-aria-components/Text";
import { Button } from "react-aria-components/Button";
import { clsx } from "clsx/lite";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { popoverClass } from "./menu.tsx";
import { containsWords } from "./search-text.ts";

export interface ComboBoxProps<Item> {
  label: string;
  items: readonly Item[];
  getKey(item: Item): string;
  getText(item: Item): string;
  renderItem?(item: Item): ReactNode;
  value: Item | null;
  /** With `allowsFreeText` the caller must also control `text`. Without it the field shows the selected item. */
  onChange(item: NoInfer<Item> | null): void;
  /** The text in the field, if the caller needs it: for a search on the server, or because free text is allowed. */
  text?: string;
  onText?(text: string): void;
  /** Whether any typed text is a valid value, too. */
  allowsFreeText?: boolean;
  /** Whether the server has already filtered the items by the text. */
  isServerFiltered?: boolean;
  /** Shown if there are no items. Without it and with `allowsFreeText` the list does not open. */
  emptyText?: string;
  hint?: ReactNode;
  error?: string | undefined;
  isRequired?: boolean;
  isDisabled?: boolean;
  autoFocus?: boolean;
  dir?: "ltr" | "rtl" | "auto";
  lang?: string;
  maxLength?: number;
  className?: string;
}

/**
 * A field that lists the items that contain every typed word, and shows the selected item. Enter selects the first
 * item, unless free text is allowed. Leaving the field restores the text of the selected item.
 */
export function ComboBox<Item extends object>(props: ComboBoxProps<Item>) {
  const { label, getKey, getText, value, text, onText, isServerFiltered = false, hint, error } = props;
  const { allowsFreeText = false, isRequired = false, className } = props;
  const emptyText = props.emptyText ?? (allowsFreeText ? undefined : m.staff_list_none_found());
  const chosenText = value ? getText(value) : "";
  const [localText, setLocalText] = useState(chosenText);
  // With free text `value` may be null. Setting this key then closes the list until the text changes.
  const [pickedKey, setPickedKey] = useState<Key | null>(null);
  const fieldText = text ?? localText;
  const isInDialog = use(OverlayTriggerStateContext) !== null;
  const isUnlisted = value !== null && !props.items.some((item) => getKey(item) === getKey(value));
  const items = isUnlisted && fieldText === chosenText ? [value, ...props.items] : props.items;
  const changeText = (newText: string) => {
    setLocalText(newText);
    onText?.(newText);
  };
  const choose = (key: Key | null) => {
    const item = items.find((item) => getKey(item) === key) ?? (value && getKey(value) === key ? value : null);
    if (allowsFreeText) {
      setPickedKey(key);
      if (item) props.onChange(item);
      return;
    }
    // React Aria does not set the text if both value and text are controlled.
    changeText(item ? getText(item) : "");
    if ((item && getKey(item)) !== (value && getKey(value))) props.onChange(item);
  };
  return (
    <AriaComboBox
      defaultItems={items.map((item) => ({ id: getKey(item), item }))}
      value={value ? getKey(value) : pickedKey}
      onChange={choose}
      inputValue={fieldText}
      onInputChange={(newText) => {
        changeText(newText);
        setPickedKey(null);
        if (newText === "" && value && !allowsFreeText) props.onChange(null);
      }}
      allowsCustomValue={allowsFreeText}
      allowsEmptyCollection={emptyText !== undefined}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      isDisabled={props.isDisabled}
      defaultFilter={(itemText, query) => isServerFiltered || query === chosenText || containsWords(itemText, query)}
      className={clsx("grid min-w-0 content-start gap-[.45rem]", className)}
    >
      <Label className="text-sm font-medium">
        {label}
        {isRequired && (
          <span aria-hidden="true" className="ms-0.5 text-danger">
            *
          </span>
        )}
      </Label>
      <div className="relative">
        <OpeningInput
          takesFirst={!allowsFreeText && fieldText.trim() !== "" && fieldText !== chosenText}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog that sets this starts with the field
          autoFocus={props.autoFocus}
          dir={props.dir ?? "auto"}
          lang={props.lang}
          maxLength={props.maxLength}
          autoComplete="off"
          className={clsx("control", !allowsFreeText && "button-room")}
        />
        {!allowsFreeText && (
          <Button className="absolute inset-y-0 end-0 grid w-9 place-items-center text-ink-3">
            <Icon name="chevron-down" size={16} />
          </Button>
        )}
      </div>
      <FieldError className="text-sm text-danger">{error}</FieldError>
      {hint && (
        <Text slot="description" className="text-sm text-ink-3">
          {hint}
        </Text>
      )}
      <ListPopover isInDialog={isInDialog} offset={4} className={clsx(popoverClass, "w-(--trigger-width)")}>
        <ListBox<{ id: string; item: Item }>
          className="outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-3">{emptyText}</p>}
        >
          {({ item }) => (
            <ListBoxItem
              textValue={getText(item)}
              className="flex min-h-9 cursor-pointer items-center rounded-[7px] px-2.5 py-1 outline-none data-focused:bg-row data-selected:bg-primary-tint pointer-coarse:min-h-11"
            >
              <span className="min-w-0">{props.renderItem?.(item) ?? getText(item)}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </ListPopover>
    </AriaComboBox>
  );
}

/**
 * React Aria closes the list and discards the typed text when anything around the field scrolls. This popover keeps the
 * text. On a page it also keeps the list open, because the list scrolls with the field. In a dialog the list would stay
 * behind, so it closes.
 */
function ListPopover({ isInDialog, ...props }: ComponentProps<typeof Popover> & { isInDialog: boolean }) {
  const state = use(ComboBoxStateContext);
  const closeInDialog = (isOpen: boolean) => {
    // Unlike `close`, `toggle` keeps the text.
    if (isInDialog && !isOpen && state?.isOpen) state.toggle();
  };
  return <Popover {...props} isOpen={state?.isOpen ?? false} onOpenChange={closeInDialog} />;
}

/** A click opens the list with all items, as the button does. With `takesFirst`, Enter selects the first item. */
function OpeningInput({ takesFirst, ...props }: ComponentProps<typeof Input> & { takesFirst: boolean }) {
  const state = use(ComboBoxStateContext);
  const focusFirst = (event: KeyboardEvent) => {
    if (!takesFirst || !state?.isOpen || event.key !== "Enter" || event.nativeEvent.isComposing) return;
    const { selectionManager, collection } = state;
    const key = selectionManager.focusedKey ?? collection.getFirstKey();
    if (key !== null) selectionManager.setFocusedKey(key);
    else {
      // No item matches, or the server has not replied yet. Keep the typed text.
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return <Input {...props} onClick={() => state?.open(null, "manual")} onKeyDownCapture={focusFirst} />;
}
