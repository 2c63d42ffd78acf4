// The frame of the payment element: exchanges messages with the embedding page and calls the API.
import { applyAppearance } from './appearance.js';
import { cardForm } from './card-form.js';
import { applyLocale } from './labels.js';
import { methodForms } from './methods.js';

// In the fragment, so that every frame has the same, cached document.
const query = new URLSearchParams(location.hash.slice(1));
const channel = query.get('channel');
const parentOrigin = query.get('origin');
const root = document.querySelector('#card');
let settings = null;

const send = (message) => window.parent.postMessage({ channel, ...message }, parentOrigin);

const card = cardForm(root, (state) => send({ type: 'change', ...state }));
const methods = methodForms(root, card);

const kindOf = (clientSecret) =>
  [
    { prefix: 'seti_', resource: 'setup_intents', name: 'setupIntent' },
    { prefix: 'cs_', resource: 'payment_pages', name: 'session' },
  ].find((kind) => clientSecret.startsWith(kind.prefix)) ?? {
    resource: 'payment_intents',
    name: 'paymentIntent',
  };

async function post(path, fields) {
  const body = new URLSearchParams({ key: settings.key, ...fields });
  const response = await fetch(path, { method: 'POST', body, credentials: 'omit' });
  const result = await response.json();
  return response.ok ? { ok: true, body: result } : { ok: false, error: result.error };
}

const pathOf = (clientSecret) =>
  `/v1/${kindOf(clientSecret).resource}/${encodeURIComponent(clientSecret.split('_secret_')[0])}`;

function init(message) {
  const first = settings === null;
  settings = message;
  applyAppearance(message.appearance);
  applyLocale(message.locale);
  document.documentElement.dataset.ready = 'true';
  resize();
  if (first) send({ type: 'ready' });
}

function checkoutFields({ email, name }) {
  return { ...(email ? { email } : {}), ...(name ? { name } : {}) };
}

function billing(confirmParams) {
  const details = confirmParams.payment_method_data?.billing_details ?? {};
  const fields = {};
  for (const name of ['name', 'email', 'phone'])
    if (details[name]) fields[`payment_method_data[billing_details][${name}]`] = details[name];
  for (const [name, value] of Object.entries(details.address ?? {}))
    if (value) fields[`payment_method_data[billing_details][address][${name}]`] = value;
  return fields;
}

async function confirm({ clientSecret, confirmParams }) {
  const { form } = methods;
  const invalid = form.validate();
  if (invalid)
    return {
      error: {
        type: 'validation_error',
        code: `incomplete_${invalid.name}`,
        message: invalid.message,
      },
    };
  form.setDisabled(true);
  try {
    const response = await post(`${pathOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      ...(clientSecret.startsWith('cs_')
        ? checkoutFields(confirmParams)
        : { use_stripe_sdk: 'true' }),
      ...(confirmParams.return_url ? { return_url: confirmParams.return_url } : {}),
      ...form.data(),
      ...billing(confirmParams),
    });
    if (response.ok) return { [kindOf(clientSecret).name]: response.body };
    form.showError(response.error);
    return { error: response.error };
  } catch {
    return {
      error: {
        type: 'api_connection_error',
        message: 'The payment provider could not be reached. Nothing was charged. Try again.',
      },
    };
  } finally {
    form.setDisabled(false);
  }
}

const reply = (id, result) => send({ type: 'reply', id, result });

addEventListener('message', async (event) => {
  if (event.source !== window.parent || event.origin !== parentOrigin) return;
  const message = event.data;
  if (message?.channel !== channel) return;
  switch (message.type) {
    case 'init':
      return init(message);
    case 'offer':
      methods.offer(message.types);
      resize();
      return reply(message.id, {});
    case 'validate': {
      const invalid = methods.form.validate();
      return reply(
        message.id,
        invalid
          ? { error: { type: 'validation_error', message: invalid.message } }
          : { selectedPaymentMethod: methods.selected },
      );
    }
    case 'confirm':
      return reply(message.id, await confirm(message));
    case 'clear':
      return methods.form.clear();
    case 'focus':
      return methods.form.focus();
    case 'blur':
      return document.activeElement?.blur();
  }
});

let lastHeight = 0;
function resize() {
  const height = Math.ceil(root.getBoundingClientRect().bottom);
  if (height === lastHeight) return;
  lastHeight = height;
  send({ type: 'resize', height });
}

root.addEventListener('submit', (event) => event.preventDefault());
root.addEventListener('focusin', (event) => {
  if (!root.contains(event.relatedTarget)) send({ type: 'focus' });
});
root.addEventListener('focusout', (event) => {
  if (!root.contains(event.relatedTarget)) send({ type: 'blur' });
});
root.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') send({ type: 'escape' });
});
new ResizeObserver(resize).observe(root);

// Without an embedding page that names its origin there is no one to send messages to.
if (channel && parentOrigin && window.parent !== window) send({ type: 'hello' });
