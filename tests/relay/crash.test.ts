/** A gateway that is killed, and one that is asked to finish. */
import { describe, expect, test } from 'bun:test'
import { openDatabase } from '../../db/open'
import { verify } from '../../db/tables/ledger-verify'
import type { LogRow } from '../../db/tables/logs'
import { openReservations } from '../../db/tables/reservations'
import { systemClock } from '../../server/clock'
import { type Gateway, startGateway } from '../support/gateway'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import { frames, gate, json, type Reply, sse, startUpstream } from '../support/upstream'
import { waitUntil, within } from '../support/wait-until'
import {
  ask,
  PATH_OF,
  PRICES,
  type ProtocolName,
  RECORDED_CHARGE,
  recorded,
  requestIdOf,
  TERMINATOR_OF,
  told,
} from './black-box'

const CALLS = 200
/** Whole answers after which the gateway is killed; about as many calls are then open. */
const ENOUGH = 60

/** What a client knew of its call in the end. */
interface Outcome {
  requestId: string
  isWhole: boolean
}

const HELD = gate()
const [FIRST = '', SECOND = '', ...REST] = frames(recorded('openai').sse)
const JSON_ANSWER = recorded('openai').json

/** By turns: answered at once, held before the answer, answered in pieces, held in the middle. */
function replyTo(isStream: boolean, index: number): Reply {
  if (!isStream) return index % 3 === 0 ? json(JSON_ANSWER, { before: HELD }) : json(JSON_ANSWER)
  return index % 3 === 0
    ? sse([FIRST, SECOND, HELD, ...REST])
    : sse([FIRST + SECOND + REST.join('')], { tear: 'every-byte' })
}

async function callOnce(
  gateway: GatewayProcess,
  index: number,
  whole: () => void,
): Promise<Outcome> {
  const outcome: Outcome = { requestId: '', isWhole: false }
  const protocol: ProtocolName = index % 4 < 2 ? 'openai' : 'claude'
  const stream = index % 2 === 0
  try {
    const response = await gateway.post(PATH_OF[protocol], ask(protocol, { stream }))
    outcome.requestId = requestIdOf(response)
    const text = await response.text()
    outcome.isWhole = stream ? text.includes(TERMINATOR_OF[protocol]) : JSON.parse(text) !== null
    if (outcome.isWhole) whole()
  } catch {
    // The gateway died under this call; what the client saw of it counts.
  }
  return outcome
}

async function allLogs(gateway: Gateway): Promise<LogRow[]> {
  const rows: LogRow[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await gateway.services.logs.list({ page, page_size: 100 })
    rows.push(...items)
    if (rows.length >= total) return rows
  }
}

describe('kill -9 in the middle of 200 calls', () => {
  test('charges every whole answer once and gives back every open call', async () => {
    await using upstream = await startUpstream((request, index) =>
      replyTo(request.bodyText.includes('"stream":true'), index),
    )
    await using first = await startGatewayProcess({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    let wholeCount = 0
    const whole = (): void => {
      wholeCount += 1
      if (wholeCount === ENOUGH) resolve()
    }
    const calls = Array.from({ length: CALLS }, (_, index) => callOnce(first, index, whole))
    await within('enough answers', enough)
    await first.kill9()
    const outcomes = await Promise.all(calls)

    await using second = await startGateway({ restartOf: first })
    const rows = await allLogs(second)
    const byRequest = new Map(rows.map((row) => [row.request_id, row]))
    expect(byRequest.size).toBe(rows.length)
    expect(rows.length).toBeGreaterThanOrEqual(upstream.requests.length)
    for (const { requestId, isWhole } of outcomes) {
      if (requestId === '') continue
      const row = byRequest.get(requestId)
      expect(row).toBeDefined()
      if (isWhole) expect(row).toMatchObject({ type: 2, quota: RECORDED_CHARGE })
    }
    const open = rows.filter(({ type }) => type === 5)
    expect(open.length).toBeGreaterThan(0)
    for (const row of open) {
      expect(row).toMatchObject({ quota: 0, model_name: 'm', username: 'user1' })
      expect(row.other).toContain('"kind":"interrupted"')
    }
    await expectBalances(second, rows)
    expect((await second.cli(['ledger', 'verify'])).code).toBe(0)
  }, 60_000)

  test('a second start finds nothing left to resolve', async () => {
    await using upstream = await startUpstream(json(JSON_ANSWER, { before: HELD }))
    await using first = await startGatewayProcess({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const call = callOnce(first, 1, () => {})
    await upstream.waitForRequests(1)
    await first.kill9()
    await call
    for (let start = 0; start < 2; start += 1) {
      await using again = await startGateway({ restartOf: first })
      const rows = await allLogs(again)
      expect(rows.map(({ type }) => type)).toEqual([5])
      await expectBalances(again, rows)
      await again.stop()
    }
  })
})

describe('kill -9 beside a job', () => {
  test('gives back the calls and leaves to the job what it holds', async () => {
    await using upstream = await startUpstream(json(JSON_ANSWER, { before: HELD }))
    await using first = await startGatewayProcess({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const call = callOnce(first, 1, () => {})
    await upstream.waitForRequests(1)
    await first.kill9()
    await call
    const db = await openDatabase(`${first.dataDir}/gw.db`)
    const job = await db.ledger.reserve({
      callId: 'of a job',
      userId: first.userIds[0] ?? 0,
      tokenId: first.tokenIds[0] ?? 0,
      amount: 700,
      atLeast: 700,
      model: 'm',
      terms: { kind: 'job', jobId: 'video-1', deadlineMs: systemClock.nowMs() + 3_600_000 },
      nowMs: systemClock.nowMs(),
    })
    await db.close()

    await using again = await startGateway({ restartOf: first })
    const token = () => again.services.tokens.show(TEST_ACTOR, again.tokenIds[0] ?? 0)
    expect((await token()).remain_quota).toBe(PLENTY - 700)
    expect((await allLogs(again)).map(({ type }) => type)).toEqual([5])
    expect(await again.services.ledger.verify()).toEqual([])
    await again.stop()

    if (job.kind !== 'reserved') throw new Error(job.kind)
    const later = await openDatabase(`${first.dataDir}/gw.db`)
    await later.ledger.settle({
      reservation: job.reservation,
      charge: 650,
      withinBalance: true,
      channelId: undefined,
      log: undefined,
      counted: true,
      hourly: false,
      nowMs: systemClock.nowMs(),
    })
    expect((await openReservations(later)).length).toBe(0)
    expect(await verify(later)).toEqual([])
    await later.close()
  })
})

/** User and token lost exactly what the log says, and nothing is held any more. */
async function expectBalances(gateway: Gateway, rows: readonly LogRow[]): Promise<void> {
  const charged = rows.reduce((sum, { quota }) => sum + quota, 0)
  const user = await gateway.services.users.show(gateway.userIds[0] ?? 0)
  const token = await gateway.services.tokens.show(TEST_ACTOR, gateway.tokenIds[0] ?? 0)
  expect({
    user: PLENTY - user.quota,
    userUsed: user.used_quota,
    token: PLENTY - token.remain_quota,
    tokenUsed: token.used_quota,
    requests: user.request_count,
    differences: await gateway.services.ledger.verify(),
  }).toEqual({
    user: charged,
    userUsed: charged,
    token: charged,
    tokenUsed: charged,
    requests: rows.filter(({ type }) => type === 2).length,
    differences: [],
  })
}

describe('SIGTERM', () => {
  test('lets running calls finish, turns new ones away, and exits with 0', async () => {
    const held = gate()
    const large = 'x'.repeat(3_000_000)
    const body = { ...JSON.parse(JSON_ANSWER), system_fingerprint: large }
    await using upstream = await startUpstream((request) =>
      request.bodyText.includes('"stream":true')
        ? sse([FIRST, SECOND, held, `: ${large}\n\n`, ...REST])
        : json(body, { before: held }),
    )
    await using gateway = await startGatewayProcess({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const streams = ['openai', 'claude'] as const
    const running = [
      ...streams.map((protocol) =>
        told(gateway.post(PATH_OF[protocol], ask(protocol, { stream: true }))),
      ),
      told(gateway.post(PATH_OF.openai, ask('openai'))),
    ]
    await upstream.waitForRequests(3)
    const exit = gateway.stop()
    await waitUntil('new calls are turned away', async () => {
      const response = await gateway.post(PATH_OF.openai, ask('openai', { model: 'nowhere' }))
      const { error } = JSON.parse(await response.text())
      return response.status === 503 && error.code === 'shutting_down'
    })
    held.open()
    const [openai, claude, whole] = await Promise.all(running)
    expect(openai?.text).toEndWith('data: [DONE]\n\n')
    expect(claude?.text).toContain(TERMINATOR_OF.claude)
    expect(JSON.parse(whole?.text ?? '')).toEqual(body)
    expect(await exit).toBe(0)

    await using again = await startGateway({ restartOf: gateway })
    // A call for the model nobody has may have come before the end began.
    const rows = (await allLogs(again)).filter(({ model_name }) => model_name !== 'nowhere')
    expect(rows.map(({ type, quota }) => [type, quota])).toEqual(
      Array.from({ length: 3 }, () => [2, RECORDED_CHARGE]),
    )
    await expectBalances(again, rows)
  }, 60_000)

  test('waits for a client that is still reading an answer already paid', async () => {
    const body = { ...JSON.parse(JSON_ANSWER), system_fingerprint: 'x'.repeat(12_000_000) }
    await using upstream = await startUpstream(json(body))
    await using gateway = await startGatewayProcess({
      channels: [{ upstream, models: 'm' }],
      options: PRICES,
    })
    const response = await gateway.post(PATH_OF.openai, ask('openai'))
    const exit = gateway.stop()
    await waitUntil('new calls are turned away', async () => {
      const answer = await fetch(`${gateway.url}/healthz`).catch(() => undefined)
      return answer === undefined || (await answer.json()).ok === false
    })
    expect(JSON.parse(await response.text())).toEqual(body)
    expect(await exit).toBe(0)
  })

  test('without a running call exits at once with 0', async () => {
    await using gateway = await startGatewayProcess()
    expect(await gateway.stop()).toBe(0)
  })
})
