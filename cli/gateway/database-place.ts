import { existsSync } from 'node:fs'
import { databaseFile, readStorage } from '../../server/configuration'
import { fallbackKeys, sealingKey } from '../../server/configuration-key'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { DatabasePlace } from '../../server/services/database-place'
import type { CommandContext } from '../command/context'

/** For commands that must not simply open the database. */
export function placeOf(context: CommandContext): DatabasePlace {
  const { env, dataFlag, clock, language } = context
  return {
    ...readStorage(env, { data: dataFlag }),
    envKey: sealingKey(env),
    fallbackKeys: fallbackKeys(env),
    clock,
    language,
  }
}

/** Throws `db.missing`: a copy of a database that this command would have to make is none. */
export function requireDatabase(context: CommandContext): void {
  const path = databaseFile(placeOf(context).databaseUrl)
  if (path !== '' && !existsSync(path)) throw new GatewayError('db.missing', { path })
}
