import { describe, expect, test } from 'bun:test'
import { ERROR_IDS } from '../../../server/domain/errors/catalogue'
import { readerInstance } from '../../../server/domain/i18n/instance'
import {
  DICTIONARIES,
  isTextKey,
  pickLanguage,
  translate,
} from '../../../server/domain/i18n/translate'
import { OPTION_KEYS, OPTIONS } from '../../../server/domain/options'

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort()
}

describe('dictionaries', () => {
  test('have the same keys', () => {
    expect(Object.keys(DICTIONARIES.en).sort()).toEqual(Object.keys(DICTIONARIES.zh).sort())
  })

  test('take the same values under each key', () => {
    for (const key of Object.keys(DICTIONARIES.zh)) {
      if (!isTextKey(key)) throw new Error(key)
      const [zh, en] = [DICTIONARIES.zh[key], DICTIONARIES.en[key]].map(placeholders)
      expect({ key, values: en }).toEqual({ key, values: zh })
    }
  })

  test('leave no text empty', () => {
    const texts = [...Object.values(DICTIONARIES.zh), ...Object.values(DICTIONARIES.en)]
    expect(texts.filter((text) => text.trim() === '')).toEqual([])
  })

  test('Chinese texts of errors are Chinese', () => {
    const foreign = ERROR_IDS.filter((id) => !/\p{Script=Han}/u.test(DICTIONARIES.zh[id]))
    expect(foreign).toEqual([])
  })

  test('English texts have no Chinese', () => {
    const foreign = Object.values(DICTIONARIES.en).filter((text) => /\p{Script=Han}/u.test(text))
    expect(foreign).toEqual([])
  })

  test('every section of settings has a title', () => {
    const sections = new Set(OPTION_KEYS.map((key) => `section.${OPTIONS[key].section}`))
    expect([...sections].filter((key) => !isTextKey(key))).toEqual([])
  })
})

describe('translate', () => {
  test('fills in values', () => {
    const values = { model: 'gpt-5', group: 'vip' }
    expect(translate('en', 'channel.none', values)).toBe(
      'No available channel for model gpt-5 in group vip',
    )
    expect(translate('zh', 'channel.none', values)).toBe('当前分组 vip 下对于模型 gpt-5 无可用渠道')
  })

  test('a missing value stays visible', () => {
    expect(translate('en', 'model.not_found')).toStartWith("The model '{{model}}' does not exist")
  })

  test('values are data: not escaped, not translated, not filled in again', () => {
    const hostile = '<b>$t(token.expired) {{group}} </b>'
    expect(translate('en', 'channel.none', { model: hostile, group: 'g' })).toBe(
      `No available channel for model ${hostile} in group g`,
    )
  })

  test('a value called count does not choose a plural', () => {
    expect(translate('en', 'ledger.differs', { count: 1 })).toContain('differ in 1 place;')
  })
})

describe('English', () => {
  test.each([
    [1, 'At most 1 request in 1 minute, failed ones included; try again later'],
    [2, 'At most 2 requests in 2 minutes, failed ones included; try again later'],
  ])('counts %d', (number, told) => {
    const values = { count: number, minutes: number }
    expect(translate('en', 'limit.requests', values)).toBe(told)
    const page = readerInstance('en', DICTIONARIES.en)
    expect<string>(page.t('limit.requests', values)).toBe(told)
  })

  test('never has a number of one thing stand before many', () => {
    const counted = /\b1 (?:minutes|seconds|requests|successful requests|days|characters)\b/
    for (const key of Object.keys(DICTIONARIES.en)) {
      if (!isTextKey(key)) throw new Error(key)
      const names = placeholders(DICTIONARIES.en[key])
      const told = translate('en', key, Object.fromEntries(names.map((name) => [name, 1])))
      expect({ key, wrong: counted.exec(told)?.[0] }).toEqual({ key, wrong: undefined })
    }
  })
})

describe('pickLanguage', () => {
  test.each([
    [undefined, 'zh'],
    [null, 'zh'],
    ['', 'zh'],
    ['*', 'zh'],
    ['fr-FR,de;q=0.8', 'zh'],
    ['en', 'en'],
    ['EN-us', 'en'],
    ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en;q=0.1, zh;q=0.2', 'zh'],
    ['fr, en;q=0.5', 'en'],
    ['en;q=0', 'zh'],
    ['en;q=abc', 'zh'],
    ['english', 'zh'],
    [',;,;q=1,en', 'en'],
  ])('%p is read in %s', (header, language) => {
    expect<string>(pickLanguage(header)).toBe(language)
  })

  test('a very long header costs nothing', () => {
    expect<string>(pickLanguage(`${'fr,'.repeat(100_000)}en`)).toBe('zh')
  })
})
