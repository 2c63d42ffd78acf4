'use client';

import { brandColors, CORNER_RADII, MAX_LOGO_BYTES, MAX_SUCCESS_TEXT_LENGTH } from '@parley/domain';
import { type ReactNode, useId, useState } from 'react';
import { useFieldError } from '#forms/action-form.tsx';
import formStyles from '#forms/forms.module.css';
import { Option, SelectField, TextField } from '#forms/text-field.tsx';
import type { Settings } from './read-settings.ts';
import { settingsLabels as labels } from './settings-labels.ts';
import styles from './settings-page.module.css';

/** The button color of the payer page without a setting. */
const DEFAULT_COLOR = '#0b616d';

const corners = CORNER_RADII.map((pixels) => ({
  value: String(pixels),
  label: pixels === 0 ? 'Square' : `${pixels} pixels`,
}));

/** Seconds. */
const lifetimes = [
  [1_800, '30 minutes'],
  [3_600, '1 hour'],
  [21_600, '6 hours'],
  [86_400, '24 hours'],
  [259_200, '3 days'],
  [604_800, '7 days'],
  [2_592_000, '30 days'],
] as const;

/** The fields of the settings, with the given values at first. */
export function SettingsFields({ settings }: { readonly settings: Settings }) {
  const text = (name: 'support_email' | 'support_phone' | `${string}_url`, type = 'text') => ({
    autoComplete: 'off',
    defaultValue: String(settings[name as keyof Settings] ?? ''),
    maxLength: 2_048,
    inputMode: type as 'text' | 'email' | 'tel' | 'url',
  });
  return (
    <>
      <Group title="Payer page">
        <TextField
          hint="Payers see it on the page and in its title."
          input={{
            autoComplete: 'off',
            defaultValue: settings.name,
            maxLength: 100,
            required: true,
          }}
          label={labels.name}
          name="name"
        />
        <LogoField hasLogo={settings.logo !== null} />
        <ColorField initial={settings.accent_color ?? ''} />
        <SelectField
          label={labels.corner_radius}
          name="corner_radius"
          none="Default: 6 pixels"
          options={corners}
          value={settings.corner_radius?.toString()}
        />
        <TextField
          hint={`Plain text below “You paid” and on the receipt, such as when you ship. At most ${MAX_SUCCESS_TEXT_LENGTH} characters, in the language of your payers.`}
          input={{
            defaultValue: settings.success_text ?? '',
            maxLength: MAX_SUCCESS_TEXT_LENGTH,
          }}
          label={labels.success_text}
          lines={3}
          name="success_text"
        />
      </Group>
      <Group title="Contact and terms">
        <TextField
          input={text('support_email', 'email')}
          label={labels.support_email}
          name="support_email"
        />
        <TextField
          input={text('support_phone', 'tel')}
          label={labels.support_phone}
          name="support_phone"
        />
        <TextField
          hint="Payers see these contacts and links at the end of the page."
          input={text('support_url', 'url')}
          label={labels.support_url}
          name="support_url"
        />
        <TextField input={text('terms_url', 'url')} label={labels.terms_url} name="terms_url" />
        <TextField
          input={text('privacy_url', 'url')}
          label={labels.privacy_url}
          name="privacy_url"
        />
      </Group>
      <Group title="New sessions">
        <TextField
          hint="Where payers go after the payment if a session has no payer_destination_url."
          input={text('default_payer_destination_url', 'url')}
          label={labels.default_payer_destination_url}
          name="default_payer_destination_url"
        />
        <LifetimeField initial={settings.default_lifetime_seconds} />
      </Group>
      <Group title="Receipts">
        <Option
          defaultChecked={settings.email_receipts}
          hint="To the payer_contact.email of new sessions, once they are paid, in the language of the payer page. In live mode only. Parley then does not ask your provider to send one."
          label={labels.email_receipts}
          name="email_receipts"
          type="checkbox"
        />
      </Group>
      <Group title="Embedding">
        <TextField
          hint="The sites that may show the payer page in a frame, one per line, such as https://shop.example. Without one, no site may."
          input={{ defaultValue: settings.embedding_origins.join('\n') }}
          label={labels.embedding_origins}
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
  const id = useId();
  const error = useFieldError('logo');
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{labels.logo}</label>
      <input
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${error ? `${id}-error ` : ''}${id}-hint`}
        aria-invalid={error !== null}
        className={styles.file}
        id={id}
        name="logo"
        onChange={({ target }) => {
          const isTooLarge = (target.files?.[0]?.size ?? 0) > MAX_LOGO_BYTES;
          target.setCustomValidity(isTooLarge ? 'Choose an image of at most 256 KiB.' : '');
          target.reportValidity();
        }}
        type="file"
      />
      {error && (
        <p className={formStyles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className={formStyles.hint} id={`${id}-hint`}>
        PNG, JPEG or WebP, at most 256 KiB. It is shown 40 pixels high.
      </p>
      {hasLogo && <Option label="Remove the current logo" name="remove_logo" type="checkbox" />}
    </div>
  );
}

/** The color as text, with a picker that writes it. */
function ColorField({ initial }: { readonly initial: string }) {
  const [color, setColor] = useState(initial);
  return (
    <div className={styles.color}>
      <TextField
        hint="Six hexadecimal digits, such as #0b616d. The text on it is black or white, whichever is easier to read."
        input={{
          autoComplete: 'off',
          maxLength: 7,
          onChange: ({ target }) => setColor(target.value),
          spellCheck: false,
          value: color,
        }}
        label={labels.accent_color}
        name="accent_color"
      />
      <input
        aria-label="Pick the button color"
        className={styles.picker}
        onChange={({ target }) => setColor(target.value)}
        type="color"
        value={brandColors(color.trim())?.background ?? DEFAULT_COLOR}
      />
    </div>
  );
}

function LifetimeField({ initial }: { readonly initial: number | null }) {
  const id = useId();
  const isListed = lifetimes.some(([seconds]) => seconds === initial);
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>{labels.default_lifetime_seconds}</label>
      <select
        aria-describedby={`${id}-hint`}
        className="field"
        defaultValue={initial ?? ''}
        id={id}
        name="default_lifetime_seconds"
      >
        <option value="">Default: 24 hours</option>
        {initial !== null && !isListed && <option value={initial}>{initial} seconds</option>}
        {lifetimes.map(([seconds, label]) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </select>
      <p className={formStyles.hint} id={`${id}-hint`}>
        How long payers can pay if a session has no expires_at.
      </p>
    </div>
  );
}
