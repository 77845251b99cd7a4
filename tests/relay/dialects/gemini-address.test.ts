import { describe, expect, test } from 'bun:test'
import { channelType } from '../../../server/domain/channel-types/channel-type'
import { readError } from '../../../server/relay/formats/dialects/gemini/error'
import { geminiTarget } from '../../../server/relay/formats/dialects/gemini/target'
import { callTo, channelWith, recording, SETTINGS } from './gemini-calls'

const B = 'https://generativelanguage.googleapis.com'

describe('where a call goes', () => {
  test('chat, stream and embeddings have their own methods', () => {
    const model = 'gemini-2.5-flash'
    expect(geminiTarget(callTo(model))).toEqual({
      method: 'POST',
      url: `${B}/v1beta/models/gemini-2.5-flash:generateContent`,
      headers: { 'x-goog-api-key': 'AIza-test' },
    })
    expect(geminiTarget(callTo(model, { stream: true }))?.url).toBe(
      `${B}/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse`,
    )
    expect(geminiTarget(callTo('gemini-embedding-001', { operation: 'embeddings' }))?.url).toBe(
      `${B}/v1beta/models/gemini-embedding-001:batchEmbedContents`,
    )
  })

  test.each(['moderations', 'completions', 'speech'] as const)(
    'there is no address for %s',
    (operation) => {
      expect(geminiTarget(callTo('gemini-2.5-flash', { operation }))).toBeUndefined()
    },
  )

  test.each([
    ['gemini-2.5-flash-nothinking', 'models/gemini-2.5-flash'],
    ['gemini-2.5-pro-thinking-1024', 'models/gemini-2.5-pro'],
    ['models/gemini-2.5-pro', 'models/gemini-2.5-pro'],
    ['tunedModels/mine', 'tunedModels/mine'],
    ['../../v1/x?y#z', 'models/v1/x%3Fy%23z'],
  ])('the model %s is addressed as %s', (model, path) => {
    expect(geminiTarget(callTo(model))?.url).toBe(`${B}/v1beta/${path}:generateContent`)
  })

  test('the version is the channel’s, else the model’s, else the default option', () => {
    const settings = { ...SETTINGS, geminiVersion: { default: 'v1', 'gemini-x': 'v1alpha' } }
    const versionOf = (model: string, other = '') =>
      geminiTarget(callTo(model, { settings, channel: channelWith({ other }) }))?.url.split('/')[3]
    expect(versionOf('gemini-y')).toBe('v1')
    expect(versionOf('gemini-x')).toBe('v1alpha')
    expect(versionOf('gemini-x-nothinking')).toBe('v1alpha')
    expect(versionOf('gemini-x', 'v2')).toBe('v2')
  })

  test('a channel type may move an operation, and has none that its row does not name', () => {
    const type = channelType({
      id: 99,
      name: 'Other',
      dialect: 'gemini',
      baseUrl: 'https://b',
      paths: { chat: '/p/{other}/{model}:generateContent' },
    })
    const channel = channelWith({ type, baseUrl: 'https://b', other: 'eu' })
    expect(geminiTarget(callTo('m', { channel }))?.url).toBe('https://b/p/eu/m:generateContent')
    expect(geminiTarget(callTo('m', { channel, operation: 'embeddings' }))).toBeUndefined()
  })
})

describe('what a failure says', () => {
  test('reason, status and message are read', async () => {
    expect(readError(400, await recording('error.json'))).toEqual({
      message: 'API key not valid. Please pass a valid API key.',
      type: 'INVALID_ARGUMENT',
      code: 'API_KEY_INVALID',
    })
  })

  test('also when it is wrapped in a list and names a field', () => {
    const details = [{ fieldViolations: [{ field: 'contents[0]', description: 'empty' }] }]
    const error = { code: 400, message: 'bad', status: 'INVALID_ARGUMENT', details }
    expect(readError(400, JSON.stringify([{ error }]))).toEqual({
      message: 'bad',
      type: 'INVALID_ARGUMENT',
      code: '400',
      param: 'contents[0]',
    })
  })

  test.each([
    ['', 'HTTP 502'],
    ['<html><body>Bad gateway</body></html>', 'HTTP 502'],
    ['upstream connect error', 'upstream connect error'],
    ['{"error":"plain"}', '{"error":"plain"}'],
    ['{"error":{}}', 'unknown error'],
  ])('%j reads as %j', (body, message) => {
    expect(readError(502, body)).toEqual({ message })
  })

  test('an endless text is cut', () => {
    expect(readError(500, 'x'.repeat(100_000)).message).toHaveLength(2000)
  })
})
