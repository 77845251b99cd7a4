/** Notices when no upstream answers any more, whichever is tried. */
import type { CallListener } from '../../relay/ports/ports'
import { isCallersFault } from './callers-fault'

/** So many attempts in a row that fail are no coincidence. */
const ENOUGH = 20

export interface UpstreamWatch {
  readonly listener: CallListener
  readonly state: () => 'ok' | 'failing'
}

export function watchUpstreams(): UpstreamWatch {
  let failures = 0
  return {
    listener: {
      attempted(_, { error }) {
        if (error === undefined) failures = 0
        else if (!isCallersFault(error)) failures += 1
      },
    },
    state: () => (failures < ENOUGH ? 'ok' : 'failing'),
  }
}
