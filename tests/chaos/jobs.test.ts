/**
 * Fifty jobs at three providers that lie, stall and break off, and a gateway that is killed three
 * times on the way: in the end every job is paid or given back, and exactly once.
 */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { systemClock } from '../../server/clock'
import { JobVendor } from '../relay/jobs/job-vendor'
import { type Gateway, type GatewayClient, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import { seededRandom } from '../support/ports'
import { PLENTY } from '../support/seed'
import { json, type RecordedRequest, type Reply, startUpstream } from '../support/upstream'
import { waitUntil } from '../support/wait-until'

/** Any seed must do; this one makes a failure the same for everybody. */
const SEED = 20_261_122
const JOBS_PER_LIFE = [17, 17, 16]
const FAULTS = 0.3
/** More rounds than the longest job has questions. */
const MOST_ROUNDS = 60
/** Jobs of one life whose provider says nothing when the kill comes. */
const STUCK = 8

const lastPart = ({ path }: RecordedRequest) => path.split('?')[0]?.split('/').at(-1) ?? ''
const PROVIDERS = [
  { provider: 'kling', type: 50, key: 'a|b', model: 'kling-v2-1-master', submits: /text2video$/ },
  { provider: 'runway', type: 20_061, key: 'key_1', model: 'gen4_turbo', submits: /_to_video$/ },
  { provider: 'wan', type: 17, key: 'sk-1', model: 'wan2.5-t2v-preview', submits: /synthesis$/ },
] as const

const FAULTY: readonly Reply[] = [
  json({ error: { message: 'broken' } }, { status: 500 }),
  json({ error: { message: 'slow down' } }, { status: 429 }),
  json({ surprise: true }),
  { headers: { 'content-type': 'application/json' }, body: '{"half":' },
  { ending: 'reset' },
]

interface Stand {
  readonly vendor: JobVendor
  readonly answer: (request: RecordedRequest) => Reply
}

/** Of its work a third fails, and so do three of ten answers. */
function standOf({ provider, submits }: (typeof PROVIDERS)[number], at: number): Stand {
  const random = seededRandom(SEED + at)
  const vendor = new JobVendor({ provider, submits, idIn: lastPart })
  const answer = (request: RecordedRequest): Reply => {
    if (random.next() < FAULTS) {
      const fault = FAULTY[Math.floor(random.next() * FAULTY.length)]
      if (submits.test(request.path)) {
        // What is taken on may still not be told, or be told never.
        if (random.next() < 0.5) vendor.answer(request)
        if (random.next() < 0.4) return { ending: 'never' }
      }
      if (fault !== undefined) return fault
    }
    const reply = vendor.answer(request)
    for (const [id, phase] of vendor.jobs) {
      if (phase === 'queued' && random.next() < 0.5) vendor.jobs.set(id, 'running')
      else if (phase === 'running' && random.next() < 0.3) {
        vendor.jobs.set(id, random.next() < 0.3 ? 'failed' : 'succeeded')
      }
    }
    return reply
  }
  return { vendor, answer }
}

interface JobLine {
  readonly id: string
  readonly state: string
  readonly quota: number
  readonly ended_at: number
  readonly terms: string
}

function linesOf({ dataDir }: GatewayClient): readonly JobLine[] {
  using reader = new Database(join(dataDir, 'gw.db'), { readonly: true })
  return reader.query<JobLine, []>('select id, state, quota, ended_at, terms from jobs').all()
}

function submitSome(gateway: GatewayClient, count: number): readonly Promise<unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const { model } = PROVIDERS[index % PROVIDERS.length] ?? PROVIDERS[0]
    const asked = { model, prompt: `film ${index}`, seconds: 5 }
    return gateway.post('/v1/videos', asked).catch(() => undefined)
  })
}

/** Everybody asks for everything, and time flies, until nothing is open. */
async function toTheEnd(gateway: Gateway, hurry: () => void): Promise<void> {
  const headers = { authorization: `Bearer ${gateway.keys[0]}` }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const open = linesOf(gateway).filter(({ ended_at }) => ended_at === 0)
    if (open.length === 0) return
    hurry()
    await Promise.all(open.map(({ id }) => fetch(`${gateway.url}/v1/videos/${id}`, { headers })))
  }
}

test('fifty jobs, three kills, three faults in ten answers: each is settled once', async () => {
  const stands = PROVIDERS.map(standOf)
  const upstreams = await Promise.all(stands.map(({ answer }) => startUpstream(answer)))
  const seed = {
    channels: PROVIDERS.map(({ type, key, model }, at) => {
      return { upstream: upstreams[at], type, key, models: model, auto_ban: false }
    }),
    options: { ModelRatio: Object.fromEntries(PROVIDERS.map(({ model }) => [model, 1])) },
  }
  let last: GatewayClient | undefined
  for (const count of JOBS_PER_LIFE) {
    const before = last === undefined ? 0 : linesOf(last).length
    const asking = (jobs: readonly JobLine[]) =>
      jobs.filter(({ state }) => state === 'submitting').length
    const life = await startGatewayProcess(last === undefined ? seed : { restartOf: last })
    const asked = submitSome(life, count)
    // In the middle of it: most have an answer, and some wait for one that will never come.
    await waitUntil('most are told', () => {
      const jobs = linesOf(life)
      return jobs.length === before + count && asking(jobs) <= STUCK
    })
    await life.kill9()
    await Promise.all(asked)
    last = life
  }
  if (last === undefined) throw new Error('nothing was started')
  let aheadMs = 120_000
  const clock = { nowMs: () => systemClock.nowMs() + aheadMs }
  await using gateway = await startGateway({ restartOf: last, clock })
  await toTheEnd(gateway, () => {
    aheadMs += 30_000
  })
  await gateway.idle()
  const lines = linesOf(gateway)
  expect(lines.length).toBeGreaterThanOrEqual(40)
  expect(lines.filter(({ ended_at }) => ended_at === 0)).toEqual([])
  expect(await gateway.services.ledger.verify()).toEqual([])
  using reader = new Database(join(gateway.dataDir, 'gw.db'), { readonly: true })
  expect(reader.query('select * from reservations').all()).toEqual([])
  const entries = reader.query<{ kind: string; charge: number }, [string]>(
    'select kind, charge from ledger where reference = ? order by id',
  )
  for (const { state, quota, terms } of lines) {
    const kinds = entries.all(JSON.parse(terms).callId)
    const end = state === 'succeeded' ? 'settle' : 'release'
    const told = kinds.map(({ kind, charge }) => `${kind} ${charge}`)
    // Killed when it was written down and nothing was held yet.
    if (kinds.length === 0) expect(state).toBe('lost')
    else expect(told).toEqual(['reserve 0', `${end} ${quota}`])
  }
  const spent = lines.reduce((sum, { quota }) => sum + quota, 0)
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  expect(PLENTY - user.quota).toBe(spent)
  const kinds = new Set(lines.map(({ state }) => state))
  expect(kinds.has('succeeded') && kinds.has('failed') && kinds.has('lost')).toBe(true)
  for (const upstream of upstreams) await upstream.stop()
}, 120_000)
