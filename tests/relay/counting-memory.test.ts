/** A large frame of a stream is counted as it comes: thousands of texts of tens of kilobytes. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const TEXTS = 2_000
const TEXT_BYTES = 40_000
/** Half of what was said. */
const MOST_MB = 40

const BODIES = join(import.meta.dir, '../../server/relay/call/bodies/bodies')
/** In a process of its own: what others leave behind is not counted. */
const PROGRAM = `
import { createBodies } from ${JSON.stringify(BODIES)}
const bodies = createBodies(() => { throw new Error('there is nothing to fetch') })
const facts = { query: { model: 'gpt-4o-mini' }, user: { id: 1 } }
const residentMb = () => process.memoryUsage.rss() / 1024 / 1024
await bodies.countText('the tokenizer is loaded', facts)
const before = residentMb()
let most = before
for (let each = 0; each < ${TEXTS}; each += 1) {
  await bodies.countText(each + 'x'.repeat(${TEXT_BYTES}), facts)
  if (each % 50 === 0) most = Math.max(most, residentMb())
}
console.log(most - before)
process.exit(0)
`

test('what counting many texts leaves behind does not pile up', async () => {
  const child = Bun.spawn([process.execPath, '-e', PROGRAM], { stdout: 'pipe', stderr: 'inherit' })
  const grownMb = Number(await new Response(child.stdout).text())
  expect(await child.exited).toBe(0)
  expect(grownMb).toBeGreaterThanOrEqual(0)
  expect(grownMb).toBeLessThan(MOST_MB)
  // Eighty megabytes are counted by the tokenizer.
}, 240_000)
