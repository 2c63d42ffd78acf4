import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { demo } from './demo.ts';

/**
 * The code that an authenticator app shows (RFC 6238).
 * @param ahead the number of 30-second periods from now
 */
export function totp(key: string, ahead = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const secret = Buffer.from(
    (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Sets an authenticator app up on the page for it. Returns its key and the recovery codes. */
export async function enroll(page: Page, password: string) {
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  const text = await page.getByText(/^Key: /).textContent();
  const key = (text ?? '').replace('Key:', '').replaceAll(/\s/g, '');
  await page.getByRole('textbox', { name: 'Code' }).fill(totp(key));
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect(page.getByText('Your second factor is on.')).toBeVisible();
  const recoveryCodes = await page.getByRole('status').getByRole('listitem').allTextContents();
  await page.getByRole('link', { name: 'I have saved them' }).click();
  return { key, recoveryCodes };
}

/** Moves the last proof of a person's identity eleven minutes back. */
export async function ageProof(email: string): Promise<void> {
  const client = new Client({ connectionString: demo.database_url });
  await client.connect();
  await client.query(
    `UPDATE dashboard_session SET authenticated_at = now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM dashboard_user WHERE email = $1)`,
    [email],
  );
  await client.end();
}
