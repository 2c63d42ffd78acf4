import type { FastifyInstance } from 'fastify';
import { newId } from '../store/kinds.ts';
import { parseForm } from '../wire/form.ts';
import { html, sendPage } from './html.ts';

/** The secret key of every site at the simulated CAPTCHA provider. */
export const CAPTCHA_SECRET = 'sandbox_captcha_secret';

const LIFETIME_MS = 5 * 60_000;
const MAX_TOKENS = 1_000;

interface Challenge {
  /** The host of the page that showed it. */
  readonly hostname: string;
  readonly passed: boolean;
  readonly endsAt: number;
}

/** A CAPTCHA provider like Turnstile. The visitor chooses the result; a restart removes the tokens. */
export function captchaRoutes(app: FastifyInstance): void {
  const tokens = new Map<string, Challenge>();

  app.get('/captcha/widget', (_request, reply) =>
    sendPage(reply, {
      title: 'Test challenge',
      theme: 'captcha',
      script: 'captcha-widget.js',
      body: html`<main id="widget" aria-label="Test challenge">
  <button type="button" data-passed="true" disabled>I am human (test)</button>
  <button type="button" data-passed="false" disabled>I am a robot (test)</button>
</main>`,
      framed: true,
    }),
  );

  app.post('/captcha/tokens', async (request, reply) => {
    const { hostname = '', passed } = parseForm(String(request.body ?? ''));
    const token = newId('captcha');
    const [oldest] = tokens.keys();
    if (oldest !== undefined && tokens.size >= MAX_TOKENS) tokens.delete(oldest);
    tokens.set(token, {
      hostname: String(hostname),
      passed: passed === 'true',
      endsAt: Date.now() + LIFETIME_MS,
    });
    return reply.header('cache-control', 'no-store').send({ token });
  });

  app.post('/captcha/siteverify', async (request) => {
    const { secret, response: token } = parseForm(String(request.body ?? ''));
    if (secret !== CAPTCHA_SECRET) return failure('invalid-input-secret');
    const challenge = typeof token === 'string' ? tokens.get(token) : undefined;
    if (typeof token === 'string') tokens.delete(token);
    if (!challenge || challenge.endsAt < Date.now()) return failure('timeout-or-duplicate');
    if (!challenge.passed) return failure('invalid-input-response');
    return { success: true, hostname: challenge.hostname, 'error-codes': [] };
  });
}

const failure = (code: string) => ({ success: false, 'error-codes': [code] });
