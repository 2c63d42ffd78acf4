import type { AuthDeps, AuthRequest } from '@parley/auth';
import type { Route } from 'next';
import { getTranslations } from 'next-intl/server';
import type { z } from 'zod';
import type { ServerFormResult } from '#forms/server-form.tsx';
import type { Messages } from '#messages/en/index.ts';
import type { Translator } from '#messages/translator.ts';
import type { FieldLabels } from '#trpc/field-labels.ts';
import { getCurrentRequest } from './person.ts';
import { runForm } from './run-form.ts';
import { runtime } from './runtime.ts';

interface ActionContext<Name extends keyof Messages> {
  readonly t: Translator<Name>;
  readonly accounts: AuthDeps;
  readonly request: AuthRequest;
}

interface Action<Name extends keyof Messages, Input, Success> {
  /** The values of the form. All of them are strings. */
  readonly schema: z.ZodType<Input>;
  /** The labels of the fields, which an error names. */
  readonly labels?: (t: Translator<Name>) => FieldLabels;
  /** The fields that are shown again after a failure; never a password. */
  readonly remember?: readonly (keyof Input & string)[];
  /** Returns the success, or the page to open. */
  readonly run: (
    input: Input,
    context: ActionContext<Name>,
  ) => Promise<Success | { readonly goTo: Route }>;
}

/** A server action on accounts that gets the values of a form. Its texts are those of a namespace. */
export function defineAction<
  Name extends keyof Messages,
  Input extends object,
  Success extends object,
>(namespace: Name, { schema, labels, remember = [], run }: Action<Name, Input, Success>) {
  return async (form: FormData) => {
    const t = (await getTranslations(namespace)) as unknown as Translator<Name>;
    return runForm(form, {
      schema,
      labels: labels?.(t) ?? {},
      remember,
      run: async (input: Input) =>
        run(input, { t, accounts: runtime().accounts, request: await getCurrentRequest() }),
    });
  };
}

/** The same for a `ServerForm`, which shows a message or opens a page afterwards. */
export function defineFormAction<Name extends keyof Messages, Input extends object>(
  namespace: Name,
  options: Action<Name, Input, { readonly message?: string }>,
) {
  const action = defineAction(namespace, options);
  return async (_previous: ServerFormResult | null, form: FormData): Promise<ServerFormResult> =>
    action(form);
}
