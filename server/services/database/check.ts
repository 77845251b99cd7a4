import { existsSync } from 'node:fs'
import { databaseFile } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type DatabasePlace, sealerOf, withDatabase } from '../database-place'
import type { CheckRow } from '../doctor/check'
import { inspectStored } from '../doctor/inspect-stored'

/** Looks at everything and changes nothing. Throws `db.missing` where there is no database. */
export async function checkDatabase(place: DatabasePlace): Promise<CheckRow[]> {
  const path = databaseFile(place.databaseUrl)
  if (path !== '' && !existsSync(path)) throw new GatewayError('db.missing', { path })
  return await withDatabase([place.databaseUrl, { readonly: true }], async (db) =>
    inspectStored({ db, sealer: () => sealerOf(place) }, place.language),
  )
}
