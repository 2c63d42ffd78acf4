import { path, Resource } from '../api.ts';
import type {
  AcquisitionAttempt,
  AcquisitionAttemptList,
  AttachProviderObjectRequest,
  ConfirmProviderCartRequest,
  ReserveAttemptRequest,
  ReservedAcquisitionAttempt,
  SupersedeAttemptRequest,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { RequestPromise } from '../response.ts';

/** Tries to collect the payment of a session through the provider. */
export class AcquisitionAttempts extends Resource {
  /** All attempts of a session. The list has one page. */
  list(sessionId: string, options?: RequestOptions): RequestPromise<AcquisitionAttemptList> {
    return this.api.read(
      'listAttempts',
      path`/proxy_sessions/${sessionId}/acquisition_attempts`,
      undefined,
      options,
    );
  }

  /** Reserves the attempt of a session, or joins the one with the same options. */
  reserve(
    sessionId: string,
    params: ReserveAttemptRequest,
    options?: WriteOptions,
  ): RequestPromise<ReservedAcquisitionAttempt> {
    return this.api.write(
      'reserveAttempt',
      'POST',
      path`/proxy_sessions/${sessionId}/acquisition_attempts`,
      params,
      options,
    );
  }

  /** Attaches an object of the provider to an attempt. */
  attachProviderObject(
    sessionId: string,
    attemptId: string,
    params: AttachProviderObjectRequest,
    options?: WriteOptions,
  ): RequestPromise<AcquisitionAttempt> {
    return this.api.write(
      'attachProviderObject',
      'POST',
      path`/proxy_sessions/${sessionId}/acquisition_attempts/${attemptId}/provider_objects`,
      params,
      options,
    );
  }

  /** Confirms which cart the attached object represents. */
  confirmProviderCart(
    sessionId: string,
    attemptId: string,
    params: ConfirmProviderCartRequest,
    options?: WriteOptions,
  ): RequestPromise<AcquisitionAttempt> {
    return this.api.write(
      'confirmProviderCart',
      'POST',
      path`/proxy_sessions/${sessionId}/acquisition_attempts/${attemptId}/provider_cart`,
      params,
      options,
    );
  }

  /** Replaces an attempt that has ended. */
  supersede(
    sessionId: string,
    attemptId: string,
    params: SupersedeAttemptRequest,
    options?: WriteOptions,
  ): RequestPromise<ReservedAcquisitionAttempt> {
    return this.api.write(
      'supersedeAttempt',
      'POST',
      path`/proxy_sessions/${sessionId}/acquisition_attempts/${attemptId}/supersede`,
      params,
      options,
    );
  }
}
