/** An email address. In a narrow space, the line may break after the @. */
export function EmailAddress({ address }: { address: string }) {
  const [name, domain] = address.split("@");
  return (
    <bdi dir="ltr">
      {name}@<wbr />
      {domain}
    </bdi>
  );
}
