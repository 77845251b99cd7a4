/** The files of the manual: in the binary next to the code, in a checkout in web/docs. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANUAL_INDEX, type ManualTopic, manualTopics } from '../../server/domain/manual'

/** The index of the manual as a topic. */
export const INDEX_TOPIC = 'manual'

function manualFolder(): string {
  const embedded = join(import.meta.dir, 'docs')
  return existsSync(embedded) ? embedded : join(import.meta.dir, '..', '..', 'web', 'docs')
}

export function readTopics(): readonly ManualTopic[] {
  return manualTopics(readFileSync(join(manualFolder(), MANUAL_INDEX), 'utf8'))
}

/** The Markdown of a page; `undefined` for a topic that there is not. */
export function readPage(topic: string): string | undefined {
  const isKnown = topic === INDEX_TOPIC || readTopics().some(({ id }) => id === topic)
  if (!isKnown) return undefined
  const file = topic === INDEX_TOPIC ? MANUAL_INDEX : `${topic}.md`
  return readFileSync(join(manualFolder(), file), 'utf8')
}
