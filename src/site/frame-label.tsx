/** The labels of #i18n/label.tsx under the names that header, menu and footer use. */
export { Label as FrameLabel, useLabelText as useFrameText, type LabelName as FrameName } from "#i18n/label.tsx";
