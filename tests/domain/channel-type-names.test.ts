import { expect, test } from 'bun:test'
import { CHANNEL_TYPES, channelTypeById } from '../../server/domain/channel-types'
import { channelTypeName } from '../../server/domain/channels/type-name'

test('providers of China are told in Chinese to Chinese readers', () => {
  const baidu = channelTypeById(15)
  if (baidu === undefined) throw new Error('no type 15')
  expect(channelTypeName(baidu, 'zh')).toBe('百度文心千帆')
  expect(channelTypeName(baidu, 'en')).toBe('Baidu Wenxin Qianfan')
})

test('no two types have the same name, and no English name is Chinese', () => {
  for (const language of ['zh', 'en'] as const) {
    const names = CHANNEL_TYPES.map((row) => channelTypeName(row, language))
    expect(new Set(names).size).toBe(names.length)
  }
  const english = CHANNEL_TYPES.map((row) => channelTypeName(row, 'en'))
  expect(english.filter((name) => /\p{Script=Han}/u.test(name))).toEqual([])
})
