'use client';

import { apiScopes, DAY_MS, explicitScopes } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { keysHref } from '#addresses/api-keys.ts';
import { Link, useNavigate } from '#components/link.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import formStyles from '#forms/forms.module.css';
import { NewSecret } from '#forms/new-secret.tsx';
import { readSubset, SubsetPicker } from '#forms/subset-picker.tsx';
import { Option, SelectField, TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './new-key-form.module.css';

const readScopes = apiScopes.filter((scope) => scope.endsWith(':read'));
const writeScopes = apiScopes.filter((scope) => scope.endsWith(':write'));

/** Days; 0 for a key that does not expire. */
const lifetimes = [0, 7, 30, 90, 365];

/** The form of a new key. It shows the value of a secret key once. */
export function NewKeyForm() {
  const t = useTranslations('apiKeys');
  const common = useTranslations('common');
  const navigate = useNavigate();
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
    if (kind === 'publishable') return { message: t('create.done'), goTo: keysHref() };
    setValue(created.value);
    return {};
  }

  if (value !== null) {
    return (
      <div className={`card ${styles.newKey}`}>
        <NewSecret noun="key" onHide={() => navigate(keysHref())} value={value} />
      </div>
    );
  }
  return (
    <div className={styles.container}>
      <ActionForm
        action={create}
        guardsChanges
        hideSuccess
        kind="primary"
        labels={{
          name: t('subject.name'),
          scopes: t('subject.scopes'),
          expires_at: t('subject.expires_at'),
        }}
        layout="column"
        secondary={
          <Link className="button" href={keysHref()}>
            {common('cancel')}
          </Link>
        }
        submit={t('create.submit')}
      >
        <TextField
          hint={t('create.nameHint')}
          input={{ autoComplete: 'off', maxLength: 100, required: true }}
          label={t('create.name')}
          name="name"
        />
        <fieldset className={`${formStyles.options} ${styles.kind}`}>
          <legend>{t('create.kind')}</legend>
          <Option
            defaultChecked
            hint={t('create.secretHint')}
            label={t('create.secret')}
            name="kind"
            onChange={() => setKind('secret')}
            type="radio"
            value="secret"
          />
          <Option
            hint={t('create.publishableHint')}
            label={t('create.publishable')}
            name="kind"
            onChange={() => setKind('publishable')}
            type="radio"
            value="publishable"
          />
        </fieldset>
        {kind === 'secret' && (
          <SubsetPicker
            allHint={t('create.allScopesHint', { scopes: explicitScopes.join(', ') })}
            allLabel={t('create.allScopes')}
            groups={[
              { title: t('create.readScopes'), values: readScopes },
              { title: t('create.writeScopes'), values: writeScopes },
            ]}
            legend={t('create.scopes')}
            name="scopes"
            selected={null}
            selectedLabel={t('create.selectedScopes')}
          />
        )}
        <SelectField
          label={t('create.expires')}
          name="lifetime_days"
          narrow
          options={lifetimes.map((days) => ({
            value: days,
            label: t('create.lifetime', { days }),
          }))}
        />
      </ActionForm>
    </div>
  );
}
