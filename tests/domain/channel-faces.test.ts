import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../../server/domain/channel-types'
import { apiVariantsOf } from '../../server/domain/channels/api-variants'
import { asVariant, rowsFor } from '../../server/relay/call/channel/channel-api'

function channel(id: number, key: string, more: { other?: string; baseUrl?: string } = {}) {
  const type = channelTypeById(id)
  if (type === undefined) throw new Error(`no type ${id}`)
  return { type, key, baseUrl: type.baseUrl, other: '', ...more }
}

/** Formats and addresses of a channel, the usual one first. */
function waysOf(given: ReturnType<typeof channel>, model = 'm'): readonly string[] {
  return rowsFor(given, model).map((row) => `${row.dialect} ${asVariant(given, row).baseUrl}`)
}

describe('the way of a channel', () => {
  test.each([
    [23, 'sk-1', 'openai https://tokenhub.tencentmaas.com'],
    [23, 'app|id|secret', 'hunyuan https://hunyuan.tencentcloudapi.com'],
    [15, 'key|secret', 'ernie https://aip.baidubce.com'],
    [15, 'bce-v3/ALTAK-1/x', 'openai https://qianfan.baidubce.com'],
  ])('of type %i follows from the form of its key %p', (id, key, way) => {
    expect(waysOf(channel(id, key))).toEqual([way])
  })

  test('follows from its other field, whose default is that of the type', () => {
    const base = 'http://localhost:11434'
    const usual = [`openai ${base}`, `anthropic ${base}`, `responses ${base}`]
    expect(waysOf(channel(4, ''))).toEqual(usual)
    expect(waysOf(channel(4, '', { other: 'openai' }))).toEqual(usual)
    expect(waysOf(channel(4, '', { other: 'native' }))).toEqual([`ollama ${base}`])
  })

  test('leads to its own address, if it has one', () => {
    const baseUrl = 'https://proxy.example'
    expect(waysOf(channel(23, 'app|id|secret', { baseUrl }))).toEqual([`hunyuan ${baseUrl}`])
  })

  test('of a model is open to channels of every kind', () => {
    const baseUrl = 'https://res.openai.azure.com'
    const claude = channel(3, 'k', { baseUrl, other: '2024-10-21' })
    expect(waysOf(claude, 'claude-opus-4-5')).toEqual([`anthropic ${baseUrl}`])
    expect(waysOf(claude, 'gpt-5')).toEqual([`openai ${baseUrl}`, `responses ${baseUrl}`])
  })

  test('is none in particular where no channel is asked about', () => {
    const { type } = channel(23, '')
    expect(apiVariantsOf(type, { model: 'm' }).map(({ dialect }) => dialect)).toEqual(['openai'])
    expect(apiVariantsOf(type).map(({ dialect }) => dialect)).toEqual(['openai', 'hunyuan'])
  })
})
