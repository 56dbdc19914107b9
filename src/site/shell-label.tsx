export { Label as ShellLabel, useLabelText as useShellText, type LabelName as ShellLabelName } from "#i18n/label.tsx";
