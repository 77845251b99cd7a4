import { expect, test } from 'bun:test'
import { join } from 'node:path'

const ROOT = join(import.meta.dir, '..', '..')

test('rows of the audit log are added and read; no code changes or deletes them', async () => {
  const files = [...new Bun.Glob('{db,server,cli}/**/*.ts').scanSync(ROOT)]
  const verbs = new Set<string>()
  for (const file of files) {
    const text = await Bun.file(join(ROOT, file)).text()
    for (const [, verb = ''] of text.matchAll(/(\w+)\(\s*['"`]audit_log/g)) verbs.add(verb)
    expect(text).not.toMatch(/(?:update|delete\s+from|truncate)\s+"?audit_log/i)
  }
  expect(verbs).toContain('insertInto')
  expect([...verbs].filter((verb) => /update|delete|merge|replace|truncate/i.test(verb))).toEqual(
    [],
  )
})
