/** A gateway that is killed while providers work: whoever starts next ends each job once. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { systemClock } from '../../../server/clock'
import { type Gateway, type GatewayClient, startGateway } from '../../support/gateway'
import { startGatewayProcess } from '../../support/gateway-process'
import { PLENTY } from '../../support/seed'
import { gate, json, startUpstream, type Upstream } from '../../support/upstream'
import { waitUntil } from '../../support/wait-until'
import { JobVendor } from './job-vendor'

const MODEL = 'gen4_turbo'
const ASKED = { model: MODEL, prompt: 'a cat', seconds: 5 }
const CHARGE = 5 * 250_000
const OPTIONS = { ModelRatio: { [MODEL]: 1 } }

function newVendor(): JobVendor {
  return new JobVendor({
    provider: 'runway',
    submits: /_to_video$/,
    idIn: ({ path }) => path.split('/').at(-1) ?? '',
  })
}

const seed = (upstream: Upstream) => ({
  channels: [{ upstream, models: MODEL, type: 20_061, key: 'key_1' }],
  options: OPTIONS,
})

/** Later than every pause between two questions. */
function aheadBy(minutes: number) {
  return { nowMs: () => systemClock.nowMs() + minutes * 60_000 }
}

interface After {
  readonly gateway: Gateway
  readonly spent: () => Promise<number>
  /** States of all jobs. */
  readonly states: () => Promise<readonly string[]>
}

async function afterwards(killed: GatewayClient, check: (after: After) => Promise<void>) {
  await using gateway = await startGateway({ restartOf: killed, clock: aheadBy(2) })
  const spent = async () => {
    await gateway.idle()
    expect(await gateway.services.ledger.verify()).toEqual([])
    return PLENTY - (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
  }
  const states = async () => {
    using reader = new Database(join(gateway.dataDir, 'gw.db'), { readonly: true })
    const rows = reader.query<{ state: string }, []>('select state from jobs order by id').all()
    return rows.map(({ state }) => state)
  }
  await check({ gateway, spent, states })
}

test('killed between the question and its answer, it gives the hold back', async () => {
  const held = gate()
  await using upstream = await startUpstream(json({ id: 'up-1' }, { before: held }))
  await using first = await startGatewayProcess(seed(upstream))
  const asked = first.post('/v1/videos', ASKED).catch(() => undefined)
  await upstream.waitForRequests(1)
  await first.kill9()
  await asked
  await afterwards(first, async ({ gateway, spent, states }) => {
    await waitUntil('the job has ended', async () => (await states()).includes('lost'))
    expect(await spent()).toBe(0)
    const { items } = await gateway.services.tasks.list({})
    expect(items).toMatchObject([{ status: 'FAILURE', fail_reason: 'job.lost', quota: 0 }])
  })
  expect(upstream.requests).toHaveLength(1)
})

test('killed while they work, the next one follows each to its end', async () => {
  const vendor = newVendor()
  await using upstream = await startUpstream(vendor.answer)
  await using first = await startGatewayProcess(seed(upstream))
  const answers = await Promise.all([1, 2, 3].map(() => first.post('/v1/videos', ASKED)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  await first.kill9()
  vendor.all('succeeded')
  vendor.jobs.set('up-2', 'failed')
  await afterwards(first, async ({ spent, states }) => {
    const wanted = ['failed', 'succeeded', 'succeeded']
    await waitUntil(
      'all have ended',
      async () => [...(await states())].sort().join() === `${wanted}`,
    )
    expect(await spent()).toBe(2 * CHARGE)
  })
  // A third start has nothing to ask.
  const questions = upstream.requests.length
  await afterwards(first, async ({ spent }) => expect(await spent()).toBe(2 * CHARGE))
  expect(upstream.requests).toHaveLength(questions)
})

test('killed when it knew the end and could not write it, the next one bills it once', async () => {
  const vendor = newVendor()
  await using upstream = await startUpstream(vendor.answer)
  await using first = await startGatewayProcess(seed(upstream))
  const { id } = await (await first.post('/v1/videos', ASKED)).json()
  vendor.all('succeeded')
  const held = gate()
  vendor.next.push({ ...vendor.told('succeeded', 'up-1'), before: held })
  const other = new Database(join(first.dataDir, 'gw.db'))
  const headers = { authorization: `Bearer ${first.keys[0]}` }
  const polled = fetch(`${first.url}/v1/videos/${id}`, { headers }).catch(() => undefined)
  await upstream.waitForRequests(2)
  other.exec('begin immediate')
  held.open()
  await waitUntil('it knows the end', () => upstream.last().answered)
  await first.kill9()
  other.exec('rollback')
  other.close(true)
  await polled
  await afterwards(first, async ({ spent, states }) => {
    await waitUntil('it has ended', async () => (await states()).includes('succeeded'))
    expect(await spent()).toBe(CHARGE)
  })
})

test('a database that is away when the provider has answered: it is asked once', async () => {
  const vendor = newVendor()
  const held = gate()
  await using upstream = await startUpstream(vendor.answer)
  const { channels } = seed(upstream)
  await using gateway = await startGateway({
    channels: [...channels, { ...channels[0], key: 'key_2' }],
    options: OPTIONS,
    // One attempt at the lock instead of ten seconds of them.
    env: { GW_DATABASE_WAIT_MS: '40' },
  })
  vendor.next.push({ ...vendor.told('accepted', 'up-1'), before: held })
  const asked = gateway.post('/v1/videos', ASKED)
  await upstream.waitForRequests(1)
  const other = new Database(join(gateway.dataDir, 'gw.db'))
  other.exec('begin immediate')
  held.open()
  expect((await asked).status).toBe(503)
  other.exec('rollback')
  other.close(true)
  expect(upstream.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  const user = () => gateway.services.users.show(gateway.userIds[0] ?? 0)
  await waitUntil('it is given back', async () => (await user()).quota === PLENTY)
  expect(await gateway.services.ledger.verify()).toEqual([])
  const { items } = await gateway.services.tasks.list({})
  expect(items).toMatchObject([{ status: 'FAILURE', quota: 0 }])
})

const url = process.env.GW_TEST_DATABASE_URL

if (url) {
  test('two nodes that poll one database end each job once', async () => {
    await using sql = new SQL(url, { max: 1 })
    await sql.unsafe('drop schema public cascade')
    await sql.unsafe('create schema public')
    const vendor = newVendor()
    await using upstream = await startUpstream(vendor.answer)
    const env = { GW_DATABASE_URL: url, GW_SECRET_KEY: 'a'.repeat(64) }
    await using first = await startGatewayProcess({ ...seed(upstream), env })
    await using second = await startGatewayProcess({ env, restartOf: first })
    const nodes = [first, second]
    const asked = Array.from({ length: 12 }, (_, index) =>
      nodes[index % 2]?.post('/v1/videos', ASKED),
    )
    const answers = await Promise.all(asked)
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([200]))
    vendor.all('succeeded')
    const open = () => sql`select id from jobs where ended_at = 0`
    await waitUntil('all have ended', async () => (await open()).length === 0, 60_000)
    const bills = await sql`select reference from ledger where kind = 'settle'`
    expect(bills).toHaveLength(12)
    const [user] = await sql`select quota from users where id = ${first.userIds[0]}`
    expect(Number(user.quota)).toBe(PLENTY - 12 * CHARGE)
    expect((await first.cli(['ledger', 'verify'], { env })).code).toBe(0)
  }, 90_000)
}
