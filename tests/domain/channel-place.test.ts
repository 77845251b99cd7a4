import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../../server/domain/channel-types'
import { readKey, splitKeys } from '../../server/domain/channel-types/key-shape'
import { addressIn, placeOf, readRegions, vendorModel } from '../../server/domain/channels/place'

const THINKING = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0-thinking'
const bedrock = channelTypeById(33) ?? expect.unreachable()

describe('a key of Amazon', () => {
  test.each([
    ['AK|SK|us-east-1', { accessKey: 'AK', secretKey: 'SK', region: 'us-east-1' }],
    [
      'AK|S/K+=|eu-west-3|token==',
      { accessKey: 'AK', secretKey: 'S/K+=', region: 'eu-west-3', sessionToken: 'token==' },
    ],
    ['bedrock-api-key-x|ap-south-1', { apiKey: 'bedrock-api-key-x', region: 'ap-south-1' }],
  ])('%s has its parts', (key, parts) => {
    expect(readKey(key, bedrock.keyShape)).toEqual(parts)
  })

  test.each([
    '',
    'AK',
    'AK|SK|',
    '|SK|us-east-1',
    'AK|SK|us-east-1|token|more',
    'AK|SK|evil.example/',
    'AK|SK|us-east-1@evil',
  ])('%p is none', (key) => {
    expect(readKey(key, bedrock.keyShape)).toBeUndefined()
  })

  test('stands on a line of its own', () => {
    expect(splitKeys('A|B|us-east-1\n\n C|D|eu-west-1 \nA|B|us-east-1', bedrock.keyShape)).toEqual([
      'A|B|us-east-1',
      'C|D|eu-west-1',
    ])
  })
})

describe('Bedrock is reached', () => {
  const url = (region: string) => {
    const place = placeOf(bedrock, { key: `A|B|${region}`, other: '' })
    const parts = place?.parts ?? {}
    return addressIn(bedrock, `${bedrock.baseUrl}/model/m`, { region, parts })
  }

  test('in the region of the key', () => {
    expect(url('eu-central-1')).toBe('https://bedrock-runtime.eu-central-1.amazonaws.com/model/m')
  })

  test("in China at that partition's own hosts", () => {
    expect(url('cn-north-1')).toBe('https://bedrock-runtime.cn-north-1.amazonaws.com.cn/model/m')
  })

  test.each([
    ['claude-3-5-sonnet-20241022', 'us-west-2', 'us.anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-3-5-sonnet-20241022', 'eu-west-1', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-sonnet-4-5', 'ap-northeast-1', 'jp.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4-5', 'sa-east-1', 'global.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4-5-thinking', 'us-east-1', THINKING],
    ['claude-3-haiku-20240307', 'ap-northeast-1', 'apac.anthropic.claude-3-haiku-20240307-v1:0'],
    ['claude-2.1', 'us-east-1', 'anthropic.claude-v2:1'],
    ['amazon.nova-pro-v1:0', 'us-east-1', 'amazon.nova-pro-v1:0'],
    ['eu.meta.llama3-2-3b-instruct-v1:0', 'eu-west-1', 'eu.meta.llama3-2-3b-instruct-v1:0'],
  ])('for %s in %s as %s', (model, region, id) => {
    expect(vendorModel(bedrock, model, region)).toBe(id)
  })
})

describe('regions by model', () => {
  test('are one for all, or named one by one', () => {
    expect(readRegions(' europe-west1 ')).toEqual({ default: 'europe-west1' })
    const byModel = { 'claude-opus-4-5': 'us-east5', default: 'global' }
    expect(readRegions(JSON.stringify(byModel))).toEqual(byModel)
  })

  test.each(['', 'a b', 'evil.example/', '{', '{"default":1}', '{"m":"x/y"}', '[]'])(
    '%p is none of them',
    (other) => {
      expect(readRegions(other)).toBeUndefined()
    },
  )
})
