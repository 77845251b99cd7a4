/** Puts everything that is sealed under the present key, in small commits, while others work. */
import { inCommits } from '../../../db/slices'
import { channelIdsOfStatus, findChannel, updateChannel } from '../../../db/tables/channels'
import {
  renameKeyCounts,
  replaceSealed,
  type SealedRow,
  sealedRows,
} from '../../../db/tables/resealing'
import { keyMark, readKeys, type StoredKey, writeKeys } from '../../domain/channels/keys'
import { CHANNEL_STATUS } from '../../domain/status'
import { CHANNEL_PROXY_PURPOSE } from '../channels/proxy'
import { CHANNEL_KEY_PURPOSE } from '../channels/view'
import type { Sealer } from '../seal'
import type { ServiceDeps } from '../service-deps'
import { SEALED_PLACES, type SealedPlace } from './sealed-columns'

export interface Resealed {
  /** Texts that are under the present key now and were not. */
  readonly resealed: number
  /** Texts that no known key opens; they are left as they are. */
  readonly unreadable: number
}

/** Counts what it does. */
class Resealer {
  resealed = 0
  unreadable = 0

  constructor(readonly sealer: Sealer) {}

  text(sealed: string, purpose: string): string {
    const { sealer } = this
    if (sealed === '' || sealed.startsWith(`v1:${sealer.keyId}:`)) return sealed
    try {
      const fresh = sealer.seal(sealer.open(sealed, purpose), purpose)
      this.resealed += 1
      return fresh
    } catch {
      this.unreadable += 1
      return sealed
    }
  }

  /** Of a channel's key, with the hash that it is found by. */
  key(sealed: string, hash: string): { readonly sealed: string; readonly hash: string } {
    const fresh = this.text(sealed, CHANNEL_KEY_PURPOSE)
    if (fresh === sealed) return { sealed, hash }
    return {
      sealed: fresh,
      hash: this.sealer.keyedHash(this.sealer.open(fresh, CHANNEL_KEY_PURPOSE)),
    }
  }
}

export async function resealAll(deps: ServiceDeps): Promise<Resealed> {
  const work = new Resealer(deps.sealer)
  for (const id of await channelIdsOfStatus(deps.db.lists, Object.values(CHANNEL_STATUS))) {
    await resealChannel(deps, work, id)
  }
  for (const place of SEALED_PLACES) await resealColumn(deps, work, place)
  const { resealed, unreadable } = work
  return { resealed, unreadable }
}

async function resealChannel({ db }: ServiceDeps, work: Resealer, id: number): Promise<void> {
  await db.transaction(async (trx) => {
    const channel = await findChannel(trx, id)
    if (channel === undefined) return
    const before = work.resealed
    const keys: StoredKey[] = readKeys(channel.keys).map((key) => ({
      ...key,
      ...work.key(key.sealed, key.hash),
    }))
    const main = work.key(channel.key_sealed, channel.key_hash)
    const proxy_sealed = work.text(channel.proxy_sealed, CHANNEL_PROXY_PURPOSE)
    if (work.resealed === before) return
    const columns = { key_sealed: main.sealed, key_hash: main.hash, proxy_sealed }
    await updateChannel(trx, id, {
      ...columns,
      ...(keys.length > 0 && { keys: writeKeys(keys) }),
    })
    for (const [index, key] of readKeys(channel.keys).entries()) {
      const fresh = keys[index]
      if (fresh === undefined || fresh.hash === key.hash) continue
      await renameKeyCounts(trx, keyMark(id, key), keyMark(id, fresh))
    }
  })
}

async function resealColumn(
  { db, sealer }: ServiceDeps,
  work: Resealer,
  place: SealedPlace,
): Promise<void> {
  const { purpose, isSealed, within = (text, change) => change(text) } = place
  let after: SealedRow['at'] | undefined
  await inCommits(async (limit) => {
    const present = `v1:${sealer.keyId}:`
    const rows = await sealedRows(db.lists, place, { present, after, limit })
    after = rows.at(-1)?.at
    const changed = rows.flatMap((row) => {
      if (isSealed?.(row.at) === false) return []
      const next = within(row.text, (sealed) => work.text(sealed, purpose))
      return next === row.text ? [] : [{ ...row, next }]
    })
    if (changed.length > 0) {
      await db.transaction(async (trx) => {
        for (const row of changed) await replaceSealed(trx, place, row)
      })
    }
    return rows.length
  })
}
