import Stripe from 'stripe';

/** The provider's own API, and the script release that matches the installed client. */
export const realOrigin = {
  apiUrl: 'https://api.stripe.com',
  scriptUrl: `https://js.stripe.com/${Stripe.MAJOR_API_VERSION}/stripe.js`,
};

/** The API and script of a provider simulator at `url`. */
export function sandboxOrigin(url: string) {
  const { origin } = new URL(url);
  return { apiUrl: origin, scriptUrl: `${origin}/v3/stripe.js` };
}

/** The provider's own dashboard, where a merchant's people change objects. That of a simulator is at its origin. */
export const REAL_DASHBOARD_URL = 'https://dashboard.stripe.com';
