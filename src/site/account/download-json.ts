export function downloadJson(name: string, value: object): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // By the next task the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address));
}
