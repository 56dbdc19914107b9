export { useViewer } from "#features/accounts/use-viewer.ts";
