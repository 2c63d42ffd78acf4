import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FOLDER = new URL('../../browser/', import.meta.url);
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const ASSETS = [
  'appearance.js',
  'captcha-widget.js',
  'captcha.css',
  'card-form.js',
  'challenge.css',
  'challenge.js',
  'checkout.css',
  'checkout.js',
  'element.css',
  'ledger.css',
  'wallet.js',
] as const;

/** The parts of `/v3/stripe.js`, in order. */
const STRIPE_JS = [
  'stripe-frames.js',
  'stripe-elements.js',
  'stripe.js',
  'stripe-checkout.js',
] as const;

const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8');

const version = createHash('sha256').update(ASSETS.map(read).join('')).digest('hex').slice(0, 12);
/** The folder of the assets. Its name depends on their content, so that browsers cache them for ever. */
export const ASSETS_PATH = `/assets/${version}`;

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The same as of the real Stripe.js: its path does not depend on its content. */
export const SHORTLY = 'public, max-age=60';

/** The parts of the payment element's script, in order. */
const ELEMENT_JS = [
  'appearance.js',
  'card-form.js',
  'labels.js',
  'methods.js',
  'element.js',
] as const;

/** The content of the payment element's frame; its modules as one. */
export const ELEMENT = {
  style: read('element.css'),
  script: ELEMENT_JS.map(read)
    .join('\n')
    .replaceAll(/^import .*;$|^export (?=function|const)/gm, ''),
};

/** Serves the files of `browser/`, which are read once. */
export function assetRoutes(app: FastifyInstance): void {
  for (const name of ASSETS) serve(app, `${ASSETS_PATH}/${name}`, IMMUTABLE, name);
  // The paths of the real Stripe.js.
  for (const path of ['/v3', '/v3/', '/v3/stripe.js']) serve(app, path, SHORTLY, ...STRIPE_JS);
  serve(app, '/captcha/api.js', SHORTLY, 'captcha.js');
}

function serve(
  app: FastifyInstance,
  path: string,
  cacheControl: string,
  ...names: readonly [string, ...string[]]
): void {
  const [name] = names;
  const text = names.map(read).join('\n');
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  app.get(path, (_request, reply) =>
    reply
      .type(type)
      .header('cache-control', cacheControl)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .send(text),
  );
}
