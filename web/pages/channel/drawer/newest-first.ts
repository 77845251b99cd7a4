/** Names of models in the order in which somebody who fills in a channel looks for them. */
import { modelKind } from '../../../../server/domain/calls/model-calls'

/** Snapshots such as -2025-04-14, -20250514 and -0613. */
const DATE = /[-@](?:20\d\d-\d\d-\d\d|\d{8}|\d{6}|\d{4})(?!\d)/
/** The first number that is neither a size (70b, 128k) nor a part of one (8x7b). */
const VERSION = /(?<!\d)(\d{1,2})(?:[.-](\d{1,2}))?(?![\dbkmx]|\.\d)/
/** o1 to o4 came while GPT was at its fourth. */
const O_SERIES = /^o(\d)/

interface Age {
  readonly isChat: boolean
  /** -1 for a name without a number. */
  readonly major: number
  readonly minor: number
  /** "" for the alias, which stands before its snapshots. */
  readonly date: string
}

function ageOf(model: string): Age {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const [date = ''] = DATE.exec(name) ?? []
  const version = versionOf(name.replace(DATE, ''))
  return { isChat: modelKind(model) === 'chat', ...version, date: date.replaceAll(/\D/g, '') }
}

function versionOf(name: string): Pick<Age, 'major' | 'minor'> {
  const [, series] = O_SERIES.exec(name) ?? []
  if (series !== undefined) return { major: 4, minor: Number(series) }
  const [, major, minor = '0'] = VERSION.exec(name) ?? []
  if (major === undefined) return { major: -1, minor: 0 }
  // gpt-35-turbo is how Azure writes 3.5.
  const isJoined = name.startsWith('gpt-') && major.length === 2
  if (isJoined) return { major: Number(major[0]), minor: Number(major[1]) }
  return { major: Number(major), minor: Number(minor) }
}

/**
 * What talks before what does not; higher versions, aliases before their snapshots, newer
 * snapshots and shorter names first.
 */
export function newestFirst(models: readonly string[]): string[] {
  const aged = models.map((model) => ({ model, ...ageOf(model) }))
  return aged
    .sort(
      (a, b) =>
        Number(b.isChat) - Number(a.isChat) ||
        b.major - a.major ||
        b.minor - a.minor ||
        Number(a.date !== '') - Number(b.date !== '') ||
        Number(b.date) - Number(a.date) ||
        a.model.length - b.model.length,
    )
    .map(({ model }) => model)
}
