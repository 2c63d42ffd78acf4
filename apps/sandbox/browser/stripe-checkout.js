// The last part of the script at /v3/stripe.js: Checkout Sessions in the merchant's page, either as
// the hosted page in a frame or as elements.
(() => {
  const createStripe = window.Stripe;
  const {
    ORIGIN,
    newChannel,
    makeFrame,
    showChallenge,
    createElements,
    readObject,
    integrationError,
  } = window.sandboxStripe;
  delete window.sandboxStripe;

  const sessionIdOf = (clientSecret) => String(clientSecret).split('_secret_')[0];

  async function secretOf({ clientSecret, fetchClientSecret }) {
    const secret = (await clientSecret) ?? (await fetchClientSecret?.());
    if (typeof secret !== 'string' || !secret.startsWith('cs_'))
      throw integrationError('The client secret of a Checkout Session is required.');
    return secret;
  }

  /** Converts an error of the API to Checkout's format. */
  const checkoutError = (error) => ({
    type: 'error',
    error: {
      message: error?.message ?? 'The payment failed.',
      ...(error?.type === 'card_error'
        ? {
            code: 'paymentFailed',
            paymentFailed: { declineCode: error.decline_code ?? error.code ?? null },
          }
        : { code: null }),
    },
  });

  /** `ui_mode: embedded_page` */
  async function createEmbeddedCheckoutPage(options) {
    const secret = await secretOf(options);
    const channel = newChannel();
    let frame = null;
    const listen = (event) => {
      if (event.origin !== ORIGIN || !frame || event.source !== frame.contentWindow) return;
      if (event.data?.channel !== channel) return;
      if (event.data.type === 'resize') frame.style.height = `${event.data.height}px`;
      if (event.data.type !== 'complete') return;
      if (options.onComplete) options.onComplete();
      else if (event.data.redirectUrl) location.assign(event.data.redirectUrl);
    };
    const page = {
      mount(target) {
        const node = typeof target === 'string' ? document.querySelector(target) : target;
        if (!node) throw integrationError(`No element on the page matches ${target}.`);
        page.unmount();
        const query = new URLSearchParams({ channel, origin: location.origin });
        // In the fragment, which browsers do not send to servers.
        const src = `${ORIGIN}/c/pay/${sessionIdOf(secret)}?${query}#${encodeURIComponent(secret)}`;
        frame = makeFrame(src, 'Checkout');
        frame.style.height = '640px';
        addEventListener('message', listen);
        node.replaceChildren(frame);
      },
      unmount() {
        removeEventListener('message', listen);
        frame?.remove();
        frame = null;
      },
      destroy: () => page.unmount(),
    };
    return page;
  }

  /** `ui_mode: elements` */
  function createCheckout(key, options, locale) {
    const secret = secretOf(options);
    const elements = createElements(key, { locale, ...options.elementsOptions });
    const listeners = [];
    let email;

    const getSession = async () => {
      const { object, error } = await readObject(key, await secret);
      if (error) throw integrationError(error.message);
      return object;
    };

    async function confirm(options = {}) {
      const clientSecret = await secret;
      const [element] = elements._elements.values();
      if (!element) throw integrationError('Create and mount a payment element before confirm().');
      const confirmParams = { email: options.email ?? email };
      const response = await element._request({ type: 'confirm', clientSecret, confirmParams });
      if (response.error) return checkoutError(response.error);
      let { session } = response;
      const intent = session.payment_intent ?? session.setup_intent;
      if (session.status === 'open' && intent?.status === 'requires_action') {
        await showChallenge(intent.next_action.use_stripe_sdk.source);
        session = await getSession();
        const after = session.payment_intent ?? session.setup_intent;
        const error = after?.last_payment_error ?? after?.last_setup_error;
        if (session.status === 'open') return checkoutError(error);
      }
      for (const listener of listeners) listener(session);
      if (options.redirect !== 'if_required' && session.redirect_url)
        location.assign(session.redirect_url);
      return { type: 'success', session };
    }

    const actions = {
      getSession,
      session: getSession,
      confirm,
      async updateEmail(value) {
        email = value;
        return { type: 'success' };
      },
    };
    void secret.then((clientSecret) => elements.update({ clientSecret }));
    return {
      ...actions,
      createPaymentElement: (elementOptions) => elements.create('payment', elementOptions),
      getPaymentElement: () => elements.getElement('payment'),
      changeAppearance: (appearance) => elements.update({ appearance }),
      loadActions: async () => ({ type: 'success', actions, session: await getSession() }),
      on(name, listener) {
        if (name === 'change') listeners.push(listener);
      },
    };
  }

  const withCheckout = (key, stripeOptions = {}) => {
    const stripe = createStripe(key, stripeOptions);
    const { locale } = stripeOptions;
    return Object.assign(stripe, {
      createEmbeddedCheckoutPage,
      initEmbeddedCheckout: createEmbeddedCheckoutPage,
      initCheckoutElementsSdk: (options) => createCheckout(key, options, locale),
      initCheckout: (options) => createCheckout(key, options, locale),
    });
  };
  withCheckout.version = createStripe.version;
  window.Stripe = withCheckout;
})();
