// The second part of the script at /v3/stripe.js: Elements.
(() => {
  const { ORIGIN, API_ORIGIN, newChannel, makeFrame, showWallet, integrationError } =
    window.sandboxStripe;
  const RESPONSE_TIMEOUT_MS = 30_000;

  const resources = { seti: 'setup_intents', cs: 'payment_pages' };

  /** Reads the object of a client secret, so that an element fails early and offers its methods. */
  async function readObject(key, clientSecret) {
    const [id] = String(clientSecret).split('_secret_');
    const resource = resources[id.split('_')[0]] ?? 'payment_intents';
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    const url = `${API_ORIGIN}/v1/${resource}/${encodeURIComponent(id)}?${query}`;
    try {
      const response = await fetch(url, { credentials: 'omit' });
      const body = await response.json();
      return response.ok ? { object: body } : { error: body.error };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'The payment provider could not be reached.',
        },
      };
    }
  }

  /** Creates an element: a frame of the sandbox that exchanges messages with this page. */
  function createElement(elements, type, options = {}) {
    const listeners = new Map();
    const channel = newChannel();
    const pending = new Map();
    let frame = null;
    let ready = false;
    let checked = null;
    let lastRequestId = 0;

    const emit = (name, payload) => {
      for (const handler of listeners.get(name) ?? []) handler(payload);
    };
    // Browsers paint a frame opaque if its color scheme differs from its document's.
    const matchScheme = () => {
      const night = elements._options.appearance?.theme === 'night';
      if (frame) frame.style.colorScheme = night ? 'dark' : 'light';
    };
    const send = (message) => frame?.contentWindow?.postMessage({ channel, ...message }, ORIGIN);
    const initMessage = () => ({
      type: 'init',
      key: elements._key,
      clientSecret: elements._options.clientSecret ?? null,
      appearance: elements._options.appearance ?? {},
      locale: elements._options.locale ?? 'auto',
      elementType: type,
      options,
    });

    const listen = (event) => {
      if (event.origin !== ORIGIN || !frame || event.source !== frame.contentWindow) return;
      const message = event.data;
      if (message?.channel !== channel) return;
      switch (message.type) {
        case 'hello':
          send(initMessage());
          break;
        case 'ready':
          void finish(frame);
          break;
        case 'resize':
          frame.style.height = `${message.height}px`;
          break;
        case 'change':
          emit('change', {
            elementType: type,
            empty: message.empty,
            complete: message.complete,
            collapsed: false,
            value: { type: 'card' },
          });
          break;
        case 'focus':
        case 'blur':
        case 'escape':
          emit(message.type, { elementType: type });
          break;
        case 'reply':
          pending.get(message.id)?.(message.result);
          pending.delete(message.id);
          break;
      }
    };

    async function finish(loaded) {
      const { error, object } = await checked;
      if (frame !== loaded) return;
      if (error) return emit('loaderror', { elementType: type, error });
      const types = object?.object === 'payment_intent' ? object.payment_method_types : [];
      if (types.length > 1) await element._request({ type: 'offer', types });
      if (frame !== loaded) return;
      ready = true;
      emit('ready', { elementType: type });
    }

    const element = {
      mount(target) {
        const node = typeof target === 'string' ? document.querySelector(target) : target;
        if (!node)
          throw integrationError(
            `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
          );
        element.unmount();
        const query = new URLSearchParams({ channel, origin: location.origin });
        frame = makeFrame(`${ORIGIN}/elements/payment#${query}`, 'Secure payment input frame');
        frame.style.height = '230px';
        // Room for the focus ring outside the column.
        frame.style.margin = '-4px';
        frame.style.width = 'calc(100% + 8px)';
        matchScheme();
        addEventListener('message', listen);
        // While the frame loads.
        const { clientSecret } = elements._options;
        checked = clientSecret ? readObject(elements._key, clientSecret) : {};
        node.replaceChildren(frame);
        return element;
      },
      unmount() {
        removeEventListener('message', listen);
        frame?.remove();
        frame = null;
        ready = false;
        return element;
      },
      destroy() {
        element.unmount();
        listeners.clear();
        elements._elements.delete(type);
        return element;
      },
      on(name, handler) {
        listeners.set(name, [...(listeners.get(name) ?? []), handler]);
        if (name === 'ready' && ready) queueMicrotask(() => handler({ elementType: type }));
        return element;
      },
      once(name, handler) {
        const wrapped = (payload) => {
          element.off(name, wrapped);
          handler(payload);
        };
        return element.on(name, wrapped);
      },
      off(name, handler) {
        listeners.set(
          name,
          (listeners.get(name) ?? []).filter((known) => handler && known !== handler),
        );
        return element;
      },
      update(change) {
        Object.assign(options, change);
        send(initMessage());
        return element;
      },
      focus: () => send({ type: 'focus' }),
      blur: () => send({ type: 'blur' }),
      clear: () => send({ type: 'clear' }),
      collapse() {},
      /** Sends a request to the frame and returns its response. */
      _request(message) {
        if (!frame)
          return Promise.resolve({
            error: { type: 'validation_error', message: 'The payment element is not mounted.' },
          });
        const id = ++lastRequestId;
        return new Promise((resolve) => {
          const timer = setTimeout(() => {
            pending.delete(id);
            resolve({
              error: {
                type: 'api_connection_error',
                message: 'The payment provider did not respond in time.',
              },
            });
          }, RESPONSE_TIMEOUT_MS);
          pending.set(id, (result) => {
            clearTimeout(timer);
            resolve(result);
          });
          send({ ...message, id });
        });
      },
      _reinit() {
        matchScheme();
        send(initMessage());
      },
    };
    return element;
  }

  function createElements(key, options = {}) {
    const elements = {
      _key: key,
      _options: { ...options },
      _elements: new Map(),
      create(type, elementOptions = {}) {
        if (type !== 'payment' && type !== 'card')
          throw integrationError(`The sandbox has no '${type}' element; it has 'payment'.`);
        if (elements._elements.has(type))
          throw integrationError(`Can only create one Element of type ${type}.`);
        const element = createElement(elements, type, { ...elementOptions });
        elements._elements.set(type, element);
        return element;
      },
      getElement: (type) => elements._elements.get(type) ?? null,
      update(change) {
        Object.assign(elements._options, change);
        for (const element of elements._elements.values()) element._reinit();
      },
      async fetchUpdates() {
        for (const element of elements._elements.values()) element._reinit();
        return {};
      },
      /** Whether the payer has approved the payment in the wallet, for one confirmation. */
      _approved: false,
      async submit() {
        const [element] = elements._elements.values();
        if (!element) return {};
        const result = await element._request({ type: 'validate' });
        if (result.error || result.selectedPaymentMethod !== 'google_pay') return result;
        const read = await readObject(key, elements._options.clientSecret);
        if (read.error) return read;
        elements._approved = await showWallet(read.object);
        const message = 'The payer closed the wallet.';
        return elements._approved ? result : { error: { type: 'validation_error', message } };
      },
      /** Submits unless the payer has already approved the payment in the wallet. */
      async _submitOnce() {
        const approved = elements._approved;
        elements._approved = false;
        return approved ? {} : elements.submit();
      },
    };
    return elements;
  }

  Object.assign(window.sandboxStripe, { createElements, readObject });
})();
