/** A bill that cannot be written now is kept, written once, and told of meanwhile. */
import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GatewayClient, startGateway } from '../support/gateway'
import { startGatewayProcess } from '../support/gateway-process'
import {
  frames,
  type Gate,
  gate,
  json,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import { waitUntil } from '../support/wait-until'
import {
  ask,
  expectRefusal,
  PATH_OF,
  PRICES,
  RECORDED_CHARGE,
  recorded,
  TERMINATOR_OF,
  told,
} from './black-box'

const [FIRST = '', ...REST] = frames(recorded('openai').sse)
/** One attempt at the lock instead of ten seconds of them. */
const IMPATIENT = { GW_DATABASE_WAIT_MS: '40' }
const STREAM = ask('openai', { stream: true })

async function heldUpstream(): Promise<Upstream & { readonly held: Gate }> {
  const held = gate()
  return Object.assign(await startUpstream(() => sse([FIRST, held, ...REST])), { held })
}

/** As another program does that writes for a long time. */
function lockOf({ dataDir }: GatewayClient) {
  const database = new Database(join(dataDir, 'gw.db'))
  // The gateway itself may be writing just now.
  database.exec('pragma busy_timeout = 5000')
  database.exec('begin immediate')
  return {
    [Symbol.dispose]: () => database.close(true),
  }
}

const unsettled = ({ dataDir }: GatewayClient) => join(dataDir, 'unsettled.jsonl')

function linesIn(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean)
}

async function health({ url }: GatewayClient): Promise<[number, unknown]> {
  const answer = await fetch(`${url}/healthz`)
  return [answer.status, await answer.json()]
}

const AGREES = 'the ledger agrees with every balance'
const GREEN: [number, unknown] = [200, { ok: true, database: 'ok', settlements_waiting: 0 }]

async function billed(gateway: GatewayClient): Promise<number[]> {
  const { stdout } = await gateway.cli(['log', 'list', '--type', 'consumption', '--json'])
  return Object(JSON.parse(stdout)).map(({ quota }: { quota: number }) => quota)
}

async function agrees(gateway: GatewayClient): Promise<string> {
  const { stdout, stderr } = await gateway.cli(['ledger', 'verify'])
  return stdout.trim() || stderr
}

function gatewayOn(upstream: Upstream) {
  return { channels: [{ upstream, models: 'm' }], options: PRICES, env: IMPATIENT }
}

/** Answers that are whole but not billed: their settlements wait, and stand in the file. */
async function letWait(gateway: GatewayClient, upstream: { readonly held: Gate }, count: number) {
  const calls = Array.from({ length: count }, () => gateway.post(PATH_OF.openai, STREAM))
  const responses = await Promise.all(calls)
  const lock = lockOf(gateway)
  upstream.held.open()
  const answers = await Promise.all(responses.map(told))
  for (const { text } of answers) expect(text).toContain(TERMINATOR_OF.openai)
  return { lock, answers }
}

describe('while another program holds the lock', () => {
  test('every answer ends whole, and every bill is written when the lock is free', async () => {
    await using upstream = await heldUpstream()
    await using gateway = await startGateway(gatewayOn(upstream))
    const { lock } = await letWait(gateway, upstream, 12)
    expect(await health(gateway)).toEqual([
      503,
      { ok: false, database: 'unwritable', settlements_waiting: 12 },
    ])
    const refused = await told(gateway.post(PATH_OF.openai, STREAM))
    expect(expectRefusal(refused, 'openai', 503).code).toBe('db_unavailable')
    expect(refused.headers.get('retry-after')).toBe('5')

    lock[Symbol.dispose]()
    await waitUntil('all are settled', async () => (await health(gateway))[0] === 200)
    expect(await health(gateway)).toEqual(GREEN)
    expect(await billed(gateway)).toEqual(Array.from({ length: 12 }, () => RECORDED_CHARGE))
    expect(await agrees(gateway)).toBe(AGREES)
    const { items } = await gateway.services.logs.list({ page_size: 100 })
    for (const { other } of items) expect(JSON.parse(other).settled_late_ms).toBeNumber()
    expect(linesIn(unsettled(gateway))).toEqual([])
  })

  test('an answer that is no stream arrives, too, and is billed later', async () => {
    const held = gate()
    await using upstream = await startUpstream(() =>
      json(recorded('openai').json, { before: held }),
    )
    await using gateway = await startGateway(gatewayOn(upstream))
    const pending = gateway.post(PATH_OF.openai, ask('openai'))
    await upstream.waitForRequests(1)
    using lock = lockOf(gateway)
    held.open()
    expect((await told(pending)).status).toBe(200)
    lock[Symbol.dispose]()
    await waitUntil('it is settled', async () => (await health(gateway))[0] === 200)
    expect(await billed(gateway)).toEqual([RECORDED_CHARGE])
  })

  test('nothing but a failed call is enough to turn red, and to turn green again', async () => {
    await using upstream = await startUpstream(() => json(recorded('openai').json))
    await using gateway = await startGateway(gatewayOn(upstream))
    const lock = lockOf(gateway)
    const refused = await told(gateway.post(PATH_OF.claude, ask('claude')))
    expectRefusal(refused, 'claude', 503)
    expect(upstream.requests).toHaveLength(0)
    expect((await health(gateway))[0]).toBe(503)
    lock[Symbol.dispose]()
    await waitUntil('the probe was written', async () => (await health(gateway))[0] === 200)
  })
})

describe('a gateway that ends before the lock is free', () => {
  test('leaves a file without secrets, which the next start settles once', async () => {
    await using upstream = await heldUpstream()
    await using gateway = await startGateway(gatewayOn(upstream))
    const { lock, answers } = await letWait(gateway, upstream, 3)
    await gateway.stop()
    lock[Symbol.dispose]()

    const file = unsettled(gateway)
    const lines = linesIn(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const ids = lines.map((line) => JSON.parse(line).reservation.callId).sort()
    expect(ids).toEqual(answers.map(({ requestId }) => requestId).sort())
    for (const secret of [...gateway.keys, 'two plus two', 'sk-']) {
      expect(lines.join('\n')).not.toContain(secret)
    }

    const next = await startGateway({ restartOf: gateway, env: IMPATIENT })
    expect(await health(next)).toEqual(GREEN)
    expect(await billed(next)).toEqual([RECORDED_CHARGE, RECORDED_CHARGE, RECORDED_CHARGE])
    expect(await agrees(next)).toBe(AGREES)
    await next.stop()
    expect(existsSync(file)).toBe(false)

    // As if that start had been killed before it removed the file.
    writeFileSync(file, `${lines.join('\n')}\n`)
    await using last = await startGateway({ restartOf: gateway, env: IMPATIENT })
    expect(await billed(last)).toHaveLength(3)
    expect(await agrees(last)).toBe(AGREES)
  })

  test('is killed: what it had written down is settled by the next start', async () => {
    await using upstream = await heldUpstream()
    await using gateway = await startGatewayProcess(gatewayOn(upstream))
    const { lock } = await letWait(gateway, upstream, 3)
    await waitUntil('they stand in the file', () => linesIn(unsettled(gateway)).length === 3)
    await gateway.kill9()
    lock[Symbol.dispose]()

    await using next = await startGateway({ restartOf: gateway, env: IMPATIENT })
    expect(await billed(next)).toEqual([RECORDED_CHARGE, RECORDED_CHARGE, RECORDED_CHARGE])
    expect(await agrees(next)).toBe(AGREES)
  })

  test('was killed while it wrote: the torn line is told, and the others are settled', async () => {
    await using upstream = await heldUpstream()
    await using gateway = await startGateway(gatewayOn(upstream))
    const { lock } = await letWait(gateway, upstream, 2)
    await gateway.stop()
    lock[Symbol.dispose]()
    const [first = '', second = ''] = linesIn(unsettled(gateway))
    writeFileSync(unsettled(gateway), `${first}\n${second.slice(0, 90)}`)

    await using next = await startGateway({ restartOf: gateway, env: IMPATIENT })
    expect(await billed(next)).toEqual([RECORDED_CHARGE])
    expect(await agrees(next)).toBe(AGREES)
    expect(next.logged).toContainEqual(
      expect.objectContaining({ msg: 'a settlement of the last run cannot be read' }),
    )
  })
})

test("one settlement that can never be written stands in nobody else's way", async () => {
  await using upstream = await startUpstream(() => json(recorded('openai').json))
  await using gateway = await startGateway({
    ...gatewayOn(upstream),
    users: [{ username: 'cursed' }, { username: 'blessed' }],
    tokens: [
      { username: 'cursed', unlimited_quota: true },
      { username: 'blessed', unlimited_quota: true },
    ],
  })
  using other = new Database(join(gateway.dataDir, 'gw.db'))
  other.exec('pragma busy_timeout = 5000')
  const [cursed = 0] = gateway.userIds
  other.exec(`create trigger curse before insert on ledger
    when new.kind = 'settle' and new.user_id = ${cursed}
    begin select raise(abort, 'cursed'); end`)
  for (const key of gateway.keys) {
    expect((await told(gateway.post(PATH_OF.openai, ask('openai'), { key }))).status).toBe(200)
  }
  expect(await billed(gateway)).toEqual([RECORDED_CHARGE])
  expect(await health(gateway)).toEqual([
    503,
    { ok: false, database: 'ok', settlements_waiting: 1 },
  ])
  other.exec('drop trigger curse')
  await waitUntil('the last is settled', async () => (await health(gateway))[0] === 200)
  expect(await billed(gateway)).toEqual([RECORDED_CHARGE, RECORDED_CHARGE])
  expect(await agrees(gateway)).toBe(AGREES)
})
