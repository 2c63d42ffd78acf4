/** Where a browser tab stores the key, so that it is entered once. */
const KEY_NAME = 'parley-secret-key';

function field(label: string, control: HTMLInputElement | HTMLTextAreaElement): HTMLLabelElement {
  const element = document.createElement('label');
  element.append(label, control);
  return element;
}

function input(value = '', type = 'text'): HTMLInputElement {
  return Object.assign(document.createElement('input'), { value, type, autocomplete: 'off' });
}

/** Text as indented JSON, or unchanged. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * A form that sends a request to the API of `npm start` through the server of this page. The site in
 * production has no such route: the form says so.
 */
class ParleyRequest extends HTMLElement {
  connectedCallback(): void {
    const { method = 'GET', path = '', body = '' } = this.dataset;
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = 'Try it';
    const form = document.createElement('form');
    const output = document.createElement('pre');
    output.setAttribute('aria-live', 'polite');
    output.hidden = true;

    const key = input(sessionStorage.getItem(KEY_NAME) ?? '', 'password');
    key.required = true;
    form.append(field('Test secret key, printed by npm start', key));
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([placeholder, name = '']) => {
      const control = input();
      control.required = true;
      form.append(field(name, control));
      return { placeholder, control };
    });
    const query = input();
    query.placeholder = 'limit=10';
    if (method === 'GET') form.append(field('Query', query));
    const text = Object.assign(document.createElement('textarea'), {
      value: body,
      spellcheck: false,
    });
    if (body !== '') form.append(field('Body', text));
    const button = document.createElement('button');
    button.textContent = `Send ${method}`;
    form.append(button);

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      sessionStorage.setItem(KEY_NAME, key.value);
      let url = path;
      for (const { placeholder, control } of parameters) {
        url = url.replace(placeholder, encodeURIComponent(control.value.trim()));
      }
      if (query.value !== '') url += `?${query.value.replace(/^\?/, '')}`;
      button.disabled = true;
      output.hidden = false;
      output.textContent = 'Sending…';
      try {
        const response = await fetch(`/api${url}`, {
          method,
          headers: {
            authorization: `Bearer ${key.value.trim()}`,
            ...(body === '' ? {} : { 'content-type': 'application/json' }),
            ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
          },
          ...(body === '' ? {} : { body: text.value }),
        });
        const content = indent(await response.text());
        // The site in production has no such route, and refuses every method but GET.
        const isForwarded = response.headers.has('x-request-id') || response.status > 405;
        output.textContent = isForwarded
          ? `${response.status}\n${content}`
          : 'Only the documentation that npm start serves can send requests.';
      } catch {
        output.textContent = 'The server of this page does not respond. Start it with npm start.';
      } finally {
        button.disabled = false;
      }
    });
    details.append(summary, form, output);
    this.replaceChildren(details);
  }
}

customElements.define('parley-request', ParleyRequest);
