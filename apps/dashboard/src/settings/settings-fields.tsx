'use client';

import { brandColors, CORNER_RADII, MAX_LOGO_BYTES, MAX_SUCCESS_TEXT_LENGTH } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import formStyles from '#forms/forms.module.css';
import { Field, Option, SelectField, TextField } from '#forms/text-field.tsx';
import type { Settings } from './read-settings.ts';
import styles from './settings-page.module.css';

/** The button color of the payer page without a setting. */
const DEFAULT_COLOR = '#0b616d';

const lifetimes = [
  { seconds: 1_800, count: 30, unit: 'minutes' },
  { seconds: 3_600, count: 1, unit: 'hours' },
  { seconds: 21_600, count: 6, unit: 'hours' },
  { seconds: 86_400, count: 24, unit: 'hours' },
  { seconds: 259_200, count: 3, unit: 'days' },
  { seconds: 604_800, count: 7, unit: 'days' },
  { seconds: 2_592_000, count: 30, unit: 'days' },
] as const;

/** The fields of the settings, with the given values at first. */
export function SettingsFields({ settings }: { readonly settings: Settings }) {
  const t = useTranslations('settings');
  const text = (name: 'support_email' | 'support_phone' | `${string}_url`, type = 'text') => ({
    autoComplete: 'off',
    defaultValue: String(settings[name as keyof Settings] ?? ''),
    maxLength: 2_048,
    inputMode: type as 'text' | 'email' | 'tel' | 'url',
  });
  return (
    <>
      <Group title={t('group.payerPage')}>
        <TextField
          hint={t('hint.name')}
          input={{
            autoComplete: 'off',
            defaultValue: settings.name,
            maxLength: 100,
            required: true,
          }}
          label={t('field.name')}
          name="name"
        />
        <LogoField hasLogo={settings.logo !== null} />
        <ColorField initial={settings.accent_color ?? ''} />
        <SelectField
          label={t('field.corner_radius')}
          name="corner_radius"
          none={t('corners.default')}
          options={CORNER_RADII.map((radius) => ({
            value: radius,
            label:
              radius === 0 ? t('corners.square') : t('corners.pixels', { pixels: String(radius) }),
          }))}
          value={settings.corner_radius}
        />
        <TextField
          hint={t('hint.successText', { max: String(MAX_SUCCESS_TEXT_LENGTH) })}
          input={{
            defaultValue: settings.success_text ?? '',
            maxLength: MAX_SUCCESS_TEXT_LENGTH,
          }}
          label={t('field.success_text')}
          lines={3}
          name="success_text"
        />
      </Group>
      <Group title={t('group.contact')}>
        <TextField
          input={text('support_email', 'email')}
          label={t('field.support_email')}
          name="support_email"
        />
        <TextField
          input={text('support_phone', 'tel')}
          label={t('field.support_phone')}
          name="support_phone"
        />
        <TextField
          hint={t('hint.supportUrl')}
          input={text('support_url', 'url')}
          label={t('field.support_url')}
          name="support_url"
        />
        <TextField input={text('terms_url', 'url')} label={t('field.terms_url')} name="terms_url" />
        <TextField
          input={text('privacy_url', 'url')}
          label={t('field.privacy_url')}
          name="privacy_url"
        />
      </Group>
      <Group title={t('group.newSessions')}>
        <TextField
          hint={t('hint.destination')}
          input={text('default_payer_destination_url', 'url')}
          label={t('field.default_payer_destination_url')}
          name="default_payer_destination_url"
        />
        <LifetimeField initial={settings.default_lifetime_seconds} />
      </Group>
      <Group title={t('group.receipts')}>
        <Option
          defaultChecked={settings.email_receipts}
          hint={t('hint.emailReceipts')}
          label={t('field.email_receipts')}
          name="email_receipts"
          type="checkbox"
        />
      </Group>
      <Group title={t('group.embedding')}>
        <TextField
          hint={t('hint.embeddingOrigins')}
          input={{ defaultValue: settings.embedding_origins.join('\n') }}
          label={t('field.embedding_origins')}
          lines={4}
          name="embedding_origins"
        />
      </Group>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function LogoField({ hasLogo }: { readonly hasLogo: boolean }) {
  const t = useTranslations('settings');
  return (
    <div className={formStyles.field}>
      <Field hint={t('hint.logo')} label={t('field.logo')} name="logo">
        {(attributes) => (
          <input
            {...attributes}
            accept="image/png,image/jpeg,image/webp"
            className={styles.file}
            onChange={({ target }) => {
              const isTooLarge = (target.files?.[0]?.size ?? 0) > MAX_LOGO_BYTES;
              target.setCustomValidity(isTooLarge ? t('logo.tooLarge') : '');
              target.reportValidity();
            }}
            type="file"
          />
        )}
      </Field>
      {hasLogo && <Option label={t('logo.remove')} name="remove_logo" type="checkbox" />}
    </div>
  );
}

/** The color as text, with a picker that writes it. */
function ColorField({ initial }: { readonly initial: string }) {
  const t = useTranslations('settings');
  const [color, setColor] = useState(initial);
  return (
    <div className={styles.color}>
      <TextField
        hint={t('hint.accentColor')}
        input={{
          autoComplete: 'off',
          maxLength: 7,
          onChange: ({ target }) => setColor(target.value),
          spellCheck: false,
          value: color,
        }}
        label={t('field.accent_color')}
        name="accent_color"
      />
      <input
        aria-label={t('color.pick')}
        className={styles.picker}
        onChange={({ target }) => setColor(target.value)}
        type="color"
        value={brandColors(color.trim())?.background ?? DEFAULT_COLOR}
      />
    </div>
  );
}

function LifetimeField({ initial }: { readonly initial: number | null }) {
  const t = useTranslations('settings');
  const listed = lifetimes.map(({ seconds, count, unit }) => ({
    value: seconds,
    label: t(`lifetime.${unit}`, { count }),
  }));
  const isListed = initial === null || listed.some(({ value }) => value === initial);
  const unlisted = isListed
    ? []
    : [{ value: initial, label: t('lifetime.seconds', { count: String(initial) }) }];
  return (
    <SelectField
      hint={t('hint.lifetime')}
      label={t('field.default_lifetime_seconds')}
      name="default_lifetime_seconds"
      none={t('lifetime.default')}
      options={[...unlisted, ...listed]}
      value={initial}
    />
  );
}
