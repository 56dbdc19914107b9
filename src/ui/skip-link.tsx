export function SkipLink({ children, target = "main" }: { children: string; target?: string }) {
  return (
    <a
      href={`#${target}`}
      className="absolute start-4 top-2 z-50 -translate-y-20 rounded-control bg-primary px-5 py-3 font-medium text-on-primary focus:translate-y-0"
    >
      {children}
    </a>
  );
}
