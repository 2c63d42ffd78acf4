// The hosted payment page: confirms a Checkout Session with the card form.
import { cardForm } from './card-form.js';

const main = document.querySelector('main');
const root = document.querySelector('#card');
const button = document.querySelector('#pay');
const failure = document.querySelector('#failure');
const form = root.querySelector('#number') ? cardForm(root) : null;
const { session, key } = main.dataset;
// The embedding page passes the client secret in the fragment, which servers and logs never see.
const query = new URLSearchParams(location.search);
const embedder = window.parent === window ? null : query.get('origin');
const secret =
  location.hash.length > 1 ? { client_secret: decodeURIComponent(location.hash.slice(1)) } : {};
const postToEmbedder = (message) =>
  window.parent.postMessage({ channel: query.get('channel'), ...message }, embedder);

async function call(method, path, fields = {}) {
  const data = new URLSearchParams({ key, ...fields });
  const response =
    method === 'GET' ? await fetch(`${path}?${data}`) : await fetch(path, { method, body: data });
  const body = await response.json();
  if (!response.ok) throw body.error;
  return body;
}

function challenge(source) {
  const channel = `page-${source}`;
  const query = new URLSearchParams({ source, channel, origin: location.origin });
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Authentication');
  const frame = document.createElement('iframe');
  frame.src = `/elements/challenge?${query}`;
  frame.title = 'Authentication';
  dialog.append(frame);
  main.append(dialog);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.showModal();
  frame.addEventListener('load', () => frame.focus());
  return new Promise((resolve) => {
    const listen = (event) => {
      if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
      if (event.data?.channel !== channel) return;
      removeEventListener('message', listen);
      dialog.close();
      dialog.remove();
      resolve();
    };
    addEventListener('message', listen);
  });
}

async function pay() {
  const fields = { ...form?.data() };
  for (const name of ['email', 'name']) {
    const value = root.querySelector(`#${name}`)?.value.trim();
    if (value) fields[name] = value;
  }
  if (fields.name && form) fields['payment_method_data[billing_details][name]'] = fields.name;
  Object.assign(fields, secret);
  let state = await call('POST', `/v1/payment_pages/${session}/confirm`, fields);
  const intent = state.payment_intent ?? state.setup_intent;
  const source = intent?.status === 'requires_action' && intent.next_action?.use_stripe_sdk?.source;
  if (source) {
    await challenge(source);
    state = await call('GET', `/v1/payment_pages/${session}`, secret);
    const after = state.payment_intent ?? state.setup_intent;
    const error = after?.last_payment_error ?? after?.last_setup_error;
    if (state.status === 'open' && error) throw error;
  }
  if (state.status !== 'complete') return;
  if (embedder) postToEmbedder({ type: 'complete', redirectUrl: state.redirect_url });
  else if (state.redirect_url) location.assign(state.redirect_url);
  else location.reload();
}

root?.addEventListener('submit', async (event) => {
  event.preventDefault();
  failure.textContent = '';
  if (form?.validate()) return;
  button.disabled = true;
  form?.setDisabled(true);
  try {
    await pay();
  } catch (error) {
    failure.textContent = error?.message ?? 'The payment failed. Nothing was charged. Try again.';
    form?.showError(error);
  } finally {
    button.disabled = false;
    form?.setDisabled(false);
  }
});

// Disabled until now: without its script, the form would send the card as a page request.
if (button) button.disabled = false;

if (embedder) {
  const resize = () =>
    postToEmbedder({ type: 'resize', height: Math.ceil(main.getBoundingClientRect().height) });
  new ResizeObserver(resize).observe(main);
}
