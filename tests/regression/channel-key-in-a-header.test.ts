import { expect, test } from 'bun:test'
import { startGateway } from '../support/gateway'

const FIELDS = ['--name', 'c', '--type', '1', '--models', 'm']

test.each([
  ['a tab in the key', ['--key', 'sk-a\tb']],
  ['letters no header carries in the key', ['--key', 'sk-钥匙']],
  ['a line break in the organization', ['--key', 'sk-a', '--organization', 'org\nx: y']],
  ['credentials in the address', ['--key', 'sk-a', '--base-url', 'https://user:pw@api.test']],
  ['a blank in the address', ['--key', 'sk-a', '--base-url', 'https://api.test/a b']],
])('%s is refused when the channel is saved', async (_, flags) => {
  await using gateway = await startGateway()
  const { code, stderr } = await gateway.cli(['channel', 'add', ...FIELDS, ...flags])
  expect(code).toBe(2)
  expect(stderr).toStartWith('error: ')
  expect(await gateway.services.channels.list()).toMatchObject({ total: 0 })
})
