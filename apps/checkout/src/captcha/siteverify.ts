import type { Captcha } from '@parley/operations';
import type { Runtime } from '@parley/runtime';
import { z } from 'zod';

const TIMEOUT_MS = 2_000;
const MAX_RESPONSE_BYTES = 16 * 1024;

interface CaptchaOptions {
  /** The public key of the site, which hCaptcha compares with that of the challenge. */
  readonly siteKey: string;
  /** The secret key of the site. */
  readonly secret: string;
  /** URL of the provider's siteverify endpoint. */
  readonly verifyUrl: string;
  /** The host name of the payer page, whose challenges alone count. */
  readonly hostname: string;
  readonly logger: Pick<Runtime['logger'], 'warn' | 'error'>;
}

/** The response of siteverify, as Turnstile, hCaptcha and reCAPTCHA v2 send it. */
const verification = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
});

/**
 * Error codes that do not depend on the token. All others refuse it. Otherwise a program could pay without
 * a challenge by sending a token that causes an error.
 */
const secretErrors = ['missing-input-secret', 'invalid-input-secret'];
const OUTAGE = 'internal-error';

/** The check of challenges by a provider's siteverify endpoint. */
export function createCaptcha({
  siteKey,
  secret,
  verifyUrl,
  hostname,
  logger,
}: CaptchaOptions): Captcha {
  return {
    async verify(token, address) {
      let text: string;
      try {
        text = await post(verifyUrl, {
          secret,
          sitekey: siteKey,
          response: token,
          ...(address === undefined ? {} : { remoteip: address }),
        });
      } catch (error) {
        logger.warn({ err: error }, 'the CAPTCHA provider did not respond: a payer may pay');
        return 'unavailable';
      }
      const { success, data } = verification.safeParse(parseJson(text));
      if (!success) {
        logger.error(
          'the response of CAPTCHA_VERIFY_URL is not one of siteverify: a payer may pay',
        );
        return 'unavailable';
      }
      const codes = data['error-codes'] ?? [];
      if (data.success) {
        if (data.hostname === hostname) return 'passed';
        logger.warn({ hostname: data.hostname }, 'a challenge of another site was refused');
        return 'failed';
      }
      if (codes.some((code) => secretErrors.includes(code))) {
        logger.error('the CAPTCHA provider refused CAPTCHA_SECRET: a payer may pay');
        return 'unavailable';
      }
      if (codes.length > 0 && codes.every((code) => code === OUTAGE)) {
        logger.warn('the CAPTCHA provider failed: a payer may pay');
        return 'unavailable';
      }
      return 'failed';
    },
  };
}

/**
 * Posts a form and returns the text of the response.
 * @throws Error after 2 s, for a response of more than 16 KiB, a redirect, and a status of 429 or 5xx
 */
async function post(url: string, form: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel();
    throw new Error(`siteverify responded with ${response.status}`);
  }
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error('siteverify responded with too many bytes');
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
