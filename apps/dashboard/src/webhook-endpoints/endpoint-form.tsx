'use client';

import { EVENT_SCHEMA_VERSION, eventSchemaVersions, eventTypes } from '@parley/domain';
import { useTranslations } from 'next-intl';
import {
  createEndpointPageInputs,
  endpointHref,
  endpointsHref,
} from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { readSubset } from '#forms/subset-picker.tsx';
import { readField, SelectField, TextField } from '#forms/text-field.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-form.module.css';
import type { Endpoint } from './endpoint-types.ts';
import { EventTypePicker } from './event-type-picker.tsx';

/** The form of a new endpoint. */
export function NewEndpointForm() {
  const t = useTranslations('webhookEndpoints');
  const { mutateAsync } = trpc.webhookEndpoints.create.useMutation();
  return <EndpointForm save={mutateAsync} submit={t('form.add')} />;
}

/** The form of an existing endpoint. */
export function EditEndpointForm({ id }: { readonly id: string }) {
  const t = useTranslations('webhookEndpoints');
  const { mutateAsync } = trpc.webhookEndpoints.update.useMutation();
  const input = createEndpointPageInputs(id, {}).endpoint;
  // A form does not change while it is edited.
  const [{ webhook_endpoint: endpoint }] = trpc.webhookEndpoints.get.useSuspenseQuery(input, {
    refetchOnWindowFocus: false,
  });
  return (
    <EndpointForm
      endpoint={endpoint}
      save={(settings) => mutateAsync({ ...input, ...settings })}
      submit={t('form.save')}
    />
  );
}

interface EndpointFormProps {
  readonly endpoint?: Endpoint;
  readonly save: (
    settings: ReturnType<typeof readSettings>,
  ) => Promise<{ readonly webhook_endpoint: { readonly id: string } }>;
  readonly submit: string;
}

function EndpointForm({ endpoint, save, submit }: EndpointFormProps) {
  const t = useTranslations('webhookEndpoints');
  const common = useTranslations('common');
  async function saveForm(form: FormData) {
    const { webhook_endpoint: saved } = await save(readSettings(form));
    return {
      message: t(endpoint ? 'form.saved' : 'form.added'),
      goTo: endpointHref(saved.id),
    };
  }

  return (
    <div className={styles.container}>
      <ActionForm
        action={saveForm}
        guardsChanges
        hideSuccess
        kind="primary"
        labels={{
          url: t('field.url'),
          event_types: t('field.event_types'),
          event_schema_version: t('field.event_schema_version'),
        }}
        layout="column"
        secondary={
          <Link className="button" href={endpoint ? endpointHref(endpoint.id) : endpointsHref()}>
            {common('cancel')}
          </Link>
        }
        submit={submit}
      >
        <TextField
          hint={t('form.urlHint')}
          input={{
            autoComplete: 'off',
            defaultValue: endpoint?.url,
            inputMode: 'url',
            maxLength: 2048,
            placeholder: 'https://shop.example/webhooks/parley',
            required: true,
            spellCheck: false,
          }}
          label={t('form.url')}
          name="url"
        />
        <EventTypePicker selected={endpoint?.event_types ?? null} />
        <SelectField
          hint={t('form.versionHint')}
          label={t('form.version')}
          name="event_schema_version"
          narrow
          options={eventSchemaVersions.map((version) => ({ value: version, label: version }))}
          value={endpoint?.event_schema_version ?? EVENT_SCHEMA_VERSION}
        />
      </ActionForm>
    </div>
  );
}

function readSettings(form: FormData) {
  const version = eventSchemaVersions.find((known) => known === form.get('event_schema_version'));
  return {
    url: readField(form, 'url'),
    event_types: readSubset(form, 'event_types', eventTypes),
    ...(version && { event_schema_version: version }),
  };
}
