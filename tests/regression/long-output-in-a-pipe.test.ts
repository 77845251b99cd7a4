import { expect, test } from 'bun:test'
import { openShell } from '../cli/cli-fixture'

const LONG = JSON.stringify({ note: 'x'.repeat(200_000) })

test('output longer than any buffer arrives whole', async () => {
  const shell = openShell()
  try {
    const users = Array.from({ length: 100 }, (_, index) => ({
      username: `user-${index}`,
      setting: LONG,
    }))
    await shell.text(['import', '-', '--quiet'], { input: JSON.stringify({ users }) })
    const { users: exported } = Object(await shell.json(['export']))
    expect(exported).toBeArrayOfSize(users.length)
  } finally {
    shell.remove()
  }
})
