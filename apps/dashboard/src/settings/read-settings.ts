import { isCornerRadius } from '@parley/domain';
import type { Translator } from '#messages/translator.ts';
import type { Outputs } from '#trpc/client.ts';
import type { FieldLabels } from '#trpc/field-labels.ts';

export type Settings = Outputs['settings']['get'];

const fields = [
  'name',
  'logo',
  'accent_color',
  'corner_radius',
  'success_text',
  'support_email',
  'support_phone',
  'support_url',
  'terms_url',
  'privacy_url',
  'default_payer_destination_url',
  'default_lifetime_seconds',
  'email_receipts',
  'embedding_origins',
] as const;
type FieldName = (typeof fields)[number];

/** Names the fields in error messages. */
export const getSettingsLabels = (t: Translator<'settings'>): FieldLabels =>
  Object.fromEntries(fields.map((name) => [name, t(`field.${name}`)]));

/** The settings in a form apart from the logo. Empty fields are null. */
export function readSettings(form: FormData) {
  const text = (name: FieldName) => String(form.get(name) ?? '').trim();
  const number = (name: FieldName) => (text(name) ? Number(text(name)) : null);
  const radius = number('corner_radius');
  return {
    name: text('name'),
    accent_color: text('accent_color') || null,
    corner_radius: isCornerRadius(radius) ? radius : null,
    success_text: text('success_text') || null,
    support_email: text('support_email') || null,
    support_phone: text('support_phone') || null,
    support_url: text('support_url') || null,
    terms_url: text('terms_url') || null,
    privacy_url: text('privacy_url') || null,
    default_payer_destination_url: text('default_payer_destination_url') || null,
    default_lifetime_seconds: number('default_lifetime_seconds'),
    email_receipts: form.has('email_receipts'),
    embedding_origins: text('embedding_origins').split(/\s+/).filter(Boolean),
  };
}

/** The settings in a form that may not be saved yet. */
export type SettingsDraft = ReturnType<typeof readSettings>;

/** The logo in a form as a data URL; null to remove the current one, undefined to keep it. */
export async function readLogoUrl(form: FormData): Promise<string | null | undefined> {
  if (form.has('remove_logo')) return null;
  const file = form.get('logo');
  if (!(file instanceof File) || file.size === 0) return undefined;
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** The base64 part of a data URL. */
export const getContent = (url: string): string => url.slice(url.indexOf(',') + 1);

/** The logo of saved settings as a data URL. */
export const getLogoUrl = ({ logo }: Settings): string | null =>
  logo && `data:${logo.content_type};base64,${logo.content}`;
