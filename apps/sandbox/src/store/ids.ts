import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET[randomInt(ALPHABET.length)];
  return text;
}

export const newId = (prefix: string, length = 24): string => `${prefix}_${randomText(length)}`;

/** Returns a new client secret: `<object id>_secret_<random>`. */
export const newClientSecret = (id: string): string => `${id}_secret_${randomText(25)}`;
