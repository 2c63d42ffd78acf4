import Stripe from 'stripe';

/** The provider itself: its API, and its script of the release that goes with the client here. */
export const realOrigin = {
  apiUrl: 'https://api.stripe.com',
  scriptUrl: `https://js.stripe.com/${Stripe.MAJOR_API_VERSION}/stripe.js`,
};

/** The same of a simulator at `url`. */
export function sandboxOrigin(url: string) {
  const { origin } = new URL(url);
  return { apiUrl: origin, scriptUrl: `${origin}/v3/stripe.js` };
}
