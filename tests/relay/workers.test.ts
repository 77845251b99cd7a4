/** A gateway of several processes: one that writes, and workers that relay on one port. */
import { describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { verify } from '../../db/tables/ledger-verify'
import { openReservations } from '../../db/tables/reservations'
import { API_PASSWORD } from '../support/api'
import { cliCommand, cliEnv } from '../support/cli'
import {
  childrenOf,
  type GatewayProcess,
  type GatewayProcessOptions,
  startGatewayProcess,
} from '../support/gateway-process'
import { PLENTY } from '../support/seed'
import { type Gate, gate, json, sse, startUpstream, type Upstream } from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import { ask, PATH_OF, PRICES, RECORDED_CHARGE, recorded } from './black-box'

const ANSWER = recorded('openai').json
const TWO = { GW_WORKERS: '2' }

type Options = Omit<GatewayProcessOptions, 'channels' | 'env'> & {
  readonly upstream: Upstream
  readonly env?: Readonly<Record<string, string>>
}

async function startWorkers({ upstream, env = {}, options = {}, ...more }: Options) {
  return await startGatewayProcess({
    channels: [{ upstream, models: 'm' }],
    options: { ...PRICES, ...options },
    env: { ...TWO, ...env },
    ...more,
  })
}

/** On a connection of its own, so that any of the workers may get it. */
async function call(gateway: GatewayProcess, body: object = {}, key?: string): Promise<Response> {
  const headers = { connection: 'close' }
  return await gateway.post(PATH_OF.openai, ask('openai', body), {
    headers,
    ...(key !== undefined && { key }),
  })
}

async function calls(gateway: GatewayProcess, count: number): Promise<readonly number[]> {
  const answers = Array.from({ length: count }, async () => {
    const response = await call(gateway)
    await response.text()
    return response.status
  })
  return await Promise.all(answers)
}

interface Node {
  readonly id: string
  readonly host: string
}

/** Numbers of the processes by what they are. */
async function processes(gateway: GatewayProcess): Promise<ReadonlyMap<string, number>> {
  const { stdout } = await gateway.cli(['node', 'list', '--json'])
  const nodes: readonly Node[] = JSON.parse(stdout)
  return new Map(nodes.map(({ id, host }) => [id, Number(host.split(':').at(-1))]))
}

async function kill(gateway: GatewayProcess, id: string): Promise<number> {
  const pid = (await processes(gateway)).get(id) ?? 0
  process.kill(pid, 'SIGKILL')
  return pid
}

interface Books {
  readonly faults: readonly unknown[]
  readonly held: number
  readonly spent: number
}

async function books(gateway: GatewayProcess): Promise<Books> {
  const db = await openDatabase(`${gateway.dataDir}/gw.db`, { readonly: true })
  try {
    const { used_quota: spent } = await db.reader
      .selectFrom('users')
      .select('used_quota')
      .where('id', '=', gateway.userIds[0] ?? 0)
      .executeTakeFirstOrThrow()
    const held = await openReservations(db)
    return { faults: await verify(db), held: held.length, spent }
  } finally {
    await db.close()
  }
}

/** Streams that have begun, until `held` opens. */
async function begunStreams(gateway: GatewayProcess, count: number) {
  const responses = Array.from({ length: count }, () => call(gateway, { stream: true }))
  return (await Promise.all(responses)).map((response) => response.text().catch(() => 'cut'))
}

function heldStream(held: Gate) {
  const frames = recorded('openai').sse.split(/(?<=\n\n)/)
  return sse([frames.slice(0, 3).join(''), held, frames.slice(3).join('')])
}

describe('two workers', () => {
  test('share one wallet: of 64 calls at once those are answered that it pays for', async () => {
    await using upstream = await startUpstream(json(ANSWER))
    await using gateway = await startWorkers({
      upstream,
      tokens: [{ remain_quota: 20 * RECORDED_CHARGE }],
    })
    const before = await processes(gateway)
    expect([...before.keys()].sort()).toEqual(['file', 'worker-1', 'worker-2'])
    const statuses = await calls(gateway, 64)
    const answered = statuses.filter((status) => status === 200).length
    // 401 is for who comes when the token is known to be exhausted, 403 for who finds it so.
    expect(statuses.filter((status) => ![200, 401, 403, 429].includes(status))).toEqual([])
    expect(await books(gateway)).toEqual({
      faults: [],
      held: 0,
      spent: answered * RECORDED_CHARGE,
    })
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThanOrEqual(20)
    expect(upstream.requests).toHaveLength(answered)
  })

  test('count the requests of a user together', async () => {
    await using upstream = await startUpstream(json(ANSWER))
    const options = {
      ModelRequestRateLimitEnabled: 'true',
      ModelRequestRateLimitCount: '10',
      ModelRequestRateLimitDurationMinutes: '1',
    }
    await using gateway = await startWorkers({ upstream, options })
    const statuses = await calls(gateway, 40)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('refuse a token that was switched off by a command', async () => {
    await using upstream = await startUpstream(json(ANSWER))
    await using gateway = await startWorkers({ upstream })
    expect(await calls(gateway, 8)).toEqual(Array(8).fill(200))
    const off = await gateway.cli(['token', 'disable', `${gateway.tokenIds[0]}`])
    expect(off.code).toBe(0)
    await waitUntil('both refuse it', async () =>
      (await calls(gateway, 12)).every((status) => status === 401),
    )
  })

  test('carry the management API to the writer, with the address of who asks', async () => {
    await using upstream = await startUpstream(json(ANSWER))
    await using gateway = await startWorkers({
      upstream,
      users: [{ username: 'someone', password: API_PASSWORD }],
      env: { CRITICAL_RATE_LIMIT: '6', GW_TRUSTED_PROXIES: '127.0.0.1' },
    })
    const logIn = async (ip: string, password = 'not this one') => {
      const response = await fetch(`${gateway.url}/api/user/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          connection: 'close',
          'x-forwarded-for': ip,
          // Nobody but a worker says who a peer is.
          'x-gw-peer': '192.0.2.99',
        },
        body: JSON.stringify({ username: 'someone', password }),
      })
      return { status: response.status, cookie: response.headers.get('set-cookie') }
    }
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await logIn('203.0.113.1')).status).toBe(200)
    }
    // One count for all workers, and one for each address.
    expect((await logIn('203.0.113.1')).status).toBe(429)
    const other = await logIn('203.0.113.2', API_PASSWORD)
    expect(other.cookie).toContain('session=')
    const page = await fetch(`${gateway.url}/login`, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    const unknown = await fetch(`${gateway.url}/api/nothing`)
    expect(unknown.status).toBe(404)
  })
})

test('an official client streams through them, and a drained writer drains all', async () => {
  await using upstream = await startUpstream(sse([recorded('openai').sse]))
  await using gateway = await startWorkers({ upstream })
  const stream = await gateway.openai().chat.completions.create({
    model: 'm',
    messages: [{ role: 'user', content: 'hello' }],
    stream: true,
  })
  let text = ''
  for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
  expect(text).not.toBe('')
  const health = async () => {
    const asked = Array.from({ length: 8 }, () =>
      fetch(`${gateway.url}/healthz`, { headers: { connection: 'close' } }),
    )
    return new Set((await Promise.all(asked)).map(({ status }) => status))
  }
  expect(await health()).toEqual(new Set([200]))
  expect((await gateway.cli(['node', 'drain', 'file'])).code).toBe(0)
  await waitUntil('all are drained', async () => !(await health()).has(200))
  expect((await gateway.cli(['node', 'resume', 'file'])).code).toBe(0)
  await waitUntil('all are back', async () => !(await health()).has(503))
})

test('who follows the console may leave, and does not hold up a stop', async () => {
  await using upstream = await startUpstream(json(ANSWER))
  await using gateway = await startWorkers({ upstream })
  const follow = async () => {
    const address = `${gateway.url}/api/stream?calls=/api/status&follow=true`
    const { status, body } = await fetch(address, { headers: await rootHeaders(gateway) })
    expect(status).toBe(200)
    const reader = body?.getReader()
    await reader?.read()
    return reader
  }
  await (await follow())?.cancel()
  const followed = await follow()
  const ended = within('the end of the stream', drained(followed))
  expect(await gateway.stop()).toBe(0)
  await ended
  expect(gateway.stderr()).not.toContain('Exception')
})

async function drained(reader: { read(): Promise<{ done: boolean }> } | undefined) {
  while ((await reader?.read())?.done === false);
}

async function rootHeaders(gateway: GatewayProcess): Promise<Record<string, string>> {
  const made = await gateway.cli(['access-token', 'create', 'root', crypto.randomUUID(), '--quiet'])
  const { id } = (await gateway.cli(['user', 'show', 'root', '--json'])).json() as { id: number }
  return { authorization: made.stdout.trim(), 'new-api-user': String(id) }
}

describe('kill -9', () => {
  test('of a worker ends its own calls only, and frees what they held at once', async () => {
    const held = gate()
    await using upstream = await startUpstream((request) =>
      request.bodyText.includes('"stream":true') ? heldStream(held) : json(ANSWER),
    )
    await using gateway = await startWorkers({ upstream })
    const streams = await begunStreams(gateway, 12)
    expect((await books(gateway)).held).toBe(12)
    const killed = await kill(gateway, 'worker-1')
    await waitUntil('its holds are free', async () => (await books(gateway)).held < 12)
    const { held: left } = await books(gateway)
    expect(left).toBeGreaterThan(0)
    await waitUntil('it is started again', async () => {
      const pid = (await processes(gateway)).get('worker-1')
      return pid !== undefined && pid !== killed
    })
    held.open()
    const ends = await within('the other streams', Promise.all(streams))
    expect(ends.filter((text) => text.includes('data: [DONE]'))).toHaveLength(left)
    await waitUntil('all is written', async () => (await books(gateway)).held === 0)
    expect(await books(gateway)).toEqual({ faults: [], held: 0, spent: left * RECORDED_CHARGE })
    expect(await calls(gateway, 8)).toEqual(Array(8).fill(200))
  })

  test('of the writer refuses calls until it is back; streams go on, billed once', async () => {
    const held = gate()
    await using upstream = await startUpstream((request) =>
      request.bodyText.includes('"stream":true') ? heldStream(held) : json(ANSWER),
    )
    await using gateway = await startWorkers({ upstream })
    const streams = await begunStreams(gateway, 6)
    await kill(gateway, 'file')
    const refused = new Set<number>()
    await waitUntil('calls are answered again', async () => {
      const statuses = await calls(gateway, 4)
      for (const status of statuses) refused.add(status)
      return statuses.every((status) => status === 200)
    })
    expect([...refused].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // What the streams hold is still held: their workers have said so to the new writer.
    expect((await books(gateway)).held).toBe(6)
    held.open()
    const ends = await within('the streams', Promise.all(streams))
    for (const text of ends) expect(text).toContain('data: [DONE]')
    await waitUntil('all is written', async () => (await books(gateway)).held === 0)
    const { faults, spent } = await books(gateway)
    expect(faults).toEqual([])
    const whole = upstream.requests.length - 6
    expect(spent).toBe((whole + 6) * RECORDED_CHARGE)
    expect(spent).toBeLessThan(PLENTY)
  })
})

test('a process that hangs is ended and started again', async () => {
  await using upstream = await startUpstream(json(ANSWER))
  await using gateway = await startWorkers({ upstream })
  const hanging = (await processes(gateway)).get('worker-1') ?? 0
  process.kill(hanging, 'SIGSTOP')
  const isAnother = async () => {
    const pid = (await processes(gateway)).get('worker-1')
    return pid !== undefined && pid !== hanging
  }
  const hangs = 'a process of the gateway hangs'
  await waitUntil('that is noticed', () => gateway.stderr().includes(hangs), 60_000)
  await waitUntil('another has its place', isAnother)
  expect(await calls(gateway, 8)).toEqual(Array(8).fill(200))
}, 90_000)

test('asked to stop, it lets streams finish and writes their bills', async () => {
  const held = gate()
  await using upstream = await startUpstream(heldStream(held))
  await using gateway = await startWorkers({ upstream })
  const streams = await begunStreams(gateway, 4)
  const stopped = gateway.stop()
  await waitUntil('it says so', () => gateway.stderr().includes('running calls may finish'))
  held.open()
  for (const text of await Promise.all(streams)) expect(text).toContain('data: [DONE]')
  expect(await stopped).toBe(0)
  expect(await books(gateway)).toEqual({ faults: [], held: 0, spent: 4 * RECORDED_CHARGE })
})

test('stopped while it starts, it ends at once', async () => {
  await using upstream = await startUpstream(json(ANSWER))
  await using gateway = await startWorkers({ upstream })
  await gateway.kill9()
  const env = { ...TWO, GW_DATA: gateway.dataDir }
  const child = Bun.spawn(cliCommand(['serve', '--port', '0'], { dataDir: gateway.dataDir }), {
    env: cliEnv(env),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await waitUntil('its writer is there', () => childrenOf(child.pid).length > 0)
  child.kill('SIGTERM')
  await within('its end', child.exited, 20_000)
  expect(childrenOf(child.pid)).toEqual([])
})

test('a call of a worker is told of, and ended, by whichever process is asked', async () => {
  await using upstream = await startUpstream(sse([gate()]))
  await using gateway = await startWorkers({ upstream })
  const pending = call(gateway, { stream: true })
  const live = async () => {
    const { stdout } = await gateway.cli(['api', 'GET', '/api/live/'])
    return JSON.parse(stdout).data
  }
  await waitUntil('the call is told of', async () => (await live()).in_flight === 1, 20_000)
  const { calls: running, processes: count } = await live()
  expect(count).toBe(3)
  const ended = await gateway.cli(['api', 'POST', `/api/live/${running[0].id}/end`])
  expect([ended.stderr, ended.code]).toEqual(['', 0])
  expect(await (await pending).text()).toContain('ended')
  expect((await live()).in_flight).toBe(0)
})

test('a port that is taken is told before anything is started', async () => {
  await using upstream = await startUpstream(json(ANSWER))
  await using gateway = await startWorkers({ upstream })
  const args = ['serve', '--workers', '2', '--host', '127.0.0.1', '--port', `${gateway.port}`]
  const second = await gateway.cli(args)
  expect(second.code).not.toBe(0)
  expect(second.stderr).toContain('in use')
  const wrong = await gateway.cli(['serve', '--workers', 'many'])
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('--workers')
})
