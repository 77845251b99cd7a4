/** What the questions about stored rows look at. */
import type { Db } from '../../../db/db'
import type { Sealer } from '../seal'

export interface Stored {
  readonly db: Db
  /** `undefined` when this place has no key. Throws `secret.key_invalid`. */
  readonly sealer: () => Sealer | undefined
}
