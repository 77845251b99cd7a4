/** When another channel is tried, which one, and what the client then sees and pays. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { type ChannelSeed, PLENTY } from '../support/seed'
import {
  frames,
  gate,
  html,
  json,
  type Script,
  sse,
  startUpstream,
  type Upstream,
} from '../support/upstream'
import {
  ask,
  type Bill,
  billOf,
  expectBrokenStream,
  expectRefusal,
  expectReleased,
  PATH_OF,
  PRICES,
  RECORDED_CHARGE,
  recorded,
  type Told,
  TYPE_OF,
  told,
} from './black-box'

type Row = Partial<ChannelSeed> & { readonly script: Script }

interface Setting {
  readonly gateway: Gateway
  readonly upstreams: readonly Upstream[]
}

/** Channels in the order of the rows; each row is one tier below the row before. */
async function withChannels(
  rows: readonly Row[],
  options: Record<string, unknown>,
  check: (setting: Setting) => Promise<void>,
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const upstreams: Upstream[] = []
  const channels: ChannelSeed[] = []
  for (const [index, { script, ...channel }] of rows.entries()) {
    const upstream = stack.use(await startUpstream(script))
    upstreams.push(upstream)
    channels.push({ upstream, models: 'm,call', priority: 100 - index, ...channel })
  }
  const seed = { channels, users: [{ role: 10 }], options: { ...PRICES, ...options } }
  await check({ gateway: stack.use(await startGateway(seed)), upstreams })
}

function call(gateway: Gateway, more: object = {}, key?: string): Promise<Told> {
  const options = key === undefined ? {} : { key }
  return told(gateway.post(PATH_OF.openai, ask('openai', more), options))
}

function asked(upstreams: readonly Upstream[]): number[] {
  return upstreams.map(({ requests }) => requests.length)
}

const failing = (status: number, message = `failed with ${status}`): Row => ({
  script: json({ error: { message } }, { status }),
})
const GOOD: Row = { script: json(recorded('openai').json) }

function channelsOf({ other }: Bill, gateway: Gateway): number[] {
  return other.admin_info.use_channel.map((id) => gateway.channelIds.indexOf(Number(id)))
}

describe('the trace of a call', () => {
  test('names each try with its channel, key, end and time, and a good first try not', async () => {
    const failed = [failing(500, 'first down'), failing(429, 'second busy')]
    const keyed = failed.map((row, index) => ({
      ...row,
      key: `sk-upstream-key-number-${index}abc`,
    }))
    await withChannels([...keyed, GOOD], {}, async ({ gateway }) => {
      const { other } = await billOf(gateway, (await call(gateway)).requestId)
      const [first, second] = gateway.channelIds
      expect(other.admin_info.attempts).toMatchObject([
        { channel: first, key: '0abc', upstream_status: 500, error: 'upstream.refused' },
        { channel: second, key: '1abc', upstream_status: 429, upstream_message: 'second busy' },
      ])
      for (const { at_ms, ms } of other.admin_info.attempts ?? []) {
        expect(at_ms + ms).toBeGreaterThanOrEqual(0)
      }
      expect(JSON.stringify(other)).not.toContain('sk-upstream')
    })
    await withChannels([GOOD], {}, async ({ gateway }) => {
      const { other } = await billOf(gateway, (await call(gateway)).requestId)
      expect(other.admin_info).not.toHaveProperty('attempts')
    })
  })

  test('is not for users to read', async () => {
    await withChannels([failing(500, 'first down'), GOOD], {}, async ({ gateway }) => {
      await billOf(gateway, (await call(gateway)).requestId)
      const headers = { authorization: `Bearer ${gateway.keys[0]}` }
      const own = await fetch(`${gateway.url}/api/log/token`, { headers })
      const { data } = JSON.parse(await own.text())
      expect(data).toHaveLength(1)
      expect(JSON.stringify(data)).not.toContain('first down')
    })
  })
})

describe('how often', () => {
  test('each channel is tried once, however many tries are left', async () => {
    await withChannels([failing(500), failing(500), failing(500)], { RetryTimes: 9 }, async (s) => {
      const answer = await call(s.gateway)
      expectRefusal(answer, 'openai', 500)
      expect(asked(s.upstreams)).toEqual([1, 1, 1])
      expect(channelsOf(await expectReleased(s.gateway, answer.requestId), s.gateway)).toEqual([
        0, 1, 2,
      ])
    })
  })

  test('without retries one channel is tried', async () => {
    await withChannels([failing(500), GOOD], { RetryTimes: 0 }, async ({ gateway, upstreams }) => {
      expectRefusal(await call(gateway), 'openai', 500)
      expect(asked(upstreams)).toEqual([1, 0])
    })
  })

  test('two retries reach the third channel and not the fourth', async () => {
    const rows = [failing(500), failing(500), failing(500, 'third'), GOOD]
    await withChannels(rows, { RetryTimes: 2 }, async ({ gateway, upstreams }) => {
      const error = expectRefusal(await call(gateway), 'openai', 500)
      expect(error.message).toStartWith('third')
      expect(asked(upstreams)).toEqual([1, 1, 1, 0])
    })
  })

  test('two retries are the default', async () => {
    await withChannels([failing(500), failing(500), GOOD], {}, async ({ gateway }) => {
      expect((await call(gateway)).status).toBe(200)
    })
  })

  test('the error of the last channel stays when no channel is left', async () => {
    await withChannels([failing(502, 'my own words')], { RetryTimes: 5 }, async ({ gateway }) => {
      const error = expectRefusal(await call(gateway), 'openai', 502)
      expect(error.message).toStartWith('my own words')
    })
  })
})

describe('another gateway', () => {
  const GATEWAY = { type: 60 }

  test('that has failed is not asked once more through a second key', async () => {
    await using upstream = await startUpstream(json({ error: { message: 'no' } }, { status: 502 }))
    const key = (name: string) => ({ upstream, models: 'm', key: name, ...GATEWAY })
    const channels = [key('a'), key('b'), key('c')]
    await using gateway = await startGateway({ channels, options: { ...PRICES, RetryTimes: 5 } })
    expectRefusal(await call(gateway), 'openai', 502)
    expect(upstream.requests).toHaveLength(1)
  })

  test('whose key is refused is asked with the next one', async () => {
    await using upstream = await startUpstream(({ headers }) =>
      headers.authorization === 'Bearer a'
        ? json({ error: { message: 'no quota' } }, { status: 429 })
        : json(recorded('openai').json),
    )
    const key = (name: string, priority: number) => ({
      upstream,
      models: 'm',
      key: name,
      priority,
      ...GATEWAY,
    })
    const channels = [key('a', 9), key('b', 1)]
    await using gateway = await startGateway({ channels, options: { ...PRICES, RetryTimes: 5 } })
    expect((await call(gateway)).status).toBe(200)
    expect(upstream.requests).toHaveLength(2)
  })

  test('that has failed makes room for a channel elsewhere', async () => {
    const rows = [{ ...failing(502), ...GATEWAY }, GOOD]
    await withChannels(rows, {}, async ({ gateway, upstreams }) => {
      expect((await call(gateway)).status).toBe(200)
      expect(asked(upstreams)).toEqual([1, 1])
    })
  })

  test('is told the id of the request, and nobody else is', async () => {
    const rows = [{ ...failing(502), ...GATEWAY }, GOOD]
    await withChannels(rows, {}, async ({ gateway, upstreams }) => {
      const { requestId } = await call(gateway)
      const heard = upstreams.map((one) => one.last().headers['x-oneapi-request-id'])
      expect(heard).toEqual([requestId, undefined])
    })
  })
})

describe('which channel', () => {
  test('each retry goes one tier down', async () => {
    const rows = [
      { ...failing(500), priority: 30 },
      { ...failing(500), priority: 20 },
      { ...GOOD, priority: 10 },
    ]
    await withChannels(rows, {}, async ({ gateway }) => {
      const bill = await billOf(gateway, (await call(gateway)).requestId)
      expect(channelsOf(bill, gateway)).toEqual([0, 1, 2])
      expect(bill.row.channel_id).toBe(gateway.channelIds[2] ?? 0)
    })
  })

  test('in the last tier another channel of the same tier is taken', async () => {
    const rows = [
      { ...failing(500), priority: 5 },
      { ...failing(500), priority: 5 },
      { ...GOOD, priority: 5 },
    ]
    await withChannels(rows, {}, async ({ gateway, upstreams }) => {
      const answers = await Promise.all([call(gateway), call(gateway), call(gateway)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      expect(Math.max(...asked(upstreams))).toBeLessThanOrEqual(3)
    })
  })

  test('a tier passed over is taken when nothing lower is left', async () => {
    const rows = [
      { ...failing(500), priority: 9 },
      { ...failing(500), priority: 9 },
      { ...failing(500), priority: 1 },
    ]
    await withChannels(rows, { RetryTimes: 2 }, async ({ gateway, upstreams }) => {
      await call(gateway)
      expect(asked(upstreams)).toEqual([1, 1, 1])
    })
  })

  test('a named channel is never replaced', async () => {
    await withChannels([failing(500), GOOD], {}, async ({ gateway, upstreams }) => {
      const key = `${gateway.keys[0]}-${gateway.channelIds[0]}`
      const answer = await call(gateway, {}, key)
      expectRefusal(answer, 'openai', 500)
      expect(asked(upstreams)).toEqual([1, 0])
      await expectReleased(gateway, answer.requestId)
    })
  })
})

describe('after which failure', () => {
  const TABLE: readonly (readonly [status: number, retried: boolean])[] = [
    [307, true],
    [400, false],
    [401, true],
    [403, true],
    [404, true],
    [408, false],
    [413, true],
    [422, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, false],
    [524, false],
    [529, true],
  ]
  for (const [status, retried] of TABLE) {
    test(`${status} is ${retried ? '' : 'not '}tried elsewhere`, async () => {
      await withChannels([failing(status), GOOD], {}, async ({ gateway, upstreams }) => {
        const answer = await call(gateway)
        expect(asked(upstreams)).toEqual([1, retried ? 1 : 0])
        if (retried) {
          expect(answer.status).toBe(200)
          expect((await billOf(gateway, answer.requestId)).row.quota).toBe(RECORDED_CHARGE)
        } else {
          expectRefusal(answer, 'openai', status)
          await expectReleased(gateway, answer.requestId)
        }
      })
    })
  }

  test('400 of an Anthropic channel is tried elsewhere', async () => {
    const script = json({ type: 'error', error: { message: 'no balance' } }, { status: 400 })
    await withChannels([{ script, type: TYPE_OF.anthropic }, GOOD], {}, async (setting) => {
      expect((await call(setting.gateway)).status).toBe(200)
      expect(asked(setting.upstreams)).toEqual([1, 1])
    })
  })

  const BROKEN: Readonly<Record<string, Script>> = {
    'a reset connection': { ending: 'reset' },
    'an HTML page': html(200),
    'half an answer': json('{"id":'),
    'a cut answer': json({ id: 'x'.repeat(99) }, { cutAfterBytes: 20 }),
    'an error object': json({ error: { message: 'sorry' } }),
  }
  for (const [name, script] of Object.entries(BROKEN)) {
    test(`${name} is tried elsewhere`, async () => {
      await withChannels([{ script }, GOOD], {}, async ({ gateway }) => {
        const answer = await call(gateway)
        expect(answer.status).toBe(200)
        expect((await billOf(gateway, answer.requestId)).row.quota).toBe(RECORDED_CHARGE)
      })
    })
  }

  test('a stream that broke after its first frame is not tried elsewhere', async () => {
    const [first = '', second = ''] = frames(recorded('openai').sse)
    const cut = { script: sse([first, second], { ending: 'cut' }) }
    await withChannels([cut, GOOD], {}, async ({ gateway, upstreams }) => {
      const answer = await call(gateway, { stream: true })
      expectBrokenStream(answer, 'openai')
      expect(asked(upstreams)).toEqual([1, 0])
      await billOf(gateway, answer.requestId)
    })
  })

  test('a stream that broke before its first frame is tried elsewhere', async () => {
    const cut = { script: sse(['data: {"id":"ha'], { ending: 'cut' }) }
    const good = { script: sse([recorded('openai').sse]) }
    await withChannels([cut, good], {}, async ({ gateway, upstreams }) => {
      const answer = await call(gateway, { stream: true })
      expect(answer.text).toEndWith('data: [DONE]\n\n')
      expect(answer.text).not.toContain('"ha')
      expect(asked(upstreams)).toEqual([1, 1])
    })
  })
})

describe('status_code_mapping', () => {
  const mapped = (status: number, mapping: object): Row => ({
    ...failing(status),
    status_code_mapping: JSON.stringify(mapping),
  })

  for (const [name, mapping] of [
    ['numbers', { 500: 400 }],
    ['texts', { 500: '400' }],
  ] as const) {
    test(`in ${name} decides about the retry and is what the client sees`, async () => {
      await withChannels([mapped(500, mapping), GOOD], {}, async ({ gateway, upstreams }) => {
        expectRefusal(await call(gateway), 'openai', 400)
        expect(asked(upstreams)).toEqual([1, 0])
      })
    })
  }

  test('can make a failure one that is tried elsewhere', async () => {
    await withChannels([mapped(400, { 400: 500 }), GOOD], {}, async ({ gateway }) => {
      expect((await call(gateway)).status).toBe(200)
    })
  })

  test('leaves other statuses alone', async () => {
    await withChannels([mapped(503, { 500: 400 })], {}, async ({ gateway }) => {
      expectRefusal(await call(gateway), 'openai', 503)
    })
  })

  test('to 429 hides the words of the upstream like any 429', async () => {
    const row = { ...failing(503, 'account 77 is empty'), status_code_mapping: '{"503":429}' }
    await withChannels([row], {}, async ({ gateway }) => {
      const error = expectRefusal(await call(gateway), 'openai', 429)
      expect(error.message).not.toContain('77')
    })
  })
})

describe('the money of a call over several attempts', () => {
  test('is held once, and moves to the channel that answered', async () => {
    const [first, second] = [gate(), gate()]
    const rows = [
      { script: json({}, { status: 500, before: first }) },
      { script: json(recorded('openai').json, { before: second }) },
    ]
    await withChannels(rows, {}, async ({ gateway, upstreams }) => {
      const quota = async (): Promise<number> =>
        (await gateway.services.users.show(gateway.userIds[0] ?? 0)).quota
      const pending = call(gateway, { model: 'call' })
      await upstreams[0]?.waitForRequests(1)
      expect(await quota()).toBe(PLENTY - 1000)
      first.open()
      await upstreams[1]?.waitForRequests(1)
      expect(await quota()).toBe(PLENTY - 1000)
      second.open()
      const { row } = await billOf(gateway, (await pending).requestId)
      expect(row.quota).toBe(1000)
      const used = gateway.channelIds.map(async (id) => gateway.services.channels.show(id))
      expect((await Promise.all(used)).map(({ used_quota }) => used_quota)).toEqual([0, 1000])
    })
  })
})
