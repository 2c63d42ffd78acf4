// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage, rpcError } from '#test/render.tsx';
import type { SignatureExplanation } from './endpoint-types.ts';
import { SignaturePage } from './signature-page.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ push: vi.fn() }) }));

afterEach(cleanup);

const valid: SignatureExplanation = {
  missing_headers: [],
  renamed_headers: [],
  is_event_known: true,
  timestamp: { state: 'valid', age_seconds: 0 },
  signatures: ['matched'],
  signed_by: { secret: 'current', other_endpoint: null },
  body: { change: 'unchanged', difference: null },
  secret_created_at: '2026-11-20T09:00:00.000Z',
  previous_signing_secret_expires_at: null,
};
const unknown: Partial<SignatureExplanation> = { signatures: ['not_matched'], signed_by: null };
const anHour = 3_600;

/** Submits a request. */
async function check(explainSignature: (input: unknown) => Promise<unknown>) {
  const user = userEvent.setup();
  const endpoint = { id: 'whend_1', url: 'https://shop.example/hooks' };
  await renderPage(<SignaturePage id="whend_1" />, {
    procedures: {
      'webhookEndpoints.get': async () => ({ webhook_endpoint: endpoint }),
      'webhookEndpoints.explainSignature': explainSignature,
    },
  });
  await user.click(screen.getByLabelText('Headers'));
  await user.paste('webhook-id: evt_1');
  await user.click(screen.getByLabelText('Body'));
  await user.paste('42');
  await user.click(screen.getByRole('button', { name: 'Check signature' }));
}

/** The result and the state of each step that did not pass, with its text. */
async function readResult(change: Partial<SignatureExplanation>) {
  await check(async () => ({ ...valid, ...change }));
  const heading = await screen.findByRole('heading', { level: 2 });
  expect(document.activeElement).toBe(heading);
  const steps = screen.getAllByRole('listitem').map((item) => item.textContent);
  return { verdict: heading.textContent, steps };
}

describe('SignaturePage', () => {
  it('sends what was pasted, and shows that every check passed', async () => {
    const explain = vi.fn(async () => valid);
    await check(explain);
    expect(explain).toHaveBeenCalledWith({
      webhook_endpoint_id: 'whend_1',
      headers: 'webhook-id: evt_1',
      body: '42',
    });
    const list = within(await screen.findByRole('list'));
    const states = list
      .getAllByRole('listitem')
      .map((item) => item.querySelector('p')?.textContent);
    expect(states).toEqual([
      'Headerspassed',
      'Signature formatpassed',
      'Secretpassed',
      'Bodypassed',
      'Timestamppassed',
    ]);
  });

  it.each<[string, Partial<SignatureExplanation>, number, string]>([
    ['headers', { missing_headers: ['webhook-id'], ...unknown }, 0, 'Missing: webhook-id.'],
    ['signature format', { ...unknown, signatures: ['malformed'] }, 1, 'does not have the form'],
    ['secret', { signed_by: { secret: 'previous', other_endpoint: null } }, 2, 'resend the event'],
    [
      'secret',
      {
        signed_by: {
          secret: 'current',
          other_endpoint: { id: 'whend_2', url: 'https://shop.example/other' },
        },
      },
      2,
      'shop.example/other',
    ],
    ['secret', { ...unknown, is_event_known: false }, 2, 'test mode has no event'],
    ['secret', unknown, 2, 'the request is not from Parley'],
    [
      'secret',
      { ...unknown, secret_created_at: '2100-01-01T00:00:00.000Z' },
      2,
      'a secret that has expired or been revoked may have signed it',
    ],
    [
      'body',
      {
        body: { change: 'reformatted', difference: { offset: 1, sent: '{"a', received: '{\n"a' } },
      },
      3,
      '{␊"a',
    ],
    [
      'timestamp',
      { timestamp: { state: 'malformed', age_seconds: null } },
      4,
      'Unix time in seconds',
    ],
    ['timestamp', { timestamp: { state: 'too_new', age_seconds: -anHour } }, 4, 'in the future'],
  ])('shows a failure of: %s %j', async (name, change, index, text) => {
    const { verdict, steps } = await readResult(change);
    expect(verdict).toBe(`Verification fails. First cause: ${name}.`);
    expect(steps[index]).toContain('failed');
    expect(steps[index]).toContain(text);
  });

  it('calls a signature right if only its age or the names of its headers would fail', async () => {
    const { verdict, steps } = await readResult({
      renamed_headers: ['HTTP_WEBHOOK_ID'],
      timestamp: { state: 'too_old', age_seconds: anHour },
    });
    expect(verdict).toBe('The signature is valid. Check: headers and timestamp.');
    expect(steps[0]).toContain('HTTP_WEBHOOK_ID');
    expect(steps[4]).toContain('check this');
  });

  it('shows at its field that the body is too long, and no earlier result', async () => {
    await check(() =>
      Promise.reject(rpcError({ fields: { body: 'must be at most 131072 characters.' } })),
    );
    const field = screen.getByLabelText('Body');
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('Body must be at most 131072 characters.')).toBeDefined();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });
});
