import type { Translator } from '#messages/translator.ts';
import type { Outputs } from '#trpc/client.ts';

/** The fields of the forms about a member or an invitation. */
export const memberFields = {
  /** Names the fields in error messages. */
  labels: (t: Translator<'team'>) => ({ email: t('field.email'), role: t('field.role') }),

  readRole: (form: FormData) =>
    form.get('role') as Outputs['team']['list']['members'][number]['role'],
};
