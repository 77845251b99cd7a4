/**
 * Data folders as they were a moment ago: migrating a file and hashing passwords takes longer
 * than most tests, and comes to the same each time.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, systemClock } from '../../server/clock'
import { type Random, secureRandom } from '../../server/random'

interface Template<T> {
  readonly files: ReadonlyMap<string, Buffer>
  readonly made: T
}

/** The newest of them; each is about a megabyte. */
const MOST = 24

const templates = new Map<string, Template<unknown>>()

/** What a folder comes from. Those made by a chance of their own are made each time. */
export function templateName(
  parts: readonly unknown[],
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): string | undefined {
  if (random !== secureRandom) return undefined
  const time = clock === systemClock ? 'now' : clock.nowMs()
  return JSON.stringify([time, ...parts])
}

/**
 * Fills `folder` by `make`, or with the files that it has left there under the same name before.
 * `make` leaves nothing open.
 */
export async function fromTemplate<T>(
  name: string | undefined,
  folder: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = name === undefined ? undefined : templates.get(name)
  if (known !== undefined) {
    copyInto(folder, known.files)
    return known.made as T
  }
  const made = await make()
  if (name !== undefined) keep(name, { files: filesIn(folder), made })
  return made
}

function keep(name: string, template: Template<unknown>): void {
  templates.set(name, template)
  const [oldest] = templates.keys()
  if (templates.size > MOST && oldest !== undefined) templates.delete(oldest)
}

function filesIn(folder: string): ReadonlyMap<string, Buffer> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))
}

/** Everything that the program keeps there is for its owner only. */
function copyInto(folder: string, files: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes, { mode: 0o600 })
}
