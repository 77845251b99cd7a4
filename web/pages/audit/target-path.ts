import { subjectPath } from '../../components/stats/subject-path'

const PAGES = ['channel', 'token', 'user', 'redemption', 'order'] as const

/** Of what has no page of its own: where it is looked after. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['channel', '/channel'],
  ['log', '/log'],
  ['notice', '/notice'],
  ['prices', '/price'],
  ['redemption', '/redemption'],
])

/** Jobs are shown within their list. */
const JOBS: ReadonlyMap<string, string> = new Map([
  ['drawing', '/midjourney'],
  ['task', '/task'],
])

/** A word such as `all`, a star, or several ids, which have parts of their own. */
const NOT_ONE = /[,*]|^(?:all)?$/

/** The page of what an entry is about, as far as it has one. */
export function targetPath(target: string): string | undefined {
  const [noun = '', ...rest] = target.split(':')
  const subject = rest.join(':')
  if (NOT_ONE.test(subject)) return LISTS.get(noun)
  // What has a price is a model, and models have pages.
  if (noun === 'price' || noun === 'model') return subjectPath('model', subject)
  const jobs = JOBS.get(noun)
  if (jobs !== undefined) return `${jobs}?range=all&job=${encodeURIComponent(subject)}`
  const kind = PAGES.find((page) => page === noun)
  return kind === undefined ? LISTS.get(noun) : subjectPath(kind, subject)
}

interface TargetPart {
  readonly words: string
  readonly path: string | undefined
}

/** `redemption:1,2` is about two, each with its page. */
export function targetParts(target: string): readonly TargetPart[] {
  const [noun = '', subject = ''] = target.split(':')
  const ids = subject.split(',')
  const isMany = ids.length > 1 && ids.every((id) => /^\d+$/.test(id))
  if (!isMany) return [{ words: target, path: targetPath(target) }]
  return ids.map((id, at) => ({
    words: at === 0 ? `${noun}:${id}` : `, ${id}`,
    path: targetPath(`${noun}:${id}`),
  }))
}
