import { Writable } from 'node:stream';
import { UnreadableSecret } from '@parley/db';
import { expect, test } from 'vitest';
import { createLogger, redact } from './logger.ts';

function captureLog() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, logger: createLogger({ name: 'test', level: 'trace', destination }) };
}

test.each([
  ['sk_live_5a5a5a5a5a5a', 'sk_…'],
  ['a key pk_test_4q7m2x9k5n8w1r6b in a sentence', 'a key pk_… in a sentence'],
  ['sk_test_*********1234', 'sk_…'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==', 'whsec_…'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['{"authorization":"opaque \\" token","host":"x"}', '{"authorization":"…","host":"x"}'],
  ['{"cookie":"session=abc"}', '{"cookie":"…"}'],
  ['{"set-cookie":"session=abc"}', '{"set-cookie":"…"}'],
  ['{"proxy-authorization":"opaque"}', '{"proxy-authorization":"…"}'],
  ['proxy said Basic YWRhOmh1bnRlcjI= here', 'proxy said Basic … here'],
  ['rk_live_5a5a5a5a5a5a', 'rk_…'],
  ['postgresql://parley:hunter2@db:5432/parley', 'postgresql://…@db:5432/parley'],
  ['ada.lovelace+x@mail.example.com wrote', '…@… wrote'],
  ['?email=ada%40example.com&x=1', '?email=…@…&x=1'],
  [
    String.raw`first line\nsk_live_5a5a5a5a\tBearer abc.def`,
    String.raw`first line\nsk_…\tBearer …`,
  ],
  ['?x=%20sk_test_5a5a5a5a&y=%2FBasic%20YWRh', '?x=%20sk_…&y=%2FBasic …'],
  ['the task_list of disk_1', 'the task_list of disk_1'],
])('redacts %s', (text, redacted) => {
  expect(redact(text)).toBe(redacted);
});

// Quadratic time would exceed the time limit of a test by far.
test('redacts a long text of colons and slashes in proportional time', () => {
  for (const part of [':', '://', 'a://', 'a://a:']) {
    const text = `@ a://${part.repeat(200_000 / part.length)}`;
    expect(redact(text)).toBe(text);
  }
});

test('redacts card numbers in strings and numbers of a line, which stays valid JSON', () => {
  const { lines, logger } = captureLog();
  const card = { number: 4242424242424242, text: 'card "4242-4242-4242-4242"' };
  logger.info({ ...card, list: [4242424242424242], at_ms: 12.34567890123456 });
  const line = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({ number: '…', text: 'card "…"', list: ['…'] });
  expect(line).toMatchObject({ at_ms: 12.34567890123456, time: expect.any(Number) });
});

test('leaves ids, timestamps and words unchanged', () => {
  const text =
    '{"id":"psess_0680yv7c2m4tq9x3k5n8w1r6bzd2hj7egfa0","at":"2026-11-20T09:30:00.000Z","ask":"sk"}';
  expect(redact(text)).toBe(text);
});

test('redacts a line at any level and leaves it valid JSON', () => {
  const { lines, logger } = captureLog();
  logger.debug({ note: 'sent to ada@example.com with sk_live_5a5a5a5a' });
  const [line = ''] = lines;
  expect(JSON.parse(line)).toMatchObject({ level: 20, note: 'sent to …@… with sk_…' });
});

test('logs type, code, stack and causes of an error, but never its message or fields', () => {
  const { lines, logger } = captureLog();
  const cause = Object.assign(new TypeError('Ada Lovelace'), { code: 'ERR_CAUSE', body: 'secret' });
  logger.error({ err: new Error('for Ada Lovelace', { cause }) });
  const [line = ''] = lines;
  expect(line).not.toMatch(/Ada|secret/);
  const { err } = JSON.parse(line);
  expect(err).toMatchObject({ type: 'Error', cause: { type: 'TypeError', code: 'ERR_CAUSE' } });
  expect(err.at[0]).toContain('logger.test.ts');
});

test('logs the status of an SMTP server, but not its response', () => {
  const { lines, logger } = captureLog();
  const response = '550 5.1.1 Ada Lovelace is unknown';
  const err = Object.assign(new Error(response), {
    code: 'EENVELOPE',
    responseCode: 550,
    response,
  });
  logger.error({ err });
  expect(lines[0]).not.toContain('Ada');
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ code: 'EENVELOPE', smtp_code: 550 });
});

test('logs the reason of a database error, which contains no values', () => {
  const { lines, logger } = captureLog();
  logger.error({ err: new Error('the database refused (P2010, 23514, amount) check') });
  expect(JSON.parse(lines[0] ?? '').err.reason).toContain('23514');
});

test('logs the reason of an outage of the database', () => {
  const { lines, logger } = captureLog();
  const cause = new Error('the database is unavailable (P1001, DatabaseNotReachable)');
  logger.error({ err: new Error('Try again later.', { cause }) });
  expect(JSON.parse(lines[0] ?? '').err.cause.reason).toBe(cause.message);
});

test('logs the row and the encryption key of a secret that cannot be opened', () => {
  const { lines, logger } = captureLog();
  const err = new UnreadableSecret('whend_1:signing_secret', 'k2 and k1 are known, not k3', 'k3');
  logger.error({ err });
  expect(JSON.parse(lines[0] ?? '').err.reason).toBe(
    'The sealed value of whend_1:signing_secret cannot be opened: k2 and k1 are known, not k3.',
  );
});
