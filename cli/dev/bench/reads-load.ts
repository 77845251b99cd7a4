/**
 * One user's searches of the own log, 170 at once, again and again until stdin ends. A process
 * of its own, so that its work does not count as the gateway's. Prints how often each status came.
 */
import { SEARCH } from './reads-questions'

interface Caller {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const { url, headers } = JSON.parse(process.argv[2] ?? '{}') as Caller
const VOLLEY = 170
const answers: Record<string, number> = {}

async function ask(): Promise<void> {
  const answer = await fetch(url + SEARCH, { headers })
  await answer.arrayBuffer()
  answers[answer.status] = (answers[answer.status] ?? 0) + 1
}

async function volleys(): Promise<never> {
  for (;;) await Promise.all(Array.from({ length: VOLLEY }, ask))
}

void volleys()
for await (const _ of Bun.stdin.stream());
console.log(JSON.stringify(answers))
// Pending requests are not waited for: a gateway that hangs may take minutes.
process.exit(0)
