/** kill -9 of one process of a gateway with workers, the one that writes or one that relays. */
import { readBooks, readStart } from '../books'
import { call } from '../client'
import type { Context, Scenario } from '../scenario'
import { Tally } from '../tally'
import { settledWithin, until } from '../watch'
import { judgeKill, LOADS, startLoad } from './kill'

const WORKERS = { GW_WORKERS: '2' }

async function run({ site: copy, size, chance }: Context): Promise<Tally> {
  const tally = new Tally()
  const site = await copy()
  const before = await readStart(site)
  const { workers, answers, ms } = LOADS[size]
  const served = await site.serve(WORKERS)
  const { url } = served
  const load = startLoad(site, {
    urls: [url],
    workers,
    answers: chance.between(...answers),
    chance,
  })
  await load.enough
  await Bun.sleep(chance.between(...ms))
  const [writer = 0, ...relaying] = served.processes()
  const killed = chance.pick([writer, writer, ...relaying])
  tally.add('kills')
  const openAtKill = load.open
  process.kill(killed, 'SIGKILL')
  const startedAt = performance.now()
  const { key } = site.payers[0].token
  const isServing = async () => (await call(url, { plan: 'json', key })).isComplete
  tally.expect(await until(isServing), 'the gateway serves again', { what: served.stderr() })
  tally.recoveryMs.push(performance.now() - startedAt)
  load.stop()
  await load.done
  await settledWithin(site, before)
  tally.same(await served.stop(), 0, 'SIGTERM ends the gateway with 0')
  const after = await readBooks(site)
  judgeKill(tally, { before, after, calls: load.calls, openAtKill })
  return tally
}

export const killProcess: Scenario = {
  name: 'kill-process',
  summary: 'kill -9 of the writer or a worker under load; the others go on, nothing is lost',
  rounds: (requested) => requested,
  run,
}
