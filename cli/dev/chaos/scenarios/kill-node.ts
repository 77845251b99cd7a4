/** kill -9 of one of several gateways on one PostgreSQL database; the others go on. */
import { readBooks, readStart } from '../books'
import { call } from '../client'
import type { Context, Scenario } from '../scenario'
import { Tally } from '../tally'
import { settledWithin } from '../watch'
import { judgeKill, LOADS, startLoad } from './kill'

const NODES = 3

async function run({ site: copy, size, chance }: Context): Promise<Tally> {
  const tally = new Tally()
  const site = await copy()
  const before = await readStart(site)
  const { workers, answers, ms } = LOADS[size]
  const first = await site.serve()
  const more = Number(process.env.GW_CHAOS_NODES ?? NODES) - 1
  const others = await Promise.all(Array.from({ length: more }, () => site.serve()))
  const nodes = [first, ...others] as const
  const load = startLoad(site, {
    urls: [first.url, ...others.map(({ url }) => url)],
    workers,
    answers: chance.between(...answers),
    chance,
  })
  await load.enough
  await Bun.sleep(chance.between(...ms))
  const killed = chance.pick(nodes)
  tally.add('kills')
  tally.add('open_at_kill', load.open)
  const openAtKill = load.open
  await killed.kill9()
  const living = nodes.filter((node) => node !== killed)
  const { key } = site.payers[0].token
  for (const { url } of living) {
    const seen = await call(url, { plan: 'stream', key })
    load.calls.push(seen)
    tally.expect(seen.isComplete, 'a node that lives serves', { what: seen })
  }
  load.stop()
  await load.done
  // What the dead one held is free when it has been silent for a minute.
  const startedAt = performance.now()
  await settledWithin(site, before)
  tally.recoveryMs.push(performance.now() - startedAt)
  for (const node of living) tally.same(await node.stop(), 0, 'SIGTERM ends a gateway with 0')
  const after = await readBooks(site)
  judgeKill(tally, { before, after, calls: load.calls, openAtKill })
  return tally
}

export const killNode: Scenario = {
  engine: 'postgres',
  name: 'kill-node',
  summary: 'kill -9 of one of several gateways on one database under load; nothing is lost',
  rounds: (requested) => requested,
  run,
}
