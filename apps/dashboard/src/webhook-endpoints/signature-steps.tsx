import type { Mode } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import type { ReactNode } from 'react';
import { endpointHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import { shortenUrl } from '#format/shorten-url.ts';
import type { Translator } from '#messages/translator.ts';
import type { SignatureExplanation } from './endpoint-types.ts';

type T = Translator<'signature'>;

/** How a server receives the raw body in Express. */
const EXPRESS_RAW = 'express.raw({ type: "application/json" })';

/** One check of a verification, in the order in which it can fail. */
export interface SignatureStep {
  readonly name: 'headers' | 'form' | 'secret' | 'body' | 'timestamp';
  readonly state: 'passed' | 'warning' | 'failed' | 'unchecked';
  readonly finding: ReactNode;
  readonly fix?: ReactNode;
  /** Excerpts of the sent and the received body from where they differ. */
  readonly difference?: { readonly sent: string; readonly received: string };
}

type Finding = Omit<SignatureStep, 'name'>;

/** What was checked of a received webhook, with how to fix what is wrong. */
export function describeSignatureSteps(
  t: T,
  explanation: SignatureExplanation,
  mode: Mode,
  now: Date,
): readonly SignatureStep[] {
  return [
    { name: 'headers', ...checkHeaders(t, explanation) },
    { name: 'form', ...checkForm(t, explanation) },
    { name: 'secret', ...checkSecret(t, explanation, mode, now) },
    { name: 'body', ...checkBody(t, explanation) },
    { name: 'timestamp', ...checkTimestamp(t, explanation, now) },
  ];
}

/**
 * The result of all steps: the first that failed, else those that need a look.
 * @param list joins the names of steps
 */
export function describeVerdict(
  t: T,
  steps: readonly SignatureStep[],
  list: (names: readonly string[]) => string,
): { readonly tone: Tone; readonly text: string } {
  const getNames = (state: SignatureStep['state']) =>
    steps.filter((step) => step.state === state).map(({ name }) => t(`cause.${name}`));
  const [failed, warnings] = [getNames('failed')[0], getNames('warning')];
  if (failed) return { tone: 'critical', text: t('verdict.failed', { cause: failed }) };
  if (warnings.length > 0) {
    return { tone: 'pending', text: t('verdict.warning', { causes: list(warnings) }) };
  }
  return { tone: 'success', text: t('verdict.passed') };
}

function checkHeaders(t: T, { missing_headers, renamed_headers }: SignatureExplanation): Finding {
  if (missing_headers.length > 0) {
    return {
      state: 'failed',
      finding: t.rich('headers.missing', { names: () => codes(missing_headers) }),
      fix: t('headers.missingFix'),
    };
  }
  if (renamed_headers.length > 0) {
    return {
      state: 'warning',
      finding: t.rich('headers.renamed', { names: () => codes(renamed_headers) }),
      fix: t('headers.renamedFix'),
    };
  }
  return { state: 'passed', finding: t('headers.present') };
}

function checkForm(t: T, { missing_headers, signatures }: SignatureExplanation): Finding {
  if (missing_headers.includes('webhook-signature')) return unchecked(t('form.missing'));
  const wellFormed = signatures.filter(isWellFormed).length;
  if (wellFormed === 0) {
    return {
      state: 'failed',
      finding: signatures.includes('unsupported_version')
        ? t('form.otherVersion')
        : t('form.malformed', { open: '<', close: '>' }),
      fix: t('form.fix'),
    };
  }
  return { state: 'passed', finding: t('form.passed', { count: wellFormed }) };
}

const isWellFormed = (state: SignatureExplanation['signatures'][number]) =>
  state === 'matched' || state === 'not_matched';

function checkSecret(t: T, explanation: SignatureExplanation, mode: Mode, now: Date): Finding {
  const { signed_by: signedBy, secret_created_at: createdAt } = explanation;
  if (signedBy?.other_endpoint) {
    const { id, url } = signedBy.other_endpoint;
    return {
      state: 'failed',
      finding: t.rich('secret.otherEndpoint', {
        url: shortenUrl(url),
        id,
        link: (chunks) => <Link href={endpointHref(id)}>{chunks}</Link>,
        code: (chunks) => <code>{chunks}</code>,
      }),
      fix: t('secret.otherEndpointFix'),
    };
  }
  if (signedBy?.secret === 'previous') {
    return {
      state: 'failed',
      finding: t.rich('secret.previous', { at: () => <Timestamp at={createdAt} /> }),
      fix: t('secret.previousFix'),
    };
  }
  if (signedBy) {
    return {
      state: 'passed',
      finding: t.rich('secret.current', { at: () => <Timestamp at={createdAt} /> }),
      fix: t('secret.currentFix'),
    };
  }
  return checkUnknownSecret(t, explanation, mode, now);
}

/** Of a request that no known secret signed. */
function checkUnknownSecret(
  t: T,
  explanation: SignatureExplanation,
  mode: Mode,
  now: Date,
): Finding {
  const { missing_headers, signatures, timestamp, secret_created_at: createdAt } = explanation;
  if (
    missing_headers.length > 0 ||
    timestamp.age_seconds === null ||
    !signatures.some(isWellFormed)
  ) {
    return unchecked(t('secret.unchecked'));
  }
  if (!explanation.is_event_known) {
    return {
      state: 'failed',
      finding: t(mode === 'live' ? 'secret.unknownLiveEvent' : 'secret.unknownTestEvent'),
      fix: t('secret.unknownEventFix'),
    };
  }
  if (sentAt(timestamp.age_seconds, now) < new Date(createdAt)) {
    return {
      state: 'failed',
      finding: t.rich('secret.expired', { at: () => <Timestamp at={createdAt} /> }),
      fix: t('secret.expiredFix'),
    };
  }
  return { state: 'failed', finding: t('secret.unknown'), fix: t('secret.unknownFix') };
}

function checkBody(t: T, { body: { change, difference } }: SignatureExplanation): Finding {
  if (change === null) return unchecked(t('body.unchecked'));
  if (change === 'unchanged') return { state: 'passed', finding: t('body.unchanged') };
  const finding = t(`change.${change}`);
  const fix = t(`changeFix.${change}`, { express: EXPRESS_RAW });
  if (difference === null || change === 'emptied') return { state: 'failed', finding, fix };
  return {
    state: 'failed',
    finding: `${finding} ${t('body.differs', { position: difference.offset + 1 })}`,
    fix,
    difference: { sent: showLines(difference.sent), received: showLines(difference.received) },
  };
}

/** A text on one line, with a symbol for each line break. */
const showLines = (text: string) => text.replaceAll('\r', '␍').replaceAll('\n', '␊');

function checkTimestamp(t: T, { timestamp }: SignatureExplanation, now: Date): Finding {
  const { state, age_seconds: age } = timestamp;
  if (state === 'missing' || age === null) {
    return state === 'malformed'
      ? { state: 'failed', finding: t('timestamp.malformed'), fix: t('timestamp.malformedFix') }
      : unchecked(t('timestamp.missing'));
  }
  const at = () => <Timestamp at={sentAt(age, now).toISOString()} />;
  if (state === 'too_old') {
    return {
      state: 'warning',
      finding: t.rich('timestamp.tooOld', { at }),
      fix: t('timestamp.tooOldFix'),
    };
  }
  if (state === 'too_new') {
    return {
      state: 'failed',
      finding: t.rich('timestamp.tooNew', { at }),
      fix: t('timestamp.tooNewFix'),
    };
  }
  return { state: 'passed', finding: t.rich('timestamp.passed', { at }) };
}

const unchecked = (finding: string): Finding => ({ state: 'unchecked', finding });

const sentAt = (ageSeconds: number, now: Date) => new Date(now.getTime() - ageSeconds * 1_000);

function codes(names: readonly string[]): ReactNode {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      <code>{name}</code>
    </span>
  ));
}
