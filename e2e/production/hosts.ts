/** The public host names of the installation under test and of its payment provider. */
export const hosts = {
  api: 'api.parley.example',
  dashboard: 'dashboard.parley.example',
  checkout: 'pay.parley.example',
  providerApi: 'api.stripe.com',
  providerScript: 'js.stripe.com',
} as const;
