import { existsSync } from 'node:fs'
import { isDamage } from '../../../db/maintenance/inspect'
import { databaseFile } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { type DatabasePlace, sealerOf, withDatabase } from '../database-place'
import { type CheckRow, findingRows } from '../doctor/check'
import { damaged, integrity } from '../doctor/checks/damage'
import { inspectStored } from '../doctor/inspect-stored'

/** Looks at everything and changes nothing. Throws `db.missing` where there is no database. */
export async function checkDatabase(place: DatabasePlace): Promise<CheckRow[]> {
  const path = databaseFile(place.databaseUrl)
  if (path !== '' && !existsSync(path)) throw new GatewayError('db.missing', { path })
  const { language } = place
  try {
    return await withDatabase([place.databaseUrl, { readonly: true }], async (db) =>
      inspectStored({ db, sealer: () => sealerOf(place) }, language),
    )
  } catch (error) {
    // What says which tables there are may be hit: then it cannot even be opened.
    if (!isDamage(error)) throw error
    return findingRows(integrity, damaged([error.message]), language)
  }
}
