import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const FOLDER = new URL('../../browser/', import.meta.url);
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const ASSETS = [
  'appearance.js',
  'card-form.js',
  'challenge.css',
  'challenge.js',
  'checkout.css',
  'checkout.js',
  'element.css',
  'element.js',
  'labels.js',
  'ledger.css',
] as const;

/** The parts of `/v3/stripe.js`, in order. */
const STRIPE_JS = [
  'stripe-frames.js',
  'stripe-elements.js',
  'stripe.js',
  'stripe-checkout.js',
] as const;

/** Serves the files of `browser/`, which are read once. */
export function assetRoutes(app: FastifyInstance): void {
  for (const name of ASSETS) serve(app, `/assets/${name}`, name);
  // The paths of the real Stripe.js.
  for (const path of ['/v3', '/v3/', '/v3/stripe.js']) serve(app, path, ...STRIPE_JS);
}

function serve(app: FastifyInstance, path: string, ...names: readonly [string, ...string[]]): void {
  const [name] = names;
  const text = names.map((file) => readFileSync(new URL(file, FOLDER), 'utf8')).join('\n');
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain';
  app.get(path, (_request, reply) =>
    reply
      .type(type)
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('access-control-allow-origin', '*')
      .send(text),
  );
}
