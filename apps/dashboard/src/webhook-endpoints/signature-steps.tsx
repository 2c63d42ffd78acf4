import type { Mode } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { SignatureExplanation } from './endpoint-types.ts';
import { endpointHref } from './search-params.ts';
import { shortUrl } from './short-url.ts';

/** One check of a verification, in the order in which it can fail. */
export interface SignatureStep {
  readonly name: string;
  readonly state: 'passed' | 'warning' | 'failed' | 'unchecked';
  readonly finding: ReactNode;
  readonly fix?: ReactNode;
  /** Excerpts of the sent and the received body from where they differ. */
  readonly difference?: { readonly sent: string; readonly received: string };
}

type Finding = Omit<SignatureStep, 'name'>;

/** What was checked of a received webhook, with how to fix what is wrong. */
export function signatureSteps(
  explanation: SignatureExplanation,
  mode: Mode,
  now: Date,
): readonly SignatureStep[] {
  return [
    { name: 'Headers', ...checkHeaders(explanation) },
    { name: 'Form of the signature', ...checkForm(explanation) },
    { name: 'Secret', ...checkSecret(explanation, mode, now) },
    { name: 'Body', ...checkBody(explanation) },
    { name: 'Timestamp', ...checkTimestamp(explanation, now) },
  ];
}

/** The result of all steps: the first that failed, else those that need a look. */
export function describeVerdict(steps: readonly SignatureStep[]): {
  readonly tone: Tone;
  readonly text: string;
} {
  const namesOf = (state: SignatureStep['state']) =>
    steps.filter((step) => step.state === state).map(({ name }) => name.toLowerCase());
  const [failed, warnings] = [namesOf('failed')[0], namesOf('warning')];
  if (failed) return { tone: 'critical', text: `The verification fails. First cause: ${failed}.` };
  if (warnings.length > 0) {
    return { tone: 'pending', text: `The signature is right. Look at: ${warnings.join(' and ')}.` };
  }
  return { tone: 'success', text: 'The signature is right, and the request can be verified.' };
}

function checkHeaders({ missing_headers, renamed_headers }: SignatureExplanation): Finding {
  if (missing_headers.length > 0) {
    return {
      state: 'failed',
      finding: <>Missing: {codes(missing_headers)}.</>,
      fix: 'Pass all headers of the request to the verification. A proxy in front of your server must forward them.',
    };
  }
  if (renamed_headers.length > 0) {
    return {
      state: 'warning',
      finding: <>Libraries do not find a header under the name {codes(renamed_headers)}.</>,
      fix: 'Pass the headers with the names webhook-id, webhook-timestamp and webhook-signature.',
    };
  }
  return { state: 'passed', finding: 'All three headers are present.' };
}

function checkForm({ missing_headers, signatures }: SignatureExplanation): Finding {
  if (missing_headers.includes('webhook-signature')) return unchecked('There is no signature.');
  const wellFormed = signatures.filter(isWellFormed).length;
  if (wellFormed === 0) {
    return {
      state: 'failed',
      finding: signatures.includes('unsupported_version')
        ? 'The signature has another version than v1.'
        : 'The signature does not have the form v1,<base64 of 32 bytes>.',
      fix: 'Pass webhook-signature exactly as it was received: with its version, and not cut off, decoded or in other quotes.',
    };
  }
  return {
    state: 'passed',
    finding:
      wellFormed === 1 ? 'One signature of version v1.' : `${wellFormed} signatures of version v1.`,
  };
}

const isWellFormed = (state: SignatureExplanation['signatures'][number]) =>
  state === 'matched' || state === 'not_matched';

function checkSecret(explanation: SignatureExplanation, mode: Mode, now: Date): Finding {
  const { signed_by: signedBy, secret_created_at: createdAt } = explanation;
  if (signedBy?.other_endpoint) {
    const { id, url } = signedBy.other_endpoint;
    return {
      state: 'failed',
      finding: (
        <>
          Another endpoint signed the request:{' '}
          <Link href={endpointHref(mode, id)}>{shortUrl(url)}</Link> (<code>{id}</code>).
        </>
      ),
      fix: 'Verify with the secret of that endpoint. Every endpoint has its own, even if two have the same URL.',
    };
  }
  if (signedBy?.secret === 'previous') {
    return {
      state: 'failed',
      finding: (
        <>
          The previous secret signed the request, not the current one, which was created{' '}
          <Timestamp at={createdAt} />.
        </>
      ),
      fix: 'The request was sent before the rotation. Verify with both secrets until the previous one expires, or resend the event: both sign it then.',
    };
  }
  if (signedBy) {
    return {
      state: 'passed',
      finding: (
        <>
          The current secret signed the request. It was created <Timestamp at={createdAt} />.
        </>
      ),
      fix: 'If your server still rejects the request, it has another secret. An earlier one no longer signs after its overlap: store the current one, with its prefix whsec_.',
    };
  }
  return checkUnknownSecret(explanation, mode, now);
}

/** Of a request that no known secret signed. */
function checkUnknownSecret(explanation: SignatureExplanation, mode: Mode, now: Date): Finding {
  const { missing_headers, signatures, timestamp, secret_created_at: createdAt } = explanation;
  if (
    missing_headers.length > 0 ||
    timestamp.age_seconds === null ||
    !signatures.some(isWellFormed)
  ) {
    return unchecked(
      'A secret can only be compared when the headers are complete and well-formed.',
    );
  }
  if (!explanation.is_event_known) {
    return {
      state: 'failed',
      finding: `No secret signed this id, timestamp and body, and ${mode} mode has no event with this webhook-id.`,
      fix: 'Check that webhook-id is unchanged, and that the request comes from this mode and merchant.',
    };
  }
  if (sentAt(timestamp.age_seconds, now) < new Date(createdAt)) {
    return {
      state: 'failed',
      finding: (
        <>
          The request was sent before the current secret was created, <Timestamp at={createdAt} />.
          The secret that signed it has expired or was revoked.
        </>
      ),
      fix: 'Use the current secret, and resend the event: the current secret signs it then.',
    };
  }
  return {
    state: 'failed',
    finding:
      'No secret of your endpoints signed this id and timestamp, not even with the body that was sent.',
    fix: 'Check that all three headers are of the same request and unchanged. If they are, the request is not from Parley: do not process it.',
  };
}

const bodyFindings: Record<
  Exclude<NonNullable<SignatureExplanation['body']['change']>, 'unchanged'>,
  readonly [finding: string, fix: string]
> = {
  emptied: [
    'The body is empty.',
    'Read the raw body before another part of your server does: a stream can be read only once.',
  ],
  whitespace_added: [
    'There is whitespace before or after the sent body, such as a newline at its end.',
    'If it is not from copying, pass the body as received. A shell or an editor adds a newline.',
  ],
  line_endings_changed: [
    'The line endings of the sent body were changed.',
    'Read the body as bytes, not as text.',
  ],
  reformatted: [
    'The JSON was parsed and written again: it has the same content in another format.',
    'Verify the raw body before your framework parses it. In Express: express.raw({ type: "application/json" }).',
  ],
  encoded_as_json_string: [
    'The body was encoded as a JSON string.',
    'Pass the body itself to the verification, without JSON.stringify.',
  ],
  decoded_as_latin1: [
    'The body was decoded as Latin-1, which changes characters outside of ASCII.',
    'Decode the body as UTF-8, or verify its bytes.',
  ],
  edited: [
    'The body is not the one that was sent.',
    'Pass the raw body to the verification, before anything parses or changes it.',
  ],
};

function checkBody({ body: { change, difference } }: SignatureExplanation): Finding {
  if (change === null)
    return unchecked('Without its secret or its event, the body cannot be compared.');
  if (change === 'unchanged')
    return { state: 'passed', finding: 'The body is the one that was sent.' };
  const [finding, fix] = bodyFindings[change];
  if (difference === null || change === 'emptied') return { state: 'failed', finding, fix };
  return {
    state: 'failed',
    finding: `${finding} It differs from character ${(difference.offset + 1).toLocaleString('en')} on.`,
    fix,
    difference: { sent: showLines(difference.sent), received: showLines(difference.received) },
  };
}

/** A text on one line, with a symbol for each line break. */
const showLines = (text: string) => text.replaceAll('\r', '␍').replaceAll('\n', '␊');

function checkTimestamp({ timestamp }: SignatureExplanation, now: Date): Finding {
  const { state, age_seconds: age } = timestamp;
  if (state === 'missing' || age === null) {
    return state === 'malformed'
      ? {
          state: 'failed',
          finding: 'webhook-timestamp is not a number of seconds since 1970.',
          fix: 'Pass webhook-timestamp as received, neither as a date nor in milliseconds.',
        }
      : unchecked('There is no timestamp.');
  }
  const at = <Timestamp at={sentAt(age, now).toISOString()} />;
  if (state === 'too_old') {
    return {
      state: 'warning',
      finding: <>The request was sent {at}. Libraries reject it 5 minutes after that.</>,
      fix: 'If your server verified it when it arrived, this is normal. Otherwise verify a request before you queue it, and correct the clock of your server.',
    };
  }
  if (state === 'too_new') {
    return {
      state: 'failed',
      finding: <>The timestamp is in the future: {at}. Libraries accept at most 5 minutes.</>,
      fix: 'Pass webhook-timestamp unchanged. Parley sets it when it sends the request.',
    };
  }
  return {
    state: 'passed',
    finding: <>The request was sent {at}, at most 5 minutes from now.</>,
  };
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
