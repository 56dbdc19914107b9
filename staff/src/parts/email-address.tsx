/** An email address. In a narrow space it breaks after the @ first. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split("@");
  return (
    <bdi dir="ltr">
      {name}@<wbr />
      {domain}
    </bdi>
  );
}
