import type { Route } from 'next';
import { redirect, unstable_rethrow } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import { assignToField, type FieldLabels } from '#forms/field-labels.ts';
import type { ServerFormResult } from '#forms/server-form.tsx';
import { logError } from './page-failure.ts';
import { currentRequestId } from './person.ts';

interface FormOptions<Input, Success> {
  /** The values of the form. All of them are strings. */
  readonly schema: z.ZodType<Input>;
  readonly labels: FieldLabels;
  /** The fields that are shown again after a failure; never a password. */
  readonly remember?: readonly (keyof Input & string)[];
  /** Returns the success, or the page to open. */
  readonly run: (input: Input) => Promise<Success | { readonly goTo: Route }>;
}

/** Runs a server action with the values of a form, and returns what the form shows. */
export async function runForm<Input extends object, Success extends object>(
  form: FormData,
  { schema, labels, remember = [], run }: FormOptions<Input, Success>,
): Promise<
  Extract<ServerFormResult, { status: 'failed' }> | ({ readonly status: 'succeeded' } & Success)
> {
  const t = await getTranslations('forms');
  const entries = Object.fromEntries(form);
  const values = Object.fromEntries(remember.map((name) => [name, String(entries[name] ?? '')]));
  const failed = (message: string, code = 'invalid_request') =>
    ({
      status: 'failed',
      code,
      requestId: null,
      values,
      ...assignToField(t, message, labels),
    }) as const;
  // PostgreSQL stores no U+0000, and no person enters it.
  const broken = Object.keys(entries).find((name) => String(entries[name]).includes('\0'));
  if (broken !== undefined) return failed(`${broken} must not contain control characters.`);
  const input = schema.safeParse(entries);
  if (!input.success) {
    const [issue] = input.error.issues;
    return failed(`${issue?.path.join('.')} ${issue?.message}.`);
  }
  const result = await run(input.data).catch(async (error: unknown) => {
    // A redirect is an error that Next.js handles.
    unstable_rethrow(error);
    const { message, code } = logError(error, await currentRequestId());
    return failed(message, code);
  });
  if ('goTo' in result) redirect(result.goTo);
  return { status: 'succeeded', ...result };
}
