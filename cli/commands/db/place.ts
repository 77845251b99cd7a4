import { readStorage } from '../../../server/configuration'
import type { DatabasePlace } from '../../../server/services/database/place'
import type { CommandContext } from '../../context'

/** For commands that must not simply open the database. */
export function placeOf(context: CommandContext): DatabasePlace {
  const { env, dataFlag, clock, language } = context
  return {
    ...readStorage(env, { data: dataFlag }),
    envKey: env.GW_SECRET_KEY,
    clock,
    language,
  }
}
