import { use, useState, type ComponentProps, type ReactNode } from "react";
import { ComboBox as AriaComboBox, ComboBoxStateContext } from "react-aria-components/ComboBox";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Text } from "react-aria-components/Text";
import { Button } from "react-aria-components/Button";
import { clsx } from "clsx/lite";
import { Icon } from "./icon.tsx";
import { popoverLook } from "./menu.tsx";

export interface ComboBoxProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string;
  textOf(item: Item): string;
  renderItem?(item: Item): ReactNode;
  value: Item | null;
  onChange(item: NoInfer<Item> | null): void;
  /** What is typed, where it is asked for: of the server, or because a text of one's own may stand. */
  text?: string;
  onText?(text: string): void;
  /** A text that is none of the items is one, too. */
  allowsOwnText?: boolean;
  /** The server has chosen the items by the text. */
  isSearched?: boolean;
  /** In place of the items when there are none; without it nothing opens. */
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

/** A field that offers what fits its text. */
export function ComboBox<Item extends object>(props: ComboBoxProps<Item>) {
  const { label, keyOf, textOf, value, text, onText, isSearched = false, emptyText, hint, error } = props;
  const { allowsOwnText = false, isRequired = false, className } = props;
  const [own, setOwn] = useState(value ? textOf(value) : "");
  const typed = text ?? own;
  const isChosenThere = value === null || props.items.some((item) => keyOf(item) === keyOf(value));
  const items = isChosenThere || value === null ? props.items : [...props.items, value];
  const change = (words: string) => {
    setOwn(words);
    onText?.(words);
  };
  return (
    <AriaComboBox
      items={items.map((item) => ({ id: keyOf(item), item }))}
      value={value ? keyOf(value) : null}
      onChange={(key) => {
        const item = items.find((one) => keyOf(one) === key) ?? null;
        if (item || !allowsOwnText) props.onChange(item);
      }}
      inputValue={typed}
      onInputChange={change}
      allowsCustomValue={allowsOwnText}
      allowsEmptyCollection={emptyText !== undefined}
      isInvalid={error !== undefined}
      isRequired={isRequired}
      validationBehavior="aria"
      isDisabled={props.isDisabled}
      // What was chosen is in the field: all others are offered again.
      defaultFilter={isSearched || (value && textOf(value) === typed) ? () => true : undefined}
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
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog that asks for it begins with it
          autoFocus={props.autoFocus}
          dir={props.dir ?? "auto"}
          lang={props.lang}
          maxLength={props.maxLength}
          autoComplete="off"
          className="control button-room"
        />
        {!allowsOwnText && (
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
      <Popover offset={4} className={clsx(popoverLook, "w-(--trigger-width)")}>
        <ListBox<{ id: string; item: Item }>
          className="outline-none"
          renderEmptyState={() => <p className="px-2.5 py-2 text-ink-3">{emptyText}</p>}
        >
          {({ item }) => (
            <ListBoxItem
              textValue={textOf(item)}
              className="flex min-h-9 cursor-pointer items-center rounded-[7px] px-2.5 py-1 outline-none data-focused:bg-row data-selected:bg-primary-tint pointer-coarse:min-h-11"
            >
              <span className="min-w-0">{props.renderItem?.(item) ?? textOf(item)}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

/** A click shows all there is, as the button does. */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = use(ComboBoxStateContext);
  return <Input {...props} onClick={() => state?.open(null, "manual")} />;
}
