/** A holder that was paused for longer than its lease writes nothing when it goes on. */
import { expect, test } from 'bun:test'
import type { Db } from '../../db/db'
import { takeLease } from '../../db/tables/leases'
import { secureRandom } from '../../server/random'
import { createServices } from '../../server/services/create-services'
import { openSealer } from '../../server/services/seal'
import { tempDir } from '../support/temp-dir'
import { onEveryEngine } from './engines'
import { NOW_MS, seedUser } from './seed'

const LONG_MS = 20 * 60_000

/** As a process has them whose clock is so far off. */
function servicesOf(db: Db, offMs = 0) {
  const nowMs = () => (db.kind === 'sqlite' ? NOW_MS : Date.now()) + offMs
  const clock = { nowMs, monotonicMs: () => performance.now() }
  const sealer = openSealer({ dataDir: tempDir('lease').path, envKey: undefined })
  return createServices({ db, clock, random: secureRandom, sealer })
}

const WISH = { name: 'sweep', everyMs: 0 }

onEveryEngine('work under a lease', (open) => {
  test('writes while it has the lease, and not once another has taken it', async () => {
    const db = await open()
    const id = await seedUser(db, 1000)
    const lease = await servicesOf(db).leases.acquire(WISH)
    if (lease === undefined) throw new Error('nobody else has it')
    const rename = (group: string) =>
      lease.within(() =>
        db.transaction((trx) =>
          trx.updateTable('users').set({ group }).where('id', '=', id).execute(),
        ),
      )
    const groupOf = async () =>
      (await db.kysely.selectFrom('users').select('group').where('id', '=', id).executeTakeFirst())
        ?.group
    await rename('first')
    expect(await groupOf()).toBe('first')
    const nowMs = (db.kind === 'sqlite' ? NOW_MS : Date.now()) + LONG_MS
    const other = { ...WISH, holder: 'other', nowMs, untilMs: nowMs + LONG_MS }
    expect(await db.transaction((trx) => takeLease(trx, other))).toBe(true)
    await expect(rename('late')).rejects.toThrow('lease.lost')
    expect(await groupOf()).toBe('first')
    expect(await lease.extend()).toBe(false)
    // What is not done under the lease is nobody's business.
    await db.transaction((trx) => trx.updateTable('users').set({ group: 'x' }).execute())
    expect(await groupOf()).toBe('x')
  })

  test('is counted by the clock of the database where several processes share one', async () => {
    const db = await open()
    expect(await servicesOf(db).leases.acquire(WISH)).toBeDefined()
    expect(await servicesOf(db, -15 * 60_000).leases.acquire(WISH)).toBeUndefined()
    const ahead = await servicesOf(db, 15 * 60_000).leases.acquire(WISH)
    expect(ahead === undefined).toBe(db.kind === 'postgres')
  })
})
