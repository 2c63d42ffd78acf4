import { expect, it } from 'vitest';
import { startForTests } from '../../test/start.ts';
import { CAPTCHA_SECRET } from './captcha.ts';

const { sandbox } = await startForTests();

async function post(path: string, form: Record<string, string>) {
  const response = await fetch(`${sandbox.url}/captcha/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}
const createToken = async (passed: boolean) =>
  String((await post('tokens', { hostname: 'pay.example', passed: String(passed) })).token);
const verify = (response: string, secret = CAPTCHA_SECRET) =>
  post('siteverify', { secret, response });

it('a passed challenge is verified once, with the host of its page', async () => {
  const token = await createToken(true);
  expect(await verify(token)).toMatchObject({ success: true, hostname: 'pay.example' });
  expect(await verify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
});

it('a failed challenge and a wrong secret are refused', async () => {
  const refused = (code: string) => ({ success: false, 'error-codes': [code] });
  expect(await verify(await createToken(false))).toEqual(refused('invalid-input-response'));
  const token = await createToken(true);
  expect(await verify(token, 'wrong')).toEqual(refused('invalid-input-secret'));
  expect(await verify(token)).toMatchObject({ success: true });
});

it('the sandbox serves the script and the widget', async () => {
  const script = await fetch(`${sandbox.url}/captcha/api.js`);
  expect(await script.text()).toContain('window.turnstile');
  const widget = await fetch(`${sandbox.url}/captcha/widget`);
  expect(await widget.text()).toContain('I am human (test)');
});
