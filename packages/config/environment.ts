/** As much of a Zod schema as reading an environment takes. */
interface EnvironmentSchema<Env> {
  safeParse(
    input: unknown,
  ):
    | { readonly success: true; readonly data: Env }
    | { readonly success: false; readonly error: { readonly issues: readonly EnvironmentIssue[] } };
}

interface EnvironmentIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * The environment of a process, checked. A variable that is empty counts as left out.
 * @throws Error that names each variable and what would be right, never its value
 */
export function readEnvironment<Env>(
  schema: EnvironmentSchema<Env>,
  source: Readonly<Record<string, string | undefined>>,
): Env {
  const given = Object.entries(source).filter(([, value]) => value !== '');
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const issues = result.error.issues.map(
    ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
  );
  throw new Error(`The environment is not complete. ${issues.join('; ')}.`);
}
