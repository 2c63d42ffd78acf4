import { Resource } from '../api.ts';
import type {
  EmbeddingOrigins as Origins,
  ReplaceEmbeddingOriginsRequest,
} from '../generated/schema.ts';
import type { RequestOptions, WriteOptions } from '../options.ts';
import type { RequestPromise } from '../response.ts';

/** The pages that may frame the payer page. */
export class EmbeddingOrigins extends Resource {
  /** The origins of these pages. */
  retrieve(options?: RequestOptions): RequestPromise<Origins> {
    return this.api.read('getEmbeddingOrigins', '/embedding_origins', undefined, options);
  }

  /** Replaces all origins, in both modes. */
  replace(params: ReplaceEmbeddingOriginsRequest, options?: WriteOptions): RequestPromise<Origins> {
    return this.api.write('replaceEmbeddingOrigins', 'PUT', '/embedding_origins', params, options);
  }
}
