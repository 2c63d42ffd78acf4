// Stands in for Stripe.js: the same calls, against the sandbox this script was loaded from.
// Card data never passes through this page: it stays in the frame, on the sandbox's own origin.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  const CHANNEL_PREFIX = 'sandbox-';
  const REPLY_MS = 30_000;

  let nextChannel = 0;
  const newChannel = () => `${CHANNEL_PREFIX}${Date.now().toString(36)}-${nextChannel++}`;

  const intentIdOf = (clientSecret) => String(clientSecret).split('_secret_')[0];
  const isSetup = (clientSecret) => String(clientSecret).startsWith('seti_');
  const resourceOf = (clientSecret) =>
    isSetup(clientSecret) ? 'setup_intents' : 'payment_intents';
  const nameOf = (clientSecret) => (isSetup(clientSecret) ? 'setupIntent' : 'paymentIntent');

  const integrationError = (message) => {
    const error = new Error(message);
    error.name = 'IntegrationError';
    return error;
  };

  async function retrieve(key, clientSecret) {
    const query = new URLSearchParams({ key, client_secret: clientSecret });
    const path = `/v1/${resourceOf(clientSecret)}/${encodeURIComponent(intentIdOf(clientSecret))}`;
    try {
      const response = await fetch(`${ORIGIN}${path}?${query}`, { credentials: 'omit' });
      const body = await response.json();
      return response.ok ? { [nameOf(clientSecret)]: body } : { error: body.error };
    } catch {
      return {
        error: {
          type: 'api_connection_error',
          message: 'The payment provider could not be reached.',
        },
      };
    }
  }

  /** A full-page dialog around the challenge; resolves once the payer has answered it. */
  function challenge(source) {
    const channel = newChannel();
    const before = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Authentication');
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      width: '100vw',
      height: '100dvh',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      padding: '0',
      border: '0',
      background: 'transparent',
    });
    const query = new URLSearchParams({ source, channel, origin: location.origin });
    const frame = makeFrame(`${ORIGIN}/elements/challenge?${query}`, 'Authentication');
    frame.style.height = '100%';
    dialog.append(frame);
    document.body.append(dialog);
    // A modal dialog keeps the focus inside and the page behind inert.
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.showModal();
    frame.addEventListener('load', () => frame.focus());
    return new Promise((resolve) => {
      const listen = (event) => {
        if (event.origin !== ORIGIN || event.source !== frame.contentWindow) return;
        if (event.data?.channel !== channel || event.data.type !== 'challenge-done') return;
        removeEventListener('message', listen);
        dialog.close();
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
        resolve();
      };
      addEventListener('message', listen);
    });
  }

  function makeFrame(src, title) {
    const frame = document.createElement('iframe');
    frame.src = src;
    frame.title = title;
    frame.allow = 'payment *';
    frame.referrerPolicy = 'no-referrer';
    frame.style.cssText =
      'border:0;display:block;width:100%;color-scheme:light;background:transparent;';
    return frame;
  }

  /** One element: a frame of the sandbox and the conversation with it. */
  function createElement(elements, type, options = {}) {
    const listeners = new Map();
    const channel = newChannel();
    const waiting = new Map();
    let frame = null;
    let ready = false;
    let asked = 0;

    const emit = (name, payload) => {
      for (const handler of listeners.get(name) ?? []) handler(payload);
    };
    // A frame whose colour scheme is not its document's would be painted opaque.
    const matchScheme = () => {
      const night = elements._options.appearance?.theme === 'night';
      if (frame) frame.style.colorScheme = night ? 'dark' : 'light';
    };
    const send = (message) => frame?.contentWindow?.postMessage({ channel, ...message }, ORIGIN);
    const setup = () => ({
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
          send(setup());
          break;
        case 'ready':
          ready = true;
          emit('ready', { elementType: type });
          break;
        case 'resize':
          frame.style.height = `${message.height}px`;
          break;
        case 'loaderror':
          emit('loaderror', { elementType: type, error: message.error });
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
          waiting.get(message.id)?.(message.result);
          waiting.delete(message.id);
          break;
      }
    };

    const element = {
      mount(target) {
        const node = typeof target === 'string' ? document.querySelector(target) : target;
        if (!node)
          throw integrationError(
            `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
          );
        element.unmount();
        const query = new URLSearchParams({ channel, origin: location.origin });
        frame = makeFrame(`${ORIGIN}/elements/payment?${query}`, 'Secure payment input frame');
        frame.style.height = '236px';
        // Room for the focus ring, without taking any from the column.
        frame.style.margin = '-4px';
        frame.style.width = 'calc(100% + 8px)';
        matchScheme();
        addEventListener('message', listen);
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
        send(setup());
        return element;
      },
      focus: () => send({ type: 'focus' }),
      blur: () => send({ type: 'blur' }),
      clear: () => send({ type: 'clear' }),
      collapse() {},
      /** Asks the frame to do something and waits for what it answers. */
      _ask(message) {
        if (!frame)
          return Promise.resolve({
            error: { type: 'validation_error', message: 'The payment element is not mounted.' },
          });
        const id = ++asked;
        return new Promise((resolve) => {
          const timer = setTimeout(() => {
            waiting.delete(id);
            resolve({
              error: {
                type: 'api_connection_error',
                message: 'The payment provider did not answer in time.',
              },
            });
          }, REPLY_MS);
          waiting.set(id, (result) => {
            clearTimeout(timer);
            resolve(result);
          });
          send({ ...message, id });
        });
      },
      _reinit() {
        matchScheme();
        send(setup());
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
      async submit() {
        const [element] = elements._elements.values();
        return element ? element._ask({ type: 'validate' }) : {};
      },
    };
    return elements;
  }

  function createStripe(key, options = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_'))
      throw integrationError('Please call Stripe() with your publishable key (pk_…).');

    /** Goes on until nothing is left for the payer to do. */
    async function handleActions(result, clientSecret) {
      const name = nameOf(clientSecret);
      const intent = result[name];
      if (intent?.status !== 'requires_action') return result;
      const source = intent.next_action?.use_stripe_sdk?.source;
      if (source) {
        await challenge(source);
      } else if (intent.next_action?.redirect_to_url?.url) {
        location.assign(intent.next_action.redirect_to_url.url);
        return new Promise(() => {});
      } else return result;
      const after = await retrieve(key, clientSecret);
      const failure = after[name]?.last_payment_error ?? after[name]?.last_setup_error;
      if (failure && after[name].status === 'requires_payment_method')
        return {
          error: {
            ...failure,
            [isSetup(clientSecret) ? 'setup_intent' : 'payment_intent']: after[name],
          },
        };
      return after;
    }

    async function confirm(given, expected) {
      const { elements, confirmParams = {}, redirect = 'always' } = given;
      const clientSecret = given.clientSecret ?? elements?._options.clientSecret;
      if (!clientSecret) throw integrationError('A client secret is needed to confirm.');
      if (nameOf(clientSecret) !== expected)
        throw integrationError(`This client secret does not belong to a ${expected}.`);
      if (redirect === 'always' && !confirmParams.return_url)
        throw integrationError(
          'confirmParams.return_url is required unless redirect is "if_required".',
        );
      let result;
      if (elements) {
        const [element] = elements._elements.values();
        if (!element) throw integrationError('elements should have a mounted Payment Element.');
        result = await element._ask({ type: 'confirm', clientSecret, confirmParams });
      } else {
        result = await confirmWithout(clientSecret, confirmParams);
      }
      if (!result.error) result = await handleActions(result, clientSecret);
      if (result.error || redirect === 'if_required') return result;
      const intent = result[expected];
      const target = new URL(confirmParams.return_url);
      const snake = expected === 'setupIntent' ? 'setup_intent' : 'payment_intent';
      target.searchParams.set(snake, intent.id);
      target.searchParams.set(`${snake}_client_secret`, clientSecret);
      target.searchParams.set(
        'redirect_status',
        intent.status === 'succeeded' ? 'succeeded' : 'pending',
      );
      location.assign(target.href);
      return new Promise(() => {});
    }

    /** Confirms with a payment method that is there already. */
    async function confirmWithout(clientSecret, confirmParams) {
      const form = new URLSearchParams({ key, client_secret: clientSecret });
      if (confirmParams.payment_method) form.set('payment_method', confirmParams.payment_method);
      if (confirmParams.return_url) form.set('return_url', confirmParams.return_url);
      const path = `/v1/${resourceOf(clientSecret)}/${encodeURIComponent(intentIdOf(clientSecret))}/confirm`;
      const response = await fetch(`${ORIGIN}${path}`, {
        method: 'POST',
        body: form,
        credentials: 'omit',
      });
      const body = await response.json();
      return response.ok ? { [nameOf(clientSecret)]: body } : { error: body.error };
    }

    const handleNextAction = async ({ clientSecret }) =>
      handleActions(await retrieve(key, clientSecret), clientSecret);

    return {
      _apiKey: key,
      elements: (elementsOptions) =>
        createElements(key, { locale: options.locale, ...elementsOptions }),
      confirmPayment: (given) => confirm(given, 'paymentIntent'),
      confirmSetup: (given) => confirm(given, 'setupIntent'),
      retrievePaymentIntent: (clientSecret) => retrieve(key, clientSecret),
      retrieveSetupIntent: (clientSecret) => retrieve(key, clientSecret),
      handleNextAction,
      handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
      registerAppInfo() {},
    };
  }

  createStripe.version = 'sandbox';
  // For stripe-checkout.js, which is served behind this file.
  createStripe._parts = {
    ORIGIN,
    newChannel,
    makeFrame,
    challenge,
    createElements,
    integrationError,
  };
  window.Stripe = createStripe;
})();
