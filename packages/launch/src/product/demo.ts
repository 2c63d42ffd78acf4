/** The contents of demo.json: what a person or a program needs to try the product. */
export interface Demo {
  readonly api_url: string;
  readonly dashboard_url: string;
  readonly checkout_url: string;
  readonly sandbox_url: string;
  readonly docs_url: string;
  /** Where `npm run shop` serves the example shop. */
  readonly shop_url: string;
  readonly openapi_url: string;
  readonly secret_key: string;
  readonly publishable_key: string;
  readonly dashboard_email: string;
  readonly dashboard_password: string;
  readonly database_url: string;
  readonly provider_webhook_url: string;
  readonly provider_secret_key: string;
  readonly provider_publishable_key: string;
  /** The keys of the simulator's live mode, to connect on the dashboard's page “Provider configs”. */
  readonly provider_live_secret_key: string;
  readonly provider_live_publishable_key: string;
}
