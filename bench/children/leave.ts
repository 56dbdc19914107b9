/** A child of the bench lives as long as its standard input: when the bench dies, in whatever way, so does the child. */
export function leaveWithParent(): void {
  process.stdin.on("end", () => process.exit(0)).resume();
}
