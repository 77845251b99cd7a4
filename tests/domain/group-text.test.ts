import { expect, test } from 'bun:test'
import { groupText } from '../../server/domain/accounts/group-text'
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { messageOf } from '../../server/domain/errors/message'
import { type TextKey, translate } from '../../server/domain/i18n/translate'

const english = (key: TextKey) => translate('en', key)
const chinese = (key: TextKey) => translate('zh', key)

test('groups that nobody has described are told in the reader’s language', () => {
  expect(groupText('default', '默认分组', english)).toBe('Default group')
  expect(groupText('default', '默认分组', chinese)).toBe('默认分组')
  expect(groupText('vip', 'vip分组', english)).toBe('VIP group')
  expect(groupText('own', undefined, english)).toBe('user group')
})

test('what an operator wrote stays as it is, in every language', () => {
  expect(groupText('default', '大家', english)).toBe('大家')
  expect(groupText('gold', '默认分组', english)).toBe('默认分组')
  expect(groupText('vip', '', english)).toBe('')
})

test('fields of the management API are named in Chinese to Chinese readers', () => {
  const tooLong = new GatewayError('value.too_long', { field: 'name', max: 50 })
  expect(messageOf(tooLong, 'zh')).toBe('名称 过长，最多 50 个字符')
  expect(messageOf(tooLong, 'en')).toStartWith('name ')
})

test('fields of a relayed request keep the name that the client sent', () => {
  const invalid = new GatewayError('request.invalid', { field: 'model', reason: 'string' })
  expect(messageOf(invalid, 'zh')).toContain('model')
  const unknown = new GatewayError('value.invalid', { field: 'nobody_knows', reason: 'x' })
  expect(messageOf(unknown, 'zh')).toContain('nobody_knows')
})
