import type { Wire } from '../../../provider/wire'

/**
 * `complete`: the client gets an answer to its end. `refused`: a status from 400 on with an error
 * in JSON. `broken`: a begun stream ends with an error frame. `sound`: any of these.
 */
export type Ending = 'complete' | 'refused' | 'broken' | 'sound'

export interface Plan {
  readonly stream?: boolean
  readonly ends: Ending
  /** Credits of a complete answer; `undefined` where the gateway has to count by itself. */
  readonly charge?: number
  readonly answer: (wire: Wire) => Promise<void>
}
