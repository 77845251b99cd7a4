/** `gw help TOPIC`: pages of the manual, and what is said where there is none. */
import { UsageError } from '../exit'
import { padded } from '../output/output'
import { streams } from '../output/terminal'
import { type Translate, words } from '../words'
import { nearest } from './nearest'
import { INDEX_TOPIC, readPage, readTopics } from './pages'

/** Where no terminal says how wide it is. */
const USUAL_COLUMNS = 80

/** Whether there was such a topic, which is then shown. */
export async function showTopic(
  topic: string,
  looks: { readonly color: boolean; readonly pager: boolean },
): Promise<boolean> {
  const markdown = readPage(topic)
  if (markdown === undefined) return false
  const { renderPage } = await import('./markdown')
  const width = streams.size()?.columns ?? USUAL_COLUMNS
  const text = renderPage(markdown, { width, color: looks.color && streams.outIsTerminal })
  if (looks.pager) streams.page(text)
  else streams.out(text)
  return true
}

/** The topics by part of the manual, for the end of the general help. */
export function topicLines(translate: Translate): readonly string[] {
  const topics = readTopics()
  const groups = [...new Set(topics.map(({ group }) => group))]
  const width = Math.max(...groups.map((group) => Bun.stringWidth(group))) + 2
  const lines = groups.map((group) => {
    const own = topics.filter((topic) => topic.group === group).map(({ id }) => id)
    return `  ${padded(group, width, false)}${own.join(', ')}`
  })
  return [
    translate('Topics of the manual (gw help TOPIC; gw help manual says what each is about):'),
    ...lines,
  ]
}

/** For a word that is neither a command nor a topic; `commands` are those of the first level. */
export function unknownTopic(word: string, commands: readonly string[]): UsageError {
  const known = [...new Set([...readTopics().map(({ id }) => id), INDEX_TOPIC, ...commands])]
  const near = nearest(word, known)
  if (near.length === 0) {
    return new UsageError(words`"gw help" knows no command and no topic "${word}"`)
  }
  const meant = near.join(', ')
  return new UsageError(
    words`"gw help" knows no command and no topic "${word}" (Did you mean ${meant}?)`,
  )
}
