import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { checkDeclared, type Violation } from './check-value.ts';
import { type Declared, readModule, resolveName } from './read-declarations.ts';

/** The declaration of each object of the API, by its `object` field. */
const DECLARATIONS: Record<string, readonly [file: string, name: string]> = {
  account: ['Accounts', 'Account'],
  charge: ['Charges', 'Charge'],
  'checkout.session': ['Checkout/Sessions', 'Session'],
  customer: ['Customers', 'Customer'],
  dispute: ['Disputes', 'Dispute'],
  event: ['Events', 'EventBase'],
  invoice: ['Invoices', 'Invoice'],
  invoice_payment: ['InvoicePayments', 'InvoicePayment'],
  item: ['LineItems', 'LineItem'],
  payment_intent: ['PaymentIntents', 'PaymentIntent'],
  payment_method: ['PaymentMethods', 'PaymentMethod'],
  price: ['Prices', 'Price'],
  product: ['Products', 'Product'],
  refund: ['Refunds', 'Refund'],
  setup_attempt: ['SetupAttempts', 'SetupAttempt'],
  setup_intent: ['SetupIntents', 'SetupIntent'],
  subscription: ['Subscriptions', 'Subscription'],
  subscription_item: ['SubscriptionItems', 'SubscriptionItem'],
  'test_helpers.test_clock': ['TestHelpers/TestClocks', 'TestClock'],
  webhook_endpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
};

const require = createRequire(import.meta.url);
const resources = new URL('resources/', pathToFileURL(require.resolve('stripe')));

/**
 * Compares a response or event of the provider's API with the declarations of the installed `stripe`
 * package: missing and unknown fields, nullability, primitive types and enum values.
 * @returns one line per difference, without repetitions
 */
export function checkProviderObject(body: unknown): string[] {
  return [...new Set(getViolations(body).map(({ path, problem }) => `${path}: ${problem}`))];
}

function getViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null)
    return [{ path: '', problem: 'no object or error' }];
  if ('error' in body) return checkError(body.error);
  const kind = 'object' in body ? String(body.object) : '';
  if (kind === 'list' || kind === 'search_result') return checkList(body);
  const declaration = DECLARATIONS[kind];
  if (!declaration) return [{ path: kind, problem: 'not an object of the API' }];
  const [file, name] = declaration;
  const deleted = 'deleted' in body && body.deleted === true;
  const own = checkDeclared(body, declared(file, deleted ? `Deleted${name}` : name), kind);
  if (kind !== 'event' || !('data' in body)) return own;
  const { object } = body.data as { object?: unknown };
  return [...own.filter((one) => !one.path.startsWith('event.data.')), ...getViolations(object)];
}

function checkList(list: object): Violation[] {
  const fields = list as { data?: unknown; has_more?: unknown; url?: unknown; next_page?: unknown };
  const search = 'object' in list && list.object === 'search_result';
  const known = ['object', 'data', 'has_more', 'url', ...(search ? ['next_page'] : [])];
  const wrong = [
    ...known.filter((name) => !(name in list)).map((name) => ({ name, problem: 'missing' })),
    ...Object.keys(list)
      .filter((name) => !known.includes(name))
      .map((name) => ({ name, problem: 'unknown' })),
  ];
  const items = Array.isArray(fields.data) ? fields.data : [];
  return [
    ...wrong.map(({ name, problem }) => ({ path: `list.${name}`, problem })),
    ...items.flatMap(getViolations),
  ];
}

/** An error has the fields and codes of a payment's last error. One with a code links to its documentation. */
function checkError(error: unknown): Violation[] {
  const found = checkDeclared(
    error,
    declared('PaymentIntents', 'PaymentIntent', 'LastPaymentError'),
    'error',
  );
  const { code, doc_url } = error as { code?: unknown; doc_url?: unknown };
  if (code !== undefined && doc_url === undefined)
    found.push({ path: 'error.doc_url', problem: 'missing' });
  return found;
}

function declared(file: string, ...names: string[]): Declared {
  const found = resolveName(readModule(new URL(`${file}.d.ts`, resources)), names);
  if (!found) throw new Error(`stripe declares no ${names.join('.')} in ${file}.d.ts.`);
  return found;
}
