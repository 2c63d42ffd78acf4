// The third part of the script at /v3/stripe.js: a replacement for Stripe.js that calls the sandbox.
// Card data stays in the frame, on the sandbox's origin, and never passes through this page.
(() => {
  const { API_ORIGIN, showChallenge, createElements, readObject, integrationError } =
    window.sandboxStripe;

  const intentIdOf = (clientSecret) => String(clientSecret).split('_secret_')[0];
  const isSetup = (clientSecret) => String(clientSecret).startsWith('seti_');
  const resourceOf = (clientSecret) =>
    isSetup(clientSecret) ? 'setup_intents' : 'payment_intents';
  const nameOf = (clientSecret) => (isSetup(clientSecret) ? 'setupIntent' : 'paymentIntent');

  async function retrieve(key, clientSecret) {
    const { object, error } = await readObject(key, clientSecret);
    return error ? { error } : { [nameOf(clientSecret)]: object };
  }

  function createStripe(key, stripeOptions = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_'))
      throw integrationError('Please call Stripe() with your publishable key (pk_…).');

    /** Runs the next action of an intent and returns the result of the confirmation. */
    async function handleActions(result, clientSecret) {
      const name = nameOf(clientSecret);
      const intent = result[name];
      if (intent?.status !== 'requires_action') return result;
      const source = intent.next_action?.use_stripe_sdk?.source;
      if (source) {
        await showChallenge(source);
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

    async function confirm(options, expected) {
      const { elements, confirmParams = {}, redirect = 'always' } = options;
      const clientSecret = options.clientSecret ?? elements?._options.clientSecret;
      if (!clientSecret) throw integrationError('clientSecret is required.');
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
        const submitted = await elements._submitOnce();
        elements._approved = false;
        if (submitted.error) return submitted;
        result = await element._request({ type: 'confirm', clientSecret, confirmParams });
      } else {
        result = await confirmWithoutElements(clientSecret, confirmParams);
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

    /** Confirms with an existing payment method. */
    async function confirmWithoutElements(clientSecret, confirmParams) {
      const form = new URLSearchParams({ key, client_secret: clientSecret });
      if (confirmParams.payment_method) form.set('payment_method', confirmParams.payment_method);
      if (confirmParams.return_url) form.set('return_url', confirmParams.return_url);
      const path = `/v1/${resourceOf(clientSecret)}/${encodeURIComponent(intentIdOf(clientSecret))}/confirm`;
      const response = await fetch(`${API_ORIGIN}${path}`, {
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
        createElements(key, { locale: stripeOptions.locale, ...elementsOptions }),
      confirmPayment: (options) => confirm(options, 'paymentIntent'),
      confirmSetup: (options) => confirm(options, 'setupIntent'),
      retrievePaymentIntent: (clientSecret) => retrieve(key, clientSecret),
      retrieveSetupIntent: (clientSecret) => retrieve(key, clientSecret),
      handleNextAction,
      handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
      registerAppInfo() {},
    };
  }

  createStripe.version = 'sandbox';
  window.Stripe = createStripe;
})();
