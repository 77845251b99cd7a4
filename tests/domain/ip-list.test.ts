import { describe, expect, test } from 'bun:test'
import { invalidIpEntries, parseIpList } from '../../server/domain/network/ip-list'

test.each(['', '   ', '\n\n', ' , '])('a blank list %j allows everyone', (text) => {
  expect(parseIpList(text)).toBeUndefined()
})

describe('members', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['10.0.0.0/8', '10.200.3.4'],
    ['10.0.0.0/8', '::ffff:10.1.1.1'],
    ['::ffff:10.0.0.0/104', '10.9.9.9'],
    ['2001:db8::/32', '2001:db8:1::5'],
    ['2001:db8::1', '2001:0db8:0:0::1'],
    ['0.0.0.0/0', '8.8.8.8'],
    ['192.0.2.1\n10.0.0.0/8, 2001:db8::/32 192.0.2.9', '192.0.2.9'],
    ['typo, 192.0.2.1', '192.0.2.1'],
    ['!192.0.2.7', '192.0.2.8'],
    ['10.0.0.0/8 !10.1.0.0/16', '10.2.0.1'],
  ])('%j allows %s', (text, ip) => {
    expect(parseIpList(text)?.(ip)).toBe(true)
  })

  test.each([
    ['192.0.2.7', '192.0.2.8'],
    ['10.0.0.0/8', '11.0.0.1'],
    ['192.0.2.0/31', '192.0.2.2'],
    ['2001:db8::/32', '2001:db9::1'],
    ['2001:db8::/32', '192.0.2.1'],
    ['0.0.0.0/0', '2001:db8::1'],
    ['192.0.2.7', ''],
    ['192.0.2.7', 'unknown'],
    ['typo', '192.0.2.7'],
    ['10.0.0.0/33', '10.0.0.1'],
    ['*', '192.0.2.7'],
    ['!192.0.2.7', '192.0.2.7'],
    ['!192.0.2.7', '::ffff:192.0.2.7'],
    ['10.0.0.0/8 !10.1.0.0/16', '10.1.2.3'],
    ['10.0.0.0/8 !10.1.0.0/16', '11.0.0.1'],
    ['!2001:db8::/32', '2001:db8:1::5'],
    ['!typo', '192.0.2.7'],
    ['192.0.2.7 !typo', '192.0.2.7'],
  ])('%j refuses %s', (text, ip) => {
    expect(parseIpList(text)?.(ip)).toBe(false)
  })
})

test('entries that mean nothing are named, so that saving can refuse them', () => {
  const text = '192.0.2.1 10.0.0.0/8 2001:db8::/129 host.example 10.1 300.1.1.1 10.0.0.0/33'
  expect(invalidIpEntries(text)).toEqual([
    '2001:db8::/129',
    'host.example',
    '10.1',
    '300.1.1.1',
    '10.0.0.0/33',
  ])
  expect(invalidIpEntries('!192.0.2.1 !host.example !')).toEqual(['!host.example', '!'])
  expect(invalidIpEntries('')).toEqual([])
})
