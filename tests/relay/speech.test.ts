/** Speech: JSON in, sound out as it comes, priced by what is spoken. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import type { ChannelSeed } from '../support/seed'
import type { Upstream } from '../support/upstream'
import { gate, html, json, type Reply, type Script, startUpstream } from '../support/upstream'
import { billOf, expectRefusal, expectReleased, expectSpent, told } from './black-box'

const PATH = '/v1/audio/speech'
/** 7.5 credits a character, as the tables have it. */
const VOICE = 'tts-1'
const SAID = 'Grüezi, 世界!'
/** No text in any encoding. */
const SOUND = Uint8Array.from({ length: 3000 }, (_, at) => (at * 37) % 256)

function sound(rest: Reply = {}): Reply {
  return { headers: { 'content-type': 'audio/mpeg' }, chunks: [SOUND], ...rest }
}

async function speaking(
  script: Script,
  check: (gateway: Gateway, upstream: Upstream) => Promise<void>,
  channel: Partial<ChannelSeed> = {},
): Promise<void> {
  await using upstream = await startUpstream(script)
  await using gateway = await startGateway({
    channels: [{ upstream, models: [VOICE, 'gpt-4o-mini-tts'], ...channel }],
    options: { RetryTimes: 0, ModelRatio: { [VOICE]: 7.5, 'gpt-4o-mini-tts': 1 } },
  })
  await check(gateway, upstream)
}

const ASKED = { model: VOICE, input: SAID, voice: 'alloy', response_format: 'mp3' } as const

describe('speech', () => {
  test('comes byte for byte to the SDK, and costs what its characters cost', async () => {
    await speaking(sound(), async (gateway, upstream) => {
      const response = await gateway.openai().audio.speech.create(ASKED)
      expect(response.headers.get('content-type')).toBe('audio/mpeg')
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(SOUND)
      expect(upstream.last()).toMatchObject({ path: PATH, json: ASKED })
      expect(upstream.last().headers.accept).toBe('*/*')
      const requestId = response.headers.get('x-oneapi-request-id') ?? ''
      const { row } = await billOf(gateway, requestId)
      expect(row).toMatchObject({ prompt_tokens: 11, completion_tokens: 0, quota: 83 })
    })
  })

  test('is heard before all of it is there', async () => {
    const held = gate()
    await speaking(sound({ chunks: [SOUND, held, SOUND] }), async (gateway) => {
      const response = await gateway.post(PATH, ASKED)
      const reader = response.body?.getReader()
      const first = await reader?.read()
      expect(first?.value?.length).toBeGreaterThan(0)
      held.open()
      let size = first?.value?.length ?? 0
      for (;;) {
        const next = await reader?.read()
        if (next === undefined || next.done) break
        size += next.value.length
      }
      expect(size).toBe(2 * SOUND.length)
    })
  })

  test('that breaks off is no whole answer to the client, and is owed all the same', async () => {
    await speaking(sound({ ending: 'cut' }), async (gateway) => {
      const response = await gateway.post(PATH, ASKED)
      const requestId = response.headers.get('x-oneapi-request-id') ?? ''
      await expect(response.arrayBuffer()).rejects.toThrow()
      const { row, other } = await billOf(gateway, requestId)
      expect(row.quota).toBe(83)
      expect(other).toMatchObject({ cut: { by: 'upstream', policy: 'partial' } })
    })
  })

  test('of newer voices is priced by the tokens of its text', async () => {
    await speaking(sound(), async (gateway) => {
      const answer = await told(gateway.post(PATH, { ...ASKED, model: 'gpt-4o-mini-tts' }))
      const { row } = await billOf(gateway, answer.requestId)
      expect(row.prompt_tokens).toBeGreaterThan(0)
      expect(row.prompt_tokens).toBeLessThan(11)
    })
  })

  test('is asked by the name that the channel has for it, and by the usual one', async () => {
    const mapped = { model_mapping: '{"tts-1":"house-voice"}' }
    const run = async (gateway: Gateway, upstream: Upstream) => {
      const { model: _, ...rest } = ASKED
      expect((await told(gateway.post(PATH, rest))).status).toBe(200)
      expect(upstream.last().json).toEqual({ ...rest, model: 'house-voice' })
    }
    await speaking(sound(), run, mapped)
  })

  test('has a deployment at Azure', async () => {
    const azure = { type: 3, other: '2024-12-01-preview' }
    await speaking(
      sound(),
      async (gateway, upstream) => {
        expect((await told(gateway.post(PATH, ASKED))).status).toBe(200)
        expect(upstream.last().path).toBe(
          '/openai/deployments/tts-1/audio/speech?api-version=2024-12-01-preview',
        )
      },
      azure,
    )
  })
})

describe('speech that fails', () => {
  test.each([
    ['a refusal', json({ error: { message: 'no such voice' } }, { status: 400 }), 400],
    ['a refusal with status 200', json({ error: { message: 'no such voice' } }), 500],
    ['a proxy', html(502), 502],
  ] as const)('by %s is an error in JSON, and costs nothing', async (_, reply, status) => {
    await speaking(reply, async (gateway) => {
      const answer = await told(gateway.post(PATH, ASKED))
      expectRefusal(answer, 'openai', status)
      await expectReleased(gateway, answer.requestId)
    })
  })

  test.each([
    ['input', { input: '' }],
    ['input', { input: undefined }],
    ['stream_format', { stream_format: 'sse' }],
  ])('by its %s is refused by name, and nobody is asked', async (field, part) => {
    await speaking(sound(), async (gateway, upstream) => {
      const error = expectRefusal(
        await told(gateway.post(PATH, { ...ASKED, ...part })),
        'openai',
        400,
      )
      expect(error.param).toBe(field)
      expect(upstream.requests).toEqual([])
      await expectSpent(gateway, 0)
    })
  })

  test('on a channel that has none is refused', async () => {
    await speaking(
      sound(),
      async (gateway) => {
        const answer = await told(gateway.post(PATH, ASKED))
        expect(answer.status).toBe(404)
      },
      { type: 14 },
    )
  })
})
