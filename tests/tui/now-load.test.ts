/** A busy gateway costs the terminal one small frame a second, however many calls it has. */
import { expect, test } from 'bun:test'
import type { LiveJson } from '../../server/domain/endpoints/live'
import { NO_LIMITS } from '../support/api'
import { startGateway } from '../support/gateway'
import { TEST_ACTOR } from '../support/seed'
import { runInTerminal } from '../support/terminal'
import { waitUntil } from '../support/wait-until'

const TICKS = 8
const CALLS = 100
const CHANNELS = 40
/** Opens a frame that a terminal shows at once. */
const FRAME = '\u001b[?2026h'

/** Of a gateway with a thousand calls a second. */
function state(tick: number): LiveJson {
  const rate = (base: number) => Array.from({ length: 120 }, (_, at) => base + ((at + tick) % 17))
  const nowMs = Date.now()
  const spenders = Array.from({ length: 20 }, (_, at) => ({
    ...{ id: at + 1, name: `user-${at}`, owner: `user-${at}` },
    ...{ calls: 9000 + tick * 50 - at, quota: 4_000_000 + tick * 9000 - at * 100 },
  }))
  return {
    in_flight: 1400 + tick,
    ended: 1000 * tick,
    processes: 4,
    calls: Array.from({ length: CALLS }, (_, at) => ({
      ...{ id: `${tick}-${at}`, user_id: at, username: `user-${(at * 7 + tick) % 90}` },
      ...{ token_id: at, token_name: `token-${(at * 3 + tick) % 50}`, model: 'gpt-4o-mini' },
      ...{ channel_id: at % CHANNELS, channel_name: `channel-${at % CHANNELS}` },
      ...{
        started_at: nowMs - 9000 + at * 80,
        first_byte_ms: 300 + at,
        state: 'answering' as const,
      },
      ...{ tries: 1 + (at % 9 === 0 ? 1 : 0), output_tokens: 40 * tick + at },
    })),
    per_minute: { calls: 60_000 + tick, failed: 40, refused: 3, tokens: 9e7 + tick, quota: 3e7 },
    until: Math.floor(nowMs / 1000) - 1,
    seconds: {
      ...{ calls: rate(1000), failed: rate(1), refused: rate(0) },
      ...{ tokens: rate(1_500_000), quota: rate(500_000) },
    },
    channels: Array.from({ length: CHANNELS }, (_, id) => ({
      ...{ id: id + 1, name: `channel-${id}`, in_flight: 30 + ((id + tick) % 9) },
      ...{ attempts: 7000 + tick * 25, failed: id % 7, p50_ms: 300 + tick, p95_ms: 900 + id },
      last_failure: null,
    })),
    users: spenders,
    tokens: spenders,
  }
}

test('1,000 calls a second are a frame a second, and lines that change', async () => {
  const users = [{ username: 'ann' }]
  await using gateway = await startGateway({ env: NO_LIMITS, users })
  await gateway.services.users.ensureRoot(TEST_ACTOR, { password: 'long enough 1' })
  const [{ id } = { id: 0 }] = (await gateway.services.users.list({ role: 100 })).items
  const token = await gateway.services.accessTokens.resetOf(TEST_ACTOR, id)
  const { promise: ready, resolve: isReady } = Promise.withResolvers<(text: string) => void>()
  // Everything but the stream is the gateway's own answer.
  await using front = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1', idleTimeout: 0 },
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'GET' ? undefined : await request.text()
      if (pathname !== '/api/stream') {
        const { method, headers } = request
        headers.delete('accept-encoding')
        const answer = await fetch(gateway.url + pathname + search, {
          ...{ method, headers, body: body ?? null },
        })
        return new Response(await answer.arrayBuffer(), { status: answer.status })
      }
      const events = new ReadableStream<Uint8Array>({
        start(to) {
          isReady((text) => to.enqueue(new TextEncoder().encode(text)))
        },
      })
      return new Response(events, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  const url = `http://127.0.0.1:${front.port}`
  await using program = runInTerminal(
    ['admin', '--url', url, '--user', String(id), '--access-token', token],
    { columns: 200, rows: 50, dataDir: gateway.dataDir },
  )
  const push = await ready
  const told = async (tick: number): Promise<void> => {
    const data = { call: 0, status: 200, body: { success: true, message: '', data: state(tick) } }
    push(`data: ${JSON.stringify(data)}\n\n`)
    await program.shows(`In flight ${(1400 + tick).toLocaleString('en')}`)
  }
  await told(0)
  const before = program.written().length
  for (let tick = 1; tick <= TICKS; tick += 1) await told(tick)
  await waitUntil('the last frame is whole', () => program.written().endsWith('\u001b[?2026l'))
  const drawn = program.written().slice(before)
  expect(drawn.split(FRAME).length - 1).toBeLessThanOrEqual(2 * TICKS)
  // A whole picture of 200 by 50 in colours is more than 20 kB.
  expect(drawn.length / TICKS).toBeLessThan(20_000)
  program.press('q')
  expect(await program.exited()).toBe(0)
})
