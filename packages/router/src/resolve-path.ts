/** Replaces the parameters of a path template with their values in the input. */
export function resolvePath(template: string, input: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? '')),
  );
}
