import { InvalidFieldError } from '@parley/domain';
import { type ErrorResponse, formatErrorResponse } from '@parley/router';
import type { Route } from 'next';
import { redirect, unstable_rethrow } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import type { ServerFormResult } from '#forms/server-form.tsx';
import { assignToFields, type FieldLabels } from '#trpc/field-labels.ts';
import { logError } from './page-failure.ts';
import { getCurrentRequestId } from './person.ts';

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
  const failed = ({ code, ...error }: Pick<ErrorResponse, 'code' | 'message' | 'fields'>) =>
    ({
      status: 'failed',
      code,
      requestId: null,
      values,
      ...assignToFields(t, error, labels),
    }) as const;
  // PostgreSQL stores no U+0000, and no person enters it.
  const broken = Object.keys(entries).find((name) => String(entries[name]).includes('\0'));
  if (broken !== undefined) {
    const error = new InvalidFieldError(broken, 'must not contain control characters.');
    return failed(formatErrorResponse(error));
  }
  const input = schema.safeParse(entries);
  if (!input.success) return failed(formatErrorResponse(input.error));
  const result = await run(input.data).catch(async (error: unknown) => {
    // A redirect is an error that Next.js handles.
    unstable_rethrow(error);
    return failed(logError(error, await getCurrentRequestId()));
  });
  if ('goTo' in result) redirect(result.goTo);
  return { status: 'succeeded', ...result };
}
