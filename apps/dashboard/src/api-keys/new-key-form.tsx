'use client';

import { apiScopes } from '@parley/domain';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { ActionForm } from '#forms/action-form.tsx';
import formStyles from '#forms/forms.module.css';
import { NewSecret } from '#forms/new-secret.tsx';
import { readSubset, SubsetPicker } from '#forms/subset-picker.tsx';
import { Option, TextField } from '#forms/text-field.tsx';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './new-key-form.module.css';
import { keysHref } from './search-params.ts';

const DAY_MS = 86_400_000;

const labels = { name: 'The name', scopes: 'The scopes', expires_at: 'The expiry' };

const scopeGroups = [
  { title: 'Read', values: apiScopes.filter((scope) => scope.endsWith(':read')) },
  { title: 'Write', values: apiScopes.filter((scope) => scope.endsWith(':write')) },
];

const lifetimes = [
  ['0', 'Never'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In 1 year'],
] as const;

/** The form of a new key. It shows the value of a secret key once. */
export function NewKeyForm() {
  const mode = useMode();
  const router = useRouter();
  // The cache of mutations does not store the key once this form is gone.
  const { mutateAsync } = trpc.apiKeys.create.useMutation({ gcTime: 0 });
  const [kind, setKind] = useState<'secret' | 'publishable'>('secret');
  const [value, setValue] = useState<string | null>(null);

  async function create(form: FormData) {
    const days = Number(form.get('lifetime_days'));
    const created = await mutateAsync({
      kind,
      name: String(form.get('name')),
      expires_at: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      scopes: kind === 'secret' ? readSubset(form, 'scopes', apiScopes) : null,
    });
    // The list shows publishable keys.
    if (kind === 'publishable') return { message: 'The key was created.', goTo: keysHref(mode) };
    setValue(created.value);
    return {};
  }

  if (value !== null) {
    return (
      <div className={`card ${styles.newKey}`}>
        <NewSecret noun="key" onHide={() => router.push(keysHref(mode))} value={value} />
      </div>
    );
  }
  return (
    <div className={styles.container}>
      <ActionForm
        action={create}
        hideSuccess
        kind="primary"
        labels={labels}
        layout="column"
        secondary={
          <Link className="button" href={keysHref(mode)}>
            Cancel
          </Link>
        }
        submit="Create key"
      >
        <TextField
          hint="Where the key is used, for example the name of a server."
          input={{ autoComplete: 'off', maxLength: 100, required: true }}
          label="Name"
          name="name"
        />
        <fieldset className={`${formStyles.options} ${styles.kind}`}>
          <legend>Kind</legend>
          <Option
            defaultChecked
            hint="For your servers. Store it like a password."
            label="Secret"
            name="kind"
            onChange={() => setKind('secret')}
            type="radio"
            value="secret"
          />
          <Option
            hint="For links to the payer page. Payers can see it."
            label="Publishable"
            name="kind"
            onChange={() => setKind('publishable')}
            type="radio"
            value="publishable"
          />
        </fieldset>
        {kind === 'secret' && (
          <SubsetPicker
            allLabel="All, including future ones"
            groups={scopeGroups}
            legend="Scopes"
            name="scopes"
            selected={null}
            selectedLabel="Selected scopes only"
          />
        )}
        <Lifetime />
      </ActionForm>
    </div>
  );
}

function Lifetime() {
  const id = useId();
  return (
    <div className={formStyles.field}>
      <label htmlFor={id}>Expires</label>
      <select className={`field ${styles.lifetime}`} id={id} name="lifetime_days">
        {lifetimes.map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
