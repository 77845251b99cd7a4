import { spaceOf } from '../../../../db/maintenance/inspect'
import type { Check } from '../check'
import { inMegabytes } from '../megabytes'
import type { Stored } from '../stored'

/** Less is not worth a command, and is used again by the next rows anyway. */
const WORTH_BYTES = 64 * 1024 * 1024
const WORTH_SHARE = 0.25

export const space: Check<Stored> = {
  id: 'space',
  area: 'database',
  look: async ({ db }) => {
    if (db.kind !== 'sqlite') return []
    const { bytes, freeBytes, givesBackInSteps } = await spaceOf(db)
    const params = { size: inMegabytes(bytes), free: inMegabytes(freeBytes) }
    const text = 'doctor.space.used'
    if (freeBytes < WORTH_BYTES || freeBytes < bytes * WORTH_SHARE) {
      return { status: 'ok', text, params }
    }
    const hint = givesBackInSteps ? 'doctor.space.hint' : 'doctor.space.full_hint'
    return { status: 'warn', text, hint, params }
  },
}
