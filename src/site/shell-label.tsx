/** The labels of #i18n/label.tsx under the names that header, menu and footer use. */
export { Label as ShellLabel, useLabelText as useShellText, type LabelName as ShellLabelName } from "#i18n/label.tsx";
