import { subjectPath } from '../../components/stats/subject-path'

const PAGES = ['channel', 'token', 'user', 'redemption', 'order'] as const

/** The page of what an entry is about, as far as it has one. */
export function targetPath(target: string): string | undefined {
  const [noun = '', ...rest] = target.split(':')
  const subject = rest.join(':')
  const kind = PAGES.find((page) => page === noun)
  // Entries about several name them all, and a star stands for every one.
  const isOne = subject !== '' && !/[,*]/.test(subject)
  if (!isOne) return undefined
  // What has a price is a model, and models have pages.
  if (noun === 'price') return subjectPath('model', subject)
  return kind === undefined ? undefined : subjectPath(kind, subject)
}
