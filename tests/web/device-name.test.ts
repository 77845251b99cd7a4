import { expect, test } from 'bun:test'
import { deviceName } from '../../web/pages/setting/personal/device-name'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/149.0 Safari/537.36`,
    'Chrome',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/149.0 Safari/537.36 Edg/149.0`,
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/19 Safari/605`,
    'Safari',
    'macOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel) ${WEBKIT} Chrome/149.0 Safari/537.36`,
    'Chrome',
    'Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} CriOS/149`,
    'Chrome',
    'iPhone',
  ],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toBe(`${browser} · ${system}`)
})

test('programs are named as they name themselves, and the silent have no name', () => {
  expect(deviceName('curl/8.9.0')).toBe('curl')
  expect(deviceName('my-script/2.0')).toBe('my-script/2.0')
  expect(deviceName('')).toBe('')
})
