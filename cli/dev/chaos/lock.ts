/** Another program holds the database's write lock while answers end. */
import { judgeBooks, readBooks } from './books'
import { call } from './client'
import { holdLock } from './hold-lock'
import type { Context, Scenario, Size } from './scenario'
import { Tally } from './tally'
import { settledWithin, until } from './watch'

/** The gateway waits for a busy database no longer than a few seconds at a time. */
const HOLD_MS: Readonly<Record<Size, number>> = { short: 12_000, long: 40_000 }
const STREAMS = 30

async function run(context: Context): Promise<Tally> {
  const tally = new Tally()
  const { upstream, size } = context
  const site = context.site()
  const before = await readBooks(site)
  const served = await site.serve()
  const { key } = site.payers[0].token
  const calls = Array.from({ length: STREAMS }, () =>
    call(served.url, { plan: 'stream-gated', key }),
  )
  const ready = await until(() => upstream.waiting() === STREAMS)
  tally.expect(ready, 'every stream begins', { what: `${upstream.waiting()} wait` })
  const holder = await holdLock(site.file)
  upstream.release()
  await Bun.sleep(HOLD_MS[size])
  await holder.letGo()
  const seen = await Promise.all(calls)
  const after = await settledWithin(site, before)
  judgeBooks(tally, { before, after, calls: seen })
  const delivered = seen.filter(({ events }) => events > 0)
  const used = after.users.used - before.users.used
  const owed = delivered.reduce((total, { price = 0 }) => total + price, 0)
  tally.same(used, owed, 'every delivered answer is paid once the lock is free')
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
  return tally
}

export const lock: Scenario = {
  name: 'lock',
  summary: 'another program holds the write lock while answers end',
  rounds: (asked) => Math.ceil(asked / 10),
  run,
}
