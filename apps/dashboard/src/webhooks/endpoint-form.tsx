'use client';

import type { WebhookEndpoint } from '@parley/contract';
import { EVENT_SCHEMA_VERSION, eventSchemaVersions } from '@parley/domain';
import Link from 'next/link';
import { useId } from 'react';
import { DeedForm, useFieldError } from '../form/deed-form.tsx';
import fieldStyles from '../form/form.module.css';
import { TextField } from '../form/text-field.tsx';
import { createEndpoint, updateEndpoint } from './actions.ts';
import { endpointHref, endpointsHref } from './address.ts';
import styles from './endpoint-form.module.css';
import { EventTypes } from './event-types.tsx';

/** Where events go, which, and in which shape; of a new endpoint or one there is. */
export function EndpointForm({ endpoint }: { readonly endpoint?: WebhookEndpoint }) {
  const back = endpoint ? endpointHref(endpoint.id) : endpointsHref();
  return (
    <div className={styles.place}>
      <DeedForm
        action={endpoint ? updateEndpoint : createEndpoint}
        beside={
          <Link className="button" href={back}>
            Cancel
          </Link>
        }
        hidden={endpoint ? { id: endpoint.id } : {}}
        kind="first"
        layout="column"
        silentWhenDone
        submit={endpoint ? 'Save changes' : 'Add endpoint'}
      >
        <TextField
          hint="https, at a host that the internet can reach. Events are posted here as JSON."
          input={{
            autoComplete: 'off',
            defaultValue: endpoint?.url,
            inputMode: 'url',
            maxLength: 2048,
            placeholder: 'https://shop.example/webhooks/parley',
            required: true,
            spellCheck: false,
          }}
          label="URL"
          name="url"
        />
        <EventTypes chosen={endpoint?.event_types ?? null} />
        <SchemaVersion pinned={endpoint?.event_schema_version ?? EVENT_SCHEMA_VERSION} />
      </DeedForm>
    </div>
  );
}

function SchemaVersion({ pinned }: { readonly pinned: string }) {
  const id = useId();
  const error = useFieldError('event_schema_version');
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>Schema version</label>
      <select
        aria-describedby={`${id}-hint`}
        aria-invalid={error !== null}
        className={`field ${styles.version}`}
        defaultValue={pinned}
        id={id}
        name="event_schema_version"
      >
        {eventSchemaVersions.map((version) => (
          <option key={version}>{version}</option>
        ))}
      </select>
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {error ?? 'The shape of what is sent. It stays until you change it here.'}
      </p>
    </div>
  );
}
