import type { DataOf } from '../../../server/domain/api-calls/contract'

/** A code with all that its page shows. */
export type Redemption = DataOf<'redemption.show'>
