import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Db } from '../../../db/db'
import { hasSealedTexts } from '../../../db/tables/sealed'
import { type Configuration, serveLockPath } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { openExistingSealer, openSealer, type Sealer, type SealerOptions } from '../seal'
import { keyFilePath } from '../seal-key-file'

export function sealerPlace(configuration: Configuration): SealerOptions {
  const { dataDir, secretKey, secretFallbacks } = configuration
  const fallbackKeys = secretFallbacks.map((key) => key.reveal())
  return { dataDir, envKey: secretKey?.reveal(), fallbackKeys }
}

/**
 * The sealer of a database, with a key made for one that has nothing sealed yet. Throws
 * `secret.key_missing` where a new key would open nothing of what is there.
 */
export async function sealerFor(db: Db, place: SealerOptions): Promise<Sealer> {
  const known = openExistingSealer(place)
  if (known !== undefined) return known
  if (await hasSealedTexts(db.reader)) {
    throw new GatewayError('secret.key_missing', { path: keyFilePath(place.dataDir) })
  }
  return openSealer(place)
}

/**
 * Throws `db.truncated` for a file of no bytes where a gateway has been: it would pass for a new
 * database, and every account in it would be lost without a message.
 */
export function requireUntruncated(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return
  const folder = dirname(file)
  const traces = [keyFilePath(folder), serveLockPath(file), join(folder, 'unsettled.jsonl')]
  if (traces.some((path) => existsSync(path)))
    throw new GatewayError('db.truncated', { path: file })
}
