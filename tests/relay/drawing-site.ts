/** A gateway before a program that draws, and what its users do with both. */
import { expect } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { manualClock } from '../support/ports'
import { PLENTY, TEST_ACTOR } from '../support/seed'
import {
  MIDJOURNEY_SECRET,
  type MidjourneyOptions,
  type MidjourneyStandIn,
  startMidjourney,
} from '../support/stand-ins/midjourney'

const ACTIONS = 'imagine variation reroll blend upscale describe upload zoom shorten modal inpaint'
const MORE = 'custom_zoom high_variation low_variation pan'
export const DRAWING_MODELS = [
  ...`${ACTIONS} ${MORE}`.split(' ').map((action) => `mj_${action}`),
  'swap_face',
]

/** A dollar's tenth and twentieth, in credits. */
export const TENTH = 50_000
export const TWENTIETH = 25_000

export const [ANN, BOB, POOR] = [0, 1, 2] as const

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
  readonly body: any
}

export interface DrawingSite extends AsyncDisposable {
  readonly gateway: Gateway
  readonly program: MidjourneyStandIn
  readonly advance: (ms: number) => void
  readonly post: (path: string, body: unknown, who?: number) => Promise<Answer>
  readonly get: (path: string, who?: number) => Promise<Answer>
  /** The id by which the program knows the newest job. */
  readonly newest: () => string
  readonly imagine: (prompt?: string) => Promise<string>
  /** As if the program had called, a little later: the gateway asks it. */
  readonly notice: (id?: string) => Promise<void>
  readonly finished: (prompt?: string) => Promise<string>
  readonly money: () => Promise<{ readonly used: number; readonly held: number }>
  /** What `run` costs ann; nothing stays held. */
  readonly cost: (run: () => Promise<unknown>) => Promise<number>
  readonly option: (key: string, value: boolean | string) => Promise<unknown>
}

export async function openDrawingSite(
  type: 2 | 5 = 5,
  options: MidjourneyOptions = {},
): Promise<DrawingSite> {
  const clock = manualClock()
  const program = await startMidjourney(options)
  const gateway = await startGateway({
    clock,
    users: [{ username: 'ann' }, { username: 'bob' }, { username: 'poor', quota: 10 }],
    tokens: [{ username: 'ann' }, { username: 'bob' }, { username: 'poor' }],
    channels: [{ upstream: program, type, key: MIDJOURNEY_SECRET, models: DRAWING_MODELS }],
    options: { RetryTimes: 0 },
  })
  const newest = (): string => [...program.tasks.keys()].at(-1) ?? ''
  const post = async (path: string, body: unknown, who: number = ANN): Promise<Answer> => {
    const response = await gateway.post(path, body, { key: gateway.keys[who] ?? '' })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  }
  const imagine = async (prompt = 'a cat'): Promise<string> => {
    const { status, body } = await post('/mj/submit/imagine', { prompt })
    expect({ status, code: body.code }).toEqual({ status: 200, code: 1 })
    return body.result
  }
  const notice = async (id = newest()): Promise<void> => {
    clock.advance(2_000)
    const called = { method: 'POST', body: JSON.stringify({ id }) }
    expect((await fetch(`${gateway.url}/mj/notify`, called)).status).toBe(200)
  }
  const money = async () => {
    await gateway.idle()
    const user = await gateway.services.users.show(gateway.userIds[ANN] ?? 0)
    expect(await gateway.services.ledger.verify()).toEqual([])
    return { used: user.used_quota, held: PLENTY - user.quota - user.used_quota }
  }
  return {
    gateway,
    program,
    advance: clock.advance,
    post,
    newest,
    imagine,
    notice,
    money,
    async get(path, who = ANN) {
      const headers = { authorization: `Bearer ${gateway.keys[who]}` }
      const response = await fetch(gateway.url + path, { headers })
      return { status: response.status, body: await response.json() }
    },
    async finished(prompt) {
      const id = await imagine(prompt)
      program.finish(newest())
      await notice()
      return id
    },
    async cost(run) {
      const before = await money()
      await run()
      const after = await money()
      expect(after.held).toBe(before.held)
      return after.used - before.used
    },
    option: (key, value) => gateway.services.options.set(TEST_ACTOR, { key, value: String(value) }),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await program.upstream.stop()
    },
  }
}
