/** An email address; on a narrow card it breaks after the @ before it breaks inside a word. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split("@");
  return (
    <bdi dir="ltr">
      {name}@<wbr />
      {domain}
    </bdi>
  );
}
