import { describe, expect, test } from 'bun:test'
import { checkUrl, isPublicAddress } from '../../server/relay/net/address-guard'

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '[2001:4860:4860::8888]',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback, far end', '127.255.255.254'],
    ['this network', '0.0.0.0'],
    ['this network, far end', '0.255.1.1'],
    ['private ten', '10.1.2.3'],
    ['private 172', '172.31.255.255'],
    ['private 192', '192.168.0.1'],
    ['cloud metadata', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.9'],
    ['protocol assignments', '192.0.0.192'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['decimal loopback', '2130706433'],
    ['octal loopback', '0177.0.0.1'],
    ['short loopback', '127.1'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['IPv6 unique local', 'fd00:ec2::254'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hex', '::ffff:7f00:1'],
    ['mapped metadata', '[::ffff:a9fe:a9fe]'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['translated loopback', '::ffff:0:127.0.0.1'],
    ['NAT64 private', '64:ff9b::a00:1'],
    ['NAT64 local prefix', '64:ff9b:1::808:808'],
    ['6to4 private', '2002:a00:1::1'],
    ['Teredo', '2001::1'],
    ['a name', 'localhost'],
    ['an empty text', ''],
  ])('not %s: %s', (_name, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('checking a URL', () => {
  const check = (url: string, addresses: readonly string[], allowPrivate = false) =>
    checkUrl(url, { allowPrivate, resolve: async () => addresses })

  test('gives the address to connect to, IPv4 first', async () => {
    const checked = await check('https://a.example/x', ['2606:4700::1111', '8.8.8.8'])
    expect(checked.address).toBe('8.8.8.8')
    expect(checked.url.href).toBe('https://a.example/x')
  })

  test('a literal address is not resolved', async () => {
    const resolve = () => Promise.reject(new Error('must not be asked'))
    const options = { allowPrivate: false, resolve }
    expect((await checkUrl('http://8.8.8.8/', options)).address).toBe('8.8.8.8')
    expect((await checkUrl('http://[2606:4700::1]/', options)).address).toBe('2606:4700::1')
  })

  test.each([
    ['a private answer', 'http://a.example/', ['10.0.0.1']],
    ['one private answer among public ones', 'http://a.example/', ['8.8.8.8', '127.0.0.1']],
    ['no answer', 'http://a.example/', []],
    ['a literal private address', 'http://127.0.0.1:3000/', ['8.8.8.8']],
    ['a number for an address', 'http://2130706433/', ['8.8.8.8']],
    ['a mapped address', 'http://[::ffff:169.254.169.254]/', ['8.8.8.8']],
    ['a user name in the URL', 'http://a.example@10.0.0.1/', ['8.8.8.8']],
    ['another scheme', 'file:///etc/passwd', ['8.8.8.8']],
    ['a scheme for streams', 'ftp://a.example/', ['8.8.8.8']],
    ['no URL', 'a.example/x', ['8.8.8.8']],
  ])('refuses %s', (_name, url, addresses) => {
    expect(check(url, addresses)).rejects.toMatchObject({ id: 'upstream.address_refused' })
  })

  test('names the host it refused and keeps the cause', async () => {
    const failure = new Error('ENOTFOUND')
    const checked = checkUrl('http://gone.example/', {
      allowPrivate: false,
      resolve: () => Promise.reject(failure),
    })
    expect(checked).rejects.toMatchObject({ params: { host: 'gone.example' }, cause: failure })
  })

  test('private addresses pass where they are allowed, other schemes never', async () => {
    expect((await check('http://a.example/', ['10.0.0.1'], true)).address).toBe('10.0.0.1')
    expect((await check('http://127.0.0.1/', [], true)).address).toBe('127.0.0.1')
    expect(check('gopher://a.example/', ['10.0.0.1'], true)).rejects.toThrow()
    expect(check('http://a.example/', [], true)).rejects.toThrow()
  })
})
