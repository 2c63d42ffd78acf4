'use client';

import { ToneIcon } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import Link from 'next/link';
import { useEffect, useRef, useState } from 'react';
import details from '#details/detail-page.module.css';
import { ActionForm } from '#forms/action-form.tsx';
import { TextField } from '#forms/text-field.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import endpointStyles from './endpoint-page.module.css';
import type { SignatureExplanation } from './endpoint-types.ts';
import { endpointHref, endpointPageInputs } from './search-params.ts';
import { shortUrl } from './short-url.ts';
import styles from './signature-page.module.css';
import { describeVerdict, type SignatureStep, signatureSteps } from './signature-steps.tsx';

const labels = { headers: 'Headers', body: 'Body' };

/** Finds out why a receiver cannot verify a webhook of an endpoint. */
export function SignaturePage({ id }: { readonly id: string }) {
  const mode = useMode();
  const { endpoint: input } = endpointPageInputs(id, {});
  const [{ webhook_endpoint: endpoint }] = trpc.webhookEndpoints.get.useSuspenseQuery(input);
  const { mutateAsync } = trpc.webhookEndpoints.explainSignature.useMutation();
  const [explanation, setExplanation] = useState<SignatureExplanation | null>(null);

  async function check(form: FormData) {
    setExplanation(null);
    const [headers, body] = [String(form.get('headers')), String(form.get('body'))];
    setExplanation(await mutateAsync({ ...input, headers, body }));
    return {};
  }

  const back = endpointHref(mode, id);
  return (
    <ListPage
      lead={
        <>
          Paste a request that <Link href={back}>{shortUrl(endpoint.url)}</Link> received, to see
          why your server cannot verify its signature. Nothing of it is stored.
        </>
      }
      title="Check a signature"
    >
      <div className={styles.page}>
        <ActionForm
          action={check}
          hideSuccess
          kind="primary"
          labels={labels}
          layout="column"
          secondary={
            <Link className="button" href={back}>
              Back to the endpoint
            </Link>
          }
          submit="Check signature"
        >
          <TextField
            hint="The three headers webhook-id, webhook-timestamp and webhook-signature; others are ignored."
            input={{ required: true }}
            label="Headers"
            lines={5}
            name="headers"
            raw
          />
          <TextField
            hint="Exactly what your server passes to the verification, before JSON is parsed."
            label="Body"
            lines={10}
            name="body"
            raw
          />
        </ActionForm>
        {explanation && <Explanation explanation={explanation} />}
      </div>
    </ListPage>
  );
}

/** What was checked, in order. It takes the focus, so that it is read out. */
function Explanation({ explanation }: { readonly explanation: SignatureExplanation }) {
  const mode = useMode();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const steps = signatureSteps(explanation, mode, new Date());
  const verdict = describeVerdict(steps);
  return (
    <section aria-labelledby="verdict" className={details.section}>
      <h2
        className={styles.verdict}
        data-tone={verdict.tone}
        id="verdict"
        ref={heading}
        tabIndex={-1}
      >
        {verdict.text}
      </h2>
      <ol className={details.attempts}>
        {steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
    </section>
  );
}

const stepTones: Record<SignatureStep['state'], { readonly tone: Tone; readonly word: string }> = {
  passed: { tone: 'success', word: 'passed' },
  warning: { tone: 'pending', word: 'check this' },
  failed: { tone: 'critical', word: 'failed' },
  unchecked: { tone: 'neutral', word: 'not checked' },
};

function Step({
  step: { name, state, finding, fix, difference },
}: {
  readonly step: SignatureStep;
}) {
  const { tone, word } = stepTones[state];
  return (
    <li className={`card ${details.attempt}`}>
      <p className={endpointStyles.attemptHead}>
        <ToneIcon tone={tone} />
        <strong>{name}</strong>
        <span className="muted">{word}</span>
      </p>
      <p>{finding}</p>
      {difference && (
        <dl className={styles.difference}>
          <div>
            <dt>Sent</dt>
            <dd>
              <code>{difference.sent}</code>
            </dd>
          </div>
          <div>
            <dt>Received</dt>
            <dd>
              <code>{difference.received}</code>
            </dd>
          </div>
        </dl>
      )}
      {fix && (state === 'passed' ? <p className="muted">{fix}</p> : <p>{fix}</p>)}
    </li>
  );
}
