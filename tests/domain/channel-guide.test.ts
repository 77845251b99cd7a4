/** What a form tells somebody who fills it in, while he does. */
import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../../server/domain/channel-types'
import {
  keyAdvice,
  keyCaution,
  keyExample,
  presetsText,
  retiredAdvice,
  type Say,
} from '../../server/domain/channels/guide'
import { translate } from '../../server/domain/i18n/translate'

const say: Say = (key, params) => translate('en', key, params)
const type = (id: number) => channelTypeById(id) ?? expect.unreachable()

function caution(id: number, key: string, baseUrl = ''): string {
  return keyCaution(type(id), { key, baseUrl }, say)
}

describe('a key that is being typed', () => {
  test.each([
    [33, 'AK|SK', 'SK is not a region; an example is us-east-1.'],
    [33, 'AK|SK|', 'This has 2 parts; expected AccessKey|SecretKey|Region.'],
    [33, 'AK|SK|Frankfurt!', 'Frankfurt! is not a region; an example is us-east-1.'],
    [41, '{"project_id":', 'This is not a complete JSON file.'],
    [41, '{"project_id":"p"}', 'Missing from the file: client_email, private_key.'],
    [20_001, 'sk-123', 'Keys of this type start with gsk_.'],
    [14, 'sk-123', 'Keys of this type start with sk-ant-.'],
  ])('of type %i, %s: %s', (id, key, told) => {
    expect(caution(id, key)).toBe(told)
  })

  test('is fine when it has the form, or nothing is typed', () => {
    expect(caution(33, 'AK|SK|us-east-1')).toBe('')
    expect(caution(20_001, 'gsk_1\ngsk_2')).toBe('')
    expect(caution(20_001, '')).toBe('')
  })

  test('may begin as it likes at an address that only imitates the vendor', () => {
    expect(caution(14, 'sk-123', 'https://relay.example')).toBe('')
  })
})

test('the place where keys are made is named, where there is one', () => {
  expect(keyAdvice(type(20_001), say)).toEqual(['Get a key at console.groq.com/keys.'])
  expect(keyAdvice(type(62), say)).toEqual([])
  expect(keyExample(type(20_001))).toBe('gsk_…')
})

test('regions are listed with the names that their vendors have there', () => {
  expect(presetsText(type(26), say)).toBe(
    'China https://open.bigmodel.cn, World (Z.ai) https://api.z.ai',
  )
})

describe('models that are answered no more', () => {
  const models = ['deepseek-chat', 'deepseek-v4-pro']

  test('are named with what succeeds them', () => {
    expect(retiredAdvice(type(43), { models, baseUrl: '' }, say)).toBe(
      'Retired by the vendor: deepseek-chat → deepseek-v4-flash',
    )
  })

  test('may live on elsewhere', () => {
    expect(retiredAdvice(type(43), { models, baseUrl: 'https://own.example' }, say)).toBe('')
    expect(retiredAdvice(type(62), { models, baseUrl: '' }, say)).toBe('')
  })
})
