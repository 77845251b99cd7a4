/** In which language API clients read what went wrong, and that it is one language. */
import { describe, expect, test } from 'bun:test'
import { type Gateway, startGateway } from '../support/gateway'
import { frames, json, sse, startUpstream } from '../support/upstream'
import {
  ask,
  expectBrokenStream,
  MODEL,
  PATH_OF,
  PRICES,
  PROTOCOLS,
  recorded,
  told,
} from './black-box'

const HAN = /\p{Script=Han}/u
const CHINESE = { 'accept-language': 'zh-CN,zh;q=0.9' }

async function withLanguage(
  language: string | undefined,
  check: (gateway: Gateway) => Promise<void>,
): Promise<void> {
  await using upstream = await startUpstream(json({}))
  const option = language === undefined ? undefined : { 'global.error_language': language }
  const options = { ...PRICES, ...option }
  await using gateway = await startGateway({ channels: [{ upstream, models: MODEL }], options })
  await check(gateway)
}

async function refusal(
  gateway: Gateway,
  protocol: 'openai' | 'claude',
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const body = { ...ask(protocol), model: 'nope' }
  const answer = await told(gateway.post(PATH_OF[protocol], body, { headers }))
  expect(answer.status).toBe(404)
  return JSON.parse(answer.text).error.message
}

describe('global.error_language', () => {
  for (const protocol of PROTOCOLS) {
    test(`unset: ${protocol} clients that name no language read English`, async () => {
      await withLanguage(undefined, async (gateway) => {
        expect(await refusal(gateway, protocol)).not.toMatch(HAN)
        // What Node's fetch sends by itself.
        expect(await refusal(gateway, protocol, { 'accept-language': '*' })).not.toMatch(HAN)
        expect(await refusal(gateway, protocol, { 'accept-language': 'fr' })).not.toMatch(HAN)
      })
    })

    test(`unset: ${protocol} clients that ask for Chinese read Chinese`, async () => {
      await withLanguage(undefined, async (gateway) => {
        expect(await refusal(gateway, protocol, CHINESE)).toMatch(HAN)
      })
    })
  }

  test('may be one language for all', async () => {
    await withLanguage('en', async (gateway) => {
      expect(await refusal(gateway, 'openai', CHINESE)).not.toMatch(HAN)
    })
    await withLanguage('zh', async (gateway) => {
      expect(await refusal(gateway, 'openai', { 'accept-language': 'en' })).toMatch(HAN)
    })
  })

  test('holds for lists, unknown paths and wrong keys', async () => {
    await withLanguage('zh', async ({ url, keys }) => {
      const authorization = `Bearer ${keys[0]}`
      for (const path of ['/v1/models/nope', '/v1/nothing']) {
        const answer = await fetch(url + path, { headers: { authorization } })
        expect((await answer.json()).error.message).toMatch(HAN)
      }
      const wrong = await fetch(`${url}/v1/models`, { headers: { authorization: 'Bearer sk-x' } })
      expect((await wrong.json()).error.message).toMatch(HAN)
    })
  })

  test('holds for a stream that breaks', async () => {
    const begun = frames(recorded('openai').sse).slice(0, 3)
    await using upstream = await startUpstream(sse(begun, { ending: 'cut' }))
    await using gateway = await startGateway({
      channels: [{ upstream, models: MODEL }],
      options: PRICES,
    })
    const english = await told(gateway.post(PATH_OF.openai, ask('openai', { stream: true })))
    expect(expectBrokenStream(english, 'openai').message).not.toMatch(HAN)
  })
})

describe('a reason', () => {
  const bodies: readonly (readonly [string, object])[] = [
    ['chat/completions', { model: 1 }],
    ['chat/completions', { model: MODEL }],
    ['chat/completions', { model: MODEL, messages: [] }],
    ['chat/completions', { model: MODEL, messages: 'hi' }],
    ['chat/completions', { model: 'm'.repeat(300), messages: [] }],
    ['chat/completions', { ...ask('openai'), stream: 'yes' }],
    ['chat/completions', { ...ask('openai'), max_tokens: 2 ** 40 }],
    ['messages', { ...ask('claude'), temperature: 'warm' }],
    ['messages', { ...ask('claude'), max_tokens: -1 }],
    ['messages', { ...ask('claude'), messages: [{ role: 'wizard', content: 'hi' }] }],
  ]
  for (const [path, body] of bodies) {
    test(`is told in Chinese with the rest: ${JSON.stringify(body).slice(0, 60)}`, async () => {
      await withLanguage('zh', async (gateway) => {
        const answer = await told(gateway.post(`/v1/${path}`, body))
        expect(answer.status).toBe(400)
        const { message } = JSON.parse(answer.text).error
        const [, reason = message] = message.replace(/ \(request id.*/, '').split('：')
        expect(reason).toMatch(HAN)
        expect(reason).not.toContain('reason.')
      })
    })
  }
})
