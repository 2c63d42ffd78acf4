'use client';

import { ToneIcon } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import { useFormatter, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { createEndpointPageInputs, endpointHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import details from '#details/detail-page.module.css';
import { Fact } from '#details/detail-page.tsx';
import { shortenUrl } from '#format/shorten-url.ts';
import { ActionForm } from '#forms/action-form.tsx';
import { TextField } from '#forms/text-field.tsx';
import { ListPage } from '#lists/list-page.tsx';
import { useMode } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import endpointStyles from './endpoint-page.module.css';
import type { SignatureExplanation } from './endpoint-types.ts';
import styles from './signature-page.module.css';
import { describeSignatureSteps, describeVerdict, type SignatureStep } from './signature-steps.tsx';

/** Finds out why a receiver cannot verify a webhook of an endpoint. */
export function SignaturePage({ id }: { readonly id: string }) {
  const t = useTranslations('signature');
  const { endpoint: input } = createEndpointPageInputs(id, {});
  const [{ webhook_endpoint: endpoint }] = trpc.webhookEndpoints.get.useSuspenseQuery(input);
  const { mutateAsync } = trpc.webhookEndpoints.explainSignature.useMutation();
  const [explanation, setExplanation] = useState<SignatureExplanation | null>(null);

  async function check(form: FormData) {
    setExplanation(null);
    const [headers, body] = [String(form.get('headers')), String(form.get('body'))];
    setExplanation(await mutateAsync({ ...input, headers, body }));
    return {};
  }

  const back = endpointHref(id);
  return (
    <ListPage
      lead={t.rich('page.lead', {
        endpoint: shortenUrl(endpoint.url),
        link: (chunks) => <Link href={back}>{chunks}</Link>,
      })}
      title={t('page.title')}
    >
      <div className={styles.page}>
        <ActionForm
          action={check}
          hideSuccess
          kind="primary"
          labels={{ headers: t('page.headers'), body: t('page.body') }}
          layout="column"
          secondary={
            <Link className="button" href={back}>
              {t('page.back')}
            </Link>
          }
          submit={t('page.submit')}
        >
          <TextField
            hint={t('page.headersHint')}
            input={{ required: true }}
            label={t('page.headers')}
            lines={5}
            name="headers"
            raw
          />
          <TextField hint={t('page.bodyHint')} label={t('page.body')} lines={10} name="body" raw />
        </ActionForm>
        {explanation && <Explanation explanation={explanation} />}
      </div>
    </ListPage>
  );
}

/** What was checked, in order. It takes the focus, so that it is read out. */
function Explanation({ explanation }: { readonly explanation: SignatureExplanation }) {
  const mode = useMode();
  const t = useTranslations('signature');
  const format = useFormatter();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const steps = describeSignatureSteps(t, explanation, mode, new Date());
  const verdict = describeVerdict(t, steps, (names) => format.list(names));
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

const stepTones: Record<SignatureStep['state'], Tone> = {
  passed: 'success',
  warning: 'pending',
  failed: 'critical',
  unchecked: 'neutral',
};

function Step({
  step: { name, state, finding, fix, difference },
}: {
  readonly step: SignatureStep;
}) {
  const t = useTranslations('signature');
  return (
    <li className={`card ${details.attempt}`}>
      <p className={endpointStyles.attemptHead}>
        <ToneIcon tone={stepTones[state]} />
        <strong>{t(`step.${name}`)}</strong>
        <span className="muted">{t(`state.${state}`)}</span>
      </p>
      <p>{finding}</p>
      {difference && (
        <dl className={styles.difference}>
          <Fact name={t('page.sent')}>
            <code>{difference.sent}</code>
          </Fact>
          <Fact name={t('page.received')}>
            <code>{difference.received}</code>
          </Fact>
        </dl>
      )}
      {fix && (state === 'passed' ? <p className="muted">{fix}</p> : <p>{fix}</p>)}
    </li>
  );
}
